"""Numbers of copies and players' letters in the notation, and what each wrong use of them is told."""

from __future__ import annotations

import pytest

import tilewright as tw
from tests.helpers.cli import CommandLine
from tilewright import NotationError, load
from tilewright.formats import dump
from tilewright.pieces import select
from tilewright.pieces.sets import LETTERS_OF, piece_set


@pytest.mark.parametrize(
    ("notation", "number"),
    [
        ("tetrominoes:O2T2L2J1I1S1@6x6", 456),  # counted by a brute force in tests/campaign, too
        ("tetrominoes:I,O2@3x4", 2),
        ("trominoes:L*@8x8-r0c0", 30355),
        ("tetrominoes:O4@4x4", 1),
        ("L2@2x5", 2),
    ],
)
def test_copies_and_letters(notation: str, number: int) -> None:
    assert tw.count(load(notation)).value == number


def test_copies_are_those_of_sums_and_are_written_back() -> None:
    assert select("tetrominoes:O2T") == select("tetrominoes:O+tetrominoes:O+tetrominoes:T")
    assert select("L2P") == select("pentominoes:L2P1")
    assert [piece.copies for piece in select("pentominoes:L2!turn")] == [(2, 2), (2, 2)]
    for notation in ("tetrominoes:O2T1@3x4", "L2P1@3x5", "tetrominoes:SIO*@4x4-r0c0"):
        assert dump(load(notation), "notation") == notation


def test_letters_of_players_are_those_of_the_shapes() -> None:
    assert all(name in piece_set(each).letters for each, known in LETTERS_OF.items() for name in known.values())
    assert [len(piece.atoms) for each in LETTERS_OF for piece in select(f"{each}:{next(iter(LETTERS_OF[each]))}")]
    assert select("trominoes:V")[0].forms == tw.Piece.parse("##\n#.").forms
    assert select("trihexes:I")[0].forms == tw.Piece("I", ((0, 0), (0, 1), (0, 2)), "hexagonal").forms
    straight = select("pentiamonds:I")[0]
    assert len(straight.orientations) == 6 and len({atom[0] for atom in straight.atoms}) == 1


@pytest.mark.parametrize(
    "pieces",
    ["tetrominoes:2O", "tetrominoes:O0", "tetrominoes:O02", "tetrominoes:O2*", "tetrominoes:O,2", "tetrominoes:O,", "tetrominoes:OO", "trominoes:I2", "trominoes:LV",
     "trominoes:1L", "tetrominoes:O9999999", "dominoes:I2", "hexominoes:L"],
)  # fmt: skip
def test_what_could_be_something_else_is_refused(pieces: str) -> None:
    with pytest.raises(NotationError, match="expected"):
        select(pieces)


def test_a_roll_says_which_die(run: CommandLine) -> None:
    for roll, said in (
        ("F2,F2", "die 7"),
        ("F1,D4,A1,B2,E6,C5", "die 7"),
        ("Z9", "no die shows Z9"),
        ("F1,A6", "die 1"),
    ):
        assert said in run.refused("count", "genius-square", "--roll", roll)


def test_too_few_cells_of_a_piece_are_counted(run: CommandLine, tmp_path: object) -> None:
    puzzle = load("FLNPU@5x5")
    with pytest.raises(NotationError, match="4 cells of piece L, which has 5"):
        tw.solve(puzzle, partial=puzzle.parse_drawing("LLLL.\n.....\n.....\n.....\n....."))
