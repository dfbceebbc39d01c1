"""Boards that do not begin at row 0 or column 0 as they are written: everything else in the file is counted alike."""

from __future__ import annotations

import pytest

from tilewright import count, formats, loader, solve
from tilewright.kinds import Packing

PIECES = '[[piece]]\nname = "A"\nshape = "##"\ncopies = "any"\n'
PIN = '[[pinned]]\npiece = "A"\ncells = [[0, 1], [0, 2]]\n'
BOARDS = {
    "cells": "board = [[0, 1], [0, 2], [1, 1], [1, 2]]\noptional = [[0, 3]]\n",
    "drawing": "board = '''\n.##o\n.##\n'''\n",
    "size": 'board = "2x3-r0c0,r1c0"\n',
}


@pytest.mark.parametrize("form", BOARDS)
def test_pins_lie_where_the_board_is_written(form: str) -> None:
    puzzle = loader.parse(BOARDS[form] + PIECES + PIN, ".toml")
    assert isinstance(puzzle, Packing) and puzzle.pinned[0].atoms == ((0, 0), (0, 1))
    assert count(puzzle).value == 1
    assert loader.parse(formats.dump(puzzle, "toml"), ".toml") == puzzle
    elsewhere = PIN.replace("[0, 1], [0, 2]", "[0, 0], [0, 1]")
    with pytest.raises(formats.NotationError, match="not on the board"):
        loader.parse(BOARDS[form] + PIECES + elsewhere, ".toml")


def test_paint_and_named_cells_lie_where_the_board_is_written() -> None:
    board = "board = [[5, 5], [5, 6], [5, 7]]\n"
    painted = loader.parse(board + "paint = {red = [[5, 7]]}\n" + PIECES, ".toml")
    assert isinstance(painted, Packing) and dict(painted.board.paint) == {(0, 2): "red"}
    names = 'open = ["X"]\ngroups = [["X"]]\n'
    family = loader.parse(names + board + PIECES + "[named]\nX = [[5, 7]]\n", ".toml")
    assert isinstance(family, Packing) and family.board.atoms == ((0, 0), (0, 1))
    assert len(solve(family, None).tilings) == 1
