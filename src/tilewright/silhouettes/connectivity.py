"""Connected components and overlaps of atoms in half cells, for the checker and the SAT model.

Contacts are found by exact arithmetic on the corners of atoms, apart from the table that the search uses
(`orbits/contacts.py`, by shapely), so that an error in one is not repeated in the other. Atoms are convex polygons.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise, product

from tilewright.lattice import Atom, Lattice, Vector
from tilewright.silhouettes.half_cells import shift_of

OVERLAP, EDGE, CORNER = "overlap", "edge", "corner"
REACH = 5  # half cells: atoms of cells that are farther apart along an axis do not meet
Number = int | Fraction
Point = tuple[Number, Number]
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
        for (slot, distance, other), contact in atom_contacts(grid, residue).items():
            if counts(contact):
                steps[slot].append((distance, other))
    return steps


@lru_cache
def atom_contacts(grid: Lattice, residue: Vector) -> dict[tuple[int, Vector, int], str]:
    """Return {(slot, distance in half cells, other slot): contact} for distances congruent to `residue` modulo 2."""
    polygons = [[(2 * x, 2 * y) for x, y in corners] for corners in grid.corners]
    found = {}
    for distance in product(*(range(-REACH, REACH + 1),) * grid.dimension):
        if any((d - r) % 2 for d, r in zip(distance, residue, strict=True)):
            continue
        for other, corners in enumerate(polygons):
            moved = [(x + distance[0] * grid.scale, y + distance[1] * grid.scale) for x, y in corners]
            for slot, polygon in enumerate(polygons):
                if contact := polygon_contact(polygon, moved):
                    found[slot, distance, other] = contact
    return found


def polygon_contact(first: Sequence[Point], second: Sequence[Point]) -> str | None:
    """Return the contact of two convex polygons, None if they do not meet.

    >>> square = [(0, 0), (0, 2), (2, 2), (2, 0)]
    >>> [polygon_contact(square, [(x + dx, y + dy) for x, y in square]) for dx, dy in [(1, 1), (2, 1), (2, 2), (3, 0)]]
    ['overlap', 'edge', 'corner', None]
    """
    for axis in (0, 1):
        own, other = [point[axis] for point in first], [point[axis] for point in second]
        if max(own) < min(other) or max(other) < min(own):
            return None
    shared = list(second)
    turn = 1 if _doubled_area(first) > 0 else -1
    for start, end in pairwise([*first, first[0]]):
        shared = _left_of(shared, start, end, turn)
    points = len(set(shared))
    return None if not points else CORNER if points == 1 else OVERLAP if _doubled_area(shared) else EDGE


def _left_of(polygon: Sequence[Point], start: Point, end: Point, turn: int) -> list[Point]:
    """Return what of a convex polygon lies on the inner side of a line, the line included."""
    kept: list[Point] = []
    for (x, y), (u, v) in pairwise([*polygon, *polygon[:1]]):
        here, there = (
            turn * ((end[0] - start[0]) * (b - start[1]) - (end[1] - start[1]) * (a - start[0]))
            for a, b in ((x, y), (u, v))
        )
        if here >= 0:
            kept.append((x, y))
        if here * there < 0:
            part = Fraction(here, here - there)
            kept.append((x + part * (u - x), y + part * (v - y)))
    return kept


def _doubled_area(polygon: Sequence[Point]) -> Number:
    return sum(x * v - y * u for (x, y), (u, v) in pairwise([*polygon, *polygon[:1]]))
