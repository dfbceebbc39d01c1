"""Atoms as lists in files: `[row, column]`, or `[row, column, "nesw"]` with the letters of the atoms covered."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod

from tilewright.errors import LimitError, NotationError, quote
from tilewright.lattice import Atom, Lattice
from tilewright.puzzle.board import MAX_CELLS

Cell = list[int | str]


def write_cells(grid: Lattice, atoms: Iterable[Atom]) -> list[Cell]:
    """Return atoms as cells, sorted.

    >>> from tilewright.lattice import lattice
    >>> write_cells(lattice("halfsquare"), [(0, 0, 0), (0, 0, 1)])
    [[0, 0, 'ne']]
    """
    if not grid.letters:
        return [list(atom) for atom in sorted(atoms)]
    cells: dict[tuple[int, ...], list[int]] = {}
    for atom in sorted(atoms):
        cell, slot = grid.split(atom)
        cells.setdefault(cell, []).append(slot)
    return [[*cell, "".join(grid.letters[slot] for slot in slots)] for cell, slots in cells.items()]


def read_cells(grid: Lattice, cells: Sequence[Sequence[object]]) -> tuple[Atom, ...]:
    """Return the atoms of cells, in order; a cell without letters is a whole one. Raises NotationError quoting the cell.

    >>> from tilewright.lattice import lattice
    >>> read_cells(lattice("square"), [[0, 1], [0, 2]])
    ((0, 1), (0, 2))
    """
    atoms: list[Atom] = []
    for cell in cells:
        place = tuple(value for value in cell[: grid.dimension] if type(value) is int and abs(value) <= MAX_CELLS)
        letters = cell[grid.dimension :]
        if len(place) != grid.dimension or len(letters) > bool(grid.letters):
            raise _unreadable(grid, cell)
        if not letters:
            atoms.extend(grid.atoms_of(place))
            continue
        text = letters[0]
        if not isinstance(text, str) or not text or any(letter not in grid.letters for letter in text):
            raise _unreadable(grid, cell)
        atoms.extend(grid.join(place, grid.letters.index(letter)) for letter in text)
    if len(set(atoms)) != len(atoms):
        raise NotationError(f"cells {quote(str(list(cells)))}: a cell appears twice")
    _refuse_scattered(grid, atoms)
    return tuple(atoms)


def _unreadable(grid: Lattice, cell: Sequence[object]) -> NotationError:
    names = ["layer", "row", "column"][-grid.dimension :]
    expected = ", ".join([*names, f'letters of "{grid.letters}"'] if grid.letters else names)
    return NotationError(f"cell {quote(str(list(cell)))}: expected [{expected}]")


def _refuse_scattered(grid: Lattice, atoms: Sequence[Atom]) -> None:
    """Raise LimitError for cells far apart: their picture would fill the memory."""
    if not atoms:
        return
    columns = list(zip(*atoms, strict=True))[: grid.dimension]
    size = prod(max(column) - min(column) + 1 for column in columns)
    if size > MAX_CELLS:
        raise LimitError(f"the cells spread over {size:,} places: expected at most {MAX_CELLS:,}")
