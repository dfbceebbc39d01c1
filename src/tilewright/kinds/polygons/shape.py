"""Shapes with exact corners: rings made sound, regions put together, and the motion that takes one ring to another."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import atan2, degrees
from typing import Any

from tilewright.errors import LimitError, NotationError, quote
from tilewright.kinds.polygons.expression import MOST_CORNERS, Point, parse_number, parse_point, parse_ring, parse_wkt
from tilewright.kinds.polygons.plane import Plane, Vector, difference, dot, turned, twice_area
from tilewright.kinds.polygons.region import (
    Region,
    canonical,
    components,
    divided_at_touches,
    lies_in,
    meet,
    straightened,
    subtract,
    trace,
)
from tilewright.kinds.polygons.surd import ONE, ZERO, Surd

Corners = tuple[Point, ...]
DEEPEST = 20  # tables in tables
MOST_SHAPES = 200  # of a table
CHANGES = ("plus", "minus", "scale", "turn", "translate")
FORMS = ("square", "rectangle", "polygon")
SHAPE = 'corners "0 0, 1 0, 0 sqrt(2)", WKT, or a table such as {square = 2, minus = {square = 1}}'


def sound_ring(corners: Corners, what: str) -> Corners:
    """The ring counterclockwise, without straight corners. NotationError where it crosses or touches itself."""
    plane = Plane()
    ring = [plane.number(corner) for corner in corners]
    if len(set(ring)) < len(ring):
        raise NotationError(f"{what}: a corner stands twice: expected a polygon that does not touch itself")
    ring = straightened(plane, ring)
    if len(ring) < 3 or not twice_area(tuple(plane.points[at] for at in ring)):
        raise NotationError(f"{what}: expected a polygon with an area")
    for k in range(len(ring)):
        for j in range(k):
            touching = set[int]()
            crossing = meet(plane, (ring[k - 1], ring[k]), (ring[j - 1], ring[j]), touching, touching)
            if crossing or touching:
                raise NotationError(f"{what}: two sides meet: expected a polygon that does not touch itself")
    found = tuple(plane.points[at] for at in ring)
    return found if twice_area(found).sign() > 0 else found[::-1]


def read_region(value: object, what: str) -> tuple[Corners, ...]:
    """The rings of a shape: corners, WKT or a table of operations; outer ones counterclockwise, holes clockwise.

    minus takes away what lies within, plus adds what lies outside; both may touch. Raises NotationError naming the place.

    >>> [len(ring) for ring in read_region({"square": 3, "minus": {"square": 1}}, "board")]
    [4, 4]
    """
    builder = ShapeBuilder()
    plane, region = builder.plane, builder.build(value, what, 0)
    if sum(map(len, region)) > MOST_CORNERS:
        raise LimitError(f"{what}: {sum(map(len, region))} corners: expected at most {MOST_CORNERS}")
    rings = [ring for outer, holes in components(plane, region) for ring in (outer, *holes)]
    return tuple(tuple(plane.points[at] for at in straightened(plane, ring)) for ring in rings)


class ShapeBuilder:
    """Makes regions of tables."""

    def __init__(self) -> None:
        self.plane, self.made = Plane(), 0

    def build(self, value: object, at: str, depth: int) -> Region:
        """The region of what stands at a place."""
        self.made += 1
        if self.made > MOST_SHAPES or depth > DEEPEST:
            raise LimitError(f"{at}: expected at most {MOST_SHAPES} shapes, and {DEEPEST} in one another")
        if isinstance(value, str) and "polygon" in value.lower():
            return self._wkt(value, at)
        if isinstance(value, str | list):
            return self._ring(parse_ring(value), at)
        if not isinstance(value, Mapping):
            raise NotationError(f"{at}: {quote(repr(value)[:60])}: expected {SHAPE}")
        forms = [key for key in value if key in FORMS]
        if len(forms) != 1 or (wrong := [key for key in value if key not in FORMS + CHANGES]):
            unknown = f"unknown key {quote(str(wrong[0]))}" if len(forms) == 1 else f"{len(forms)} shapes"
            raise NotationError(f"{at}: {unknown}: expected one of {', '.join(FORMS)}, and of {', '.join(CHANGES)}")
        region = self._form(forms[0], value[forms[0]], at, depth)
        for key in CHANGES:
            if key in value:
                region = self._changed(region, key, value[key], f"{at}.{key}", depth)
        return region

    def _wkt(self, text: str, at: str) -> Region:
        whole: Region = ()
        for outer, *holes in parse_wkt(text):
            part = self._ring(outer, at)
            for hole in holes:
                part = self._minus(part, self._ring(hole, at), at)
            whole = self._plus(whole, part, at)
        return whole

    def _ring(self, corners: Sequence[Point], at: str) -> Region:
        if len(corners) > MOST_CORNERS:
            raise LimitError(f"{at}: {len(corners)} corners: expected at most {MOST_CORNERS}")
        return canonical([[self.plane.number(corner) for corner in sound_ring(tuple(corners), at)]])

    def _form(self, form: str, value: Any, at: str, depth: int) -> Region:
        if form == "polygon":
            return self.build(value, at, depth + 1)
        sides = value if isinstance(value, list) else [value, value]
        if len(sides) != 2:
            raise NotationError(f"{at}: {quote(repr(value)[:60])}: expected {SHAPE}")
        x, y = (parse_number(side) / 2 for side in sides)
        if x.sign() <= 0 or y.sign() <= 0:
            raise NotationError(f"{at}: expected sides above zero")
        return self._ring(((-x, -y), (x, -y), (x, y), (-x, y)), at)

    def _changed(self, region: Region, key: str, value: Any, at: str, depth: int) -> Region:
        if key in ("plus", "minus"):
            alone = not isinstance(value, list) or (value and not isinstance(value[0], Mapping | str))
            for each in [value] if alone else value:
                other = self.build(each, at, depth + 1)
                region = self._plus(region, other, at) if key == "plus" else self._minus(region, other, at)
            return region
        if key == "scale":
            factor = parse_number(value)
            if factor.sign() <= 0:
                raise NotationError(f"{at}: expected a factor above zero")
            return self._moved(region, (factor, ZERO), (ZERO, ZERO))
        if key == "turn":
            return self._moved(region, unit(value, at), (ZERO, ZERO))
        return self._moved(region, (ONE, ZERO), parse_point(value))

    def _moved(self, region: Region, turn: Vector, by: Vector) -> Region:
        points = self.plane.points
        moved = [[_add(turned(turn, points[corner]), by) for corner in ring] for ring in region]
        return canonical([[self.plane.number(corner) for corner in ring] for ring in moved])

    def _plus(self, region: Region, other: Region, at: str) -> Region:
        for ring in other if region else ():
            if not lies_in(self.plane, tuple(each[::-1] for each in region), ring):
                raise NotationError(f"{at}: the shapes overlap: expected one that lies outside, touching or not")
        return self._together(region, other)

    def _minus(self, region: Region, other: Region, at: str) -> Region:
        for outer, holes in components(self.plane, other):
            if holes or not lies_in(self.plane, region, outer):
                raise NotationError(
                    f"{at}: expected a shape without holes that lies within, touching the boundary or not"
                )
            region = subtract(self.plane, region, outer)
        if not region:
            raise NotationError(f"{at}: nothing is left: expected a smaller shape")
        return region

    def _together(self, region: Region, other: Region) -> Region:
        """The union: what surrounds the one less the other, turned inside out."""
        whole = tuple(ring[::-1] for ring in region)
        for ring in other:
            whole = subtract(self.plane, whole, ring)
        return divided_at_touches(self.plane, trace(self.plane, [(b, a) for ring in whole for a, b in _edges(ring)]))


def _edges(ring: Sequence[int]) -> list[tuple[int, int]]:
    return [(ring[k - 1], ring[k]) for k in range(len(ring))]


def _add(a: Vector, b: Vector) -> Point:
    return a[0] + b[0], a[1] + b[1]


def unit(value: object, at: str) -> Vector:
    """(cos, sin) of a multiple of 15 degrees, counterclockwise."""
    cosines = {0: ONE, 15: (Surd.root(6) + Surd.root(2)) / 4, 30: Surd.root(3) / 2, 45: Surd.root(2) / 2}
    cosines |= {60: ONE / 2, 75: (Surd.root(6) - Surd.root(2)) / 4}
    if isinstance(value, bool) or not isinstance(value, int) or value % 15:
        raise NotationError(f"{at} = {quote(repr(value)[:40])}: expected a multiple of 15, in degrees")
    quarter, rest = divmod(value % 360, 90)
    x, y = cosines[rest], cosines[90 - rest] if rest else ZERO
    for _ in range(quarter):
        x, y = -y, x
    return x, y


def mirrored(corners: Corners) -> Corners:
    """The mirror image, counterclockwise again."""
    return tuple((-x, y) for x, y in reversed(corners))


def corners_of_motion(source: Corners, ring: Corners, flip: bool) -> tuple[Corners, float, bool] | None:
    """What lies where each corner of a source lies, if a ring is the source moved: (corners, degrees turned, whether flipped).

    ring: any order of its corners. None where it is no image of the source; equal turns are told by the least angle.
    """
    best = None
    for flipped in (False, True) if flip else (False,):
        base = mirrored(source) if flipped else source
        for k in range(len(ring)):
            image = ring[k:] + ring[:k]
            if len(image) == len(base) and _is_moved(base, image):
                (x, y), (u, v) = difference(base[1], base[0]), difference(image[1], image[0])
                angle = degrees(atan2(float(v), float(u)) - atan2(float(y), float(x))) % 360
                found = image[::-1] if flipped else image
                angle = 0.0 if angle > 360 - 1e-9 else angle
                if best is None or (flipped, angle) < (best[2], best[1]):
                    best = found, angle, flipped
    return best


def _is_moved(base: Corners, image: Corners) -> bool:
    """Whether a turn and a shift take each corner to the corner of the same number: lengths and angles are the same."""
    for k in range(len(base)):
        a, b = difference(base[k], base[k - 1]), difference(base[(k + 1) % len(base)], base[k])
        p, q = difference(image[k], image[k - 1]), difference(image[(k + 1) % len(base)], image[k])
        if dot(a, a) != dot(p, p) or dot(a, b) != dot(p, q) or a[0] * b[1] - a[1] * b[0] != p[0] * q[1] - p[1] * q[0]:
            return False
    return True
