"""Shapes with exact corners: checked rings, union and difference of regions, and motions between rings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from math import atan2, degrees
from typing import Any, TypeVar

from tilewright.errors import LimitError, NotationError, did_you_mean, quote
from tilewright.kinds.polygons.plane import (
    Plane,
    Vector,
    corners_of,
    cross,
    difference,
    dot,
    sides_of,
    turned,
    twice_area,
)
from tilewright.kinds.polygons.surd import (
    MOST_CORNERS,
    ONE,
    ZERO,
    Point,
    Surd,
    parse_number,
    parse_point,
    parse_ring,
    parse_wkt,
)

Corners = tuple[Point, ...]
Corner = TypeVar("Corner", int, Point)
DEEPEST = 20  # the deepest nesting of tables
MOST_SHAPES = 200  # the most shapes in a table
CHANGES = ("plus", "minus", "scale", "turn", "translate")
FORMS = ("square", "rectangle", "polygon")
SHAPE = 'corners "0 0, 1 0, 0 sqrt(2)", WKT, or a table such as {square = 2, minus = {square = 1}}'


def sound_ring(corners: Corners, what: str) -> Corners:
    """Return the ring counterclockwise and without straight corners.

    what: the name of the shape in messages.

    Raises NotationError if the ring crosses or touches itself, or has no area.
    """
    plane = Plane()
    ring = [plane.number(corner) for corner in corners]
    if len(set(ring)) < len(ring):
        raise NotationError(f"{what}: a corner stands twice: expected a polygon that does not touch itself")
    ring = straightened(plane, ring)
    if len(ring) < 3:
        raise NotationError(f"{what}: expected a polygon with an area")
    for side, other in _near_pairs(plane, ring):
        touching = set[int]()
        crossing = meet(plane, side, other, touching, touching)
        if crossing or touching:
            how = "cross" if crossing else "meet"
            raise NotationError(f"{what}: two sides {how}: expected a polygon that does not touch itself")
    return counterclockwise(tuple(plane.points[at] for at in ring))


APART = 1e-6  # more than the errors of float coordinates


def _near_pairs(plane: Plane, ring: Sequence[int]) -> Iterator[tuple[Edge, Edge]]:
    """Yield the pairs of sides whose boxes meet or nearly do; other sides cannot meet."""
    x, y = plane.x, plane.y
    sides = sorted(sides_of(ring), key=lambda side: min(x[side[0]], x[side[1]]))
    boxes = [(*sorted((x[a], x[b])), *sorted((y[a], y[b]))) for a, b in sides]
    for number, (_, right, low, high) in enumerate(boxes):
        for other in range(number + 1, len(boxes)):
            left, _, other_low, other_high = boxes[other]
            if left > right + APART:
                break
            if other_low <= high + APART and low <= other_high + APART:
                yield sides[number], sides[other]


def counterclockwise(ring: Corners) -> Corners:
    """Return the ring, reversed if its corners go clockwise."""
    return ring if twice_area(ring).sign() > 0 else ring[::-1]


def read_region(value: object, what: str) -> tuple[Corners, ...]:
    """Return the rings of a shape: outer ones counterclockwise, holes clockwise.

    value: corners, WKT or a table of operations.
    what:  the name of the shape in messages.

    In tables, `minus` removes a shape that lies inside and `plus` adds one that lies outside; both may touch the
    boundary. Raises NotationError that names the wrong place, and LimitError for too many corners.

    >>> [len(ring) for ring in read_region({"square": 3, "minus": {"square": 1}}, "board")]
    [4, 4]
    """
    builder = _RegionBuilder()
    plane, region = builder.plane, builder.build(value, what, 0)
    if sum(map(len, region)) > MOST_CORNERS:
        raise LimitError(f"{what}: {sum(map(len, region))} corners: expected at most {MOST_CORNERS}")
    rings = [ring for outer, holes in components(plane, region) for ring in (outer, *holes)]
    return tuple(tuple(plane.points[at] for at in straightened(plane, ring)) for ring in rings)


class _RegionBuilder:
    def __init__(self) -> None:
        self.plane, self.made = Plane(), 0

    def build(self, value: object, at: str, depth: int) -> Region:
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
        wrong = [str(key) for key in value if key not in FORMS + CHANGES]
        if wrong or len(forms) != 1:
            guess = did_you_mean(wrong[0], FORMS + CHANGES) if wrong else ""
            unknown = f"unknown key {quote(wrong[0])}{guess}" if wrong else f"{len(forms)} shapes"
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
        whole = tuple(ring[::-1] for ring in region)  # add by subtracting from the outside
        for ring in other:
            whole = subtract(self.plane, whole, ring)
        return divided_at_touches(self.plane, trace(self.plane, [(b, a) for ring in whole for a, b in sides_of(ring)]))

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


def _add(a: Vector, b: Vector) -> Point:
    return a[0] + b[0], a[1] + b[1]


def unit(value: object, at: str) -> Vector:
    """Return (cos, sin) of a multiple of 15 degrees, counterclockwise.

    value: the angle in degrees.
    at:    its place in the file, for messages.

    Raises NotationError for other values.
    """
    if isinstance(value, bool) or not isinstance(value, int) or value % 15:
        raise NotationError(f"{at} = {quote(repr(value)[:40])}: expected a multiple of 15, in degrees")
    step = (Surd.root(6) + Surd.root(2)) / 4, (Surd.root(6) - Surd.root(2)) / 4
    turn = ONE, ZERO
    for _ in range(value % 360 // 15):
        turn = turned(step, turn)
    return turn


def mirrored(corners: Corners) -> Corners:
    """Return the mirror image, counterclockwise again."""
    return tuple((-x, y) for x, y in reversed(corners))


def corners_of_motion(source: Corners, ring: Corners, flip: bool) -> tuple[Corners, float, bool] | None:
    """Return the motion from a source to a ring: (corners, degrees turned, whether flipped); None if there is none.

    ring: the corners of the image, beginning at any of them.

    The returned corners are the images of the source's corners in their order. If several motions are possible, one
    without a flip and with the least angle is chosen.
    """
    best = None
    for flipped, base, image in _images(source, ring, flip):
        (x, y), (u, v) = difference(base[1], base[0]), difference(image[1], image[0])
        angle = degrees(atan2(float(v), float(u)) - atan2(float(y), float(x))) % 360
        found = image[::-1] if flipped else image
        angle = 0.0 if angle > 360 - 1e-9 else angle
        if best is None or (flipped, angle) < (best[2], best[1]):
            best = found, angle, flipped
    return best


def is_moved(source: Corners, ring: Corners, flip: bool) -> bool:
    """Return whether a ring is an image of the source, flipped only if `flip` allows it."""
    return next(_images(source, ring, flip), None) is not None


def _images(source: Corners, ring: Corners, flip: bool) -> Iterator[tuple[bool, Corners, Corners]]:
    """Yield each way in which a ring is an image of a source: (flipped, the source, the ring in its order)."""
    if len(ring) != len(source):
        return
    marks = _measures(ring)
    for flipped in (False, True) if flip else (False,):
        base = mirrored(source) if flipped else source
        wanted = _measures(base)
        for k in range(len(ring)):
            if marks[k:] + marks[:k] == wanted:
                yield flipped, base, ring[k:] + ring[:k]


@lru_cache(1024)
def _measures(ring: Corners) -> tuple[tuple[Surd, Surd, Surd], ...]:
    """Return, for each corner, quantities that turns and translations keep: they fix the sides and the angles."""
    sides = ((difference(at, before), difference(after, at)) for before, at, after in corners_of(ring))
    return tuple((dot(a, a), dot(a, b), cross(a, b)) for a, b in sides)


Ring = tuple[int, ...]  # numbers of points; a corner is straight only where the region touches itself
Region = tuple[Ring, ...]  # each begins with its least number; sorted
Edge = tuple[int, int]
NEAR = 1e-6  # boxes of sides nearer than this are taken to meet


def canonical(rings: Sequence[Sequence[int]]) -> Region:
    """Return the rings in the canonical form, in which regions are compared."""
    return tuple(sorted(rotated(ring) for ring in rings))


def rotated(ring: Sequence[Corner]) -> tuple[Corner, ...]:
    """Return the ring from its least corner. If that occurs twice, begin where the next corner is lesser."""
    least = min(range(len(ring)), key=lambda place: (ring[place], ring[(place + 1) % len(ring)]))
    return tuple(ring[least:]) + tuple(ring[:least])


def simple_rings(ring: Sequence[Corner]) -> list[tuple[Corner, ...]]:
    """Divide a ring that touches itself at corners into rings that do not.

    >>> simple_rings([0, 1, 2, 3, 1, 4])
    [(1, 2, 3), (0, 1, 4)]
    """
    found: list[tuple[Corner, ...]] = []
    path: list[Corner] = []
    for at in ring:
        if at in path:
            start = path.index(at)
            found.append(tuple(path[start:]))
            del path[start:]
        path.append(at)
    found.append(tuple(path))
    return found


def lies_in(plane: Plane, region: Region, polygon: Ring) -> bool:
    """Return whether a polygon lies in a region, which may be unbounded; their boundaries may touch.

    >>> from tilewright.kinds.polygons.surd import parse_ring
    >>> plane = Plane()
    >>> square, half, other = [tuple(map(plane.number, parse_ring(text))) for text in
    ...     ("0 0, 2 0, 2 2, 0 2", "0 0, 2 0, 0 2", "1 0, 3 0, 1 2")]
    >>> lies_in(plane, (square,), half), lies_in(plane, (square,), other), lies_in(plane, (half[::-1],), other)
    (True, False, False)
    """
    divided = _divide(plane, region, polygon)
    if divided is None:
        return False
    rings, piece = divided
    corners: dict[int, list[Edge]] = {}  # (next, before) of each corner of the region
    edges = set[Edge]()
    for ring in rings:
        for before, at, after in corners_of(ring):
            corners.setdefault(at, []).append((after, before))
            edges.add((at, after))
    touches = False
    for before, at, after in corners_of(piece):
        if (after, at) in edges:
            return False
        if at in corners:
            touches = True
            if not any(_contains(plane, at, corner, after, before) for corner in corners[at]):
                return False
    touched = set(piece)
    if any(touched.isdisjoint(ring) and is_inside(plane, ring[0], polygon) for ring in rings):
        return False
    if touches:
        return True
    unbounded = plane.area_sign(region) < 0
    return (sum(is_inside(plane, piece[0], ring) for ring in region) + unbounded) % 2 == 1


def subtract(plane: Plane, region: Region, polygon: Ring) -> Region:
    """Return the region without a polygon that lies in it.

    >>> from tilewright.kinds.polygons.surd import parse_ring
    >>> plane = Plane()
    >>> square = canonical([tuple(map(plane.number, parse_ring("0 0, 2 0, 2 2, 0 2")))])
    >>> half = tuple(map(plane.number, parse_ring("0 0, 2 0, 0 2")))
    >>> subtract(plane, square, half) == canonical([tuple(map(plane.number, parse_ring("2 0, 2 2, 0 2")))])
    True
    """
    divided = _divide(plane, region, polygon)
    assert divided is not None, "the polygon does not lie in the region"
    rings, piece = divided
    edges = {side: None for ring in rings for side in sides_of(ring)}
    for before, at in sides_of(piece):
        if (before, at) in edges:
            del edges[before, at]
        else:
            edges[at, before] = None
    return canonical(trace(plane, list(edges)))


def _contains(plane: Plane, at: int, corner: Edge, after: int, before: int) -> bool:
    """Return whether the angle of a polygon at a point lies in the angle of the region's corner there."""
    first, last = corner
    return plane.compare(at, first, after, before) < 0 and plane.compare(at, first, before, last) <= 0


def _divide(plane: Plane, region: Region, polygon: Ring) -> tuple[list[list[int]], list[int]] | None:
    """Return the rings and the polygon, each divided by corners of the other; None if sides cross."""
    x, y = plane.x, plane.y
    sides = []
    for p, q in sides_of(polygon):
        px, py, qx, qy = x[p], y[p], x[q], y[q]
        box = min(px, qx) - NEAR, max(px, qx) + NEAR, min(py, qy) - NEAR, max(py, qy) + NEAR
        sides.append((p, q, px, py, qx - px, qy - py, *box, set[int]()))
    rings = []
    for ring in region:
        found: list[int] = []
        for a, b in sides_of(ring):
            ax, ay, bx, by = x[a], y[a], x[b], y[b]
            on_edge = set[int]()
            for p, q, px, py, dx, dy, left, right, low, high, on_side in sides:
                if (ax < left and bx < left) or (ax > right and bx > right):
                    continue
                if (ay < low and by < low) or (ay > high and by > high):
                    continue
                far_a, far_b = dx * (ay - py) - dy * (ax - px), dx * (by - py) - dy * (bx - px)
                bound = plane.bound
                if (far_a > bound and far_b > bound) or (far_a < -bound and far_b < -bound):
                    continue
                if meet(plane, (a, b), (p, q), on_edge, on_side):
                    return None
            found += _in_order(plane, a, on_edge, b)
        rings.append(found)
    piece: list[int] = []
    for p, q, *_, on_side in sides:
        piece += _in_order(plane, p, on_side, q)
    return rings, piece


def meet(plane: Plane, edge: Edge, side: Edge, on_edge: set[int], on_side: set[int]) -> bool:
    """Return whether two segments cross. If not, the ends of each that lie on the other are added to its set."""
    (a, b), (p, q), turn = edge, side, plane.turn
    ap, aq = turn(a, b, p), turn(a, b, q)
    if ap == aq and ap:
        return False
    pa, pb = turn(p, q, a), turn(p, q, b)
    if pa == pb and pa:
        return False
    if pa * pb < 0 and ap * aq < 0:
        return True
    on_side.update(end for end, turned in ((a, pa), (b, pb)) if not turned and plane.is_between(p, end, q))
    on_edge.update(end for end, turned in ((p, ap), (q, aq)) if not turned and plane.is_between(a, end, b))
    return False


def _in_order(plane: Plane, start: int, between: set[int], end: int) -> list[int]:
    """Return the points between start and end in order, with the end but without the start."""
    if not between:
        return [end]
    x, y = plane.x, plane.y
    across, up = x[end] - x[start], y[end] - y[start]
    places = sorted(between, key=lambda point: (x[point] - x[start]) * across + (y[point] - y[start]) * up)
    for _ in places:  # floats may leave neighbors in the wrong order
        for i in range(len(places) - 1):
            if not plane.is_between(start, places[i], places[i + 1]):
                places[i], places[i + 1] = places[i + 1], places[i]
    return [*places, end]


def trace(plane: Plane, edges: Sequence[Edge]) -> list[list[int]]:
    """Return the rings that edges form, with the inside to the left and without straight corners."""
    leaving: dict[int, list[int]] = {}
    for a, b in edges:
        leaving.setdefault(a, []).append(b)
    rings = []
    unused = set(edges)
    for edge in edges:
        if edge not in unused:
            continue
        ring: list[int] = []
        while edge in unused:
            unused.remove(edge)
            before, at = edge
            ring.append(before)
            following = leaving[at][0]
            for other in leaving[at][1:]:  # the last one when turning left, next to the inside
                if plane.compare(at, before, following, other) < 0:
                    following = other
            edge = (at, following)
        rings.append(ring)
    often = Counter(at for ring in rings for at in ring)
    return [straightened(plane, ring, {at for at in ring if often[at] > 1}) for ring in rings]


def divided_at_touches(plane: Plane, rings: Sequence[Sequence[int]]) -> Region:
    """Return rings as a region, with sides divided where corners touch them."""
    corners = {at for ring in rings for at in ring}
    found = []
    for ring in rings:
        divided: list[int] = []
        for start, end in sides_of(ring):
            on_side = {at for at in corners if not plane.turn(start, end, at) and plane.is_between(start, at, end)}
            divided += _in_order(plane, start, on_side, end)
        found.append(divided)
    return canonical(found)


def straightened(plane: Plane, ring: Sequence[int], kept: Collection[int] = ()) -> list[int]:
    """Return a ring without collinear corners, except those in `kept`, where the region touches itself."""
    return [
        at
        for before, at, after in corners_of(ring)
        if at in kept or plane.turn(before, at, after) or not plane.is_between(before, at, after)
    ]


def is_inside(plane: Plane, point: int, ring: Sequence[int]) -> bool:
    """Return whether a point lies strictly inside a simple ring of either orientation."""
    inside = False
    height = plane.y[point]
    for a, b in sides_of(ring):
        if max(plane.y[a], plane.y[b]) < height - NEAR or min(plane.y[a], plane.y[b]) > height + NEAR:
            continue
        turn = plane.turn(a, b, point)
        if not turn and (point in (a, b) or plane.is_between(a, point, b)):
            return False
        above_a, above_b = plane.is_above(a, point), plane.is_above(b, point)
        if above_a != above_b and (turn > 0) == above_b:
            inside = not inside
    return inside


def components(plane: Plane, region: Region) -> list[tuple[Ring, list[Ring]]]:
    """Return each connected part of a region as its outer ring and its holes."""
    outer = [(ring, list[Ring]()) for ring in region if plane.area_sign([ring]) > 0]
    for hole in region:
        if plane.area_sign([hole]) > 0:
            continue
        holding = [part for part in outer if any(is_inside(plane, at, part[0]) for at in hole)] or outer
        smallest = holding[0] if len(holding) == 1 else min(holding, key=lambda part: _exact_area(plane, part[0]))
        smallest[1].append(hole)
    return outer


def _exact_area(plane: Plane, ring: Ring) -> Surd:
    """Return twice the area of a ring."""
    return twice_area(tuple(plane.points[at] for at in ring))


def float_area(plane: Plane, ring: Sequence[int]) -> float:
    """Return the area of a ring as a float, negative for a hole."""
    x, y = plane.x, plane.y
    return sum(x[a] * y[b] - y[a] * x[b] for a, b in sides_of(ring)) / 2
