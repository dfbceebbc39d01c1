"""The search by corners: published counts, a lattice program, random dissections, wrong answers."""

from __future__ import annotations

import random
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from tests.helpers.paths import ROOT
from tests.puzzle.polygons.dissections import FIELDS, dissection
from tilewright import count, hint, load, solve, verdict
from tilewright.api.answer import solved_answer
from tilewright.api.certificate import check_proof
from tilewright.api.solve import tilings
from tilewright.errors import NotationError
from tilewright.exact_cover.limits import NEVER
from tilewright.formats import dump
from tilewright.kinds import Packing
from tilewright.kinds.polygons.compile import explored
from tilewright.kinds.polygons.plane import turned
from tilewright.kinds.polygons.puzzle import PolygonPlacement, Polygons
from tilewright.kinds.polygons.shape import read_region
from tilewright.kinds.polygons.surd import Point, Surd
from tilewright.kinds.polygons.table import piece_set
from tilewright.loader import parse
from tilewright.pieces import select
from tilewright.puzzle import Board, Placement
from tilewright.puzzle.check import faults

CONVEX = (
    "square", "rectangle", "trapezoid-a", "trapezoid-b", "trapezoid-c", "parallelogram", "hexagon-a", "hexagon-b",
    "hexagon-c", "hexagon-d", "pentagon-a", "pentagon-b", "triangle",
)  # fmt: skip
OTHERS = ("house", "fir", "boat", "rocket", "fish", "bridge", "letter-t", "fox", "mushroom", "vase", "crown", "pine")


def tangram(board: object, name: str = "") -> Polygons:
    return Polygons(read_region(board, "board"), piece_set("tangram"), (), name)


def number_of(puzzle: Polygons) -> int:
    node = explored(puzzle, NEVER)[2]
    return node.count if node else 0


def test_the_tangram_square() -> None:
    puzzle = tangram({"square": "2*sqrt(2)"})
    assert count(puzzle).value == 8 and count(puzzle, up_to="symmetries").value == 1
    assert count(puzzle, engine="native").value == 8
    found = verdict(puzzle)
    assert found.verdict == "several" and found.unique_up_to == "symmetries"
    assert all(not faults(puzzle, tiling) for tiling in solve(puzzle, None))
    assert puzzle.field_text == "Q(sqrt(2)), degree 2"


@pytest.mark.parametrize("name", [*CONVEX[:4], *OTHERS[:2], "mushroom"])
def test_as_many_as_on_half_squares(name: str) -> None:
    on_lattice = load(f"tangram/{name}")
    assert number_of(tangram(on_lattice.board.polygon.wkt)) == count(on_lattice).value


@pytest.mark.full
@pytest.mark.parametrize("name", [*CONVEX, *OTHERS])
def test_all_as_many_as_on_half_squares(name: str) -> None:
    test_as_many_as_on_half_squares(name)


def parse_table(table: dict[str, object]) -> Polygons:
    found = load(table)
    assert isinstance(found, Polygons)
    return found


def check_dissection(field: str, seed: int) -> None:
    puzzle, answer = dissection(field, seed)
    assert not faults(puzzle, answer)
    found = solve(puzzle, 1)
    assert found and not faults(puzzle, found[0])
    assert number_of(puzzle) >= 1


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("part", [0, *(pytest.param(k, marks=(pytest.mark.full, pytest.mark.ci)) for k in (1, 2))])
def test_random_dissections(field: str, part: int) -> None:
    for seed in range(5 * part, 5 * part + 5):
        check_dissection(field, seed)


@pytest.mark.full
@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("part", range(10))
def test_many_random_dissections(field: str, part: int) -> None:
    for seed in range(1000 + 50 * part, 1050 + 50 * part):
        check_dissection(field, seed)


def moved(placement: PolygonPlacement, by: Surd, corner: int | None = None) -> PolygonPlacement:
    """One corner, or all, moved to the right."""
    ring = tuple((x + by, y) if corner in (None, k) else (x, y) for k, (x, y) in enumerate(placement.corners))
    return replace(placement, corners=ring)


def around(placement: PolygonPlacement) -> PolygonPlacement:
    """Turned about its first corner by the angle of a triangle 3, 4, 5."""
    x, y = placement.corners[0]
    cos, sin = Surd.of(Fraction(4, 5)), Surd.of(Fraction(3, 5))

    def image(point: Point) -> Point:
        dx, dy = turned((cos, sin), (point[0] - x, point[1] - y))
        return x + dx, y + dy

    return replace(placement, corners=tuple(map(image, placement.corners)))


def check_altered(field: str, seed: int) -> None:
    puzzle, answer = dissection(field, seed)
    chance = random.Random(seed)
    laid = [each for each in answer if isinstance(each, PolygonPlacement)]
    place = chance.randrange(len(laid))
    little, least = Surd.of(Fraction(1, 10**12)), Surd.of(Fraction(1, 10**15))
    for altered, rules in (
        (moved(laid[place], little, 0), {"shape"}),
        (around(laid[place]), {"overlap", "off-board"}),
        (moved(laid[place], least), {"overlap", "off-board"}),
    ):
        found = {fault.rule for fault in faults(puzzle, [*laid[:place], altered, *laid[place + 1 :]])}
        assert found & rules, (field, seed, found)
    assert {"copies"} == {fault.rule for fault in faults(puzzle, laid[:place] + laid[place + 1 :])}
    assert not faults(puzzle, laid[:place], partial=True)


@pytest.mark.parametrize("field", FIELDS)
def test_altered_answers(field: str) -> None:
    for seed in range(8):
        check_altered(field, seed)


@pytest.mark.full
@pytest.mark.parametrize("field", FIELDS)
def test_many_altered_answers(field: str) -> None:
    for seed in range(2000, 2125):
        check_altered(field, seed)


def test_pins_flips_and_names() -> None:
    table: dict[str, object] = {
        "kind": "polygons",
        "board": "0 0, 2 0, 3 1, 1 1",
        "piece": [{"name": "P", "corners": "0 0, 1 0, 2 1, 1 1", "copies": 2, "flip": False}],
    }
    puzzle = parse_table(table)
    assert count(puzzle).value == 1
    left, right = solve(puzzle)[0]
    pinned = puzzle.with_placements([right])
    assert count(pinned).value == 1 and pinned.digest != puzzle.digest
    assert parse(dump(pinned, "toml")) == pinned and parse(dump(pinned, "json")).digest == pinned.digest
    assert not faults(pinned, solve(pinned)[0]) and {fault.rule for fault in faults(pinned, [left, left])} >= {"pin"}
    mirrored = parse_table({**table, "board": "0 0, 2 0, 1 1, -1 1"})
    found = verdict(mirrored)
    assert found.verdict == "impossible" and found.reason is not None
    assert {fault.rule for fault in faults(mirrored, [mirrored.placement_at("P", [["0", "0"], ["1", "0"], ["0", "1"], ["-1", "1"]])])} & {"shape"}  # fmt: skip


def test_equal_pieces_are_told_apart_on_request() -> None:
    rows = [{"name": name, "corners": "0 0, 1 0, 0 1"} for name in "AB"]
    puzzle = parse_table({"kind": "polygons", "board": {"square": 1}, "piece": rows})
    assert (count(puzzle).value, count(puzzle, labelled=True).value) == (2, 4)
    assert all({each.piece for each in tiling} == {"A", "B"} for tiling in tilings(puzzle, labelled=True))


def test_a_board_with_a_hole_and_pieces_that_slide() -> None:
    rows = [{"name": "A", "corners": "0 0, 2 0, 2 1, 0 1", "copies": 4}]
    ring = parse_table({"kind": "polygons", "board": {"square": 3, "minus": {"square": 1}}, "piece": rows})
    assert count(ring).value == 2 and count(ring, up_to="symmetries").value == 1
    rows = [{"name": str(k), "corners": f"0 0, {wide} 0, {wide} 1, 0 1"} for k, wide in enumerate(("sqrt(2)", "sqrt(3)", "1", "sqrt(2)+sqrt(3)+1"))]  # fmt: skip
    wall = parse_table({"kind": "polygons", "board": {"square": ["sqrt(2)+sqrt(3)+1", 2]}, "piece": rows})
    assert count(wall).value == 12  # three in any order in one row, the long one in the other


def test_a_piece_that_lies_along_a_side_twice() -> None:
    wide = "sqrt(2)+sqrt(3)+sqrt(5)"
    legs = f"0 0, sqrt(2) 0, sqrt(2) 1, sqrt(2)+sqrt(5) 1, sqrt(2)+sqrt(5) 0, {wide} 0, {wide} 3"
    bridge = f"{legs}, sqrt(7)+1 3, sqrt(7)+1 2, sqrt(7) 2, sqrt(7) 3, 0 3"
    rows = [{"name": name, "corners": corners} for name, corners in (("bridge", bridge), ("gate", "0 0, sqrt(5) 0, sqrt(5) 1, 0 1"), ("stone", "0 0, 1 0, 1 1, 0 1"))]  # fmt: skip
    puzzle = parse_table({"kind": "polygons", "board": {"square": [wide, 3]}, "piece": rows})
    assert count(puzzle).value == 4 and count(puzzle, up_to="symmetries").value == 1


@pytest.mark.parametrize(
    ("name", "tilings", "classes"), [("t-puzzle", 2, 1), ("perigal", 2, 1), ("hexagon", 27_828, 2_321)]
)
def test_sets_that_ship(name: str, tilings: int, classes: int) -> None:
    puzzle = load(ROOT / "examples" / "polygons" / f"{name}.toml")
    assert count(puzzle).value == tilings and count(puzzle, up_to="symmetries").value == classes
    found = solve(puzzle)[0]
    assert not faults(puzzle, found.placements)
    assert puzzle.parse_drawing(str(found)) == found.placements


def test_the_hexagon_set_on_its_lattice() -> None:
    names = (("triamonds", 0, 3), ("diamonds", 0, 3), ("moniamond", 0, 3), ("hexiamonds:O", 0, 1))
    pieces = [replace(select(name)[number], name=name[0], copies=(copies, copies)) for name, number, copies in names]
    on_lattice = Packing(Board.of_size("h2", "triangular"), tuple(pieces))
    assert count(on_lattice).value == 27_828 and count(on_lattice, up_to="symmetries").value == 2_321


def test_proofs_are_of_reasons_alone(tmp_path: Path) -> None:
    row: dict[str, object] = {"name": "A", "corners": "0 0, 1 0, 0 1"}
    board = "0 0, sqrt(2) 0, 0 sqrt(2)"
    unique = parse_table({"kind": "polygons", "board": "0 0, 1 0, 0 1", "piece": [row]})
    with pytest.raises(NotationError, match="certificate"):
        verdict(unique, proof=tmp_path / "unique")
    narrow = parse_table({"kind": "polygons", "board": board, "piece": [{**row, "corners": "0 0, 1 0, 1 1, 0 1"}]})
    assert verdict(narrow, proof=tmp_path / "narrow").proof == "checked"
    assert check_proof(narrow, tmp_path / "narrow").good


def test_json_says_nothing_of_a_lattice() -> None:
    row = solved_answer(solve(tangram({"square": "2*sqrt(2)"}), 1))["puzzle"]
    assert row["kind"] == "polygons" and row["area"] == 8 and "lattice" not in row


def test_hints_name_the_corner_and_the_piece() -> None:
    puzzle = load(ROOT / "examples" / "polygons" / "t-puzzle.toml")
    laid: list[Placement] = [solve(puzzle)[0].placements[0]]  # either way up: before it nothing is forced
    for _ in range(3):
        found = hint(puzzle, laid, limit=None)
        assert found.text.startswith("Only the ") or "positions fit into the corner of" in found.text
        laid += found.placements
    assert not faults(puzzle, laid) and hint(puzzle, laid, limit=None).kind == "done"


def test_answers_without_numpy_and_shapely(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in the browser, which has neither."""
    for module in ("numpy", "shapely", "flint"):
        monkeypatch.setitem(sys.modules, module, None)
    puzzle = load(ROOT / "examples" / "polygons" / "t-puzzle.toml")
    assert verdict(puzzle).unique_up_to == "symmetries"
    assert (count(puzzle).value, count(puzzle, up_to="symmetries").value) == (2, 1)
    assert solve(puzzle)[0].svg().count("<path") >= 4
