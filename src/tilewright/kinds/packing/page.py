"""Packing puzzles in the studio.

Pages with packing puzzles.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from tilewright.kinds import Packing
from tilewright.pieces import Piece
from tilewright.puzzle import Tiling
from tilewright.render.page import Page, Task, piece_counts, pieces_note, pieces_view, surface_note


class PackingPage(Page):
    """The page of packing puzzles."""

    puzzle: Packing

    def view(self) -> dict[str, Any]:
        puzzle = self.puzzle
        pinned = [{"piece": pin.piece, "atoms": pin.atoms} for pin in puzzle.pinned]
        return {"kind": "pieces", "pinned": pinned, "pieces_list": pieces_view(puzzle.pieces)}

    def placements(self) -> int:
        puzzle = self.puzzle
        cells = puzzle.grid.area(len(puzzle.board.atoms) + len(puzzle.board.optional))
        return int(cells * sum(len(piece.orientations) for piece in puzzle.pieces))

    def task(self, tiling: Tiling | None) -> Task:
        puzzle = self.puzzle
        flat = puzzle.grid.dimension == 2  # nobody lays cubes on a sheet of paper
        used = Counter(placement.piece for placement in tiling.placements) if tiling else Counter[str]()
        counts = {piece.name: max(used[piece.name], piece.copies[0]) for piece in puzzle.pieces}
        any_number = any(piece.copies[1] is None for piece in puzzle.pieces)
        note = "any number of each" if any_number else pieces_note(sum(counts.values()))
        note = "; ".join(filter(None, [note, surface_note(puzzle)]))
        return Task(note, piece_counts(puzzle.pieces, counts) if flat else (), piece_list=True, to_scale=flat)

    def pieces_to_make(self) -> tuple[Piece, ...]:
        puzzle = self.puzzle
        return puzzle.pieces
