"""The tiling of many kinds of pieces that is found first where any number of each may be used.

Without it the search takes of equal choices the first, and a board of 15x12 is filled with 45 pieces I. It always gives the same
tiling for a puzzle: nodes are counted, not seconds, unless the limit comes first.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import islice
from random import Random

from tilewright.api.clock import Clock
from tilewright.api.prepare import prepare
from tilewright.cover.problem import Solution
from tilewright.cover.random_search import ROUND, random_solution
from tilewright.cover.search.budget import Budget
from tilewright.cover.search.deadline import Deadline
from tilewright.errors import NotationError
from tilewright.puzzle import Placement
from tilewright.puzzle.compiled import Compiled

MOST_OPTIONS = 200_000  # of a cover: beyond it the tries take too much longer than a plain search
SMALL = 20_000  # options: below it a try takes milliseconds
COMPARED = 8  # tilings on small boards, of which the one of the most kinds is taken where none has every kind


def varied_placements(compiled: Compiled, labelled: bool, deadline: Deadline, clock: Clock) -> tuple[Placement, ...]:
    """Return a tiling with as many kinds of pieces as a few searches find; nothing where they find no tiling.

    Tilings with every kind are looked for first, then any. Raises OutOfTimeError at the deadline.
    """
    if len(compiled.cover.options) > MOST_OPTIONS:
        return ()
    with suppress(NotationError):  # more kinds than places
        every = prepare(compiled.puzzle.with_every_kind(), labelled, deadline, clock)
        if every.compiled is not None and every.reason is None:
            for solution in _solutions(every.compiled, deadline):
                return every.compiled.placements(solution)
    return _of_many_kinds(compiled, deadline)


def _of_many_kinds(compiled: Compiled, deadline: Deadline) -> tuple[Placement, ...]:
    """The one of the most kinds among the first that a few searches find."""
    found = islice(_solutions(compiled, deadline), COMPARED if len(compiled.cover.options) < SMALL else 1)
    best = max(found, key=lambda solution: len({compiled.meanings[option][0] for option in solution}), default=())
    return compiled.placements(best)


def _solutions(compiled: Compiled, deadline: Deadline) -> Iterator[Solution]:
    """What a round of searches finds. That they find nothing is for the search after them to say."""
    rng, report = Random(0), deadline.report
    shuffled = [0] * (COMPARED if len(compiled.cover.options) < SMALL else 1)
    for number in (*shuffled, *range(1, ROUND)):
        if report.ended is None:
            found = random_solution(compiled.cover, rng, Budget(deadline.limit, report), [number])
            report.ended = None if report.ended == "exhausted" else report.ended
            yield from () if found is None else [found]
