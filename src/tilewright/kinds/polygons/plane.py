"""Numbered points of the plane, and exact answers about them: which way three points turn, which direction comes first.

Equal points have the same number, so that points are compared as whole numbers. Floats with an error bound decide the
clear cases. The other cases are decided exactly, and the answers are stored.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from math import atan2, pi
from typing import TYPE_CHECKING, TypeVar

from tilewright.kinds.polygons.surd import ONE, ZERO, Point, Surd
from tilewright.lattice import lattice
from tilewright.lattice.lattice import Motion

if TYPE_CHECKING:
    from tilewright.kinds.polygons.shape import Corners


T = TypeVar("T")
ERROR = 2.0**-42  # error bound of a cross product for coordinates up to 1; floats stay below 2^-46
SHORT = 2.0**-10  # relative to the largest coordinate: shorter sides are subtracted exactly, as floats lose digits
Vector = tuple[Surd, Surd]


class Plane:
    """All points that were numbered so far.

    >>> from tilewright.kinds.polygons.surd import parse_ring
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
        """Return the number of a point."""
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
        """Return 1 if a, b, c turn left, -1 if they turn right, 0 if they lie on a line."""
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
        """Return whether a has the larger y."""
        apart = self.y[a] - self.y[b]
        return apart > 0 if abs(apart) > self.bound else (self.points[a][1] - self.points[b][1]).sign() > 0

    def is_between(self, a: int, c: int, b: int) -> bool:
        """Return whether c, a point on the line of a and b, lies strictly between them."""
        if c in (a, b):
            return False
        axis = abs(self.x[b] - self.x[a]) < abs(self.y[b] - self.y[a])
        values = self.y if axis else self.x
        first, last = values[c] - values[a], values[b] - values[c]
        if min(abs(first), abs(last)) > self.bound:
            return (first > 0) == (last > 0)
        if self.points[a][axis] == self.points[b][axis]:  # the difference is too small for floats
            axis = not axis
        start, at, end = self.points[a][axis], self.points[c][axis], self.points[b][axis]
        return (at - start).sign() == (end - at).sign()

    def sector(self, around: int, base: int, to: int) -> int:
        """Return where `to` points, seen from `base`: 0 the same way, 1 to the left, 2 opposite, 3 to the right."""
        turn = self.turn(around, base, to)
        if turn:
            return 1 if turn > 0 else 3
        return 0 if base == to or not self.is_between(base, around, to) else 2

    def compare(self, around: int, base: int, a: int, b: int) -> int:
        """Return which direction comes first when turning left from `base`: -1 for a, 1 for b, 0 if they are equal."""
        one, other = self.sector(around, base, a), self.sector(around, base, b)
        if one != other:
            return -1 if one < other else 1
        return -self.turn(around, a, b) if one in (1, 3) else 0

    def angle(self, before: int, at: int, after: int) -> float:
        """Return the interior angle at a corner of a ring with its inside to the left, from 0 to 2 pi as a float."""
        found = self._angles.get((before, at, after))
        if found is None:
            (ax, ay), (bx, by) = self._offset(at, before), self._offset(at, after)
            found = atan2(ay, ax) - atan2(by, bx)
            found = self._angles[before, at, after] = found if found > 0 else found + 2 * pi
        return found

    def _offset(self, a: int, b: int) -> tuple[float, float]:
        """Return the vector from a to b, with an error far below its length."""
        x, y = self.x[b] - self.x[a], self.y[b] - self.y[a]
        if max(abs(x), abs(y)) > SHORT * self._largest:
            return x, y
        exact_x, exact_y = difference(self.points[b], self.points[a])
        return float(exact_x), float(exact_y)

    def area_sign(self, rings: Iterable[Sequence[int]]) -> int:
        """Return the sign of the total signed area of some rings: counterclockwise rings count as positive."""
        rings = list(rings)
        x, y = self.x, self.y
        crosses = [x[a] * y[b] - y[a] * x[b] for ring in rings for a, b in sides_of(ring)]
        area = sum(crosses)
        if abs(area) > self.bound * len(crosses):
            return 1 if area > 0 else -1
        return sum((twice_area(tuple(self.points[at] for at in ring)) for ring in rings), ZERO).sign()

    def direction(self, a: int, b: int) -> Vector:
        """Return the direction from a to b, the same for all parallel vectors.

        Its first nonzero coordinate is 1 or -1.
        """
        found = self._directions.get((a, b))
        if found is None:
            found = self._directions[a, b] = direction_of(difference(self.points[b], self.points[a]))
        return found


def sides_of(ring: Sequence[T]) -> Iterator[tuple[T, T]]:
    """Return the sides of a ring, beginning with the one from the last corner to the first."""
    return zip((ring[-1], *ring[:-1]), ring, strict=True)


def corners_of(ring: Sequence[T]) -> Iterator[tuple[T, T, T]]:
    """Return each corner of a ring between its predecessor and its successor."""
    return zip((ring[-1], *ring[:-1]), ring, (*ring[1:], ring[0]), strict=True)


def direction_of(vector: Vector) -> Vector:
    """Return the vector scaled to be equal for all parallel ones: its first nonzero coordinate becomes 1 or -1."""
    x, y = vector
    size = x if x else y
    scale = size.inverse() if size.sign() > 0 else -size.inverse()
    return x * scale, y * scale


def difference(a: Point, b: Point) -> Vector:
    """Return a - b."""
    return a[0] - b[0], a[1] - b[1]


def cross_of(a: Point, b: Point, c: Point) -> Surd:
    """Return twice the signed area of a triangle, positive if a, b, c turn left."""
    return cross(difference(b, a), difference(c, a))


def cross(a: Vector, b: Vector) -> Surd:
    """Return the signed area of a parallelogram, positive if b points to the left of a."""
    return a[0] * b[1] - a[1] * b[0]


def dot(a: Vector, b: Vector) -> Surd:
    """Return the scalar product."""
    return a[0] * b[0] + a[1] * b[1]


def rotation(source: Vector, target: Vector) -> Vector | None:
    """Return (cos, sin) of the turn from one direction to another; None if these are not sums of square roots."""
    size = (dot(source, source) * dot(target, target)).sqrt()
    if size is None:
        return None
    scale = size.inverse()
    return dot(source, target) * scale, cross(source, target) * scale


def turned(turn: Vector, vector: Vector) -> Vector:
    """Return a vector turned by (cos, sin)."""
    (cos, sin), (x, y) = turn, vector
    return cos * x - sin * y, sin * x + cos * y


def twice_area(ring: tuple[Point, ...]) -> Surd:
    """Return twice the signed area of a polygon, negative if its corners go clockwise."""
    return sum((cross(a, b) for a, b in sides_of(ring)), ZERO)


Triangle = tuple[Point, Point, Point]
Box = tuple[int, int, int, int]  # left, low, right, high
BOX_BITS = 20  # binary places of a box, which is rounded outward


def shared_area(a: Sequence[Sequence[Point]], b: Sequence[Sequence[Point]]) -> Surd:
    """Return twice the area that two shapes share. Each is given as rings with the inside to their left.

    >>> from tilewright.kinds.polygons.surd import parse_ring
    >>> one, other = parse_ring("0 0, 2 0, 0 2"), parse_ring("1 0, 3 0, 3 2, 1 2")
    >>> shared_area([one], [other])
    Surd('1')
    """
    total = ZERO
    if not _meet(_box(chain.from_iterable(a)), _box(chain.from_iterable(b))):
        return total
    others = [(sign, triangle, _box(triangle)) for sign, triangle in _triangles(b)]
    for sign, triangle in _triangles(a):
        box = _box(triangle)
        for other_sign, other, other_box in others:
            if _meet(box, other_box):
                part = _common(triangle, other)
                total = total + part if sign == other_sign else total - part
    return total


def _triangles(rings: Sequence[Sequence[Point]]) -> Iterator[tuple[int, Triangle]]:
    for ring in rings:
        for b, c in pairwise(ring[1:]):
            if sign := cross_of(ring[0], b, c).sign():
                yield sign, (ring[0], b, c) if sign > 0 else (ring[0], c, b)


def _box(points: Iterable[Point]) -> Box:
    """Return the bounding box of some points in units of 2 ** -BOX_BITS, rounded outward."""
    bounds = [(*x.bounds(BOX_BITS), *y.bounds(BOX_BITS)) for x, y in points]
    left, right, low, high = zip(*bounds, strict=True)
    return min(left), min(low), max(right), max(high)


def _meet(a: Box, b: Box) -> bool:
    """Return whether two boxes share more than boundary points."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _common(a: Triangle, b: Triangle) -> Surd:
    """Return twice the area that two counterclockwise triangles share."""
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


@dataclass(frozen=True)
class BoardMotion:
    """A motion of the board: a reflection in the y-axis if `flipped`, then a turn by (cos, sin), then a translation."""

    flipped: bool
    turn: Vector
    by: Vector

    def image(self, point: Point) -> Point:
        """Return the image of a point."""
        x, y = turned(self.turn, (-point[0], point[1]) if self.flipped else point)
        return x + self.by[0], y + self.by[1]

    def ring_image(self, ring: Corners) -> Corners:
        """Return the image of a ring, with its inside on the same side as before."""
        moved = tuple(map(self.image, ring))
        return moved[::-1] if self.flipped else moved

    @property
    def of_lattice(self) -> Motion:
        """A motion of the square lattice that is mirrored if this one is; nothing else about it is used."""
        return next(motion for motion in lattice("square").motions if motion.mirrored == self.flipped)


def board_motions(rings: Sequence[Corners]) -> list[BoardMotion]:
    """Return the symmetries of a region: the identity, then the other turns, then the reflected ones.

    >>> from tilewright.kinds.polygons.surd import parse_ring
    >>> len(board_motions([parse_ring("0 0, 1 0, 1 1, 0 1")])), len(board_motions([parse_ring("0 0, 2 0, 0 1")]))
    (8, 1)
    """
    outer = max(rings, key=lambda ring: abs(float(twice_area(ring))))
    goals = [side for ring in rings if len(ring) == len(outer) for side in sides_of(ring)]  # in all parts
    wanted = {_sides(ring) for ring in rings}
    found = []
    for flipped in (False, True):
        base = [(-x, y) if flipped else (x, y) for x, y in outer]
        for p, q in goals:
            motion = _taking(base[0], base[1], *((q, p) if flipped else (p, q)), flipped)
            if motion is not None and {_sides(motion.ring_image(ring)) for ring in rings} == wanted:
                found.append(motion)
    return sorted(found, key=lambda motion: motion.flipped or motion.turn[0] != ONE)


def _sides(ring: Sequence[Point]) -> frozenset[frozenset[Point]]:
    return frozenset(map(frozenset, sides_of(ring)))


def _taking(a: Point, b: Point, p: Point, q: Point, flipped: bool) -> BoardMotion | None:
    """Return the motion without reflection from a, b to p, q; None if the distances differ."""
    source, target = difference(b, a), difference(q, p)
    size = dot(source, source)
    if size != dot(target, target):
        return None
    turn = dot(source, target) / size, cross(source, target) / size
    x, y = turned(turn, a)
    return BoardMotion(flipped, turn, (p[0] - x, p[1] - y))


Part = tuple[int, ...]  # a convex polygon, counterclockwise


def convex_parts(plane: Plane, ring: Sequence[int]) -> tuple[Part, ...]:
    """Return a counterclockwise polygon as convex parts, each given by indices into the ring.

    A convex polygon is one part; any other is cut into triangles.

    >>> from tilewright.kinds.polygons.surd import parse_ring
    >>> plane = Plane()
    >>> convex_parts(plane, [plane.number(corner) for corner in parse_ring("0 0, 2 0, 2 2, 1 1")])
    ((0, 1, 2, 3),)
    >>> convex_parts(plane, [plane.number(corner) for corner in parse_ring("0 0, 3 0, 3 3, 2 1")])
    ((0, 1, 3), (1, 2, 3))
    """
    left = list(range(len(ring)))
    if all(plane.turn(*corner) >= 0 for corner in corners_of(ring)):
        return (tuple(left),)
    parts = []
    while len(left) > 3:
        ear = next(part for part in corners_of(left) if _is_ear(plane, ring, left, part))
        parts.append(ear)
        left.remove(ear[1])
    return tuple(tuple(sorted(part)) for part in (*parts, left))


def _is_ear(plane: Plane, ring: Sequence[int], left: Sequence[int], part: Part) -> bool:
    """Return whether a triangle can be cut off, which requires that no other corner lies in it or on it."""
    a, b, c = (ring[place] for place in part)
    return plane.turn(a, b, c) > 0 and not any(
        plane.turn(a, b, at) >= 0 and plane.turn(b, c, at) >= 0 and plane.turn(c, a, at) >= 0
        for at in (ring[number] for number in left)
        if at not in (a, b, c)
    )


def overlap(plane: Plane, these: Sequence[Part], those: Sequence[Part]) -> bool:
    """Return whether two polygons, given by convex parts, share more than boundary points.

    Two convex polygons overlap unless a side of one separates them.
    """
    return any(not (_parts(plane, a, b) or _parts(plane, b, a)) for a in these for b in those)


def _parts(plane: Plane, convex: Part, other: Part) -> bool:
    """Return whether a side of a convex polygon has all of another to its right, possibly touching."""
    x, y, bound, turn = plane.x, plane.y, plane.bound, plane.turn
    a = convex[-1]
    ax, ay = x[a], y[a]
    for b in convex:
        bx, by = x[b], y[b]
        dx, dy = bx - ax, by - ay
        for at in other:
            far = dx * (y[at] - ay) - dy * (x[at] - ax)
            if far > bound or (far >= -bound and turn(a, b, at) > 0):
                break
        else:
            return True
        a, ax, ay = b, bx, by
    return False
