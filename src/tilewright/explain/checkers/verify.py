"""Checks of reasons by counting, for each kind of puzzle; they share nothing with what finds reasons."""

from __future__ import annotations

from tilewright.cover.search.deadline import NEVER, Deadline
from tilewright.explain.reasons.reason import Reason
from tilewright.puzzle import Puzzle
from tilewright.puzzle.by_kind import by_kind


@by_kind
def checkable_reasons(puzzle: Puzzle) -> tuple[str, ...]:
    """Return the kinds of reasons that `reason_fault` can check for this puzzle."""
    return ()


@by_kind
def reason_fault(puzzle: Puzzle, reason: Reason, deadline: Deadline = NEVER) -> str | None:
    """Why the reason does not prove that there is no tiling, in one line; None when it does.

    Raises OutOfTimeError at the deadline.
    """
    return "reasons are not checked by counting for this kind of puzzle"
