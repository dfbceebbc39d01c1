"""A board written as a box is made without a look at each cell: it is the same as one that is looked at."""

from __future__ import annotations

import pytest

from tilewright.errors import NotationError
from tilewright.puzzle.board import Board

BOXES = [
    ("3x4", "square"),
    ("1x1", "square"),
    ("2x3x4", "cubic"),
    ("3x5", "triangular"),
    ("2x2", "halfsquare"),
    ("3x3", "hexagonal"),
    ("2x3x3", "prism"),
]


@pytest.mark.parametrize(("size", "lattice"), BOXES)
def test_boxes(size: str, lattice: str) -> None:
    made = Board.of_size(size, lattice)
    checked = Board(tuple(reversed(made.atoms)), lattice=lattice)
    assert (made, hash(made), repr(made)) == (checked, hash(checked), repr(checked))
    assert made.atoms == checked.atoms


@pytest.mark.parametrize(("size", "expected"), [("5x5-", "no cell ''"), ("5~", "RxC~"), ("5x5~r0c0", "RxC~")])
def test_a_size_that_is_cut_short_is_refused(size: str, expected: str) -> None:
    with pytest.raises(NotationError, match=expected):
        Board.of_size(size)
