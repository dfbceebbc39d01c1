"""The 53 pentagons of the tangram (Pohl and Richter 2020); other candidates, by floats, and another program give no more.

Those on one grid have as many tilings on the lattice of half squares as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, product
from math import atan2, cos, hypot, pi, sin, sqrt

import numpy as np
import pytest
from shapely import Polygon

from tests.helpers.cli import CommandLine
from tests.puzzle.polygons.chains import number_of_tilings
from tilewright import count, load
from tilewright.errors import NotationError
from tilewright.kinds.polygons.outlines import shapes_with_corners
from tilewright.kinds.polygons.plane import cross_of, difference, turned, twice_area
from tilewright.kinds.polygons.puzzle import PolygonPiece, Polygons
from tilewright.kinds.polygons.shape import Corners, unit
from tilewright.kinds.polygons.surd import Surd, parse_ring
from tilewright.kinds.polygons.table import piece_set
from tilewright.puzzle import Puzzle

NEAR = 1e-6
Place = tuple[float, float]
Ring = list[Place]


def shapes(corners: int, *pieces: PolygonPiece) -> list[Polygons]:
    return list(shapes_with_corners(pieces, corners))


def reflex(ring: Corners) -> int:
    return sum(cross_of(ring[k - 2], ring[k - 1], ring[k]).sign() < 0 for k in range(len(ring)))


def test_two_triangles() -> None:
    two = PolygonPiece("A", parse_ring("0 0, 1 0, 0 1"), 2)
    found = [shapes(corners, two) for corners in (3, 4, 5)]
    assert [len(each) for each in found] == [1, 2, 2]
    assert all(reflex(shape.rings[0]) for shape in found[2])  # a leg along the other's long side, from one of its ends
    one, square = PolygonPiece("A", two.corners), PolygonPiece("B", parse_ring("0 0, 1 0, 1 1, 0 1"))
    assert [len(shapes(corners, one, square)) for corners in (3, 4, 5)] == [0, 1, 0]


def test_other_numbers_of_corners_are_refused() -> None:
    for corners in (2, 6):
        with pytest.raises(NotationError, match="3 to 5"):
            shapes(corners, *piece_set("tangram"))


@pytest.fixture(scope="module")
def pentagons() -> list[Polygons]:
    return shapes(5, *piece_set("tangram"))


def on_one_grid(ring: Corners) -> list[tuple[int, int]] | None:
    """The corners of a polygon on whole numbers, turned if need be; None where they lie on no such grid."""
    for degrees in (0, 45):
        points = [turned(unit(degrees, ""), difference(corner, ring[0])) for corner in ring]
        if all(
            set(number.terms) <= {(1, value) for _, value in number.terms} and number.denominator == 1
            for point in points
            for number in point
        ):
            return [(round(float(x)), round(float(y))) for x, y in points]
    return None


@pytest.mark.full
def test_the_pentagons_of_the_tangram(pentagons: list[Polygons]) -> None:
    rings = [shape.rings[0] for shape in pentagons]
    assert len(rings) == 53 and sum(not reflex(ring) for ring in rings) == 2
    assert sum(on_one_grid(ring) is None for ring in rings) == 31
    assert [len(shapes(corners, *piece_set("tangram"))) for corners in (3, 4)] == [1, 6]


@pytest.mark.full
def test_the_command(run: CommandLine) -> None:
    ran = run("design", "convex", "tangram", "--corners", "4", "-o", ".")
    assert ran.code == 0 and len(ran.out.splitlines()) == 6 and run("count", "06.toml").code == 0
    assert "3 to 5" in run.refused("design", "convex", "tangram", "--corners", "6")


# On half squares


def half_square_puzzle(corners: list[tuple[int, int]]) -> Puzzle:
    """The tangram of the shelf with another board."""
    points = ", ".join(f"{x} {y}" for x, y in (*corners, corners[0]))
    table = load("tangram/square").to_table()
    table = {key: value for key, value in table.items() if key not in ("board", "outline", "name")}
    return load({**table, "outline": f"POLYGON (({points}))"})


@pytest.mark.full
def test_those_on_one_grid_have_as_many_tilings_on_half_squares(pentagons: list[Polygons]) -> None:
    for shape in pentagons:
        if corners := on_one_grid(shape.rings[0]):
            assert count(half_square_puzzle(corners)).value == count(shape).value


# By floats


def candidates(corners: int, area: float) -> Iterator[Ring]:
    """Polygons of an area whose angles are multiples of 45 degrees, with sides p + q sqrt(2) but for two at one corner."""
    lengths = np.array([p + q * sqrt(2) for p in range(13) for q in range(10) if 0 < p + q * sqrt(2) < 13])
    for turns in product((-3, -2, -1, 1, 2, 3), repeat=corners):  # to the left, at the end of each side
        if sum(turns) != 8 or min(turns) != turns[-1]:
            continue
        ways = [sum(turns[:k]) * pi / 4 for k in range(corners)]
        (ax, ay), *middle, (bx, by) = [(cos(way), sin(way)) for way in ways]
        sides = [each.ravel() for each in np.meshgrid(*[lengths] * (corners - 2))]
        x = sum(side * dx for side, (dx, _) in zip(sides, middle, strict=True))
        y = sum(side * dy for side, (_, dy) in zip(sides, middle, strict=True))
        first = (y * bx - x * by) / (ax * by - ay * bx)
        xs, ys = [np.zeros_like(x), first * ax], [np.zeros_like(x), first * ay]
        for side, (dx, dy) in zip(sides, middle, strict=True):
            xs.append(xs[-1] + side * dx)
            ys.append(ys[-1] + side * dy)
        twice = sum(xs[k - 1] * ys[k] - xs[k] * ys[k - 1] for k in range(corners))
        forward = xs[-1] * bx + ys[-1] * by < -NEAR  # the last side leads back to the first corner
        for place in np.flatnonzero(forward & (first > NEAR) & (abs(twice / 2 - area) < NEAR)):
            ring = [(float(x[place]), float(y[place])) for x, y in zip(xs, ys, strict=True)]
            inside = Polygon(ring).buffer(-NEAR)  # in two parts where the polygon touches itself
            if Polygon(ring).is_valid and inside.geom_type == "Polygon":
                yield ring


def measures(ring: Ring) -> tuple[Place, ...]:
    """What motions and mirror images leave as it is: sides and angles around."""
    best = None
    for way in (ring, [(-x, y) for x, y in reversed(ring)]):
        sides = [(b[0] - a[0], b[1] - a[1]) for a, b in zip(way, way[1:] + way[:1], strict=True)]
        angles = [
            round(atan2(v, u) * 4 / pi - atan2(y, x) * 4 / pi) % 8 for (x, y), (u, v) in pairwise((*sides, sides[0]))
        ]
        around = [(round(hypot(*side), 4), angle) for side, angle in zip(sides, angles, strict=True)]
        best = min(filter(None, (best, *(tuple(around[k:] + around[:k]) for k in range(len(ring))))))
    assert best is not None
    return best


def exactly(value: float) -> Surd:
    """The half of a + b sqrt(2), with small a and b, that a float stands for."""
    wanted = [(round(2 * value - b * sqrt(2)), b) for b in range(-40, 41)]
    a, b = min(wanted, key=lambda each: abs(2 * value - each[0] - each[1] * sqrt(2)))
    return (Surd.of(a) + Surd.root(2) * b) / 2


@pytest.mark.full
def test_no_other_sides_give_more(pentagons: list[Polygons]) -> None:
    """Each polygon with sides p + q sqrt(2) that is none of the 53 has no tiling."""
    known = {measures([(float(x), float(y)) for x, y in shape.rings[0]]) for shape in pentagons}
    tried = {measures(ring): ring for ring in candidates(5, 8.0)}
    assert known < set(tried) and len(tried) > 100
    for key, ring in tried.items():
        corners = tuple((exactly(x), exactly(y)) for x, y in ring)
        assert twice_area(corners) == Surd.of(16)
        assert number_of_tilings(Polygons((corners,), piece_set("tangram")), 1) == int(key in known)
