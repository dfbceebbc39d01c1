"""Each rule of docs/reference/rules.md, broken alone: `faults` names that rule and no other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tests.helpers.cli import CommandLine
from tilewright.kinds import Packing, Shikaku
from tilewright.kinds.packing.puzzle import Pin
from tilewright.pieces import Piece
from tilewright.puzzle import Board, Placement, Puzzle
from tilewright.puzzle.check import faults

TOP, BOTTOM = ((0, 0), (0, 1)), ((1, 0), (1, 1))


def pair(name: str, **rules: object) -> Piece:
    return Piece(name, TOP, motion="fixed", **rules)  # type: ignore[arg-type]


def broken(puzzle: Puzzle, placements: Sequence[Placement], partial: bool = False) -> set[str]:
    return {fault.rule for fault in faults(puzzle, placements, partial=partial)}


TWO = Packing(Board.of_size("2x2"), (pair("A"), pair("B")))
GOOD = (Placement("A", TOP), Placement("B", BOTTOM))


def test_a_tiling_breaks_no_rule_in_any_order() -> None:
    assert not faults(TWO, GOOD) and not faults(TWO, GOOD[::-1]) and not faults(TWO, GOOD[:1], partial=True)


@pytest.mark.parametrize(
    ("rule", "placements"),
    [
        ("off-board", (*GOOD, Placement("C", ((2, 0), (2, 1))))),
        ("overlap", (*GOOD, Placement("C", BOTTOM))),
        ("uncovered", (GOOD[0],)),
        ("name", (GOOD[0], Placement("D", BOTTOM), Placement("B", BOTTOM))),
        ("shape", (Placement("A", ((0, 0), (1, 0))), Placement("B", ((0, 1), (1, 1))))),
        ("copies", (GOOD[0], Placement("A", BOTTOM))),
    ],
)
def test_each_rule_of_pieces(rule: str, placements: tuple[Placement, ...]) -> None:
    spare = replace(TWO, pieces=(*TWO.pieces, pair("C", copies=(0, 1))))
    expected = {
        "uncovered": {"uncovered", "copies"},  # what is missing is missing in number, too
        "name": {"name", "overlap"},
    }.get(rule, {rule})
    assert broken(spare, placements) == expected


def test_missing_cells_alone() -> None:
    loose = replace(TWO, pieces=(pair("A", copies=(0, 2)),))
    assert broken(loose, (Placement("A", TOP),)) == {"uncovered"}
    assert not faults(replace(loose, board=Board(TOP, BOTTOM)), (Placement("A", TOP),))


def test_an_unknown_name_alone() -> None:
    loose = replace(TWO, pieces=(pair("A", copies=(0, 2)),))
    assert broken(loose, (Placement("A", TOP), Placement("Z", BOTTOM))) == {"name"}


def test_too_few_copies_alone() -> None:
    loose = replace(TWO, pieces=(pair("A", copies=(0, 2)), pair("B", copies=(1, 2))))
    assert broken(loose, (Placement("A", TOP), Placement("A", BOTTOM))) == {"copies"}


def test_paint() -> None:
    board = Board(TOP, paint=(((0, 0), "red"),))
    puzzle = Packing(board, (pair("A", allowed_paints=(((0, 0), ("blue",)),)),))
    assert broken(puzzle, (Placement("A", TOP),)) == {"paint"}
    assert not faults(replace(puzzle, board=replace(board, paint=(((0, 0), "blue"),))), (Placement("A", TOP),))


def test_a_pin_wants_its_own_name() -> None:
    pinned = TWO.with_pins((Pin("A", BOTTOM),))
    assert broken(pinned, GOOD) == {"pin"}  # B lies where the pin says A
    assert not faults(pinned, (Placement("B", TOP), Placement("A", BOTTOM)))


def test_a_partial_answer_may_not_take_the_cells_or_the_copy_of_a_pin() -> None:
    pinned = TWO.with_pins((Pin("A", BOTTOM),))
    assert not faults(pinned, (Placement("B", TOP),), partial=True)
    assert not faults(pinned, (Placement("A", BOTTOM),), partial=True)
    assert broken(pinned, (Placement("B", BOTTOM),), partial=True) == {"pin"}
    assert broken(pinned, (Placement("A", TOP),), partial=True) == {"copies"}


def test_a_placement_that_lies_there_twice() -> None:
    many = replace(TWO, pieces=(pair("A", copies=(0, None)),))
    whole = (Placement("A", TOP), Placement("A", BOTTOM))
    assert not faults(many, whole)
    assert broken(many, (*whole, whole[0])) == {"overlap"}


@pytest.mark.parametrize("atoms", [(), ((0, 0), (0, 0)), ((0, 0), (0,)), ((0, 0, 0), (0, 0, 1))])
def test_cells_that_are_no_shape(atoms: tuple[tuple[int, ...], ...]) -> None:
    assert "shape" in broken(TWO, (Placement("A", atoms), GOOD[1]))


def test_another_lattice() -> None:
    assert broken(TWO, (replace(GOOD[0], lattice="hexagonal"), GOOD[1])) == {"off-board"}


CLUES = Shikaku(2, 3, ((0, 0, 2), (0, 2, 2), (1, 2, None)))
#   2 . 2     the first two columns could be one square, were the numbers others
#   . . ?
DIVIDED = (
    Placement("0,0", ((0, 0), (1, 0)), "2x1"),
    Placement("0,2", ((0, 1), (0, 2)), "1x2"),
    Placement("1,2", ((1, 1), (1, 2)), "1x2"),
)


def test_a_division_breaks_no_rule() -> None:
    assert not faults(CLUES, DIVIDED) and not faults(CLUES, DIVIDED[1:], partial=True)


def test_each_rule_of_a_shikaku() -> None:
    first, second, third = DIVIDED
    assert broken(CLUES, DIVIDED[:2]) == {"uncovered"}
    assert broken(CLUES, (*DIVIDED, third)) == {"overlap"}
    outside = Placement("1,2", ((1, 1), (1, 2), (1, 3)), "1x3")
    assert broken(CLUES, (first, second, outside)) == {"off-board"}
    assert broken(CLUES, (first, replace(second, piece="1,2"), third)) == {"name"}
    assert broken(CLUES, (first, replace(second, piece="0,1"), third)) == {"name"}
    whole = (
        Placement("0,0", ((0, 0), (0, 1), (1, 0), (1, 1)), "2x2"),
        Placement("0,2", ((0, 2),)),
        Placement("1,2", ((1, 2),)),
    )
    assert broken(CLUES, whole) == {"size"}
    assert not faults(replace(CLUES, clues=((0, 0, 4), (0, 2, 1), (1, 2, None))), whole)
    halves = (
        Placement("0,0", ((0, 0), (1, 0)), "2x1"),
        Placement("0,1", ((0, 1), (1, 1)), "2x1"),
        Placement("0,2", ((0, 2), (1, 2)), "2x1"),
    )
    assert broken(replace(CLUES, clues=((0, 0, 2), (0, 1, 2))), halves) == {"clue", "name"}  # the last holds none
    both = replace(CLUES, clues=((0, 0, None), (0, 2, 2), (1, 2, 2)))
    assert broken(both, (whole[0], Placement("0,2", ((0, 2), (1, 2)), "2x1"))) == {"clue"}


def test_a_region_that_is_no_rectangle() -> None:
    bent = Shikaku(2, 2, ((0, 0, 3), (1, 1, 1)))
    assert broken(bent, (Placement("0,0", ((0, 0), (0, 1), (1, 0))), Placement("1,1", ((1, 1),)))) == {"shape"}


def test_a_cell_named_twice_does_not_fill_a_gap() -> None:
    """Three cells in a box of three, one of them twice: the middle is another's."""
    row = Shikaku(1, 3, ((0, 0, 3), (0, 1, 1)))
    gap = (Placement("0,0", ((0, 0), (0, 2), (0, 2))), Placement("0,1", ((0, 1),)))
    assert {"overlap", "shape", "size"} <= broken(row, gap)


def test_a_pinned_rectangle_that_is_ignored() -> None:
    plain = Shikaku(2, 2, ((0, 0, 2), (1, 1, 2)))
    standing = (Placement("0,0", ((0, 0), (1, 0)), "2x1"), Placement("1,1", ((0, 1), (1, 1)), "2x1"))
    pinned = replace(plain, pinned=((0, 0, 1, 2),))
    assert not faults(plain, standing)
    assert broken(pinned, standing) == {"pin"}
    assert broken(pinned, standing[1:], partial=True) == {"pin"}


def test_the_command_names_the_rule(run: CommandLine, tmp_path) -> None:  # type: ignore[no-untyped-def]
    puzzle, answer = tmp_path / "puzzle.toml", tmp_path / "answer.json"
    puzzle.write_text(
        'board = "2x2"\n[[piece]]\nname = "A"\nshape = "##"\n[[piece]]\nname = "B"\nshape = "##"\n'
        '[[pinned]]\npiece = "A"\ncells = [[1, 0], [1, 1]]\n'
    )
    answer.write_text(
        '{"placements": [{"piece": "A", "cells": [[0, 0], [0, 1]]}, {"piece": "B", "cells": [[1, 0], [1, 1]]}]}'
    )
    refused = run("check", puzzle, answer)
    assert refused.code == 1 and refused.out.startswith("pin: the pinned piece A is not at (1, 0), (1, 1)")
    shikaku = tmp_path / "shikaku.toml"
    shikaku.write_text('shikaku = """\n2 .\n. 2\n"""\n[[pinned]]\nrect = [0, 0, 1, 2]\n')
    answer.write_text(
        '{"placements": [{"piece": "0,0", "cells": [[0, 0], [1, 0]]}, {"piece": "1,1", "cells": [[0, 1], [1, 1]]}]}'
    )
    assert run("check", shikaku, answer).code == 1
