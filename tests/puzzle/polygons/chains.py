"""A second program for convex pieces whose angles are multiples of 45 degrees, on one grid or several: an exact cover.

Points are in order from left to right, and upwards where they lie above one another. Let p be the first point of a piece P of
a tiling, and no corner of the board. Then some other piece has a corner at p and begins before P:

- If one side, of the board or of a piece, passes straight through p, P lies to one side of it and covers only what comes
  after p. What is next to the side before p belongs to another piece, which has a corner at p.
- If none does, all pieces around p have a corner there, and what comes before p belongs to some of them.

So P ends a chain of different pieces, each with its first point at a corner of the one before, the first at a corner of the
board. All angles around p are multiples of 45 degrees, so directions are those of the board's sides. All such chains are
followed, whatever else lies there; what they reach becomes a cover of random points, and an engine finds its solutions.
Those in which pieces overlap between the points are left out.

Nothing is shared with the search by corners: no region that is left, no sums of sides or angles, no exact numbers of ours.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np
import shapely
from shapely import Polygon
from shapely.affinity import translate

from tilewright.exact_cover.engine import engine
from tilewright.exact_cover.problem import ExactCover
from tilewright.kinds.polygons.puzzle import Polygons
from tilewright.kinds.polygons.shape import Corners

PARTS = 8  # of a unit
NEAR = 1e-7
POINTS = 600
Point = tuple[int, int, int, int]  # (p + q sqrt(2), r + s sqrt(2)) / PARTS
Used = tuple[int, ...]  # how many of each piece a chain has


class Laid(NamedTuple):
    """A piece, by number, where a chain of others reaches."""

    piece: int
    polygon: Polygon


def place(point: Point) -> tuple[float, float]:
    """The point as floats."""
    p, q, r, s = point
    return (p + q * sqrt(2)) / PARTS, (r + s * sqrt(2)) / PARTS


def in_order(point: Point) -> tuple[float, float]:
    """What sorts points."""
    x, y = place(point)
    return round(x, 7), round(y, 7)


def points_of(corners: Corners) -> list[Point]:
    """Corners as whole numbers of parts."""
    found = []
    for corner in corners:
        numbers: list[int] = []
        for number in corner:
            parts = dict(number.terms)
            assert set(parts) <= {1, 2} and PARTS % number.denominator == 0, number
            numbers += [parts.get(root, 0) * (PARTS // number.denominator) for root in (1, 2)]
        found.append((numbers[0], numbers[1], numbers[2], numbers[3]))
    return found


def has_eight_directions(corners: Corners) -> bool:
    """Whether all sides of a ring are turned by multiples of 45 degrees."""
    ring = [place(point) for point in points_of(corners)]
    sides = [(x - ring[k - 1][0], y - ring[k - 1][1]) for k, (x, y) in enumerate(ring)]
    return all(min(abs(x), abs(y), abs(x - y), abs(x + y)) < NEAR for x, y in sides)


def turned(point: Point) -> Point:
    """By 45 degrees: (u + v sqrt(2)) / sqrt(2) is v + u / 2 sqrt(2)."""
    p, q, r, s = point
    assert (p - r) % 2 == 0, "more parts are needed"
    return q - s, (p - r) // 2, q + s, (p + r) // 2


def forms_of(corners: Corners, flip: bool) -> list[list[Point]]:
    """The piece in its directions, from its first point on."""
    found = set()
    for sign in (1, -1) if flip else (1,):
        ring: list[Point] = [(sign * p, sign * q, r, s) for p, q, r, s in points_of(corners)]
        for _ in range(8):
            p, q, r, s = min(ring, key=in_order)
            shape: list[Point] = [(a - p, b - q, c - r, d - s) for a, b, c, d in ring]
            found.add(tuple(sorted(shape, key=in_order)))
            ring = [turned(point) for point in ring]
    return [list(form) for form in sorted(found)]


def reached(puzzle: Polygons) -> Iterator[Laid]:
    """Every placement on the board that ends a chain."""
    assert all(has_eight_directions(ring) for ring in (*puzzle.rings, *(piece.corners for piece in puzzle.pieces)))
    forms = [forms_of(piece.corners, piece.flip) for piece in puzzle.pieces]
    hulls = [[shapely.convex_hull(shapely.MultiPoint([*map(place, form)])) for form in each] for each in forms]
    copies = [piece.copies for piece in puzzle.pieces]
    board = shapely.buffer(puzzle.board.polygon, NEAR)
    shapely.prepare(board)
    fewest: dict[Point, set[Used]] = {
        corner: {(0,) * len(copies)} for ring in puzzle.rings for corner in points_of(ring)
    }
    waiting = [(in_order(corner), corner) for corner in fewest]
    heapq.heapify(waiting)
    while waiting:
        at = heapq.heappop(waiting)[1]
        for number, most in enumerate(copies):
            longer = [(*u[:number], u[number] + 1, *u[number + 1 :]) for u in fewest[at] if u[number] < most]
            polygons = [translate(hull, *place(at)) for hull in hulls[number]] if longer else []
            for form, polygon, fits in zip(forms[number], polygons, shapely.covers(board, polygons), strict=False):
                if not fits:
                    continue
                yield Laid(number, polygon)
                for step in form[1:]:
                    end: Point = (at[0] + step[0], at[1] + step[1], at[2] + step[2], at[3] + step[3])
                    if end not in fewest:
                        heapq.heappush(waiting, (in_order(end), end))
                    fewest[end] = least([*fewest.get(end, ()), *longer])


def least(found: Sequence[Used]) -> set[Used]:
    """Those chains that use no more than others do."""
    return {
        one
        for one in found
        if not any(other != one and all(a <= b for a, b in zip(other, one, strict=True)) for other in found)
    }


def number_of_tilings(puzzle: Polygons, most: int = 0) -> int:
    """How many tilings there are, equal pieces not told apart; at most so many, if a number is given."""
    laid, chance, board = list(reached(puzzle)), np.random.default_rng(53), puzzle.board.polygon
    left, low, right, high = board.bounds
    x, y = chance.uniform((left, low), (right, high), (4 * POINTS, 2)).T
    on_board = np.flatnonzero(shapely.contains_xy(board, x, y))[:POINTS]
    x, y = x[on_board], y[on_board]
    options = [
        (piece, *(len(puzzle.pieces) + np.flatnonzero(shapely.contains_xy(polygon, x, y))).tolist())
        for piece, polygon in laid
    ]
    bounds = [*(piece.copies for piece in puzzle.pieces), *[1] * len(x)]
    found = 0
    for batch in engine("native").solutions(ExactCover(bounds, bounds, options)):
        for solution in batch:
            polygons = [laid[option].polygon for option in solution]
            inner = shapely.buffer(
                polygons, -NEAR
            )  # areas of what two share may be far off where they touch (GEOS 3.14)
            found += not any(shapely.intersects(a, polygons[:k]).any() for k, a in enumerate(inner))
            if found == most > 0:
                return found
    return found
