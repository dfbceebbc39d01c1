"""Check the rules of a polygon puzzle, and the reasons why it has no tiling, by exact areas and angles.

This module shares no code with the search and uses no floats: areas, and cotangents of angles, are numbers of the
puzzle's field.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tilewright.errors import LimitError, NotationError
from tilewright.exact_cover.limits import NEVER, Deadline
from tilewright.kinds.polygons.plane import (
    corners_of,
    cross,
    cross_of,
    difference,
    dot,
    shared_area,
    sides_of,
    twice_area,
)
from tilewright.kinds.polygons.puzzle import PolygonPlacement, Polygons
from tilewright.kinds.polygons.shape import Corners, is_moved
from tilewright.kinds.polygons.surd import ONE, ZERO, Point, Surd
from tilewright.puzzle.placement import Placement
from tilewright.puzzle.puzzle import Checkers
from tilewright.puzzle.rules import Fault, Reason, copies_faults


def _shapes(puzzle: Polygons, placements: Sequence[PolygonPlacement]) -> Iterator[Fault]:
    names = set(puzzle.piece_names)
    for placement in placements:
        if placement.piece not in names:
            yield Fault("name", f"there is no piece {placement.piece}")
            continue
        piece, ring = puzzle.piece(placement.piece), placement.corners_ccw
        if not is_moved(piece.corners, ring, True):
            yield Fault("shape", f"what lies as {piece.name} does not have its sides and angles")
        elif not is_moved(piece.corners, ring, piece.flip):
            yield Fault("shape", f"{piece.name} is flipped, which it may not be")


def _off_board(puzzle: Polygons, placements: Sequence[PolygonPlacement]) -> Iterator[Fault]:
    for placement in placements:
        outside = twice_area(placement.corners_ccw) - shared_area([placement.corners_ccw], puzzle.rings)
        if outside:
            yield Fault("off-board", f"{placement.piece} leaves the board with an area of {outside / 2}")


def _overlaps(puzzle: Polygons, placements: Sequence[PolygonPlacement]) -> Iterator[Fault]:
    for number, placement in enumerate(placements):
        for other in placements[:number]:
            area = shared_area([placement.corners_ccw], [other.corners_ccw])
            if area:
                yield Fault("overlap", f"{placement.piece} and {other.piece} overlap in an area of {area / 2}")


def _pins(puzzle: Polygons, placements: Sequence[PolygonPlacement], partial: bool) -> Iterator[Fault]:
    there = {(placement.piece, placement.place) for placement in placements}
    for pin in puzzle.pinned:
        if (pin.piece, pin.place) in there:
            continue
        if not partial:
            yield Fault("pin", f"the pinned piece {pin.piece} is not where it is pinned")
        for placement in placements:
            if shared_area([placement.corners_ccw], [pin.corners_ccw]):
                yield Fault("pin", f"{placement.piece} overlaps the pinned piece {pin.piece}")


MOST_SUMS = 200_000  # sums of angles; so many take some seconds


class PolygonCheckers(Checkers):
    """The checks of polygon puzzles."""

    puzzle: Polygons

    def rule_faults(self, placements: Sequence[Placement], partial: bool) -> list[Fault]:
        """Return the faults of placements.

        Placements that leave the board, overlap or leave a gap are reported as by other kinds.
        """
        puzzle = self.puzzle
        lying = [placement for placement in placements if isinstance(placement, PolygonPlacement)]
        if len(lying) < len(placements):
            return [Fault("shape", "a placement has no corners: expected those of its piece")]
        shapes = list(_shapes(puzzle, lying))
        found = shapes or [*_off_board(puzzle, lying), *_overlaps(puzzle, lying)]
        used = Counter(placement.piece for placement in lying)
        found += copies_faults({name: puzzle.copies_of(name) for name in puzzle.piece_names}, used, partial, "piece")
        if not found and not partial:
            covered = sum((twice_area(each.corners_ccw) for each in lying), ZERO)
            rest = sum((twice_area(ring) for ring in puzzle.rings), ZERO) - covered
            if rest:
                found.append(Fault("uncovered", f"an area of {rest / 2} is not covered"))
        return found + list(_pins(puzzle, lying, partial))

    def checkable_reasons(self) -> tuple[str, ...]:
        return ("area", "angles")

    def require_search_certificate(self) -> None:
        # The options of the cover come from the search.
        # A proof about them says nothing about other positions.
        raise NotationError(
            "a search by corners leaves no certificate: only reasons of areas and angles of a polygon puzzle have one"
        )

    def reason_fault(self, reason: Reason, deadline: Deadline = NEVER) -> str | None:
        if reason.kind == "area":
            board = sum((twice_area(ring) for ring in self.puzzle.rings), ZERO)
            pieces = sum((twice_area(piece.corners) * piece.copies for piece in self.puzzle.pieces), ZERO)
            return None if board != pieces else f"the pieces and the board both have an area of {board / 2}"
        if reason.kind == "angles":
            return self._angle_fault(deadline)
        return super().reason_fault(reason, deadline)

    def _angle_fault(self, deadline: Deadline) -> str | None:
        """Return None if no sum of pieces' corners fills some corner of the board, else why this is not shown."""
        rings = deadline.watch(self.puzzle.rings, 1)
        pieces = deadline.watch(self.puzzle.pieces, 1)
        try:
            copies = [angles for piece in pieces for angles in [_angles(piece.corners)] * piece.copies]
            corners = [pair for ring in rings for pair in zip(_angles(ring), ring, strict=True)]
            sums = _Sums(copies, deadline)
            for angle, at in sorted(corners, key=lambda corner: _order(corner[0])):
                wanted = [angle, (0, angle[1])] if angle[0] else [angle]  # or with a straight side
                if not any(map(sums.make, wanted)) and not _is_touched(self.puzzle, at):
                    return None
        except LimitError as error:
            return str(error)
        return "every corner of the board is a sum of corners of pieces"


# The number of half turns, and the cotangent of the rest, which is less than a half turn (None for no rest).
Angle = tuple[int, Surd | None]


def _angles(ring: Corners) -> list[Angle]:
    """Return the interior angles of a ring that has its inside to the left."""
    found: list[Angle] = []
    for before, at, after in corners_of(ring):
        first, last = difference(after, at), difference(before, at)
        width, height = dot(first, last), cross(first, last)
        found.append((int(height.sign() < 0), width / height) if height else (int(width.sign() < 0), None))
    return found


def _plus(a: Angle, b: Angle) -> Angle:
    """Return the sum of two angles.

    cot(x + y) = (cot x cot y - 1) / (cot x + cot y), and the denominator is negative if the sum exceeds a half turn.
    """
    (turns, one), (more, other) = a, b
    if one is None or other is None:
        return turns + more, other if one is None else one
    height = one + other
    if not height:
        return turns + more + 1, None
    return turns + more + (height.sign() < 0), (one * other - ONE) / height


def _order(angle: Angle) -> tuple[int, bool, Surd]:
    """Return a key that sorts angles by size: a larger cotangent means a smaller angle."""
    turns, cotangent = angle
    return turns, cotangent is not None, ZERO if cotangent is None else -cotangent


class _Sums:
    """The sums of angles of different pieces.

    copies: the angles of each copy of a piece.
    """

    def __init__(self, copies: Sequence[Sequence[Angle]], deadline: Deadline) -> None:
        self.copies = [sorted(set(angles), key=_order) for angles in copies]
        self.deadline, self.steps = deadline, 0

    def make(self, wanted: Angle) -> bool:
        """Return whether corners of some of the pieces sum to an angle.

        Raises LimitError if that takes too many steps.
        """
        if any(wanted in angles for angles in self.copies) or wanted == (0, None):
            return True
        most = _order(wanted)
        sums: set[Angle] = {(0, None)}
        for angles in self.copies:
            small = [angle for angle in angles if _order(angle) < most]
            for total in list(sums) if small else ():
                for angle in small:
                    self.step()
                    longer = _plus(total, angle)
                    if longer == wanted:
                        return True
                    if _order(longer) > most:
                        break
                    sums.add(longer)
        return False

    def step(self) -> None:
        self.steps += 1
        if self.steps > MOST_SUMS:
            raise LimitError(f"more than {MOST_SUMS:,} sums of angles: too many to check")
        if self.steps % 64 == 0:
            self.deadline.check()


def _is_touched(puzzle: Polygons, at: Point) -> bool:
    """Return whether the board touches itself at a corner, whose angle then need not be the angle to fill."""
    if sum(corner == at for ring in puzzle.rings for corner in ring) > 1:
        return True
    sides = (side for ring in puzzle.rings for side in sides_of(ring) if at not in side)
    return any(not cross_of(a, b, at) and dot(difference(at, a), difference(at, b)).sign() < 0 for a, b in sides)
