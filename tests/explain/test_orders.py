"""Techniques in random orders end at the same position: the lemma of docs/explanation/hint-order.md, and where it does not hold."""

from __future__ import annotations

import random

import pytest

from tests.helpers.generate import light_seeds, random_puzzle, random_shikaku
from tilewright import count
from tilewright.explain.position import Position
from tilewright.explain.techniques import TIERS, initial_position, propagate, rate, techniques_of
from tilewright.kinds.packing.reasons import isolated_region
from tilewright.loader import parse
from tilewright.puzzle import Puzzle
from tilewright.puzzle.puzzle import Tier

End = tuple[int, tuple[int, ...]] | None  # what is alive and what lies there; None for a contradiction


def end_of(position: Position, tier: Tier, source: random.Random, every: bool = False) -> End:
    """Apply forced options and techniques up to a tier, in random order and one finding at a time, until nothing changes."""
    named = techniques_of(position.table.compiled.puzzle)
    usable = [technique for _, level, technique in named if TIERS.index(level) <= TIERS.index(tier)]
    usable = [technique for technique in usable if every or technique is not isolated_region]
    while True:
        if source.random() < 0.5 and propagate(position) is not None:
            return None
        source.shuffle(usable)
        found = next((some for technique in usable if position.open and (some := list(technique(position)))), None)
        if found:
            position.rule_out(source.choice(found).ruled_out)
            continue
        before = len(position.placed)
        if propagate(position) is not None:
            return None
        if len(position.placed) == before:
            return (position.alive, tuple(sorted(position.placed))) if position.starved_item() is None else None


def ends(puzzle: Puzzle, tier: Tier, orders: int, every: bool = False) -> set[End]:
    position = initial_position(puzzle)
    return {end_of(position.copy(), tier, random.Random(number), every) for number in range(orders)}


def check(seeds: list[int]) -> None:
    for seed in seeds:
        for tier in TIERS:
            assert len(ends(random_puzzle(seed), tier, 3)) == 1, (seed, tier)
            assert len(ends(random_shikaku(seed), tier, 3, every=True)) == 1, (seed, tier)


def test_order_does_not_matter() -> None:
    check(light_seeds(60))


@pytest.mark.full
def test_order_does_not_matter_on_500_puzzles() -> None:
    check(light_seeds(500))


def test_with_isolated_regions_it_may_matter() -> None:
    """So the lemma leaves them out. The puzzle has no tiling; one order shows it, another is stuck."""
    assert len(ends(random_puzzle(120), "medium", 20, every=True)) > 1


@pytest.mark.parametrize(
    "text",
    [
        'pieces = "dominoes?"\nboard = """\noo\noo\n"""',
        'pieces = "dominoes*"\nboard = """\noo\noo\n"""',
        'pieces = "monomino*+dominoes?"\nboard = """\n#o\noo\n"""',
    ],
)
def test_what_may_be_added_is_a_choice(text: str) -> None:
    puzzle = parse(text, ".toml")
    assert count(puzzle).value > 1
    assert (rate(puzzle).tier, rate(puzzle).names[-1]) == ("extreme", "search")


def test_what_is_solved_by_techniques_has_one_solution() -> None:
    """Every kind of board and copies: where a rating needs no search, the reference counts one tiling, or none."""
    rated = [(puzzle, rate(puzzle)) for puzzle in map(random_puzzle, light_seeds(200))]
    solved = [(puzzle, rating) for puzzle, rating in rated if "search" not in rating.names]
    assert len(solved) > 50
    for puzzle, rating in solved:
        assert count(puzzle, engine="reference").value == int(rating.solvable)
