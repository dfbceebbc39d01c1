"""Solids measured by trimesh: watertight, in one part, and of the volume that geometry says."""

import io
import math
import zipfile
from collections import Counter
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import networkx
import numpy as np
import pytest
import shapely
import trimesh

from tests.helpers.area import area
from tests.helpers.cli import CommandLine
from tilewright import files
from tilewright.errors import LimitError
from tilewright.lattice import lattice
from tilewright.pieces import Piece, select
from tilewright.pieces.sets import polyforms
from tilewright.publish.laser import LETTER, WALL, made_plan, magnet_places
from tilewright.publish.solids import ENGRAVED, FLOOR, RIM, SUNK, SolidStyle, piece_solid, print_files, stl, tray_solid
from tilewright.puzzle import Board
from tilewright.render import canvas
from tilewright.render.canvas import letter_spot


def measured(data: bytes) -> trimesh.Trimesh:
    mesh = trimesh.load(io.BytesIO(data), file_type="stl")
    assert isinstance(mesh, trimesh.Trimesh)
    mesh.merge_vertices()
    assert mesh.is_watertight and mesh.is_winding_consistent
    return mesh


def one(solid_body: object) -> trimesh.Trimesh:
    mesh = measured(stl([solid_body]))  # type: ignore[list-item]
    assert len(bodies(mesh)) == 1
    return mesh


def bodies(mesh: trimesh.Trimesh) -> list[np.ndarray]:
    """The corners of each part whose faces hang together through edges."""
    graph = networkx.Graph(mesh.face_adjacency.tolist())
    return [mesh.vertices[np.unique(mesh.faces[list(part)])] for part in networkx.connected_components(graph)]


FLAT = [piece for name in ("fridgeiq", "pentominoes", "hexiamonds", "tetrahexes") for piece in select(name)]


@pytest.mark.parametrize("piece", FLAT, ids=lambda piece: f"{piece.lattice}-{piece.name}")
def test_a_piece_is_one_watertight_solid_of_the_right_volume(piece: Piece) -> None:
    style = SolidStyle(cell=20, height=5, clearance=0.15, radius=1)
    mesh = one(piece_solid(piece, style).body)
    expected = 5 * area(piece.grid, piece.atoms, 20, 0.15, 1)
    assert mesh.volume == pytest.approx(expected, rel=1e-3)
    assert mesh.bounds[:, 2] == pytest.approx([0, 5])


@pytest.mark.parametrize("piece", select("fridgeiq"), ids=lambda piece: piece.name)
def test_magnets_and_letters_take_away_what_they_should(piece: Piece) -> None:
    style = SolidStyle(magnet=(10, 2), label=True)
    solid = piece_solid(piece, style)
    assert solid.magnets >= 1 and solid.labelled
    long = canvas.width(piece.name, bold=True)
    room = letter_spot(piece.grid, piece.atoms)[2] * 20 - 0.15 - WALL
    size = min(LETTER * 20, 2 * room / math.hypot(long, canvas.CAP_HEIGHT))
    letter = sum(ring(points) for points in canvas.contours(piece.name)) * size**2
    recess = math.pi * 5.15**2 * 2.15
    expected = 5 * area(piece.grid, piece.atoms, 20, 0.15, 1) - solid.magnets * recess - abs(letter) * ENGRAVED
    assert one(solid.body).volume == pytest.approx(expected, rel=1e-3)


def ring(points: list[tuple[float, float]]) -> float:
    x, y = np.array(points).T
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


@pytest.mark.parametrize("piece", (*select("fridgeiq"), *select("hexominoes")[::4]), ids=lambda piece: piece.name)
def test_recesses_have_walls_around_them(piece: Piece) -> None:
    shape = made_plan(piece, 20, 0.15, 1)
    places = magnet_places(shape, piece, 20, 5.15)
    assert places
    for place in places:
        assert shape.contains(place) and shape.exterior.distance(place) >= 5.15 + WALL - 1e-6
    assert all(a.distance(b) >= 2 * 5.15 + WALL for i, a in enumerate(places) for b in places[:i])


def test_a_magnet_that_is_too_large_for_a_piece_is_left_out_and_said() -> None:
    files, notes = print_files(select("fridgeiq:YN"), None, SolidStyle(magnet=(18, 2)))
    assert len(files) == 6
    assert notes == ["a magnet of 18 mm with a wall of 0.8 mm around it does not fit into: Y"]


CUBES = [piece for name in ("tetracubes", "tricubes") for piece in select(name)] + [
    Piece("O", tuple((a, b, c) for a in (0, 1) for b in (0, 1) for c in (0, 1)), "cubic")
]


@pytest.mark.parametrize("piece", CUBES, ids=lambda piece: f"{len(piece.atoms)}{piece.name}")
def test_cubes_shrink_on_every_face(piece: Piece) -> None:
    """Volume: cells, bridges between neighbours, and what closes squares of four and cubes of eight cells."""
    cells, small, gap = set(piece.atoms), 20 - 0.3, 0.3
    count = Counter[int]()
    for cell in cells:
        for span in np.ndindex(2, 2, 2):
            box = [tuple(np.add(cell, d)) for d in np.ndindex(*(s + 1 for s in span))]
            count[sum(span)] += all(tuple(map(int, other)) in cells for other in box)
    expected = sum(count[k] * small ** (3 - k) * gap**k for k in range(4))
    mesh = one(piece_solid(piece, SolidStyle(clearance=0.15)).body)
    assert mesh.volume == pytest.approx(expected, rel=1e-4)
    labelled = piece_solid(piece, SolidStyle(clearance=0.15, label=True))
    assert labelled.labelled and one(labelled.body).volume < mesh.volume


@pytest.mark.parametrize("number", range(0, 12, 2))
def test_prisms_shrink_on_every_face(number: int) -> None:
    """Volume: the layers without what they lose, and what joins two layers where one stands on the other."""
    piece = Piece("A", polyforms("prism", 4)[number], "prism")
    flat, high = lattice("triangular"), 20.0
    layers = [tuple(atom[1:] for atom in piece.atoms if atom[0] == layer) for layer in range(4)]
    layers = [layer for layer in layers if layer]
    common = [tuple(set(a) & set(b)) for a, b in pairwise(layers)]
    expected = sum(area(flat, layer, 20, 0.2) for layer in layers) * (high - 0.4)
    expected += sum(area(flat, both, 20, 0.2) for both in common) * 0.4
    assert one(piece_solid(piece, SolidStyle(clearance=0.2)).body).volume == pytest.approx(expected, rel=1e-3)


def test_the_tray_is_one_solid_with_a_pocket_for_the_board() -> None:
    board = Board.parse("####o\n#..##\n#####")
    style = SolidStyle(cell=20, height=5, clearance=0.15)
    mesh = one(tray_solid(board, style).body)
    wide, high = 5 * 20 + 2 * (RIM + 0.15), 3 * 20 + 2 * (RIM + 0.15)
    outer = wide * high - (4 - math.pi) * (RIM / 2) ** 2
    pocket = area(board.grid, (*board.atoms, *board.optional), 20, -0.15)
    assert mesh.volume == pytest.approx(outer * (FLOOR + SUNK * 5) - pocket * SUNK * 5, rel=1e-3)
    assert mesh.extents == pytest.approx([wide, high, FLOOR + SUNK * 5], abs=0.01)


def test_files_of_a_puzzle(tmp_path: Path, run: CommandLine) -> None:
    done = run("publish", "pieces", "pentominoes:FX@2x5", "-o", tmp_path / "out", "--label", "--magnet", "8x2mm")
    assert (done.code, done.out) == (0, "")
    names = {path.name for path in (tmp_path / "out").iterdir()}
    assert names == {f"{stem}.{kind}" for stem in ("01-F", "02-X", "tray", "plate") for kind in ("stl", "3mf")}
    for path in (tmp_path / "out").glob("*.stl"):
        mesh = measured(path.read_bytes())
        assert len(bodies(mesh)) == (2 if path.stem == "plate" else 1)
        assert three_mf_volume(path.with_suffix(".3mf").read_bytes()) == pytest.approx(mesh.volume, rel=1e-4)


def three_mf_volume(data: bytes) -> float:
    """The volume in a 3MF file, every edge of whose triangles is walked once in each direction."""
    core = "{http://schemas.microsoft.com/3dmanufacturing/core/2015/02}"
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.testzip() is None
        model = ElementTree.fromstring(archive.read("3D/3dmodel.model"))
    assert model.attrib["unit"] == "millimeter"
    objects = model.findall(f"{core}resources/{core}object")
    items = [item.attrib["objectid"] for item in model.findall(f"{core}build/{core}item")]
    assert items == [each.attrib["id"] for each in objects]
    volume = 0.0
    for each in objects:
        points = np.array([[float(v.attrib[k]) for k in "xyz"] for v in each.iter(f"{core}vertex")])
        faces = np.array([[int(t.attrib[k]) for k in ("v1", "v2", "v3")] for t in each.iter(f"{core}triangle")])
        edges = Counter((int(a), int(b)) for face in faces for a, b in zip(face, np.roll(face, -1), strict=True))
        assert all(count == 1 and edges[b, a] == 1 for (a, b), count in edges.items())
        volume += float(np.linalg.det(points[faces]).sum()) / 6
    return volume


def test_copies_stand_on_the_plate_without_touching() -> None:
    files, _ = print_files([piece.with_copies(3, 3) for piece in select("tetrominoes:IO")], None, SolidStyle(), bed=100)
    assert {name for name in files if name.startswith("plate")} == {
        f"plate-{i}.{k}" for i in (1, 2) for k in ("stl", "3mf")
    }
    parts = [bodies(measured(files[f"plate-{i}.stl"])) for i in (1, 2)]
    assert sum(len(part) for part in parts) == 6
    for part in parts:
        boxes = [shapely.box(*corners.min(axis=0)[:2], *corners.max(axis=0)[:2]) for corners in part]
        assert all(box.bounds[2] <= 100 and box.bounds[3] <= 100 for box in boxes)
        assert all(a.distance(b) > 4.9 for i, a in enumerate(boxes) for b in boxes[:i])


def test_same_input_same_bytes() -> None:
    style = SolidStyle(magnet=(10, 2), label=True)
    assert print_files(select("fridgeiq:AD"), None, style) == print_files(select("fridgeiq:AD"), None, style)


@pytest.mark.parametrize(
    "words, said",
    [
        (["--cell", "1mm"], "less than 0.8 mm"),
        (["--cell", "1.5mm"], "walls thinner than 0.8 mm"),
        (["--clearance", "9.7mm"], "less than 0.8 mm"),
        (["--height", "0.5mm"], "--height 0.5mm: expected at least 0.8mm"),
        (["--magnet", "10x4.5mm"], "less than 0.8 mm above it"),
        (["--magnet", "10x3.6mm", "--label"], "with a letter"),
        (["--magnet", "30x2mm"], "fits into no piece"),
        (["--magnet", "10mm"], "'10mm'"),
        (["--magnet", "10x2parsec"], "expected a length"),
        (["--bed", "50mm"], "--bed"),
    ],
)
def test_walls_that_would_be_too_thin_are_refused(
    words: list[str], said: str, tmp_path: Path, run: CommandLine
) -> None:
    assert said in run.refused("publish", "pieces", "fridgeiq", "-o", tmp_path / "out", *words)
    assert not (tmp_path / "out").exists()


def test_places_that_cannot_be_written_are_refused(tmp_path: Path, run: CommandLine) -> None:
    (tmp_path / "file").write_text("x")
    assert "file" in run.refused("publish", "pieces", "fridgeiq:A", "-o", tmp_path / "file")
    assert "nowhere" in run.refused("publish", "pieces", "fridgeiq:A", "-o", tmp_path / "nowhere/out")
    assert "needs flat pieces" in run.refused("publish", "pieces", "tricubes", "-o", tmp_path / "o", "--magnet", "5x2")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_nothing_is_left_when_writing_breaks_off(
    tmp_path: Path, run: CommandLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, calls = files._create, []

    def full(path: Path, content: bytes, like: Path) -> None:
        calls.append(path)
        if len(calls) == 3:
            raise OSError(28, "No space left on device", str(path))
        real(path, content, like)

    monkeypatch.setattr(files, "_create", full)
    assert "No space left" in run.refused("publish", "pieces", "fridgeiq:AB", "-o", tmp_path / "out")
    assert len(calls) == 3 and not (tmp_path / "out").exists()


def test_a_million_copies_are_refused() -> None:
    with pytest.raises(LimitError, match=r"1,000,001 pieces.* at most 1,000"):
        print_files(
            [piece.with_copies(0, 1_000_000 if piece.name == "I" else 1) for piece in select("tetrominoes:IO")],
            None,
            SolidStyle(),
        )


@pytest.mark.full
@pytest.mark.parametrize("name", ["hexominoes", "pentaboloes", "hexiamonds", "pentahexes", "pentacubes", "hexacubes"])
def test_every_piece_of_large_sets_is_one_watertight_solid(name: str) -> None:
    for piece in select(name):
        magnet = (6.0, 2.0) if piece.grid.dimension == 2 else None
        for style in (SolidStyle(label=True), SolidStyle(17.3, 4.4, 0.2, magnet, True, 0.7)):
            one(piece_solid(piece, style).body)
