"""Solve, count, prove, design, print and play puzzles in which pieces must fit a board.

>>> import tilewright as tw
>>> puzzle = tw.load("FNPUV@5x5")
>>> tw.count(puzzle).value
16
>>> print(tw.solve(puzzle).tilings[0])  # doctest: +SKIP
"""

from tilewright import _start as _start  # before all that takes time
from tilewright.cover.limit import Limit
from tilewright.cover.result import Count, Report
from tilewright.errors import (
    EngineUnavailableError,
    LimitError,
    NotationError,
    RunMismatchError,
    TilewrightError,
)
from tilewright.formats import load
from tilewright.pieces import Piece, PieceSet, piece_set, select
from tilewright.puzzle import Board, Placement, Puzzle, Shikaku, Tiling
from tilewright.puzzle.check import Fault, faults

# The function takes the module's place as an attribute, so that `tilewright.solve(puzzle)` works.
from tilewright.solve import Solved, TilingStream, count, solve

__version__ = "0.1.0"

__all__ = [
    "Board",
    "Count",
    "EngineUnavailableError",
    "Fault",
    "Limit",
    "LimitError",
    "NotationError",
    "Piece",
    "PieceSet",
    "Placement",
    "Puzzle",
    "Report",
    "RunMismatchError",
    "Shikaku",
    "Solved",
    "TilewrightError",
    "Tiling",
    "TilingStream",
    "count",
    "faults",
    "load",
    "piece_set",
    "select",
    "solve",
]
