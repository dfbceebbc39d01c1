"""Pictures of wrapped boards and of balls."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from tilewright import Packing, Placement, Tiling
from tilewright.puzzle.picture import tiling_svg
from tilewright.render import solids
from tilewright.render.canvas import Canvas
from tilewright.render.svg import board_svg


def count_of(svg: str, tag: str) -> int:
    ElementTree.fromstring(svg)
    return len(re.findall(f"<{tag} ", svg))


def test_a_flat_board_has_no_seam() -> None:
    assert "stroke-dasharray" not in board_svg(Packing.parse("FNPUV@5x5").board)
    assert "stroke-dasharray" in board_svg(Packing.parse("FNPUV@5x5~").board)


@pytest.mark.parametrize(
    ("text", "copies"), [("tetrominoes:O*@2x4~", 2), ("tetrominoes:O*@2x4~~", 2 + 4 + 1), ("tetrahexes*@4x7~", 4)]
)
def test_the_tab_shows_the_first_cells_again(text: str, copies: int) -> None:
    board = Packing.parse(text).board
    flat = board_svg(type(board)(board.atoms, lattice=board.grid.plane.name))
    assert count_of(board_svg(board), "path") == count_of(flat, "path") + copies + 1  # and the dashes


def test_a_piece_across_the_seam_is_open_there_and_named_on_both_sides() -> None:
    puzzle = Packing.parse("tetrominoes:O*@2x4~")
    across = puzzle.placement("O", [(0, 3), (1, 3), (0, 0), (1, 0)])
    inside = puzzle.placement("O", [(0, 1), (1, 1), (0, 2), (1, 2)])
    svg = tiling_svg(Tiling(puzzle, (across, inside)))
    assert svg.count('aria-label="O"') == 3
    assert tiling_svg(Tiling(puzzle, (inside,))).count('aria-label="O"') == 1


def test_a_piece_is_lifted_when_no_ball_lies_over_it() -> None:
    grid = Packing.parse("trispheres@p3").grid
    square = [(1, 1, 1), (1, 1, 2), (1, 2, 1), (1, 2, 2)]
    assert not solids.can_be_lifted(grid, square, [(0, 2, 2)]), "in the hollow on top"
    assert solids.can_be_lifted(grid, [(0, 2, 2)], square)
    assert solids.can_be_lifted(grid, square, [(0, 4, 4)]), "higher, but beside"


def test_every_ball_is_drawn_nearest_last() -> None:
    puzzle = Packing.parse("tetraspheres@p3")
    grid, canvas = puzzle.grid, Canvas()
    solids.draw_balls(canvas, grid, [puzzle.board.atoms], ["#d46941"], ["A"])
    rims = [element for element in canvas.elements if "stroke=" in element]
    assert len(rims) == 14
    left, top, right, bottom = solids.ball_box(grid, puzzle.board.atoms)
    assert canvas.box == pytest.approx([left, top, right, bottom])
    placement = Placement("A", puzzle.board.atoms[:3], "xyz", "spheres")
    assert placement.id == "A@0,1,1/xyz"
