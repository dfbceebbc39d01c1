"""The atoms inside an outline: polygons whose corners and edges are those of atoms.

Each edge is first walked along the lattice in steps that are edges of atoms, and no step may be taken twice. So what
reaches shapely has no more edges than the bounding box has room for, and no two that cut each other but at corners:
its checks take quadratic time on outlines with many long edges that lie across one another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import ceil, floor
from typing import TYPE_CHECKING, Any

from tilewright.errors import LimitError, NotationError
from tilewright.lattice import Atom, Lattice
from tilewright.lattice.wkt import Corner, Ring, parse_wkt
from tilewright.lazy import lazy

if TYPE_CHECKING:
    import numpy as np
    import shapely
    from shapely.geometry.base import BaseGeometry
else:
    np = lazy("numpy")  # slow to import, as shapely; for outlines alone
    shapely = lazy("shapely")  # for outlines alone

FARTHEST = 1e9  # of an outline's corners from the origin; beyond it they are too coarse to tell cells apart
NEAR = 1e-6  # a corner that lies so near to one of the lattice is that one
SQUARE_BASIS = ((0.0, 1.0), (1.0, 0.0))
Steps = dict[Corner, dict[Corner, Corner]]  # from a corner, both coordinates below 1, in a direction: to the next one


def rings_of(outline: Any) -> list[list[Ring]]:
    """Return the rings of each polygon of a shapely geometry or WKT; NotationError when it is another kind of geometry."""
    if isinstance(outline, str):
        return parse_wkt(outline)
    if outline.geom_type not in ("Polygon", "MultiPolygon") or outline.is_empty:
        raise NotationError(f"outline is a {outline.geom_type}: expected a POLYGON or MULTIPOLYGON with area")
    return [
        [[(x, y) for x, y, *_ in ring.coords] for ring in (polygon.exterior, *polygon.interiors)]
        for polygon in getattr(outline, "geoms", [outline])
    ]


def atoms_inside(polygons: Sequence[Sequence[Ring]], grid: Lattice, most: int) -> Iterator[Atom]:
    """Yield the atoms that the polygons cover, x to the right, y up from the bottom of the lowest row.

    Raises NotationError when they cut an atom or are no simple polygons, LimitError beyond `most` cells.
    """
    if grid.dimension != 2 or grid.basis != SQUARE_BASIS:
        raise NotationError(
            f"an outline on lattice {grid.name}: expected a lattice of squares, or the board as a drawing"
        )
    left, bottom, right, top = _bounds([corner for rings in polygons for ring in rings for corner in ring], most)
    outline = _geometry(_on_lattice(polygons, grid))
    shapely.prepare(outline)
    rows, columns = np.mgrid[0 : top - bottom, left:right]
    for atom in grid.atoms_of((0, 0)):
        x, y = np.mean(grid.polygon(atom), axis=0)
        within = shapely.contains_xy(outline, columns + x, top - rows - y)
        for row, column in zip(rows[within].tolist(), columns[within].tolist(), strict=True):
            yield (row, column, *atom[2:])


def _bounds(corners: Sequence[Corner], most: int) -> tuple[int, int, int, int]:
    """The least box of whole cells around the corners."""
    for x, y in corners:
        if not (abs(x) <= FARTHEST and abs(y) <= FARTHEST):
            raise LimitError(f"the outline's corner {x:g} {y:g} is too far away: expected coordinates to {FARTHEST:g}")
    xs, ys = zip(*corners, strict=True)
    left, bottom, right, top = floor(min(xs) + NEAR), floor(min(ys) + NEAR), ceil(max(xs) - NEAR), ceil(max(ys) - NEAR)
    if not (right - left) * (top - bottom) <= most:
        raise LimitError(
            f"the outline's bounding box has {(right - left) * (top - bottom):,} cells: expected at most {most:,}"
        )
    return left, bottom, right, top


def _geometry(polygons: Sequence[Sequence[Ring]]) -> BaseGeometry:
    parts = [shapely.Polygon(outer, holes) for outer, *holes in polygons]
    outline = parts[0] if len(parts) == 1 else shapely.MultiPolygon(parts)
    if not shapely.is_valid(outline):
        raise NotationError(f"the outline is not a simple polygon: {shapely.is_valid_reason(outline)}")
    return outline


def _on_lattice(polygons: Sequence[Sequence[Ring]], grid: Lattice) -> list[list[Ring]]:
    """The polygons with each corner moved to the lattice's that is meant; NotationError when they cut an atom."""
    steps = _steps(grid)
    exact = [[[_snapped(corner, steps, grid.name) for corner in ring] for ring in rings] for rings in polygons]
    walked: set[tuple[Corner, Corner]] = set()
    for ring in (ring for rings in exact for ring in rings):
        for start, end in pairwise(ring):
            for step in _walk(start, end, steps, grid.name):
                if step in walked:
                    raise NotationError(f"the outline is not a simple polygon: it runs twice along {_named(*step)}")
                walked.add(step)
    return exact


def _steps(grid: Lattice) -> Steps:
    """How one may go on from each corner of an atom along the edges of atoms."""
    steps: Steps = {}
    for atom in grid.atoms_of((0, 0)):
        corners = grid.polygon(atom)
        for (x, y), (other_x, other_y) in zip(corners, (*corners[1:], corners[0]), strict=True):
            step = (other_x - x, other_y - y)
            back = (-step[0], -step[1])
            steps.setdefault((x % 1, y % 1), {})[_direction(*step)] = step
            steps.setdefault((other_x % 1, other_y % 1), {})[_direction(*back)] = back
    return steps


def _direction(x: float, y: float) -> Corner:
    longer = max(abs(x), abs(y))
    return x / longer + 0.0, y / longer + 0.0  # plus 0: no -0


def _snapped(corner: Corner, steps: Steps, name: str) -> Corner:
    for x, y in steps:
        near = (round(corner[0] - x) + x, round(corner[1] - y) + y)
        if abs(near[0] - corner[0]) < NEAR and abs(near[1] - corner[1]) < NEAR:
            return near
    x, y = corner
    raise NotationError(
        f"the outline's corner {x:g} {y:g} cuts through an atom of lattice {name}: expected corners on the lattice"
    )


def _walk(start: Corner, end: Corner, steps: Steps, name: str) -> Iterator[tuple[Corner, Corner]]:
    """The edges of atoms from one corner to another, each from its lesser end."""
    if start == end:
        return
    direction = _direction(end[0] - start[0], end[1] - start[1])
    at = start
    while at != end:
        step = steps[at[0] % 1, at[1] % 1].get(direction)
        if step is None:
            raise NotationError(
                f"the outline's edge {_named(start, end)} cuts through an atom of lattice {name}: "
                "expected corners on the lattice, and edges along it"
            )
        onward = (at[0] + step[0], at[1] + step[1])
        yield (at, onward) if at < onward else (onward, at)
        at = onward


def _named(start: Corner, end: Corner) -> str:
    return f"from {start[0]:g} {start[1]:g} to {end[0]:g} {end[1]:g}"
