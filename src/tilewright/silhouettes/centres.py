"""The ways a symmetry group can lie on a lattice: about a corner, a cell, the middle of an edge, along a line.

A group of motions becomes a group of isometries when every motion gets a translation so that the set is closed.
Two such groups that a translation of the lattice maps onto each other are the same position.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product

from tilewright.errors import NotationError
from tilewright.lattice import Lattice, Motion, Vector
from tilewright.lattice.symmetry import Isometry, image

Point = tuple[Fraction, ...]


@dataclass(frozen=True)
class Centre:
    """One position of a group: its isometries, identity first, and a point (in cells) that they all fix.

    name: where that point is: corner | cell | edge; `line` when a whole mirror is fixed.
    """

    name: str
    isometries: tuple[Isometry, ...]
    point: Point


def group_motions(grid: Lattice, symmetry: str) -> tuple[Motion, ...]:
    """The motions of a symmetry group; NotationError lists the groups the lattice has."""
    for name, motions in grid.groups:
        if name == symmetry and len(motions) > 1:
            return tuple(grid.motion(motion) for motion in motions)
    names = ", ".join(dict.fromkeys(name for name, motions in grid.groups if len(motions) > 1))
    raise NotationError(f"lattice {grid.name} has no symmetry group {symmetry!r} for outlines: expected one of {names}")


def compose(grid: Lattice, after: Isometry, before: Isometry) -> Isometry:
    """The isometry that does `before`, then `after`."""
    rows, columns = after.motion.matrix, tuple(zip(*before.motion.matrix, strict=True))
    matrix = tuple(tuple(sum(map(int.__mul__, row, column)) for column in columns) for row in rows)
    motion = next(m for m in grid.motions if m.matrix == matrix)
    start = grid.atoms_of((0,) * grid.dimension)[:1]
    there = grid.split(image(grid, after, image(grid, before, start))[0])[0]
    own = grid.split(grid.apply(motion, start[0]))[0]
    return Isometry(motion, tuple(map(int.__sub__, there, own)))


@lru_cache
def centres(grid: Lattice, symmetry: str) -> tuple[Centre, ...]:
    """Every position of the group, up to translations; the one about a corner first."""
    motions = group_motions(grid, symmetry)
    found: list[tuple[Isometry, ...]] = []
    generators = _generators(grid, motions)
    shifts = sorted(product((0, -1, 1), repeat=grid.dimension), key=lambda v: (sum(map(abs, v)), v))
    for vectors in product(shifts, repeat=len(generators)):
        closed = _closure(grid, tuple(map(Isometry, generators, vectors)), len(motions))
        if closed and not any(_moved(grid, closed, other) for other in found):
            found.append(closed)
    positions = (centre_of(grid, isometries) for isometries in found)
    return tuple(sorted(positions, key=lambda c: (("corner", "cell", "edge", "line").index(c.name), c.point)))


def _generators(grid: Lattice, motions: Sequence[Motion]) -> tuple[Motion, ...]:
    zero = (0,) * grid.dimension
    for size in (1, 2, 3):
        for some in combinations(motions[1:], size):
            if _closure(grid, tuple(Isometry(motion, zero) for motion in some), len(motions), point_group=True):
                return some
    raise AssertionError("a point group has at most three generators")


def _closure(
    grid: Lattice, generators: Sequence[Isometry], order: int, point_group: bool = False
) -> tuple[Isometry, ...] | None:
    """The group generated, identity first, or None when it has more or fewer than `order` elements."""
    zero = (0,) * grid.dimension
    group = {Isometry(grid.motions[0], zero): None}
    stack = list(group)
    while stack:
        element = stack.pop()
        for generator in generators:
            new = compose(grid, generator, element)
            new = Isometry(new.motion, zero) if point_group else new
            if new not in group:
                group[new] = None
                stack.append(new)
        if len(group) > order:
            return None
    return tuple(group) if len(group) == order else None


def _moved(grid: Lattice, group: Sequence[Isometry], other: Sequence[Isometry]) -> bool:
    """Whether a translation maps one group onto the other."""
    wanted = set(group)
    for vector in product(range(-2, 3), repeat=grid.dimension):
        there = Isometry(grid.motions[0], vector)
        back = Isometry(grid.motions[0], tuple(-v for v in vector))
        if {compose(grid, compose(grid, there, g), back) for g in other} == wanted:
            return True
    return False


def centre_of(grid: Lattice, isometries: tuple[Isometry, ...]) -> Centre:
    """The position of a group of isometries."""
    cell = grid.atoms_of((0,) * grid.dimension)
    images = [_centroid(grid, image(grid, isometry, cell)) for isometry in isometries]
    point = tuple(sum(axis) / Fraction(len(images)) for axis in zip(*images, strict=True))
    turns = any(not isometry.motion.mirrored for isometry in isometries[1:])
    return Centre(_place(grid, point) if turns else "line", isometries, point)


def _centroid(grid: Lattice, atoms: Sequence[Vector]) -> Point:
    corners = [corner for atom in atoms for corner in grid.corner_points(atom)]
    return tuple(Fraction(sum(axis), len(corners) * grid.scale) for axis in zip(*corners, strict=True))


def _place(grid: Lattice, point: Point) -> str:
    point = tuple(v % 1 for v in point)
    near = [grid.atoms_of(cell) for cell in product(range(-2, 3), repeat=grid.dimension)]
    if any(point == _centroid(grid, atoms) for atoms in near) or any(
        point == _centroid(grid, (a,)) for atoms in near for a in atoms
    ):
        return "cell"
    corners = (corner for atoms in near for atom in atoms for corner in grid.corner_points(atom))
    return "corner" if any(point == tuple(Fraction(v, grid.scale) for v in corner) for corner in corners) else "edge"
