"""Count, list, check, labels, pins, parts and symmetry against a brute force that knows only cells and shapes.

Each seed is a puzzle. The fast tier takes some of them, the full tier 4,000: puzzles on every lattice with pins, identical
pieces and cells that may stay empty. test_differential_shikaku.py has 1,000 more.
"""

from __future__ import annotations

import pytest

from tests.helpers.differential import agree

FAST, BLOCK, BLOCKS = 60, 250, 16


@pytest.mark.parametrize("start", range(0, FAST, 20))
def test_puzzles_agree_with_brute_force(start: int) -> None:
    for seed in range(start, start + 20):
        agree(seed)


@pytest.mark.full
@pytest.mark.parametrize("block", range(BLOCKS))
def test_thousands_of_puzzles_agree_with_brute_force(block: int) -> None:
    for seed in range(10_000 + block * BLOCK, 10_000 + (block + 1) * BLOCK):
        agree(seed)
