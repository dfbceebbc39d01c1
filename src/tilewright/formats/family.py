"""Families in TOML: a puzzle in its full form and `[named]` cells, `groups` of names, `excluded` combinations."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec

from tilewright.errors import NotationError, quoted
from tilewright.formats.cells import Cell, read_cells
from tilewright.formats.source import read_text
from tilewright.formats.table import from_table
from tilewright.lattice import lattice
from tilewright.puzzle import Puzzle
from tilewright.puzzle.family import Family

KEYS = ("named", "groups", "excluded")


class _Names(msgspec.Struct, forbid_unknown_fields=True):
    named: dict[str, list[Cell]]
    groups: list[list[str]]
    excluded: list[list[str]] = []


def load_family(source: str | Path) -> Family:
    """The family of a TOML file (or `-`); NotationError says what is wrong with it."""
    text = read_text(str(source))
    try:
        return parse(text)
    except NotationError as error:
        raise NotationError(f"{source}: {error}") from None


def parse(text: str) -> Family:
    """The family of a TOML text."""
    try:
        data: dict[str, Any] = tomllib.loads(text)
        names = msgspec.convert({key: data.pop(key) for key in KEYS if key in data}, _Names)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        hint = "expected [named] with NAME = [[row, column]], and groups = [[NAME, ...], ...]"
        raise NotationError(f"{quoted(str(error))}: {hint}") from None
    puzzle = from_table(data, text)
    if not isinstance(puzzle, Puzzle):
        raise NotationError("a family of Shikaku: expected pieces and a board")
    grid = lattice(puzzle.lattice)
    atoms = tuple((name, read_cells(grid, cells)) for name, cells in names.named.items())
    return Family(puzzle, atoms, tuple(map(tuple, names.groups)), tuple(map(tuple, names.excluded)))


def load_member(source: str | Path, names: str) -> Puzzle:
    """The puzzle of a family's file with the cells of `names` (divided by commas) left open."""
    return load_family(source).opened([name.strip() for name in names.split(",")])
