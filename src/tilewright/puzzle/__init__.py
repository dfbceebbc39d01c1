"""Puzzles: a board, pieces and rules; what compiles them to an exact cover, and the tilings that come back."""

from tilewright.puzzle.board import Board
from tilewright.puzzle.placement import Placement
from tilewright.puzzle.puzzle import Puzzle
from tilewright.puzzle.shikaku import Shikaku
from tilewright.puzzle.tiling import Tiling

__all__ = ["Board", "Placement", "Puzzle", "Shikaku", "Tiling"]
