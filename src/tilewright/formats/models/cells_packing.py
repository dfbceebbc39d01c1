"""Cell states of puzzles of pieces: as published, with a margin of 3 cells, or wider where a piece is longer."""

from __future__ import annotations

from tilewright.formats.models.cells import cell_model
from tilewright.puzzle import Packing
from tilewright.puzzle.packing.cellstate import CellStates, encode, margin_of


@cell_model.register(Packing)
def _cell_model(puzzle: Packing) -> CellStates:
    return encode(puzzle, margin_of(puzzle))
