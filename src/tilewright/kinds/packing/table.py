"""Tables of packing puzzles.

The keys are `name`, `lattice`, `pieces` (as in the short notation, shapes by name, or a list of either), `subset`
(names), `piece` (tables), `board` (a size, a drawing, rows of 0 and 1, or cells) or `outline` (WKT, or a table of
shapes, which `shapes` may name), `optional` (cells that may stay empty, written like `board` from its top left;
possible without a board), `paint` (the same for each paint, if pieces have `allowed_paints`), `pinned` (tables),
`where` (sentences of `constraints.py`, whose rows and columns count from the top left of the board) and `groups` (lists
of names of pieces that may stay together when a tiling is taken apart).

Wherever a drawing is allowed, so is a list of cells `[row, column]` or `[row, column, "nesw"]`. But in a piece's
`shape`, nested lists are rows of 0 and 1, so that `[[1, 1], [1, 0]]` is what it looks like.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain
from string import ascii_letters
from typing import Any, Literal

import msgspec

from tilewright.errors import ArgumentError, LimitError, NotationError, TilewrightError, quote
from tilewright.files import MAX_PIECES, check_notation_length
from tilewright.kinds.packing.puzzle import Packing, Pin
from tilewright.lattice import Atom, Vector, lattice
from tilewright.lattice.custom import register_lattice
from tilewright.pieces import Piece, select
from tilewright.pieces.drawn import is_list, letters, names_of, read_drawings
from tilewright.pieces.marks import NONE, OTHERS, SURE
from tilewright.pieces.piece import (
    atoms_of_rows,
    draw_cells,
    is_rows_text,
    note_parts,
    parse_cells,
    parse_shape,
)
from tilewright.puzzle import Board
from tilewright.puzzle.board import (
    MAX_CELLS,
    OPTIONAL,
    Cell,
    Wrap,
    as_size,
    lattice_of_size,
    read_cells,
    size_as_written,
    write_cells,
)
from tilewright.puzzle.table import (
    SHAPE,
    WRAP,
    BoardDrawing,
    Drawing,
    check_name,
    convert_table,
    drawing_text,
    read_atoms,
    read_board_atoms,
    with_wrap,
    write_board_cells,
)

Any_ = Literal["any"]
OUTLINE = 'WKT such as "POLYGON ((0 0, 3 0, 3 3, 0 0))", a name of [shapes], or a table such as {square = 5, minus = {square = 1}}'
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
    "connected": "true or false",
}


class AllowedPaintsTable(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Cells of a piece, from its top left, that may lie only on these paints and on cells without paint."""

    cells: Drawing
    paints: list[str]


class PieceTable(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A piece: `copies` is a number, "any", or [fewest, most]; `motions` names motions instead of `turn` and `flip`.

    The atoms are given by `shape` (a drawing, or rows of 0 and 1) or by `cells`. By default pieces may be flipped,
    except in space.
    """

    name: str = ""
    shape: str | list[Any] | None = None
    cells: list[Cell] | None = None
    copies: int | Any_ | tuple[int, int | Any_] = 1
    turn: bool = True
    flip: bool | None = None
    motions: list[str] | None = None
    color: str | None = None
    allowed_paints: list[AllowedPaintsTable] = []
    connected: bool | None = None


def read_piece(table: PieceTable, lattice_name: str) -> Piece:
    """Return the piece of a table.

    Raises NotationError that names the piece.
    """
    low, high = table.copies if isinstance(table.copies, tuple) else (table.copies, table.copies)
    lo, hi = 0 if low == "any" else low, None if high == "any" else high
    if max(lo, hi or 0) > MAX_CELLS:
        raise NotationError(f"piece {quote(table.name)}: copies {table.copies}: expected at most {MAX_CELLS:,} or any")
    try:
        drawn = _shape(table, lattice_name)
        atoms = lattice(lattice_name).normalize(drawn) if drawn else ()
        paints = tuple(
            (atom, tuple(row.paints)) for row in table.allowed_paints for atom in read_atoms(row.cells, lattice_name)
        )
        motion = _motion(table, lattice_name)
        connected = _may_be_coordinates(table.shape) if table.connected is None else table.connected
        piece = Piece(table.name, atoms, lattice_name, (lo, hi), motion, table.color, paints, connected)
    except ArgumentError as error:  # a wrong argument here comes from text in the file
        raise NotationError(f"piece {quote(table.name)}: {error}") from None
    except TilewrightError as error:
        raise type(error)(f"piece {quote(table.name)}: {error}") from None
    return note_parts(piece) if table.connected is None else piece


def _may_be_coordinates(shape: object) -> bool:
    """Return whether rows of 0 and 1 could also be cells by row and column.

    Such a shape is accepted only if it is connected.
    """
    return isinstance(shape, list) and all(isinstance(row, list) and len(row) == 2 for row in shape)


def _shape(table: PieceTable, lattice_name: str) -> tuple[Atom, ...]:
    if (table.shape is None) == (table.cells is None):
        raise NotationError(f"expected one of shape = {ROWS}, cells = [[row, column], ...]")
    if table.cells is not None:
        return read_cells(lattice(lattice_name), table.cells)
    shape = [] if table.shape is None else table.shape
    if not isinstance(shape, str) and shape and all(isinstance(row, str) for row in shape):
        shape = "\n".join(shape)
    return parse_shape(shape, lattice_name) if isinstance(shape, str) else atoms_of_rows(lattice(lattice_name), shape)


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


def piece_table(piece: Piece) -> PieceTable:
    """Return a piece as the table of a file."""
    lo, hi = piece.copies
    copies: Any = "any" if (lo, hi) == (0, None) else lo if lo == hi else (lo, "any" if hi is None else hi)
    table = PieceTable(piece.name, copies=copies, color=piece.color)
    drawing = draw_cells(piece.atoms, piece.lattice)
    if "?" in drawing:  # some cell has no character
        table.cells = write_cells(piece.grid, piece.atoms)
    else:
        table.shape = drawing
    for paints in sorted({paints for _, paints in piece.allowed_paints}):
        cells = write_cells(piece.grid, (atom for atom, each in piece.allowed_paints if each == paints))
        table.allowed_paints.append(AllowedPaintsTable(cells, list(paints)))
    if not piece.connected:
        table.connected = False
    if piece.motion == piece.grid.default_motion:
        return table
    if piece.motion in ("free", "turn", "fixed"):
        table.turn, table.flip = piece.motion != "fixed", piece.motion == "free"
    elif piece.motion == _flip_only(piece.lattice):
        table.turn, table.flip = False, True
    else:
        table.motions = [piece.motion] if isinstance(piece.motion, str) else list(piece.motion)
    return table


TILDES = {"": "", "columns": "~", "both": "~~"}  # what follows a size
EXPECTED = {
    "name": "a string",
    "lattice": "the name of a lattice, or a table with name, corners and basis",
    "neighbors": 'lists such as [[0, 1, "a"]] by cells',
    "corners": "lists of points [x, y] by cells",
    "basis": "the steps of a row and of a column, e.g. [[0, 1], [1, 0]]",
    "pieces": 'pieces as in "tetrominoes:SIO*", rows of 0 and 1 by name, or a list of pieces',
    "board": f'a size such as "3x3", {SHAPE}',
    "outline": OUTLINE,
    "shapes": "a table of shapes by name",
    "optional": f'a size such as "3x3", {SHAPE}',
    "board.cells": "[[row, column], ...]",
    "optional.cells": "[[row, column], ...]",
    "piece": "[[piece]] tables",
    "pinned": "[[pinned]] tables",
    "wrap": WRAP,
    "subset": 'names of pieces such as ["I", "L"]',
    "paint": "a drawing or cells for each paint",
    "where": 'sentences such as ["X touches the border"]',
    "groups": 'lists of names of pieces such as [["A", "B"]]',
    **PIECE_KEYS,
}


class PackingPinTable(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A placement that every tiling contains."""

    piece: str = ""
    cells: str | list[Cell] | None = None


class LatticeTable(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A user-defined lattice, with the arguments of `register_lattice`."""

    name: str = ""
    neighbors: dict[str, list[tuple[int, int, str]]] | None = None
    corners: dict[str, list[tuple[float, float]]] | None = None
    basis: tuple[tuple[float, float], tuple[float, float]] = ((0.0, 1.0), (1.0, 0.0))


class PackingTable(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A packing puzzle."""

    name: str = ""
    lattice: str | LatticeTable | None = None
    pieces: str | dict[str, Any] | None = None
    subset: str | list[str] | None = None
    board: BoardDrawing | None = None
    wrap: Wrap | None = None
    outline: str | dict[str, Any] | None = None
    shapes: dict[str, Any] = {}
    optional: BoardDrawing | None = None
    paint: dict[str, Drawing] = {}
    piece: list[PieceTable] = []
    pinned: list[PackingPinTable] = []
    where: str | list[str] = []
    groups: list[list[str]] = []


def read_table(data: object, text: str) -> Packing:
    """Return the puzzle of a decoded file.

    Raises NotationError that names the wrong key and quotes its line.
    """
    return _puzzle(_table(data, text))


def read_pieces(data: object, text: str) -> tuple[Piece, ...]:
    """Return the pieces of a decoded file, which need not have a board.

    Raises NotationError that names the wrong key and quotes its line.
    """
    for other, what in (("shikaku", "a Shikaku has no pieces"), ("named", "a family of puzzles")):
        if isinstance(data, dict) and other in data:
            raise NotationError(f'{what}: expected pieces = "..." or [[piece]] tables')
    return _pieces(_table(data, text))[1]


def _table(data: object, text: str) -> PackingTable:
    parts: dict[str, type[msgspec.Struct]] = {"piece": PieceTable, "pinned": PackingPinTable}
    table = convert_table(_with_piece_list(data), text, PackingTable, parts, EXPECTED)
    if isinstance(table.board, list):
        table.board = drawing_text(table.board)
    if len(table.piece) + len(table.pinned) > MAX_PIECES:
        raise LimitError(f"there are {len(table.piece) + len(table.pinned):,} pieces: expected at most {MAX_PIECES:,}")
    allowed = [row.paints for piece in table.piece for row in piece.allowed_paints]
    for paint in {*table.paint, *chain.from_iterable(allowed)}:
        check_name(paint, "paint")
    return table


def _with_piece_list(data: object) -> object:
    """Return the data with every piece as a table under `piece` or in the notation under `pieces`."""
    if not isinstance(data, dict):
        return data
    rest = dict(data)
    if isinstance(rest.get("pieces"), str) and is_list(rest["pieces"]):
        drawings = read_drawings(rest["pieces"])
        named = zip(names_of(drawings), drawings, strict=True)
        rest["pieces"] = [
            {"name": name, "shape": each.drawing} | ({} if each.name else {"connected": True}) for name, each in named
        ]
    listed = rest.pop("pieces") if isinstance(rest.get("pieces"), list) else []
    piece = rest.pop("piece", [])
    if isinstance(piece, dict) and not piece.keys() & {"shape", "cells"}:
        piece = [{"name": name, "shape": shape} for name, shape in piece.items()]
    listed = [*listed, *(piece if isinstance(piece, list) else [piece])]
    notations = [each for each in listed if isinstance(each, str) and not _is_drawing(each)]
    drawn = "".join(each for each in listed if isinstance(each, str) and _is_drawing(each))
    if unsure := next((each for each in notations if set(each) <= set(drawn) & set(OTHERS)), ""):
        raise NotationError(
            f"pieces: {quote(unsure)} may be the drawing of a piece, or the name of one: expected drawings in #, or a line break in each"
        )
    if notations and isinstance(rest.get("pieces"), dict):
        raise NotationError(f"piece {quote(notations[0])}: expected shapes, as under the key pieces")
    if notations:
        rest["pieces"] = "+".join([rest["pieces"], *notations] if isinstance(rest.get("pieces"), str) else notations)
    tables = [each for each in listed if not isinstance(each, str) or _is_drawing(each)]
    rest["piece"] = [{"shape": each} if isinstance(each, str | list) else each for each in tables]
    return rest


def _is_drawing(text: str) -> bool:
    """Return whether a text in a list is the drawing of a piece, and not a notation of pieces."""
    marks = {*SURE, *OTHERS} - set(ascii_letters)
    return "\n" in text or is_rows_text(text) or (not marks.isdisjoint(text) and set(text) <= marks.union(NONE, " "))


def _named(tables: Sequence[PieceTable]) -> list[PieceTable]:
    """Return the tables, with names A, B, C, ... for those without a name."""
    taken = {table.name for table in tables}
    free = (name for name in letters() if name not in taken)
    return [table if table.name else msgspec.structs.replace(table, name=next(free)) for table in tables]


def _puzzle(table: PackingTable) -> Packing:
    name, pieces = _pieces(table)
    if isinstance(table.board, str) and table.board.lstrip().startswith(("POLYGON", "MULTIPOLYGON")):
        raise NotationError(
            f'board = {quote(table.board)}: an outline: expected outline = "POLYGON ((0 0, 3 0, 3 3, 0 0))"'
        )
    board = _board(table, name)
    counted = table.pinned or table.paint  # avoid reading a large board again without need
    back = tuple(-v for v in _origin(table, name)) if counted else ()
    pins = []
    for pin in table.pinned:
        if not pin.piece or pin.cells is None:
            expected = "expected piece = NAME and cells = [[row, column], ...]"
            raise NotationError(f"a [[pinned]] table without piece or cells: {expected}")
        pins.append(Pin(pin.piece, tuple(board.grid.shift(read_atoms(pin.cells, board.lattice), back))))
    paint = tuple(
        (atom, paint)
        for paint, cells in table.paint.items()
        for atom in board.grid.shift(read_atoms(cells, name), back)
    )
    where = [table.where] if isinstance(table.where, str) else table.where
    board = replace(board, paint=paint) if paint else board
    return Packing(board, pieces, pins, table.name, groups=table.groups).where(*where)


def board_origin(data: object, text: str) -> Vector:
    """Return where the top left of a decoded file's board lies in the coordinates of the file.

    The coordinates of the puzzle count from there.
    """
    table = _table(data, text)
    return _origin(table, _pieces(table)[0])


def _origin(table: PackingTable, lattice_name: str) -> Vector:
    grid, board = lattice(lattice_name), table.board
    written: tuple[Atom, ...] = ()
    if size := as_size(board):
        if size[0].isdigit():  # sizes by letter have no coordinates in the file
            size = _wrapped_size(table, size)
            grid, written = lattice(lattice_of_size(size, lattice_name)), size_as_written(size, lattice_name)
    elif isinstance(board, str):
        if not grid.lean:  # if rows lean, a drawing does not show its columns: all count from its top left
            written = parse_cells(board, lattice_name, filled=OPTIONAL)
    elif board is not None:
        written = read_board_atoms(board, lattice_name)
    if table.optional is not None and (written or board is None):
        written += _optional_atoms(table, lattice_name)
    return grid.origin(written) if written else (0,) * grid.dimension


def _pieces(table: PackingTable) -> tuple[str, tuple[Piece, ...]]:
    """Return the name of the lattice, and the pieces on it."""
    notation = table.pieces if isinstance(table.pieces, str) else None
    chosen = select(check_notation_length(notation)) if notation is not None else ()
    given = table.lattice
    if isinstance(given, LatticeTable):  # a lattice of the file is registered, and then known by its name
        given = register_lattice(given.name, given.neighbors, given.corners, basis=given.basis).name
    name = given or (chosen[0].lattice if chosen else "square")
    flat = lattice(name).plane.name
    drawn = []
    for each, shape in table.pieces.items() if isinstance(table.pieces, dict) else ():
        if not isinstance(shape, str | list):
            raise NotationError(f"pieces: {quote(each)} = {quote(repr(shape))}: expected {ROWS}")
        drawn.append(PieceTable(each, shape))
    pieces = chosen + tuple(read_piece(piece, flat) for piece in _named([*drawn, *table.piece]))
    if not pieces:
        raise NotationError('there are no pieces: expected pieces = "..." or [[piece]] tables')
    return name, pieces if table.subset is None else _subset(pieces, table.subset)


def _subset(pieces: tuple[Piece, ...], names: str | list[str]) -> tuple[Piece, ...]:
    """Return the pieces with these names, in the order of the names. A text has one letter for each piece."""
    known = {piece.name: piece for piece in pieces}
    for i, name in enumerate(names):
        if name not in known:
            raise NotationError(f"subset: no piece {quote(name)}: expected one of {quote(', '.join(known))}")
        if name in names[:i]:
            raise NotationError(f"subset: {quote(name)} appears twice: expected each piece once")
    if not names:
        raise NotationError("the subset is empty: expected names of pieces")
    return tuple(known[name] for name in names)


def _board(table: PackingTable, lattice_name: str) -> Board:
    if (table.board is None) == (table.outline is None) and (table.board is not None or table.optional is None):
        raise NotationError(
            'expected one of board = "3x3", board = a drawing, outline = "POLYGON ((0 0, 3 0, 3 3, 0 0))", '
            'or optional = "3x3" for cells that may all stay empty'
        )
    if table.outline is not None:
        from tilewright.kinds.packing.outline_table import build_outline

        board = Board.from_outline(build_outline(table.outline, table.shapes), lattice_name)
        if table.optional is None:
            return with_wrap(board, table.wrap)
        atoms = board.atoms
    elif table.board is None:
        size = as_size(table.optional)
        atoms, lattice_name = (), lattice_of_size(_wrapped_size(table, size), lattice_name) if size else lattice_name
    elif size := as_size(table.board):
        sized = Board.of_size(_wrapped_size(table, size), lattice_name)
        atoms, lattice_name = sized.atoms, sized.lattice
    elif isinstance(table.board, str) and table.optional is None:
        return with_wrap(Board.parse(table.board, lattice_name), table.wrap)
    else:
        atoms = read_board_atoms(table.board or [], lattice_name)
    optional = _optional_atoms(table, lattice_name) if table.optional is not None else ()
    may = set(optional)
    return with_wrap(Board(tuple(atom for atom in atoms if atom not in may), optional, lattice_name), table.wrap)


def _optional_atoms(table: PackingTable, lattice_name: str) -> tuple[Atom, ...]:
    """Return the atoms of the key `optional`, which is written like the board."""
    drawing = table.optional or []
    if size := as_size(drawing):
        if "~" in size and (table.board is not None or table.outline is not None):
            raise NotationError(
                f"optional = {quote(size)}: expected {size.replace('~', '')}, for the board says how it wraps"
            )
        return size_as_written(size, lattice_name)
    return read_board_atoms(drawing, lattice_name, "optional")


def _wrapped_size(table: PackingTable, size: str) -> str:
    """Return a size with the `~` for which the key `wrap` stands."""
    extent, dash, holes = size.partition("-")
    tildes = TILDES[table.wrap or ""]
    return size if "~" in extent else f"{extent}{tildes}{dash}{holes}"


def to_table(puzzle: Packing) -> dict[str, Any]:
    """Return the puzzle as the plain data of a file.

    Raises NotationError for a constraint that is a function.
    """
    board = puzzle.board
    if functions := [each.text for each in puzzle.constraints if each.is_predicate]:
        raise NotationError(f"the constraint {functions[0]} is a function: expected sentences, which files can hold")
    table = PackingTable(
        name=puzzle.name,
        lattice=msgspec.convert(getattr(puzzle.grid, "source", puzzle.lattice), str | LatticeTable),
        piece=[piece_table(piece) for piece in puzzle.pieces],
        board=str(board),
        pinned=[PackingPinTable(pin.piece, write_cells(puzzle.grid, pin.atoms)) for pin in puzzle.pinned],
        where=[each.text for each in puzzle.constraints],
        groups=[list(group) for group in puzzle.groups],
    )
    if "?" in str(board) or Board.parse(str(board), board.lattice) != replace(board, paint=()):
        table.board = write_board_cells(write_cells(puzzle.grid, board.atoms))
        table.optional = write_board_cells(write_cells(puzzle.grid, board.optional)) or None
    elif board.wrap and Board.parse(str(board), board.grid.plane.name).wrapped(board.wrap).lattice == board.lattice:
        table.lattice, table.wrap = board.grid.plane.name, board.wrap
    for paint in sorted({paint for _, paint in board.paint}):
        table.paint[paint] = write_cells(puzzle.grid, (atom for atom, each in board.paint if each == paint))
    data: dict[str, Any] = msgspec.to_builtins(table)
    return data
