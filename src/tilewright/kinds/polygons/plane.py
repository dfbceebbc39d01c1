"""Points of the plane by numbers, and what is asked of them: which way three turn, which of two comes first.

A point that is met twice has one number, so that equality is that of whole numbers. Floats with an error bound decide
what is clear; what is not is decided exactly, and kept.
"""

from __future__ import annotations

from math import atan2, pi

from tilewright.kinds.polygons.expression import Point
from tilewright.kinds.polygons.surd import ZERO, Surd

ERROR = 2.0**-42  # of a cross product, for coordinates up to 1: that of floats is below 2^-46
Vector = tuple[Surd, Surd]


class Plane:
    """All points met so far.

    >>> from tilewright.kinds.polygons.expression import parse_ring
    >>> plane = Plane()
    >>> a, b, c = map(plane.number, parse_ring("0 0, sqrt(2) 0, 1 1"))
    >>> plane.turn(a, b, c), plane.turn(a, c, b), plane.number(plane.points[b]) == b
    (1, -1, True)
    """

    def __init__(self) -> None:
        self.points: list[Point] = []
        self.x: list[float] = []
        self.y: list[float] = []
        self._numbers: dict[Point, int] = {}
        self._turns: dict[tuple[int, int, int], int] = {}
        self._angles: dict[tuple[int, int, int], float] = {}
        self._directions: dict[tuple[int, int], Vector] = {}
        self.bound = ERROR
        self._largest = 1.0

    def number(self, point: Point) -> int:
        """The number of a point."""
        found = self._numbers.get(point)
        if found is None:
            found = self._numbers[point] = len(self.points)
            self.points.append(point)
            x, y = float(point[0]), float(point[1])
            self.x.append(x)
            self.y.append(y)
            if max(abs(x), abs(y)) > self._largest:
                self._largest = max(abs(x), abs(y))
                self.bound = ERROR * self._largest * self._largest
        return found

    def turn(self, a: int, b: int, c: int) -> int:
        """1 if a, b, c turn left, -1 if they turn right, 0 if they lie on a line."""
        x, y = self.x, self.y
        ax, ay = x[a], y[a]
        cross = (x[b] - ax) * (y[c] - ay) - (y[b] - ay) * (x[c] - ax)
        if cross > self.bound:
            return 1
        if cross < -self.bound:
            return -1
        if a in (b, c) or b == c:
            return 0
        found = self._turns.get((a, b, c))
        if found is None:
            found = cross_of(self.points[a], self.points[b], self.points[c]).sign()
            self._turns[a, b, c] = self._turns[b, c, a] = self._turns[c, a, b] = found
            self._turns[b, a, c] = self._turns[a, c, b] = self._turns[c, b, a] = -found
        return found

    def is_above(self, a: int, b: int) -> bool:
        """Whether a has the larger y."""
        apart = self.y[a] - self.y[b]
        return apart > 0 if abs(apart) > self.bound else (self.points[a][1] - self.points[b][1]).sign() > 0

    def is_between(self, a: int, c: int, b: int) -> bool:
        """Whether c, which lies on the line of a and b, lies between them and is neither."""
        if c in (a, b):
            return False
        axis = abs(self.x[b] - self.x[a]) < abs(self.y[b] - self.y[a])
        values = self.y if axis else self.x
        first, last = values[c] - values[a], values[b] - values[c]
        if min(abs(first), abs(last)) > self.bound:
            return (first > 0) == (last > 0)
        start, at, end = self.points[a][axis], self.points[c][axis], self.points[b][axis]
        return (at - start).sign() == (end - at).sign()

    def sector(self, around: int, base: int, to: int) -> int:
        """Where a direction lies, seen from another: 0 the same, 1 to the left, 2 opposite, 3 to the right."""
        turn = self.turn(around, base, to)
        if turn:
            return 1 if turn > 0 else 3
        return 0 if base == to or not self.is_between(base, around, to) else 2

    def compare(self, around: int, base: int, a: int, b: int) -> int:
        """Which direction is met first when turning left from `base`: -1 a, 1 b, 0 for the same direction."""
        one, other = self.sector(around, base, a), self.sector(around, base, b)
        if one != other:
            return -1 if one < other else 1
        return -self.turn(around, a, b) if one in (1, 3) else 0

    def angle(self, before: int, at: int, after: int) -> float:
        """The interior angle at a corner of a ring that has its inside to the left, from 0 to 2 pi; a float."""
        found = self._angles.get((before, at, after))
        if found is None:
            x, y = self.x[at], self.y[at]
            found = atan2(self.y[before] - y, self.x[before] - x) - atan2(self.y[after] - y, self.x[after] - x)
            found = self._angles[before, at, after] = found if found > 0 else found + 2 * pi
        return found

    def direction(self, a: int, b: int) -> Vector:
        """The direction from a to b, the same for all parallel ones: with 1 or -1 as its first coordinate that is not 0."""
        found = self._directions.get((a, b))
        if found is None:
            x, y = difference(self.points[b], self.points[a])
            size = x if x else y
            scale = size.inverse() if size.sign() > 0 else -size.inverse()
            found = self._directions[a, b] = (x * scale, y * scale)
        return found


def difference(a: Point, b: Point) -> Vector:
    """a - b."""
    return a[0] - b[0], a[1] - b[1]


def cross_of(a: Point, b: Point, c: Point) -> Surd:
    """Twice the area of a triangle, above zero if a, b, c turn left."""
    (px, py), (qx, qy) = difference(b, a), difference(c, a)
    return px * qy - py * qx


def dot(a: Vector, b: Vector) -> Surd:
    """The scalar product."""
    return a[0] * b[0] + a[1] * b[1]


def rotation(source: Vector, target: Vector) -> Vector | None:
    """(cos, sin) of the turn that takes one direction to another; None where these are no sums of square roots."""
    size = (dot(source, source) * dot(target, target)).sqrt()
    if size is None:
        return None
    scale = size.inverse()
    return dot(source, target) * scale, (source[0] * target[1] - source[1] * target[0]) * scale


def turned(turn: Vector, vector: Vector) -> Vector:
    """A vector turned by (cos, sin)."""
    (cos, sin), (x, y) = turn, vector
    return cos * x - sin * y, sin * x + cos * y


def twice_area(ring: tuple[Point, ...]) -> Surd:
    """Twice the area of a polygon, below zero if its corners go clockwise."""
    total = ZERO
    for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
        total = total + (ax * by - ay * bx)
    return total
