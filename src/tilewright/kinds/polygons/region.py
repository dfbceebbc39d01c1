"""A region of the plane as rings, its inside to their left, and the exact difference of a region and a polygon in it.

The boundary of what is left is the boundary of the region less that of the polygon: sides that both have cancel where
both are divided at each other's corners. Rings that touch themselves are divided, so each corner is one corner of the inside.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from tilewright.kinds.polygons.plane import Plane

Ring = tuple[int, ...]  # numbers of points; a corner is straight only where another of the region touches it
Region = tuple[Ring, ...]  # each from its least number on, sorted
Edge = tuple[int, int]
NEAR = 1e-6  # within which the boxes of sides are taken to meet


def canonical(rings: Sequence[Sequence[int]]) -> Region:
    """The rings in the one form that is compared."""
    return tuple(sorted(rotated(ring) for ring in rings))


def rotated(ring: Sequence[int]) -> Ring:
    """A ring from its least number on (the first of them)."""
    least = min(range(len(ring)), key=lambda place: (ring[place], ring[(place + 1) % len(ring)]))
    return (*ring[least:], *ring[:least])


def lies_in(plane: Plane, region: Region, polygon: Ring) -> bool:
    """Whether a polygon lies in a region, which may be unbounded; boundaries may touch.

    >>> from tilewright.kinds.polygons.expression import parse_ring
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
        for place, at in enumerate(ring):
            after = ring[(place + 1) % len(ring)]
            corners.setdefault(at, []).append((after, ring[place - 1]))
            edges.add((at, after))
    touches = False
    for place, at in enumerate(piece):
        before, after = piece[place - 1], piece[(place + 1) % len(piece)]
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
    unbounded = sum(float_area(plane, ring) for ring in region) < 0
    return (sum(is_inside(plane, piece[0], ring) for ring in region) + unbounded) % 2 == 1


def subtract(plane: Plane, region: Region, polygon: Ring) -> Region:
    """The region without a polygon that lies in it.

    >>> from tilewright.kinds.polygons.expression import parse_ring
    >>> plane = Plane()
    >>> square = canonical([tuple(map(plane.number, parse_ring("0 0, 2 0, 2 2, 0 2")))])
    >>> half = tuple(map(plane.number, parse_ring("0 0, 2 0, 0 2")))
    >>> subtract(plane, square, half) == canonical([tuple(map(plane.number, parse_ring("2 0, 2 2, 0 2")))])
    True
    """
    divided = _divide(plane, region, polygon)
    assert divided is not None, "the polygon does not lie in the region"
    rings, piece = divided
    edges = {(ring[place - 1], at): None for ring in rings for place, at in enumerate(ring)}
    for place, at in enumerate(piece):
        before = piece[place - 1]
        if (before, at) in edges:
            del edges[before, at]
        else:
            edges[at, before] = None
    return canonical(trace(plane, list(edges)))


def _contains(plane: Plane, at: int, corner: Edge, after: int, before: int) -> bool:
    """Whether the angle of a polygon at a point lies in that of the region's corner there."""
    first, last = corner
    return plane.compare(at, first, after, before) < 0 and plane.compare(at, first, before, last) <= 0


def _divide(plane: Plane, region: Region, polygon: Ring) -> tuple[list[list[int]], list[int]] | None:
    """The rings and the polygon, each with the other's corners that lie on its sides; None where sides cross."""
    x, y = plane.x, plane.y
    sides = []
    for place, q in enumerate(polygon):
        p = polygon[place - 1]
        px, py, qx, qy = x[p], y[p], x[q], y[q]
        box = min(px, qx) - NEAR, max(px, qx) + NEAR, min(py, qy) - NEAR, max(py, qy) + NEAR
        sides.append((p, q, px, py, qx - px, qy - py, *box, set[int]()))
    rings = []
    for ring in region:
        found: list[int] = []
        for place, b in enumerate(ring):
            a = ring[place - 1]
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
    """Whether two segments cross; else their ends that lie on the other are added to what lies on it."""
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
    """The points from a start, which is left out, to an end."""
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
    """The rings that edges form, each with the inside to its left; straight corners are left out."""
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
            for other in leaving[at][1:]:  # the last that is met when turning left: next to the side's inside
                if plane.compare(at, before, following, other) < 0:
                    following = other
            edge = (at, following)
        rings.append(ring)
    often = Counter(at for ring in rings for at in ring)
    return [straightened(plane, ring, {at for at in ring if often[at] > 1}) for ring in rings]


def divided_at_touches(plane: Plane, rings: Sequence[Sequence[int]]) -> Region:
    """Rings as a region: where one touches a side, of another or its own, that side is divided."""
    corners = {at for ring in rings for at in ring}
    found = []
    for ring in rings:
        divided: list[int] = []
        for place, end in enumerate(ring):
            start = ring[place - 1]
            on_side = {at for at in corners if not plane.turn(start, end, at) and plane.is_between(start, at, end)}
            divided += _in_order(plane, start, on_side, end)
        found.append(divided)
    return canonical(found)


def straightened(plane: Plane, ring: Sequence[int], kept: Collection[int] = ()) -> list[int]:
    """A ring without the corners that are none, but for those that are kept: where the region touches itself."""
    return [
        at
        for place, at in enumerate(ring)
        if at in kept
        or plane.turn(ring[place - 1], at, ring[(place + 1) % len(ring)])
        or not plane.is_between(ring[place - 1], at, ring[(place + 1) % len(ring)])
    ]


def is_inside(plane: Plane, point: int, ring: Sequence[int]) -> bool:
    """Whether a point lies strictly inside a simple ring, of either orientation; on its boundary it does not."""
    inside = False
    height = plane.y[point]
    for place, b in enumerate(ring):
        a = ring[place - 1]
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
    """Each connected part of a region as its outer ring and its holes."""
    outer = [(ring, list[Ring]()) for ring in region if float_area(plane, ring) > 0]
    for hole in region:
        if float_area(plane, hole) > 0:
            continue
        holding = [part for part in outer if any(is_inside(plane, at, part[0]) for at in hole)]
        min(holding or outer, key=lambda part: float_area(plane, part[0]))[1].append(hole)
    return outer


def float_area(plane: Plane, ring: Sequence[int]) -> float:
    """The area of a ring as a float, below zero for a hole."""
    x, y = plane.x, plane.y
    return sum(x[ring[k - 1]] * y[ring[k]] - y[ring[k - 1]] * x[ring[k]] for k in range(len(ring))) / 2
