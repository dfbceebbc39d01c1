"""The boxes of the shelf: what is in them, their names wherever a puzzle goes, and published counts."""

from __future__ import annotations

from pathlib import Path

import pytest

import tilewright as tw
from tests.helpers.cli import run
from tilewright.errors import NotationError
from tilewright.shelf import NAMES, is_shelf_name
from tilewright.shelf.box import FOLDER, Box, BoxBoard, boxes, find_box, load_board

BOARDS = [pytest.param(box, board, id=f"{box.name}/{board.name}") for box in boxes() for board in box.boards]


def test_the_names_are_those_of_the_files() -> None:
    files = {path.stem: path for path in Path(FOLDER).glob("*.toml")}
    assert files.keys() == NAMES.keys()
    assert {box.name: box.aliases for box in boxes()} == NAMES
    every = [name for box, aliases in NAMES.items() for name in (box, *aliases)]
    assert len(every) == len(set(every))


@pytest.mark.parametrize(("box", "board"), BOARDS)
def test_the_pieces_fill_each_board(box: Box, board: BoxBoard) -> None:
    puzzle = board.member()
    assert sum(len(piece.atoms) * piece.copies[0] for piece in puzzle.pieces) == len(puzzle.board.atoms)
    assert box.sources and box.fits


@pytest.mark.parametrize("name", ["kanoodle", "kanoodle/pyramid", "beads-55/diagonal", "genius-square", "calendar-weekday"])
def test_a_name_stands_for_a_puzzle(name: str) -> None:
    assert tw.load(name).digest == load_board(name).member().digest
    assert tw.solve(tw.load(name)).verdict == "solved"


@pytest.mark.parametrize("name", ["FNPUV@5x5", "kanoodles", "", "/", "levels#heart"])
def test_other_texts_are_no_names(name: str) -> None:
    assert not is_shelf_name(name)


def test_wrong_names_are_refused() -> None:
    with pytest.raises(NotationError, match="did you mean kanoodle"):
        find_box("kanodle")
    with pytest.raises(NotationError, match="balls-55/pyramid"):
        tw.load("kanoodle/tower")
    with pytest.raises(NotationError, match="no board"):
        tw.load("ubongo")


QUICK = {"5x11", "arrowhead", "butterfly", "triangle", "diagonal", "cube", "3x20", "4x15", "genius", "2x3x10"}


@pytest.mark.parametrize(("box", "board"), [pytest.param(*each.values, id=each.id, marks=()) for each in BOARDS if each.values[1].published])
def test_published_counts(box: Box, board: BoxBoard, request: pytest.FixtureRequest) -> None:
    """Sources stand in the files."""
    pass
