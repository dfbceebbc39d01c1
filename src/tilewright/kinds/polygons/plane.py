"""Points of the plane by numbers, and what is asked of them: which way three turn, which of two comes first.

A point that is met twice has one number, so that equality is that of whole numbers. Floats with an error bound decide
what is clear; what is not is decided exactly, and kept.
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
ERROR = 2.0**-42  # of a cross product, for coordinates up to 1: that of floats is below 2^-46
SHORT = (
    2.0**-10
)  # sides shorter than that, by the largest coordinate, are subtracted exactly: floats lose too many digits
Vector = tuple[Surd, Surd]


class Plane:
    """All points met so far.

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
        if self.points[a][axis] == self.points[b][axis]:  # too short for floats
            axis = not axis
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
            (ax, ay), (bx, by) = self._offset(at, before), self._offset(at, after)
            found = atan2(ay, ax) - atan2(by, bx)
            found = self._angles[before, at, after] = found if found > 0 else found + 2 * pi
        return found

    def _offset(self, a: int, b: int) -> tuple[float, float]:
        """From a to b, with an error far below the length."""
        x, y = self.x[b] - self.x[a], self.y[b] - self.y[a]
        if max(abs(x), abs(y)) > SHORT * self._largest:
            return x, y
        exact_x, exact_y = difference(self.points[b], self.points[a])
        return float(exact_x), float(exact_y)

    def area_sign(self, rings: Iterable[Sequence[int]]) -> int:
        """1 if rings go round an area to the left, -1 if to the right, for each as often as it does; 0 if that is even."""
        rings = list(rings)
        x, y = self.x, self.y
        crosses = [x[a] * y[b] - y[a] * x[b] for ring in rings for a, b in sides_of(ring)]
        area = sum(crosses)
        if abs(area) > self.bound * len(crosses):
            return 1 if area > 0 else -1
        return sum((twice_area(tuple(self.points[at] for at in ring)) for ring in rings), ZERO).sign()

    def direction(self, a: int, b: int) -> Vector:
        """The direction from a to b, the same for all parallel ones: with 1 or -1 as its first coordinate that is not 0."""
        found = self._directions.get((a, b))
        if found is None:
            found = self._directions[a, b] = direction_of(difference(self.points[b], self.points[a]))
        return found


def sides_of(ring: Sequence[T]) -> Iterator[tuple[T, T]]:
    """Each side of a ring, from the last corner to the first one on."""
    return zip((ring[-1], *ring[:-1]), ring, strict=True)


def corners_of(ring: Sequence[T]) -> Iterator[tuple[T, T, T]]:
    """Each corner of a ring between the one before and the one behind it."""
    return zip((ring[-1], *ring[:-1]), ring, (*ring[1:], ring[0]), strict=True)


def direction_of(vector: Vector) -> Vector:
    """The vector made as long as all parallel ones: with 1 or -1 as its first coordinate that is not 0."""
    x, y = vector
    size = x if x else y
    scale = size.inverse() if size.sign() > 0 else -size.inverse()
    return x * scale, y * scale


def difference(a: Point, b: Point) -> Vector:
    """a - b."""
    return a[0] - b[0], a[1] - b[1]


def cross_of(a: Point, b: Point, c: Point) -> Surd:
    """Twice the area of a triangle, above zero if a, b, c turn left."""
    return cross(difference(b, a), difference(c, a))


def cross(a: Vector, b: Vector) -> Surd:
    """The area of a parallelogram, above zero if b points to the left of a."""
    return a[0] * b[1] - a[1] * b[0]


def dot(a: Vector, b: Vector) -> Surd:
    """The scalar product."""
    return a[0] * b[0] + a[1] * b[1]


def rotation(source: Vector, target: Vector) -> Vector | None:
    """(cos, sin) of the turn that takes one direction to another; None where these are no sums of square roots."""
    size = (dot(source, source) * dot(target, target)).sqrt()
    if size is None:
        return None
    scale = size.inverse()
    return dot(source, target) * scale, cross(source, target) * scale


def turned(turn: Vector, vector: Vector) -> Vector:
    """A vector turned by (cos, sin)."""
    (cos, sin), (x, y) = turn, vector
    return cos * x - sin * y, sin * x + cos * y


def twice_area(ring: tuple[Point, ...]) -> Surd:
    """Twice the area of a polygon, below zero if its corners go clockwise."""
    return sum((cross(a, b) for a, b in sides_of(ring)), ZERO)


Triangle = tuple[Point, Point, Point]
Box = tuple[int, int, int, int]  # left, low, right, high
BOX_BITS = 20  # behind the point: boxes are rounded outward


def shared_area(a: Sequence[Sequence[Point]], b: Sequence[Sequence[Point]]) -> Surd:
    """Twice the area that two shapes share, each given as rings with the inside to their left.

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
    """The box of some points in 2 ** -BOX_BITS, rounded outward."""
    bounds = [(*x.bounds(BOX_BITS), *y.bounds(BOX_BITS)) for x, y in points]
    left, right, low, high = zip(*bounds, strict=True)
    return min(left), min(low), max(right), max(high)


def _meet(a: Box, b: Box) -> bool:
    """Whether two boxes have more in common than a boundary."""
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


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


@dataclass(frozen=True)
class BoardMotion:
    """Mirrored in the y-axis or not, turned by (cos, sin), then moved."""

    flipped: bool
    turn: Vector
    by: Vector

    def image(self, point: Point) -> Point:
        """Where it takes a point."""
        x, y = turned(self.turn, (-point[0], point[1]) if self.flipped else point)
        return x + self.by[0], y + self.by[1]

    def ring_image(self, ring: Corners) -> Corners:
        """Where it takes a ring, whose inside stays on the same hand."""
        moved = tuple(map(self.image, ring))
        return moved[::-1] if self.flipped else moved

    @property
    def of_lattice(self) -> Motion:
        """A motion of squares that is mirrored like this one: all that is asked of it."""
        return next(motion for motion in lattice("square").motions if motion.mirrored == self.flipped)


def board_motions(rings: Sequence[Corners]) -> list[BoardMotion]:
    """The symmetries of a region, the identity first, those that are not mirrored before the others.

    >>> from tilewright.kinds.polygons.surd import parse_ring
    >>> len(board_motions([parse_ring("0 0, 1 0, 1 1, 0 1")])), len(board_motions([parse_ring("0 0, 2 0, 0 1")]))
    (8, 1)
    """
    outer = max(rings, key=lambda ring: abs(float(twice_area(ring))))
    goals = [side for ring in rings if len(ring) == len(outer) for side in sides_of(ring)]  # also of other parts
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
    """The motion without a reflection from a, b to p, q; None where these are not as far apart."""
    source, target = difference(b, a), difference(q, p)
    size = dot(source, source)
    if size != dot(target, target):
        return None
    turn = dot(source, target) / size, cross(source, target) / size
    x, y = turned(turn, a)
    return BoardMotion(flipped, turn, (p[0] - x, p[1] - y))


Part = tuple[int, ...]  # a convex polygon, counterclockwise


def convex_parts(plane: Plane, ring: Sequence[int]) -> tuple[Part, ...]:
    """A polygon, counterclockwise, as convex parts, each given by places of the ring; one if it is convex, else triangles.

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
    """Whether a triangle can be cut off: no other corner lies in it or on it."""
    a, b, c = (ring[place] for place in part)
    return plane.turn(a, b, c) > 0 and not any(
        plane.turn(a, b, at) >= 0 and plane.turn(b, c, at) >= 0 and plane.turn(c, a, at) >= 0
        for at in (ring[number] for number in left)
        if at not in (a, b, c)
    )


def overlap(plane: Plane, these: Sequence[Part], those: Sequence[Part]) -> bool:
    """Whether two polygons have more in common than boundaries: two convex ones do unless a side of one parts them."""
    return any(not (_parts(plane, a, b) or _parts(plane, b, a)) for a in these for b in those)


def _parts(plane: Plane, convex: Part, other: Part) -> bool:
    """Whether a side of a convex polygon has all of another to its right, touching or not."""
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
