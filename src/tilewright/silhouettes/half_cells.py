"""Coordinates in half cells, because parts of a silhouette may lie on lattices shifted by half a cell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from tilewright.lattice import Atom, Lattice

Shift = tuple[int, ...]  # of a lattice against the first one, in half cells: 0 or 1 along each axis


@lru_cache
def half_cell_lattice(grid: Lattice) -> Lattice:
    """Return the lattice with motions of atoms given in half cells."""
    if not any(motion.offsets for motion in grid.motions):
        return grid
    offsets = (tuple(tuple(2 * v for v in offset) for offset in motion.offsets) for motion in grid.motions)
    motions = zip(grid.motions, offsets, strict=True)
    return replace(grid, motions=tuple(replace(motion, offsets=doubled) for motion, doubled in motions))


def to_half_cells(grid: Lattice, atom: Atom) -> Atom:
    """Return an atom given in whole cells in half cells."""
    cell, slot = grid.split(atom)
    return grid.join(tuple(2 * v for v in cell), slot)


def to_whole_cells(grid: Lattice, atom: Atom) -> Atom:
    """Return an atom given in half cells in whole cells of its own lattice (odd coordinates are rounded down)."""
    cell, slot = grid.split(atom)
    return grid.join(tuple(v // 2 for v in cell), slot)


def shift_of(grid: Lattice, atom: Atom) -> Shift:
    """Return the shift of the lattice on which an atom given in half cells lies."""
    return tuple(v % 2 for v in grid.split(atom)[0])


def atoms_by_shift(grid: Lattice, atoms: Iterable[Atom]) -> list[tuple[Shift, tuple[Atom, ...]]]:
    """Return (shift, atoms in whole cells of that lattice) for atoms given in half cells."""
    found: dict[Shift, list[Atom]] = defaultdict(list)
    for atom in atoms:
        found[shift_of(grid, atom)].append(to_whole_cells(grid, atom))
    return [(shift, tuple(sorted(some))) for shift, some in sorted(found.items())]
