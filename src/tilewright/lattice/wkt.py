"""WKT of polygons, read by a parser of our own: a library's parser that recurses ends the process on deep nesting."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from tilewright.errors import LimitError, NotationError, quote

Corner = tuple[float, float]
Ring = list[Corner]
T = TypeVar("T")

MAX_LENGTH = 4 << 20  # characters, as many as a file may have
EXAMPLE = "POLYGON ((0 0, 3 0, 3 3, 0 0))"
_TOKEN = re.compile(r"[A-Za-z]+|[(),]|[^\s(),]+")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)


def parse_wkt(text: str) -> list[list[Ring]]:
    """Return the polygons of a POLYGON or MULTIPOLYGON, each as its rings, the outer one first.

    Rings are closed: the last corner is the first. Raises NotationError naming the place that is wrong.
    """
    if len(text) > MAX_LENGTH:
        raise LimitError(f"the outline has {len(text):,} characters: expected at most {MAX_LENGTH:,}")
    reader = _Reader(text)
    name = reader.take().upper()
    if name not in ("POLYGON", "MULTIPOLYGON"):
        raise NotationError(f"outline {quote(text)}: expected a POLYGON or MULTIPOLYGON with area, such as {EXAMPLE}")
    polygons = [_polygon(reader)] if name == "POLYGON" else _several(reader, _polygon)
    if reader.take():
        raise reader.error("the end")
    return polygons


def _polygon(reader: _Reader) -> list[Ring]:
    return _several(reader, _ring)


def _ring(reader: _Reader) -> Ring:
    corners = _several(reader, _corner)
    if len(corners) < 4 or corners[0] != corners[-1]:
        raise reader.error("a ring of three corners or more that ends where it begins")
    return corners


def _corner(reader: _Reader) -> Corner:
    return reader.number(), reader.number()


def _several(reader: _Reader, read: Callable[[_Reader], T]) -> list[T]:
    """One or more of the same, divided by commas, in brackets."""
    reader.expect("(")
    items = [read(reader)]
    while reader.take() == ",":
        items.append(read(reader))
    if reader.token != ")":
        raise reader.error("',' or ')'")
    return items


class _Reader:
    """The tokens of a text one by one; after the last one all are empty."""

    def __init__(self, text: str) -> None:
        self.text, self.tokens = text, _TOKEN.finditer(text)
        self.token, self.start = "", 0

    def take(self) -> str:
        """Return the next token."""
        found = next(self.tokens, None)
        self.token, self.start = (found[0], found.start()) if found else ("", len(self.text))
        return self.token

    def expect(self, token: str) -> None:
        """Take a token that must be this one."""
        if self.take() != token:
            raise self.error(repr(token))

    def number(self) -> float:
        """Take a number; one that is too large for a float is infinite."""
        if not _NUMBER.fullmatch(self.take()):
            raise self.error("two numbers a corner")
        return float(self.token)

    def error(self, expected: str) -> NotationError:
        """What is wrong at the last token."""
        found = quote(self.token) if self.token else "it ends"
        return NotationError(
            f"outline {quote(self.text)}: {found} at character {self.start + 1} instead of {expected}: "
            f"expected WKT such as {EXAMPLE}"
        )
