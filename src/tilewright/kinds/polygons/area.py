"""Exact areas of what two shapes share: for checks, which have nothing in common with the search.

A ring is a sum of triangles from its first corner, counted negative where they turn right. What two triangles share is
cut out side by side; so the area that two shapes share is exact, and 0 just where they do not overlap.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilewright.kinds.polygons.expression import Point
from tilewright.kinds.polygons.plane import cross_of, twice_area
from tilewright.kinds.polygons.surd import ZERO, Surd

Triangle = tuple[Point, Point, Point]
CLEAR = 1e-6  # by which boxes must be apart to be sure that they are


def shared_area(a: Sequence[Sequence[Point]], b: Sequence[Sequence[Point]]) -> Surd:
    """Twice the area that two shapes share, each given as rings with the inside to their left.

    >>> from tilewright.kinds.polygons.expression import parse_ring
    >>> one, other = parse_ring("0 0, 2 0, 0 2"), parse_ring("1 0, 3 0, 3 2, 1 2")
    >>> shared_area([one], [other])
    Surd('1')
    """
    total = ZERO
    others = [(sign, triangle, _box(triangle)) for sign, triangle in _triangles(b)]
    for sign, triangle in _triangles(a):
        left, low, right, high = _box(triangle)
        for other_sign, other, (x, y, u, v) in others:
            if left < u + CLEAR and x < right + CLEAR and low < v + CLEAR and y < high + CLEAR:
                part = _common(triangle, other)
                total = total + part if sign == other_sign else total - part
    return total


def _triangles(rings: Sequence[Sequence[Point]]) -> Iterator[tuple[int, Triangle]]:
    for ring in rings:
        for k in range(1, len(ring) - 1):
            sign = cross_of(ring[0], ring[k], ring[k + 1]).sign()
            if sign > 0:
                yield sign, (ring[0], ring[k], ring[k + 1])
            elif sign < 0:
                yield sign, (ring[0], ring[k + 1], ring[k])


def _box(triangle: Triangle) -> tuple[float, float, float, float]:
    xs, ys = [float(x) for x, _ in triangle], [float(y) for _, y in triangle]
    return min(xs), min(ys), max(xs), max(ys)


def _common(a: Triangle, b: Triangle) -> Surd:
    """Twice the area of what two triangles, both counterclockwise, share."""
    polygon: list[Point] = list(a)
    for k in range(3):
        start, end = b[k - 1], b[k]
        heights = [cross_of(start, end, corner) for corner in polygon]
        signs = [height.sign() for height in heights]
        if all(sign >= 0 for sign in signs):
            continue
        if all(sign <= 0 for sign in signs):
            return ZERO
        cut: list[Point] = []
        for place, corner in enumerate(polygon):
            if signs[place - 1] * signs[place] < 0:
                part = heights[place - 1] / (heights[place - 1] - heights[place])
                (px, py), (qx, qy) = polygon[place - 1], corner
                cut.append((px + (qx - px) * part, py + (qy - py) * part))
            if signs[place] >= 0:
                cut.append(corner)
        polygon = cut
    return twice_area(tuple(polygon))
