"""Numbers of tilings by chains from the left and an exact cover, which share nothing with the search by corners."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.paths import ROOT
from tests.puzzle.polygons.chains import number_of_tilings
from tilewright import count, load
from tilewright.kinds.polygons.outlines import convex_shapes, shapes_with_corners
from tilewright.kinds.polygons.puzzle import Polygons
from tilewright.kinds.polygons.table import piece_set

TANGRAMS = sorted((ROOT / "examples" / "polygons").glob("tangram-*.toml"))


def check(puzzle: object, known: int = 0) -> None:
    assert isinstance(puzzle, Polygons)
    found = count(puzzle).value
    assert number_of_tilings(puzzle) == found and found == (known or found)


HALVES = {"name": "A", "corners": "0 0, 1 0, 0 1", "copies": 2}
GABLE = "0 0, sqrt(2) 0, sqrt(2) sqrt(2), 0 sqrt(2)"  # the square under it is on the other grid


def test_two_grids_at_once() -> None:
    row = {"name": "B", "corners": GABLE}
    house = "0 0, sqrt(2) 0, sqrt(2) sqrt(2), sqrt(2)/2 3*sqrt(2)/2, 0 sqrt(2)"
    check(load({"kind": "polygons", "board": house, "piece": [{**HALVES, "copies": 1}, row]}), 1)
    check(load({"kind": "polygons", "board": {"square": "2*sqrt(2)"}, "piece": [{**HALVES, "copies": 4}, {**row, "copies": 3}]}), 4)  # fmt: skip


@pytest.mark.full
@pytest.mark.parametrize("path", TANGRAMS, ids=lambda path: path.stem)
def test_silhouettes_on_no_one_lattice(path: Path) -> None:
    check(load(path))


@pytest.mark.full
@pytest.mark.parametrize(("pieces", "shapes"), [("tangram", 13), ("sei-shonagon", 16)])
def test_convex_shapes(pieces: str, shapes: int) -> None:
    found = list(convex_shapes(piece_set(pieces)))
    assert len(found) == shapes
    for shape in found:
        check(shape)


@pytest.mark.full
@pytest.mark.parametrize(("corners", "number"), [(3, 1), (4, 6), (5, 53)])
def test_shapes_with_few_corners(corners: int, number: int) -> None:
    found = list(shapes_with_corners(piece_set("tangram"), corners))
    assert len(found) == number
    for shape in found:
        check(shape)
