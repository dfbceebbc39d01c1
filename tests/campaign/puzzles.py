"""What a drawn puzzle is: plain cells, numbers and sentences, from which texts, objects and the truth are made.

A drawn puzzle is a frozen dataclass of tuples, texts and numbers, so that its `repr` makes it again and a reduced one is
`dataclasses.replace`.
"""

from __future__ import annotations

import json
from dataclasses import MISSING, dataclass, fields, is_dataclass
from typing import Any, TypeVar

import msgspec

Atom = tuple[int, ...]
Copies = tuple[int, int | None]


T = TypeVar("T")


def to_text(drawn: Any) -> str:
    """A drawn puzzle as JSON, without what is as by default."""
    return json.dumps(_plain(drawn), separators=(",", ":"))


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        there = [(each.name, getattr(value, each.name), each) for each in fields(value)]
        return {name: _plain(found) for name, found, each in there if found != _default(each)}
    return [_plain(each) for each in value] if isinstance(value, tuple) else value


def _default(each: Any) -> Any:
    return each.default if each.default_factory is MISSING else each.default_factory()


def from_text(text: str, drawn: type[T]) -> T:
    """The puzzle that `to_text` wrote.

    >>> from_text(to_text(Packed("square", ((0, 0),), ())), Packed).lattice
    'square'
    """
    return msgspec.json.decode(text, type=drawn)


@dataclass(frozen=True)
class Shape:
    """A piece: cells in any position, how often it may lie, how it may move, and where its cells may lie if there is paint.

    motion: "free", "turn", "fixed", or names of motions.
    """

    name: str
    atoms: tuple[Atom, ...]
    copies: Copies = (1, 1)
    motion: str | tuple[str, ...] = "free"
    paints: tuple[tuple[Atom, tuple[str, ...]], ...] = ()
    color: str | None = None


@dataclass(frozen=True)
class Sentence:
    """What `--where` says: the words, and their meaning in parts, of which a form needs some.

    form: each, counted, no two, together, or none.
    kind: whether it is about the pieces of each shape by themselves.
    where: "" for nothing, "border" or "cell"; cell and letter say which.
    """

    words: str
    form: str
    names: tuple[str, ...] = ()
    kind: bool = False
    where: str = ""
    cell: Atom = ()
    letter: str = ""
    negated: bool = False
    bounds: Copies = (0, None)
    relation: str = ""


@dataclass(frozen=True)
class Predicate:
    """What a function of Python says: `each` bars a piece from a cell, `pair` two pieces from beginning in the same row or column."""

    form: str
    names: tuple[str, ...]
    cell: Atom = ()
    axis: int = 0


@dataclass(frozen=True)
class Packed:
    """A puzzle of pieces and cells.

    wrap:    "" for a flat board, "columns" or "both" for a cylinder or a torus of the periods (rows, columns).
    size:    what the board is called in the short notation, "" if it has no such name.
    pieces_text: the notation of the pieces, "" if they are drawn.
    partial: what lies on the board already, as pins do.
    named, groups, excluded: of a family.
    """

    lattice: str
    atoms: tuple[Atom, ...]
    pieces: tuple[Shape, ...]
    optional: tuple[Atom, ...] = ()
    wrap: str = ""
    periods: tuple[int, int] = (0, 0)
    size: str = ""
    pieces_text: str = ""
    pins: tuple[tuple[str, tuple[Atom, ...]], ...] = ()
    paint: tuple[tuple[Atom, str], ...] = ()
    where: tuple[Sentence, ...] = ()
    predicates: tuple[Predicate, ...] = ()
    partial: tuple[tuple[str, tuple[Atom, ...]], ...] = ()
    named: tuple[tuple[str, tuple[Atom, ...]], ...] = ()
    groups: tuple[tuple[str, ...], ...] = ()
    excluded: tuple[tuple[str, ...], ...] = ()
    title: str = ""


@dataclass(frozen=True)
class Covered:
    """A plain exact cover: (name, fewest, most) of each item; of each option its items with their colors ("" for none).

    secondary: items that are covered at most once; only these have colors.
    """

    items: tuple[tuple[str, int, int | None], ...]
    options: tuple[tuple[tuple[str, str], ...], ...]
    secondary: tuple[str, ...] = ()


@dataclass(frozen=True)
class Divided:
    """A Shikaku: the size, (row, column, cells or None) of each clue, and rectangles (top, left, height, width)."""

    rows: int
    columns: int
    clues: tuple[tuple[int, int, int | None], ...]
    pins: tuple[tuple[int, int, int, int], ...] = ()
    partial: tuple[tuple[int, int, int, int], ...] = ()
    title: str = ""


@dataclass(frozen=True)
class Tile:
    """A tile: a label for each side, how often it may lie, how it may be turned."""

    name: str
    labels: tuple[str, ...]
    copies: Copies = (1, 1)
    motion: str = "turn"


@dataclass(frozen=True)
class Tiled:
    """An edge-matching puzzle; pins and what lies there are (tile, cell, motion)."""

    lattice: str
    atoms: tuple[Atom, ...]
    tiles: tuple[Tile, ...]
    border: str = "free"
    match: str = "same"
    wrap: str = ""
    periods: tuple[int, int] = (0, 0)
    size: str = ""
    pins: tuple[tuple[str, Atom, str], ...] = ()
    partial: tuple[tuple[str, Atom, str], ...] = ()
    title: str = ""


@dataclass(frozen=True)
class Frame:
    """How a shape of cells lies in the plane: turned by (cos, sin), then moved. A number is (a, b, c, d): a/b + c/d * root.

    The root is that of the puzzle; see `truth_polygons.py`.
    """

    turn: int = 0
    x: tuple[int, int, int, int] = (0, 1, 0, 1)
    y: tuple[int, int, int, int] = (0, 1, 0, 1)


@dataclass(frozen=True)
class Cut:
    """A puzzle of polygons that are made of cells, so that all places of pieces are places of cells.

    root:   2, 3 or 1: the square root that coordinates may have, 1 for none.
    frames: of the board and of each piece.
    pins, partial: pieces with the cells of the board that they cover.
    """

    lattice: str
    atoms: tuple[Atom, ...]
    pieces: tuple[Shape, ...]
    root: int = 1
    frame: Frame = Frame()
    frames: tuple[Frame, ...] = ()
    pins: tuple[tuple[str, tuple[Atom, ...]], ...] = ()
    partial: tuple[tuple[str, tuple[Atom, ...]], ...] = ()
    title: str = ""
