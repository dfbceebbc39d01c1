"""Puzzles: the board, what every kind of puzzle offers, and what lies on the board."""

from tilewright.puzzle.board import Board
from tilewright.puzzle.placement import Placement
from tilewright.puzzle.puzzle import Puzzle, Tiling

__all__ = ["Board", "Placement", "Puzzle", "Tiling"]
