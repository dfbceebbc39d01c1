"""Families in TOML: a puzzle in its full form and `[named]` cells, `groups` of names, `excluded` combinations.

`open` are the names left open where nobody says which, so that the file is a puzzle, too.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, TypeGuard

import msgspec

from tilewright.errors import NotationError, quote
from tilewright.kinds import Packing, from_table
from tilewright.kinds.packing.family import Family
from tilewright.kinds.packing.table import board_origin
from tilewright.lattice import lattice
from tilewright.puzzle import Puzzle
from tilewright.puzzle.cells import Cell, read_cells
from tilewright.puzzle.table import check_name
from tilewright.source import read_text
from tilewright.structs import learnt

KEYS = ("named", "groups", "excluded", "open")


class _Names(msgspec.Struct, forbid_unknown_fields=True):
    named: dict[str, list[Cell]]
    groups: list[list[str]]
    excluded: list[list[str]] = []
    open: list[str] = []


def load_family(source: str | Path) -> Family:
    """The family of a TOML file (or `-`); NotationError says what is wrong with it."""
    try:
        text = read_text(str(source))
    except FileNotFoundError:
        raise NotationError(f"{source}: no such file; expected a TOML file with [named] cells") from None
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        data = {}
    if not is_family(data):
        raise NotationError(f"{source}: expected a TOML file with [named] cells")
    try:
        return _family(data, text)[0]
    except NotationError as error:
        raise NotationError(f"{source}: {error}") from None


def is_family(data: object) -> TypeGuard[dict[str, Any]]:
    """Whether a decoded file has named cells."""
    return isinstance(data, dict) and "named" in data


def read_puzzle(data: object, text: str) -> Puzzle:
    """The puzzle of a decoded file; of a family's, the one that its key `open` names."""
    if not is_family(data):
        return from_table(data, text)
    family, names = _family(data, text)
    if not names:
        raise NotationError("the board has named cells: expected --open NAMES, or open = [NAME, ...] in the file")
    return family.with_open_cells(names)


def _family(data: dict[str, Any], text: str) -> tuple[Family, list[str]]:
    try:
        names = msgspec.convert({key: data[key] for key in KEYS if key in data}, learnt(_Names))
    except msgspec.ValidationError as error:
        hint = "expected [named] with NAME = [[row, column]], and groups = [[NAME, ...], ...]"
        raise NotationError(f"{quote(str(error))}: {hint}") from None
    for name in (*names.named, *(each for group in names.groups for each in group)):
        check_name(name, "cell")
    rest = {key: value for key, value in data.items() if key not in KEYS}
    puzzle = from_table(rest, text)
    if not isinstance(puzzle, Packing):
        raise NotationError("a family of Shikaku: expected pieces and a board")
    grid = lattice(puzzle.lattice)
    back = tuple(-v for v in board_origin(rest, text))
    atoms = tuple((name, tuple(grid.shift(read_cells(grid, cells), back))) for name, cells in names.named.items())
    family = Family(puzzle, atoms, tuple(map(tuple, names.groups)), tuple(map(tuple, names.excluded)))
    return family, names.open
