"""The solutions that an automorphism leaves as they are, as an exact cover of its own; orbits by Burnside's lemma.

An invariant solution is a union of orbits of options under the automorphism. Each orbit that no item forbids becomes
one option; of each orbit of items one stands for all, because an invariant set covers them equally often.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tilewright.cover.problem import Automorphism, ExactCover
from tilewright.cover.search.deadline import NEVER, Deadline


def _cycles(permutation: Sequence[int], deadline: Deadline) -> list[tuple[int, ...]]:
    seen = [False] * len(permutation)
    cycles = []
    for start in deadline.watch(range(len(permutation))):
        cycle = []
        while not seen[start]:
            seen[start] = True
            cycle.append(start)
            start = permutation[start]
        if cycle:
            cycles.append(tuple(cycle))
    return cycles


def invariant(cover: ExactCover, automorphism: Automorphism, deadline: Deadline = NEVER) -> ExactCover:
    """The cover whose solutions are the solutions of `cover` that the automorphism maps to themselves.

    Raises OutOfTimeError at the deadline.
    """
    item_cycles = _cycles(automorphism.items, deadline)
    place = {cycle[0]: number for number, cycle in enumerate(item_cycles)}
    options = []
    for cycle in deadline.watch(_cycles(automorphism.options, deadline)):
        times = Counter(item for option in cycle for item in cover.options[option])
        if all(_within(count, cover.hi[item]) for item, count in times.items()):
            options.append(tuple(sorted(place[item] for item in times if item in place for _ in range(times[item]))))
    lo = tuple(cover.lo[cycle[0]] for cycle in item_cycles)
    hi = tuple(cover.hi[cycle[0]] for cycle in item_cycles)
    order = tuple(place[item] for item in cover.order if item in place)
    return ExactCover(lo, hi, tuple(options), order)


def _within(count: int, hi: int | None) -> bool:
    return hi is None or count <= hi
