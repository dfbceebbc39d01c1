"""The solutions that an automorphism leaves as they are, as an exact cover of its own; orbits by Burnside's lemma.

An invariant solution is a union of orbits of options under the automorphism. Each orbit that no item forbids becomes
one option; of each orbit of items one stands for all, because an invariant set covers them equally often. With colors
the same holds: the automorphism carries the color of the one item to the colors of the others, so that two orbits of
options agree on all of them if they agree on one, and an orbit that would give it two colors is left out.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence

from tilewright.cover.limits import NEVER, Deadline
from tilewright.cover.problem import Automorphism, ExactCover, Rows


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


def quotient_cover(cover: ExactCover, automorphism: Automorphism, deadline: Deadline = NEVER) -> ExactCover:
    """The cover whose solutions are the solutions of `cover` that the automorphism maps to themselves.

    Raises OutOfTimeError at the deadline.

    >>> pairs = ExactCover.of([(0, 1), (2, 3), (0, 2), (1, 3)], primary=4)  # two dominoes on 2x2 cells
    >>> turned = Automorphism(items=(3, 2, 1, 0), options=(1, 0, 3, 2))
    >>> quotient_cover(pairs, turned).options
    ((0, 1), (0, 1))
    """
    item_cycles = _cycles(automorphism.items, deadline)
    place = dict.fromkeys(range(len(cover.lo)), -1) | {cycle[0]: number for number, cycle in enumerate(item_cycles)}
    starts, flat = array("q", [0]), array("i")
    colors = array("i")
    for cycle in deadline.watch(_cycles(automorphism.options, deadline)):
        times = _covered(cover, cycle)
        if all(count <= cover.upper[item] for item, count in _without_color(times).items()):
            entries = sorted((place[item], color) for item, color in times.elements() if place[item] >= 0)
            flat.extend(item for item, _ in entries)
            colors.extend(color for _, color in entries)
            starts.append(len(flat))
    lo, upper = (array("i", [bounds[cycle[0]] for cycle in item_cycles]) for bounds in (cover.lo, cover.upper))
    order = array("i", [place[item] for item in cover.order if place[item] >= 0])
    return ExactCover(lo, upper, Rows(starts, flat), order, colors=colors)


def _covered(cover: ExactCover, cycle: Sequence[int]) -> Counter[tuple[int, int]]:
    """How often the options together cover each item with each color, 0 for none; a color counts once."""
    if not cover.colors:
        return Counter((item, 0) for option in cycle for item in cover.options[option])
    rows = (zip(cover.options[option], cover.color_rows[option], strict=True) for option in cycle)
    times = Counter(entry for row in rows for entry in row)
    return Counter({(item, color): 1 if color else count for (item, color), count in times.items()})


def _without_color(times: Counter[tuple[int, int]]) -> Counter[int]:
    """How often each item is covered, different colors added up."""
    total: Counter[int] = Counter()
    for (item, _), count in times.items():
        total[item] += count
    return total
