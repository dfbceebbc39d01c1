"""Why there is no tiling, where that can be seen without a search; the cheapest reasons first."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.cover.search.deadline import NEVER, Deadline
from tilewright.explain.reasons.reason import Reason
from tilewright.puzzle import Puzzle
from tilewright.puzzle.compiled import Compiled


def why_impossible(compiled: Compiled, deadline: Deadline = NEVER) -> Reason | None:
    """The first reason that can be seen without a search, or None; raises OutOfTimeError at the deadline."""
    return why_areas_differ(compiled.puzzle, deadline) or why_placements_fail(compiled, deadline)


def why_areas_differ(puzzle: Puzzle, deadline: Deadline = NEVER) -> Reason | None:
    """The reason that needs no placements, so that the puzzle need not be compiled for it; None if there is none."""
    return next(iter(puzzle.reasons.of_areas(deadline)), None)


def why_placements_fail(compiled: Compiled, deadline: Deadline = NEVER) -> Reason | None:
    """The first reason that the placements show, or None; raises OutOfTimeError at the deadline."""
    return next(iter(compiled.puzzle.reasons.of_placements(compiled, deadline)), None)


class Reasons:
    """What finds reasons why a puzzle has no tiling; a kind's own class adds its own."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle

    def of_areas(self, deadline: Deadline) -> Iterator[Reason]:
        """Yield why what must be covered cannot be as large as what covers it."""
        return iter(())

    def of_placements(self, compiled: Compiled, deadline: Deadline) -> Iterator[Reason]:
        """Yield why there is no tiling, one reason after another, those of areas left out."""
        return uncovered_reasons(compiled, deadline)


def uncovered_reasons(compiled: Compiled, deadline: Deadline) -> Iterator[Reason]:
    """Cells that nothing can cover."""
    covered: set[int] = set()
    for part in deadline.parts(compiled.cover.options.flat):
        covered.update(part)
    if covered.issuperset(range(len(compiled.atoms))):
        return
    bare = [atom for item, atom in enumerate(compiled.atoms) if compiled.cover.lo[item] and item not in covered]
    if bare:
        where = ", ".join("(" + ", ".join(map(str, atom)) + ")" for atom in bare[:4]) + (
            ", ..." if len(bare) > 4 else ""
        )
        yield Reason("uncovered", f"nothing can cover {where}", tuple(bare))
