"""Every engine answers as `reference` does, on thousands of random puzzles with every rule there is."""

from __future__ import annotations

import random

import pytest

from tests.helpers.generate import LATTICES, random_puzzle
from tests.helpers.listing import AVAILABLE, SLOW, listed
from tilewright.exact_cover.engine import engine
from tilewright.exact_cover.limits import Limit
from tilewright.exact_cover.problem import ExactCover
from tilewright.kinds import Packing
from tilewright.lattice import lattice
from tilewright.pieces import Piece

QUICK = [name for name in AVAILABLE if name not in SLOW and name != "reference"]
MOST = 4000  # solutions of a puzzle that is taken: the reference lists them all
CHUNK = 250


def puzzle(seed: int) -> Packing:
    """A random puzzle; every third has pieces that may move in a random set of motions."""
    made = random_puzzle(seed, LATTICES if seed % 2 else LATTICES[:2])
    if seed % 3 or made.pinned:
        return made
    rng = random.Random(seed)
    names = [motion.name for motion in lattice(made.lattice).motions]
    pieces = [
        Piece(p.name, p.atoms, p.lattice, p.copies, tuple(rng.sample(names, rng.randint(1, min(4, len(names))))))
        for p in made.pieces
    ]
    return Packing(made.board, tuple(pieces))


def agree(name: str, cover: ExactCover, expected: list[tuple[int, ...]], what: object) -> bool:
    """Whether the engine takes the cover; if so, its list and its count are the reference's."""
    found = engine(name)
    if found.refuses(cover):
        return False
    got, outcome = listed(found, cover)
    assert outcome.ended == "exhausted", (name, what)
    assert len(got) == len(expected) and {tuple(sorted(s)) for s in got} == set(expected), (name, what)
    number = found.count(cover)
    assert (number.solutions, number.ended) == (len(expected), "exhausted"), (name, what)
    return True


def expected_of(cover: ExactCover) -> list[tuple[int, ...]] | None:
    solutions, outcome = listed(engine("reference"), cover, Limit(solutions=MOST + 1, nodes=60_000))
    return solutions if outcome.ended == "exhausted" else None


@pytest.mark.parametrize("chunk", [1, *(pytest.param(k, marks=pytest.mark.full) for k in (0, *range(2, 16)))])
def test_thousands_of_puzzles(chunk: int) -> None:
    taken = dict.fromkeys(QUICK, 0)
    solvable = 0
    for seed in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        posed = puzzle(100_000 + seed)
        cover = posed.compile().cover
        expected = expected_of(cover)
        if expected is None:
            continue
        solvable += bool(expected)
        for name in QUICK:
            taken[name] += agree(name, cover, expected, posed)
    assert min(taken.values()) > CHUNK // 2, taken
    assert solvable > CHUNK // 5


@pytest.mark.full
@pytest.mark.parametrize("name", [name for name in AVAILABLE if name in SLOW])
def test_engines_that_start_a_solver(name: str) -> None:
    taken = 0
    for seed in range(200_000, 200_000 + 5 * SLOW[name]):
        posed = puzzle(seed)
        cover = posed.compile().cover
        expected = expected_of(cover)
        if expected is not None and len(expected) <= 60:
            taken += agree(name, cover, expected, posed)
    assert taken > SLOW[name]


@pytest.mark.parametrize("seed", [seed for seed in range(60) if seed != 29])  # 29: a large one
def test_labelled_puzzles(seed: int) -> None:
    """Pieces of equal shape told apart: the cover has one kind a piece, and every engine still agrees."""
    cover = puzzle(300_000 + seed).compile(True).cover
    expected = expected_of(cover)
    if expected is not None and len(expected) <= 300:
        for name in QUICK:
            agree(name, cover, expected, seed)
