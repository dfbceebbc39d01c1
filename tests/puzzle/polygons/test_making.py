"""Pieces of polygon puzzles made: cut by a laser, printed as solids, with labels of which no two are alike."""

from __future__ import annotations

import pytest

from tests.helpers.paths import ROOT
from tilewright import load, solve
from tilewright.kinds.polygons.picture import PolygonPicture, play_orientations
from tilewright.publish.laser import LaserStyle, arrange_sheets, laser_parts
from tilewright.publish.solids import FLOOR, SUNK, SolidStyle, print_files, tray_solid

SQUARE = load(str(ROOT / "examples" / "polygons" / "tangram-square.toml"))


def test_laser_parts_are_the_pieces_less_the_clearance() -> None:
    style = LaserStyle(cell=20, kerf=0, clearance=0.0)
    *pieces, frame, floor = laser_parts(SQUARE.picture.pieces_to_make(), SQUARE.board, style)
    assert sorted(round(part.cut.area / 400, 6) for part in pieces) == [0.5, 0.5, 1, 1, 1, 2, 2]
    assert floor.cut.area - frame.cut.area == pytest.approx(8 * 400, rel=1e-9)
    (sheet,) = arrange_sheets([*pieces, frame, floor], style)
    assert len(sheet.lines["CUT"]) == 7 + 3


def test_solids_and_tray_have_the_pieces_areas() -> None:
    pytest.importorskip("manifold3d")
    style = SolidStyle(clearance=0, radius=0)
    files, notes = print_files(SQUARE.picture.pieces_to_make(), SQUARE.board, style)
    assert "05-parallelogram.stl" in files and "tray.stl" in files and notes == []
    pocket = 8 * style.cell**2 * SUNK * style.height
    box = tray_solid(SQUARE.board, style).body
    low, high = box.bounding_box()[:3], box.bounding_box()[3:]
    assert high[2] - low[2] == pytest.approx(FLOOR + SUNK * style.height)
    assert box.volume() < (high[0] - low[0]) * (high[1] - low[1]) * (high[2] - low[2]) - pocket


def test_no_two_pieces_of_a_set_that_ships_show_the_same_label() -> None:
    for path in (ROOT / "examples" / "polygons").glob("*.toml"):
        labels = PolygonPicture(load(str(path))).labels
        assert len(set(labels.values())) == len(labels) and max(map(len, labels.values())) <= 3, path


@pytest.mark.full
def test_every_solution_can_be_laid_in_the_studio() -> None:
    """Each piece of each solution lies as one of the orientations that the page has."""
    for name in ("tangram-square", "t-puzzle", "perigal"):
        puzzle = load(str(ROOT / "examples" / "polygons" / f"{name}.toml"))
        ways = {piece.name: play_orientations(puzzle)[k] for k, piece in enumerate(puzzle.pieces)}
        for tiling in solve(puzzle, 8):
            for placement in tiling:
                x, y = placement.corners[0]
                shape = tuple((u - x, v - y) for u, v in placement.corners)
                assert shape in [corners for _, _, corners in ways[placement.piece]], (name, placement.id)


def test_outlines_of_a_tiling_are_those_of_its_pieces() -> None:
    (tiling,) = solve(SQUARE, 1)
    assert sum(shape.area for _, shape in tiling.polygons()) == pytest.approx(8)
    assert tiling.wkt.count("POLYGON") == 7
