"""Puzzles: what every kind offers, and the kinds, a folder each."""

from tilewright.puzzle.board import Board
from tilewright.puzzle.packing.puzzle import Packing
from tilewright.puzzle.placement import Placement
from tilewright.puzzle.puzzle import Puzzle
from tilewright.puzzle.shikaku.puzzle import Shikaku
from tilewright.puzzle.tiling import Tiling

__all__ = ["Board", "Packing", "Placement", "Puzzle", "Shikaku", "Tiling"]
