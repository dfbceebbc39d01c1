"""The rules of a polygon puzzle, by exact areas: nothing is shared with the search."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import atan2, pi

from tilewright.cover.limits import NEVER, Deadline
from tilewright.errors import NotationError
from tilewright.kinds.polygons.plane import shared_area, twice_area
from tilewright.kinds.polygons.puzzle import PolygonPlacement, Polygons
from tilewright.kinds.polygons.shape import Corners, corners_of_motion
from tilewright.kinds.polygons.surd import ZERO
from tilewright.puzzle.check import Checkers, Fault, Reason, copies_faults
from tilewright.puzzle.puzzle import Placement


def _shapes(puzzle: Polygons, placements: Sequence[PolygonPlacement]) -> Iterator[Fault]:
    names = set(puzzle.piece_names)
    for placement in placements:
        if placement.piece not in names:
            yield Fault("name", f"there is no piece {placement.piece}")
            continue
        piece, ring = puzzle.piece(placement.piece), placement.corners_ccw
        if corners_of_motion(piece.corners, ring, True) is None:
            yield Fault("shape", f"what lies as {piece.name} does not have its sides and angles")
        elif corners_of_motion(piece.corners, ring, piece.flip) is None:
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


SURE = 1e-7  # radians by which an angle must be missed: far more than floats err
MOST_SUMS = 500_000


class PolygonCheckers(Checkers):
    """The checks of polygon puzzles."""

    puzzle: Polygons

    def rule_faults(self, placements: Sequence[Placement], partial: bool) -> list[Fault]:
        """What is off the board, overlaps or stays uncovered is told as of other puzzles."""
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
        # The options of the cover are what the search found: a proof about them says nothing of other positions.
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
        """None if some corner of the board is clearly missed by every sum of corners of different pieces."""
        sums = [0.0]
        for piece in self.puzzle.pieces:
            for _ in range(piece.copies):
                deadline.check()
                angles = set(_angles(piece.corners))
                every = sorted(sums + [total + angle for total in sums for angle in angles if total + angle < 7])
                sums = [a for a, b in zip(every, [*every[1:], 99.0], strict=True) if b - a > SURE / 100]
                if len(sums) > MOST_SUMS:
                    return f"more than {MOST_SUMS:,} sums of angles: too many to check"
        for ring in self.puzzle.rings:
            for angle in _angles(ring):
                wanted = [angle] if angle < pi else [angle, angle - pi]
                if all(abs(total - each) > SURE for total in sums for each in wanted):
                    return None
        return "every corner of the board is a sum of corners of pieces"


def _angles(ring: Corners) -> list[float]:
    """The interior angles of a ring, its inside to the left."""
    points = [(float(x), float(y)) for x, y in ring]
    found = []
    for k, (x, y) in enumerate(points):
        (px, py), (qx, qy) = points[k - 1], points[(k + 1) % len(points)]
        found.append((atan2(py - y, px - x) - atan2(qy - y, qx - x)) % (2 * pi))
    return found
