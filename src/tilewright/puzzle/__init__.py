"""Puzzles: what every kind offers, and the kinds, a folder each."""

from importlib import import_module
from typing import TYPE_CHECKING

from tilewright.puzzle.board import Board
from tilewright.puzzle.placement import Placement
from tilewright.puzzle.puzzle import Puzzle
from tilewright.puzzle.tiling import Tiling

if TYPE_CHECKING:
    from tilewright.puzzle.edges.puzzle import EdgeMatching
    from tilewright.puzzle.packing.puzzle import Packing
    from tilewright.puzzle.shikaku.puzzle import Shikaku

# The class of each kind of puzzle -> its module.
KINDS = {
    "EdgeMatching": "tilewright.puzzle.edges.puzzle",
    "Packing": "tilewright.puzzle.packing.puzzle",
    "Shikaku": "tilewright.puzzle.shikaku.puzzle",
}
__all__ = ["Board", "EdgeMatching", "Packing", "Placement", "Puzzle", "Shikaku", "Tiling"]


def __getattr__(name: str) -> object:
    """Import a kind of puzzle when it is first used (PEP 562): a puzzle is of one kind."""
    if name not in KINDS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(KINDS[name]), name)
