"""What the kernel enumerates is what a plain loop over atoms does: the same options in the same order, on every lattice."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

import tilewright as tw
from tests.helpers.generate import random_puzzle
from tests.helpers.placements import plain_cover
from tests.helpers.tiers import quick
from tilewright.errors import OutOfTimeError
from tilewright.exact_cover.limits import Deadline, Limit
from tilewright.kinds import Packing
from tilewright.lattice import NAMES
from tilewright.pieces import Piece
from tilewright.puzzle import Board

SEEDS = quick([range(100), range(100, 300)], 1)  # of each lattice


def assert_same(puzzle: Packing, labelled: bool = False) -> None:
    compiled, plain = puzzle.compile(labelled=labelled), plain_cover(puzzle, labelled)
    cover = compiled.cover
    assert cover.options == tuple(plain.options)
    assert compiled.meanings == tuple(plain.options.values())
    assert (list(cover.lo), list(cover.hi)) == (plain.lo, plain.hi)
    assert tuple(cover.order) == plain.order
    assert cover.adjacent == plain.adjacent
    assert dict(compiled.pins) == plain.pins


@pytest.mark.parametrize("seeds", SEEDS, ids=str)
@pytest.mark.parametrize("lattice", NAMES)
def test_random_puzzles(lattice: str, seeds: range) -> None:
    for seed in seeds:
        puzzle = random_puzzle(seed, (lattice,))
        assert_same(puzzle)
        assert_same(puzzle, labelled=True)


def painted(puzzle: Packing, rng: random.Random) -> Packing:
    """The same with two paints on some of the board, and pieces some of whose atoms may lie on one or none of them."""
    cells = [*puzzle.board.atoms, *puzzle.board.optional]
    paint = tuple((cell, rng.choice("xy")) for cell in cells if rng.random() < 0.8)
    pieces = []
    for piece in puzzle.pieces:
        allowed = [(atom, rng.choice([("x",), ("y",), ("x", "y"), ("z",), ()])) for atom in piece.atoms]
        kept = tuple(each for each in allowed if rng.random() < 0.3)
        pieces.append(replace(piece, allowed_paints=kept))
    return replace(puzzle, board=replace(puzzle.board, paint=paint), pieces=tuple(pieces), pinned=())


@pytest.mark.parametrize("seeds", SEEDS, ids=str)
@pytest.mark.parametrize("lattice", NAMES)
def test_random_painted_puzzles(lattice: str, seeds: range) -> None:
    rng = random.Random(f"{lattice} {seeds}")
    for seed in seeds:
        assert_same(painted(random_puzzle(seed, (lattice,)), rng))


@pytest.mark.parametrize(
    "text", ["pentominoes@6x10", "pentominoes@10x6", "pentacubes@3x4x10", "dominoes*@8x8", "hexiamonds!turn@h4"]
)
def test_named_puzzles(text: str) -> None:
    assert_same(tw.load(text))


def test_a_board_with_gaps_of_any_size() -> None:
    far = 10**30
    rows = [(0, 0), (0, 1), (0, far), (0, far + 1), (1, far), (far, 0), (far + 1, 0), (far, far), (far, 2 * far)]
    domino, corner = Piece.parse("##", "D", copies=(0, None)), Piece.parse("##\n#.", "L", copies=(0, 2))
    assert_same(Packing(Board(tuple(rows)), (domino, corner)))


def test_the_deadline_ends_it() -> None:
    puzzle = tw.load("dominoes*@100x100")
    with pytest.raises(OutOfTimeError):
        puzzle.compile(deadline=Deadline(Limit(seconds=0)))
