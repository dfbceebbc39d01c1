"""What is asked for: pieces, symmetry group, contact, and a board that bounds the silhouettes."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass

from tilewright.errors import NotationError, quote
from tilewright.pieces import Piece, select

ALL = "all"
CORNER_CONCENTRIC = "corner-concentric"
CONTACTS = ("edge", "corner", "concentric", CORNER_CONCENTRIC, ALL)
THROUGH_CORNERS = ("corner", CORNER_CONCENTRIC)  # the classes in which parts that meet in a point are joined


PARTS = ("concentric", "corner")  # the contacts that "all" is composed of


@dataclass(frozen=True)
class Query:
    """Pieces in the short notation, group, contact, and rows and columns of the board that bounds the region, if any.

    own: the pieces themselves, when no notation names them; `pieces` is then the name of their file, or OWN.

    >>> Query("fridgeiq", "D4", within=(12, 12)).command
    'tilewright design silhouettes --pieces fridgeiq --symmetry D4 --contact edge --within 12x12'
    """

    pieces: str
    symmetry: str
    contact: str = "edge"
    within: tuple[int, int] | None = None
    own: tuple[Piece, ...] = ()

    def __post_init__(self) -> None:
        if self.contact not in CONTACTS:
            raise NotationError(f"unknown contact {quote(self.contact)}: expected one of {', '.join(CONTACTS)}")

    @property
    def chosen(self) -> tuple[Piece, ...]:
        """The pieces."""
        return self.own or select(self.pieces)

    @property
    def command(self) -> str:
        """The command that answers it."""
        pieces = f"--pieces {shlex.quote(self.pieces)}"
        bound = f" --within {self.within[0]}x{self.within[1]}" if self.within else ""
        return f"tilewright design silhouettes {pieces} --symmetry {self.symmetry} --contact {self.contact}{bound}"


def parse_within(text: str) -> tuple[int, int]:
    """Parse the board `RxC` that bounds silhouettes. Raises NotationError quoting the text.

    >>> parse_within("12x9")
    (12, 9)
    """
    if not (match := re.fullmatch(r"(\d{1,4})x(\d{1,4})", text)) or "0" in match.groups():
        raise NotationError(f"--within {quote(text)}: expected RxC, rows and columns, e.g. 12x12")
    return int(match[1]), int(match[2])
