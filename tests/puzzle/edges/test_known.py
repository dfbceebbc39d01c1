"""Counts that are known from elsewhere, or that a formula gives."""

from __future__ import annotations

import pytest

from tests.helpers.edge_brute import EdgeBrute
from tilewright.api.count import count
from tilewright.api.solve import solve
from tilewright.api.verdict import verdict
from tilewright.kinds.edges.tiles import select_tiles
from tilewright.loader import load
from tilewright.puzzle.check import faults


@pytest.mark.parametrize(
    ("name", "number"),
    [
        *((f"triangles{n}", n * (n * n + 2) // 3) for n in (1, 2, 3, 4, 5)),
        *((f"macmahon{n}", n * (n + 1) * (n * n - n + 2) // 4) for n in (1, 2, 3, 4, 5)),
        *((f"hexagons{n}", n * (n + 1) * (n**4 - n**3 + n * n + 2) // 6) for n in (1, 2, 3)),
        ("wang3", 81),
    ],
)
def test_sets_have_as_many_tiles_as_macmahon_says(name: str, number: int) -> None:
    tiles = select_tiles(name)
    assert len(tiles) == number == len({tile.forms for tile in tiles})


@pytest.mark.parametrize("engine", ["auto", "frontier"])
@pytest.mark.parametrize(("rows", "columns"), [(2, 3), (4, 6), (7, 20)])
def test_all_wang_tiles_leave_every_edge_free(rows: int, columns: int, engine: str) -> None:
    edges = rows * (columns + 1) + columns * (rows + 1)
    assert count(load(f"wang2*@{rows}x{columns}"), engine=engine).value == 2**edges
    columns = min(columns, 6)
    edges = rows * (columns + 1) + columns * (rows + 1)
    assert count(load(f"wang3*@{rows}x{columns} border=a"), engine=engine).value == 3 ** (edges - 2 * (rows + columns))


def test_wang_tiles_on_a_torus() -> None:
    assert count(load("wang2*@3x4~~")).value == 2**24
    assert count(load("wang2*@3x4~ border=a")).value == 2 ** (24 - 4)


def test_the_aperiodic_set_of_jeandel_and_rao() -> None:
    """It tiles every rectangle and no torus; the count on 3 x 3 is a brute force's."""
    puzzle = load("jeandel-rao*@3x3")
    assert count(puzzle).value == len(EdgeBrute(puzzle).tilings)
    assert count(load("jeandel-rao*@11x40")).value > 10**17
    for rows, columns in ((3, 5), (4, 7), (6, 6)):
        assert count(load(f"jeandel-rao*@{rows}x{columns}~~")).value == 0


@pytest.mark.parametrize("board", ["1x24", "2x12", "3x8"])
def test_macmahons_squares_fill_only_one_rectangle_with_a_border_of_one_color(board: str) -> None:
    assert verdict(load(f"macmahon3@{board} border=a")).verdict == "impossible"


def test_macmahons_squares_have_a_solution() -> None:
    (tiling,) = solve(load("macmahon3@4x6 border=a"), 1).tilings
    assert faults(tiling.puzzle, tiling.placements) == []
    assert len({placement.piece for placement in tiling.placements}) == 24


@pytest.mark.full
def test_macmahons_squares_counted() -> None:
    """106,624 with a border of a given color; 13,328 up to the rectangle's four symmetries and the exchange of the others."""
    puzzle = load("macmahon3@4x6 border=a")
    assert count(puzzle, engine="native").value == 106_624
    assert count(puzzle, up_to="symmetries", engine="native").value == 26_656
    assert count(puzzle, up_to="labels", engine="native").value == 13_328
