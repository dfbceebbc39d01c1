"""Silhouettes: regions that pieces tile, with their symmetry group and contacts; and the positions of groups.

A symmetry group can lie on a lattice about a corner, a cell, an edge's midpoint, or a line. A point group (motions
without translations) becomes a group of isometries if every motion is given a translation such that the set is closed
under composition. Two groups that a translation of the lattice conjugates into one another are the same position.

Coordinates are in half cells, because the parts of a silhouette may lie on lattices shifted by half a cell. Everything
here is derived from the region alone, for the checker and the SAT model. Contacts are computed by exact arithmetic on
the corners of atoms (which are convex), independently of the table that the search uses (`orbits.py`, by shapely), so
that an error in one is not repeated in the other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations, pairwise, product
from operator import neg

from tilewright.errors import NotationError
from tilewright.lattice import Atom, Lattice, Motion, Vector, lattice
from tilewright.lattice.symmetry import Isometry, canonical_form, group_name_of, image, symmetries
from tilewright.puzzle.placement import digest

Center = tuple[Fraction, ...]


@dataclass(frozen=True)
class GroupPosition:
    """One position of a group: its isometries, identity first, and a point (in cells) that they all fix.

    place: where that point is: corner | cell | edge; `line` if a whole mirror line is fixed.
    """

    place: str
    isometries: tuple[Isometry, ...]
    point: Center


def group_motions(grid: Lattice, symmetry: str) -> tuple[Motion, ...]:
    """Return the motions of a symmetry group.

    Raises NotationError, listing the lattice's groups, for an unknown group.
    """
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
    """Return the smallest set of motions that generates the point group; it has at most three."""
    still = [Isometry(motion, (0,) * grid.dimension) for motion in motions[1:]]
    choices = (some for size in (1, 2, 3) for some in combinations(still, size))
    found = next(some for some in choices if _closure(grid, some, len(motions), point_group=True))
    return tuple(isometry.motion for isometry in found)


def _closure(
    grid: Lattice, generators: Sequence[Isometry], order: int, point_group: bool = False
) -> tuple[Isometry, ...] | None:
    """Return the generated group, identity first, or None if it does not have `order` elements."""
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
    """Return whether a translation conjugates one group into the other."""
    vectors = product(range(-2, 3), repeat=grid.dimension)
    pairs = ((Isometry(grid.motions[0], v), Isometry(grid.motions[0], tuple(map(neg, v)))) for v in vectors)
    return any({compose(grid, compose(grid, there, g), back) for g in other} == set(group) for there, back in pairs)


def position_of(grid: Lattice, isometries: tuple[Isometry, ...]) -> GroupPosition:
    """Return the position of a group of isometries."""
    cell = grid.atoms_of((0,) * grid.dimension)
    images = [centroid(grid, image(grid, isometry, cell)) for isometry in isometries]
    point = tuple(sum(axis) / Fraction(len(images)) for axis in zip(*images, strict=True))
    turns = any(not isometry.motion.mirrored for isometry in isometries[1:])
    return GroupPosition(_place_name(grid, point) if turns else "line", isometries, point)


def centroid(grid: Lattice, atoms: Sequence[Vector]) -> Center:
    """Return the mean of the corners of the atoms, in cells."""
    corners = [corner for atom in atoms for corner in grid.corner_points(atom)]
    return tuple(Fraction(sum(axis), len(corners) * grid.scale) for axis in zip(*corners, strict=True))


def _place_name(grid: Lattice, point: Center) -> str:
    point = tuple(v % 1 for v in point)
    near = [grid.atoms_of(cell) for cell in product(range(-2, 3), repeat=grid.dimension)]
    if any(point == centroid(grid, some) for atoms in near for some in (atoms, *zip(atoms))):
        return "cell"
    corners = (corner for atoms in near for atom in atoms for corner in grid.corner_points(atom))
    return "corner" if any(point == tuple(Fraction(v, grid.scale) for v in corner) for corner in corners) else "edge"


@dataclass(frozen=True)
class GroupTable:
    """A multiplication table: times[a][b] is the element that applies b, then a."""

    times: tuple[tuple[int, ...], ...]

    @classmethod
    def of(cls, grid: Lattice, position: GroupPosition) -> GroupTable:
        """Return the table of a position's isometries, numbered in their order."""
        group = position.isometries
        number = {isometry: index for index, isometry in enumerate(group)}
        return cls(tuple(tuple(number[compose(grid, a, b)] for b in group) for a in group))

    @property
    def order(self) -> int:
        """The number of elements."""
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
        while more := {self.times[a][b] for a in found for b in found} - found:
            found |= more
        return frozenset(found)

    @cached_property
    def maximal_subgroups(self) -> list[frozenset[int]]:
        """The maximal proper subgroups, as sets of elements."""
        numbers = range(self.order)
        two_generated = {self.generate({a, b}) for a in numbers for b in numbers}
        every = two_generated | {self.generate(a | b) for a in two_generated for b in two_generated}
        proper = [group for group in every if len(group) < self.order]
        return sorted((g for g in proper if not any(g < other for other in proper)), key=sorted)


Shift = tuple[int, ...]  # shift of a lattice against the first one, in half cells: 0 or 1 along each axis


@lru_cache
def half_cell_lattice(grid: Lattice) -> Lattice:
    """Return the lattice with motions for atoms given in half cells."""
    if not any(motion.offsets for motion in grid.motions):
        return grid
    motions = (replace(m, offsets=tuple(tuple(2 * v for v in offset) for offset in m.offsets)) for m in grid.motions)
    return replace(grid, motions=tuple(motions))


def to_half_cells(grid: Lattice, atom: Atom) -> Atom:
    """Convert an atom from whole cells to half cells."""
    cell, slot = grid.split(atom)
    return grid.join(tuple(2 * v for v in cell), slot)


def to_whole_cells(grid: Lattice, atom: Atom) -> Atom:
    """Convert an atom from half cells to whole cells of its own lattice (odd coordinates are rounded down)."""
    cell, slot = grid.split(atom)
    return grid.join(tuple(v // 2 for v in cell), slot)


def shift_of(grid: Lattice, atom: Atom) -> Shift:
    """Return the shift of the lattice that contains an atom given in half cells."""
    return tuple(v % 2 for v in grid.split(atom)[0])


def atoms_by_shift(grid: Lattice, atoms: Iterable[Atom]) -> list[tuple[Shift, tuple[Atom, ...]]]:
    """Return (shift, atoms in whole cells of that lattice) for atoms given in half cells."""
    found: dict[Shift, list[Atom]] = defaultdict(list)
    for atom in atoms:
        found[shift_of(grid, atom)].append(to_whole_cells(grid, atom))
    return [(shift, tuple(sorted(some))) for shift, some in sorted(found.items())]


OVERLAP, EDGE, CORNER = "overlap", "edge", "corner"
REACH = 5  # half cells: atoms of cells farther apart along an axis do not meet
Number = int | Fraction
Point = tuple[Number, Number]
Steps = list[list[tuple[Vector, int]]]  # for each slot (step between cells, slot of the other atom)


def components(grid: Lattice, atoms: Collection[Atom], counts: Callable[[str], bool]) -> list[frozenset[Atom]]:
    """Return the connected components of atoms given in half cells; `counts` decides which contacts connect."""
    steps = _steps(grid, atoms, counts)
    left = set(atoms)
    found = []
    while left:
        part, stack = set[Atom](), [left.pop()]
        while stack:
            part.add(atom := stack.pop())
            for near in left.intersection(_near(grid, atom, steps)):
                left.remove(near)
                stack.append(near)
        found.append(frozenset(part))
    return sorted(found, key=sorted)


def first_overlap(grid: Lattice, atoms: Sequence[Atom]) -> Atom | None:
    """Return an atom that overlaps another one, or None; coordinates are in half cells."""
    present = set(atoms)
    if len(present) < len(atoms):
        return min(atom for atom in present if list(atoms).count(atom) > 1)
    if len({shift_of(grid, atom) for atom in atoms}) == 1:
        return None
    steps = _steps(grid, atoms, lambda contact: contact == OVERLAP)
    return next(
        (atom for atom in sorted(present) if len(present.intersection(_near(grid, atom, steps)) - {atom})), None
    )


def _near(grid: Lattice, atom: Atom, steps: Steps) -> Iterator[Atom]:
    cell, slot = grid.split(atom)
    return (grid.join(tuple(map(int.__add__, cell, step)), other) for step, other in steps[slot])


def _steps(grid: Lattice, atoms: Collection[Atom], counts: Callable[[str], bool]) -> Steps:
    """Return the steps to all atoms with a contact that counts, on the lattices that contain the atoms."""
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
    """Return {(slot, distance in half cells, other slot): contact}.

    The distances are those congruent to `residue` modulo 2.
    """
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
    """Return the contact of two convex polygons, or None if they do not meet.

    >>> square = [(0, 0), (0, 2), (2, 2), (2, 0)]
    >>> [polygon_contact(square, [(x + dx, y + dy) for x, y in square]) for dx, dy in [(1, 1), (2, 1), (2, 2), (3, 0)]]
    ['overlap', 'edge', 'corner', None]
    """
    for own, other in zip(zip(*first, strict=True), zip(*second, strict=True), strict=True):
        if max(own) < min(other) or max(other) < min(own):
            return None
    shared = list(second)
    turn = 1 if _doubled_area(first) > 0 else -1
    for start, end in pairwise([*first, first[0]]):
        shared = _left_of(shared, start, end, turn)
    points = len(set(shared))
    return None if not points else CORNER if points == 1 else OVERLAP if _doubled_area(shared) else EDGE


def _left_of(polygon: Sequence[Point], start: Point, end: Point, turn: int) -> list[Point]:
    """Return the part of a convex polygon on the inner side of a line, including the line."""
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


PlacedPiece = tuple[str, tuple[Atom, ...]]  # a piece's name and the atoms it covers


@dataclass(frozen=True)
class Silhouette:
    """A region and one tiling of it; atoms are `(2·row, 2·column[, slot])`, moved to the origin and sorted.

    >>> from tilewright import find_silhouettes
    >>> square = find_silhouettes("tetrominoes:IOJL", "D4").silhouettes[0]
    >>> square.group, square.extent, len(square.solution)
    ('D4', (4.0, 4.0), 4)
    """

    lattice: str
    atoms: tuple[Atom, ...]
    solution: tuple[PlacedPiece, ...]

    @classmethod
    def of(cls, lattice_name: str, pieces: Iterable[PlacedPiece]) -> Silhouette:
        """Return the silhouette of placed pieces, given in half cells."""
        grid = lattice(lattice_name)
        pieces = list(pieces)
        back = tuple(-v for v in grid.origin([atom for _, atoms in pieces for atom in atoms]))
        moved = sorted((name, tuple(sorted(grid.shift(atoms, back)))) for name, atoms in pieces)
        atoms = tuple(sorted(atom for _, atoms in moved for atom in atoms))
        return cls(lattice_name, atoms, tuple(sorted(moved, key=lambda placed: placed[1])))

    @property
    def grid(self) -> Lattice:
        """The lattice, with vectors in half cells."""
        return half_cell_lattice(lattice(self.lattice))

    @cached_property
    def id(self) -> str:
        """A stable id, the same for all images of the region."""
        return silhouette_id(self.grid, self.atoms)

    @property
    def mixed(self) -> bool:
        """True if parts lie on lattices shifted by half a cell."""
        return len({shift_of(self.grid, atom) for atom in self.atoms}) > 1

    @property
    def whole_cells(self) -> tuple[Atom, ...]:
        """The atoms in whole cells, for a region on one lattice."""
        return tuple(to_whole_cells(self.grid, atom) for atom in self.atoms)

    @cached_property
    def isometries(self) -> tuple[Isometry, ...]:
        """All symmetries of the region with vectors in half cells, the identity first."""
        return symmetries(self.grid, self.atoms)

    @cached_property
    def group(self) -> str:
        """The name of the group of all symmetries of the region."""
        return group_name_of(self.grid, self.isometries)

    @cached_property
    def center(self) -> str:
        """Where the fixed point lies: corner | cell | edge, `line` if there is none, or mixed."""
        if self.mixed:
            return "mixed"
        grid = lattice(self.lattice)
        halved = (Isometry(grid.motion(g.motion.name), tuple(v // 2 for v in g.vector)) for g in self.isometries)
        return position_of(grid, tuple(halved)).place

    @cached_property
    def extent(self) -> tuple[float, ...]:
        """The sides of the bounding box in cells."""
        columns = zip(*self.atoms, strict=True)
        return tuple(max(column) / 2 + 1 for _, column in zip(range(self.grid.dimension), columns, strict=False))

    @cached_property
    def edge_parts(self) -> list[frozenset[Atom]]:
        """The parts connected through edges or halves of edges."""
        return components(self.grid, self.atoms, lambda contact: contact == EDGE)

    @cached_property
    def corner_parts(self) -> list[frozenset[Atom]]:
        """The parts connected through edges and corners."""
        return components(self.grid, self.atoms, lambda _: True)

    @property
    def part_areas(self) -> list[float]:
        """The areas of the edge-connected parts in cells, greatest first."""
        return sorted((self.grid.area(len(part)) for part in self.edge_parts), reverse=True)

    @cached_property
    def contact(self) -> str:
        """The strongest contact that connects the region: edge | corner | none."""
        if len(self.edge_parts) == 1:
            return EDGE
        return "corner" if len(self.corner_parts) == 1 else "none"

    def has_symmetry(self, symmetry: str) -> bool:
        """Return whether the motions of the named group keep the region."""
        return next(self._positions_of(symmetry), None) is not None

    def is_concentric(self, symmetry: str, through_corners: bool = False) -> bool:
        """Return whether every edge-connected part is itself invariant under the motions of the named group.

        The group is tried in each position in which it keeps the whole region.

        through_corners: whether parts that share a point count as one.
        """
        parts = self.corner_parts if through_corners else self.edge_parts
        return any(
            all(frozenset(image(self.grid, g, part)) == part for part in parts for g in maps)
            for maps in self._positions_of(symmetry)
        )

    def _positions_of(self, symmetry: str) -> Iterator[list[Isometry]]:
        """Yield the isometries of each subgroup with that name among those of the region."""
        by_name = {isometry.motion.name: isometry for isometry in self.isometries}
        for name, motions in self.grid.groups:
            if name == symmetry and all(motion in by_name for motion in motions):
                yield [by_name[motion] for motion in motions]


def silhouette_id(grid: Lattice, atoms: Iterable[Atom]) -> str:
    """Return a stable id of a region given in half cells: the hash of the least of its images."""
    # The hash has always begun with "outline", and published ids depend on it.
    return digest("outline", grid.name, canonical_form(half_cell_lattice(lattice(grid.name)), atoms))
