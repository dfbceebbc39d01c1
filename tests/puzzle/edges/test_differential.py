"""Edge matching against a brute force that knows corners and cyclic words alone: lists, counts, checks, drawings, formats.

Each seed is a puzzle, on the plane or on a cylinder or torus. The fast tier takes some of them, the full tier 3,000.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from tests.helpers.edge_brute import EdgeBrute, Laid, words
from tests.helpers.edge_puzzles import TORI, random_edges
from tilewright.api.count import count
from tilewright.api.solve import solve
from tilewright.errors import EngineUnavailableError
from tilewright.formats import tables
from tilewright.formats.solution import parse_solution
from tilewright.puzzle import Tiling
from tilewright.puzzle.check import faults

LATTICES = ("square", "triangular", "hexagonal")
WRAPPED = ("square~3", "square~4", "square~3x3", "triangular~3", "hexagonal~3", "hexagonal~4")
ENGINES = ("auto", "native", "sweep", "reference", "frontier", "sat")
FAST, BLOCK, BLOCKS = 30, 200, 12
WRAPPED_FAST, WRAPPED_BLOCK, TORI_BLOCK = 8, 50, 10


def laid(tiling: Tiling) -> Laid:
    """A tiling as the brute force tells it."""
    puzzle = tiling.puzzle
    found = set()
    for placement in tiling.placements:
        tile = puzzle.tile(placement.piece)  # type: ignore[attr-defined]
        found.add((placement.atoms[0], words(tile), tile.form(placement.motion)[1]))
    return frozenset(found)


def check_engines(brute: EdgeBrute) -> None:
    """The lists and counts of all engines."""
    for engine in ENGINES:
        try:
            if engine != "frontier":
                found = solve(brute.puzzle, None, engine=engine)
                assert found.ended == "exhausted"
                assert len(found.tilings) == len(brute.tilings), engine
                assert {laid(tiling) for tiling in found.tilings} == brute.tilings, engine
                if found.reason is not None and found.reason.kind in ("area", "labels"):
                    assert brute.puzzle.checkers.reason_fault(found.reason) is None
            assert count(brute.puzzle, engine=engine).value == len(brute.tilings), engine
        except EngineUnavailableError:
            continue


def check_text(brute: EdgeBrute) -> None:
    """Formats give the puzzle back, drawings the tiling; the check finds nothing, and what is changed it finds."""
    puzzle = brute.puzzle
    assert tables.parse_toml(tables.dump_toml(puzzle)) == puzzle == tables.parse_json(tables.dump_json(puzzle))
    for tiling in solve(puzzle, 3).tilings:
        assert faults(puzzle, tiling.placements) == []
        assert laid(Tiling(puzzle, parse_solution(str(tiling), puzzle))) == laid(tiling)
        for number in range(len(tiling.placements)):
            check_changed(brute, tiling, number)


def check_changed(brute: EdgeBrute, tiling: Tiling, number: int) -> None:
    """A tile in every motion: the check finds a fault exactly where the brute force has no such tiling."""
    placement = tiling.placements[number]
    slot = brute.puzzle.grid.split(placement.atoms[0])[1]
    for motion, (there, _) in brute.puzzle.tile(placement.piece).orientations:
        if there != slot:
            continue
        changed = brute.puzzle.placed(placement.piece, placement.atoms, motion)
        other = Tiling(brute.puzzle, (*tiling.placements[:number], changed, *tiling.placements[number + 1 :]))
        assert bool(faults(brute.puzzle, other.placements)) == (laid(other) not in brute.tilings)


def check_seed(seed: int, lattices: Sequence[str] = LATTICES) -> None:
    rng = random.Random(seed)
    brute = random_edges(rng, lattices[seed % len(lattices)])
    check_engines(brute)
    check_text(brute)


@pytest.mark.parametrize("seed", range(FAST))
def test_against_brute_force(seed: int) -> None:
    check_seed(seed)


@pytest.mark.parametrize("seed", range(WRAPPED_FAST))
def test_wrapped_boards_against_brute_force(seed: int) -> None:
    check_seed(seed, WRAPPED)


@pytest.mark.full
@pytest.mark.parametrize("block", range(BLOCKS))
def test_wrapped_boards_against_brute_force_at_length(block: int) -> None:
    for seed in range(1000 + block * WRAPPED_BLOCK, 1000 + (block + 1) * WRAPPED_BLOCK):
        check_seed(seed, WRAPPED)


@pytest.mark.full
@pytest.mark.parametrize("block", range(BLOCKS))
def test_tori_against_brute_force_at_length(block: int) -> None:
    for seed in range(1000 + block * TORI_BLOCK, 1000 + (block + 1) * TORI_BLOCK):
        check_seed(seed, TORI)


@pytest.mark.full
@pytest.mark.parametrize("block", range(BLOCKS))
def test_against_brute_force_at_length(block: int) -> None:
    for seed in range(1000 + block * BLOCK, 1000 + (block + 1) * BLOCK):
        check_seed(seed)
