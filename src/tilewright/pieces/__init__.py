"""Pieces: shapes with rules of motion and supply, the named sets, and the enumerator that makes them."""

from tilewright.pieces.piece import Copies, Piece
from tilewright.pieces.sets import PieceSet, piece_set, select

__all__ = ["Copies", "Piece", "PieceSet", "piece_set", "select"]
