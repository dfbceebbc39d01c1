"""Outlines as tables: named shapes combined by union, difference and intersection, scaled, turned and moved.

    outline = {square = 7, minus = [{square = 1}, {square = 1, translate = [2, 2]}]}

A table has one shape and any of the changes below, applied in the order plus, minus, scale, turn, translate. Squares,
rectangles, octagons and triangles are centered at the origin; x points to the right, y up. At the end the outline is
moved to the corner of a cell, because only its form matters. Wherever a table is allowed, so are WKT and the name of a
shape of `[shapes]`.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any

import shapely
from shapely import affinity
from shapely.geometry.base import BaseGeometry

from tilewright.errors import LimitError, NotationError, TilewrightError, quote
from tilewright.kinds.packing.table import OUTLINE
from tilewright.lattice.outline import rings_of

MOST_SHAPES = 1000  # the most tables and names in an outline; those behind a name count at each use
MOST_CORNERS = 1000  # the most corners of the shapes in a step and of its result: n combs make n * n holes
DEEPEST = 40  # the deepest nesting of tables
FARTHEST = 10_000  # the farthest corner from the origin in cells, at any step
GRID = 2.0**-20  # corners are rounded to this after each step, so that thirds fit together
CHANGES = ("plus", "minus", "scale", "turn", "translate")


def build_outline(outline: str | Mapping[str, Any], shapes: Mapping[str, Any]) -> str | BaseGeometry:
    """Return an outline as a geometry, or as WKT if it is plain WKT.

    outline: WKT, a name or a table.
    shapes:  the named shapes.

    Raises NotationError that names the wrong key, and LimitError for an outline that is too large.

    >>> build_outline({"square": 3, "minus": {"square": 1}}, {}).area
    8.0
    """
    if isinstance(outline, str) and outline not in shapes and "(" in outline:
        return outline
    found = _Builder(shapes).build(outline, "outline", 0)
    left, bottom, _, _ = found.bounds
    # Remove corners in the middle of a side. After `normalize`, no ring begins with one.
    return shapely.simplify(shapely.normalize(affinity.translate(found, -left, -bottom)), 2 * GRID)


SHAPES = (
    "square",
    "rectangle",
    "octagon",  # a square whose corners are cut off along diagonals
    "diamond",  # a square on its corner, by its diagonal
    "triangle",  # half of a square: the right angle at the lower left
    "polygon",
    "shape",
    "union",
    "difference",
    "intersection",
)


class _Builder:
    """Build geometries from tables, count them, and keep track of the names that are being built."""

    def __init__(self, shapes: Mapping[str, Any]) -> None:
        self.shapes, self.made = shapes, 0
        self.open: list[str] = []

    def build(self, value: object, at: str, depth: int) -> BaseGeometry:
        """Return the geometry of WKT, a name or a table at the place `at`."""
        self.made += 1
        if self.made > MOST_SHAPES or depth > DEEPEST:
            raise LimitError(f"{at}: expected at most {MOST_SHAPES:,} shapes, and {DEEPEST} in one another")
        if isinstance(value, str):
            return self._named(value, at, depth)
        if not isinstance(value, Mapping):
            raise NotationError(f"{at}: {quote(repr(value))}: expected {OUTLINE}")
        for key in value:
            if key not in SHAPES and key not in CHANGES:
                raise NotationError(f"{at}: unknown key {quote(str(key))}: expected {', '.join((*SHAPES, *CHANGES))}")
        chosen = [key for key in value if key in SHAPES]
        if len(chosen) != 1:
            raise NotationError(f"{at}: {len(chosen)} shapes: expected one of {', '.join(SHAPES)}")
        found = self._shape(chosen[0], value[chosen[0]], f"{at}.{chosen[0]}", depth)
        return self._changed(_sound(found, at), value, at, depth)

    def _shape(self, key: str, value: Any, at: str, depth: int) -> BaseGeometry:
        if key == "shape":
            return self.build(value, at, depth + 1)
        if key in ("union", "difference", "intersection"):
            found = self.several(value, at, depth, least=2)
            if key == "difference":
                return shapely.difference(found[0], shapely.union_all(found[1:]))
            return shapely.union_all(found) if key == "union" else shapely.intersection_all(found)
        return shapely.Polygon(_corners(key, value, at))

    def _named(self, text: str, at: str, depth: int) -> BaseGeometry:
        if text in self.open:
            raise NotationError(
                f"{at}: shape {quote(text)} is defined in terms of itself: expected shapes made of others"
            )
        if text in self.shapes:
            self.open.append(text)
            found = self.build(self.shapes[text], f"shapes.{text}"[:60], depth + 1)
            self.open.pop()
            return found
        if "(" not in text:
            names = f"; [shapes] has {quote(', '.join(self.shapes))}" if self.shapes else ""
            raise NotationError(f"{at}: no shape {quote(text)}: expected {OUTLINE}{names}")
        try:
            polygons = [shapely.Polygon(outer, holes) for outer, *holes in rings_of(text)]
        except TilewrightError as error:
            raise type(error)(f"{at}: {error}") from None
        return _sound(shapely.MultiPolygon(polygons), at)

    def _changed(self, found: BaseGeometry, table: Mapping[str, Any], at: str, depth: int) -> BaseGeometry:
        for key in CHANGES:
            if key not in table:
                continue
            value, place = table[key], f"{at}.{key}"
            if key == "plus":
                found = shapely.union_all([found, *self.several(value, place, depth)])
            elif key == "minus":
                found = shapely.difference(found, shapely.union_all(self.several(value, place, depth)))
            elif key == "scale":
                factor = _number(value, place, above_zero=True)
                found = affinity.scale(found, factor, factor, origin=(0, 0))
            elif key == "turn":
                if isinstance(value, bool) or value not in (0, 90, 180, 270):
                    raise NotationError(f"{place} = {quote(repr(value))}: expected 90, 180 or 270, clockwise")
                found = affinity.rotate(found, -value, origin=(0, 0))
            else:
                found = affinity.translate(found, *_numbers(value, place, 2))
            found = _sound(found, place)
        return found

    def several(self, value: object, at: str, depth: int, least: int = 1) -> list[BaseGeometry]:
        """Return the geometries of a list, or of a single value."""
        values = value if isinstance(value, list) else [value]
        if len(values) < least:
            raise NotationError(f"{at}: {len(values)} shapes: expected a list of at least {least}")
        found = [self.build(each, f"{at}[{number}]", depth + 1) for number, each in enumerate(values)]
        _check_corners(sum(map(shapely.get_num_coordinates, found)), at)
        return found


def _sound(found: BaseGeometry, at: str) -> BaseGeometry:
    """Return the polygons of a geometry with rounded corners.

    Raises NotationError for an invalid or empty geometry, and LimitError for one that is too large.
    """
    _check_corners(shapely.get_num_coordinates(found), at)
    if not shapely.is_valid(found):
        raise NotationError(f"{at}: not a simple polygon: {shapely.is_valid_reason(found)}: expected one")
    if not found.is_empty and not all(abs(bound) <= FARTHEST for bound in found.bounds):
        raise LimitError(f"{at}: a corner is too far away: expected coordinates to {FARTHEST:,}")
    rounded = shapely.set_precision(found, GRID)
    parts = [part for part in getattr(rounded, "geoms", [rounded]) if part.geom_type in ("Polygon", "MultiPolygon")]
    if not (area := shapely.union_all(parts)).area:
        raise NotationError(f"{at}: nothing is left: expected an outline with area")
    return area


def _check_corners(number: int, at: str) -> None:
    if number > MOST_CORNERS:
        raise LimitError(f"{at}: {number:,} corners: expected at most {MOST_CORNERS:,}; plain WKT may have more")


def _number(value: object, at: str, above_zero: bool = False) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= FARTHEST:
        raise NotationError(f"{at} = {quote(repr(value))}: expected a number, at most {FARTHEST:,}")
    if not isfinite(value) or (above_zero and value <= 0):
        raise NotationError(f"{at} = {quote(repr(value))}: expected a number above 0")
    return float(value)


def _numbers(value: object, at: str, count: int, above_zero: bool = False) -> list[float]:
    if not isinstance(value, list) or len(value) != count:
        raise NotationError(f"{at} = {quote(repr(value))}: expected a list of {count} numbers")
    return [_number(each, at, above_zero) for each in value]


def _corners(key: str, value: Any, at: str) -> list[tuple[float, float]]:
    """Return the corners of a shape that is not made from others."""
    if key == "polygon":
        if not isinstance(value, list) or len(value) < 3:
            raise NotationError(f"{at} = {quote(repr(value))}: expected a list of three or more corners [x, y]")
        _check_corners(len(value), at)
        return [(x, y) for number, each in enumerate(value) for x, y in [_numbers(each, f"{at}[{number}]", 2)]]
    if key in ("rectangle", "octagon"):
        a, b = _numbers(value, at, 2, above_zero=True)
        if key == "rectangle":
            return [(-a / 2, -b / 2), (a / 2, -b / 2), (a / 2, b / 2), (-a / 2, b / 2)]
        if 2 * b >= a:
            raise NotationError(
                f"{at} = {quote(repr(value))}: expected [side, cut], the cut less than half of the side"
            )
        a, b = a / 2, a / 2 - b
        return [(-b, -a), (b, -a), (a, -b), (a, b), (b, a), (-b, a), (-a, b), (-a, -b)]
    half = _number(value, at, above_zero=True) / 2
    if key == "diamond":
        return [(-half, 0), (0, -half), (half, 0), (0, half)]
    return [(-half, -half), (half, -half), *[(half, half)] * (key == "square"), (-half, half)]
