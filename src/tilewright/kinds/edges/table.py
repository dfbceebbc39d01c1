"""Tables of edge-matching puzzles.

The keys are `name`, `tiles` (the name of a set such as "macmahon3", one tile a line, or a list of such lines), `board`
(a size, a drawing or cells), `border` (a label, "uniform" or "free"), `match` ("same" or "partner"), `motion` (for
tiles without a motion of their own), `wrap` ("columns" or "both"), `lattice` (such as "square~12", if the drawing does
not show the circumference of the board) and `pinned` (tables).

A tile is written `NAME: LABELS *COPIES !MOTION @PLACE`, and everything but the labels is optional. Labels are one word
with a character for each label (`abca`), or words between blanks, commas or slashes (`12 3 12 7`), clockwise from the
top of a square. `*` means any number of copies, `*2` two, `*0-3` at most three, `*1-` at least one. A place such as
`@0,3/90` pins the tile.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec

from tilewright.errors import ArgumentError, LimitError, NotationError, TilewrightError, quote
from tilewright.files import MAX_PIECES
from tilewright.kinds.edges.puzzle import EdgeMatching, TilePin
from tilewright.kinds.edges.tiles import LATTICES, Tile, is_set, select_tiles
from tilewright.lattice import lattice
from tilewright.pieces import Copies
from tilewright.puzzle import Board
from tilewright.puzzle.board import Cell, Wrap, as_size, read_cells, write_cells
from tilewright.puzzle.table import (
    SHAPE,
    WRAP,
    BoardDrawing,
    convert_table,
    read_board_atoms,
    with_wrap,
    write_board_cells,
)

_COPIES = re.compile(r"\*(?:(?P<lo>\d{1,7})(?P<range>-(?P<hi>\d{1,7})?)?)?", re.ASCII)
_PLACE = re.compile(r"@(?P<row>\d{1,6}),(?P<column>\d{1,6})(?P<slot>[a-z]?)(/(?P<motion>\w+))?", re.ASCII)
EXPECTED_LINE = "NAME: LABELS, then *COPIES, !MOTION or @ROW,COLUMN/MOTION, e.g. `7: abca *2`"


def parse_tiles(lines: Sequence[str], motion: str = "turn") -> tuple[tuple[Tile, ...], tuple[TilePin, ...]]:
    """Return the tiles of the lines and the pins among them.

    Blank lines and text behind `#` are skipped. Tiles without a name are numbered by their place in the list, from 1.
    `motion` applies to tiles without a motion of their own. Raises NotationError that quotes the wrong line, and
    LimitError for too many tiles.

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
            expected = f"expected {len(tiles[0].labels)}, as tile {quote(tiles[0].name)} has"
            raise NotationError(f"{quote(line)}: a tile with {len(tile.labels)} edges: {expected}")
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
        raise NotationError(f"expected {EXPECTED_LINE}")
    if len(labels) not in LATTICES:
        expected = "expected 3 (triangle), 4 (square) or 6 (hexagon), or a set such as macmahon3"
        raise NotationError(f"{len(labels)} labels: {expected}")
    copies = _copies(by_sign["*"]) if "*" in by_sign else (1, 1)
    own = by_sign["!"][1:].split("+") if "!" in by_sign else [motion]
    tile = Tile(name.strip() if colon else str(number), tuple(labels), copies, own[0] if len(own) == 1 else tuple(own))
    return tile, _line_pin(by_sign["@"], tile) if "@" in by_sign else None


def _copies(text: str) -> Copies:
    match = _COPIES.fullmatch(text)
    if not match:
        raise NotationError(f"{quote(text)}: expected copies *, *2, *0-3 or *1-")
    if match["lo"] is None:
        return 0, None
    lo = int(match["lo"])
    return lo, lo if not match["range"] else int(match["hi"]) if match["hi"] else None


def _line_pin(text: str, tile: Tile) -> TilePin:
    match = _PLACE.fullmatch(text)
    if not match:
        raise NotationError(f"{quote(text)}: expected a place such as @0,3/90")
    cell = [int(match["row"]), int(match["column"]), *filter(None, [match["slot"]])]
    atoms = read_cells(tile.grid, [cell])
    if len(atoms) != 1:
        raise NotationError(f"{quote(text)}: expected u or d behind the column: which triangle of the cell")
    return TilePin(tile.name, atoms[0], match["motion"] or "0")


EXPECTED_KEYS = {
    "name": "a string",
    "tiles": 'a set such as "macmahon3", one tile a line such as `7: abca`, or an array of them',
    "board": f'a size such as "4x6", {SHAPE}',
    "border": 'a label, "uniform" or "free"',
    "match": '"same" or "partner"',
    "motion": '"turn", "free" or "fixed"',
    "wrap": WRAP,
    "lattice": 'the lattice of the tiles, wrapped such as "square~12"',
    "pinned": "[[pinned]] tables with tile, cell and motion",
    "pinned.motion": '"0", "90", "180" or "270" in quotes for squares, "0", "60", ... "300" for triangles and hexagons',
    "tile": "the name of a tile",
    "cell": "[row, column]",
    "cells": "[[row, column], ...]",
}


class TilePinTable(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A tile that every tiling contains, and the motion in which it lies there."""

    tile: str
    cell: Cell
    motion: str = "0"


class EdgesTable(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """An edge-matching puzzle."""

    tiles: str | list[str]
    board: BoardDrawing
    name: str = ""
    border: str = "free"
    match: str = "same"
    motion: str = ""
    lattice: str = ""
    wrap: Wrap = ""
    pinned: list[TilePinTable] = []


def read_table(data: object, text: str) -> EdgeMatching:
    """Return the puzzle of a decoded file.

    Raises NotationError that names the wrong key and quotes its line.
    """
    return build_puzzle(convert_table(data, text, EdgesTable, {"pinned": TilePinTable}, EXPECTED_KEYS))


def build_puzzle(table: EdgesTable) -> EdgeMatching:
    """Return the puzzle of a table.

    Raises NotationError that says what is wrong.
    """
    try:
        tiles, pins = _tiles(table)
        name = LATTICES[len(tiles[0].labels)]
        more = tuple(_table_pin(pin, name) for pin in table.pinned)
        return EdgeMatching(_board(table, name), tiles, table.border or "free", table.match, (*pins, *more), table.name)
    except ArgumentError as error:  # a wrong argument here comes from text in the file
        raise NotationError(str(error)) from None


def _tiles(table: EdgesTable) -> tuple[tuple[Tile, ...], tuple[TilePin, ...]]:
    text = table.tiles if isinstance(table.tiles, str) else "\n".join(table.tiles)
    lines = [line for line in text.splitlines() if line.partition("#")[0].strip()]
    if not lines:
        raise NotationError(f"the puzzle has no tiles: expected {EXPECTED_KEYS['tiles']}")
    if len(lines) == 1 and is_set(lines[0]):
        tiles = select_tiles(lines[0])
        return tuple(replace(tile, motion=table.motion) for tile in tiles) if table.motion else tiles, ()
    return parse_tiles(lines, table.motion or "turn")


def _board(table: EdgesTable, plane: str) -> Board:
    """Return the board for tiles on the lattice `plane`."""
    if table.lattice.partition("~")[0] not in ("", plane):
        raise NotationError(f"lattice = {quote(table.lattice)}: expected {plane}, on which the tiles lie")
    drawing, lattice_name = table.board, table.lattice or plane
    if not isinstance(drawing, str):
        board = Board(read_board_atoms(drawing, lattice_name), lattice=lattice_name)
    elif size := as_size(drawing):
        board = Board.of_size(size, lattice_name)
    else:
        board = Board.parse(drawing, lattice_name)
    return with_wrap(board, table.wrap)


def _table_pin(table: TilePinTable, lattice_name: str) -> TilePin:
    atoms = read_cells(lattice(lattice_name), [table.cell])
    if len(atoms) != 1:
        raise NotationError(f'cell {quote(str(table.cell))}: expected [row, column, "u"] or "d" for one triangle')
    return TilePin(table.tile, atoms[0], table.motion)


def to_table(puzzle: EdgeMatching) -> dict[str, Any]:
    """Return the puzzle as the plain data of a file."""
    size, drawing = board_size(puzzle.board), str(puzzle.board)
    board: BoardDrawing = size or drawing
    if not size and Board.parse(drawing, puzzle.lattice) != puzzle.board:  # the drawing does not show all cells
        board = write_board_cells(write_cells(puzzle.grid, puzzle.board.atoms))
    pins = [TilePinTable(pin.tile, write_cells(puzzle.grid, [pin.atom])[0], pin.motion) for pin in puzzle.pinned]
    table = EdgesTable(
        "\n".join(map(str, puzzle.tiles)),
        board,
        puzzle.name,
        puzzle.border,
        puzzle.match,
        lattice="" if size or not puzzle.board.wrap else puzzle.lattice,
        pinned=pins,
    )
    data: dict[str, Any] = msgspec.to_builtins(table)
    return data


def board_size(board: Board) -> str:
    """Return the size that names a board, such as `4x6` or `h2`; "" if no size does.

    >>> board_size(Board.of_size("h2", "triangular"))
    'h2'
    """
    sizes = ["x".join(map(str, board.extent)) + "~" * len(board.circumferences)]
    sides = range(1, max(board.extent) + 1)
    count = len(board.atoms)
    sizes += [f"{named.letter}{n}" for named in board.grid.sizes for n in sides if named.number(n) == count]
    return next((size for size in sizes if Board.of_size(size, board.grid.plane.name) == board), "")
