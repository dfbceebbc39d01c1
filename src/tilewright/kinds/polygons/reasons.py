"""Why a polygon puzzle has no tiling: areas, and corners of the board that no pieces' corners fill."""

from __future__ import annotations

from collections.abc import Iterator
from math import degrees, pi

from tilewright.cover.limits import Deadline
from tilewright.explain.reasons import Reasons
from tilewright.kinds.polygons.compile import region_of, start_search
from tilewright.kinds.polygons.plane import Plane
from tilewright.kinds.polygons.puzzle import PolygonBoard, Polygons
from tilewright.kinds.polygons.surd import ZERO
from tilewright.puzzle.check import Reason
from tilewright.puzzle.compiled import Compiled


class PolygonReasons(Reasons):
    """The reasons of polygon puzzles."""

    puzzle: Polygons

    def of_areas(self, deadline: Deadline) -> Iterator[Reason]:
        puzzle = self.puzzle
        pieces = sum((piece.area * piece.copies for piece in puzzle.pieces), ZERO)
        board = PolygonBoard((), corners=puzzle.rings).exact_area
        if pieces != board:
            yield Reason("area", f"the pieces have an area of {pieces}, the board of {board}")
            return
        search, _ = start_search(puzzle, deadline)
        plane = Plane()
        for ring in region_of(plane, puzzle):
            for place, at in enumerate(ring):
                angle = plane.angle(ring[place - 1], at, ring[(place + 1) % len(ring)])
                straight = not plane.turn(ring[place - 1], at, ring[(place + 1) % len(ring)])
                if not straight and not puzzle.pinned and not search.sums.fill_angle(search.start[1], angle):
                    x, y = plane.points[at]
                    part = " and a straight side" if angle > pi else ""
                    text = (
                        f"the corner of {degrees(angle):.4g} degrees at ({x}, {y}) is no sum of pieces' corners{part}"
                    )
                    yield Reason("angles", text)

    def of_placements(self, compiled: Compiled, deadline: Deadline) -> Iterator[Reason]:
        if not compiled.cover.options:
            yield Reason("search", "the search through all positions of the pieces found no tiling")
