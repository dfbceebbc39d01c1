"""The directions in which pieces move on a lattice, and the cells that a moving cell meets during one step.

Pieces are translated, never turned, and come to rest where their cells are cells of the lattice again. On the way they
may pass over other cells: a triangle that moves along its edge crosses the one beside it, and a ball that rolls along a
row pushes against the balls of the next row. So each direction has a table of what is met, worked out in exact integers
from the shapes of the cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import product

from tilewright.errors import NotationError
from tilewright.lattice import Atom, Lattice, Vector
from tilewright.lattice.spatial import from_cubes, to_cubes

Sweep = tuple[int, int, Vector]  # slot of the moving cell, slot of the cell it meets, vector from the one to the other

# Names of directions where the lattice has rows and columns at right angles: vectors are (layer, row, column).
_NAMES = {
    (-1, 0, 0): "up", (1, 0, 0): "down", (0, -1, 0): "back", (0, 1, 0): "front", (0, 0, -1): "left", (0, 0, 1): "right",
    (-1, 0): "up", (1, 0): "down", (0, -1): "left", (0, 1): "right",
}  # fmt: skip
_BESIDE = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))  # along the rows of triangles and hexagons
_ALONG_AXES = ((-1, 0), (0, 1), (1, 0), (0, -1))
_FLAT_DIRECTIONS: dict[str, tuple[Vector, ...]] = {
    "square": _ALONG_AXES,
    "halfsquare": (*_ALONG_AXES, (-1, 1), (1, 1), (1, -1), (-1, -1)),
    "triangular": _BESIDE,
    "hexagonal": _BESIDE,
}


@dataclass(frozen=True)
class Direction:
    """One direction of a lattice.

    name:   a word where there is one, else the vector, e.g. "+1,-1,0".
    vector: one step, in cells.
    sweeps: what a cell of each slot meets during one step, itself excepted.
    """

    name: str
    vector: Vector
    sweeps: tuple[Sweep, ...]


@dataclass(frozen=True)
class Ways:
    """All directions of a lattice, each with its opposite among them."""

    lattice: Lattice
    directions: tuple[Direction, ...]

    @cached_property
    def opposites(self) -> tuple[int, ...]:
        """For each direction the number of the one that leads back."""
        vectors = [direction.vector for direction in self.directions]
        return tuple(vectors.index(tuple(-step for step in vector)) for vector in vectors)

    def place(self, atom: Atom) -> tuple[Vector, int]:
        """Return the cell of an atom as three integers, and its slot."""
        cell, slot = self.lattice.split(atom)
        return (*(0,) * (3 - len(cell)), *cell), slot


@cache
def ways_of(lattice: Lattice) -> Ways:
    """Return the directions of a lattice. Raises NotationError for lattices on which movement is not known."""
    if lattice.name == "spheres":
        return _named(lattice, ((step, _ball_sweeps(step)) for step in _ball_directions()))
    flat = lattice.layer or lattice.name
    if flat not in _FLAT_DIRECTIONS or (lattice.layer and lattice.name not in ("cubic", "prism")):
        known = (*_FLAT_DIRECTIONS, "cubic", "prism", "spheres")
        raise NotationError(f"lattice {lattice.name}: pieces are moved on the lattices {', '.join(known)} only")
    if lattice.dimension == 2:
        return _named(lattice, ((step, _cell_sweeps(lattice, step)) for step in _FLAT_DIRECTIONS[flat]))
    return _named(lattice, (*_vertical(lattice), *_horizontal(flat)))


def _named(lattice: Lattice, rows: Iterable[tuple[Vector, tuple[Sweep, ...]]]) -> Ways:
    has_rows = lattice.name in ("square", "halfsquare", "cubic")
    names = {vector: name for vector, name in _NAMES.items() if has_rows or (lattice.layer and vector[0])}
    texts = ((",".join(f"{way:+d}" if way else "0" for way in vector), vector, sweeps) for vector, sweeps in rows)
    return Ways(lattice, tuple(Direction(names.get(vector, text), vector, sweeps) for text, vector, sweeps in texts))


def _vertical(lattice: Lattice) -> Iterable[tuple[Vector, tuple[Sweep, ...]]]:
    for layer in (-1, 1):
        step = (layer, 0, 0)
        yield step, tuple((slot, slot, step) for slot in range(lattice.slot_count))


def _horizontal(flat: str) -> Iterable[tuple[Vector, tuple[Sweep, ...]]]:
    from tilewright.lattice import lattice as lattice_named

    layer = lattice_named(flat)
    for vector in _FLAT_DIRECTIONS[flat]:
        sweeps = ((moving, met, (0, *place)) for moving, met, place in _cell_sweeps(layer, vector))
        yield (0, *vector), tuple(sweeps)


def _cell_sweeps(lattice: Lattice, step: Vector) -> tuple[Sweep, ...]:
    """Return what polygons meet: a convex polygon sweeps the convex hull of its first and its last position."""
    reach = [range(min(0, way) - 2, max(0, way) + 3) for way in step]
    found = []
    for moving, met, place in product(range(lattice.slot_count), range(lattice.slot_count), product(*reach)):
        if (met, any(place)) == (moving, False):
            continue
        first = lattice.corner_points(lattice.join((0, 0), moving))
        last = lattice.corner_points(lattice.join(step, moving))
        if _overlap((*first, *last), lattice.corner_points(lattice.join(place, met))):
            found.append((moving, met, place))
    return tuple(found)


def _overlap(swept: Sequence[Vector], polygon: Sequence[Vector]) -> bool:
    """Whether the interiors of the convex hulls of two sets of points meet: no line along an edge parts them."""
    points = (*swept, *polygon)
    for a, b in product(points, points):
        normal = (a[1] - b[1], b[0] - a[0])
        if a == b:
            continue
        ours, theirs = ([normal[0] * x + normal[1] * y for x, y in side] for side in (swept, polygon))
        if max(ours) <= min(theirs) or max(theirs) <= min(ours):
            return False
    return True


def _ball_directions() -> Iterable[Vector]:
    """Towards the neighbors of a ball, then square to its layers: of squares (6 ways), and of triangles (8 ways)."""
    for steps, times in ((2, 1), (1, 2), (3, 2)):  # axes along which the direction leads, and how far, by cubes
        for place in product((-1, 0, 1), repeat=3):
            if sum(map(abs, place)) == steps:
                yield from_cubes(tuple(times * way for way in place))


def _ball_sweeps(step: Vector) -> tuple[Sweep, ...]:
    """Return the balls that come closer than a diameter to the line from a ball's first center to its last, in exact integers."""
    way = to_cubes(step)
    length = sum(part * part for part in way)
    found = []
    for place in product(range(-5, 6), repeat=3):
        if sum(place) % 2 or not any(place):
            continue
        along = sum(a * b for a, b in zip(place, way, strict=True))
        beside = (
            sum(part * part for part in place) * length - along * along
        )  # squared distance from the line, times length
        if 0 < along < length:
            is_met = beside < 2 * length
        else:
            end = way if along >= length else (0, 0, 0)
            is_met = sum((a - b) ** 2 for a, b in zip(place, end, strict=True)) < 2
        if is_met:
            found.append((0, 0, from_cubes(place)))
    return tuple(found)
