"""All convex shapes that pieces can make whose angles are multiples of 45 degrees: each is an octagon, some sides of which may be 0.

Why none is missed stands in docs/theory/polygons.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from math import sqrt

from tilewright.cover.limits import NEVER, Deadline
from tilewright.errors import LimitError, NotationError, quote
from tilewright.kinds.polygons.compile import start_search
from tilewright.kinds.polygons.plane import cross_of, difference, dot
from tilewright.kinds.polygons.puzzle import PolygonPiece, Polygons
from tilewright.kinds.polygons.shape import Corners, sound_ring, unit
from tilewright.kinds.polygons.surd import ZERO, Surd

NEAR = 1e-7  # relative; floats nearer than that are compared exactly
MOST_LENGTHS = 2_000
HALF_ROOT = Surd.root(2) / 2
Sides = tuple[Surd, ...]  # of an octagon, each turned by 45 degrees from the one before
Strip = tuple[Surd, Surd, Surd]  # the bottom of an octagon: its side, and the legs of what is cut off left and right


def convex_shapes(pieces: Sequence[PolygonPiece], deadline: Deadline = NEVER) -> Iterator[Polygons]:
    """Each convex shape that is made of all of the pieces, once, by how many corners it has.

    Raises NotationError for a piece with another angle, LimitError for too many, OutOfTimeError.
    """
    _check_angles(pieces)
    found: dict[Sides, None] = {}
    for sides in _octagons(pieces, deadline):
        turns = [each[k:] + each[:k] for each in (sides, sides[::-1]) for k in range(8)]
        found[min(turns, key=lambda turn: tuple(map(str, turn)))] = None
    for sides in sorted(found, key=lambda sides: (sum(map(bool, sides)), [float(side) for side in sides])):
        puzzle = Polygons((sound_ring(_corners(sides), "shape"),), tuple(pieces))
        if next(start_search(puzzle, deadline)[0].first(), None) is not None:
            yield puzzle


def _check_angles(pieces: Sequence[PolygonPiece]) -> None:
    for piece in pieces:
        for k, at in enumerate(piece.corners):
            before, after = piece.corners[k - 1], piece.corners[(k + 1) % len(piece.corners)]
            along, across = dot(difference(before, at), difference(after, at)), cross_of(at, before, after)
            if along and along != across and along != -across:
                raise NotationError(
                    f"piece {quote(piece.name)} has a corner at ({at[0]}, {at[1]}) that is no multiple of 45 degrees: expected such pieces"
                )


def _octagons(pieces: Sequence[PolygonPiece], deadline: Deadline) -> Iterator[Sides]:
    """The sides of all octagons of the pieces' area whose sides are sums of sides of pieces.

    Each is a box of width w and height h less four triangles of legs c: its area is w h - (sum of c c) / 2.
    """
    import numpy as np  # slow to import, and for this search alone

    area = sum((piece.area * piece.copies for piece in pieces), ZERO)
    longest = 2 * float(area) / max(_width(piece.corners) for piece in pieces) * (1 + NEAR)
    lengths = sorted(_lengths(pieces, longest), key=float)
    known, table = set(lengths), np.array([float(length) for length in lengths])
    strips: dict[Surd, list[Strip]] = {}
    legs = [length * HALF_ROOT for length in lengths]
    for left, right in product(legs, repeat=2):
        deadline.check()
        for side in lengths:
            if (side or left or right) and float(side) + float(left) + float(right) < longest:
                strips.setdefault(side + left + right, []).append((side, left, right))
    for wide, these in strips.items():
        deadline.check()
        at_ends = np.array([[float(leg) for leg in strip[1:]] for strip in these])
        squares = (at_ends**2).sum(axis=1)
        high = (float(area) + (squares[:, None] + squares[None, :]) / 2) / float(wide)
        good = np.ones(high.shape, dtype=bool)
        for leg in at_ends.T:
            rest = high - leg[:, None] - leg[None, :]
            place = np.clip(np.searchsorted(table, rest), 1, len(table) - 1)
            apart = np.minimum(abs(table[place] - rest), abs(table[place - 1] - rest))
            good &= apart < NEAR * longest
        for i, j in zip(*np.nonzero(good), strict=True):
            if i <= j:
                (bottom, a, b), (top, d, c) = these[i], these[j]
                tall = (area + (a * a + b * b + c * c + d * d) / 2) / wide
                if (at_right := tall - b - c) in known and (at_left := tall - a - d) in known:
                    root = Surd.root(2)
                    yield bottom, b * root, at_right, c * root, top, d * root, at_left, a * root


def _width(corners: Corners) -> float:
    """The least width of a polygon: between a side's line and the farthest corner, least over all directions of its hull's sides."""
    import shapely  # as numpy

    hull = [(float(x), float(y)) for x, y in corners]
    points = list(shapely.convex_hull(shapely.MultiPoint(hull)).exterior.coords)
    found: list[float] = []
    for (ax, ay), (bx, by) in pairwise(points):
        size = sqrt((bx - ax) ** 2 + (by - ay) ** 2)
        found.append(max(abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / size for x, y in points))
    return min(found)


def _lengths(pieces: Sequence[PolygonPiece], longest: float) -> set[Surd]:
    """The sums up to a length of sides of different pieces, of one that is not convex also of several; and 0."""
    sums = {ZERO}
    for piece in pieces:
        sides = [difference(corner, piece.corners[k - 1]) for k, corner in enumerate(piece.corners)]
        found = [dot(side, side).sqrt() for side in sides]
        own = {length for length in found if length is not None}
        if None in found:
            raise NotationError(
                f"piece {quote(piece.name)} has a side whose length is no sum of square roots: expected others"
            )
        for _ in range(piece.copies if _is_convex(piece.corners) else piece.copies * len(sides)):
            sums |= {total + length for total in sums for length in own if float(total) + float(length) < longest}
            if len(sums) > MOST_LENGTHS:
                raise LimitError(f"sides of more than {MOST_LENGTHS:,} lengths: expected fewer pieces, or more alike")
    return sums


def _is_convex(corners: Corners) -> bool:
    return all(cross_of(corners[k - 2], corners[k - 1], corner).sign() > 0 for k, corner in enumerate(corners))


def _corners(sides: Sides) -> Corners:
    x, y = ZERO, ZERO
    found = []
    for k, side in enumerate(sides):
        cos, sin = unit(45 * k, "")
        if side:
            found.append((x, y))
            x, y = x + cos * side, y + sin * side
    return tuple(found)
