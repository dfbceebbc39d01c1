"""Lists of drawings of pieces, separated by empty lines or by a line `NAME:` above each.

Every drawing uses one mark, which may be a letter of its own. The pieces are on the square lattice, and may turn and
flip.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import count
from string import ascii_uppercase
from typing import NamedTuple, NoReturn

from tilewright.errors import LimitError, NotationError, TilewrightError, quote
from tilewright.files import MAX_PIECES
from tilewright.pieces import marks
from tilewright.pieces.piece import Piece, is_rows_text, note_parts, parse_shape

HEADING = re.compile(r"(?:(?:shape|piece|present|block)[ \t]*)?(\w{1,20})[ \t]*:", re.IGNORECASE)
LISTED = "drawings divided by empty lines, each in # for cells and . or blanks for none"
IN_PARTS = "for one piece in several parts a TOML file with connected = false"


def parse_list(text: str) -> tuple[Piece, ...]:
    """Return the pieces of a list of drawings. Raises NotationError quoting the line that is wrong.

    >>> [piece.name for piece in parse_list("XX\\n X\\n\\nXXX")], [piece.name for piece in parse_list("L\\nLL\\n\\nIII")]
    (['A', 'B'], ['L', 'I'])
    """
    drawn = read_drawings(text)
    if not drawn:
        raise NotationError(f"there are no drawings: expected {LISTED}")
    return tuple(build_piece(name, each) for name, each in zip(names_of(drawn), drawn, strict=True))


def is_list(text: str) -> bool:
    """Return True for several lines of which the first is a line of a drawing, or a name above one.

    >>> is_list("XX\\n X"), is_list("A:\\nXX"), is_list("tetrominoes\\n+FNP"), is_list("X")
    (True, True, False, False)
    """
    first, *others = text.strip().splitlines() or [""]
    marked = set(first) - set(f"{marks.NONE} \t")
    return bool(others) and (len(marked) == 1 or is_rows_text(first) or HEADING.fullmatch(first.strip()) is not None)


class DrawnPiece(NamedTuple):
    """A drawing of a list: the name above it ("" if there is none), its mark, and its lines."""

    name: str
    mark: str
    lines: tuple[str, ...]

    @property
    def drawing(self) -> str:
        """The drawing in a standard mark."""
        text = "\n".join(self.lines)
        marks.check_layout(text, "square")
        return text if self.mark in marks.ALL else text.replace(self.mark, "#")


def build_piece(name: str, drawn: DrawnPiece) -> Piece:
    """Return the piece of a drawing. Raises NotationError for a piece in several parts, unless it has a name."""
    try:
        piece = Piece(name, parse_shape(drawn.drawing, "square"), connected=False)
    except TilewrightError as error:
        raise type(error)(f"the drawing {quote(drawn.lines[0])}: {error}") from None
    if not piece.connected and not drawn.name:
        raise NotationError(
            f"the drawing {quote(drawn.lines[0])} is in several parts, which may be one piece or several: expected an empty line "
            f"between two pieces, or {IN_PARTS}"
        )
    return note_parts(piece)


def names_of(drawn: Sequence[DrawnPiece]) -> Sequence[str]:
    """Return the names of the drawings: those written above them, the letters used as marks, or A, B, C, ...

    Raises NotationError for names that are ambiguous or repeated.
    """
    written = [each.name for each in drawn]
    if all(written):
        if twice := next((name for name in written if written.count(name) > 1), ""):
            raise NotationError(f"two drawings are called {quote(twice)}: expected names that differ")
        return written
    if any(written):
        bare = next(each for each in drawn if not each.name)
        raise NotationError(
            f"the drawing {quote(bare.lines[0])} has no name, but others have: expected NAME: above each"
        )
    found = [each.mark for each in drawn]
    if len(set(found)) == len(found) > 1 and all(map(str.isalpha, found)):
        return found
    if len(set(found)) > 1 and not set(found) <= set(marks.SURE):
        raise NotationError(
            f"drawings in {' and in '.join(dict.fromkeys(found))}, some in the same mark: the pieces of one mark may be one piece or "
            "several: expected one mark for all, or one for each"
        )
    return [name for name, _ in zip(letters(), drawn, strict=False)]


def letters() -> Iterator[str]:
    """Yield the names A, B, ..., Z, A1, B1, ..."""
    return (f"{letter}{number or ''}" for number in count() for letter in ascii_uppercase)


def read_drawings(text: str) -> list[DrawnPiece]:
    """Return the drawings of a list. Raises NotationError quoting the first line that is not part of one."""
    found = list[DrawnPiece]()
    for drawn in _divided(text):
        if len(found) == MAX_PIECES:
            raise LimitError(f"there are more than {MAX_PIECES:,} drawings: expected fewer")
        found.append(drawn)
    return found


def _divided(text: str) -> Iterator[DrawnPiece]:
    name, rows = "", list[str]()
    lines = marks.expanded(text).splitlines()
    for number, line in enumerate([*lines, ""]):
        heading = HEADING.fullmatch(line.strip())
        if line.strip() and not heading and not _is_comment(line):
            rows.append(line.rstrip())
            continue
        if _is_comment(line) and rows:
            refuse_line(line, "a comment within a drawing")
        if rows:
            yield _drawn(name, rows)
            name, rows = "", []
        if name and (heading or number == len(lines)):
            raise NotationError(f"there is no drawing below {quote(name)}: expected one in {marks.FORM}")
        name = heading[1] if heading else name


def _drawn(name: str, rows: list[str]) -> DrawnPiece:
    """Return the drawing of rows in a single mark with blanks or dots, or in 0 and 1."""
    text = "\n".join(rows)
    if is_rows_text(text):
        return DrawnPiece(name, "#", tuple(rows))
    used = [mark for mark in dict.fromkeys(text) if mark not in f"{marks.NONE} \n"]
    if not used:
        refuse_line(rows[0], "there is no cell in this drawing")
    if len(used) > 1 and not set(used) <= set(marks.SURE):
        refuse_line(next(row for row in rows if used[1] in row), f"{used[0]} and {used[1]} in one drawing")
    if not (used[0] in marks.ALL or (used[0].isascii() and used[0].isalpha())):
        refuse_line(rows[0], f"unexpected {used[0]!r}")
    return DrawnPiece(name, used[0], tuple(rows))


def _is_comment(line: str) -> bool:
    """Return whether a line consists of a comment sign, a blank and words that are not cells."""
    found = re.fullmatch(r"\s*(?:#+|;+|//|%+)\s(.*)", line)
    return found is not None and any(not set(word) <= set(marks.ALL) for word in re.findall(r"\w{2,}", found[1]))


def refuse_line(line: str, what: str) -> NoReturn:
    """Raise NotationError for a line that is not part of a drawing."""
    raise NotationError(f"{quote(line)}: {what}: expected {LISTED}, such as '##.' above '.##'")
