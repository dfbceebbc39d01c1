"""Pieces: shapes with rules of motion and supply, the named sets, and the enumeration of polyforms."""

from typing import TYPE_CHECKING

from tilewright.pieces.piece import Copies, Piece

if TYPE_CHECKING:
    from tilewright.pieces.sets import PieceSet, piece_set, select

__all__ = ["Copies", "Piece", "PieceSet", "piece_set", "select"]


def __getattr__(name: str) -> object:
    """Import the named sets on first use (PEP 562), because a puzzle may draw its own pieces."""
    if name not in ("PieceSet", "piece_set", "select"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from tilewright.pieces import sets

    return getattr(sets, name)
