"""Shikaku in the studio."""

from __future__ import annotations

from typing import Any

from tilewright.puzzle import Shikaku
from tilewright.puzzle.shikaku.puzzle import rectangle
from tilewright.web.view import kind_view


@kind_view.register(Shikaku)
def _kind_view(puzzle: Shikaku) -> dict[str, Any]:
    pinned = [{"piece": p.piece, "rect": rectangle(p), "atoms": p.atoms} for p in puzzle.pinned_placements]
    size = {"rows": puzzle.rows, "columns": puzzle.columns}
    return {"kind": puzzle.kind, "clues": puzzle.clues, **size, "pinned": pinned}
