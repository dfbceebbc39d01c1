"""The tiling of many kinds of pieces that is found first where any number of each may be used.

Without it the search takes of equal choices the first, and a board of 15x12 is filled with 45 pieces I. It always gives the same
tiling for a puzzle: nodes are counted, not seconds, unless the limit comes first.
"""

from __future__ import annotations

from random import Random

from tilewright.api.clock import Clock
from tilewright.api.prepare import prepare
from tilewright.cover.problem import Solution
from tilewright.cover.random_search import random_solution
from tilewright.cover.search.budget import Budget
from tilewright.cover.search.deadline import Deadline
from tilewright.puzzle import Placement
from tilewright.puzzle.compiled import Compiled

TRIES = 6  # searches in random order for a tiling with every kind, and as many for any tiling
MOST_OPTIONS = 100_000  # of a cover: beyond it the tries take longer than a plain search


def varied_placements(compiled: Compiled, labelled: bool, deadline: Deadline, clock: Clock) -> tuple[Placement, ...]:
    """Return a tiling with as many kinds of pieces as a few searches find; nothing where they find no tiling.

    Tilings with every kind are looked for first, then any. Raises OutOfTimeError at the deadline.
    """
    if len(compiled.cover.options) > MOST_OPTIONS:
        return ()
    every = prepare(compiled.puzzle.with_every_kind(), labelled, deadline, clock)
    if every.compiled is not None and every.reason is None:
        rng = Random(0)
        found = (_solution(every.compiled, rng, deadline) for _ in range(TRIES))
        if (solution := next(filter(None, found), None)) is not None:
            return every.compiled.placements(solution)
    return _of_many_kinds(compiled, deadline)


def _of_many_kinds(compiled: Compiled, deadline: Deadline) -> tuple[Placement, ...]:
    """The one of the most kinds among the first that a few searches find."""
    rng = Random(0)
    found = [solution for _ in range(TRIES) if (solution := _solution(compiled, rng, deadline)) is not None]
    best = max(found, key=lambda solution: len({compiled.meanings[option][0] for option in solution}), default=())
    return compiled.placements(best)


def _solution(compiled: Compiled, rng: Random, deadline: Deadline) -> Solution | None:
    """What one search finds. That it finds nothing is for the search after it to say."""
    report = deadline.report
    found = random_solution(compiled.cover, rng, Budget(deadline.limit, report), 1) if report.ended is None else None
    report.ended = None if report.ended == "exhausted" else report.ended
    return found
