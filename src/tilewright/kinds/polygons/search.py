"""Search for tilings by corners: at a convex corner of the uncovered region, some piece has a corner.

This piece also has a side along that of the region. The search needs no lattice; docs/explanation/polygons.md explains
why it misses no tiling. The number of tilings of an uncovered region is computed once, however the search reached it.

A region is given up if one of its angles, lengths or areas is no sum of those of different pieces that are left. Angles
and areas are compared as floats, with a tolerance far above their errors. Lengths are compared in the same way, but a
sum may only use lengths without square roots other than those of the wanted length.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import chain, combinations
from math import hypot, pi

from tilewright.errors import LimitError
from tilewright.exact_cover.limits import NEVER, Deadline
from tilewright.kinds.polygons.plane import (
    Part,
    Plane,
    Vector,
    convex_parts,
    corners_of,
    difference,
    direction_of,
    dot,
    overlap,
    rotation,
    sides_of,
    turned,
    twice_area,
)
from tilewright.kinds.polygons.shape import Region, Ring, components, float_area, lies_in, rotated, subtract
from tilewright.kinds.polygons.surd import Point

CANDIDATES = 16  # corners of pieces to try between two checks of the deadline
NEAR = 1e-8  # radians, and lengths relative to the board: nearer floats count as equal
MOST_SUMS = 200_000  # the most sums in a table
MOST_ON_LINE = 8  # sides of a piece
Run = tuple[float, frozenset[int] | None]  # a length, and the numbers under its roots
Left = tuple[int, ...]  # how many copies of each form are left


@dataclass(frozen=True)
class Form:
    """Pieces that are equal up to a motion.

    sides:   the corners of each side up, counterclockwise: one entry, or two if the piece may be flipped to a different
             shape.
    copies:  the number of pieces.
    area:    the area of one piece.
    angles:  the angles at the corners, of both sides up.
    lengths: the lengths of the sides behind the corners, of both sides up.
    runs:    the lengths that the piece may cover of a line, with one side or several; each comes with the numbers
             under its roots, or None if it is not a sum of square roots with positive coefficients. The whole is None
             if there are too many.
    parts:   for each side up the convex parts, as indices of corners.
    """

    sides: tuple[tuple[Point, ...], ...]
    copies: int
    area: float
    angles: tuple[float, ...]
    lengths: tuple[float, ...]
    runs: tuple[Run, ...] | None
    parts: tuple[tuple[Part, ...], ...]

    @property
    def returns(self) -> bool:
        """Whether it may lie along a line with several sides."""
        return self.runs is None or len(self.runs) > len(self.sides[0])


def form_of(sides: Sequence[tuple[Point, ...]], copies: int) -> Form:
    """Return the form of pieces with these corners, which are counterclockwise."""
    plane = Plane()
    rings = [[plane.number(corner) for corner in corners] for corners in sides]
    corners = [corner for ring in rings for corner in corners_of(ring)]
    return Form(
        tuple(sides),
        copies,
        float(twice_area(sides[0])) / 2,
        tuple(plane.angle(*corner) for corner in corners),
        tuple(float_length(plane.points[at], plane.points[after]) for _, at, after in corners),
        _runs(plane, rings[0]),
        tuple(convex_parts(plane, ring) for ring in rings),
    )


def _runs(plane: Plane, ring: Sequence[int]) -> tuple[Run, ...] | None:
    """Return the lengths of a line that a polygon may cover with one or several sides; None if there are too many."""
    lines: dict[tuple[Vector, int], list[Run]] = {}
    for a, b in sides_of(ring):
        direction = plane.direction(a, b)
        line = next((at for way, at in lines if way == direction and not plane.turn(a, b, at)), a)
        side = float_length(plane.points[a], plane.points[b]), roots_of(plane.points[a], plane.points[b])
        lines.setdefault((direction, line), []).append(side)
    if max(map(len, lines.values())) > MOST_ON_LINE:
        return None
    found: list[Run] = []
    for sides in lines.values():
        for chosen in chain.from_iterable(combinations(sides, size) for size in range(1, len(sides) + 1)):
            roots = [each for _, each in chosen if each is not None]
            whole = frozenset[int]().union(*roots) if len(roots) == len(chosen) else None
            found.append((sum(length for length, _ in chosen), whole))
    return tuple(found)


def roots_of(a: Point, b: Point) -> frozenset[int] | None:
    """Return the numbers under the roots of a length.

    The result is None if the length is not a sum of square roots with positive coefficients.
    """
    side = difference(b, a)
    length = dot(side, side).sqrt()
    if length is None or any(coefficient < 0 for _, coefficient in length.terms):
        return None
    return frozenset(radicand for radicand, _ in length.terms)


def float_length(a: Point, b: Point) -> float:
    """Return the length of a segment."""
    x, y = difference(b, a)
    return hypot(float(x), float(y))


class Sums:
    """The sums of angles, lengths or areas of different pieces that are left.

    forms: the forms of all pieces.
    size:  the size of the board, to which lengths are relative.
    """

    def __init__(self, forms: Sequence[Form], size: float, deadline: Deadline = NEVER) -> None:
        self.forms, self.size, self.deadline = forms, size, deadline
        # A sum of lengths without negative coefficients has all the roots of its terms.
        self.tell_roots = all(roots is not None for form in forms for _, roots in form.runs or [(0.0, None)])
        self.angles, self._areas, self._lengths = cache(self._of_angles), cache(self._of_areas), cache(self._of_lengths)

    def fill_angle(self, left: Left, angle: float) -> bool:
        """Return whether corners, and a straight side if there is room, may fill an angle.

        For angles above 180 degrees, the corners of all pieces are used, not only of those that are left.
        """
        if angle < pi + NEAR:
            return holds(self.angles(left), angle)
        if holds(self.angles(left), angle - pi):
            return True
        return holds(self._whole_angles, angle)

    def make_length(self, left: Left, length: float, roots: frozenset[int] | None) -> bool:
        """Return whether sides of different pieces may add up to a length.

        roots: the numbers under the roots of the length, as `roots_of` returns them.
        """
        if self.tell_roots and roots is None:
            return False
        return holds(self._lengths(left, roots if self.tell_roots else None), length, NEAR * self.size)

    def make_area(self, left: Left, area: float) -> bool:
        """Return whether some of the pieces may have this area together."""
        return holds(self._areas(left), area, NEAR * self.size * self.size)

    def _forms(self, left: Left) -> Iterator[Form]:
        """Yield the form of each piece that is left."""
        return (form for form, copies in zip(self.forms, left, strict=True) for _ in range(copies))

    def _of_angles(self, left: Left) -> list[float]:
        """Return the sorted sums, up to 180 degrees, of angles of different pieces."""
        return _sums([form.angles for form in self._forms(left)], pi, self.deadline)

    @cached_property
    def _whole_angles(self) -> list[float]:
        return _sums(
            [form.angles for form in self._forms(tuple(form.copies for form in self.forms))], 2 * pi, self.deadline
        )

    def _of_areas(self, left: Left) -> list[float]:
        return _sums([(form.area,) for form in self._forms(left)], 4 * self.size * self.size, self.deadline)

    def _of_lengths(self, left: Left, roots: frozenset[int] | None) -> list[float]:
        """Return the sums of lengths that have no roots other than these; None allows all roots."""
        if any(form.runs is None for form in self.forms):
            return []
        choices = [
            [run for run, under in form.runs or () if roots is None or (under or set()) <= roots]
            for form in self._forms(left)
        ]
        return _sums(choices, 3 * self.size, self.deadline, NEAR * self.size)


def _sums(choices: Sequence[Sequence[float]], most: float, deadline: Deadline, near: float = NEAR) -> list[float]:
    """Return the sorted sums of at most one value of each choice. Sums much nearer than `near` are merged.

    The result is empty, which rules out nothing, if there are too many sums. Raises OutOfTimeError at the deadline.
    """
    grain = near / 64  # so fine that rounding 60 values does not matter
    limit = int((most + near) / grain)
    sums = {0}
    for each in choices:
        before = tuple(sums)
        for value in deadline.watch({round(value / grain) for value in each}, 1):
            sums.update([total + value for total in before if total + value <= limit])
            if len(sums) > MOST_SUMS:
                return []
    return sorted(total * grain for total in sums)


def holds(sums: list[float], value: float, near: float = NEAR) -> bool:
    """Return whether a value is among the sums. An empty list stands for too many sums and holds everything."""
    if not sums:
        return True
    place = bisect_left(sums, value - near)
    return place < len(sums) and sums[place] <= value + near


State = tuple[Region, Left]
Corner = tuple[int, int, int]  # of a piece: form, side up, number of the corner
Candidate = tuple[Corner, float, float | None]  # with the rest of the angle and of the side
Offset = tuple[float, float]
UNKNOWN, OUTSIDE = -1, -2  # instead of the number of a position
Box = tuple[float, float, float, float]  # left, low, right, high; slightly enlarged


@dataclass
class Node:
    """A state with at least one tiling: the moves that lead to tilings, and the number of tilings."""

    moves: list[tuple[int, Node]] = field(default_factory=list)
    count: int = 0


DONE = Node(count=1)


class CornerSearch:
    """The search for all tilings of a region with pieces.

    positions: (form, corners) of every position that was found, by number; each lies on the board.
    """

    def __init__(self, plane: Plane, region: Region, forms: Sequence[Form], deadline: Deadline = NEVER) -> None:
        self.plane, self.region, self.forms, self.deadline = plane, region, tuple(forms), deadline
        self.nodes = 0
        self.size = max((abs(c) for ring in region for n in ring for c in (plane.x[n], plane.y[n])), default=1.0) + 1
        self.positions: list[tuple[int, Ring]] = []
        self._numbers: dict[tuple[int, Ring], int] = {}
        self._conflicts: list[tuple[int, int]] = []  # for each position, masks of those that do and do not overlap it
        self._boxes: list[Box] = []
        self._at: dict[tuple[int, int], dict[Corner, int]] = {}
        self._parts: list[tuple[Part, ...]] = []
        self._candidates: dict[tuple[int, int, int], list[Candidate]] = {}
        self._known: dict[State, Node | None] = {}
        self._offsets_of, self._roots_of, self._rotation = cache(self._offsets), cache(self._roots), cache(rotation)
        self._box = _box_of(plane, [at for ring in region for at in ring]) if region else (0.0, 0.0, 0.0, 0.0)
        self.sums = Sums(self.forms, self.size, deadline)

    @property
    def start(self) -> State:
        """The whole region and all pieces."""
        return self.region, tuple(form.copies for form in self.forms)

    def explore(self) -> Node | None:
        """Return the node of the start; None if there is no tiling.

        Raises OutOfTimeError at the deadline.
        """
        return self._node(self.start, 0)

    def _node(self, state: State, placed: int) -> Node | None:
        if not state[0]:
            return DONE if not any(state[1]) else None
        if state in self._known:
            return self._known[state]
        node = Node()
        for move, following in self.moves(state, placed):
            child = self._node(following, placed | 1 << move)
            if child is not None:
                node.moves.append((move, child))
                node.count += child.count
        found = self._known[state] = node if node.moves else None
        return found

    def first(self, begun: int | None = None) -> Iterator[tuple[int, ...]]:
        """Yield tilings, as numbers of positions, in the order in which they are found.

        begun: a position that every tiling must contain, if given.
        """
        region, left = self.start
        if begun is None:
            return self._first((region, left), ())
        number, polygon = self.positions[begun]
        return self._first((subtract(self.plane, region, polygon), _less(left, number)), (begun,))

    def _first(self, state: State, made: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        if not state[0]:
            if not any(state[1]):
                yield made
            return
        if state in self._known and self._known[state] is None:
            return
        any_found = False
        for move, following in self.moves(state, sum(1 << number for number in made)):
            for found in self._first(following, (*made, move)):
                any_found = True
                yield found
        if not any_found:
            self._known[state] = None

    def moves(self, state: State, placed: int) -> list[tuple[int, State]]:
        """Return every position that may cover one corner, with the state after it.

        placed: the mask of the positions that are already placed.
        """
        self.nodes += 1
        region, left = state
        best: list[int] | None = None
        corners = ((ring, place) for ring in region for place in range(len(ring)) if self.is_convex(ring, place))
        for ring, place in self.deadline.watch(corners, 1):
            fitting = self.fitting(ring, place, left, placed)
            if best is None or len(fitting) < len(best):
                best = fitting
            if len(fitting) < 2:  # another corner may have none; the next levels will find that
                break
        found = []
        for move in self.deadline.watch(best or (), 1):
            number, polygon = self.positions[move]
            rest, then = subtract(self.plane, region, polygon), _less(left, number)
            if self._may_be_tiled(rest, then):
                found.append((move, (rest, then)))
        return found

    def is_convex(self, ring: Ring, place: int) -> bool:
        """Return whether a corner of a region is less than 180 degrees."""
        return self.plane.turn(ring[place - 1], ring[place], ring[(place + 1) % len(ring)]) > 0

    def fitting(self, ring: Ring, place: int, left: Left, placed: int) -> list[int]:
        """Return the positions in the region with a corner at this corner and a side along the side behind it."""
        before, at, after = ring[place - 1], ring[place], ring[(place + 1) % len(ring)]
        candidates = self._candidates.get((before, at, after))
        if candidates is None:
            candidates = self._candidates[before, at, after] = self._fitting_angle(before, at, after)
        known = self._at.setdefault((at, after), {})
        ends = self.is_convex(ring, (place + 1) % len(ring))
        found = []
        for corner, angle, length in self.deadline.watch(candidates, CANDIDATES):
            number = corner[0]
            if not left[number]:
                continue
            position = known.get(corner, UNKNOWN)
            if position == OUTSIDE or (position >= 0 and self._meets(position, placed)) or position in found:
                continue
            others = _less(left, number)
            if (angle < NEAR or holds(self.sums.angles(others), angle)) and not (
                ends and length is not None and self._falls_short(at, after, length, others)
            ):
                if position == UNKNOWN:  # computed late, because exact positions take long
                    position = known[corner] = self._position(*corner, at, after)
                    if position == OUTSIDE or self._meets(position, placed) or position in found:
                        continue
                found.append(position)
        return found

    def _fitting_angle(self, before: int, at: int, after: int) -> list[Candidate]:
        """Return the corners of pieces that fit into an angle, with what they leave of the angle and of the side."""
        angle, length = self.plane.angle(before, at, after), self._length(at, after)
        start = self.start[1]
        found = []
        for number, form in enumerate(self.forms):
            if not start[number]:
                continue
            sums = self.sums.angles(_less(start, number))
            for place, alpha in enumerate(form.angles):
                rest = angle - alpha
                if rest > -NEAR and (rest < NEAR or holds(sums, rest)):
                    corner = (number, *divmod(place, len(form.sides[0])))
                    found.append((corner, rest, None if form.returns else length - form.lengths[place]))
        return found

    def _falls_short(self, at: int, after: int, rest: float, others: Left) -> bool:
        """Return whether the rest of a side that ends in a convex corner is no sum of sides."""
        near = NEAR * self.size
        return rest < -near or (rest > near and not self.sums.make_length(others, rest, self._roots_of(at, after)))

    def _length(self, a: int, b: int) -> float:
        x, y = self.plane.x, self.plane.y
        return hypot(x[b] - x[a], y[b] - y[a])

    def _roots(self, a: int, b: int) -> frozenset[int] | None:
        return roots_of(self.plane.points[a], self.plane.points[b])

    def _position(self, number: int, side: int, k: int, at: int, after: int) -> int:
        """Return the number of the position with this corner at a point and its side towards another, or OUTSIDE."""
        offsets, floats = self._offsets_of(number, side, k, self.plane.direction(at, after))
        x, y = self.plane.x[at], self.plane.y[at]
        left, low, right, high = self._box
        if not all(left < x + dx < right and low < y + dy < high for dx, dy in floats):
            return OUTSIDE
        exact_x, exact_y = self.plane.points[at]
        corners = [self.plane.number((exact_x + dx, exact_y + dy)) for dx, dy in offsets]
        polygon = rotated(corners)
        key = (number, polygon)
        if key not in self._numbers:
            inside = lies_in(self.plane, self.region, polygon)
            self._numbers[key] = len(self.positions) if inside else OUTSIDE
            if inside:
                self.positions.append(key)
                self._conflicts.append((0, 0))
                self._boxes.append(_box_of(self.plane, polygon))
                self._parts.append(tuple(tuple(corners[k] for k in part) for part in self.forms[number].parts[side]))
        return self._numbers[key]

    def overlaps(self, a: int, b: int) -> bool:
        """Return whether two positions overlap."""
        return self._meets(a, 1 << b)

    def _meets(self, position: int, placed: int) -> bool:
        """Return whether a position overlaps one of those in the mask `placed`."""
        bad, good = self._conflicts[position]
        if bad & placed:
            return True
        unknown = placed & ~good
        left, low, right, high = self._boxes[position]
        while unknown:
            bit = unknown & -unknown
            number = bit.bit_length() - 1
            x, y, u, v = self._boxes[number]
            apart = u < left or right < x or v < low or high < y
            if not apart and overlap(self.plane, self._parts[number], self._parts[position]):
                self._conflicts[position] = bad | bit, good
                return True
            good |= bit
            unknown ^= bit
        self._conflicts[position] = bad, good
        return False

    def _offsets(self, number: int, side: int, k: int, towards: Vector) -> tuple[list[Vector], list[Offset]]:
        """Return the corners of a piece relative to its corner k, if the side behind it points `towards`."""
        corners = self.forms[number].sides[side]
        turn = self._rotation(direction_of(difference(corners[(k + 1) % len(corners)], corners[k])), towards)
        if turn is None:
            raise LimitError(
                "the pieces meet at an angle whose cosine is no sum of square roots: expected other pieces"
            )
        offsets = [turned(turn, difference(corner, corners[k])) for corner in corners]
        return offsets, [(float(x), float(y)) for x, y in offsets]

    def _may_be_tiled(self, region: Region, left: Left) -> bool:
        """Return False if an area of a part, an angle or a length rules out all tilings."""
        for ring in region:
            for first, (before, at, after) in zip((*ring[-2:], *ring[:-2]), corners_of(ring), strict=True):
                turn = self.plane.turn(before, at, after)  # 0 where the region touches itself
                if turn and not self.sums.fill_angle(left, self.plane.angle(before, at, after)):
                    return False
                # Sides that lie along a side between two convex corners fill it exactly.
                if turn > 0 and self.plane.turn(first, before, at) > 0:
                    length = self._length(before, at)
                    if not self.sums.make_length(left, length, self._roots_of(before, at)):
                        return False
        if len(region) > 1:
            for outer, holes in components(self.plane, region):
                area = float_area(self.plane, outer) + sum(float_area(self.plane, hole) for hole in holes)
                if not self.sums.make_area(left, area):
                    return False
        return True


def _less(left: Left, number: int) -> Left:
    return (*left[:number], left[number] - 1, *left[number + 1 :])


def _box_of(plane: Plane, ring: Sequence[int]) -> Box:
    """Return the box of a ring, enlarged by more than the error of floats."""
    xs, ys = [plane.x[at] for at in ring], [plane.y[at] for at in ring]
    near = NEAR * (1 + max(map(abs, (*xs, *ys))))
    return min(xs) - near, min(ys) - near, max(xs) + near, max(ys) + near


def tilings_of(node: Node | None) -> Iterator[tuple[int, ...]]:
    """Yield the tilings below a node."""
    if node is None:
        return
    if not node.moves:
        yield ()
    for move, child in node.moves:
        for rest in tilings_of(child):
            yield (move, *rest)


def positions_of(node: Node | None) -> set[int]:
    """Return all positions in the tilings below a node."""
    found, seen, waiting = set[int](), set[int](), [node] if node else []
    while waiting:
        for move, child in waiting.pop().moves:
            found.add(move)
            if id(child) not in seen:
                seen.add(id(child))
                waiting.append(child)
    return found
