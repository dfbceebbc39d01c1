"""Puzzles as tables: the parts of the schema of TOML and JSON files (and of the studio) that all kinds share.

Each kind of puzzle has its own struct and reader, in `table.py` of its folder. A key that occurs twice in a JSON object
is refused, because some readers use the first value and others the last.

Several threads may read structs at once. msgspec inspects the fields of a struct when the first value is read into it,
and registers the struct before it has finished. A second thread that reads the same struct meanwhile crashes the
process (a segmentation fault in msgspec 0.21). Therefore each struct is inspected once, by one thread (`learnt`).
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping
from threading import RLock
from typing import Any, NamedTuple, TypeVar

import msgspec

from tilewright.errors import NotationError, controls_terminal, printable, quote
from tilewright.lattice import Atom, Lattice, lattice
from tilewright.pieces.piece import LONGEST_NAME, atoms_of_rows, parse_cells
from tilewright.puzzle.board import Board, Cell, Wrap, read_cells

AnyStruct = TypeVar("AnyStruct", bound=msgspec.Struct)

_learning = RLock()
_learnt: set[type[msgspec.Struct]] = set()


def learnt(struct: type[AnyStruct]) -> type[AnyStruct]:
    """Return the struct, ready to be read into by any thread.

    >>> class Point(msgspec.Struct):
    ...     x: int
    >>> msgspec.json.decode('{"x": 1}', type=learnt(Point)).x
    1
    """
    if struct not in _learnt:
        with _learning:
            msgspec.json.Decoder(struct)
            _learnt.add(struct)
    return struct


def parse_json(text: str | bytes, expected: str = "JSON") -> Any:
    """Return the value of a JSON text.

    Raises NotationError for text that is not JSON or is ambiguous: repeated keys, NaN, or brackets nested too deeply.

    >>> parse_json('{"a": [1, 2]}')
    {'a': [1, 2]}
    >>> parse_json('{"board": "5x5", "board": "3x3"}')
    Traceback (most recent call last):
    tilewright.errors.NotationError: the key 'board' stands twice in one object: expected it once
    """
    import json

    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_no_number)
    except NotationError:
        raise
    except json.JSONDecodeError as error:
        reason = f"not JSON from line {error.lineno}, column {error.colno} on"
    except RecursionError:
        reason = "brackets are nested too deeply"
    except UnicodeDecodeError:
        reason = "not UTF-8"
    except ValueError:
        reason = "a number has too many digits"
    raise NotationError(f"{reason}: expected {expected}")


def _no_number(name: str) -> None:
    raise NotationError(f"{name} is not a number of JSON: expected a number")


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        key = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise NotationError(f"the key {quote(key)} stands twice in one object: expected it once")
    return found


# The standard library's parser takes quadratic time over keys with very many parts. No puzzle has any.
_LONG_KEY = re.compile(r"""(?<![\w"'-])(?:[\w"'-]++[ \t]*\.[ \t]*){500}""", re.ASCII)


def decode_toml(text: str) -> object:
    """Return the data of a TOML text. Raises NotationError quoting the line that is wrong."""
    if long_key := _LONG_KEY.search(text):
        raise NotationError(f"{quote(long_key[0])}: a key of too many parts: expected TOML such as board = '3x3'")
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        what = "nested too deep" if isinstance(error, RecursionError) else str(error)
        place = re.search(r"at line (\d+)", what)
        lines = text.rstrip("\n").split("\n")
        line = lines[int(place[1]) - 1 if place else -1]
        raise NotationError(f"{quote(line.strip())}: {what}: expected TOML such as board = '3x3'") from None


class PlacementRow(msgspec.Struct):
    """A placement in the form in which answers are written."""

    piece: str
    cells: list[Cell] = []
    id: str = ""
    labels: list[str] | None = None  # for a tile: its labels as they lie
    corners: list[list[str]] | None = None  # for a piece without cells: its corners


class CellsTable(msgspec.Struct, forbid_unknown_fields=True):
    """Cells that cannot be mistaken for rows of 0 and 1, for programs that write boards."""

    cells: list[Any]


Drawing = str | list[Any]  # as text, rows of text, rows of 0 and 1, or cells
BoardDrawing = Drawing | CellsTable
SHAPE = "a drawing, rows of 0 and 1, or cells [[row, column], ...]"

T = TypeVar("T", bound=msgspec.Struct)


def read_atoms(drawing: Drawing, lattice_name: str) -> tuple[Atom, ...]:
    """Return the atoms of a drawing, given as text, rows of text, rows of 0 and 1, or cells.

    Raises NotationError quoting what is wrong.

    >>> read_atoms(["101", "111"], "square") == read_atoms([[1, 0, 1], [1, 1, 1]], "square") == read_atoms("#.#\\n###", "square")
    True
    """
    drawing = drawing_text(drawing)
    if isinstance(drawing, str):
        return parse_cells(drawing, lattice_name)
    grid = lattice(lattice_name)
    if _are_rows(grid, drawing):
        return atoms_of_rows(grid, drawing)
    return read_cells(grid, drawing)


def read_board_atoms(drawing: BoardDrawing, lattice_name: str, key: str = "board") -> tuple[Atom, ...]:
    """Return the atoms of a board.

    Raises NotationError as `read_atoms` does, and for lists that may be rows as well as cells.

    >>> read_board_atoms(["11", "11"], "square"), read_board_atoms([[1, 0], [1, 2]], "square")
    (((0, 0), (0, 1), (1, 0), (1, 1)), ((1, 0), (1, 2)))
    >>> read_board_atoms(CellsTable([[0, 0], [1, 0]]), "square")
    ((0, 0), (1, 0))
    """
    if isinstance(drawing, CellsTable):
        return read_cells(lattice(lattice_name), drawing.cells)
    drawing = drawing_text(drawing)
    if lattice(lattice_name).dimension == 2 and isinstance(drawing, list) and _may_be_rows(drawing):
        expected = f'rows as texts, such as "{drawing[0][0]}{drawing[0][1]}", or {{"cells": [[row, column], ...]}}'
        raise NotationError(f"{key} {quote(str(drawing))}: these may be rows of 0 and 1, or cells: expected {expected}")
    return read_atoms(drawing, lattice_name)


WRAP = "columns or both, what of the board begins again"


def with_wrap(board: Board, wrap: Wrap | None) -> Board:
    """Return the board wrapped as a table requires; "" or None leaves it unchanged.

    Raises NotationError for a board that is wrapped in another way.
    """
    if not wrap or board.wrap == wrap:
        return board
    if board.wrap:
        expected = "expected the same, or one of them"
        raise NotationError(f"wrap = {quote(wrap)}, but the board wraps {board.wrap}: {expected}")
    return board.wrapped(wrap)


def write_board_cells(cells: list[Any]) -> BoardDrawing:
    """Return the cells of a board for a file, marked as cells if they could be mistaken for rows.

    >>> write_board_cells([[0, 0], [1, 2]]), write_board_cells([[0, 0], [1, 0]])
    ([[0, 0], [1, 2]], CellsTable(cells=[[0, 0], [1, 0]]))
    """
    return CellsTable(cells) if _may_be_rows(cells) else cells


def drawing_text(drawing: Drawing) -> Drawing:
    """Return a drawing that is a list of rows as one text; any other drawing is returned unchanged.

    The rows may be texts, or lists of true and false.

    >>> drawing_text(["##", "#."]), drawing_text([[True, True], [True, False]])
    ('##\\n#.', '11\\n10')
    """
    if isinstance(drawing, list) and set(map(type, drawing)) == {str}:
        return "\n".join(drawing)
    if (
        isinstance(drawing, list)
        and drawing
        and all(isinstance(row, list) and set(map(type, row)) == {bool} for row in drawing)
    ):
        return "\n".join("".join("01"[value] for value in row) for row in drawing)
    return drawing


def _may_be_rows(cells: list[Any]) -> bool:
    return bool(cells) and all(
        isinstance(row, list) and len(row) == 2 and all(type(value) is int and value in (0, 1) for value in row)
        for row in cells
    )


def array_drawing(key: str, array: Any) -> str:
    """Return the drawing of an array of 0 and 1, or of true and false. It is never read as cells.

    Raises NotationError naming the key for an array with other values, or without cells.
    """
    rows, dimension = array.tolist(), getattr(array, "ndim", 0)
    layers = rows if dimension == 3 else [rows] if dimension == 2 else []
    values = {value for layer in layers for row in layer for value in row}
    if not values <= {0, 1} or 1 not in values:
        raise NotationError(f"{key} {quote(str(rows))}: an array: expected rows of 0 and 1, some of them 1")
    return "\n\n".join("\n".join("".join("01"[int(value)] for value in row) for row in layer) for layer in layers)


def _are_rows(grid: Lattice, rows: list[Any]) -> bool:
    """Return whether these are rows of 0 and 1 (in space, layers of such rows), and not cells.

    A cell has as many numbers as the lattice has coordinates.
    """
    if grid.dimension == 3:
        return bool(rows) and all(isinstance(layer, list) and layer and isinstance(layer[0], list) for layer in rows)
    if not all(isinstance(row, list) and set(map(type, row)) <= {int} and set(row) <= {0, 1} for row in rows):
        return False
    if {len(row) for row in rows} != {2}:
        return bool(rows) and {len(row) for row in rows} != {grid.dimension}
    # Two numbers are a cell, and a cell may occur only once.
    return [0, 0] not in rows and len(set(map(tuple, rows))) < len(rows)


def convert_table(
    data: object, text: str, struct: type[T], parts: Mapping[str, type[msgspec.Struct]], expected: Mapping[str, str]
) -> T:
    """Return the data as a struct. Raises NotationError quoting the line at fault.

    parts:    the structs of the table's lists, by their keys.
    expected: a description of the value of each key, including the required keys of inner tables; a dotted key such as
        `pinned.motion` is used where another key has the same name.
    """
    try:
        return msgspec.convert(data, learnt(struct))
    except msgspec.ValidationError as error:
        message = str(error)
    # Quote the first line that contains the key named in the message, and describe what is expected there.
    unknown = re.findall(r"unknown field `([^`]+)`", message)
    keys = unknown or re.findall(r"\.(\w+)", message)
    message = re.sub(r"`([^`]*)`", lambda found: f"`{printable(found[1], 60)}`", message)
    line = next((f"{quote(line.strip())}: " for line in text.split("\n") if keys and keys[-1] in line), "")
    if missing := re.findall(r"required field `([^`]+)`", message):
        wanted = expected.get(".".join((*keys, missing[0]))) or expected[missing[0]]
        raise NotationError(f"{line}{message}: expected {missing[0]} = {wanted}")
    where = next((part for key, part in parts.items() if f"$.{key}[" in message), struct)
    every = f"the keys {', '.join(where.__struct_fields__)}"
    known = expected.get(".".join(keys)) or expected.get(keys[-1]) if keys else None
    raise NotationError(f"{line}{message}: expected {every if unknown or not keys else known or every}")


def check_name(name: str, what: str) -> None:
    """Raise NotationError if a name from a file is too long or contains terminal control characters."""
    if len(name) > LONGEST_NAME or any(map(controls_terminal, name)):
        expected = f"at most {LONGEST_NAME} characters, none of them control characters"
        raise NotationError(f"{what} {quote(name)}: expected {expected}")


class NamedSets(NamedTuple):
    """The sets of tiles or pieces that a kind of puzzle knows by name.

    key, unit: the list in JSON (`tile_sets`), and the word for its members (`tiles`).
    rows:      returns each set as (name, number of members, summary).
    is_meant:  returns whether a text is a name, or begins like one.
    members:   returns each tile or piece of a set, as a row of JSON and as a line.
    document:  returns the text or table from which `load` makes a puzzle.
    lacks:     what must be added to a name to make a puzzle, with `{name}`; "" if nothing.
    """

    key: str
    unit: str
    rows: Callable[[], list[tuple[str, int, str]]]
    is_meant: Callable[[str], bool]
    members: Callable[[str], list[tuple[dict[str, Any], str]]]
    document: Callable[[str], str | dict[str, Any]]
    lacks: str = ""
