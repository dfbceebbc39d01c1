"""What angles, lengths and areas of different pieces may add up to: what is none of these sums cannot be filled.

Angles and areas are compared as floats, with far more room than their errors need. Lengths are too, after those are left
out that bring in a square root which the wanted length has not.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot, pi

from tilewright.kinds.polygons.plane import Part, Plane, Vector, convex_parts, difference, dot, twice_area
from tilewright.kinds.polygons.surd import Point

NEAR = 1e-8  # radians, lengths relative to the board: floats nearer than that are not told apart
MOST_SUMS = 200_000  # that are tabled
MOST_ON_LINE = 8  # sides of a piece
Run = tuple[float, frozenset[int] | None]  # a length, and the numbers under its roots
Left = tuple[int, ...]  # how many copies of each form are left


@dataclass(frozen=True)
class Form:
    """Pieces that are the same but for a motion.

    corners: of each way up, counterclockwise; one, or two where the piece may be flipped and that makes a difference.
    copies:  how many there are.
    angles:  at the corners, of both ways up.
    lengths: of the sides behind the corners, of both ways up.
    runs:    what it may cover of a line: a side, or several on one line; with the numbers under the roots of such a
             length, or None where it is no sum of square roots with coefficients above zero. None if they are too many.
    parts:   of each way up the convex parts, as places of corners.
    """

    sides: tuple[tuple[Point, ...], ...]
    copies: int
    area: float
    angles: tuple[float, ...] = ()
    lengths: tuple[float, ...] = ()
    runs: tuple[Run, ...] | None = None
    parts: tuple[tuple[Part, ...], ...] = ()

    @property
    def returns(self) -> bool:
        """Whether it may lie along a line with several sides."""
        return self.runs is None or len(self.runs) > len(self.sides[0])


def form_of(sides: Sequence[tuple[Point, ...]], copies: int) -> Form:
    """The form of pieces with these corners, counterclockwise."""
    plane = Plane()
    angles, lengths, parts = [], [], []
    for corners in sides:
        ring = [plane.number(corner) for corner in corners]
        for k, corner in enumerate(corners):
            after = (k + 1) % len(ring)
            angles.append(plane.angle(ring[k - 1], ring[k], ring[after]))
            lengths.append(float_length(corner, corners[after]))
        parts.append(convex_parts(plane, ring))
    area = float(twice_area(sides[0])) / 2
    return Form(tuple(sides), copies, area, tuple(angles), tuple(lengths), _runs(sides[0]), tuple(parts))


def _runs(corners: tuple[Point, ...]) -> tuple[Run, ...] | None:
    """What a polygon may cover of a line along which it lies: a side, or some of those on one line; None if too many."""
    plane = Plane()
    found: list[Run] = []
    ring = [plane.number(corner) for corner in corners]
    lines: dict[tuple[Vector, int], list[Run]] = {}
    for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
        direction = plane.direction(a, b)
        line = next((at for way, at in lines if way == direction and not plane.turn(a, b, at)), a)
        side = float_length(plane.points[a], plane.points[b]), roots_of(plane.points[a], plane.points[b])
        lines.setdefault((direction, line), []).append(side)
    for sides in lines.values():
        if len(sides) > MOST_ON_LINE:
            return None
        for number in range(1, 1 << len(sides)):
            chosen = [side for k, side in enumerate(sides) if number >> k & 1]
            roots = [each for _, each in chosen if each is not None]
            whole = frozenset[int]().union(*roots) if len(roots) == len(chosen) else None
            found.append((sum(length for length, _ in chosen), whole))
    return tuple(found)


def roots_of(a: Point, b: Point) -> frozenset[int] | None:
    """The numbers under the roots of a length; None where it is no sum of square roots with coefficients above zero."""
    side = difference(b, a)
    length = dot(side, side).sqrt()
    if length is None or any(coefficient < 0 for _, coefficient in length.terms):
        return None
    return frozenset(radicand for radicand, _ in length.terms)


def float_length(a: Point, b: Point) -> float:
    """The length of a segment."""
    x, y = difference(b, a)
    return hypot(float(x), float(y))


class Sums:
    """The sums of one of some of the pieces that are left.

    size: of the board, to which lengths are relative.
    """

    def __init__(self, forms: Sequence[Form], size: float) -> None:
        self.forms, self.size = forms, size
        # A sum of lengths, none of which has a coefficient below zero, has all roots of its terms.
        self.tell_roots = all(roots is not None for form in forms for _, roots in form.runs or [(0.0, None)])
        self._angles: dict[Left, list[float]] = {}
        self._areas: dict[Left, list[float]] = {}
        self._lengths: dict[tuple[Left, frozenset[int] | None], list[float]] = {}
        self._whole_angles: list[float] | None = None

    def fill_angle(self, left: Left, angle: float) -> bool:
        """Whether corners, and a straight side where there is room, may fill an angle; above 180 degrees of all pieces."""
        if angle < pi + NEAR:
            return holds(self.angles(left), angle)
        if holds(self.angles(left), angle - pi):
            return True
        if self._whole_angles is None:
            self._whole_angles = _sums([form.angles for form in self.forms for _ in range(form.copies)], 2 * pi)
        return holds(self._whole_angles, angle)

    def angles(self, left: Left) -> list[float]:
        """The sums of angles at one point up to 180 degrees, of each piece one at most; sorted."""
        if (found := self._angles.get(left)) is None:
            choices = [form.angles for form, copies in zip(self.forms, left, strict=True) for _ in range(copies)]
            found = self._angles[left] = _sums(choices, pi)
        return found

    def make_length(self, left: Left, length: float, roots: frozenset[int] | None) -> bool:
        """Whether sides, of each piece one at most, may add up to a length, whose roots are given where they are known."""
        if self.tell_roots and roots is None:
            return False
        key = left, roots if self.tell_roots else None
        if (found := self._lengths.get(key)) is None:
            choices = [
                [run for run, under in form.runs or () if not self.tell_roots or (under or set()) <= (roots or set())]
                for form, copies in zip(self.forms, left, strict=True)
                for _ in range(copies)
            ]
            unknown = any(form.runs is None for form in self.forms)
            found = self._lengths[key] = [] if unknown else _sums(choices, 3 * self.size, NEAR * self.size)
        return holds(found, length, NEAR * self.size)

    def make_area(self, left: Left, area: float) -> bool:
        """Whether some of the pieces may have an area."""
        if (found := self._areas.get(left)) is None:
            choices = [(form.area,) for form, copies in zip(self.forms, left, strict=True) for _ in range(copies)]
            found = self._areas[left] = _sums(choices, 4 * self.size * self.size)
        return holds(found, area, NEAR * self.size * self.size)


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


def holds(sums: list[float], value: float, near: float = NEAR) -> bool:
    """Whether a value is among sums, or they are too many to be known."""
    if not sums:
        return True
    place = bisect_left(sums, value - near)
    return place < len(sums) and sums[place] <= value + near
