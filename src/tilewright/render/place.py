"""Where things go: the best point for a letter inside a shape, and rows of shapes on a sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import inf

import numpy as np
from numpy.typing import NDArray

from tilewright.lattice import Atom, Lattice, lattice
from tilewright.lattice.outline import regions

Point = tuple[float, float]
Box = tuple[float, float, float, float]
STEPS = 6  # of a cell, for trying places: meets the centres of squares and of triangles
MOST_TRIED = 4000  # places; for larger shapes the steps are coarser
ISLAND = 0.75  # cells between the layers of a solid
CENTRAL = 0.12  # how much nearness to the middle counts against room


def view(grid: Lattice, atoms: Iterable[Atom]) -> Lattice:
    """The lattice as pictures show it: the layers of a solid side by side, from the left, as islands in the plane.

    The islands are so far apart that these atoms, the whole picture's, do not overlap. A flat lattice is its own view.
    """
    if grid.dimension == 2:
        return grid
    flat = lattice(grid.layer)
    left, _, right, _ = box(flat, {atom[1:] for atom in atoms})
    return _islands(grid, right - left + ISLAND)


@lru_cache(maxsize=256)
def _islands(grid: Lattice, step: float) -> Lattice:
    basis = ((step, 0.0), *lattice(grid.layer).basis)
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
    starts = np.array([point for ring in rings for point in ring])
    ends = np.array([point for ring in rings for point in (*ring[1:], ring[0])])
    middle = np.mean([np.mean(grid.polygon(atom), axis=0) for atom in atoms], axis=0)
    tried = _places(box(grid, atoms))
    room = _distance(tried, starts, ends)
    room[~_inside(tried, starts, ends)] = -1.0
    best = int(np.argmax(np.round(np.minimum(room, 0.75) - CENTRAL * np.hypot(*(tried - middle).T), 6)))
    return float(tried[best][0]), float(tried[best][1]), float(room[best])


def _places(bounds: Box) -> NDArray[np.float64]:
    left, top, right, bottom = bounds
    steps = min(STEPS, max(1, int((MOST_TRIED / ((right - left) * (bottom - top))) ** 0.5)))
    wide, high = round((right - left) * steps), round((bottom - top) * steps)
    xs, ys = np.meshgrid(np.linspace(left, right, 2 * wide + 1), np.linspace(top, bottom, 2 * high + 1))
    return np.column_stack([xs.ravel(), ys.ravel()])


def _distance(
    points: NDArray[np.float64], starts: NDArray[np.float64], ends: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The distance of each point from the nearest segment."""
    along = ends - starts
    away = points[:, None, :] - starts[None, :, :]
    share = np.clip((away * along).sum(axis=2) / (along**2).sum(axis=1), 0, 1)
    distances: NDArray[np.float64] = np.hypot(*np.moveaxis(away - share[..., None] * along, 2, 0)).min(axis=1)
    return distances


def _inside(points: NDArray[np.float64], starts: NDArray[np.float64], ends: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Whether each point is inside, by crossings of a ray to the right."""
    x, y = points[:, 0, None], points[:, 1, None]
    (x0, y0), (x1, y1) = starts.T, ends.T
    spans = (y0 <= y) != (y1 <= y)
    with np.errstate(divide="ignore", invalid="ignore"):
        cross = x0 + (y - y0) * (x1 - x0) / (y1 - y0)
    inside: NDArray[np.bool_] = (spans & (x < cross)).sum(axis=1) % 2 == 1
    return inside


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
