"""Packing puzzles in the studio."""

from __future__ import annotations

from typing import Any

from tilewright.puzzle import Packing
from tilewright.web.limits import placements_of
from tilewright.web.view import kind_view, pieces_view


@kind_view.register(Packing)
def _kind_view(puzzle: Packing) -> dict[str, Any]:
    pinned = [{"piece": pin.piece, "atoms": pin.atoms} for pin in puzzle.pinned]
    return {"kind": "pieces", "pinned": pinned, "pieces_list": pieces_view(puzzle.pieces)}


@placements_of.register(Packing)
def _placements_of(puzzle: Packing) -> int:
    cells = puzzle.grid.area(len(puzzle.board.atoms) + len(puzzle.board.optional))
    return int(cells * sum(len(piece.orientations) for piece in puzzle.pieces))
