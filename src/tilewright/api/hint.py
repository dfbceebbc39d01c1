"""One step for somebody who plays, and why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from tilewright.cover.limits import Limit, Report, as_limit
from tilewright.errors import check_placements, check_puzzle
from tilewright.explain.hint import PATIENCE, Hint
from tilewright.explain.hint import hint as find_hint
from tilewright.puzzle import Placement, Puzzle, Tiling

__all__ = ["PATIENCE", "Hint", "hint"]


def hint(
    puzzle: Puzzle,
    partial: Sequence[Placement] = (),
    *,
    without: Iterable[str] = (),
    limit: Limit | float | None = PATIENCE,
    report: Report | None = None,
) -> Hint:
    """The next step from a partial solution by the easiest technique, or which of its placements is wrong.

    `without` are ids of placements that earlier steps ruled out. When the limit comes first, the step is the best found
    until then, or of kind "none"; `limit.nodes` bounds the steps of the techniques and the nodes of each search.

    >>> from tilewright import load
    >>> hint(load("LPNUV@5x5")).kind
    'impossible'
    """
    check_puzzle(puzzle)
    check_placements("partial", partial)
    limit = as_limit(limit)
    found = find_hint(puzzle, partial, without, limit, report)
    return replace(found, position=Tiling(puzzle, partial))
