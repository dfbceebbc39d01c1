"""The positions in which a symmetry group can lie on a lattice: about a corner, a cell, an edge's midpoint, or a line.

A point group (motions, no translations) becomes a group of isometries when every motion is given a translation such that
the set is closed under composition. Two groups that a translation of the lattice conjugates into one another are one
position.

A finite group as its multiplication table: elements are numbers, 0 the identity.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations, product

from tilewright.errors import NotationError
from tilewright.lattice import Lattice, Motion, Vector
from tilewright.lattice.symmetry import Isometry, image

Point = tuple[Fraction, ...]


@dataclass(frozen=True)
class GroupPosition:
    """One position of a group: its isometries, identity first, and a point (in cells) that they all fix.

    place: where that point is: corner | cell | edge; `line` when a whole mirror line is fixed.
    """

    place: str
    isometries: tuple[Isometry, ...]
    point: Point


def group_motions(grid: Lattice, symmetry: str) -> tuple[Motion, ...]:
    """Return the motions of a symmetry group. NotationError lists the groups that the lattice has."""
    for name, motions in grid.groups:
        if name == symmetry and len(motions) > 1:
            return tuple(grid.motion(motion) for motion in motions)
    names = ", ".join(dict.fromkeys(name for name, motions in grid.groups if len(motions) > 1))
    raise NotationError(
        f"lattice {grid.name} has no symmetry group {symmetry!r} for silhouettes: expected one of {names}"
    )


def compose(grid: Lattice, after: Isometry, before: Isometry) -> Isometry:
    """Return the isometry that applies `before`, then `after`."""
    rows, columns = after.motion.matrix, tuple(zip(*before.motion.matrix, strict=True))
    matrix = tuple(tuple(sum(map(int.__mul__, row, column)) for column in columns) for row in rows)
    motion = next(m for m in grid.motions if m.matrix == matrix)
    start = grid.atoms_of((0,) * grid.dimension)[:1]
    there = grid.split(image(grid, after, image(grid, before, start))[0])[0]
    own = grid.split(grid.apply(motion, start[0]))[0]
    return Isometry(motion, tuple(map(int.__sub__, there, own)))


@lru_cache
def group_positions(grid: Lattice, symmetry: str) -> tuple[GroupPosition, ...]:
    """Return every position of the group up to translation, the one about a corner first."""
    motions = group_motions(grid, symmetry)
    found: list[tuple[Isometry, ...]] = []
    generators = _generators(grid, motions)
    shifts = sorted(product((0, -1, 1), repeat=grid.dimension), key=lambda v: (sum(map(abs, v)), v))
    for vectors in product(shifts, repeat=len(generators)):
        closed = _closure(grid, tuple(map(Isometry, generators, vectors)), len(motions))
        if closed and not any(_is_translate(grid, closed, other) for other in found):
            found.append(closed)
    positions = (position_of(grid, isometries) for isometries in found)
    return tuple(sorted(positions, key=lambda c: (("corner", "cell", "edge", "line").index(c.place), c.point)))


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
    """Return the generated group, identity first, or None when it does not have `order` elements."""
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


def _is_translate(grid: Lattice, group: Sequence[Isometry], other: Sequence[Isometry]) -> bool:
    """Return True if a translation conjugates one group into the other."""
    wanted = set(group)
    for vector in product(range(-2, 3), repeat=grid.dimension):
        there = Isometry(grid.motions[0], vector)
        back = Isometry(grid.motions[0], tuple(-v for v in vector))
        if {compose(grid, compose(grid, there, g), back) for g in other} == wanted:
            return True
    return False


def position_of(grid: Lattice, isometries: tuple[Isometry, ...]) -> GroupPosition:
    """Return the position of a group of isometries."""
    cell = grid.atoms_of((0,) * grid.dimension)
    images = [centroid(grid, image(grid, isometry, cell)) for isometry in isometries]
    point = tuple(sum(axis) / Fraction(len(images)) for axis in zip(*images, strict=True))
    turns = any(not isometry.motion.mirrored for isometry in isometries[1:])
    return GroupPosition(_place_name(grid, point) if turns else "line", isometries, point)


def centroid(grid: Lattice, atoms: Sequence[Vector]) -> Point:
    """Return the mean of the corners of the atoms, in cells."""
    corners = [corner for atom in atoms for corner in grid.corner_points(atom)]
    return tuple(Fraction(sum(axis), len(corners) * grid.scale) for axis in zip(*corners, strict=True))


def _place_name(grid: Lattice, point: Point) -> str:
    point = tuple(v % 1 for v in point)
    near = [grid.atoms_of(cell) for cell in product(range(-2, 3), repeat=grid.dimension)]
    if any(point == centroid(grid, atoms) for atoms in near) or any(
        point == centroid(grid, (a,)) for atoms in near for a in atoms
    ):
        return "cell"
    corners = (corner for atoms in near for atom in atoms for corner in grid.corner_points(atom))
    return "corner" if any(point == tuple(Fraction(v, grid.scale) for v in corner) for corner in corners) else "edge"


@dataclass(frozen=True)
class GroupTable:
    """times[a][b] is the element that applies b, then a."""

    times: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, grid: Lattice, position: GroupPosition) -> GroupTable:
        """Return the table of a position's isometries, numbered as they stand there."""
        group = position.isometries
        number = {isometry: index for index, isometry in enumerate(group)}
        return cls(tuple(tuple(number[compose(grid, a, b)] for b in group) for a in group))

    @property
    def order(self) -> int:
        """Number of elements."""
        return len(self.times)

    @cached_property
    def inverse(self) -> tuple[int, ...]:
        """The inverse of each element."""
        return tuple(row.index(0) for row in self.times)

    def conjugate(self, element: int, by: int) -> int:
        """Return `by · element · by⁻¹`."""
        return self.times[self.times[by][element]][self.inverse[by]]

    def conjugates(self, subgroup: Iterable[int]) -> frozenset[frozenset[int]]:
        """Return all conjugates of a subgroup."""
        elements = tuple(subgroup)
        return frozenset(frozenset(self.conjugate(s, t) for s in elements) for t in range(self.order))

    def coset_representatives(self, subgroup: Iterable[int]) -> list[int]:
        """Return one element of every left coset of a subgroup, the identity first."""
        elements, left, found = tuple(subgroup), set(range(self.order)), list[int]()
        while left:
            found.append(min(left))
            left -= {self.times[found[-1]][s] for s in elements}
        return found

    def generate(self, elements: Iterable[int]) -> frozenset[int]:
        """Return the subgroup that the elements generate."""
        found = {0, *elements}
        while True:
            more = found | {self.times[a][b] for a in found for b in found}
            if more == found:
                return frozenset(found)
            found = more

    @cached_property
    def maximal_subgroups(self) -> list[frozenset[int]]:
        """The maximal proper subgroups, as sets of elements."""
        numbers = range(self.order)
        two_generated = {self.generate({a, b}) for a in numbers for b in numbers}
        every = two_generated | {self.generate(a | b) for a in two_generated for b in two_generated}
        proper = [group for group in every if len(group) < self.order]
        return sorted((g for g in proper if not any(g < other for other in proper)), key=sorted)
