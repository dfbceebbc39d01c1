"""Why there is no tiling, where that can be seen without a search; the cheapest reasons first."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.cover.search.deadline import NEVER, Deadline
from tilewright.explain.areas import area_reasons, region_reasons
from tilewright.explain.invariant import coloring
from tilewright.explain.reason import Reason
from tilewright.puzzle.packing.compile import Compiled
from tilewright.puzzle.shikaku.puzzle import Shikaku

MOST_ITEMS = 5_000  # for an invariant: elimination takes 20 ms at 1,000 items and 50,000 options


def why_impossible(compiled: Compiled, deadline: Deadline = NEVER) -> Reason | None:
    """The first reason that can be seen without a search, or None; raises OutOfTimeError at the deadline."""
    return next(_reasons(compiled, deadline), None)


def _reasons(compiled: Compiled, deadline: Deadline) -> Iterator[Reason]:
    puzzle = compiled.puzzle
    if isinstance(puzzle, Shikaku):
        yield from _clue_reasons(compiled, puzzle, deadline)
        yield from _uncovered(compiled, deadline)
        return
    yield from area_reasons(compiled, puzzle, deadline)
    yield from _unplaceable(compiled, deadline)
    yield from _uncovered(compiled, deadline)
    yield from region_reasons(compiled, puzzle, deadline)
    if len(compiled.cover.lo) <= MOST_ITEMS and (found := coloring(compiled, deadline)) is not None:
        yield found


def _unplaceable(compiled: Compiled, deadline: Deadline) -> Iterator[Reason]:
    """Pieces that must be used but fit nowhere."""
    placed = {number for number, _ in deadline.watch(compiled.meanings)}
    for number, kind in enumerate(compiled.kinds):
        if kind.copies[0] > 0 and number not in placed:
            yield Reason("unplaceable", f"piece {kind.pieces[0].name} fits nowhere on the board")


def _clue_reasons(compiled: Compiled, puzzle: Shikaku, deadline: Deadline) -> Iterator[Reason]:
    cells = puzzle.rows * puzzle.columns
    known = sum(value for _, _, value in puzzle.clues if value is not None)
    unknown = sum(value is None for _, _, value in puzzle.clues)
    if known + unknown > cells or (known < cells and not unknown):
        yield Reason("area", f"the clues sum to {known}, the grid has {cells} cells")
    placed = {number for number, _ in deadline.watch(compiled.meanings)}
    for number, (row, column, value) in enumerate(puzzle.clues):
        if number not in placed:
            text = (
                f"no rectangle of {value or 'any number of'} cells fits around the clue at row {row}, column {column}"
            )
            yield Reason("unplaceable", text, ((row, column),))


def _uncovered(compiled: Compiled, deadline: Deadline) -> Iterator[Reason]:
    covered = {item for option in deadline.watch(compiled.cover.options) for item in option}
    bare = [atom for item, atom in enumerate(compiled.atoms) if compiled.cover.lo[item] and item not in covered]
    if bare:
        where = ", ".join("(" + ", ".join(map(str, atom)) + ")" for atom in bare[:4]) + (
            ", ..." if len(bare) > 4 else ""
        )
        yield Reason("uncovered", f"nothing can cover {where}", tuple(bare))
