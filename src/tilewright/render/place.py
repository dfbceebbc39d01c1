"""Where things go: the best point for a letter inside a shape, and rows of shapes on a sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import dist, hypot, inf

from tilewright.lattice import Atom, Lattice, lattice
from tilewright.lattice.outline import regions

Point = tuple[float, float]
Side = tuple[Point, Point]
Box = tuple[float, float, float, float]
STEPS = 6  # of a cell, for trying places: meets the centres of squares and of triangles
MOST_TRIED = 4000  # places; for larger shapes the steps are coarser
ISLAND = 0.75  # cells between the layers of a solid
ENOUGH = 0.75  # cells of room: more makes no difference
CENTRAL = 0.12  # how much nearness to the middle counts against room


def view(grid: Lattice, atoms: Iterable[Atom]) -> Lattice:
    """The lattice as pictures show it: the layers of a solid side by side, from the left, as islands in the plane.

    The islands are so far apart that these atoms, the whole picture's, do not overlap. A flat lattice is its own view, a wrapped one is
    cut open.
    """
    if grid.dimension == 2:
        return grid.plane
    flat = lattice(grid.layer)
    left, _, right, _ = box(flat, {atom[1:] for atom in atoms})
    return _islands(grid, right - left + ISLAND)


@lru_cache(maxsize=256)
def _islands(grid: Lattice, step: float) -> Lattice:
    x, y, _ = grid.space[0]  # of a layer from the one above: nothing, where cells are stacked
    basis = ((step + x, -y), *lattice(grid.layer).basis)
    level = tuple(tuple((vector, slot) for vector, slot in near if not vector[0]) for near in grid.neighbours)
    return replace(grid, basis=basis, neighbours=level)


def box(grid: Lattice, atoms: Iterable[Atom]) -> Box:
    """(left, top, right, bottom) of the atoms in the picture."""
    points = [point for atom in atoms for point in grid.polygon(atom)]
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


@lru_cache(maxsize=4096)
def letter_spot(grid: Lattice, atoms: tuple[Atom, ...]) -> tuple[float, float, float]:
    """(x, y, room): a point well inside the shape, near its middle, and its distance from the outline, in cells."""
    rings = [[grid.point(corner) for corner in ring] for region in regions(grid, atoms) for ring in region.rings]
    sides = [side for ring in rings for side in zip(ring, (*ring[1:], ring[0]), strict=True)]
    middle = _mean([_mean(grid.polygon(atom)) for atom in atoms])
    tried = _places(box(grid, atoms))
    costs = [CENTRAL * dist(point, middle) for point in tried]
    best, found = -inf, (*tried[0], -1.0)
    # Those near the middle first: once even the most room would not do, none of the others can be better.
    for number in sorted(range(len(tried)), key=lambda number: round(costs[number], 9)):
        if round(ENOUGH - costs[number], 6) <= best:
            break
        room = _room(tried[number], sides, best + costs[number])
        if (worth := round(min(room, ENOUGH) - costs[number], 6)) > best:
            best, found = worth, (*tried[number], room)
    return found


def _mean(points: Sequence[Point]) -> Point:
    xs, ys = zip(*points, strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def _places(bounds: Box) -> list[Point]:
    """A grid of points, row by row."""
    left, top, right, bottom = bounds
    steps = min(STEPS, max(1, int((MOST_TRIED / ((right - left) * (bottom - top))) ** 0.5)))
    wide, high = round((right - left) * steps), round((bottom - top) * steps)
    xs = [left + (right - left) * k / (2 * wide) for k in range(2 * wide + 1)]
    ys = [top + (bottom - top) * k / (2 * high) for k in range(2 * high + 1)]
    return [(x, y) for y in ys for x in xs]


def _room(point: Point, sides: Sequence[Side], least: float) -> float:
    """The distance from the nearest side, if the point is inside; something smaller where it is not more than `least`."""
    room = inf
    for side in sides:
        room = min(room, _distance_from(point, side))
        if room <= least:
            return -inf
    return room if _is_inside(point, sides) else -inf


def _distance_from(point: Point, side: Side) -> float:
    (x, y), ((x0, y0), (x1, y1)) = point, side
    along_x, along_y = x1 - x0, y1 - y0
    share = ((x - x0) * along_x + (y - y0) * along_y) / (along_x * along_x + along_y * along_y)
    share = min(1.0, max(0.0, share))
    return hypot(x - x0 - share * along_x, y - y0 - share * along_y)


def _is_inside(point: Point, sides: Sequence[Side]) -> bool:
    """Whether a point is inside, by crossings of a ray to the right."""
    x, y = point
    crossings = (x < x0 + (y - y0) * (x1 - x0) / (y1 - y0) for (x0, y0), (x1, y1) in sides if (y0 <= y) != (y1 <= y))
    return sum(crossings) % 2 == 1


def shelves(
    sizes: Sequence[Point], width: float, gap: float, height: float = inf
) -> Iterator[tuple[int, float, float]]:
    """(sheet, left, top) for each (width, height), in rows at most `width` long on sheets at most `height` high."""
    sheet, x, y, high = 0, 0.0, 0.0, 0.0
    for wide, tall in sizes:
        if x and x + wide > width:
            x, y, high = 0.0, y + high + gap, 0.0
        if y and y + tall > height:
            sheet, x, y, high = sheet + 1, 0.0, 0.0, 0.0
        yield sheet, x, y
        x, high = x + wide + gap, max(high, tall)
