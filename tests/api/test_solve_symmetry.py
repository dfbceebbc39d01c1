"""Counts up to symmetry, where everybody errs: Burnside's lemma against orbits of listed tilings, cell by cell."""

from __future__ import annotations

import random

import pytest

from tests.helpers.generate import HEAVY, light_seeds, random_puzzle
from tests.helpers.orbits import orbits_by_cells
from tilewright.api.count import count
from tilewright.exact_cover.engine import engine
from tilewright.exact_cover.problem import quotient_cover
from tilewright.kinds import Packing, Shikaku
from tilewright.kinds.packing.puzzle import Pin
from tilewright.pieces import Piece
from tilewright.puzzle import Board


@pytest.mark.parametrize("seed", [*light_seeds(120), *(pytest.param(seed, marks=pytest.mark.full) for seed in HEAVY)])
def test_orbits_of_random_puzzles(seed: int) -> None:
    puzzle = random_puzzle(seed)
    found = [count(puzzle, up_to=up_to, engine="reference").value for up_to in ("rotations", "symmetries")]  # type: ignore[arg-type]
    assert tuple(found) == orbits_by_cells(puzzle), puzzle


@pytest.mark.parametrize("seed", light_seeds(60))
def test_invariant_solutions_are_those_an_automorphism_keeps(seed: int) -> None:
    compiled = random_puzzle(seed).compile().with_symmetries()
    reference = engine("reference")
    every = [s for batch in reference.solutions(compiled.cover) for s in batch]
    for automorphism in compiled.cover.automorphisms:
        kept = [s for s in every if tuple(sorted(automorphism.options[o] for o in s)) == tuple(sorted(s))]
        assert reference.count(quotient_cover(compiled.cover, automorphism)).solutions == len(kept)


def test_mirror_pairs_need_equal_copies() -> None:
    board = Board.of_size("2x4")
    left, right = Piece.parse("#..\n###", "J", motion="turn"), Piece.parse("..#\n###", "L", motion="turn")
    both = Packing(board, (left, right))
    assert {i.motion.name for i in both.compile().with_symmetries().isometries} == {"0", "180", "0f", "180f"}
    uneven = Packing(board, (left.with_copies(0, 2), right.with_copies(0, 1)))
    assert {i.motion.name for i in uneven.compile().with_symmetries().isometries} == {"0", "180"}


def test_pins_and_clues_are_kept_by_symmetries() -> None:
    puzzle = Packing.parse("tetrominoes*@4x4").with_pins((Pin("O", ((0, 0), (0, 1), (1, 0), (1, 1))),))
    assert len(puzzle.compile().with_symmetries().isometries) == 2
    assert len(Shikaku(2, 2, ((0, 0, 2), (1, 1, 2))).compile().with_symmetries().isometries) == 4
    assert len(Shikaku(2, 2, ((0, 0, 4),)).compile().with_symmetries().isometries) == 2


def test_the_automorphisms_are_a_group() -> None:
    rng = random.Random(1)
    for seed in rng.sample(range(1000), 40):
        maps = {a.options for a in random_puzzle(seed).compile().with_symmetries().cover.automorphisms}
        for a in maps:
            for b in maps:
                assert tuple(a[x] for x in b) in maps
