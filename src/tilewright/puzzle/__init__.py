"""Puzzles: the board, the interface of every kind of puzzle, and the placements on the board."""

from tilewright.puzzle.board import Board
from tilewright.puzzle.placement import Placement
from tilewright.puzzle.puzzle import Puzzle, Tiling

__all__ = ["Board", "Placement", "Puzzle", "Tiling"]
