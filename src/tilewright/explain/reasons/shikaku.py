"""Why a Shikaku has no division."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.cover.search.deadline import Deadline
from tilewright.explain.reasons.reason import Reason
from tilewright.explain.reasons.why import area_reasons, reasons, uncovered_reasons
from tilewright.puzzle import Shikaku
from tilewright.puzzle.compiled import Compiled


@area_reasons.register(Shikaku)
def _area_reasons(puzzle: Shikaku, deadline: Deadline) -> Iterator[Reason]:
    cells = puzzle.rows * puzzle.columns
    known = sum(value for _, _, value in puzzle.clues if value is not None)
    unknown = sum(value is None for _, _, value in puzzle.clues)
    if known + unknown > cells or (known < cells and not unknown):
        yield Reason("area", f"the clues sum to {known}, the grid has {cells} cells")


@reasons.register(Shikaku)
def _reasons(puzzle: Shikaku, compiled: Compiled, deadline: Deadline) -> Iterator[Reason]:
    placed = {number for number, _ in deadline.watch(compiled.meanings)}
    for number, (row, column, value) in enumerate(puzzle.clues):
        if number not in placed:
            text = (
                f"no rectangle of {value or 'any number of'} cells fits around the clue at row {row}, column {column}"
            )
            yield Reason("unplaceable", text, ((row, column),))
    yield from uncovered_reasons(compiled, deadline)
