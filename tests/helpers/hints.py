"""Puzzles and their solutions, to hold hints against."""

from __future__ import annotations

from tests.helpers.generate import random_puzzle, random_shikaku
from tilewright.exact_cover.engine import engine
from tilewright.exact_cover.limits import Limit
from tilewright.explain.position import bits
from tilewright.explain.techniques import TIERS, apply_all, initial_position
from tilewright.puzzle import Placement, Puzzle

Solution = frozenset[tuple[str, tuple[tuple[int, ...], ...]]]


def key(placement: Placement) -> tuple[str, tuple[tuple[int, ...], ...]]:
    return placement.piece, placement.atoms


def solutions(puzzle: Puzzle) -> list[frozenset[int]]:
    stream = engine("reference").solutions(initial_position(puzzle).table.cover, Limit(nodes=3000))
    found = [frozenset(solution) for batch in stream for solution in batch]
    return found if stream.outcome.ended == "exhausted" else []


def puzzles(seeds: range) -> list[Puzzle]:
    return [random_shikaku(seed) if seed % 2 else random_puzzle(seed) for seed in seeds]


def check_techniques(puzzle: Puzzle, name: str) -> None:
    """No technique of any tier rules out what a solution has, or places what one has not."""
    found = solutions(puzzle)
    for tier in TIERS:
        position = initial_position(puzzle)
        apply_all(position, tier)
        known = frozenset(bits(position.alive)) | frozenset(position.placed)
        for solution in found:
            assert solution <= known, (name, tier)
            assert frozenset(position.placed) <= solution, (name, tier)
        if position.solved and position.starved_item() is None and found:
            assert frozenset(position.placed) in {solution & frozenset(position.placed) for solution in found}
