"""Tilings of cylinders and tori, by formula, by published terms, and by a search of another kind."""

from __future__ import annotations

from itertools import product
from math import cos, pi, prod, sin, sqrt

import pytest

from tilewright import Packing, count


def cylinder(rows: int, columns: int) -> int:
    """Dominoes on a cylinder after Kasteleyn: columns >= 3 around."""
    around = [4 * sin((2 * k + 1) * pi / columns) ** 2 for k in range(columns)]
    along = [4 * cos(line * pi / (rows + 1)) ** 2 for line in range(1, rows + 1)]
    return round(sqrt(sqrt(prod(a + b for a, b in product(around, along)))))


def torus(rows: int, columns: int) -> int:
    """Dominoes on a torus: Kasteleyn, Physica 27 (1961), equation 25; rows even, both at least 3."""

    def term(row: float, column: float) -> float:
        angles = (
            (2 * pi * (j + row) / rows, 2 * pi * (k + column) / columns) for j in range(rows) for k in range(columns)
        )
        return sqrt(sqrt(prod(4 * sin(a) ** 2 + 4 * sin(b) ** 2 for a, b in angles)))

    return round((term(0.5, 0) + term(0, 0.5) + term(0.5, 0.5) - term(0, 0)) / 2)


@pytest.mark.parametrize("rows", range(1, 9))
def test_dominoes_on_cylinders_are_as_many_as_the_formula_says(rows: int) -> None:
    for columns in range(3, 10):
        if rows * columns % 2 == 0:
            assert count(Packing.parse(f"dominoes*@{rows}x{columns}~")).value == cylinder(rows, columns)


@pytest.mark.parametrize("rows", [4, 6, 8])
def test_dominoes_on_tori_are_as_many_as_the_formula_says(rows: int) -> None:
    for columns in range(3, 9):
        assert count(Packing.parse(f"dominoes*@{rows}x{columns}~~")).value == torus(rows, columns)


@pytest.mark.parametrize(
    ("board", "value"),
    [("4x4~~", 272), ("6x6~~", 90176), ("8x8~~", 311853312), ("4x3~~", 50), ("4x5~~", 722), ("6x5~~", 9922)],
)
def test_dominoes_on_tori_are_as_many_as_published(board: str, value: int) -> None:
    """OEIS A335586 and A341741."""
    assert count(Packing.parse(f"dominoes*@{board}")).value == value
