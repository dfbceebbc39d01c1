"""The drawings of many tilings at once are those of each tiling by itself."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.helpers.generate import light_seeds, random_puzzle
from tilewright import Board, Packing, Piece, Tiling, solve
from tilewright.kinds.packing.text import has_sums
from tilewright.puzzle import Puzzle
from tilewright.puzzle.tilings import Tilings

MOST = 300  # tilings of a puzzle
LATTICES = ("square", "halfsquare", "hexagonal", "cubic", "spheres")


def drawn_alike(puzzle: Puzzle) -> bool:
    """Compare the drawings; whether they were made by sums."""
    found = solve(puzzle, MOST).tilings
    assert list(puzzle.text.drawings(found)) == [str(tiling) for tiling in found]
    notes = [note for note in dict.fromkeys(map(puzzle.text.note, found)) if note]
    assert puzzle.text.notes(found) == notes
    return isinstance(puzzle, Packing) and isinstance(found, Tilings) and has_sums(puzzle, found.compiled)


@pytest.mark.parametrize("notation", ["FNPUV@5x5", "soma@3x3x3", "pentominoes@3x20", "pentominoes@8x8-r3c3,r3c4,r4c3,r4c4"])  # fmt: skip
def test_named_puzzles_are_summed(notation: str) -> None:
    assert drawn_alike(Packing.parse(notation))


@pytest.mark.parametrize("notation", ["tetrominoes*@4x4", "tetrominoes:IO*+pentominoes:P@5x5", "dominoes*@3x4"])
def test_pieces_with_copies_are_drawn_one_by_one(notation: str) -> None:
    assert not drawn_alike(Packing.parse(notation))


@pytest.mark.parametrize("names", ["AB", ("long", "x"), ("Ä", "é"), ("✿", "é"), ("a1", "b")])
@pytest.mark.parametrize("lattice", ["square", "hexagonal"])
def test_labels_of_all_kinds(names: tuple[str, str], lattice: str) -> None:
    pieces = [
        Piece(name, tuple((0, k) for k in range(size)), lattice=lattice)
        for name, size in zip(names, (2, 3), strict=True)
    ]
    board = Board(((0, 0), (0, 1), (0, 2), (1, 0), (1, 1)), lattice=lattice, optional=((1, 2), (0, 3)))
    assert drawn_alike(Packing(board, tuple(pieces)))


def test_random_puzzles() -> None:
    for seed in light_seeds(40):
        drawn_alike(random_puzzle(seed, LATTICES))


def test_random_puzzles_of_single_pieces() -> None:
    """The same boards and shapes, each piece once, hardly a cell that must be covered."""
    summed = 0
    for seed in light_seeds(60):
        puzzle = random_puzzle(seed, LATTICES)
        first, *others = puzzle.board.atoms
        board = replace(puzzle.board, atoms=(first,), optional=(*others, *puzzle.board.optional))
        pieces = tuple(replace(piece, copies=(1, 1)) for piece in puzzle.pieces)
        summed += drawn_alike(Packing(board, pieces))
    assert summed > 15


def test_tilings_of_a_puzzle_with_pins() -> None:
    puzzle = Packing.parse("FNPUV@5x5")
    first = solve(puzzle).tilings[0]
    found = solve(puzzle, None, partial=first.placements[:1]).tilings
    assert list(puzzle.text.drawings(found)) == list(map(str, found))
    assert list(puzzle.text.drawings((Tiling(puzzle, first.placements[:2]),))) == [
        str(Tiling(puzzle, first.placements[:2]))
    ]
