"""The sets of pieces that polygon puzzles may name. Their sources stand in docs/theory/polygons.md."""

from __future__ import annotations

from typing import NamedTuple

from tilewright.errors import NotationError, quote


class PolygonSet(NamedTuple):
    """Pieces as (name, corners, copies), and what they are."""

    summary: str
    pieces: tuple[tuple[str, str, int], ...]


SETS = {
    "tangram": PolygonSet(
        "the seven tans, which fill a square of side 2*sqrt(2)",
        (
            ("large triangle", "0 0, 2 0, 0 2", 2),
            ("medium triangle", "0 0, sqrt(2) 0, 0 sqrt(2)", 1),
            ("small triangle", "0 0, 1 0, 0 1", 2),
            ("square", "0 0, 1 0, 1 1, 0 1", 1),
            ("parallelogram", "0 0, 1 0, 2 1, 1 1", 1),
        ),
    ),
    "stomachion": PolygonSet(
        "the fourteen pieces of Archimedes, which fill a square of side 12",
        (
            ("A", "0 12, 2 10, 12 12", 1),
            ("B", "2 10, 4 8, 12 12", 1),
            ("C", "0 12, 0 6, 4 8", 1),
            ("D", "0 6, 6 6, 4 8", 1),
            ("E", "0 6, 6 3, 8 4, 6 6", 1),
            ("F", "0 6, 0 0, 4 0, 6 3", 1),
            ("G", "4 0, 6 0, 6 3", 1),
            ("H", "6 3, 6 0, 12 0", 1),
            ("I", "6 3, 12 0, 8 4", 1),
            ("J", "8 4, 12 0, 12 6", 1),
            ("K", "6 6, 8 4, 12 6", 1),
            ("L", "12 9, 6 9, 4 8, 6 6, 12 6", 1),
            ("M", "6 9, 12 9, 8 10", 1),
            ("N", "8 10, 12 9, 12 12", 1),
        ),
    ),
    "t-puzzle": PolygonSet(
        "four pieces, which fill a letter T of strokes of 1, 3 wide and 4 high",
        (
            ("triangle", "0 0, 1 0, 0 1", 1),
            ("short trapezoid", "0 0, 1 0, 2 1, 0 1", 1),
            ("long trapezoid", "0 0, 2 0, 3 1, 0 1", 1),
            ("pentagon", "1 1, 2 1, 1 2, 0 1, 1 0", 1),
        ),
    ),
    "perigal": PolygonSet(
        "a square and the four parts of another, which fill one on the hypotenuse of 3, 4, 5",
        (
            ("quadrangle", "0 0, 7/2 0, 2 2, 0 1/2", 4),
            ("square", "0 0, 3 0, 3 3, 0 3", 1),
        ),
    ),
    "hexagon": PolygonSet(
        "trapezoids, rhombi, triangles and a hexagon, which fill a hexagon of side 2",
        (
            ("trapezoid", "0 0, 2 0, 3/2 sqrt(3)/2, 1/2 sqrt(3)/2", 3),
            ("rhombus", "0 0, 1 0, 3/2 sqrt(3)/2, 1/2 sqrt(3)/2", 3),
            ("triangle", "0 0, 1 0, 1/2 sqrt(3)/2", 3),
            ("hexagon", "1 0, 1/2 sqrt(3)/2, -1/2 sqrt(3)/2, -1 0, -1/2 -sqrt(3)/2, 1/2 -sqrt(3)/2", 1),
        ),
    ),
}


def find_set(name: str) -> PolygonSet:
    """The set of a name. Raises NotationError for another one.

    >>> [name for name, _, _ in find_set("tangram").pieces][:2]
    ['large triangle', 'medium triangle']
    """
    if name not in SETS:
        known = f"expected one of {', '.join(SETS)}, or pieces as [[piece]]"
        raise NotationError(f"no set {quote(name)}: {known}")
    return SETS[name]


def polygon_set_rows() -> list[tuple[str, int, str]]:
    """Each set as (name, number of pieces, summary)."""
    return [(name, sum(copies for *_, copies in each.pieces), each.summary) for name, each in SETS.items()]
