"""Outlines: conversion between sets of atoms and polygons, and reading WKT.

The boundary of a set of atoms consists of rings of exact integer corners (for a solid: of each of its layers), in units
of 1/scale of lattice coordinates; `Lattice.point` maps them to the picture. Every edge of an atom is traversed with the
atom on the same side. Two atoms that share an edge traverse it in opposite directions, so it cancels. The remaining
edges are the boundary.

A **region** is one edge-connected part: its outer ring and its holes. The outer ring goes clockwise in the
picture, holes the other way. No ring passes a corner twice: parts that touch at a corner are two regions, and a hole
that touches the outer ring at a corner remains a hole. The simple-features rules require this of polygons.

In the other direction, each edge of an outline is first split into steps that are edges of atoms, and no step may occur
twice. So shapely receives at most as many edges as the bounding box has room for, and no two of them cross except at
corners. This matters because its checks take quadratic time on outlines with many long edges that cross one another.
WKT is read by our own parser, because a recursive parser crashes the process on deep nesting.
"""

from __future__ import annotations

import re
import warnings
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice, pairwise, repeat
from math import ceil, floor
from operator import lt
from typing import TYPE_CHECKING, Any, TypeVar

from tilewright.errors import LimitError, NotationError, quote
from tilewright.lattice.lattice import Atom, Lattice, Vector

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry


Corner = tuple[float, float]
WktRing = list[Corner]
T = TypeVar("T")

MAX_LENGTH = 4 << 20  # characters, as many as a file may have
EXAMPLE = "POLYGON ((0 0, 3 0, 3 3, 0 0))"
_TOKEN = re.compile(r"[A-Za-z]+|[(),]|[^\s(),]+")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", re.ASCII)


def parse_wkt(text: str) -> list[list[WktRing]]:
    """Return the polygons of a POLYGON or MULTIPOLYGON, each as its rings, the outer one first.

    Rings are closed: the last corner equals the first. Raises NotationError naming the position that is wrong, and
    LimitError for a text that is too long.
    """
    if len(text) > MAX_LENGTH:
        raise LimitError(f"the outline has {len(text):,} characters: expected at most {MAX_LENGTH:,}")
    reader = _Reader(text)
    name = reader.take().upper()
    if name not in ("POLYGON", "MULTIPOLYGON"):
        raise NotationError(f"outline {quote(text)}: expected a POLYGON or MULTIPOLYGON with area, such as {EXAMPLE}")
    polygons = [reader.polygon()] if name == "POLYGON" else reader.several(reader.polygon)
    if reader.take():
        raise reader.error("the end")
    return polygons


class _Reader:
    """A reader of tokens; after the last token, every further token is empty."""

    def __init__(self, text: str) -> None:
        self.text, self.tokens = text, _TOKEN.finditer(text)
        self.token, self.start = "", 0

    def take(self) -> str:
        """Return the next token."""
        found = next(self.tokens, None)
        self.token, self.start = (found[0], found.start()) if found else ("", len(self.text))
        return self.token

    def several(self, read: Callable[[], T]) -> list[T]:
        """Return one or more items of the same form, separated by commas, in brackets."""
        if self.take() != "(":
            raise self.error("'('")
        items = [read()]
        while self.take() == ",":
            items.append(read())
        if self.token != ")":
            raise self.error("',' or ')'")
        return items

    def polygon(self) -> list[WktRing]:
        """Return the rings of a polygon."""
        return self.several(self._ring)

    def _ring(self) -> WktRing:
        corners = self.several(lambda: (self._number(), self._number()))
        if len(corners) < 4 or corners[0] != corners[-1]:
            raise self.error("a ring of three corners or more that ends where it begins")
        return corners

    def _number(self) -> float:
        """Return the next number; one that is too large for a float is infinite."""
        if not _NUMBER.fullmatch(self.take()):
            raise self.error("two numbers a corner")
        return float(self.token)

    def error(self, expected: str) -> NotationError:
        """Return the error for the last token."""
        found = quote(self.token) if self.token else "it ends"
        return NotationError(
            f"outline {quote(self.text)}: {found} at character {self.start + 1} instead of {expected}: "
            f"expected WKT such as {EXAMPLE}"
        )


Edge = tuple[Vector, Vector]
Ring = tuple[Vector, ...]
Ends = dict[Vector, Vector]  # runs of edges: the end of each by its start, or the start by its end


@dataclass(frozen=True)
class Region:
    """One edge-connected part of a shape: the outer ring and the rings of its holes."""

    outer: Ring
    holes: tuple[Ring, ...] = ()

    @property
    def rings(self) -> tuple[Ring, ...]:
        """The outer ring, followed by the holes."""
        return (self.outer, *self.holes)


def regions(lattice: Lattice, atoms: Iterable[Atom]) -> list[Region]:
    """Return the edge-connected regions of a set of atoms, sorted by their least corner."""
    return merge(lattice, map(lattice.corner_points, _distinct(atoms)))


def _distinct(atoms: Iterable[Atom]) -> Iterable[Atom]:
    """Return the atoms without duplicates; ascending atoms, such as the million of a large board, need no table."""
    listed = tuple(atoms)
    return listed if all(map(lt, listed, islice(listed, 1, None))) else dict.fromkeys(listed)


def merge(lattice: Lattice, polygons: Iterable[Sequence[Vector]]) -> list[Region]:
    """Return the regions of different polygons that meet along whole edges, with corners in `lattice` coordinates.

    An edge is dropped as soon as its second polygon is met. So for a million cells in order, little more than the
    boundary is in memory.
    """
    sign = _clockwise(lattice)
    parts = _Parts()
    edges: dict[Edge, int] = {}  # the edges met in only one polygon so far
    for points in polygons:
        own = [*_edges(points if _cross_sum(points) * sign > 0 else points[::-1])]
        others = [edges.pop((end, start), None) for start, end in own]
        number = next((other for other in others if other is not None), None)
        number = parts.add() if number is None else number
        for edge, other in zip(own, others, strict=True):
            if other is None:
                edges[edge] = number
            else:
                parts.join(number, other)
    boundary: dict[int, list[Edge]] = {}
    for edge, number in edges.items():
        boundary.setdefault(parts.root(number), []).append(edge)
    return sorted((_region(part, sign) for part in boundary.values()), key=lambda region: min(region.outer))


def seams(lattice: Lattice, atoms: Iterable[Atom]) -> Iterator[Edge]:
    """Yield the lines inside a set of atoms where two cells meet, each straight run as one (start, end)."""
    first: dict[Edge, Vector] = {}  # the cell of an edge that has been met once
    runs: dict[Vector, tuple[Ends, Ends]] = {}  # by the step of their edges
    for atom in _distinct(atoms):
        cell = lattice.cell(atom)
        for start, end in _edges(lattice.corner_points(atom)):
            edge = (start, end) if start < end else (end, start)
            if (other := first.pop(edge, None)) is None:
                first[edge] = cell
            elif other != cell:
                start, end = edge
                end_of, start_of = runs.setdefault(_step(start, end), ({}, {}))
                start, end = start_of.pop(start, start), end_of.pop(end, end)
                end_of[start], start_of[end] = end, start
    for _, start_of in runs.values():
        start_of.clear()
    starts = sorted((start, step) for step, (end_of, _) in runs.items() for start in end_of)
    for start, step in starts:
        yield start, runs[step][0][start]


def _step(start: Vector, end: Vector) -> Vector:
    return tuple(map(int.__sub__, end, start))


def _clockwise(lattice: Lattice) -> int:
    """Return 1 if lattice corners with a positive cross sum go clockwise in the picture, otherwise -1."""
    (x0, y0), (x1, y1) = lattice.basis[-2:]
    return 1 if x0 * y1 - y0 * x1 > 0 else -1


def _edges(points: Sequence[Vector]) -> Iterable[Edge]:
    return zip(points, (*points[1:], points[0]), strict=True)


def _cross(a: Vector, b: Vector) -> int:
    return a[-2] * b[-1] - a[-1] * b[-2]


def _cross_sum(points: Sequence[Vector]) -> int:
    """Return twice the signed area in lattice coordinates."""
    return sum(_cross(start, end) for start, end in _edges(points))


class _Parts:
    """A union-find structure: numbers from 0 on, joined into parts; each part has one number as its root."""

    def __init__(self) -> None:
        self.parent: list[int] = []

    def add(self) -> int:
        """Return a new number, which is a part by itself."""
        self.parent.append(len(self.parent))
        return len(self.parent) - 1

    def root(self, number: int) -> int:
        """Return the root of the part of a number."""
        parent = self.parent
        while parent[number] != number:
            parent[number] = parent[parent[number]]
            number = parent[number]
        return number

    def join(self, one: int, other: int) -> None:
        """Join two parts."""
        self.parent[self.root(one)] = self.root(other)


def _region(boundary: list[Edge], sign: int) -> Region:
    passed = Counter(start for start, _ in boundary)
    rings = [_straight(ring, {corner for corner, times in passed.items() if times > 1}) for ring in _loops(boundary)]
    outer = next(ring for ring in rings if _cross_sum(ring) * sign > 0)
    return Region(outer, tuple(sorted(ring for ring in rings if ring is not outer)))


def _loops(boundary: list[Edge]) -> Iterable[Ring]:
    """Yield the boundary of one edge-connected part as rings that pass no corner twice.

    At a corner that is passed twice, the walk may take either edge: the part is connected, so its rings touch one
    another like the leaves of a cactus, and each edge lies on only one ring.
    """
    leaving: dict[Vector, list[Vector]] = {}
    for start, end in sorted(boundary):
        leaving.setdefault(start, []).append(end)
    for first in leaving:
        path, place = [first], {first: 0}
        while leaving[path[-1]]:
            corner = leaving[path[-1]].pop()
            if (back := place.get(corner)) is None:
                place[corner] = len(path)
                path.append(corner)
            else:
                yield tuple(path[back:])
                for passed in path[back + 1 :]:
                    del place[passed]
                del path[back + 1 :]


def _straight(ring: Ring, touched: Container[Vector]) -> Ring:
    """Return the ring without collinear corners, beginning at its least corner.

    Corners where another ring touches are kept: if they were removed, the corner of the other ring would, when rounded
    to floats, lie beside the run instead of on it.
    """
    triples = zip((ring[-1], *ring[:-1]), ring, (*ring[1:], ring[0]), strict=True)
    kept = [
        corner
        for before, corner, after in triples
        if corner in touched or _cross(_step(before, corner), _step(corner, after))
    ]
    start = kept.index(min(kept))
    return tuple(kept[start:] + kept[:start])


FARTHEST = 1e9  # largest coordinate of an outline; beyond it floats are too coarse to tell cells apart
NEAR = 1e-6  # a corner that is this close to one of the lattice counts as that one
SQUARE_BASIS = ((0.0, 1.0), (1.0, 0.0))
Steps = dict[Corner, dict[Corner, Corner]]  # from a corner modulo 1 and a direction to the step to the next corner


def rings_of(outline: Any) -> list[list[WktRing]]:
    """Return the rings of each polygon of a shapely geometry or WKT.

    Raises NotationError for another kind of geometry.
    """
    if isinstance(outline, str):
        return parse_wkt(outline)
    if outline.geom_type not in ("Polygon", "MultiPolygon") or outline.is_empty:
        raise NotationError(f"outline is a {outline.geom_type}: expected a POLYGON or MULTIPOLYGON with area")
    return [
        [[(x, y) for x, y, *_ in ring.coords] for ring in (polygon.exterior, *polygon.interiors)]
        for polygon in getattr(outline, "geoms", [outline])
    ]


def atoms_inside(polygons: Sequence[Sequence[WktRing]], grid: Lattice, most: int) -> Iterator[Atom]:
    """Yield the atoms that the polygons cover, x to the right, y up from the bottom of the lowest row.

    Raises NotationError if the polygons cut an atom or are not simple, LimitError beyond `most` cells.
    """
    if grid.dimension != 2 or grid.basis != SQUARE_BASIS:
        raise NotationError(
            f"an outline on lattice {grid.name}: expected a lattice of squares, or the board as a drawing"
        )
    left, bottom, right, top = _bounds(polygons, most)
    try:
        settled = _on_lattice(polygons, grid)
    except NotationError as error:
        polygons, settled = _shifted(polygons, grid, error)
        left, bottom, right, top = _bounds(polygons, most)
    import numpy as np
    import shapely

    outline = _geometry(settled)
    shapely.prepare(outline)
    rows, columns = np.mgrid[0 : top - bottom, left:right]
    places = [*range(left, right)]  # shared by all atoms
    for atom in grid.atoms_of((0, 0)):
        x, y = np.mean(grid.polygon(atom), axis=0)
        within = shapely.contains_xy(outline, columns + x, top - rows - y)
        for row, there in enumerate(within):
            yield from zip(repeat(row), map(places.__getitem__, np.flatnonzero(there)), *map(repeat, atom[2:]))


def _shifted(
    polygons: Sequence[Sequence[WktRing]], grid: Lattice, error: NotationError
) -> tuple[list[list[WktRing]], list[list[WktRing]]]:
    """Return the polygons translated by half a cell, and the same on the lattice, with a warning.

    Raises `error` unless exactly one translation works.
    """
    found = []
    for right, up in ((0.5, 0.5), (0.5, 0.0), (0.0, 0.5)):
        moved = [[[(x + right, y + up) for x, y in ring] for ring in rings] for rings in polygons]
        with suppress(NotationError):
            found.append((moved, _on_lattice(moved, grid), (right, up)))
    if len(found) != 1:
        raise error
    moved, settled, (right, up) = found[0]
    warnings.warn(
        f"the outline was moved by ({right:g}, {up:g}), so that its sides lie on those of cells", stacklevel=4
    )
    return moved, settled


def _bounds(polygons: Sequence[Sequence[WktRing]], most: int) -> tuple[int, int, int, int]:
    """Return the least box of whole cells around the polygons: (left, bottom, right, top)."""
    corners = [corner for rings in polygons for ring in rings for corner in ring]
    for x, y in corners:
        if not (abs(x) <= FARTHEST and abs(y) <= FARTHEST):
            raise LimitError(f"the outline's corner {x:g} {y:g} is too far away: expected coordinates to {FARTHEST:g}")
    xs, ys = zip(*corners, strict=True)
    left, bottom, right, top = floor(min(xs) + NEAR), floor(min(ys) + NEAR), ceil(max(xs) - NEAR), ceil(max(ys) - NEAR)
    cells = (right - left) * (top - bottom)
    if cells > most:
        raise LimitError(f"the outline's bounding box has {cells:,} cells: expected at most {most:,}")
    return left, bottom, right, top


def _geometry(polygons: Sequence[Sequence[WktRing]]) -> BaseGeometry:
    import shapely

    parts = [shapely.Polygon(outer, holes) for outer, *holes in polygons]
    outline = parts[0] if len(parts) == 1 else shapely.MultiPolygon(parts)
    if not shapely.is_valid(outline):
        raise NotationError(f"the outline is not a simple polygon: {shapely.is_valid_reason(outline)}")
    return outline


def _on_lattice(polygons: Sequence[Sequence[WktRing]], grid: Lattice) -> list[list[WktRing]]:
    """Return the polygons with each corner moved to the nearby lattice corner.

    Raises NotationError if they cut an atom.
    """
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
    """Return the steps from each corner of an atom along the edges of atoms."""
    steps: Steps = {}
    for atom in grid.atoms_of((0, 0)):
        corners = grid.polygon(atom)
        for (x, y), (other_x, other_y) in zip(corners, (*corners[1:], corners[0]), strict=True):
            for start, step in (((x, y), (other_x - x, other_y - y)), ((other_x, other_y), (x - other_x, y - other_y))):
                steps.setdefault((start[0] % 1, start[1] % 1), {})[_direction(*step)] = step
    return steps


def _direction(x: float, y: float) -> Corner:
    longer = max(abs(x), abs(y))
    return x / longer + 0.0, y / longer + 0.0  # adding 0.0 turns -0.0 into 0.0


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
    """Yield the edges of atoms from one corner to another, each from its lesser end."""
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
