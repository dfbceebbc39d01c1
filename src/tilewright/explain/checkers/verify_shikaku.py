"""Whether a reason holds for a Shikaku: its clues, added up."""

from __future__ import annotations

from tilewright.cover.search.deadline import NEVER, Deadline
from tilewright.explain.checkers.verify import checkable_reasons, reason_fault
from tilewright.explain.reasons.reason import Reason
from tilewright.puzzle import Shikaku


@checkable_reasons.register(Shikaku)
def _counted_reasons(puzzle: Shikaku) -> tuple[str, ...]:
    return ("area",)


@reason_fault.register(Shikaku)
def _reason_fault(puzzle: Shikaku, reason: Reason, deadline: Deadline = NEVER) -> str | None:
    values = [value for _, _, value in puzzle.clues]
    known, unknown, cells = sum(value or 0 for value in values), values.count(None), puzzle.rows * puzzle.columns
    wrong = known + unknown > cells or (not unknown and known != cells)
    return None if wrong and reason.kind == "area" else f"the clues can fill the {cells} cells"
