"""The search by corners: at a convex corner of what is left, some piece has a corner, with a side along that of the region.

No lattice is needed: see docs/theory/polygons.md for why no tiling is missed. What is left is the same however it came
about, so its number of tilings is found once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import hypot

from tilewright.cover.limits import NEVER, Deadline
from tilewright.errors import LimitError
from tilewright.kinds.polygons.plane import Part, Plane, Vector, difference, direction_of, overlap, rotation, turned
from tilewright.kinds.polygons.shape import Region, Ring, components, float_area, lies_in, rotated, subtract
from tilewright.kinds.polygons.sums import NEAR, Form, Left, Sums, holds, roots_of

State = tuple[Region, Left]
Corner = tuple[int, int, int]  # of a piece: its form, the side up, the number of the corner
Candidate = tuple[Corner, float, float | None]  # with what it leaves of the angle and of the side
Offset = tuple[float, float]
UNKNOWN, OUTSIDE = -1, -2  # in place of the number of a position
Box = tuple[float, float, float, float]  # left, low, right, high; a little larger than what it is of


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
        self._numbers: dict[tuple[int, Ring], int] = {}
        self._conflicts: list[
            tuple[int, int]
        ] = []  # of each position the masks of those known to meet it, not to meet it
        self._boxes: list[Box] = []
        self._at: dict[tuple[int, int], dict[Corner, int]] = {}
        self._parts: list[tuple[Part, ...]] = []
        self._candidates: dict[tuple[int, int, int], list[Candidate]] = {}
        self._roots: dict[tuple[int, int], frozenset[int] | None] = {}
        self._known: dict[State, Node | None] = {}
        self._offsets: dict[tuple[int, int, int, Vector], tuple[list[Vector], list[Offset]]] = {}
        self._along = {
            (number, side, k): direction_of(difference(corners[(k + 1) % len(corners)], corners[k]))
            for number, form in enumerate(self.forms)
            for side, corners in enumerate(form.sides)
            for k in range(len(corners))
        }
        self._turns: dict[tuple[Vector, Vector], Vector | None] = {}
        self._images: dict[tuple[int, int, Vector], list[Vector]] = {}
        self._box = _box_of(plane, [at for ring in region for at in ring]) if region else (0.0, 0.0, 0.0, 0.0)
        self.sums = Sums(self.forms, self.size)

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
        corners = ((ring, place) for ring in region for place in range(len(ring)) if self.is_convex(ring, place))
        for ring, place in corners:
            fitting = self.fitting(ring, place, left, placed)
            if best is None or len(fitting) < len(best):
                best = fitting
            if len(fitting) < 2:  # that another corner has none is told by what follows
                break
        found = []
        for move in best or ():
            number, polygon = self.positions[move]
            rest, then = subtract(self.plane, region, polygon), _less(left, number)
            if self._may_be_tiled(rest, then):
                found.append((move, (rest, then)))
        return found

    def is_convex(self, ring: Ring, place: int) -> bool:
        """Whether a corner of a region is less than 180 degrees."""
        return self.plane.turn(ring[place - 1], ring[place], ring[(place + 1) % len(ring)]) > 0

    def fitting(self, ring: Ring, place: int, left: Left, placed: int) -> list[int]:
        """The positions in what is left that have a corner at one of its corners, a side along the side that leaves it."""
        before, at, after = ring[place - 1], ring[place], ring[(place + 1) % len(ring)]
        candidates = self._candidates.get((before, at, after))
        if candidates is None:
            candidates = self._candidates[before, at, after] = self._fitting_angle(before, at, after)
        known = self._at.setdefault((at, after), {})
        ends = self.is_convex(ring, (place + 1) % len(ring))
        found = []
        for corner, angle, length in candidates:
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
                if position == UNKNOWN:  # only now, for exact places take long
                    position = known[corner] = self._position(*corner, at, after)
                    if position == OUTSIDE or self._meets(position, placed) or position in found:
                        continue
                found.append(position)
        return found

    def _fitting_angle(self, before: int, at: int, after: int) -> list[Candidate]:
        """The corners of pieces that fit into an angle of the region, with what is left of it and of the side."""
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
        """Whether what a piece leaves of a side that ends in a convex corner is no sum of sides."""
        near = NEAR * self.size
        return rest < -near or (rest > near and not self.sums.make_length(others, rest, self._roots_of(at, after)))

    def _length(self, a: int, b: int) -> float:
        x, y = self.plane.x, self.plane.y
        return hypot(x[b] - x[a], y[b] - y[a])

    def _roots_of(self, a: int, b: int) -> frozenset[int] | None:
        key = (a, b) if a < b else (b, a)
        if key not in self._roots:
            self._roots[key] = roots_of(self.plane.points[a], self.plane.points[b])
        return self._roots[key]

    def _position(self, number: int, side: int, k: int, at: int, after: int) -> int:
        """The number of the position with a corner at a point and a side towards another; OUTSIDE where it is not on the board."""
        offsets, floats = self._offsets_of(number, side, k, at, after)
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
            if not apart and overlap(self.plane, self._parts[number], self._parts[position]):
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
            corners = self._turned(number, side, k, towards)
            offsets = [difference(corner, corners[k]) for corner in corners]
            found = self._offsets[key] = offsets, [(float(x), float(y)) for x, y in offsets]
        return found

    def _turned(self, number: int, side: int, k: int, towards: Vector) -> list[Vector]:
        """The corners of a piece, turned so that the side behind its corner k points in a direction."""
        corners = self.forms[number].sides[side]
        along = self._along[number, side, k]
        if (along, towards) not in self._turns:
            self._turns[along, towards] = rotation(along, towards)
        turn = self._turns[along, towards]
        if turn is None:
            raise LimitError(
                "the pieces meet at an angle whose cosine is no sum of square roots: expected other pieces"
            )
        key = number, side, turn
        if key not in self._images:
            self._images[key] = [turned(turn, corner) for corner in corners]
        return self._images[key]

    def _may_be_tiled(self, region: Region, left: Left) -> bool:
        """Whether areas of parts, angles and lengths do not rule it out."""
        for ring in region:
            for place, at in enumerate(ring):
                before, after = ring[place - 1], ring[(place + 1) % len(ring)]
                turn = self.plane.turn(before, at, after)  # 0 where the region touches itself
                if turn and not self.sums.fill_angle(left, self.plane.angle(before, at, after)):
                    return False
                # What lies along a side between two convex corners ends at both.
                if turn > 0 and self.plane.turn(ring[place - 2], before, at) > 0:
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
    """The box of a ring, a little larger than floats might err."""
    xs, ys = [plane.x[at] for at in ring], [plane.y[at] for at in ring]
    near = NEAR * (1 + max(map(abs, (*xs, *ys))))
    return min(xs) - near, min(ys) - near, max(xs) + near, max(ys) + near


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
