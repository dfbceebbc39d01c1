"""Shapes as rows of 0 and 1, the classic way: `[[1, 1], [1, 0]]` is three cells. Never coordinates."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from operator import index
from typing import Any

from tilewright.errors import NotationError, quote
from tilewright.lattice import Atom, Lattice, Vector

EXPECTED = "rows of 0 and 1, all of one length"
COORDINATES = "coordinates are given as cells = [[row, column], ...]"


def atoms_of_rows(grid: Lattice, rows: Iterable[Any]) -> tuple[Atom, ...]:
    """Return the atoms of the cells marked 1; rows of a solid stand in layers. Raises NotationError quoting the rows.

    >>> from tilewright.lattice import lattice
    >>> atoms_of_rows(lattice("square"), [[1, 1], [1, 0]])
    ((0, 0), (0, 1), (1, 0))
    """
    given = _as_lists(rows)
    layers = given if grid.dimension == 3 else [given]
    if not _is_box(layers):
        what = f"layers of {EXPECTED}" if grid.dimension == 3 else EXPECTED
        raise NotationError(f"{quote(str(given))}: expected a drawing or {what}; {COORDINATES}")
    if grid.dimension == 2 and len(given[0]) == 2 and [0, 0] in given:
        # such lists are what files with coordinates used to have: [[0, 0], [1, 0]] would be another piece
        raise NotationError(f"{quote(str(given))}: expected a 1 in every row; {COORDINATES}")
    return tuple(atom for cell in _marked(grid, layers) for atom in grid.atoms_of(cell))


def is_rows_text(text: str) -> bool:
    """Return True for a drawing in 0 and 1, with or without blanks between them."""
    return "1" in text and set(text) <= set("01 \t\r\n")


def rows_of_text(text: str, dimension: int) -> list[Any]:
    """Return the rows of such a drawing; of a solid its layers, which empty lines divide."""
    lines = [[int(digit) for digit in "".join(line.split())] for line in text.strip().splitlines()]
    if dimension == 2:
        return lines
    layers: list[list[list[int]]] = [[]]
    for line in lines:
        if line:
            layers[-1].append(line)
        elif layers[-1]:
            layers.append([])
    return layers


def _as_lists(value: Any, depth: int = 3) -> Any:
    """Nested lists, tuples and arrays as lists, whole numbers as int; anything else, and what is nested deeper, as it is."""
    try:
        return index(value)
    except TypeError:
        nested = hasattr(value, "__iter__") and not isinstance(value, (str, bytes, dict)) and depth
        return [_as_lists(each, depth - 1) for each in value] if nested else value


def _is_box(layers: object) -> bool:
    """Whether these are lists of lists of lists of 0 and 1, none empty, those of a depth equally long."""
    if not isinstance(layers, list) or not all(isinstance(layer, list) and layer for layer in layers):
        return False
    rows = [row for layer in layers for row in layer]
    if not all(isinstance(row, list) and row for row in rows):
        return False
    return (
        bool(rows)
        and len({len(layer) for layer in layers}) == len({len(row) for row in rows}) == 1
        and all(type(value) is int and value in (0, 1) for row in rows for value in row)
    )


def _marked(grid: Lattice, layers: list[list[list[int]]]) -> Iterable[Vector]:
    for layer, rows in enumerate(layers):
        for row, column in product(range(len(rows)), range(len(rows[0]))):
            if rows[row][column]:
                yield (layer, row, column)[-grid.dimension :]
