"""Reasons why a polygon puzzle has no tiling: wrong areas, or corners of the board that no corners of pieces fill."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import degrees, pi

from tilewright.errors import NotationError
from tilewright.exact_cover.limits import Deadline
from tilewright.kinds.polygons.compile import region_of, start_search
from tilewright.kinds.polygons.plane import Plane, corners_of
from tilewright.kinds.polygons.puzzle import PolygonPlacement, Polygons, region_area
from tilewright.kinds.polygons.search import CornerSearch
from tilewright.kinds.polygons.surd import ZERO
from tilewright.puzzle import Placement
from tilewright.puzzle.puzzle import FORCED, SEARCH, Compiled, Hint, Hints, Reasons
from tilewright.puzzle.rules import Reason


class PolygonReasons(Reasons):
    """The reasons of polygon puzzles."""

    puzzle: Polygons

    def of_areas(self, deadline: Deadline) -> Iterator[Reason]:
        puzzle = self.puzzle
        pieces = sum((piece.area * piece.copies for piece in puzzle.pieces), ZERO)
        board = region_area(puzzle.rings)
        if pieces != board:
            yield Reason("area", f"the pieces have an area of {pieces}, the board of {board}")
            return
        if not puzzle.pinned and (text := self._unfilled_corner(deadline)):
            reason = Reason("angles", text)
            if puzzle.checkers.reason_fault(reason, deadline) is None:  # confirmed exactly
                yield reason

    def _unfilled_corner(self, deadline: Deadline) -> str:
        """Return a description of a corner that no corners of pieces seem to fill; "" if there is none."""
        search, _ = start_search(self.puzzle, deadline)
        plane = Plane()
        for ring in region_of(plane, self.puzzle):
            for corner in corners_of(ring):
                angle = plane.angle(*corner)
                if plane.turn(*corner) and not search.sums.fill_angle(search.start[1], angle):
                    part = " and a straight side" if angle > pi else ""
                    return f"{_corner_text(plane, corner)} is no sum of pieces' corners{part}"
        return ""

    def of_placements(self, compiled: Compiled, deadline: Deadline) -> Iterator[Reason]:
        if not compiled.cover.options:
            yield Reason("search", "the search through all positions of the pieces found no tiling")


Corner = tuple[int, int, int]  # the points before the corner, at it and after it


class PolygonHints(Hints):
    """The hints of polygon puzzles."""

    puzzle: Polygons

    def step(self, partial: Sequence[Placement], without: Sequence[str], deadline: Deadline) -> Hint | None:
        if without:
            raise NotationError(f"a {self.puzzle.title} rules nothing out: expected no --without")
        puzzle = self.puzzle.with_placements(partial)
        search, names = start_search(puzzle, deadline)
        region, left = search.start
        laid = {(placement.piece, placement.place) for placement in partial}
        left_out = [pin for pin in self.puzzle.pinned if (pin.piece, pin.place) not in laid]
        if not region and left_out:
            text = f"Everything else is covered; {self._the(left_out[0])} is pinned."
            return Hint("place", "forced piece", FORCED, text, (left_out[0],), pieces=(left_out[0].piece,))
        if not region:
            return Hint("done", "", FORCED, "Everything is covered: this is a solution.")
        corners = [
            (corner, search.fitting(ring, k, left, 0))
            for ring in region
            for k, corner in enumerate(corners_of(ring))
            if search.plane.turn(*corner) > 0
        ]
        corner, fitting = min(corners, key=lambda each: len(each[1]))
        where = _corner_text(search.plane, corner)
        if not fitting:
            return self._dead(partial, f"No piece that is left fits into {where}.")
        if len(fitting) > 1:
            for other, several in corners:  # find a corner with only one position that can be completed
                able = [move for move in several if self._can_be_completed(search, move)]
                if not able:
                    return self._dead(
                        partial, f"Nothing that fits into {_corner_text(search.plane, other)} can be completed."
                    )
                if len(able) == 1 and len(several) == min(len(each) for _, each in corners):
                    placed = self._placement(search, names, able[0])
                    text = f"{len(several)} positions fit into {_corner_text(search.plane, other)}; only with {self._the(placed)} can the rest be filled."
                    return Hint("place", "corner and search", SEARCH, text, (placed,), pieces=(placed.piece,))
            text = "Nothing is forced: every corner can be filled in several ways, each with a solution."
            return Hint("free", "search", SEARCH, text)
        placed = self._placement(search, names, fitting[0])
        if not self._can_be_completed(search, fitting[0]):
            return self._dead(
                partial, f"Only {self._the(placed)} fits into {where}, and then the rest cannot be filled."
            )
        text = f"Only {self._the(placed)} fits into {where}."
        return Hint("place", "forced corner", FORCED, text, (placed,), pieces=(placed.piece,))

    def _the(self, placement: PolygonPlacement) -> str:
        return f"the {placement.piece}" if len(placement.piece) > 2 else f"piece {placement.piece}"

    def _dead(self, partial: Sequence[Placement], text: str) -> Hint:
        return Hint("wrong" if partial else "impossible", "corner", FORCED, text, tuple(partial[-1:]))

    def _placement(self, search: CornerSearch, names: Sequence[Sequence[str]], move: int) -> PolygonPlacement:
        form, ring = search.positions[move]
        return self.puzzle.placement_at(names[form][0], [search.plane.points[at] for at in ring])

    def _can_be_completed(self, search: CornerSearch, move: int) -> bool:
        return next(search.first(move), None) is not None


def _corner_text(plane: Plane, corner: Corner) -> str:
    x, y = plane.points[corner[1]]
    return f"the corner of {degrees(plane.angle(*corner)):.4g} degrees at ({x}, {y})"
