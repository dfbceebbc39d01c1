"""Puzzles: what every kind offers, and the kinds, a folder each."""

from typing import TYPE_CHECKING

from tilewright.puzzle.board import Board
from tilewright.puzzle.placement import Placement
from tilewright.puzzle.puzzle import Puzzle
from tilewright.puzzle.tiling import Tiling

if TYPE_CHECKING:
    from tilewright.puzzle.packing.puzzle import Packing
    from tilewright.puzzle.shikaku.puzzle import Shikaku

__all__ = ["Board", "Packing", "Placement", "Puzzle", "Shikaku", "Tiling"]


def __getattr__(name: str) -> object:
    """Import a kind of puzzle when it is first used (PEP 562): a puzzle is of one kind."""
    if name == "Packing":
        from tilewright.puzzle.packing.puzzle import Packing

        return Packing
    if name == "Shikaku":
        from tilewright.puzzle.shikaku.puzzle import Shikaku

        return Shikaku
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
