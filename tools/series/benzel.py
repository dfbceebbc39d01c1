"""Benzels (Propp, Trimer covers in the triangular grid, arXiv:2206.06472) as boards of the hexagonal lattice.

The (a, b)-benzel is made of the cells that lie inside the hexagon with corners w^j (a w + b) and -w^j (a + b w), for
j = 0, 1, 2, where w is a third root of 1. A point x + y w is a pair (x, y); corners of cells are such points, and the
centers of cells are those with x + y = 1 modulo 3.
"""

from __future__ import annotations

from itertools import product

Point = tuple[int, int]
UNITS: tuple[Point, ...] = ((1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1))


def benzel(a: int, b: int) -> list[Point]:
    """The cells (row, column) of the (a, b)-benzel, sorted, rows and columns from 0.

    >>> len(benzel(4, 4)), benzel(3, 2)
    (12, [(0, 0), (1, 1), (2, 0)])
    """
    corners = _corners(a, b)
    size = a + b + 2
    cells = [
        ((x - 1 + y) // 3, x - 1 - (x - 1 + y) // 3)  # the centers are 1 + (1 - w)(column + row w)
        for x, y in product(range(-size, size + 1), repeat=2)
        if (x + y) % 3 == 1 and all(_inside(corners, (x + u, y + v)) for u, v in UNITS)
    ]
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    return sorted((row - top, column - left) for row, column in cells)


def _corners(a: int, b: int) -> list[Point]:
    """The corners of the hexagon, counterclockwise."""
    corners: list[Point] = []
    outer, inner = (b, a), (-a, -b)
    for _ in range(3):
        corners += [outer, inner]
        outer, inner = _turned(outer), _turned(inner)
    return [corners[place] for place in (0, 5, 2, 1, 4, 3)]


def _turned(point: Point) -> Point:
    """The point times w, which is a turn by 120 degrees."""
    return -point[1], point[0] - point[1]


def _inside(corners: list[Point], point: Point) -> bool:
    """Return True if the point is left of, or on, every side."""
    for (x, y), (next_x, next_y) in zip(corners, corners[1:] + corners[:1], strict=True):
        if (next_x - x) * (point[1] - y) < (next_y - y) * (point[0] - x):
            return False
    return True
