"""Tiles as text, one a line: `NAME: LABELS *COPIES !MOTION @PLACE`, of which only the labels must be there.

Labels are one word of one character each (`abca`), or words between blanks, commas or slashes (`12 3 12 7`), clockwise
from the top of a square. `*` is any number, `*2` two, `*0-3` at most three, `*1-` at least one. A place such as `@0,3/90`
pins the tile: row, column, and the motion in which it lies there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from tilewright.errors import ArgumentError, LimitError, NotationError, TilewrightError, quote
from tilewright.kinds.edges.puzzle import TilePin
from tilewright.kinds.edges.tile import LATTICES, Copies, Tile
from tilewright.puzzle.cells import read_cells
from tilewright.source import MAX_PIECES

_COPIES = re.compile(r"\*(?:(?P<lo>\d{1,7})(?P<range>-(?P<hi>\d{1,7})?)?)?", re.ASCII)
_PLACE = re.compile(r"@(?P<row>\d{1,6}),(?P<column>\d{1,6})(?P<slot>[a-z]?)(/(?P<motion>\w+))?", re.ASCII)
EXPECTED = "NAME: LABELS, then *COPIES, !MOTION or @ROW,COLUMN/MOTION, e.g. `7: abca *2`"


def parse_tiles(lines: Sequence[str], motion: str = "turn") -> tuple[tuple[Tile, ...], tuple[TilePin, ...]]:
    """Return the tiles of the lines and the pins among them; blank lines and what stands behind `#` are left out.

    Tiles without a name are numbered by their place in the list, from 1. `motion` is for those that have none. Raises
    NotationError quoting the line that is wrong.

    >>> tiles, pins = parse_tiles(["abca", "x: 1 2 12 3 *0-2"])
    >>> tiles[1].name, tiles[1].labels, tiles[1].copies
    ('x', ('1', '2', '12', '3'), (0, 2))
    """
    told = [line for line in (each.partition("#")[0].strip() for each in lines) if line]
    if len(told) > MAX_PIECES:
        raise LimitError(f"there are {len(told):,} tiles: expected at most {MAX_PIECES:,}")
    tiles: list[Tile] = []
    pins: list[TilePin] = []
    for number, line in enumerate(told, start=1):
        try:
            tile, pin = _parse_line(line, number, motion)
        except ArgumentError as error:
            raise NotationError(f"{quote(line)}: {error}") from None
        except TilewrightError as error:
            raise type(error)(f"{quote(line)}: {error}") from None
        tiles.append(tile)
        pins += [pin] if pin else []
        if len(tile.labels) != len(tiles[0].labels):
            raise NotationError(
                f"{quote(line)}: a tile with {len(tile.labels)} edges: "
                f"expected {len(tiles[0].labels)}, as tile {quote(tiles[0].name)} has"
            )
    return tuple(tiles), tuple(pins)


def _parse_line(line: str, number: int, motion: str) -> tuple[Tile, TilePin | None]:
    name, colon, rest = line.partition(":")
    words = (rest if colon else line).split()
    marks = [word for word in words if word[0] in "*!@"]
    labels = [label for word in words if word[0] not in "*!@" for label in re.split(r"[,/]", word) if label]
    if len(labels) == 1:
        labels = list(labels[0])
    by_sign = {mark[0]: mark for mark in marks}
    if len(by_sign) != len(marks) or not labels or words[len(words) - len(marks) :] != marks:
        raise NotationError(f"expected {EXPECTED}")
    if len(labels) not in LATTICES:
        expected = "expected 3 (triangle), 4 (square) or 6 (hexagon), or a set such as macmahon3"
        raise NotationError(f"{len(labels)} labels: {expected}")
    copies = _copies(by_sign["*"]) if "*" in by_sign else (1, 1)
    own = by_sign["!"][1:].split("+") if "!" in by_sign else [motion]
    tile = Tile(name.strip() if colon else str(number), tuple(labels), copies, own[0] if len(own) == 1 else tuple(own))
    return tile, _pin(by_sign["@"], tile) if "@" in by_sign else None


def _copies(text: str) -> Copies:
    match = _COPIES.fullmatch(text)
    if not match:
        raise NotationError(f"{quote(text)}: expected copies *, *2, *0-3 or *1-")
    if match["lo"] is None:
        return 0, None
    lo = int(match["lo"])
    return lo, lo if not match["range"] else int(match["hi"]) if match["hi"] else None


def _pin(text: str, tile: Tile) -> TilePin:
    match = _PLACE.fullmatch(text)
    if not match:
        raise NotationError(f"{quote(text)}: expected a place such as @0,3/90")
    cell = [int(match["row"]), int(match["column"]), *filter(None, [match["slot"]])]
    atoms = read_cells(tile.grid, [cell])
    if len(atoms) != 1:
        raise NotationError(f"{quote(text)}: expected u or d behind the column: which triangle of the cell")
    return TilePin(tile.name, atoms[0], match["motion"] or "0")


def with_motion(tiles: Sequence[Tile], motion: str) -> tuple[Tile, ...]:
    """Return the tiles, all of them moving by this rule."""
    return tuple(replace(tile, motion=motion) for tile in tiles)
