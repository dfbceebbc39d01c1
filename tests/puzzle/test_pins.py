"""Pins: a set, one meaning everywhere, and refused where they exclude each other, whatever way they come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from tests.helpers.cli import CommandLine
from tilewright.api.answer import LineWriter, line_of
from tilewright.api.count import count
from tilewright.api.solve import solve
from tilewright.api.solve import tilings as tilings_of
from tilewright.api.verdict import relaxations, verdict
from tilewright.errors import NotationError
from tilewright.exact_cover.engine import engines
from tilewright.kinds import Packing, Shikaku
from tilewright.kinds.packing.puzzle import Pin
from tilewright.loader import load
from tilewright.pieces import Piece
from tilewright.puzzle import Board, Placement, Puzzle
from tilewright.puzzle.check import faults
from tilewright.puzzle.rules import Reason
from tilewright.web.requests import SearchRequest, StudioLimits
from tilewright.web.work import do

CELL = ((0, 0),)


def mono(name: str, lo: int = 1, hi: int | None = 1) -> Piece:
    return Piece(name, CELL, copies=(lo, hi))


def row(cells: int, *pieces: Piece) -> Packing:
    return Packing(Board.of_size(f"1x{cells}"), pieces)


def ids(puzzle: Puzzle, **words: object) -> list[list[str]]:
    tilings = solve(puzzle, None, **words).tilings  # type: ignore[arg-type]
    return sorted([placement.id for placement in tiling.placements] for tiling in tilings)


def test_a_pin_that_stands_twice_is_one() -> None:
    whole = solve(Packing.parse("FNPUV@5x5")).tilings[0].placements[0]
    pin, turned = Pin(whole.piece, whole.atoms), Pin(whole.piece, whole.atoms[::-1])
    once = Packing.parse("FNPUV@5x5").with_pins((pin,))
    for twice in (once.with_pins((pin,)), once.with_pins((turned,)), replace(once, pinned=(turned, pin, pin))):
        assert twice == once and twice.digest == once.digest and twice.pinned == (pin,)
        assert count(twice).value == count(once).value > 0
        assert count(solve(once, partial=[whole]).puzzle).value == count(once).value
    assert solve(once, None, partial=[whole]).verdict == "solved"
    assert once.with_pins((pin,)).checkers.reason_fault(Reason("area", "")) is not None


def test_unlimited_twins_are_told_apart_by_their_labels() -> None:
    puzzle = row(2, mono("A", 0, None), mono("B", 0, None))
    for engine in (
        "auto",
        *(
            name
            for name in ("native", "sweep", "frontier", "race", "reference", "sat", "mip", "cp", "z3")
            if not engines()[name].unavailable()
        ),
    ):
        assert (count(puzzle, engine=engine).value, count(puzzle, labelled=True, engine=engine).value) == (1, 4)
    assert ids(puzzle, labelled=True) == [[f"{a}@0,0/0", f"{b}@0,1/0"] for a in "AB" for b in "AB"]


def test_other_rules_are_another_piece_without_bounds_too() -> None:
    """A bar that may turn and one that may not lie alike across, and are two pieces, bounded or not."""
    bar = ((0, 0), (0, 1))
    for copies in ((0, 1), (0, None)):
        pieces = Piece("A", bar, copies=copies), Piece("B", bar, copies=copies, motion="fixed")
        assert count(Packing(Board.of_size("1x2"), pieces)).value == 2


def test_the_pinned_place_gets_the_pinned_name() -> None:
    puzzle = row(3, mono("A"), mono("B"), mono("C"))
    for name in "ABC":
        for column in range(3):
            pinned = puzzle.with_pins((Pin(name, ((0, column),)),))
            assert count(pinned).value == 1 and count(pinned, labelled=True).value == 2
            for tiling in (*solve(pinned).tilings, *solve(pinned, None, labelled=True).tilings):
                assert f"{name}@0,{column}/0" in {placement.id for placement in tiling.placements}
                assert not faults(pinned, tiling.placements)


def test_lines_have_the_names_of_tilings() -> None:
    puzzle = row(4, mono("A", 1, 2), mono("B", 1, None), mono("C", 0, 1)).with_pins(
        (Pin("C", ((0, 2),)), Pin("B", CELL))
    )
    stream = tilings_of(puzzle)
    tilings = stream.collect()
    lines = LineWriter()(tilings).splitlines(keepends=True)
    assert [sorted(line) for line in lines] == [sorted(line_of(tiling)) for tiling in tilings]
    assert not any(faults(puzzle, tiling.placements) for tiling in tilings)


def test_a_pin_uses_up_a_copy_of_its_own_piece_only() -> None:
    """The pinned A is not one of the B that must be there: two cells would do for shapes, three for names."""
    spare, must = mono("A", 0, 1), mono("B", 1, 1)
    for cells, tilings in ((1, 0), (2, 1), (3, 0)):
        puzzle = row(cells, spare, must).with_pins((Pin("A", CELL),))
        assert (count(puzzle).value, count(puzzle, labelled=True).value) == (tilings, tilings)
        assert verdict(puzzle).verdict == ("unique" if tilings else "impossible")
    loose = Packing(Board(CELL, ((0, 1), (0, 2))), (spare, must)).with_pins((Pin("A", CELL),))
    assert ids(loose) == [["A@0,0/0", "B@0,1/0"], ["A@0,0/0", "B@0,2/0"]]


def together(puzzle: Puzzle) -> list[tuple[str, Sequence[object]]]:
    """(what the message says, pins that cannot be)."""
    if isinstance(puzzle, Shikaku):
        return [
            ("overlaps", [(0, 0, 1, 2), (0, 0, 2, 1)]),
            ("expected one on the 2 x 3 grid", [(0, 2, 1, 2)]),
            ("expected one on the 2 x 3 grid", [(0, 0, 0, 2)]),
            ("expected one on the 2 x 3 grid", [(-1, 0, 2, 1)]),
            ("holds 0 clues", [(0, 1, 1, 1)]),
            ("holds 3 clues", [(0, 0, 2, 3)]),
            ("expected 2, as its clue says", [(0, 0, 1, 1)]),
        ]
    return [
        ("overlap at (0, 1)", [Pin("A", ((0, 0), (0, 1))), Pin("B", ((0, 1), (0, 2)))]),
        ("overlap at (0, 0)", [Pin("A", ((0, 0), (0, 1))), Pin("B", ((0, 0), (0, 1)))]),
        ("pinned 2 times: expected at most its 1 copies", [Pin("B", ((0, 0), (0, 1))), Pin("B", ((0, 2), (0, 3)))]),
        ("not on the board", [Pin("A", ((0, 3), (0, 4)))]),
        ("allowed position", [Pin("A", ((0, 0), (1, 0)))]),
        ("allowed position", [Pin("A", ((0, 0), (0, 0)))]),
        ("no cells", [Pin("A", ())]),
        ("no piece 'Z'", [Pin("Z", ((0, 0), (0, 1)))]),
    ]


BAR = ((0, 0), (0, 1))
BARS = Packing(
    Board.of_size("2x4"), tuple(Piece(n, BAR, copies=c, motion="fixed") for n, c in (("A", (0, 3)), ("B", (1, 1))))
)
CLUES = Shikaku(2, 3, ((0, 0, 2), (0, 2, 2), (1, 2, None)))


@pytest.mark.parametrize("puzzle", [BARS, CLUES], ids=["pieces", "shikaku"])
def test_pins_that_exclude_each_other_are_refused_in_every_order(puzzle: Puzzle) -> None:
    for text, pins in together(puzzle):
        for order in (pins, pins[::-1], [*pins, *pins]):
            with pytest.raises(NotationError) as caught:
                replace(puzzle, pinned=tuple(order))  # type: ignore[type-var]
            assert text in str(caught.value) and "\n" not in str(caught.value)


def test_a_pin_on_a_paint_that_its_piece_must_not_cover() -> None:
    board = Board(BAR, paint=((BAR[0], "red"),))
    puzzle = Packing(board, (Piece("A", BAR, motion="fixed", allowed_paints=((BAR[0], ("blue",)),)),))
    with pytest.raises(NotationError, match="paint"):
        puzzle.with_pins((Pin("A", BAR),))


HEAD = 'board = "2x4"\n[[piece]]\nname = "A"\nshape = "##"\ncopies = [0, 3]\nturn = false\nflip = false\n[[piece]]\nname = "B"\nshape = "##"\nturn = false\nflip = false\n'
OVERLAP = '[[pinned]]\npiece = "A"\ncells = [[0, 0], [0, 1]]\n[[pinned]]\npiece = "B"\ncells = [[0, 1], [0, 2]]\n'
OVER = '[[pinned]]\npiece = "B"\ncells = [[0, 0], [0, 1]]\n[[pinned]]\npiece = "B"\ncells = [[1, 0], [1, 1]]\n'
SHIKAKU = 'shikaku = """\n2 . 2\n. . ?\n"""\n[[pinned]]\nrect = [0, 0, 1, 2]\n[[pinned]]\nrect = [0, 0, 2, 1]\n'


@pytest.mark.parametrize("text", [HEAD + OVERLAP, HEAD + OVER, SHIKAKU], ids=["overlap", "copies", "shikaku"])
def test_files_with_such_pins_are_refused_in_one_line(run: CommandLine, tmp_path: Path, text: str) -> None:
    file = tmp_path / "pins.toml"
    file.write_text(text)
    for command in ("solve", "count", "verdict", "show"):
        assert "expected" in run.refused(command, file)


def test_a_pin_twice_in_a_file(tmp_path: Path) -> None:
    file = tmp_path / "pins.toml"
    once = '[[pinned]]\npiece = "B"\ncells = [[0, 0], [0, 1]]\n'
    file.write_text(HEAD + once + once)
    assert count(load(str(file))).value == 1


def line(*placements: tuple[str, Sequence[tuple[int, int]]]) -> str:
    rows = ", ".join(f'{{"piece": "{name}", "cells": {[list(cell) for cell in cells]}}}' for name, cells in placements)
    return f'{{"placements": [{rows}]}}'


LYING = [
    ("overlaps the pinned piece A", line(("B", ((0, 1), (0, 2))))),
    ("overlaps the pinned piece A", line(("B", BAR))),
    ("overlap", line(("A", ((1, 0), (1, 1))), ("B", ((1, 1), (1, 2))))),
    ("overlap", line(("A", ((1, 0), (1, 1))), ("A", ((1, 0), (1, 1))))),
    ("used 2 times", line(("B", ((1, 0), (1, 1))), ("B", ((1, 2), (1, 3))))),
]


@pytest.mark.parametrize(("rule", "part"), LYING)
def test_what_lies_there_is_refused_wherever_it_is_asked(
    run: CommandLine, tmp_path: Path, rule: str, part: str
) -> None:
    file, lying = tmp_path / "pins.toml", tmp_path / "part.json"
    pin = '[[pinned]]\npiece = "A"\ncells = [[0, 0], [0, 1]]\n'
    file.write_text(HEAD + pin)
    lying.write_text(part)
    assert rule in run.refused("solve", file, "--with", lying)
    assert rule in run.refused("solve", file, "--with", lying, "--all", "-o", tmp_path / "all.jsonl")
    told: list[dict[str, object]] = []
    with pytest.raises(NotationError, match=rule):
        do(SearchRequest(HEAD + pin, partial=part).job(StudioLimits()), told.append)
    assert not told


def test_solve_from_here_with_the_pin_itself(run: CommandLine, tmp_path: Path) -> None:
    """The studio sends what lies on its board, the pinned pieces too."""
    pin = '[[pinned]]\npiece = "A"\ncells = [[0, 0], [0, 1]]\n'
    file, lying, part = tmp_path / "pins.toml", tmp_path / "part.json", line(("A", BAR))
    file.write_text(HEAD + pin)
    lying.write_text(part)
    assert run("solve", file, "--with", lying, "--all", "--json").json["verdict"] == "solved"
    told: list[dict[str, object]] = []
    do(SearchRequest(HEAD + pin, number=50, partial=part).job(StudioLimits()), told.append)
    assert told[-1]["event"] == "end" and told[-1]["count"] == count(load(str(file))).value == 1


def test_shikaku_pins_come_twice_and_with_what_lies_there() -> None:
    pinned = replace(CLUES, pinned=((0, 0, 2, 1), (0, 0, 2, 1)))
    assert pinned.pinned == ((0, 0, 2, 1),) and pinned.digest == replace(CLUES, pinned=((0, 0, 2, 1),)).digest
    standing = Placement("0,0", ((0, 0), (1, 0)), "2x1")
    assert len(solve(pinned, None, partial=[standing]).tilings) == count(pinned).value == 1
    lying = Placement("0,0", BAR, "1x2")
    with pytest.raises(NotationError, match="overlaps the pinned rectangle of clue 0,0"):
        solve(pinned, partial=[lying])


def test_relaxations_keep_to_pins_that_stay() -> None:
    impossible = replace(CLUES, clues=((0, 0, 2), (0, 2, 2), (1, 2, 1)), pinned=((0, 0, 1, 2),))
    found = list(relaxations(impossible))
    assert found and all(not faults(each.puzzle, each.tiling.placements) for each in found if each.kind != "cells")
    pieces = row(3, mono("A", 1, 2), mono("B", 0, 1)).with_pins((Pin("A", CELL), Pin("A", ((0, 2),))))
    short = replace(pieces, board=Board.of_size("1x4"))
    assert any(each.kind == "more" for each in relaxations(short))


def test_symmetries_keep_pins() -> None:
    """Two twins pinned side by side are exchanged by a reflection; told apart, so are the names of all that lies there."""
    puzzle = row(4, mono("A", 1, 3), mono("B", 1, 3)).with_pins((Pin("A", CELL), Pin("B", ((0, 3),))))
    assert count(puzzle, up_to="symmetries").value == 1
    assert count(puzzle, labelled=True).value == 4 and count(puzzle, up_to="symmetries", labelled=True).value == 3
