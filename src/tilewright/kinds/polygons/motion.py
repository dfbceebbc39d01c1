"""The motions of the plane that keep a region: its symmetries, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.kinds.polygons.expression import Point
from tilewright.kinds.polygons.plane import Vector, difference, dot, turned, twice_area
from tilewright.kinds.polygons.shape import Corners
from tilewright.kinds.polygons.surd import ONE
from tilewright.lattice import lattice
from tilewright.lattice.lattice import Motion


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

    @property
    def of_lattice(self) -> Motion:
        """A motion of squares that is mirrored like this one: all that is asked of it."""
        return next(motion for motion in lattice("square").motions if motion.mirrored == self.flipped)


def board_motions(rings: Sequence[Corners]) -> list[BoardMotion]:
    """The symmetries of a region, the identity first, those that are not mirrored before the others.

    >>> from tilewright.kinds.polygons.expression import parse_ring
    >>> len(board_motions([parse_ring("0 0, 1 0, 1 1, 0 1")])), len(board_motions([parse_ring("0 0, 2 0, 0 1")]))
    (8, 1)
    """
    outer = max(rings, key=lambda ring: abs(float(twice_area(ring))))
    wanted = {_sides(ring) for ring in rings}
    found = []
    for flipped in (False, True):
        base = [(-x, y) if flipped else (x, y) for x, y in outer]
        for k in range(len(outer)):
            step = -1 if flipped else 1
            motion = _taking(base[0], base[1], outer[k], outer[(k + step) % len(outer)], flipped)
            if motion is not None and {_sides([motion.image(point) for point in ring]) for ring in rings} == wanted:
                found.append(motion)
    identity = [motion for motion in found if not motion.flipped and motion.turn[0] == ONE]
    return identity + [motion for motion in found if motion not in identity]


def _sides(ring: Sequence[Point]) -> frozenset[frozenset[Point]]:
    return frozenset(frozenset((ring[k - 1], ring[k])) for k in range(len(ring)))


def _taking(a: Point, b: Point, p: Point, q: Point, flipped: bool) -> BoardMotion | None:
    """The motion without a reflection from a, b to p, q; None where these are not as far apart."""
    source, target = difference(b, a), difference(q, p)
    size = dot(source, source)
    if size != dot(target, target):
        return None
    turn = dot(source, target) / size, (source[0] * target[1] - source[1] * target[0]) / size
    x, y = turned(turn, a)
    return BoardMotion(flipped, turn, (p[0] - x, p[1] - y))
