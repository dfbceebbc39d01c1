"""The same on balls: puzzles of the face-centred packing, solid and flat pieces. The full tier takes 600."""

from __future__ import annotations

import random

import pytest

from tests.helpers import differential as cells

FAST, BLOCK, BLOCKS = 10, 150, 4


def agree(seed: int) -> None:
    rng = random.Random(seed)
    cells.agree_on(rng, cells.posed(rng, "spheres"))


def test_puzzles_of_balls_agree_with_brute_force() -> None:
    for seed in range(FAST):
        agree(seed)


@pytest.mark.full
@pytest.mark.parametrize("block", range(BLOCKS))
def test_hundreds_of_puzzles_of_balls_agree_with_brute_force(block: int) -> None:
    for seed in range(10_000 + block * BLOCK, 10_000 + (block + 1) * BLOCK):
        agree(seed)
