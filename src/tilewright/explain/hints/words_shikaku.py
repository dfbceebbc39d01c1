"""Clues and rectangles in words."""

from __future__ import annotations

from tilewright.explain.hints.words import option_text, owner_text
from tilewright.puzzle import Placement, Shikaku
from tilewright.puzzle.compiled import Compiled


@owner_text.register(Shikaku)
def _owner_text(puzzle: Shikaku, compiled: Compiled, owner: int) -> str:
    row, column, value = puzzle.clues[owner]
    return f"the clue {'?' if value is None else value} at row {row}, column {column}"


@option_text.register(Shikaku)
def _option_text(puzzle: Shikaku, placement: Placement, owner: str) -> str:
    top, left = min(placement.atoms)
    return f"{placement.motion} from row {top}, column {left} for {owner}"
