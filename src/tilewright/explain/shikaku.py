"""What can be said of a Shikaku: why it has no division; its clues and rectangles in words."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.cover.search.deadline import NEVER, Deadline
from tilewright.explain.reason import Reason
from tilewright.explain.verify import checkable_reasons, reason_fault
from tilewright.explain.why import area_reasons, reasons, uncovered_reasons
from tilewright.explain.words import option_text, owner_text
from tilewright.puzzle import Placement, Shikaku
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


@checkable_reasons.register(Shikaku)
def _counted_reasons(puzzle: Shikaku) -> tuple[str, ...]:
    return ("area",)


@reason_fault.register(Shikaku)
def _reason_fault(puzzle: Shikaku, reason: Reason, deadline: Deadline = NEVER) -> str | None:
    values = [value for _, _, value in puzzle.clues]
    known, unknown, cells = sum(value or 0 for value in values), values.count(None), puzzle.rows * puzzle.columns
    wrong = known + unknown > cells or (not unknown and known != cells)
    return None if wrong and reason.kind == "area" else f"the clues can fill the {cells} cells"


@owner_text.register(Shikaku)
def _owner_text(puzzle: Shikaku, compiled: Compiled, owner: int) -> str:
    row, column, value = puzzle.clues[owner]
    return f"the clue {'?' if value is None else value} at row {row}, column {column}"


@option_text.register(Shikaku)
def _option_text(puzzle: Shikaku, placement: Placement, owner: str) -> str:
    top, left = min(placement.atoms)
    return f"{placement.motion} from row {top}, column {left} for {owner}"
