"""Pieces as tables of a file: a drawing, rows of 0 and 1, or cells; rules of motion; copies.

`shape` never means coordinates, so that `[[1, 1], [1, 0]]` is what it looks like; those stand in `cells`.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from tilewright.errors import ArgumentError, NotationError, TilewrightError, quote
from tilewright.lattice import Atom, lattice
from tilewright.pieces import Piece
from tilewright.pieces.glyphs import draw_cells, parse_cells, parse_shape
from tilewright.pieces.rows import atoms_of_rows
from tilewright.puzzle.board import MAX_CELLS
from tilewright.puzzle.cells import Cell, read_cells, write_cells
from tilewright.puzzle.table import SHAPE, Drawing

Any_ = Literal["any"]
ROWS = "a drawing or rows of 0 and 1 such as [[1, 1], [1, 0]]"
PIECE_KEYS = {
    "shape": ROWS,
    "copies": 'a number, "any", or [fewest, most]',
    "turn": "true or false",
    "flip": "true or false",
    "motions": 'names such as ["0", "90"]',
    "color": "a CSS color",
    "cells": SHAPE,
    "allowed_paints": "tables of cells and the paints they may lie on",
    "paints": "a list of paints",
}


class AllowedPaintsTable(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Cells of a piece, from its top left, that may lie only on these paints of the board and where it has none."""

    cells: Drawing
    paints: list[str]


class PieceTable(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A piece: `copies` is a number, "any", or [fewest, most]; `motions` names them instead of `turn` and `flip`.

    The atoms are those of `shape` (a drawing, or rows of 0 and 1) or of `cells`. Without a word on `flip` pieces flip,
    but not in space.
    """

    name: str
    shape: str | list[Any] | None = None
    cells: list[Cell] | None = None
    copies: int | Any_ | tuple[int, int | Any_] = 1
    turn: bool = True
    flip: bool | None = None
    motions: list[str] | None = None
    color: str | None = None
    allowed_paints: list[AllowedPaintsTable] = []


def read_piece(table: PieceTable, lattice_name: str) -> Piece:
    """The piece of a table. Raises NotationError naming the piece."""
    copies = table.copies if isinstance(table.copies, tuple) else (table.copies, table.copies)
    lo, hi = (0 if copies == ("any", "any") else copies[0]), (None if copies[1] == "any" else copies[1])
    if any(isinstance(bound, int) and bound > MAX_CELLS for bound in (lo, hi)):
        raise NotationError(f"piece {quote(table.name)}: copies {table.copies}: expected at most {MAX_CELLS:,} or any")
    try:
        drawn = _shape(table, lattice_name)
        atoms = lattice(lattice_name).normalize(drawn) if drawn else ()
        paints = tuple(
            (atom, tuple(row.paints)) for row in table.allowed_paints for atom in read_atoms(row.cells, lattice_name)
        )
        motion = _motion(table, lattice_name)
        return Piece(table.name, atoms, lattice_name, (lo, hi), motion, table.color, paints)  # type: ignore[arg-type]
    except ArgumentError as error:  # what is a wrong argument in Python is text that does not parse in a file
        raise NotationError(f"piece {quote(table.name)}: {error}") from None
    except TilewrightError as error:
        raise type(error)(f"piece {quote(table.name)}: {error}") from None


def _shape(table: PieceTable, lattice_name: str) -> tuple[Atom, ...]:
    if (table.shape is None) == (table.cells is None):
        raise NotationError(f"expected one of shape = {ROWS}, cells = [[row, column], ...]")
    if table.cells is not None:
        return read_cells(lattice(lattice_name), table.cells)
    if isinstance(table.shape, str):
        return parse_shape(table.shape, lattice_name)
    return atoms_of_rows(lattice(lattice_name), table.shape or [])


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


def read_atoms(drawing: Drawing, lattice_name: str) -> tuple[Atom, ...]:
    """The atoms of a drawing, or of cells."""
    if isinstance(drawing, str):
        return parse_cells(drawing, lattice_name)
    return read_cells(lattice(lattice_name), drawing)


def piece_table(piece: Piece) -> PieceTable:
    """A piece as the table of a file."""
    lo, hi = piece.copies
    copies: Any = "any" if (lo, hi) == (0, None) else lo if lo == hi else (lo, "any" if hi is None else hi)
    table = PieceTable(piece.name, copies=copies, color=piece.color)
    drawing = draw_cells(piece.atoms, piece.lattice)
    if "?" in drawing:  # a cell that no character shows
        table.cells = write_cells(piece.grid, piece.atoms)
    else:
        table.shape = drawing
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
