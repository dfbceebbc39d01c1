"""A placement: a piece in one of its orientations at a position on the board."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.lattice import Atom, lattice


@dataclass(frozen=True)
class Placement:
    """Which piece, the atoms it covers (sorted), and the motion that gave its orientation.

    For Shikaku the piece is `row,column` of the clue and the motion is the rectangle's `HxW`.

    >>> Placement("L", ((2, 1), (3, 1), (3, 2)), "90").id
    'L@2,1/90'
    """

    piece: str
    atoms: tuple[Atom, ...]
    motion: str = "0"
    lattice: str = "square"

    @property
    def id(self) -> str:
        """The placement's name everywhere: `PIECE@row,column/motion`."""
        corner = ",".join(map(str, lattice(self.lattice).corners_of(self.atoms)[0]))
        return f"{self.piece}@{corner}/{self.motion}"
