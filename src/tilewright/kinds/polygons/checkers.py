"""Whether a reason holds for a polygon puzzle: areas added up, and angles put together, once more."""

from __future__ import annotations

from math import atan2, pi

from tilewright.cover.limits import NEVER, Deadline
from tilewright.errors import NotationError
from tilewright.explain.checkers import Checkers
from tilewright.kinds.polygons.plane import twice_area
from tilewright.kinds.polygons.puzzle import Polygons
from tilewright.kinds.polygons.shape import Corners
from tilewright.kinds.polygons.surd import ZERO
from tilewright.puzzle.check import Reason

SURE = 1e-7  # radians by which an angle must be missed: far more than floats err
MOST_SUMS = 500_000


class PolygonCheckers(Checkers):
    """The checks of polygon puzzles."""

    puzzle: Polygons

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
