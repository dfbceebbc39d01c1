"""Tables of edge-matching puzzles.

Keys: `name`, `tiles` (the name of a set such as "macmahon3", one tile a line as in `tile_lines.py`, or a list of such
lines), `board` (a size, a drawing or cells), `border` (a label, "uniform" or "free"), `match` ("same" or "partner"), `motion`
(of tiles that say nothing themselves), `wrap` ("columns" or "both") or `lattice` (such as "square~12", where the drawing does
not show how far around the board is), `pinned` (tables).
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from tilewright.errors import ArgumentError, NotationError, quote
from tilewright.kinds import EdgeMatching
from tilewright.kinds.edges.puzzle import TilePin
from tilewright.kinds.edges.sets import is_set, select_tiles
from tilewright.kinds.edges.tile import LATTICES, Tile
from tilewright.kinds.edges.tile_lines import parse_tiles, with_motion
from tilewright.kinds.packing.piece_table import read_atoms
from tilewright.lattice import lattice
from tilewright.puzzle import Board
from tilewright.puzzle.board import SIZE
from tilewright.puzzle.cells import Cell, read_cells, write_cells
from tilewright.puzzle.table import SHAPE, Drawing, convert_table

WRAPS = ("columns", "both")
EXPECTED = {
    "name": "a string",
    "tiles": 'a set such as "macmahon3", one tile a line such as `7: abca`, or an array of them',
    "board": f'a size such as "4x6", {SHAPE}',
    "border": 'a label, "uniform" or "free"',
    "match": '"same" or "partner"',
    "motion": '"turn", "free" or "fixed"',
    "wrap": "columns or both, what of the board begins again",
    "lattice": 'the lattice of the tiles, wrapped such as "square~12"',
    "pinned": "[[pinned]] tables with tile, cell and motion",
    "pinned.motion": '"0", "90", "180" or "270" in quotes for squares, "0", "60", ... "300" for triangles and hexagons',
    "tile": "the name of a tile",
    "cell": "[row, column]",
}


class TilePinTable(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A tile that every tiling contains, and the motion in which it lies there."""

    tile: str
    cell: Cell
    motion: str = "0"


class EdgesTable(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """An edge-matching puzzle."""

    tiles: str | list[str]
    board: Drawing
    name: str = ""
    border: str = "free"
    match: str = "same"
    motion: str = ""
    lattice: str = ""
    wrap: str = ""
    pinned: list[TilePinTable] = []


def read_table(data: object, text: str) -> EdgeMatching:
    """The puzzle of a decoded file."""
    table = convert_table(data, text, EdgesTable, {"pinned": TilePinTable}, EXPECTED)
    return build_puzzle(table)


def build_puzzle(table: EdgesTable) -> EdgeMatching:
    """Return the puzzle of a table. Raises NotationError saying what is wrong."""
    try:
        tiles, pins = _tiles(table)
        name = LATTICES[len(tiles[0].labels)]
        more = tuple(_pin(pin, name) for pin in table.pinned)
        return EdgeMatching(_board(table, name), tiles, table.border or "free", table.match, (*pins, *more), table.name)
    except ArgumentError as error:  # what is a wrong argument in Python is text that does not parse in a file
        raise NotationError(str(error)) from None


def _tiles(table: EdgesTable) -> tuple[tuple[Tile, ...], tuple[TilePin, ...]]:
    text = table.tiles if isinstance(table.tiles, str) else "\n".join(table.tiles)
    lines = [line for line in text.splitlines() if line.strip()]
    if not lines:
        raise NotationError(f"the puzzle has no tiles: expected {EXPECTED['tiles']}")
    if len(lines) == 1 and is_set(lines[0]):
        tiles = select_tiles(lines[0])
        return (with_motion(tiles, table.motion) if table.motion else tiles), ()
    return parse_tiles(lines, table.motion or "turn")


def _board(table: EdgesTable, plane: str) -> Board:
    """The board of tiles that lie on the lattice `plane`."""
    if table.lattice.partition("~")[0] not in ("", plane):
        raise NotationError(f"lattice = {quote(table.lattice)}: expected {plane}, on which the tiles lie")
    if table.wrap not in ("", *WRAPS):
        raise NotationError(f"wrap = {quote(table.wrap)}: expected {' or '.join(WRAPS)}")
    board = _drawn(table.board, table.lattice or plane)
    if not table.wrap or board.wrap == table.wrap:
        return board
    if board.wrap:
        raise NotationError(f"wrap = {quote(table.wrap)}, but the board wraps {board.wrap}: expected one of them")
    return board.wrapped(table.wrap)


def _drawn(board: Drawing, lattice_name: str) -> Board:
    if isinstance(board, str) and re.fullmatch(SIZE, board.strip()):
        return Board.of_size(board.strip(), lattice_name)
    if isinstance(board, str):
        return Board.parse(board, lattice_name)
    return Board(read_atoms(board, lattice_name), lattice=lattice_name)


def _pin(table: TilePinTable, lattice_name: str) -> TilePin:
    atoms = read_cells(lattice(lattice_name), [table.cell])
    if len(atoms) != 1:
        raise NotationError(f'cell {quote(str(table.cell))}: expected [row, column, "u"] or "d" for one triangle')
    return TilePin(table.tile, atoms[0], table.motion)


def _cells(puzzle: EdgeMatching) -> Drawing:
    """The board as a drawing, or as cells where that does not show them all."""
    drawing = str(puzzle.board)
    exact = Board.parse(drawing, puzzle.lattice) == puzzle.board
    return drawing if exact else write_cells(puzzle.grid, puzzle.board.atoms)


def to_table(puzzle: EdgeMatching) -> dict[str, Any]:
    """Return the puzzle as the plain data of a file."""
    board = board_size(puzzle.board)
    pins = [TilePinTable(pin.tile, write_cells(puzzle.grid, [pin.atom])[0], pin.motion) for pin in puzzle.pinned]
    table = EdgesTable(
        "\n".join(map(str, puzzle.tiles)),
        board or _cells(puzzle),
        puzzle.name,
        puzzle.border,
        puzzle.match,
        lattice="" if board or not puzzle.board.wrap else puzzle.lattice,
        pinned=pins,
    )
    data: dict[str, Any] = msgspec.to_builtins(table)
    return data


def board_size(board: Board) -> str:
    """Return the size that names a board, such as `4x6` or `h2`; empty where none does.

    >>> board_size(Board.of_size("h2", "triangular"))
    'h2'
    """
    sizes = ["x".join(map(str, board.extent)) + "~" * len(board.circumferences)]
    sides = range(1, max(board.extent) + 1)
    count = len(board.atoms)
    sizes += [f"{named.letter}{n}" for named in board.grid.sizes for n in sides if named.number(n) == count]
    return next((size for size in sizes if Board.of_size(size, board.grid.plane.name) == board), "")
