"""Find the shapes, convex or with up to five corners, that pieces make whose angles are multiples of 45 degrees.

A convex shape is an octagon, some sides of which may be 0. A shape with few corners has at most one reflex corner, so
its other sides are sums of sides of pieces, and the two sides at that corner close it. The proof that none is missed is
in docs/explanation/polygons.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, product
from math import hypot, inf
from typing import NamedTuple

from tilewright.errors import LimitError, NotationError, quote
from tilewright.exact_cover.limits import NEVER, Deadline
from tilewright.kinds.polygons.compile import explored, start_search
from tilewright.kinds.polygons.plane import Vector, corners_of, cross, cross_of, difference, dot, sides_of, twice_area
from tilewright.kinds.polygons.puzzle import PolygonPiece, Polygons, ring_text
from tilewright.kinds.polygons.shape import Corners, corners_of_motion, sound_ring, unit
from tilewright.kinds.polygons.surd import ZERO, Surd
from tilewright.puzzle import Puzzle

NEAR = 1e-7  # relative: nearer floats are compared exactly
MOST_LENGTHS = 2_000
HALF_ROOT = Surd.root(2) / 2
DIRECTIONS = tuple(unit(45 * k, "") for k in range(8))
FEW = range(3, 6)  # the numbers of corners with finitely many shapes
Sides = tuple[Surd, ...]  # of an octagon; each is turned by 45 degrees from the one before
Strip = tuple[Surd, Surd, Surd]  # the bottom side of an octagon, and the legs of the corners cut off left and right


class CountedShape(NamedTuple):
    """A shape that pieces make, and the number of its tilings."""

    puzzle: Polygons
    tilings: int

    def __str__(self) -> str:
        (ring,) = self.puzzle.rings
        return f"{len(ring)} corners, tilings {self.tilings:,}: {ring_text(ring)}"

    @property
    def row(self) -> dict[str, str | int]:
        """The shape as it appears in JSON."""
        return {"corners": ring_text(self.puzzle.rings[0]), "tilings": self.tilings}


def counted_shapes(puzzle: Puzzle, corners: int | None, deadline: Deadline = NEVER) -> Iterator[CountedShape]:
    """Yield the shapes with this number of corners (by default the convex ones) that a puzzle's pieces make.

    Raises NotationError for a puzzle of another kind, and the errors of `convex_shapes` and `shapes_with_corners`.
    """
    if not isinstance(puzzle, Polygons):
        raise NotationError(
            'not a puzzle of polygons: expected a set of them such as tangram, or a file with kind = "polygons"'
        )
    found = shapes_with_corners(puzzle.pieces, corners, deadline) if corners else convex_shapes(puzzle.pieces, deadline)
    for shape in found:
        node = explored(shape, deadline)[2]
        yield CountedShape(shape, node.count if node else 0)


def convex_shapes(pieces: Sequence[PolygonPiece], deadline: Deadline = NEVER) -> Iterator[Polygons]:
    """Yield each convex shape that all of the pieces make, once, sorted by its number of corners.

    Raises NotationError for a piece with other angles, LimitError for too many pieces, and OutOfTimeError at the
    deadline.
    """
    _check_angles(pieces)
    found: dict[Sides, None] = {}
    for sides in _octagons(pieces, deadline):
        turns = [each[k:] + each[:k] for each in (sides, sides[::-1]) for k in range(8)]
        found[min(turns, key=lambda turn: tuple(map(str, turn)))] = None
    in_order = sorted(found, key=lambda sides: (sum(map(bool, sides)), [float(side) for side in sides]))
    yield from _made(pieces, (sound_ring(_corners(sides), "shape") for sides in in_order), deadline)


def shapes_with_corners(pieces: Sequence[PolygonPiece], corners: int, deadline: Deadline = NEVER) -> Iterator[Polygons]:
    """Yield each shape with 3 to 5 corners that all of the pieces make, once, the convex ones first.

    Raises NotationError for a piece with other angles, LimitError for too many pieces, and OutOfTimeError at the
    deadline.
    """
    if corners not in FEW:
        raise NotationError(
            f"shapes with {corners} corners: expected {FEW[0]} to {FEW[-1]}; with more there may be no end of them"
        )
    _check_angles(pieces)
    area = sum((piece.area * piece.copies for piece in pieces), ZERO)
    lengths = sorted(_lengths(pieces, inf) - {ZERO}, key=float)
    found: list[Corners] = []
    for angles in sorted(_angles(corners), key=lambda angles: (max(angles) > 4, angles)):
        for shape in _closed(angles, lengths, area, deadline):
            if not any(corners_of_motion(shape, other, True) for other in found):
                found.append(shape)
    yield from _made(pieces, found, deadline)


def _made(pieces: Sequence[PolygonPiece], shapes: Iterable[Corners], deadline: Deadline) -> Iterator[Polygons]:
    """Yield the puzzles of those shapes that the pieces make."""
    for corners in shapes:
        puzzle = Polygons((corners,), tuple(pieces))
        if next(start_search(puzzle, deadline)[0].first(), None) is not None:
            yield puzzle


def _angles(corners: int) -> Iterator[tuple[int, ...]]:
    """Yield the angles of each polygon, in units of 45 degrees, the largest first.

    Of angles that differ by a turn or reflection only one is yielded.
    """
    for angles in product((1, 2, 3, 5, 6, 7), repeat=corners):
        turns = (each[k:] + each[:k] for each in (angles, angles[::-1]) for k in range(corners))
        if sum(angles) == 4 * (corners - 2) and angles == max(turns):
            yield angles


def _closed(angles: Sequence[int], lengths: Sequence[Surd], area: Surd, deadline: Deadline) -> Iterator[Corners]:
    """Yield the polygons with this area and these angles whose sides away from the first corner are among the lengths.

    The two sides at the first corner follow: their directions differ, and the polygon must close.
    """
    import numpy as np

    ways = [sum(4 - angle for angle in angles[1 : k + 1]) % 8 for k in range(len(angles))]
    (first, *others, last), floats = [DIRECTIONS[way] for way in ways], [(float(x), float(y)) for x, y in DIRECTIONS]
    (ax, ay), *free, (zx, zy) = [floats[way] for way in ways]
    table = np.array([float(length) for length in lengths])
    for length in lengths:
        deadline.check()
        sides = [np.float64(length), *np.meshgrid(*[table] * (len(free) - 1), indexing="ij")]
        x, y = (sum(way[axis] * side for way, side in zip(free, sides, strict=True)) for axis in (0, 1))
        begin, end = (y * zx - x * zy) / (ax * zy - ay * zx), (x * ay - y * ax) / (ax * zy - ay * zx)
        at_x, at_y, twice = begin * ax, begin * ay, 0.0
        for (dx, dy), side in zip(free, sides, strict=True):
            twice = twice + side * (at_x * dy - at_y * dx)
            at_x, at_y = at_x + side * dx, at_y + side * dy
        good = (abs(twice / 2 - float(area)) < NEAR * float(area)) & (begin > NEAR) & (end > NEAR)
        for places in np.argwhere(good):
            if ring := _ring(first, others, last, [length, *(lengths[place] for place in places)], area):
                yield ring


def _ring(first: Vector, others: Sequence[Vector], last: Vector, sides: Sequence[Surd], area: Surd) -> Corners | None:
    """Return the exact polygon; None if its sides meet or its area differs."""
    steps = [(x * side, y * side) for (x, y), side in zip(others, sides, strict=True)]
    x, y = (sum((step[axis] for step in steps), ZERO) for axis in (0, 1))
    begin = (y * last[0] - x * last[1]) / cross(first, last)
    corners = [(ZERO, ZERO), (first[0] * begin, first[1] * begin)]
    for step in steps:
        corners.append((corners[-1][0] + step[0], corners[-1][1] + step[1]))
    if twice_area(tuple(corners)) != area * 2:
        return None
    try:
        return sound_ring(tuple(corners), "shape")
    except NotationError:  # its sides cross or touch
        return None


def _check_angles(pieces: Sequence[PolygonPiece]) -> None:
    for piece in pieces:
        for before, at, after in corners_of(piece.corners):
            along, across = dot(difference(before, at), difference(after, at)), cross_of(at, before, after)
            if along and along != across and along != -across:
                raise NotationError(
                    f"piece {quote(piece.name)} has a corner at ({at[0]}, {at[1]}) that is no multiple of 45 degrees: expected such pieces"
                )


def _octagons(pieces: Sequence[PolygonPiece], deadline: Deadline) -> Iterator[Sides]:
    """Yield the sides of all octagons of the pieces' area whose sides are sums of sides of pieces.

    Each is a box of width w and height h without four triangles of legs c, so its area is w h - (sum of c c) / 2.
    """
    import numpy as np

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
    """Return the least width of a polygon.

    This is the least distance, over all sides of its hull, between the line of the side and the farthest corner.
    """
    import shapely

    points: list[tuple[float, float]] = list(
        shapely.MultiPoint([(float(x), float(y)) for x, y in corners]).convex_hull.exterior.coords
    )
    return min(
        max(abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / hypot(bx - ax, by - ay) for x, y in points)
        for (ax, ay), (bx, by) in pairwise(points)
    )


def _lengths(pieces: Sequence[PolygonPiece], longest: float) -> set[Surd]:
    """Return 0 and all sums, up to `longest`, of sides of different pieces.

    Several sides of one piece may be added if it is not convex.
    """
    sums = {ZERO}
    for piece in pieces:
        sides = [difference(b, a) for a, b in sides_of(piece.corners)]
        found = [dot(side, side).sqrt() for side in sides]
        own = {length for length in found if length is not None}
        if None in found:
            fault = "has a side whose length is no sum of square roots: expected others"
            raise NotationError(f"piece {quote(piece.name)} {fault}")
        is_convex = all(cross_of(*corner).sign() > 0 for corner in corners_of(piece.corners))
        for _ in range(piece.copies if is_convex else piece.copies * len(sides)):
            sums |= {total + length for total in sums for length in own if float(total) + float(length) < longest}
            if len(sums) > MOST_LENGTHS:
                raise LimitError(f"sides of more than {MOST_LENGTHS:,} lengths: expected fewer pieces, or more alike")
    return sums


def _corners(sides: Sides) -> Corners:
    x, y = ZERO, ZERO
    found = []
    for (cos, sin), side in zip(DIRECTIONS, sides, strict=True):
        if side:
            found.append((x, y))
            x, y = x + cos * side, y + sin * side
    return tuple(found)
