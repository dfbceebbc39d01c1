"""Shikaku in the studio."""

from __future__ import annotations

from typing import Any

from tilewright.puzzle import Shikaku
from tilewright.puzzle.shikaku.puzzle import rectangle
from tilewright.render.svg import puzzle_svg
from tilewright.web.gallery import thumbnail
from tilewright.web.view import kind_view


@kind_view.register(Shikaku)
def _kind_view(puzzle: Shikaku) -> dict[str, Any]:
    pinned = [{"piece": p.piece, "rect": rectangle(p), "atoms": p.atoms} for p in puzzle.pinned_placements]
    size = {"rows": puzzle.rows, "columns": puzzle.columns}
    return {"kind": puzzle.kind, "clues": puzzle.clues, **size, "pinned": pinned}


@thumbnail.register(Shikaku)
def _thumbnail(puzzle: Shikaku) -> str:
    return puzzle_svg(puzzle)
