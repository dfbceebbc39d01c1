"""Connected components and overlaps of atoms in half cells, from the contacts of pairs of atoms alone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from tilewright.lattice import Atom, Lattice, Vector
from tilewright.silhouettes.half_cells import shift_of
from tilewright.silhouettes.orbits.contacts import OVERLAP, contact_table

Steps = list[list[tuple[Vector, int]]]  # for each slot (step between cells, slot of the other atom)


def components(grid: Lattice, atoms: Collection[Atom], counts: Callable[[str], bool]) -> list[frozenset[Atom]]:
    """Return the connected components of atoms given in half cells; `counts` says which contacts connect."""
    steps = _steps(grid, atoms, counts)
    left = set(atoms)
    found = []
    while left:
        part, stack = set[Atom](), [left.pop()]
        while stack:
            part.add(atom := stack.pop())
            cell, slot = grid.split(atom)
            for step, other in steps[slot]:
                near = grid.join(tuple(map(int.__add__, cell, step)), other)
                if near in left:
                    left.remove(near)
                    stack.append(near)
        found.append(frozenset(part))
    return sorted(found, key=sorted)


def first_overlap(grid: Lattice, atoms: Sequence[Atom]) -> Atom | None:
    """Return an atom that overlaps another one, or None; coordinates in half cells."""
    present = set(atoms)
    if len(present) < len(atoms):
        return min(atom for atom in present if list(atoms).count(atom) > 1)
    if len({shift_of(grid, atom) for atom in atoms}) == 1:
        return None
    steps = _steps(grid, atoms, lambda contact: contact == OVERLAP)
    for atom in sorted(present):
        cell, slot = grid.split(atom)
        for step, other in steps[slot]:
            near = grid.join(tuple(map(int.__add__, cell, step)), other)
            if near != atom and near in present:
                return atom
    return None


def _steps(grid: Lattice, atoms: Collection[Atom], counts: Callable[[str], bool]) -> Steps:
    """Return the steps to all atoms in such a contact, on the lattices on which the atoms lie."""
    shifts = {shift_of(grid, atom) for atom in atoms}
    residues = {tuple((a - b) % 2 for a, b in zip(r, s, strict=True)) for r in shifts for s in shifts}
    steps: Steps = [[] for _ in range(grid.slot_count)]
    for residue in residues:
        for (slot, distance, other), contact in contact_table(grid, residue).items():
            if counts(contact):
                steps[slot].append((distance, other))
    return steps
