"""The search by corners: at a convex corner of what is left, some piece has a corner, with a side along that of the region.

No lattice is needed: see docs/theory/polygons.md for why no tiling is missed. What is left is the same however it came
about, so its number of tilings is found once.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import hypot, pi

from tilewright.cover.limits import NEVER, Deadline
from tilewright.errors import LimitError
from tilewright.kinds.polygons.plane import Plane, Vector, difference, rotation, turned, twice_area
from tilewright.kinds.polygons.shape import Region, Ring, components, float_area, lies_in, rotated, subtract
from tilewright.kinds.polygons.surd import Point

NEAR = 1e-8  # radians, lengths relative to the board: floats nearer than that are not told apart
MOST_SUMS = 200_000  # of angles or areas that are tabled
Left = tuple[int, ...]  # how many copies of each class of pieces are left
State = tuple[Region, Left]
Corner = tuple[int, int, int]  # of a piece: its form, the side up, the number of the corner
Offset = tuple[float, float]
Box = tuple[float, float, float, float]  # left, low, right, high; a little larger than what it is of


@dataclass(frozen=True)
class Form:
    """Pieces that are the same but for a motion.

    corners: of each way up, counterclockwise; one, or two where the piece may be flipped and that makes a difference.
    copies:  how many there are.
    """

    sides: tuple[tuple[Point, ...], ...]
    copies: int
    area: float
    angles: tuple[float, ...] = ()


@dataclass
class Node:
    """A state from which there are tilings: the moves that lead to some, and their number."""

    moves: list[tuple[int, Node]] = field(default_factory=list)
    count: int = 0


DONE = Node(count=1)


class CornerSearch:
    """All tilings of a region with pieces.

    positions: (form, corners) of every position met, by number; each lies on the board.
    """

    def __init__(self, plane: Plane, region: Region, forms: Sequence[Form], deadline: Deadline = NEVER) -> None:
        self.plane, self.region, self.forms, self.deadline = plane, region, tuple(forms), deadline
        self.nodes = 0
        self.size = max((abs(c) for ring in region for n in ring for c in (plane.x[n], plane.y[n])), default=1.0) + 1
        self.positions: list[tuple[int, Ring]] = []
        self._numbers: dict[tuple[int, Ring], int | None] = {}
        self._conflicts: list[
            tuple[int, int]
        ] = []  # of each position the masks of those known to meet it, not to meet it
        self._boxes: list[Box] = []
        self._at: dict[tuple[int, int], dict[Corner, int | None]] = {}
        self._fitting: dict[tuple[int, Left], list[Corner]] = {}
        self._known: dict[State, Node | None] = {}
        self._offsets: dict[tuple[int, int, int, Vector], tuple[list[Vector], list[Offset]]] = {}
        self._angle_sums: dict[Left, list[float]] = {}
        self._area_sums: dict[Left, list[float]] = {}
        self._box = _box_of(plane, [at for ring in region for at in ring]) if region else (0.0, 0.0, 0.0, 0.0)
        sides = [_lengths(form) for form in self.forms for _ in range(form.copies)]
        self._lengths = _sums(sides, 3 * self.size, NEAR * self.size)
        self._whole_angles = _sums([form.angles for form in self.forms for _ in range(form.copies)], 2 * pi)

    @property
    def start(self) -> State:
        """The whole region and all pieces."""
        return self.region, tuple(form.copies for form in self.forms)

    def explore(self) -> Node | None:
        """The node of the start; None where there is no tiling. OutOfTimeError at the deadline."""
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
        """Tilings one by one as they are met, as numbers of positions; those with a position, if one is given."""
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
        """What may lie at one corner, with what is then left: all ways to cover it, each once.

        placed: the mask of positions that lie there already.
        """
        self.nodes += 1
        if self.nodes % 16 == 0:
            self.deadline.check()
        region, left = state
        best: list[int] | None = None
        for ring in region:
            for place, at in enumerate(ring):
                before, after = ring[place - 1], ring[(place + 1) % len(ring)]
                if self.plane.turn(before, at, after) > 0:
                    fitting = self.fitting(before, at, after, left, placed)
                    if best is None or len(fitting) < len(best):
                        best = fitting
                    if not fitting:
                        return []
        found = []
        for move in best or ():
            number, polygon = self.positions[move]
            rest, then = subtract(self.plane, region, polygon), _less(left, number)
            if self._may_be_tiled(rest, then):
                found.append((move, (rest, then)))
        return found

    def fitting(self, before: int, at: int, after: int, left: Left, placed: int) -> list[int]:
        """The positions in what is left that have a corner at one of its corners, a side along the side that leaves it."""
        angle = self.plane.angle(before, at, after)
        known = self._at.setdefault((at, after), {})
        found: dict[int, None] = {}
        for key in self._fitting_corners(angle, left):
            if key not in known:
                known[key] = self._position(*key, at, after)
            position = known[key]
            if position is not None and not self._meets(position, placed):
                found[position] = None
        return list(found)

    def _fitting_corners(self, angle: float, left: Left) -> list[Corner]:
        """The corners of pieces that fit into an angle, so that others can fill what is left of it."""
        key = round(angle / NEAR), left
        found = self._fitting.get(key)
        if found is None:
            found = self._fitting[key] = []
            for number, form in enumerate(self.forms):
                if not left[number]:
                    continue
                sums = self._angles(_less(left, number))
                for place, alpha in enumerate(form.angles):
                    rest = angle - alpha
                    if rest > -NEAR and (rest < NEAR or _holds(sums, rest)):
                        found.append((number, *divmod(place, len(form.sides[0]))))
        return found

    def _position(self, number: int, side: int, k: int, at: int, after: int) -> int | None:
        """The number of the position with a corner at a point and a side towards another; None where it is not on the board."""
        offsets, floats = self._offsets_of(number, side, k, at, after)
        x, y = self.plane.x[at], self.plane.y[at]
        left, low, right, high = self._box
        if not all(left < x + dx < right and low < y + dy < high for dx, dy in floats):
            return None
        exact_x, exact_y = self.plane.points[at]
        polygon = rotated([self.plane.number((exact_x + dx, exact_y + dy)) for dx, dy in offsets])
        key = (number, polygon)
        if key not in self._numbers:
            inside = lies_in(self.plane, self.region, polygon)
            self._numbers[key] = len(self.positions) if inside else None
            if inside:
                self.positions.append(key)
                self._conflicts.append((0, 0))
                self._boxes.append(_box_of(self.plane, polygon))
        return self._numbers[key]

    def overlaps(self, a: int, b: int) -> bool:
        """Whether two positions overlap."""
        return self._meets(a, 1 << b)

    def _meets(self, position: int, placed: int) -> bool:
        """Whether a position overlaps one of those that lie there."""
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
            if not apart and not lies_in(self.plane, (self.positions[number][1][::-1],), self.positions[position][1]):
                self._conflicts[position] = bad | bit, good
                return True
            good |= bit
            unknown ^= bit
        self._conflicts[position] = bad, good
        return False

    def _offsets_of(self, number: int, side: int, k: int, at: int, after: int) -> tuple[list[Vector], list[Offset]]:
        """Where the corners of a piece lie from its corner k, if the side behind it points from one point to another."""
        towards = self.plane.direction(at, after)
        key = (number, side, k, towards)
        found = self._offsets.get(key)
        if found is None:
            corners = self.forms[number].sides[side]
            turn = rotation(difference(corners[(k + 1) % len(corners)], corners[k]), towards)
            if turn is None:
                raise LimitError(
                    "the pieces meet at an angle whose cosine is no sum of square roots: expected other pieces"
                )
            offsets = [turned(turn, difference(corner, corners[k])) for corner in corners]
            found = self._offsets[key] = offsets, [(float(x), float(y)) for x, y in offsets]
        return found

    def _may_be_tiled(self, region: Region, left: Left) -> bool:
        """Whether areas of parts and angles do not rule it out."""
        for ring in region:
            for place, at in enumerate(ring):
                before, after = ring[place - 1], ring[(place + 1) % len(ring)]
                straight = not self.plane.turn(before, at, after)  # where the region touches itself
                if not straight and not self._fills(left, self.plane.angle(before, at, after)):
                    return False
                if self.plane.turn(before, at, after) > 0 and self.plane.turn(ring[place - 2], before, at) > 0:
                    x, y = self.plane.x, self.plane.y  # what lies along a side between two such corners ends at both
                    length = hypot(x[at] - x[before], y[at] - y[before])
                    if not _holds(self._lengths, length, NEAR * self.size):
                        return False
        if len(region) > 1:
            areas = self._areas(left)
            for outer, holes in components(self.plane, region):
                area = float_area(self.plane, outer) + sum(float_area(self.plane, hole) for hole in holes)
                if not _holds(areas, area, NEAR * self.size * self.size):
                    return False
        return True

    def fills_angle(self, angle: float) -> bool:
        """Whether corners of pieces, and a straight side where there is room, may fill an angle of the board."""
        return self._fills(self.start[1], angle)

    def _fills(self, left: Left, angle: float) -> bool:
        """Whether corners of what is left may fill an angle; above 180 degrees all pieces are taken to be left."""
        if angle < pi + NEAR:
            return _holds(self._angles(left), angle)
        return _holds(self._angles(left), angle - pi) or _holds(self._whole_angles, angle)

    def _angles(self, left: Left) -> list[float]:
        """The sums of angles at one point up to 180 degrees, of each piece one at most; sorted."""
        if (found := self._angle_sums.get(left)) is None:
            choices = [form.angles for form, copies in zip(self.forms, left, strict=True) for _ in range(copies)]
            found = self._angle_sums[left] = _sums(choices, pi)
        return found

    def _areas(self, left: Left) -> list[float]:
        if (found := self._area_sums.get(left)) is None:
            choices = [(form.area,) for form, copies in zip(self.forms, left, strict=True) for _ in range(copies)]
            found = self._area_sums[left] = _sums(choices, 4 * self.size * self.size)
        return found


def _less(left: Left, number: int) -> Left:
    return (*left[:number], left[number] - 1, *left[number + 1 :])


def _sums(choices: Sequence[Sequence[float]], most: float, near: float = NEAR) -> list[float]:
    """The sums of one of some of the choices; those much nearer than `near` are one. Empty, which rules out nothing, if too many."""
    grain = near / 64  # so that rounding 60 of them makes no difference
    limit = int((most + near) / grain)
    sums = {0}
    for each in choices:
        added = {round(value / grain) for value in each}
        sums |= {total + value for total in sums for value in added if total + value <= limit}
        if len(sums) > MOST_SUMS:
            return []
    return sorted(total * grain for total in sums)


def _lengths(form: Form) -> list[float]:
    """The lengths of a form's sides."""
    points = [(float(x), float(y)) for x, y in form.sides[0]]
    return [hypot(points[k][0] - points[k - 1][0], points[k][1] - points[k - 1][1]) for k in range(len(points))]


def _box_of(plane: Plane, ring: Sequence[int]) -> Box:
    """The box of a ring, a little larger than floats might err."""
    xs, ys = [plane.x[at] for at in ring], [plane.y[at] for at in ring]
    near = NEAR * (1 + max(map(abs, (*xs, *ys))))
    return min(xs) - near, min(ys) - near, max(xs) + near, max(ys) + near


def _holds(sums: list[float], value: float, near: float = NEAR) -> bool:
    """Whether a value is among sums, or they are too many to be known."""
    if not sums:
        return True
    place = bisect_left(sums, value - near)
    return place < len(sums) and sums[place] <= value + near


def form_of(sides: Sequence[tuple[Point, ...]], copies: int) -> Form:
    """The form of pieces with these corners, counterclockwise."""
    plane = Plane()
    angles = []
    for corners in sides:
        ring = [plane.number(corner) for corner in corners]
        angles += [plane.angle(ring[k - 1], ring[k], ring[(k + 1) % len(ring)]) for k in range(len(ring))]
    return Form(tuple(sides), copies, float(twice_area(sides[0])) / 2, tuple(angles))


def tilings_of(node: Node | None) -> Iterator[tuple[int, ...]]:
    """The tilings below a node."""
    if node is None:
        return
    if not node.moves:
        yield ()
    for move, child in node.moves:
        for rest in tilings_of(child):
            yield (move, *rest)


def positions_of(node: Node | None) -> set[int]:
    """All positions of the tilings below a node."""
    found, seen, waiting = set[int](), set[int](), [node] if node else []
    while waiting:
        for move, child in waiting.pop().moves:
            found.add(move)
            if id(child) not in seen:
                seen.add(id(child))
                waiting.append(child)
    return found
