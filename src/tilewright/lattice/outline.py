"""Outlines: the boundary of a set of atoms as rings of exact integer corners (of a solid: of each of its layers).

Every edge of an atom is walked with the atom on the same hand; two atoms that share an edge walk it in
opposite directions and it cancels. What is left is the boundary. Corners are integers in 1/scale of lattice
coordinates, so nothing is rounded; `Lattice.point` takes them into the picture.

A **region** is one edge-connected part: its outer ring and its holes. The outer ring goes clockwise in the
picture, holes the other way. No ring passes a corner twice: parts that touch at a corner are two regions, a hole
that touches the outer ring at a corner stays a hole. That is what the simple-features rules ask of polygons.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Sequence
from dataclasses import dataclass

from tilewright.lattice.lattice import Atom, Lattice, Vector

Edge = tuple[Vector, Vector]
Ring = tuple[Vector, ...]


@dataclass(frozen=True)
class Region:
    """One edge-connected part of a shape: the outer ring and the rings of its holes."""

    outer: Ring
    holes: tuple[Ring, ...] = ()

    @property
    def rings(self) -> tuple[Ring, ...]:
        """The outer ring first, then the holes."""
        return (self.outer, *self.holes)


def regions(lattice: Lattice, atoms: Iterable[Atom]) -> list[Region]:
    """The edge-connected regions of a set of atoms, sorted by their least corner."""
    return merge(lattice, [lattice.corner_points(atom) for atom in atoms])


def merge(lattice: Lattice, polygons: Sequence[Sequence[Vector]]) -> list[Region]:
    """The regions of polygons, corners in `lattice` coordinates, that meet whole edge to whole edge."""
    sign = _clockwise(lattice)
    walked = [points if _cross_sum(points) * sign > 0 else points[::-1] for points in polygons]
    edges = {edge: number for number, points in enumerate(walked) for edge in _edges(points)}
    component = _components(len(walked), edges)
    boundary: dict[int, list[Edge]] = {}
    for (start, end), number in edges.items():
        if (end, start) not in edges:
            boundary.setdefault(component[number], []).append((start, end))
    return sorted((_region(part, sign) for part in boundary.values()), key=lambda region: min(region.outer))


def seams(lattice: Lattice, atoms: Iterable[Atom]) -> list[Edge]:
    """The lines inside a set of atoms where one cell meets another, each straight run as one (start, end)."""
    first: dict[Edge, Vector] = {}
    inner: set[Edge] = set()
    for atom in atoms:
        cell = lattice.cell(atom)
        for start, end in _edges(lattice.corner_points(atom)):
            edge = (start, end) if start < end else (end, start)
            if first.setdefault(edge, cell) != cell:
                inner.add(edge)
    follows = {(start, _step(start, end)): end for start, end in inner}
    begins = sorted(inner - {(end, _plus(end, step)) for (_, step), end in follows.items()})
    return [(start, _run(start, _step(start, end), follows)) for start, end in begins]


def _run(start: Vector, step: Vector, follows: dict[tuple[Vector, Vector], Vector]) -> Vector:
    """Where the straight run of edges from `start` ends."""
    while (end := follows.get((start, step))) is not None:
        start = end
    return start


def _step(start: Vector, end: Vector) -> Vector:
    return tuple(map(int.__sub__, end, start))


def _plus(point: Vector, step: Vector) -> Vector:
    return tuple(map(int.__add__, point, step))


def _clockwise(lattice: Lattice) -> int:
    """1 where lattice corners with a positive cross sum go clockwise in the picture, else -1."""
    (x0, y0), (x1, y1) = lattice.basis[-2:]
    return 1 if x0 * y1 - y0 * x1 > 0 else -1


def _edges(points: Sequence[Vector]) -> Iterable[Edge]:
    return zip(points, (*points[1:], points[0]), strict=True)


def _cross(a: Vector, b: Vector) -> int:
    return a[-2] * b[-1] - a[-1] * b[-2]


def _cross_sum(points: Sequence[Vector]) -> int:
    """Twice the signed area in lattice coordinates."""
    return sum(_cross(start, end) for start, end in _edges(points))


def _components(count: int, edges: dict[Edge, int]) -> list[int]:
    """For each polygon the number of one polygon of its edge-connected part."""
    parent = list(range(count))

    def root(number: int) -> int:
        while parent[number] != number:
            parent[number] = parent[parent[number]]
            number = parent[number]
        return number

    for (start, end), number in edges.items():
        other = edges.get((end, start))
        if other is not None:
            parent[root(number)] = root(other)
    return [root(number) for number in range(count)]


def _region(boundary: list[Edge], sign: int) -> Region:
    passed = Counter(start for start, _ in boundary)
    rings = [_straight(ring, {corner for corner, times in passed.items() if times > 1}) for ring in _loops(boundary)]
    outer = next(ring for ring in rings if _cross_sum(ring) * sign > 0)
    return Region(outer, tuple(sorted(ring for ring in rings if ring is not outer)))


def _loops(boundary: list[Edge]) -> Iterable[Ring]:
    """The boundary of one edge-connected part as rings that pass no corner twice.

    Which edge a walk takes at a corner met twice does not matter: the part is connected, so its rings touch
    one another like the leaves of a cactus, and each edge lies on one ring only.
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
    """The ring without corners in the middle of a straight run, beginning at its least corner.

    Those where another ring touches stay: rounded to floats, its corner would lie beside the run, not on it.
    """
    triples = zip((ring[-1], *ring[:-1]), ring, (*ring[1:], ring[0]), strict=True)
    kept = [corner for before, corner, after in triples if corner in touched or _bends(before, corner, after)]
    start = kept.index(min(kept))
    return tuple(kept[start:] + kept[:start])


def _bends(before: Vector, corner: Vector, after: Vector) -> bool:
    (*_, r0, c0), (*_, r1, c1), (*_, r2, c2) = before, corner, after
    return (r1 - r0) * (c2 - c1) != (c1 - c0) * (r2 - r1)
