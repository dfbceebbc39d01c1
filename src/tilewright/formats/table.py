"""The full form of a puzzle as a table, the one schema of TOML and JSON files (and of the studio).

Keys: `name`, `lattice`, `pieces` (as in the short notation), `piece` (tables), `board` (a size, a drawing or cells)
or `outline` (WKT), `optional` (a drawing or cells, from the board's top left), `paint` (the same for each paint, where
pieces have `grounds`), `pinned` (tables); or `shikaku` (a grid of clues). Wherever a drawing may stand, a list of
cells `[row, column]` or `[row, column, "nesw"]` may.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any, Literal

import msgspec

from tilewright.errors import ArgumentError, LimitError, NotationError, TilewrightError, printable, quoted, steers
from tilewright.formats import family, shikaku_grid
from tilewright.formats.cells import Cell, read_cells, write_cells
from tilewright.formats.notation import not_too_long
from tilewright.formats.source import MAX_PIECES
from tilewright.lattice import Atom, lattice
from tilewright.pieces import Piece, select
from tilewright.pieces.glyphs import draw_cells, parse_cells
from tilewright.pieces.piece import LONGEST_NAME
from tilewright.puzzle import Board, Packing, Puzzle, Shikaku
from tilewright.puzzle.board import MAX_CELLS, SIZE
from tilewright.puzzle.packing.puzzle import Pin

Drawing = str | list[Cell]
Any_ = Literal["any"]

# What a key takes, for messages.
_SHAPE = "a drawing or cells [[row, column], ...]"
EXPECTED = {
    "name": "a string",
    "lattice": "the name of a lattice",
    "pieces": 'pieces as in "tetrominoes:SIO*"',
    "board": f'a size such as "3x3", {_SHAPE}',
    "outline": 'WKT such as "POLYGON ((0 0, 3 0, 3 3, 0 0))"',
    "optional": _SHAPE,
    "shikaku": "a grid of clues",
    "piece": "[[piece]] tables",
    "pinned": "[[pinned]] tables",
    "shape": _SHAPE,
    "copies": 'a number, "any", or [fewest, most]',
    "turn": "true or false",
    "flip": "true or false",
    "motions": 'names such as ["0", "90"]',
    "color": "a CSS color",
    "cells": _SHAPE,
    "rect": "[top, left, height, width]",
    "paint": "a drawing or cells for each paint",
    "grounds": "tables of cells and the paints they may lie on",
    "paints": "a list of paints",
}


class GroundTable(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
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
    grounds: list[GroundTable] = []


class PinTable(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A placement every tiling contains: a piece and its cells, or for Shikaku `rect` = [top, left, height, width]."""

    piece: str = ""
    cells: Drawing | None = None
    rect: tuple[int, int, int, int] | None = None


class PuzzleTable(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A puzzle."""

    name: str = ""
    lattice: str | None = None
    pieces: str | None = None
    board: Drawing | None = None
    outline: str | None = None
    optional: Drawing | None = None
    paint: dict[str, Drawing] = {}
    shikaku: str | None = None
    piece: list[PieceTable] = []
    pinned: list[PinTable] = []


def from_table(data: object, text: str) -> Puzzle:
    """The puzzle of a decoded file; NotationError names the key that is wrong and quotes its line in `text`."""
    if family.is_family(data):
        return family.usual_member(data, text)  # type: ignore[arg-type]
    table = _table(data, text)
    return _shikaku(table) if table.shikaku is not None else _puzzle(table)


def _table(data: object, text: str) -> PuzzleTable:
    try:
        table = msgspec.convert(data, PuzzleTable)
    except msgspec.ValidationError as error:
        raise NotationError(_explained(str(error), text)) from None
    if len(table.piece) + len(table.pinned) > MAX_PIECES:
        raise LimitError(f"there are {len(table.piece) + len(table.pinned):,} pieces: expected at most {MAX_PIECES:,}")
    for paint in {*table.paint, *(each for piece in table.piece for row in piece.grounds for each in row.paints)}:
        check_name(paint, "paint")
    return table


def check_name(name: str, what: str) -> None:
    """NotationError if a name from a file is too long to be printed, or has characters that steer a terminal."""
    if len(name) > LONGEST_NAME or any(map(steers, name)):
        raise NotationError(
            f"{what} {quoted(name)}: expected at most {LONGEST_NAME} characters, none of them control characters"
        )


def _explained(message: str, text: str) -> str:
    """A message of msgspec with the first line that has the key it names, and what is expected there."""
    unknown = re.findall(r"unknown field `([^`]+)`", message)
    keys = unknown or re.findall(r"\.(\w+)", message)
    message = re.sub(r"`([^`]*)`", lambda found: f"`{printable(found[1], 60)}`", message)
    line = next((f"{quoted(line.strip())}: " for line in text.split("\n") if keys and keys[-1] in line), "")
    if missing := re.findall(r"required field `([^`]+)`", message):
        return f"{line}{message}: expected {missing[0]} = {EXPECTED[missing[0]]}"
    struct = PieceTable if "$.piece[" in message else PinTable if "$.pinned[" in message else PuzzleTable
    every = f"the keys {', '.join(struct.__struct_fields__)}"
    return f"{line}{message}: expected {every if unknown or not keys else EXPECTED.get(keys[-1], every)}"


def pieces_of(data: object, text: str) -> tuple[Piece, ...]:
    """The pieces of a decoded file, which may have no board; NotationError as for `from_table`."""
    if family.is_family(data):
        raise NotationError("a family of puzzles: expected one puzzle, or pieces alone")
    table = _table(data, text)
    if table.shikaku is not None:
        raise NotationError('a Shikaku has no pieces: expected pieces = "..." or [[piece]] tables')
    return _pieces(table)[1]


def _puzzle(table: PuzzleTable) -> Packing:
    name, pieces = _pieces(table)
    pins = tuple(_pin(pin, name) for pin in table.pinned)
    paint = tuple((atom, paint) for paint, cells in table.paint.items() for atom in _atoms(cells, name))
    return Packing(replace(_board(table, name), paint=paint), pieces, pins, table.name)


def _pieces(table: PuzzleTable) -> tuple[str, tuple[Piece, ...]]:
    """The lattice and the pieces on it."""
    chosen = select(not_too_long(table.pieces)) if table.pieces is not None else ()
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
        raise NotationError(f"piece {quoted(table.name)}: copies {table.copies}: expected at most {MAX_CELLS:,} or any")
    try:
        drawn = _atoms(table.shape, lattice_name)
        atoms = lattice(lattice_name).normal(drawn) if drawn else ()
        grounds = tuple((atom, tuple(row.paints)) for row in table.grounds for atom in _atoms(row.cells, lattice_name))
        return Piece(table.name, atoms, lattice_name, (lo, hi), _motion(table, lattice_name), table.color, grounds)  # type: ignore[arg-type]
    except ArgumentError as error:  # what is a wrong argument in Python is text that does not parse in a file
        raise NotationError(f"piece {quoted(table.name)}: {error}") from None
    except TilewrightError as error:
        raise type(error)(f"piece {quoted(table.name)}: {error}") from None


def _motion(table: PieceTable, lattice_name: str) -> str | tuple[str, ...]:
    if table.motions is not None:
        return tuple(table.motions)
    flip = lattice(lattice_name).usual == "free" if table.flip is None else table.flip
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


def _board(table: PuzzleTable, lattice_name: str) -> Board:
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


def _pin(table: PinTable, lattice_name: str) -> Pin:
    if not table.piece or table.cells is None:
        raise NotationError(
            "a [[pinned]] table without piece or cells: expected piece = NAME and cells = [[row, column], ...]"
        )
    return Pin(table.piece, tuple(sorted(_atoms(table.cells, lattice_name))))


def _shikaku(table: PuzzleTable) -> Shikaku:
    for key in ("lattice", "pieces", "board", "outline", "optional", "paint", "piece"):
        if getattr(table, key):
            raise NotationError(f"shikaku and {key} exclude each other: expected shikaku, name and pinned only")
    grid = shikaku_grid.parse(table.shikaku or "")
    if any(pin.rect is None for pin in table.pinned):
        raise NotationError("a [[pinned]] table of a Shikaku: expected rect = [top, left, height, width]")
    pinned = tuple(pin.rect for pin in table.pinned if pin.rect is not None)
    return Shikaku(grid.rows, grid.columns, grid.clues, pinned, table.name)


def to_table(puzzle: Puzzle) -> dict[str, Any]:
    """The puzzle as the plain data of a file; `what `from_table` reads back as the same`."""
    if isinstance(puzzle, Shikaku):
        pins = [PinTable(rect=rect) for rect in puzzle.pinned]
        table = PuzzleTable(name=puzzle.name, shikaku=str(puzzle), pinned=pins)
    else:
        board = puzzle.board
        table = PuzzleTable(
            name=puzzle.name,
            lattice=puzzle.lattice,
            piece=[piece_table(piece) for piece in puzzle.pieces],
            board=str(board),
            pinned=[PinTable(pin.piece, write_cells(puzzle.grid, pin.atoms)) for pin in puzzle.pinned],
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
    for paints in sorted({paints for _, paints in piece.grounds}):
        cells = write_cells(piece.grid, (atom for atom, each in piece.grounds if each == paints))
        table.grounds.append(GroundTable(cells, list(paints)))
    if piece.motion == piece.grid.usual:
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
