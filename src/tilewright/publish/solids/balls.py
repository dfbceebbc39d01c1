"""Pieces of balls to print: spheres, and a neck wherever two of them touch.

A third ball that touches two leaves sqrt(3)/2 - 1/2 = 0.366 cells around the line between their middles; a neck is thinner than that,
so that every piece goes where its balls go.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import dist
from typing import TYPE_CHECKING, Any

from tilewright.errors import NotationError
from tilewright.lattice import Atom, Lattice
from tilewright.pieces import Piece
from tilewright.publish.plan import WALL

if TYPE_CHECKING:
    from manifold3d import Manifold

NECK = 0.25  # radius of a neck, in cells
SEGMENTS = 48  # straight pieces in the circle of a ball
TOUCHING = 1.001  # cells between the middles of balls that touch, rounding errors included

Place = tuple[float, float, float]


def ball_body(m: Any, piece: Piece, cell: float, clearance: float) -> Manifold:
    """Return a piece of balls, standing on z = 0, in millimeters; `m` is the module manifold3d.

    Raises NotationError where a neck would be too thin.
    """
    if 2 * NECK * cell < WALL:
        raise NotationError(f"piece {piece.name}: necks thinner than {WALL:g} mm: expected larger cells")
    body = balls_at(m, piece.grid, piece.atoms, cell, clearance)
    return body.translate((0, 0, -body.bounding_box()[2]))


def balls_at(m: Any, grid: Lattice, atoms: Sequence[Atom], cell: float, clearance: float) -> Manifold:
    """Return the balls where they lie in the packing, joined by necks."""
    middles = [tuple(v * cell for v in ball_middle(grid, atom)) for atom in atoms]
    radius = grid.ball * cell - clearance
    balls = [_sphere(m, radius, middle) for middle in middles]
    necks = [
        m.Manifold.batch_hull([_sphere(m, NECK * cell, end) for end in pair])
        for pair in combinations(middles, 2)
        if dist(*pair) <= TOUCHING * cell
    ]
    return m.Manifold.batch_boolean([*balls, *necks], m.OpType.Add)


def ball_middle(grid: Lattice, atom: Atom) -> Place:
    """Return where the middle of a ball is, in cells, z up.

    >>> from tilewright.lattice import lattice
    >>> ball_middle(lattice("spheres"), (0, 0, 2))
    (2.0, 0.0, 0.0)
    """
    x, y, z = (sum(v * step[axis] for v, step in zip(atom, grid.space, strict=True)) for axis in range(3))
    return x, y, z


def _sphere(m: Any, radius: float, middle: tuple[float, ...]) -> Manifold:
    return m.Manifold.sphere(radius, SEGMENTS).translate(middle)
