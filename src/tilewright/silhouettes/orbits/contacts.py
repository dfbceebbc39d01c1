"""The contact of two atoms: they overlap, share an edge or a part of one, or share a point.

Atoms of lattices shifted by half a cell against each other are compared too, so distances are in half cells.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from tilewright.lattice import Lattice, Vector

OVERLAP, EDGE, CORNER = "overlap", "edge", "corner"


@lru_cache
def contact_table(grid: Lattice, residue: Vector) -> dict[tuple[int, Vector, int], str]:
    """Return {(slot, distance, other slot): contact} for distances congruent to `residue` modulo 2; no contact, no entry.

    distance: from the atom's cell to the other atom's, in half cells. Lattice coordinates serve as plane coordinates: an
    affine map changes nothing about contact, and shapely is exact on such small integers, 1/(2 scale) of a cell.
    """
    import shapely  # slow to import, and for lattices that are shifted against each other alone

    slots = range(grid.slot_count)
    distances = [
        d
        for d in product(range(-5, 6), repeat=grid.dimension)
        if all((a - b) % 2 == 0 for a, b in zip(d, residue, strict=True))
    ]
    keys = [(slot, distance, other) for slot in slots for distance in distances for other in slots]
    zero = (0,) * grid.dimension
    first = shapely.polygons([_corners(grid, slot, zero) for slot, _, _ in keys]) if keys else []
    second = shapely.polygons([_corners(grid, other, distance) for _, distance, other in keys]) if keys else []
    shared = shapely.intersection(first, second)
    area, length, empty = shapely.area(shared), shapely.length(shared), shapely.is_empty(shared)
    return {
        key: OVERLAP if area[i] > 0 else EDGE if length[i] > 0 else CORNER for i, key in enumerate(keys) if not empty[i]
    }


def _corners(grid: Lattice, slot: int, shift: Vector) -> list[tuple[int, ...]]:
    corners = grid.corners[slot]
    return [tuple(2 * v + s * grid.scale for v, s in zip(corner, shift, strict=True)) for corner in corners]


def strongest(found: set[str]) -> str | None:
    """Return the contact of two sets of atoms, given the contacts of their atoms; None if there is none."""
    return next((contact for contact in (OVERLAP, EDGE, CORNER) if contact in found), None)
