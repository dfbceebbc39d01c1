"""Tables of packing puzzles.

Keys: `name`, `lattice`, `pieces` (as in the short notation), `piece` (tables), `board` (a size, a drawing or cells)
or `outline` (WKT), `optional` (a drawing or cells, from the board's top left), `paint` (the same for each paint, where
pieces have `allowed_paints`), `pinned` (tables). Wherever a drawing may stand, a list of cells `[row, column]` or
`[row, column, "nesw"]` may.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Literal

import msgspec

from tilewright.errors import ArgumentError, LimitError, NotationError, TilewrightError, quote
from tilewright.formats.cells import read_cells, write_cells
from tilewright.formats.notation import check_notation_length
from tilewright.formats.source import MAX_PIECES
from tilewright.formats.table import SHAPE, Drawing, check_name, convert_table, to_table
from tilewright.lattice import Atom, lattice
from tilewright.pieces import Piece, select
from tilewright.pieces.glyphs import draw_cells, parse_cells
from tilewright.puzzle import Board, Packing
from tilewright.puzzle.board import MAX_CELLS, SIZE
from tilewright.puzzle.packing.puzzle import Pin

KEY = ""  # what is said without any other kind's key
Any_ = Literal["any"]
EXPECTED = {
    "name": "a string",
    "lattice": "the name of a lattice",
    "pieces": 'pieces as in "tetrominoes:SIO*"',
    "board": f'a size such as "3x3", {SHAPE}',
    "outline": 'WKT such as "POLYGON ((0 0, 3 0, 3 3, 0 0))"',
    "optional": SHAPE,
    "piece": "[[piece]] tables",
    "pinned": "[[pinned]] tables",
    "shape": SHAPE,
    "copies": 'a number, "any", or [fewest, most]',
    "turn": "true or false",
    "flip": "true or false",
    "motions": 'names such as ["0", "90"]',
    "color": "a CSS color",
    "cells": SHAPE,
    "paint": "a drawing or cells for each paint",
    "allowed_paints": "tables of cells and the paints they may lie on",
    "paints": "a list of paints",
}


class AllowedPaintsTable(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Cells of a piece, from its top left, that may lie only on these paints of the board and where it has none."""

    cells: Drawing
    paints: list[str]


class PieceTable(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A piece: `copies` is a number, "any", or [fewest, most]; `motions` names them instead of `turn` and `flip`.

    Without a word on `flip` pieces flip, but not in space.
    """

    name: str
    shape: Drawing
    copies: int | Any_ | tuple[int, int | Any_] = 1
    turn: bool = True
    flip: bool | None = None
    motions: list[str] | None = None
    color: str | None = None
    allowed_paints: list[AllowedPaintsTable] = []


class PackingPinTable(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A placement every tiling contains."""

    piece: str = ""
    cells: Drawing | None = None


class PackingTable(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A packing puzzle."""

    name: str = ""
    lattice: str | None = None
    pieces: str | None = None
    board: Drawing | None = None
    outline: str | None = None
    optional: Drawing | None = None
    paint: dict[str, Drawing] = {}
    piece: list[PieceTable] = []
    pinned: list[PackingPinTable] = []


def read_table(data: object, text: str) -> Packing:
    """The puzzle of a decoded file."""
    return _puzzle(_table(data, text))


def read_pieces(data: object, text: str) -> tuple[Piece, ...]:
    """The pieces of a decoded file, which may have no board; NotationError as for `from_table`."""
    for other, what in (("shikaku", "a Shikaku has no pieces"), ("named", "a family of puzzles")):
        if isinstance(data, dict) and other in data:
            raise NotationError(f'{what}: expected pieces = "..." or [[piece]] tables')
    return _pieces(_table(data, text))[1]


def _table(data: object, text: str) -> PackingTable:
    table = convert_table(data, text, PackingTable, {"piece": PieceTable, "pinned": PackingPinTable}, EXPECTED)
    if len(table.piece) + len(table.pinned) > MAX_PIECES:
        raise LimitError(f"there are {len(table.piece) + len(table.pinned):,} pieces: expected at most {MAX_PIECES:,}")
    for paint in {
        *table.paint,
        *(each for piece in table.piece for row in piece.allowed_paints for each in row.paints),
    }:
        check_name(paint, "paint")
    return table


def _puzzle(table: PackingTable) -> Packing:
    name, pieces = _pieces(table)
    pins = tuple(_pin(pin, name) for pin in table.pinned)
    paint = tuple((atom, paint) for paint, cells in table.paint.items() for atom in _atoms(cells, name))
    return Packing(replace(_board(table, name), paint=paint), pieces, pins, table.name)


def _pieces(table: PackingTable) -> tuple[str, tuple[Piece, ...]]:
    """The lattice and the pieces on it."""
    chosen = select(check_notation_length(table.pieces)) if table.pieces is not None else ()
    name = table.lattice or (chosen[0].lattice if chosen else "square")
    lattice(name)
    pieces = chosen + tuple(_piece(piece, name) for piece in table.piece)
    if not pieces:
        raise NotationError('there are no pieces: expected pieces = "..." or [[piece]] tables')
    return name, pieces


def _piece(table: PieceTable, lattice_name: str) -> Piece:
    copies = table.copies if isinstance(table.copies, tuple) else (table.copies, table.copies)
    lo, hi = (0 if copies == ("any", "any") else copies[0]), (None if copies[1] == "any" else copies[1])
    if any(isinstance(bound, int) and bound > MAX_CELLS for bound in (lo, hi)):
        raise NotationError(f"piece {quote(table.name)}: copies {table.copies}: expected at most {MAX_CELLS:,} or any")
    try:
        drawn = _atoms(table.shape, lattice_name)
        atoms = lattice(lattice_name).normalize(drawn) if drawn else ()
        paints = tuple(
            (atom, tuple(row.paints)) for row in table.allowed_paints for atom in _atoms(row.cells, lattice_name)
        )
        motion = _motion(table, lattice_name)
        return Piece(table.name, atoms, lattice_name, (lo, hi), motion, table.color, paints)  # type: ignore[arg-type]
    except ArgumentError as error:  # what is a wrong argument in Python is text that does not parse in a file
        raise NotationError(f"piece {quote(table.name)}: {error}") from None
    except TilewrightError as error:
        raise type(error)(f"piece {quote(table.name)}: {error}") from None


def _motion(table: PieceTable, lattice_name: str) -> str | tuple[str, ...]:
    if table.motions is not None:
        return tuple(table.motions)
    flip = lattice(lattice_name).default_motion == "free" if table.flip is None else table.flip
    if table.turn:
        return "free" if flip else "turn"
    return _flip_only(lattice_name) if flip else "fixed"


def _flip_only(lattice_name: str) -> tuple[str, ...]:
    motions = lattice(lattice_name).motions
    return (motions[0].name, next(motion.name for motion in motions if motion.mirrored))


def _atoms(drawing: Drawing, lattice_name: str) -> tuple[Atom, ...]:
    if isinstance(drawing, str):
        return parse_cells(drawing, lattice_name)
    return read_cells(lattice(lattice_name), drawing)


def _board(table: PackingTable, lattice_name: str) -> Board:
    if (table.board is None) == (table.outline is None):
        raise NotationError('expected one of board = "3x3", board = a drawing, outline = "POLYGON (...)"')
    if table.outline is not None:
        atoms = Board.from_outline(table.outline, lattice_name).atoms
    elif isinstance(table.board, str) and re.fullmatch(SIZE, table.board.strip()):
        atoms = Board.of_size(table.board.strip(), lattice_name).atoms
    elif isinstance(table.board, str) and table.optional is None:
        return Board.parse(table.board, lattice_name)
    else:
        atoms = _atoms(table.board or [], lattice_name)
    optional = _atoms(table.optional, lattice_name) if table.optional is not None else ()
    may = set(optional)
    return Board(tuple(atom for atom in atoms if atom not in may), optional, lattice_name)


def _pin(table: PackingPinTable, lattice_name: str) -> Pin:
    if not table.piece or table.cells is None:
        raise NotationError(
            "a [[pinned]] table without piece or cells: expected piece = NAME and cells = [[row, column], ...]"
        )
    return Pin(table.piece, tuple(sorted(_atoms(table.cells, lattice_name))))


@to_table.register(Packing)
def _to_table(puzzle: Packing) -> dict[str, Any]:
    board = puzzle.board
    table = PackingTable(
        name=puzzle.name,
        lattice=puzzle.lattice,
        piece=[piece_table(piece) for piece in puzzle.pieces],
        board=str(board),
        pinned=[PackingPinTable(pin.piece, write_cells(puzzle.grid, pin.atoms)) for pin in puzzle.pinned],
    )
    if "?" in str(board) or Board.parse(str(board), board.lattice) != replace(board, paint=()):
        table.board = write_cells(puzzle.grid, board.atoms)
        table.optional = write_cells(puzzle.grid, board.optional) or None
    for paint in sorted({paint for _, paint in board.paint}):
        table.paint[paint] = write_cells(puzzle.grid, (atom for atom, each in board.paint if each == paint))
    data: dict[str, Any] = msgspec.to_builtins(table)
    return data


def piece_table(piece: Piece) -> PieceTable:
    """A piece as the table of a file."""
    lo, hi = piece.copies
    copies: Any = "any" if (lo, hi) == (0, None) else lo if lo == hi else (lo, "any" if hi is None else hi)
    table = PieceTable(piece.name, _drawing(piece.atoms, piece.lattice), copies, color=piece.color)
    for paints in sorted({paints for _, paints in piece.allowed_paints}):
        cells = write_cells(piece.grid, (atom for atom, each in piece.allowed_paints if each == paints))
        table.allowed_paints.append(AllowedPaintsTable(cells, list(paints)))
    if piece.motion == piece.grid.default_motion:
        return table
    if piece.motion in ("free", "turn", "fixed"):
        table.turn, table.flip = piece.motion != "fixed", piece.motion == "free"
    elif piece.motion == _flip_only(piece.lattice):
        table.turn, table.flip = False, True
    else:
        table.motions = [piece.motion] if isinstance(piece.motion, str) else list(piece.motion)
    return table


def _drawing(atoms: tuple[Atom, ...], lattice_name: str) -> Drawing:
    """A drawing where one shows every cell, else the cells."""
    drawing = draw_cells(atoms, lattice_name)
    return write_cells(lattice(lattice_name), atoms) if "?" in drawing else drawing
