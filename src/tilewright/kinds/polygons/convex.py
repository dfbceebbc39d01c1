"""Polygons as convex parts, whose overlap is told by their sides alone."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.kinds.polygons.plane import Plane

Part = tuple[int, ...]  # a convex polygon, counterclockwise


def convex_parts(plane: Plane, ring: Sequence[int]) -> tuple[Part, ...]:
    """A polygon, counterclockwise, as convex parts, each given by places of the ring; one if it is convex, else triangles.

    >>> from tilewright.kinds.polygons.expression import parse_ring
    >>> plane = Plane()
    >>> convex_parts(plane, [plane.number(corner) for corner in parse_ring("0 0, 2 0, 2 2, 1 1")])
    ((0, 1, 2, 3),)
    >>> convex_parts(plane, [plane.number(corner) for corner in parse_ring("0 0, 3 0, 3 3, 2 1")])
    ((0, 1, 3), (1, 2, 3))
    """
    size = len(ring)
    if all(plane.turn(ring[k - 1], ring[k], ring[(k + 1) % size]) >= 0 for k in range(size)):
        return (tuple(range(size)),)
    parts, left = [], list(range(size))
    while len(left) > 3:
        ear = next(place for place in range(len(left)) if _is_ear(plane, ring, left, place))
        parts.append((left[ear - 1], left[ear], left[(ear + 1) % len(left)]))
        del left[ear]
    return tuple(tuple(sorted(part)) for part in (*parts, left))


def _is_ear(plane: Plane, ring: Sequence[int], left: Sequence[int], place: int) -> bool:
    """Whether the triangle at a corner can be cut off: no other corner lies in it or on it."""
    a, b, c = ring[left[place - 1]], ring[left[place]], ring[left[(place + 1) % len(left)]]
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
