"""Pieces as filled cells: a cell and the bit mask of the atoms that are filled in it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from tilewright.kinds.packing.classes import PieceClass
from tilewright.lattice import Atom, Lattice, Vector

# (cell, mask), the first cell 0; where each atom is a cell of its own (`Lattice.unit` 1), each has an entry of its own
FilledCells = tuple[tuple[Vector, int], ...]


def orientations_of(grid: Lattice, piece_class: PieceClass) -> list[FilledCells]:
    """Return the orientations of a class of pieces as filled cells."""
    return [_filled_cells(grid, atoms) for atoms in piece_class.pieces[0].forms]


def _filled_cells(grid: Lattice, atoms: Sequence[Atom]) -> FilledCells:
    filled = [(cell, 1 << slot) for cell, slot in map(grid.split, sorted(atoms))]
    if grid.unit != 1:
        masks: dict[Vector, int] = defaultdict(int)
        for cell, mask in filled:
            masks[cell] |= mask
        filled = sorted(masks.items())
    first = filled[0][0]
    return tuple((tuple(map(int.__sub__, cell, first)), mask) for cell, mask in filled)


def cell_masks(grid: Lattice, classes: Sequence[PieceClass]) -> tuple[int, ...]:
    """Return the masks that a filled cell can have: unions of what single pieces put into it, or its single atoms."""
    if grid.unit == 1:
        return tuple(sorted(1 << slot for slot in range(grid.slot_count)))
    single = {mask for each in classes for orientation in orientations_of(grid, each) for _, mask in orientation}
    found = set(single)
    while more := {a | b for a in found for b in single if not a & b} - found:
        found |= more
    return tuple(sorted(found))
