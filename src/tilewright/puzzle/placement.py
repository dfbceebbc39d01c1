"""Placements (a piece, the atoms it covers and its orientation), and the digest that identifies a puzzle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.errors import argument_error
from tilewright.lattice import Atom
from tilewright.pieces.piece import CellSet
from tilewright.puzzle.board import Board, polygon

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry


@dataclass(frozen=True)
class Placement(CellSet):
    """A piece, the atoms it covers (sorted), and the motion that gives its orientation.

    For Shikaku, the piece is `row,column` of the clue and the motion is the rectangle's `HxW`.

    >>> Placement("L", ((2, 1), (3, 1), (3, 2)), "90").id
    'L@2,1/90'
    >>> Placement("L", [[3, 1], [3, 2], [2, 1]], "90") == Placement("L", ((2, 1), (3, 1), (3, 2)), "90")
    True
    """

    piece: str
    atoms: tuple[Atom, ...]
    motion: str = "0"
    lattice: str = "square"

    if TYPE_CHECKING:

        def __init__(
            self, piece: str, atoms: Iterable[Sequence[int]], motion: str = "0", lattice: str = "square"
        ) -> None: ...

    def __post_init__(self) -> None:
        try:
            atoms = tuple(sorted(map(tuple, self.atoms)))
        except TypeError:
            raise argument_error("atoms", self.atoms, "cells, e.g. [(0, 0), (0, 1)]", False) from None
        object.__setattr__(self, "atoms", atoms)

    def region(self, board: Board) -> BaseGeometry:
        """Return the part of a board that it covers as a shapely geometry, x to the right, y up."""
        return polygon(board.grid, self.atoms, board.extent[0])

    @property
    def place(self) -> tuple[object, ...]:
        """The atoms covered, or their equivalent for a kind without cells.

        It distinguishes the placements of a piece.
        """
        return self.atoms

    @property
    def id(self) -> str:
        """The name of the placement in all output: `PIECE@row,column/motion`."""
        corner = ",".join(map(str, self.grid.corners_of(self.atoms)[0]))
        return f"{self.piece}@{corner}/{self.motion}"


def digest(*parts: object) -> str:
    """Return 16 hex digits of the SHA-256 of the parts as JSON; a tuple has the same digest as a list."""
    import hashlib
    import json

    text = json.dumps(parts, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
