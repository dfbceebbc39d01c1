"""Random polygon puzzles, many of whose positions share their corners, asked in every way and compared with brute force.

A campaign of other seeds: TILEWRIGHT_SEEDS=1000-1400 pytest -m full tests/puzzle/polygons/test_differential.py
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import tilewright as tw
from tests.helpers.cli import CommandLine
from tests.helpers.polygon_brute import (
    BrutePiece,
    BrutePuzzle,
    Laid,
    Number,
    Ring,
    clean,
    mirror,
    number,
    position_of,
    shift,
)
from tests.helpers.polygon_puzzles import loops, quarters, random_puzzle, shares_corners, squares
from tilewright.errors import NotationError
from tilewright.formats import dump
from tilewright.kinds.polygons.puzzle import PolygonPlacement
from tilewright.kinds.polygons.surd import Surd
from tilewright.loader import parse
from tilewright.web.work import list_tilings, orbit_digest

ENGINES = ("native", "sweep", "frontier", "race", "sat", "cp", "mip", "reference", "z3")
QUICK = ("native", "frontier", "sat", "reference")
FIRST, _, END = os.environ.get("TILEWRIGHT_SEEDS", "1000-1200").partition("-")
SEEDS = range(int(FIRST), int(END))
PART = 20  # seeds of a test
MANY = 60  # tilings that the slow engines are not asked for


@cache
def rhombus() -> BrutePuzzle:
    """A piece with a notch that has the same corners in two positions."""

    def ring(*corners: tuple[Fraction | int, int]) -> Ring:
        return clean([(number(Fraction(x)), number(0, Fraction(y, 2), 3)) for x, y in corners])

    half = Fraction(1, 2)
    notched = ring((-1, -2), (1, -2), (3 * half, -1), (1, 0), (half, -1), (0, 0))
    triangle = ring((0, 0), (half, -1), (1, 0))
    pieces = [BrutePiece("P0", notched), BrutePiece("P1", triangle), BrutePiece("P2", triangle)]
    return BrutePuzzle([ring((-1, -2), (1, -2), (2, 0), (0, 0))], pieces, 60)


def notched_squares(flip: bool) -> BrutePuzzle:
    """Squares without one of their quarters: four positions of each have the same corners."""
    _, cells = quarters(1, 2)
    notch, quarter = loops(cells[0][:3])[0], loops(cells[0][3:])[0]
    board = loops([atom for cell in cells for atom in cell])
    return BrutePuzzle(board, [BrutePiece("N", notch, 2, flip), BrutePiece("Q", quarter, 2, flip)], 45)


def two_parts() -> BrutePuzzle:
    """A board of two squares, which a motion exchanges."""
    _, cells = quarters(1, 3)
    notch, quarter = loops(cells[0][:3])[0], loops(cells[0][3:])[0]
    board = [ring for cell in (cells[0], cells[2]) for ring in loops(cell)]
    return BrutePuzzle(board, [BrutePiece("N", notch, 2), BrutePiece("Q", quarter), BrutePiece("R", quarter)], 45)


def mirror_images(flip: bool) -> BrutePuzzle:
    """Two pieces that are mirror images of one another, and two dominoes, on a rectangle."""
    _, cells = squares(3, 4)
    at = {(k // 3, k % 3): cell[0] for k, cell in enumerate(cells)}
    piece = loops([at[0, 0], at[0, 1], at[0, 2], at[1, 0]])[0]
    domino = loops([at[0, 0], at[1, 0]])[0]
    pieces = [BrutePiece("L", piece, 1, flip), BrutePiece("J", mirror(piece), 1, flip), BrutePiece("D", domino, 2)]
    return BrutePuzzle(loops([*at.values()]), pieces, 90)


def exact(value: Surd) -> Number:
    parts = {root: Fraction(times, value.denominator) for root, times in value.terms}
    a = parts.pop(1, Fraction(0))
    ((root, b),) = parts.items() if parts else ((0, Fraction(0)),)
    return number(a, b, root)


def ring_of(placement: tw.Placement) -> Ring:
    assert isinstance(placement, PolygonPlacement)
    return tuple((exact(x), exact(y)) for x, y in placement.corners)


def laid(brute: BrutePuzzle, placements: Iterable[tw.Placement]) -> Laid:
    return frozenset((brute.form_of[each.piece], position_of(clean(ring_of(each)))) for each in placements)


def named(placements: Iterable[tw.Placement]) -> frozenset[tuple[str, object]]:
    return frozenset((each.piece, position_of(clean(ring_of(each)))) for each in placements)


def check_puzzle(brute: BrutePuzzle, seed: int, engines: tuple[str, ...]) -> None:
    """Every question in every way."""
    chance = random.Random(seed)
    puzzle, tilings = tw.load(brute.table), brute.tilings()
    labelled, truth = brute.labelled(tilings), set(tilings)
    assert tw.count(puzzle).value == len(tilings)
    assert tw.count(puzzle, labelled=True).value == len(labelled)
    assert tw.count(puzzle, up_to="symmetries").value == brute.orbits(tilings)
    assert tw.count(puzzle, up_to="rotations").value == brute.orbits(tilings, rotations=True)
    for engine in engines if len(labelled) <= MANY else engines[:1]:
        assert tw.count(puzzle, engine=engine).value == len(tilings), engine
        assert tw.count(puzzle, engine=engine, labelled=True).value == len(labelled), engine
        found = tw.solve(puzzle, None, engine=engine)
        assert {laid(brute, tiling) for tiling in found} == truth and len(found) == len(truth), engine
    found = tw.solve(puzzle, None)
    assert {laid(brute, tiling) for tiling in found} == truth and len(found) == len(truth)
    assert len({frozenset(each.id for each in tiling) for tiling in found}) == len(truth)
    listed = tw.solve(puzzle, None, labelled=True)
    assert {named(tiling) for tiling in listed} == set(labelled) and len(listed) == len(labelled)
    words = {0: "impossible", 1: "unique"}
    assert tw.verdict(puzzle).verdict == words.get(len(tilings), "several")
    check_hint(brute, puzzle, truth)
    check_forms(puzzle)
    if found:
        check_pinned(brute, found, chance.choice(list(chance.choice(found))), chance.choice(engines))


def check_hint(brute: BrutePuzzle, puzzle: tw.Puzzle, truth: set[Laid]) -> None:
    step = tw.hint(puzzle)
    if step.kind == "place":
        assert truth and all(laid(brute, step.placements) <= tiling for tiling in truth)
    assert (step.kind == "impossible") == (not truth)


def check_forms(puzzle: tw.Puzzle) -> None:
    """What is written and read back is the same puzzle, and has the same digest."""
    for read in (
        tw.load(tw.to_dict(puzzle)),
        tw.loads(tw.dumps(puzzle)),
        *(parse(dump(puzzle, form)) for form in ("json", "toml")),
    ):
        assert read == puzzle and read.digest == puzzle.digest and str(read) == str(puzzle)


def check_pinned(brute: BrutePuzzle, found: tw.Solved, pin: tw.Placement, engine: str) -> None:
    """The puzzle with one more pin, and which answers keep it."""
    puzzle = found[0].puzzle
    if pin.place in [each.place for each in puzzle.pinned_placements]:
        return
    pinned = puzzle.with_placements([pin])
    other = brute.pinned([(pin.piece, ring_of(pin))])
    tilings = other.tilings()
    for name in ("auto", engine):
        assert tw.count(pinned, engine=name).value == len(tilings), name
    assert tw.count(pinned, labelled=True).value == len(other.labelled(tilings))
    assert tw.count(pinned, up_to="symmetries").value == other.orbits(tilings)
    assert {laid(brute, tiling) for tiling in tw.solve(puzzle, None, partial=[pin])} == set(tilings)
    for tiling in found:
        has = (pin.piece, pin.place) in [(each.piece, each.place) for each in tiling]
        assert (not tw.faults(pinned, tiling)) == has
        rows = [
            {"piece": each.piece, "corners": each.corners[1:] + each.corners[:1]}
            for each in tiling
            if isinstance(each, PolygonPlacement)
        ]
        listed = [puzzle.placement_at(row["piece"], row["corners"]) for row in rows]  # type: ignore[attr-defined]
        assert listed == list(tiling) and tw.faults(puzzle, listed) == []
    check_forms(pinned)


CASES = {
    "rhombus": rhombus(),
    "notched squares": notched_squares(True),
    "notched squares that are not flipped": notched_squares(False),
    "two parts": two_parts(),
    "mirror images": mirror_images(False),
    "mirror images that are flipped": mirror_images(True),
}


@pytest.mark.parametrize("name", CASES)
def test_positions_with_the_same_corners(name: str) -> None:
    check_puzzle(CASES[name], 1, ENGINES)


def test_the_cases_are_what_they_are_for() -> None:
    shared = {name for name, each in CASES.items() if shares_corners(each, each.tilings())}
    assert shared == {"rhombus", "notched squares", "notched squares that are not flipped", "two parts"}
    assert len(rhombus().tilings()) == 4 and rhombus().orbits(rhombus().tilings()) == 1
    exchanged = [goals for goals, _, flipped in mirror_images(False).symmetries() if flipped]
    assert exchanged == [[1, 0, 2]] * 2


@pytest.mark.parametrize("seed", range(12))
def test_random_puzzles(seed: int) -> None:
    check_puzzle(random_puzzle(random.Random(seed)), seed, QUICK)


@pytest.mark.full
@pytest.mark.parametrize("first", SEEDS[::PART])
def test_a_campaign_of_random_puzzles(first: int) -> None:
    for seed in range(first, min(first + PART, SEEDS.stop)):
        check_puzzle(random_puzzle(random.Random(seed)), seed, ENGINES)


@pytest.mark.parametrize("name", CASES)
def test_the_studio_tells_the_same_orbits(name: str) -> None:
    brute = CASES[name]
    puzzle, tilings = tw.load(brute.table), brute.tilings()
    assert len({orbit_digest(puzzle, tiling.placements) for tiling in tw.solve(puzzle, None)}) == brute.orbits(tilings)
    told: list[dict[str, Any]] = []
    job = {"puzzle": puzzle, "number": 1000, "bytes": 10**7, "seconds": 60, "up_to": "symmetries"}
    list_tilings(job, told.append)
    assert sum(len(each.get("lines", [])) for each in told) == brute.orbits(tilings)


# Pins and answers of files


def test_an_answer_whose_pinned_piece_lies_elsewhere(run: CommandLine, tmp_path: Path) -> None:
    """The other position has the corners of the pinned one."""
    found = tw.solve(tw.load(rhombus().table), None)
    places = {tiling: next(each for each in tiling if each.piece == "P0") for tiling in found}
    for tiling, place in places.items():
        pinned = tiling.puzzle.with_placements([place])
        (tmp_path / "pinned.json").write_text(tw.dumps(pinned))
        for other in found:
            (tmp_path / "answer.json").write_text(tw.dumps(other))
            done = run("check", tmp_path / "pinned.json", tmp_path / "answer.json")
            assert (done.code == 0) == (places[other].place == place.place)


def test_pins_that_contradict_one_another() -> None:
    table = rhombus().table
    places = [each for tiling in tw.solve(tw.load(table), None) for each in tiling if each.piece == "P0"]
    rows = [{"piece": "P0", "corners": [list(map(str, corner)) for corner in each.corners]} for each in places[:2]]  # type: ignore[attr-defined]
    with pytest.raises(NotationError):
        tw.load({**table, "pinned": rows})
    with pytest.raises(NotationError):
        tw.load(table).with_placements(places[:2])
    twice = tw.load({**table, "pinned": [rows[0], {**rows[0], "corners": rows[0]["corners"][::-1]}]})
    assert len(twice.pinned_placements) == 1


def test_ids_tell_positions_apart_that_differ_by_a_tiny_angle() -> None:
    """Angles are written rounded; one about a corner by a millionth of a degree is another position."""
    puzzle = tw.load({"kind": "polygons", "board": {"square": 4}, "piece": [{"name": "A", "corners": "0 0, 1 0, 0 1"}]})
    assert isinstance(puzzle, tw.Polygons)
    half = 10**8  # the tangent of half of a right angle less the tiny one is 1 - 1 / half, about
    cos, sin = Fraction(2 * half, half * half + 1), Fraction(half * half - 1, half * half + 1)
    placed = [
        puzzle.placement_at("A", [["0", "0"], [str(x), str(y)], [str(-y), str(x)]]) for x, y in ((0, 1), (cos, sin))
    ]
    assert [each.motion for each in placed] == ["90", "90"]
    assert placed[0].id != placed[1].id and placed[0].place != placed[1].place and placed[0] != placed[1]


# Boards


BOARDS: dict[str, tuple[object, int]] = {
    "a hole": ({"square": 4, "minus": {"square": 1}}, 2),
    "a hole that touches a side": ({"square": 4, "minus": {"polygon": "0 -2, 1 -1, 0 0, -1 -1"}}, 1),
    "two holes that touch": ({"square": 4, "minus": ["0 -1, 1 0, 0 1/2, -1 0", "0 1/2, 1 1, 0 3/2, -1 1"]}, 2),
    "holes one after the other to a side": ({"square": 4, "minus": ["0 -2, 1 -1, 0 0, -1 -1", "0 0, 1 1, 0 3/2, -1 1"]}, 1),
    "holes from side to side": ({"square": 4, "minus": ["0 -2, 1 -1, 0 0, -1 -1", "0 0, 1 1, 0 2, -1 1"]}, 2),
    "an island": ({"polygon": {"square": 6, "minus": {"square": 4}}, "plus": {"square": 2}}, 3),
    "an island that touches": ({"polygon": {"square": 6, "minus": {"square": 4}}, "plus": "0 -2, 1 0, 0 1, -1 0"}, 3),
    "corner to corner": ({"square": 2, "plus": [{"square": 2, "translate": [2, 2]}, {"square": 2, "translate": [2, -2]}]}, 3),
    "a ring of squares": (
        {"square": 2, "plus": [{"square": 2, "translate": [2, 2]}, {"square": 2, "translate": [2, -2]}, {"square": 2, "translate": [4, 0]}]},
        4,
    ),
    "roots": ({"square": "2*sqrt(2)", "minus": {"square": 1, "turn": 45}}, 2),
}  # fmt: skip


@pytest.mark.parametrize("name", BOARDS)
def test_boards_keep_their_digest(name: str, tmp_path: Path) -> None:
    board, rings = BOARDS[name]
    puzzle = tw.load({"kind": "polygons", "board": board, "piece": [{"name": "A", "corners": "0 0, 1 0, 0 1"}]})
    assert isinstance(puzzle, tw.Polygons) and len(puzzle.rings) == rings
    check_forms(puzzle)
    assert puzzle.board.polygon.is_valid  # type: ignore[attr-defined]
    assert puzzle.board.polygon.area == pytest.approx(puzzle.board.area)  # type: ignore[attr-defined]
    assert puzzle.svg().startswith("<svg ")


def test_the_order_in_which_a_board_is_written_does_not_matter() -> None:
    piece = [{"name": "A", "corners": "0 0, 1 0, 0 1"}]
    outer, holes = ["0 0", "4 0", "4 4", "0 4"], [["1 1", "2 1", "2 2", "1 2"], ["2 5/2", "3 5/2", "3 3", "2 3"]]
    digests = set()
    for turn in range(4):
        for first, second in ((holes[0], holes[1]), (holes[1], holes[0])):
            rings = [outer[turn:] + outer[:turn], first[turn:] + first[:turn], second[::-1]]
            text = ", ".join(f"({', '.join([*ring, ring[0]])})" for ring in rings)
            digests.add(tw.load({"kind": "polygons", "board": f"POLYGON ({text})", "piece": piece}).digest)
    assert len(digests) == 1


@pytest.mark.parametrize("copies", [8, 7])
def test_a_certificate_is_that_of_the_puzzle_however_often_it_is_written(
    copies: int, run: CommandLine, tmp_path: Path
) -> None:
    square = {"name": "S", "corners": "0 0, 1 0, 1 1, 0 1", "copies": copies}
    puzzle = tw.load({"kind": "polygons", "board": {"square": 3, "minus": {"square": 1}}, "piece": [square]})
    (tmp_path / "puzzle.json").write_text(tw.dumps(puzzle))
    commands = ("count", "verdict") if copies == 7 else ("count",)  # of what has tilings only a count has a certificate
    for command in commands:
        run(command, tmp_path / "puzzle.json", "--proof", tmp_path / command)
    for form in ("json", "toml", "json"):
        puzzle = parse(dump(puzzle, form))
        assert all(tw.check_proof(puzzle, tmp_path / command).good for command in commands)


def test_a_piece_that_touches_itself_is_refused() -> None:
    pinched = {"square": 4, "minus": {"polygon": "0 -2, 1 -1, 0 0, -1 -1"}}
    with pytest.raises(NotationError):
        tw.load({"kind": "polygons", "board": {"square": 4}, "piece": [{"name": "A", "corners": pinched}]})


def test_labelled_counts_without_parts_of_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in the browser, where shapely is missing: pairs of positions say everything."""
    monkeypatch.setattr("tilewright.kinds.polygons.compile._parts", lambda rings: [])
    for brute in (rhombus(), notched_squares(False)):
        puzzle, tilings = tw.load(brute.table), brute.tilings()
        assert tw.count(puzzle, labelled=True).value == len(brute.labelled(tilings))
        assert tw.count(puzzle, up_to="symmetries").value == brute.orbits(tilings)
        assert tw.count(puzzle, engine="sat").value == len(tilings)


def test_the_brute_force_program_itself() -> None:
    _, cells = squares(2, 3)
    domino = shift(loops([cells[0][0], cells[1][0]])[0], (number(5), number(0)))
    board = loops([cell[0] for cell in cells])
    found = BrutePuzzle(board, [BrutePiece("A", domino), BrutePiece("B", domino, 2)], 90)
    assert (len(found.tilings()), len(found.labelled(found.tilings())), found.orbits(found.tilings())) == (3, 9, 2)
