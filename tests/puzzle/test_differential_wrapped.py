"""The same on cylinders and tori of all flat lattices: few rows and columns, so that pieces meet themselves around the board.

The full tier takes 2,000 puzzles.
"""

from __future__ import annotations

import random

import pytest

from tests.helpers import differential as flat
from tests.helpers.brute import TooManyError
from tests.helpers.wrapped_brute import WrappedBrute
from tilewright.errors import NotationError
from tilewright.kinds import Packing
from tilewright.kinds.packing.puzzle import Pin
from tilewright.lattice import NAMES, lattice
from tilewright.pieces import Piece
from tilewright.puzzle import Board

FLAT = tuple(name for name in NAMES if lattice(name).dimension == 2)
FAST, BLOCK, BLOCKS = 40, 100, 20


def posed(rng: random.Random, name: str) -> WrappedBrute:
    while True:
        board = _board(rng, name)
        try:
            brute = WrappedBrute(_with_pin(rng, Packing(board, _pieces(rng, name))), most=400)
        except NotationError as error:
            assert "overlaps itself" in str(error)
            continue
        try:
            if len(brute.labelled) >= rng.random() or rng.random() < 0.15:
                return brute
        except TooManyError:
            continue


def _board(rng: random.Random, name: str) -> Board:
    most = 4 if lattice(name).slot_count == 1 else 2
    rows, columns = rng.randint(1, most), rng.randint(1, most + 1)
    board = Board.of_size(f"{rows}x{columns}{rng.choice(['~', '~~'])}", name)
    gone = rng.sample(board.atoms, rng.randint(0, min(2, len(board.atoms) - 1)))
    atoms = [atom for atom in board.atoms if atom not in gone]
    optional = rng.sample(atoms, rng.randint(0, min(2, len(atoms) - 1))) if rng.random() < 0.4 else []
    return Board(tuple(atom for atom in atoms if atom not in optional), tuple(optional), board.lattice)


def _pieces(rng: random.Random, name: str) -> tuple[Piece, ...]:
    return flat._pieces(rng, name)


def _with_pin(rng: random.Random, puzzle: Packing) -> Packing:
    places = [(name, cells) for name, every in WrappedBrute(puzzle).places.items() for cells in every]
    if not places or rng.random() < 0.6:
        return puzzle
    name, cells = rng.choice(places)
    return puzzle.with_pins((Pin(name, tuple(cells)),))


def agree(seed: int) -> None:
    rng = random.Random(seed)
    flat.agree_on(rng, posed(rng, FLAT[seed % len(FLAT)]))


@pytest.mark.parametrize("start", range(0, FAST, 20))
def test_wrapped_puzzles_agree_with_brute_force(start: int) -> None:
    for seed in range(start, start + 20):
        agree(seed)


@pytest.mark.full
@pytest.mark.parametrize("block", range(BLOCKS))
def test_thousands_of_wrapped_puzzles_agree_with_brute_force(block: int) -> None:
    for seed in range(10_000 + block * BLOCK, 10_000 + (block + 1) * BLOCK):
        agree(seed)
