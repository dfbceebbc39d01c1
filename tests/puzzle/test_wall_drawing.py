"""Drawings that the kernel makes of solutions are those that Python makes of placements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from tilewright import Tiling, load, solve
from tilewright.kinds import Packing
from tilewright.kinds.packing.compile import CompiledPacking
from tilewright.kinds.packing.text import style_of
from tilewright.puzzle.tilings import Tilings

SAME = [
    "dominoes*@4x5",
    "dominoes*@1x6",
    "tetrominoes*@4x4",  # with walls and by letters
    "monomino*+dominoes*@3x3",  # copies of one cell do not run together
    "dominoes*@5x5-r2c2",
    "dominoes*@4x4~",
    "dominoes*@4x4~~",
    "trominoes*@3x4~~",
    "pentominoes:PL*@5x4",
]
IN_PYTHON = ["dicubes*@2x2x2", "dihexes*@2x4", "diamonds*@2x4"]  # cells that are no squares


def check(found: Sequence[Tiling]) -> None:
    """Compare what the kernel draws with what Python does."""
    assert isinstance(found, Tilings) and isinstance(found.compiled, CompiledPacking)
    puzzle, walls = found.puzzle, found.compiled.wall_drawing
    assert isinstance(puzzle, Packing) and walls is not None and found
    for tiling, solution, drawn in zip(found, found.solutions, puzzle.text.drawings(found), strict=True):
        assert drawn == puzzle.draw(tiling)
        assert walls.draw(solution) == puzzle.text.styles["walls"](tiling)
        assert walls.touches(solution) == (style_of(puzzle, tiling.placements) == "walls")
    notes = dict.fromkeys(map(puzzle.text.note, found))
    assert puzzle.text.notes(found) == [note for note in notes if note]


@pytest.mark.parametrize("text", SAME)
def test_the_kernel_draws_as_python_does(text: str) -> None:
    check(solve(load(text), 300, engine="native").tilings)


def test_cells_may_stay_open() -> None:
    puzzle = Packing.parse("dominoes*@3x4")
    board = replace(puzzle.board, atoms=puzzle.board.atoms[3:], optional=puzzle.board.atoms[:3])
    check(solve(replace(puzzle, board=board), None, engine="native").tilings)


@pytest.mark.parametrize("text", IN_PYTHON)
def test_others_are_drawn_in_python(text: str) -> None:
    found = solve(load(text), 20, engine="native").tilings
    assert isinstance(found, Tilings) and isinstance(found.compiled, CompiledPacking)
    assert found.compiled.wall_drawing is None
    assert list(found.puzzle.text.drawings(found)) == list(map(str, found)) and found


def test_a_large_tiling_is_drawn_without_being_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """The drawing of a million cells was what `solve` did for 5 s after its limit."""
    found = solve(load("dominoes*@30x40"), 1, engine="native").tilings
    monkeypatch.setattr(CompiledPacking, "placements", lambda *_: pytest.fail("placements were made"))
    puzzle = load("dominoes*@30x40")
    (drawn,) = puzzle.text.drawings(found)
    assert len(drawn.splitlines()) == 61 and puzzle.text.notes(found) != []
