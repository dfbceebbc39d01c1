"""Solve, count, prove, design, print and play puzzles in which pieces must fit a board.

>>> import tilewright as tw
>>> puzzle = tw.load("FNPUV@5x5")
>>> tw.count(puzzle).value
16
>>> print(tw.solve(puzzle).tilings[0])  # doctest: +SKIP
"""

from tilewright import _start as _start  # before all that takes time

# The function takes the module's place as an attribute, so that `tilewright.api.solve(puzzle)` works.
from tilewright.api.solve import Solved, TilingStream, count, solve
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import Count, Report
from tilewright.errors import (
    EngineUnavailableError,
    LimitError,
    NotationError,
    RunMismatchError,
    TilewrightError,
)
from tilewright.formats import load
from tilewright.pieces import Piece, PieceSet, piece_set, select
from tilewright.puzzle import Board, Packing, Placement, Shikaku, Tiling
from tilewright.puzzle.check import faults
from tilewright.puzzle.fault import Fault

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
    "Packing",
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
