"""Sheets for the laser cutter, read back from SVG and from DXF."""

import io
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
import shapely
from ezdxf.filemanagement import read

from tests.helpers.area import area
from tests.helpers.cli import EXAMPLES, CommandLine
from tilewright import files
from tilewright.pieces import select
from tilewright.publish.laser import LaserStyle, arrange_sheets, dxf, laser_parts, svg
from tilewright.puzzle import Board

SVG = "{http://www.w3.org/2000/svg}"


def svg_rings(document: str, layer: str) -> list[shapely.Polygon]:
    group = next(g for g in ElementTree.fromstring(document).iter(SVG + "g") if g.attrib["id"] == layer)
    data = [path.attrib["d"] for path in group]
    return [shapely.Polygon([tuple(map(float, pair.split())) for pair in re.split("[MLZ]", d)[1:-1]]) for d in data]


def dxf_rings(text: str, layer: str) -> list[shapely.Polygon]:
    document = read(io.StringIO(text))
    assert document.units == 4  # millimetres
    lines = [line for line in document.modelspace() if line.dxf.layer == layer]
    assert all(line.dxftype() == "LWPOLYLINE" and line.closed for line in lines)
    return [shapely.Polygon(line.get_points("xy")) for line in lines]


@pytest.mark.parametrize("name", ["fridgeiq", "pentominoes", "pentahexes"])
def test_pieces_are_cut_half_a_kerf_outside_their_outline(name: str) -> None:
    pieces = select(name)
    style = LaserStyle(cell=20, kerf=0.2, clearance=0.03, label=False)
    (sheet,) = arrange_sheets(laser_parts(pieces, None, style), LaserStyle(sheet=(900, 900)))
    expected = sorted(area(piece.grid, piece.atoms, 20, 0.03 - 0.1) for piece in pieces)
    for rings in (svg_rings(svg(sheet), "CUT"), dxf_rings(dxf(sheet), "CUT")):
        assert sorted(ring.area for ring in rings) == pytest.approx(expected, rel=1e-4)
        assert all(a.distance(b) > 2.9 for i, a in enumerate(rings) for b in rings[:i])
        assert all(b.bounds[0] >= 0 and b.bounds[2] <= 900 for b in rings)


def test_a_hole_in_a_piece_is_cut_half_a_kerf_smaller() -> None:
    from tilewright.pieces import Piece

    (part,) = laser_parts([Piece.parse("###\n#.#\n###")], None, LaserStyle(cell=10, kerf=0.4, clearance=0, label=False))
    assert shapely.Polygon(part.cut.exterior).area == pytest.approx(30.4**2)
    assert shapely.Polygon(part.cut.interiors[0]).area == pytest.approx(9.6**2)


def test_the_frame_is_cut_so_that_the_board_fits_exactly() -> None:
    board = Board.of_size("3x4-r1c1")
    frame, floor = laser_parts([], board, LaserStyle(cell=10, kerf=0.2))
    window, block = sorted(frame.cut.geoms, key=lambda part: -part.area)
    assert shapely.Polygon(window.interiors[0]).area == pytest.approx((40 - 0.2) * (30 - 0.2))
    assert block.area == pytest.approx(10.2**2)
    assert floor.cut.area == pytest.approx(shapely.Polygon(window.exterior).area)


def test_letters_are_engraved_inside_the_pieces() -> None:
    (sheet,) = arrange_sheets(laser_parts(select("pentominoes"), None, LaserStyle()), LaserStyle())
    cut, engraved = svg_rings(svg(sheet), "CUT"), svg_rings(svg(sheet), "ENGRAVE")
    assert len(cut) == 12 and len(engraved) >= 12
    assert all(sum(piece.buffer(-0.8).contains(letter) for piece in cut) == 1 for letter in engraved)


def test_command(tmp_path: Path, run: CommandLine) -> None:
    words = ("publish", "laser", "pentominoes@6x10", "--kerf", "0.2mm", "--sheet", "300x200mm")
    done = run(*words, "-o", tmp_path / "k.svg", "-o", tmp_path / "k.dxf")
    assert done.code == 0, done.err
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == [f"k-{i}.{kind}" for i in (1, 2, 3) for kind in ("dxf", "svg")]
    rings = [ring for name in names if name.endswith("svg") for ring in svg_rings((tmp_path / name).read_text(), "CUT")]
    assert len(rings) == 12 + 2 + 1
    assert 'width="300mm" height="200mm" viewBox="0 0 300 200"' in (tmp_path / "k-1.svg").read_text()


@pytest.mark.parametrize(
    "words, said",
    [
        (["fridgeiq", "-o", "x.pdf"], ".pdf"),
        (["fridgeiq", "-o", "x.svg", "--sheet", "40x40mm"], "expected a --sheet of"),
        (["fridgeiq", "-o", "x.svg", "--sheet", "wide"], "'wide'"),
        (["fridgeiq", "-o", "x.svg", "--cell", "0.9mm"], "thinner than 0.8 mm"),
        (["tricubes", "-o", "x.svg"], "expected a flat lattice"),
        ([str(EXAMPLES / "shikaku/blog-6x6"), "-o", "x.svg"], "no pieces"),
        (["nonominoes", "-o", "x.svg"], "'nonominoes'"),
        (["fridgeiq", "-o", "nowhere/x.svg"], "nowhere"),
    ],
)
def test_bad_input_is_refused(words: list[str], said: str, run: CommandLine) -> None:
    assert said in run.refused("publish", "laser", *words)


def test_two_files_appear_together_or_not_at_all(
    tmp_path: Path, run: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = files._create

    def full(path: Path, content: bytes, like: Path) -> None:
        if like.suffix == ".dxf":
            raise OSError(28, "No space left on device", str(path))
        real(path, content, like)

    monkeypatch.setattr(files, "_create", full)
    said = run.refused("publish", "laser", "fridgeiq:AB", "-o", tmp_path / "a.svg", "-o", tmp_path / "a.dxf")
    assert "a.dxf: No space left on device: nothing was written" in said
    assert list(tmp_path.iterdir()) == []


def test_a_kerf_that_burns_pieces_away_is_refused(tmp_path: Path, run: CommandLine) -> None:
    said = run.refused("publish", "laser", "fridgeiq", "-o", tmp_path / "a.svg", "--kerf", "50mm")
    assert "--kerf 50mm: expected at most 5mm" in said


def test_a_wrapped_board_is_said_to_be_flat(tmp_path: Path, run: CommandLine) -> None:
    for command, target in (("laser", "k.svg"), ("pieces", "solids")):
        for puzzle, notes in (("dominoes*@1x4~", 1), ("dominoes*@1x4", 0)):
            said = run("publish", command, puzzle, "-o", tmp_path / f"{notes}{target}").err
            assert said.count("the board is rolled up (1x4~)") == notes
            assert len(said.splitlines()) == notes + 1  # and what was written


def test_the_pieces_of_a_box_without_a_board_are_cut_all_the_same(tmp_path: Path, run: CommandLine) -> None:
    done = run("publish", "laser", "ubongo", "-o", tmp_path / "ubongo.svg")
    assert done.code == 0
    assert len(svg_rings((tmp_path / "ubongo.svg").read_text("utf-8"), "CUT")) == 12
    assert "flat" in run.refused("publish", "laser", "ubongo-3d", "-o", tmp_path / "solid.svg")
