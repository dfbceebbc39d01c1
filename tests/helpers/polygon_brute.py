"""All tilings of a polygon puzzle by a program that shares nothing with the package.

Every side points in a direction that is a multiple of one step (90, 60, 45 or 30 degrees), so all pieces lie turned by multiples
of it. At the lowest, then leftmost corner that is not filled, the piece that covers its first free sector has a corner there,
with a side along that sector's first ray. Coordinates are a + b sqrt(root) with fractions a and b: nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import total_ordering
from itertools import pairwise

UNIT = 48  # whole numbers in one unit: sixths of it may be turned by 45 degrees and then halved


@total_ordering
class Number:
    """(a + b sqrt(root)) / UNIT; `root` is the same for all numbers of a puzzle, and 0 where b is."""

    __slots__ = ("a", "b", "root")

    def __init__(self, a: int, b: int = 0, root: int = 0) -> None:
        self.a, self.b, self.root = a, b, root if b else 0

    def __add__(self, other: Number) -> Number:
        return Number(self.a + other.a, self.b + other.b, self.root or other.root)

    def __sub__(self, other: Number) -> Number:
        return Number(self.a - other.a, self.b - other.b, self.root or other.root)

    def __mul__(self, other: Number) -> Number:
        """The product, which is UNIT times too large."""
        root = self.root or other.root
        return Number(self.a * other.a + root * self.b * other.b, self.a * other.b + self.b * other.a, root)

    def __neg__(self) -> Number:
        return Number(-self.a, -self.b, self.root)

    @property
    def half(self) -> Number:
        assert self.a % 2 == self.b % 2 == 0
        return Number(self.a // 2, self.b // 2, self.root)

    @property
    def sign(self) -> int:
        a, b = (self.a > 0) - (self.a < 0), (self.b > 0) - (self.b < 0)
        if a * b >= 0:
            return a or b
        return a if self.a * self.a > self.root * self.b * self.b else b

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Number) and (self.a, self.b) == (other.a, other.b)

    def __hash__(self) -> int:
        return hash((self.a, self.b))

    def __lt__(self, other: Number) -> bool:
        return (self - other).sign < 0

    def __str__(self) -> str:
        a, b = Fraction(self.a, UNIT), Fraction(self.b, UNIT)
        return f"{a}{'+' * (b >= 0)}{b}*sqrt({self.root})" if b else str(a)

    __repr__ = __str__


Point = tuple[Number, Number]
Ring = tuple[Point, ...]  # a simple polygon without straight corners, its inside to the left unless it is a hole
Position = frozenset[tuple[Point, Point]]  # a polygon as its directed sides


def number(a: Fraction | int, b: Fraction | int = 0, root: int = 0) -> Number:
    """a + b sqrt(root), of sixths."""
    assert (a * 6).denominator == (b * 6).denominator == 1
    return Number(int(a * UNIT), int(b * UNIT), root)


def sides(ring: Sequence[Point]) -> list[tuple[Point, Point]]:
    return list(zip(ring, (*ring[1:], ring[0]), strict=True))


def minus(a: Point, b: Point) -> Point:
    return a[0] - b[0], a[1] - b[1]


def cross(a: Point, b: Point) -> Number:
    return a[0] * b[1] - a[1] * b[0]


def dot(a: Point, b: Point) -> Number:
    return a[0] * b[0] + a[1] * b[1]


def turn(a: Point, b: Point, c: Point) -> int:
    return cross(minus(b, a), minus(c, a)).sign


def twice_area(ring: Ring) -> Number:
    return sum((cross(a, b) for a, b in sides(ring)), Number(0))


def clean(ring: Sequence[Point]) -> Ring:
    """Counterclockwise, without straight corners."""
    found = tuple(
        b for a, b, c in zip((ring[-1], *ring[:-1]), ring, (*ring[1:], ring[0]), strict=True) if turn(a, b, c)
    )
    return found if twice_area(found).sign > 0 else found[::-1]


def ring_text(ring: Ring) -> str:
    return ", ".join(f"{x} {y}" for x, y in ring)


# Where a point lies, and whether polygons overlap


def on_side(at: Point, a: Point, b: Point) -> bool:
    """Whether a point lies on a segment, ends included."""
    return turn(a, b, at) == 0 and dot(minus(at, a), minus(at, b)).sign <= 0


def inside(at: Point, rings: Sequence[Ring]) -> bool:
    """Whether a point, which lies on no side, lies in a region: an odd number of sides is above it."""
    odd = False
    for a, b in (side for ring in rings for side in sides(ring)):
        if (a[0] <= at[0]) != (b[0] <= at[0]):
            left, right = (a, b) if a[0] < b[0] else (b, a)
            odd ^= turn(left, right, at) < 0
    return odd


def crosses(one: tuple[Point, Point], other: tuple[Point, Point]) -> bool:
    """Whether two segments cross inside both."""
    (a, b), (p, q) = one, other
    return turn(a, b, p) * turn(a, b, q) < 0 and turn(p, q, a) * turn(p, q, b) < 0


def parts(side: tuple[Point, Point], others: Sequence[Ring]) -> Iterator[tuple[Point, Point]]:
    """A side divided at the corners of others."""
    a, b = side
    on = {at for ring in others for at in ring if on_side(at, a, b)} | {a, b}
    along = sorted(on, key=lambda at: dot(minus(at, a), minus(b, a)))
    return pairwise(along)


def middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]).half, (a[1] + b[1]).half


def place(part: tuple[Point, Point], rings: Sequence[Ring]) -> str:
    """Where a part of a side lies that no other side crosses: "in", "out", "along" a side or "against" one."""
    at = middle(*part)
    for a, b in (side for ring in rings for side in sides(ring)):
        if on_side(at, a, b):
            return "along" if dot(minus(b, a), minus(part[1], part[0])).sign > 0 else "against"
    return "in" if inside(at, rings) else "out"


def cross_anywhere(one: Sequence[Ring], other: Sequence[Ring]) -> bool:
    return any(crosses(a, b) for ring in one for a in sides(ring) for each in other for b in sides(each))


def overlap(one: Ring, other: Ring) -> bool:
    """Whether two polygons share an area."""
    if cross_anywhere([one], [other]):
        return True
    return any(
        place(part, [b]) in ("in", "along")
        for a, b in ((one, other), (other, one))
        for side in sides(a)
        for part in parts(side, [b])
    )


def lies_in(ring: Ring, board: Sequence[Ring]) -> bool:
    """Whether a polygon lies in a region."""
    if cross_anywhere([ring], board):
        return False
    if any(place(part, board) in ("out", "against") for side in sides(ring) for part in parts(side, board)):
        return False
    return not any(
        place(part, [ring]) == "in" for each in board for side in sides(each) for part in parts(side, [ring])
    )


# Motions


def twice_step(step: int) -> tuple[Number, Number]:
    """Twice the cosine and sine of a step, in whole numbers."""
    return {
        90: (Number(0), Number(2)),
        45: (Number(0, 1, 2), Number(0, 1, 2)),
        60: (Number(1), Number(0, 1, 3)),
        30: (Number(0, 1, 3), Number(1)),
    }[step]


def rotate(ring: Sequence[Point], twice: Point) -> Ring:
    cos, sin = twice
    return tuple(((cos * x - sin * y).half, (sin * x + cos * y).half) for x, y in ring)


def mirror(ring: Sequence[Point]) -> Ring:
    return tuple((-x, y) for x, y in reversed(ring))


def shift(ring: Sequence[Point], by: Point) -> Ring:
    return tuple((x + by[0], y + by[1]) for x, y in ring)


def position_of(ring: Ring) -> Position:
    return frozenset(sides(ring))


def least(points: Sequence[Point]) -> Point:
    return min(points, key=lambda at: (at[1], at[0]))


def at_origin(ring: Ring) -> Ring:
    x, y = least(ring)
    return shift(ring, (-x, -y))


@dataclass(frozen=True)
class BrutePiece:
    """A piece; all of its copies are used."""

    name: str
    ring: Ring
    copies: int = 1
    flip: bool = True


Laid = frozenset[tuple[int, Position]]  # the form and the place of each piece
Named = frozenset[tuple[str, Position]]


@dataclass
class BrutePuzzle:
    """A polygon puzzle.

    board: simple rings, holes clockwise; they may touch in points.
    step:  degrees; every side's direction is a multiple of it.
    pins:  (name, ring) of pieces whose place is given, the ring in any order.
    """

    board: list[Ring]
    pieces: list[BrutePiece]
    step: int
    pins: list[tuple[str, Ring]] = field(default_factory=list)

    def __post_init__(self) -> None:
        cos, sin = twice_step(self.step)
        self.turns = [(Number(2), Number(0))]  # twice the cosine and sine of each
        for _ in range(360 // self.step - 1):
            x, y = self.turns[-1]
            self.turns.append(((cos * x - sin * y).half, (sin * x + cos * y).half))
        self.forms: list[dict[Position, Ring]] = []
        self.form_of: dict[str, int] = {}
        for piece in self.pieces:
            ways = self.orientations(piece.ring, piece.flip)
            if not any(ways.keys() == form.keys() for form in self.forms):
                self.forms.append(ways)
            self.form_of[piece.name] = next(k for k, form in enumerate(self.forms) if ways.keys() == form.keys())
        self.places = [(name, clean(ring)) for name, ring in self.pins]
        self._in_board: dict[Ring, bool] = {}
        self._overlaps: dict[tuple[Ring, Ring], bool] = {}
        self.whole = [sum(each.copies for each in self.of_form(form)) for form in range(len(self.forms))]

    def of_form(self, form: int) -> list[BrutePiece]:
        return [piece for piece in self.pieces if self.form_of[piece.name] == form]

    def orientations(self, ring: Ring, flip: bool) -> dict[Position, Ring]:
        """Each orientation once, its least corner at the origin."""
        made = (rotate(base, by) for base in ((ring, mirror(ring)) if flip else (ring,)) for by in self.turns)
        return {position_of(each): each for each in map(at_origin, made)}

    def pinned(self, pins: Sequence[tuple[str, Ring]]) -> BrutePuzzle:
        return BrutePuzzle(self.board, self.pieces, self.step, [*self.pins, *pins])

    @property
    def table(self) -> dict[str, object]:
        """The puzzle as a file of the package has it."""
        outer = [ring for ring in self.board if twice_area(ring).sign > 0]
        holes = [ring for ring in self.board if twice_area(ring).sign < 0]
        board: object = ring_text(outer[0])
        if len(outer) > 1:
            board = {"polygon": board, "plus": [{"polygon": ring_text(ring)} for ring in outer[1:]]}
        if holes:
            board = {"polygon": board, "minus": [{"polygon": ring_text(ring[::-1])} for ring in holes]}
        pieces = [
            {"name": each.name, "corners": ring_text(each.ring), "copies": each.copies, "flip": each.flip}
            for each in self.pieces
        ]
        pins = [{"piece": name, "corners": ring_text(ring)} for name, ring in self.pins]
        return {"kind": "polygons", "board": board, "piece": pieces} | ({"pinned": pins} if pins else {})

    # Tilings

    def tilings(self) -> list[Laid]:
        """All tilings; pieces that are alike are not told apart."""
        left, area = list(self.whole), Number(0)
        for piece in self.pieces:
            area += twice_area(piece.ring) * Number(piece.copies)
        for ring in self.board:
            area -= twice_area(ring)
        if area.sign:
            return []
        laid = frozenset((self.form_of[name], position_of(ring)) for name, ring in self.places)
        for name, _ in self.pins:
            left[self.form_of[name]] -= 1
        return list(self._fill(left, [ring for _, ring in self.places], laid))

    def _fill(self, left: list[int], there: list[Ring], laid: Laid) -> Iterator[Laid]:
        corner = self._corner(there)
        if corner is None:
            yield laid
            return
        at, ray = corner
        for form, ways in enumerate(self.forms):
            if not left[form]:
                continue
            left[form] -= 1
            for ring in self._starting(ways.values(), at, ray):
                if self._fits(ring) and not any(self._overlap(ring, other) for other in there):
                    yield from self._fill(left, [*there, ring], laid | {(form, position_of(ring))})
            left[form] += 1

    def _starting(self, ways: Iterable[Ring], at: Point, ray: int) -> Iterator[Ring]:
        """The images of a piece with a corner at a point from which a side goes in a direction."""
        for ring in ways:
            for a, b in sides(ring):
                if self.direction(a, b) == ray:
                    yield shift(ring, minus(at, a))

    def direction(self, a: Point, b: Point) -> int:
        way = minus(b, a)
        return next(k for k, to in enumerate(self.turns) if not cross(to, way).sign and dot(to, way).sign > 0)

    def _fits(self, ring: Ring) -> bool:
        if ring not in self._in_board:
            self._in_board[ring] = lies_in(ring, self.board)
        return self._in_board[ring]

    def _overlap(self, one: Ring, other: Ring) -> bool:
        if (one, other) not in self._overlaps:
            self._overlaps[one, other] = overlap(one, other)
        return self._overlaps[one, other]

    def _corner(self, there: list[Ring]) -> tuple[Point, int] | None:
        """The lowest, then leftmost corner that is not filled, and the first of its free sectors."""
        corners = {at for ring in (*self.board, *there) for at in ring}
        for at in sorted(corners, key=lambda each: (each[1], each[0])):
            free = 0
            for ring in self.board:
                free ^= self._sectors(at, ring if twice_area(ring).sign > 0 else ring[::-1])
            for ring in there:
                free &= ~self._sectors(at, ring)
            if free:
                return at, (free & -free).bit_length() - 1
        return None

    def _sectors(self, at: Point, ring: Ring) -> int:
        """The sectors around a point, as bits, that a polygon covers."""
        count = len(self.turns)
        for before, corner, after in zip((ring[-1], *ring[:-1]), ring, (*ring[1:], ring[0]), strict=True):
            if at == corner:
                return self._between(self.direction(corner, after), self.direction(corner, before))
        for a, b in sides(ring):
            if on_side(at, a, b):
                ray = self.direction(a, b)
                return self._between(ray, (ray + count // 2) % count)
        return (1 << count) - 1 if inside(at, [ring]) else 0

    def _between(self, first: int, last: int) -> int:
        count = len(self.turns)
        return sum(1 << (first + k) % count for k in range((last - first) % count))

    # Numbers that follow from the tilings

    def labelled(self, tilings: Iterable[Laid]) -> list[Named]:
        """The tilings where pieces that are alike but have different names are told apart."""
        pins = [(name, position_of(ring)) for name, ring in self.places]
        found = []
        for tiling in tilings:
            free = [each for each in tiling if each[1] not in {place for _, place in pins}]
            left = {piece.name: piece.copies - [name for name, _ in pins].count(piece.name) for piece in self.pieces}
            found += [frozenset((*pins, *named)) for named in self._named(free, left)]
        return found

    def _named(
        self, free: Sequence[tuple[int, Position]], left: dict[str, int]
    ) -> Iterator[list[tuple[str, Position]]]:
        if not free:
            yield []
            return
        (form, place), *rest = free
        for name, copies in left.items():
            if copies and self.form_of[name] == form:
                for named in self._named(rest, left | {name: copies - 1}):
                    yield [(name, place), *named]

    def orbits(self, tilings: Iterable[Laid], rotations: bool = False) -> int:
        """The tilings up to isometries of the board that keep the pins and the pieces."""
        motions = [(goals, move) for goals, move, flipped in self.symmetries() if not (flipped and rotations)]
        left, found = set(tilings), 0
        while left:
            found += 1
            tiling = next(iter(left))
            left -= {frozenset((goals[form], move(place)) for form, place in tiling) for goals, move in motions}
        return found

    def symmetries(self) -> Iterator[tuple[list[int], Callable[[Position], Position], bool]]:
        """For each isometry the image of each form, that of places, and whether it is a reflection."""
        pins = {(self.form_of[name], position_of(ring)) for name, ring in self.places}
        board = {side for ring in self.board for side in sides(ring)}
        corner = least([at for ring in self.board for at in ring])
        for flipped in (False, True):
            for by in self.turns:

                def linear(ring: Sequence[Point], by: Point = by, flipped: bool = flipped) -> Ring:
                    return rotate(mirror(ring) if flipped else ring, by)

                images = [linear(ring) for ring in self.board]
                shifted = minus(corner, least([at for ring in images for at in ring]))

                def move(
                    place: Position, linear: Callable[[Sequence[Point]], Ring] = linear, to: Point = shifted
                ) -> Position:
                    moved = (shift(linear(side), to) for side in place)
                    return frozenset((side[0], side[1]) for side in moved)

                if move(frozenset(board)) != board:
                    continue
                ways = [{position_of(at_origin(linear(ring))) for ring in form.values()} for form in self.forms]
                goals = [next((k for k, form in enumerate(self.forms) if form.keys() == way), -1) for way in ways]
                if -1 in goals or any(self.whole[k] != self.whole[goal] for k, goal in enumerate(goals)):
                    continue
                if {(goals[form], move(place)) for form, place in pins} == pins:
                    yield goals, move, flipped
