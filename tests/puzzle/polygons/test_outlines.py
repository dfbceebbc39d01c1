"""All convex shapes that a set makes: what was published, and the shapes of the shelf."""

from __future__ import annotations

import pytest

from tests.helpers.cli import CommandLine
from tilewright import count, load
from tilewright.errors import NotationError
from tilewright.kinds.polygons.outlines import convex_shapes
from tilewright.kinds.polygons.puzzle import PolygonPiece, Polygons
from tilewright.kinds.polygons.shape import corners_of_motion, read_region
from tilewright.kinds.polygons.surd import parse_ring
from tilewright.kinds.polygons.table import piece_set

SHELF = (
    "square", "rectangle", "trapezoid-a", "trapezoid-b", "trapezoid-c", "parallelogram", "hexagon-a", "hexagon-b",
    "hexagon-c", "hexagon-d", "pentagon-a", "pentagon-b", "triangle",
)  # fmt: skip


def shapes(*pieces: PolygonPiece) -> list[int]:
    return [len(shape.rings[0]) for shape in convex_shapes(pieces)]


def test_few_triangles() -> None:
    triangle = parse_ring("0 0, 1 0, 0 1")
    assert shapes(PolygonPiece("A", triangle)) == [3]
    assert sorted(shapes(PolygonPiece("A", triangle, 2))) == [3, 4, 4]  # a triangle, a square, a parallelogram
    square = PolygonPiece("B", parse_ring("0 0, 1 0, 1 1, 0 1"))
    assert shapes(PolygonPiece("A", triangle, 2), square) == [3, 4, 4, 4]  # a trapezoid, a parallelogram, a rectangle


def test_other_angles_are_refused(run: CommandLine) -> None:
    with pytest.raises(NotationError, match="45 degrees"):
        next(convex_shapes(piece_set("hexagon")))
    assert "45 degrees" in run.refused("design", "convex", "hexagon")
    assert "puzzle of polygons" in run.refused("design", "convex", "FNPUV@5x5")


@pytest.mark.full
def test_the_thirteen_of_the_tangram() -> None:
    """Wang and Hsiung 1942; each is one of the shelf, where the program on the lattice of half squares counts as many tilings."""
    found = list(convex_shapes(piece_set("tangram")))
    assert len(found) == 13
    for name in SHELF:
        on_lattice = load(f"tangram/{name}")
        (ring,) = read_region(on_lattice.board.polygon.wkt, "board")
        (same,) = [shape for shape in found if corners_of_motion(ring, shape.rings[0], True)]
        assert count(same).value == count(on_lattice).value, name
        found.remove(same)


@pytest.mark.full
def test_the_sixteen_of_sei_shonagon() -> None:
    """Fox-Epstein, Katsumata and Uehara 2016."""
    found = list(convex_shapes(piece_set("sei-shonagon")))
    assert len(found) == 16 and len({shape.digest for shape in found}) == 16
    square = Polygons(read_region({"square": 4}, "board"), piece_set("sei-shonagon"))
    assert count(square).value in [count(shape).value for shape in found if len(shape.rings[0]) == 4]


@pytest.mark.full
def test_the_command(run: CommandLine) -> None:
    ran = run("design", "convex", "tangram", "-o", ".")
    assert ran.code == 0 and len(ran.out.splitlines()) == 13
    assert run("count", "13.toml").code == 0
    assert not run("design", "convex", "tangram", "--limit", "0.01", "--json").json["complete"]
