"""Checks of reasons and counts, for each kind of puzzle; they share nothing with what finds reasons and with the search."""

from __future__ import annotations

from collections.abc import Collection

from tilewright.cover.search.deadline import NEVER, Deadline
from tilewright.explain.checkers.independent_placements import PlacementRules
from tilewright.explain.reasons.reason import Reason
from tilewright.lattice import Atom
from tilewright.puzzle import Puzzle


class Checkers:
    """What checks the claims about a puzzle from its rules alone; a kind's own class says what can be checked."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle

    def checkable_reasons(self) -> tuple[str, ...]:
        """Return the kinds of reasons that `reason_fault` can check."""
        return ()

    def reason_fault(self, reason: Reason, deadline: Deadline = NEVER) -> str | None:
        """Return why the reason does not prove that there is no tiling, in one line; None when it does.

        Raises OutOfTimeError at the deadline.
        """
        return "reasons are not checked by counting for this kind of puzzle"

    def placement_rules(self, there: Collection[Atom], deadline: Deadline) -> PlacementRules:
        """Return the placements that the rules allow; `there` are the atoms of the board."""
        raise NotImplementedError(self.puzzle.kind)
