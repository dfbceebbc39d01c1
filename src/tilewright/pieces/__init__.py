"""Pieces: shapes with rules of motion and supply, the named sets, and the enumerator that makes them."""

from typing import TYPE_CHECKING

from tilewright.pieces.piece import Copies, Piece

if TYPE_CHECKING:
    from tilewright.pieces.sets import PieceSet, piece_set, select

__all__ = ["Copies", "Piece", "PieceSet", "piece_set", "select"]


def __getattr__(name: str) -> object:
    """Import the named sets when they are first used (PEP 562): a puzzle may draw its pieces."""
    if name not in ("PieceSet", "piece_set", "select"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from tilewright.pieces import sets  # at its first use: see above

    return getattr(sets, name)
