"""Shikaku in the studio.

Pages with Shikaku.
"""

from __future__ import annotations

from typing import Any

from tilewright.kinds import Shikaku
from tilewright.kinds.shikaku.puzzle import rectangle
from tilewright.puzzle import Tiling
from tilewright.render.page import Page, Task


class ShikakuPage(Page):
    """The page of Shikaku puzzles."""

    puzzle: Shikaku

    def view(self) -> dict[str, Any]:
        puzzle = self.puzzle
        pinned = [{"piece": p.piece, "rect": rectangle(p), "atoms": p.atoms} for p in puzzle.pinned_placements]
        size = {"rows": puzzle.rows, "columns": puzzle.columns}
        return {"kind": puzzle.kind, "clues": puzzle.clues, **size, "pinned": pinned}

    def task(self, tiling: Tiling | None) -> Task:
        puzzle = self.puzzle
        return Task(f"{len(puzzle.clues)} rectangles, {puzzle.rows} × {puzzle.columns}")
