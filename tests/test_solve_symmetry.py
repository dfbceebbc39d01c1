"""Counts up to symmetry, where everybody errs: Burnside's lemma against canonical forms of listed tilings."""

from __future__ import annotations

import random

import pytest

from tests.generate import random_puzzle
from tilewright.cover.engine import engine
from tilewright.cover.limit import Limit
from tilewright.cover.quotient import invariant
from tilewright.cover.result import Report
from tilewright.lattice.symmetry import image
from tilewright.pieces import Piece
from tilewright.puzzle import Board, Puzzle, Shikaku, Tiling
from tilewright.puzzle.puzzle import Pin
from tilewright.solve import count, solve


def orbits_by_canonical_form(puzzle: Puzzle | Shikaku, mirrors: bool) -> int:
    """The number of classes of tilings, by the least image of each, from the definition."""
    tilings = solve(puzzle, None, engine="reference").tilings
    if not tilings:
        return 0
    compiled = puzzle.compile().with_symmetries()
    isometries = [i for i in compiled.isometries if mirrors or not i.motion.mirrored]

    def form(tiling: Tiling) -> object:
        return min(
            sorted(tuple(sorted(image(puzzle.grid, isometry, p.atoms))) for p in tiling.placements)
            for isometry in isometries
        )

    return len({str(form(tiling)) for tiling in tilings})


@pytest.mark.parametrize("seed", range(120))
def test_orbits_of_random_puzzles(seed: int) -> None:
    puzzle = random_puzzle(seed)
    if isinstance(puzzle, Puzzle) and _same_shape_other_rules(puzzle):
        pytest.skip("pieces of equal shape and other rules are told apart, the form of this test is blind to that")
    for up_to, mirrors in (("rotations", False), ("symmetries", True)):
        found = count(puzzle, up_to=up_to, engine="reference")  # type: ignore[arg-type]
        assert found.value == orbits_by_canonical_form(puzzle, mirrors), (puzzle, up_to)


def _same_shape_other_rules(puzzle: Puzzle) -> bool:
    aspects = [set(piece.kind) for piece in puzzle.pieces]
    return any(a & b and a != b for i, a in enumerate(aspects) for b in aspects[:i])


@pytest.mark.parametrize("seed", range(60))
def test_invariant_solutions_are_those_an_automorphism_keeps(seed: int) -> None:
    compiled = random_puzzle(seed).compile().with_symmetries()
    reference = engine("reference")
    every = [s for batch in reference.solutions(compiled.cover, Limit(), Report()) for s in batch]
    for automorphism in compiled.cover.automorphisms:
        kept = [s for s in every if tuple(sorted(automorphism.options[o] for o in s)) == tuple(sorted(s))]
        assert reference.count(invariant(compiled.cover, automorphism), Limit(), Report()) == len(kept)


def test_mirror_pairs_need_equal_copies() -> None:
    board = Board.of_size("2x4")
    left, right = Piece.parse("#..\n###", "J", motion="turn"), Piece.parse("..#\n###", "L", motion="turn")
    both = Puzzle(board, (left, right))
    assert {i.motion.name for i in both.compile().isometries} == {"0", "180", "0f", "180f"}
    uneven = Puzzle(board, (left.with_copies(0, 2), right.with_copies(0, 1)))
    assert {i.motion.name for i in uneven.compile().isometries} == {"0", "180"}


def test_pins_and_clues_are_kept_by_symmetries() -> None:
    puzzle = Puzzle.parse("tetrominoes*@4x4").pinning((Pin("O", ((0, 0), (0, 1), (1, 0), (1, 1))),))
    assert len(puzzle.compile().isometries) == 2
    assert len(Shikaku(2, 2, ((0, 0, 2), (1, 1, 2))).compile().isometries) == 4
    assert len(Shikaku(2, 2, ((0, 0, 4),)).compile().isometries) == 2


def test_the_automorphisms_are_a_group() -> None:
    rng = random.Random(1)
    for seed in rng.sample(range(1000), 40):
        maps = {a.options for a in random_puzzle(seed).compile().cover.automorphisms}
        for a in maps:
            for b in maps:
                assert tuple(a[x] for x in b) in maps
