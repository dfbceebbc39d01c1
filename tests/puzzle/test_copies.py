"""Copies of a piece that touch are told apart in text: by walls on squares, by numbers elsewhere; and are read back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.helpers.cli import CommandLine
from tests.helpers.generate import random_puzzle
from tests.helpers.paths import EXAMPLES
from tilewright import solve
from tilewright.errors import NotationError
from tilewright.kinds import Packing
from tilewright.lattice import NAMES
from tilewright.loader import parse
from tilewright.puzzle import Tiling

SQUARES = """\
+---+---+
|O O|O O|
|   |   |
|O O|O O|
+---+---+
|O O|O O|
|   |   |
|O O|O O|
+---+---+"""
HALVES = 'lattice = "halfsquare"\nboard = "2x3"\n[[piece]]\nname = "A"\nshape = "#L"\ncopies = "any"\n'


def test_squares_get_walls() -> None:
    puzzle = Packing.parse("tetrominoes:O*@4x4")
    tiling = solve(puzzle).tilings[0]
    assert str(tiling) == SQUARES == puzzle.text.styles["walls"](tiling)
    assert puzzle.text.note(tiling) == "copies of a piece touch: drawn with walls"
    assert puzzle.parse_drawing(SQUARES) == tiling.placements


def test_copies_apart_keep_their_letters() -> None:
    puzzle = Packing.parse("tetrominoes:O*@2x5-r0c2,r1c2")
    tiling = solve(puzzle).tilings[0]
    assert str(tiling) == "OO OO\nOO OO"
    assert puzzle.text.note(tiling) == ""


def test_the_classic_lines_stay(run: CommandLine) -> None:
    ran = run("solve", EXAMPLES / "doodle-fit" / "two")
    assert (ran.out, ran.err) == ("12  \n1220\n  00\n", "")


def test_other_lattices_get_numbers() -> None:
    puzzle = parse(HALVES)
    assert isinstance(puzzle, Packing)
    tiling = solve(puzzle).tilings[0]
    assert "A1" in str(tiling) and "A2" in str(tiling)
    assert "numbers" in puzzle.text.note(tiling)
    assert puzzle.parse_drawing(str(tiling)) == tiling.placements


def test_labels_with_digits_get_a_mark() -> None:
    puzzle = parse('lattice = "cubic"\nboard = "1x2x2"\n[[piece]]\nname = "1"\nshape = "##"\ncopies = "any"\n')
    assert isinstance(puzzle, Packing)
    tiling = solve(puzzle).tilings[0]
    assert "1'1" in str(tiling) and "1'2" in str(tiling)
    assert puzzle.parse_drawing(str(tiling)) == tiling.placements


def test_single_cells_need_nothing() -> None:
    puzzle = Packing.parse("monomino*@2x2")
    assert len(str(solve(puzzle).tilings[0]).splitlines()) == 2


@given(st.integers(0, 10**6), st.sampled_from(NAMES))
def test_what_is_drawn_is_read_back(seed: int, lattice: str) -> None:
    puzzle = random_puzzle(seed, (lattice,))
    for tiling in solve(puzzle, n=3).tilings:
        for some in (tiling.placements, tiling.placements[1:]):
            part = Tiling(puzzle, some)
            if puzzle.text.note(part):
                assert puzzle.parse_drawing(str(part)) == tuple(sorted(some, key=lambda each: each.atoms))
            if lattice == "square" and some:
                assert puzzle.parse_drawing(puzzle.text.styles["walls"](part)) == tuple(
                    sorted(some, key=lambda each: each.atoms)
                )


@pytest.mark.parametrize(
    "notation", ["tetrominoes*@4x5", "dominoes*@3x4", "pentominoes:P*@4x5", "tetrominoes+pentominoes@8x11"]
)
def test_tilings_of_copies_are_read_back(notation: str) -> None:
    puzzle = Packing.parse(notation)
    for tiling in solve(puzzle, n=5).tilings:
        assert puzzle.parse_drawing(str(tiling)) == tiling.placements


@pytest.mark.parametrize(
    ("drawing", "message"),
    [
        ("+---+\n|O O|\n", "2 lines with walls: expected 9 for the 4 rows"),
        (SQUARES.replace("O", "Q", 1), "unexpected 'Q', expected one of O or ."),
    ],
)
def test_walls_that_do_not_parse(drawing: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        Packing.parse("tetrominoes:O*@4x4").parse_drawing(drawing)


def test_two_labels_between_the_same_walls() -> None:
    puzzle = Packing.parse("tetrominoes:IO*@2x4")
    with pytest.raises(NotationError, match="two labels between the same walls"):
        puzzle.parse_drawing("+-------+\n|I O . .|\n|       |\n|. . . .|\n+-------+")


def test_misplaced_pieces_keep_letters() -> None:
    puzzle = Packing.parse("tetrominoes:O*@2x4")
    placed = [puzzle.placement("O", [(r, c + k) for r in (0, 1) for c in (0, 1)]) for k in (0, 1)]
    assert "+" not in str(Tiling(puzzle, tuple(placed)))


def test_walls_of_the_command_line(run: CommandLine) -> None:
    ran = run("solve", "tetrominoes:O*@4x4")
    assert (ran.out, ran.err.strip()) == (SQUARES + "\n", "copies of a piece touch: drawn with walls")
    asked = run("solve", "FNPUV@5x5", "--walls")
    assert asked.out.startswith("+-") and asked.err == ""
    refused = run("solve", "fridgeiq@5x5", "--walls")
    assert (refused.code, refused.err.count("\n")) == (2, 1)
    assert "expected lattice square" in refused.err
    assert (
        run("solve", EXAMPLES / "shikaku" / "blog-6x6", "--walls").out
        == run("solve", EXAMPLES / "shikaku" / "blog-6x6").out
    )
