"""How two atoms lie to each other: overlapping, sharing an edge or a part of one, sharing a point.

Lattices that are shifted by half a cell against each other are compared too. Distances are in half cells.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from tilewright.lattice import Lattice, Vector

OVERLAP, EDGE, CORNER = "overlap", "edge", "corner"


@lru_cache
def contacts(grid: Lattice, residue: Vector) -> dict[tuple[int, Vector, int], str]:
    """(kind, distance, other kind) -> contact, for the distances congruent to `residue` modulo 2; no contact, no entry.

    `distance` is that of the other atom's cell, in half cells. Lattice coordinates serve as plane coordinates: an
    affine map changes nothing about contact, and shapely is exact on such small integers, 1/(2 scale) of a cell.
    """
    import shapely

    kinds = range(grid.slot_count)
    distances = [
        d
        for d in product(range(-5, 6), repeat=grid.dimension)
        if all((a - b) % 2 == 0 for a, b in zip(d, residue, strict=True))
    ]
    keys = [(kind, distance, other) for kind in kinds for distance in distances for other in kinds]
    zero = (0,) * grid.dimension
    first = shapely.polygons([_corners(grid, kind, zero) for kind, _, _ in keys]) if keys else []
    second = shapely.polygons([_corners(grid, other, distance) for _, distance, other in keys]) if keys else []
    shared = shapely.intersection(first, second)
    area, length, empty = shapely.area(shared), shapely.length(shared), shapely.is_empty(shared)
    return {
        key: OVERLAP if area[i] > 0 else EDGE if length[i] > 0 else CORNER for i, key in enumerate(keys) if not empty[i]
    }


def _corners(grid: Lattice, kind: int, shift: Vector) -> list[tuple[int, ...]]:
    corners = grid.corners[kind]
    return [tuple(2 * v + s * grid.scale for v, s in zip(corner, shift, strict=True)) for corner in corners]


def strongest(found: set[str]) -> str | None:
    """The contact of two sets of atoms from the contacts of their atoms."""
    return next((contact for contact in (OVERLAP, EDGE, CORNER) if contact in found), None)
