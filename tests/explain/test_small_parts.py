"""Boards in parts: too many small parts for the small pieces is a reason, checked by counting, and never a false one."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import tilewright as tw
from tests.helpers.brute import Brute, TooManyError
from tilewright import Board, Packing
from tilewright.lattice import lattice
from tilewright.pieces.sets import polyforms
from tilewright.puzzle.rules import Reason

HOLES = "#.#.#.#\n.......\n###.##."  # four single cells
FAST, MANY = 150, 3000


def scattered(rng: random.Random) -> Packing:
    """A board of a few parts, and pieces of one to three cells."""
    name = rng.choice(["square", "square", "hexagonal", "triangular", "cubic"])
    grid = lattice(name)
    cells = [
        atom
        for cell in Board.of_size("x".join("3" * grid.dimension), name).cells
        for atom in grid.atoms_of(cell[: grid.dimension])
    ]
    atoms = sorted(set(rng.sample(sorted(set(cells)), rng.randint(3, 8))))
    optional = tuple(rng.sample(atoms, rng.choice([0, 0, 1, 2])))
    board = Board([atom for atom in atoms if atom not in optional], optional, name)
    sizes = [1, *rng.sample([1, 2, 2, 3], rng.randint(1, 3))]
    pieces = [
        tw.Piece(
            letter,
            rng.choice(polyforms(name, size)),
            name,
            copies=rng.choice([(1, 1), (0, 1), (0, 2), (0, None), (1, 3)]),
        )
        for letter, size in zip("ABCD", sizes, strict=False)
    ]
    return Packing(board, pieces)


def judge(seed: int) -> str:
    """What the reasons say; none is given, and none passes the check, where there is a tiling."""
    rng = random.Random(seed)
    puzzle = scattered(rng)
    try:
        solvable = bool(Brute(puzzle, most=2000).labelled)
    except TooManyError:
        solvable = True
    found = tw.verdict(puzzle)
    assert (found.verdict != "impossible") == solvable, puzzle
    if found.reason and found.reason.kind in ("area", "region"):
        assert puzzle.checkers.reason_fault(found.reason) is None, (seed, found.reason)
    parts = puzzle.grid.components((*puzzle.board.atoms, *puzzle.board.optional))
    for _ in range(6):  # claims that a forger would make
        union = tuple(atom for part in rng.sample(parts, rng.randint(1, len(parts))) for atom in part)
        if puzzle.checkers.reason_fault(Reason("region", "", union)) is None:
            assert not solvable, (seed, union)
    return found.reason.kind if found.reason else ""


def test_no_false_reason() -> None:
    kinds = [judge(seed) for seed in range(FAST)]
    assert kinds.count("region") >= 10


@pytest.mark.full
def test_no_false_reason_in_many() -> None:
    for seed in range(1000, 1000 + MANY):
        judge(seed)


def test_single_cells_that_outnumber_the_single_pieces_are_the_reason(tmp_path: Path) -> None:
    few = [tw.Piece("M", ((0, 0),), copies=(0, 3)), tw.Piece("D", ((0, 0), (0, 1)), copies=(0, None))]
    puzzle = Packing(Board.parse(HOLES), few)
    found = tw.verdict(puzzle, proof=tmp_path / "proof")
    assert (found.verdict, found.proof) == ("impossible", "checked")
    assert found.reason is not None and found.reason.kind == "region" and "4 cells" in found.reason.text
    assert {(0, 0), (0, 2), (0, 4), (0, 6)} == set(found.reason.atoms)
    enough = [few[0].with_copies(0, 5), few[1]]
    assert tw.verdict(Packing(puzzle.board, enough)).verdict != "impossible"
    assert Packing(puzzle.board, enough).checkers.reason_fault(found.reason) is not None


def test_small_parts_of_several_sizes(tmp_path: Path) -> None:
    board = Board.parse("##.##.##.#\n..........\n####.#####")
    pieces = [
        tw.Piece("M", ((0, 0),), copies=(0, 2)),
        tw.Piece("D", ((0, 0), (0, 1)), copies=(0, 2)),
        tw.Piece("I", ((0, 0), (0, 1), (0, 2)), copies=(0, None)),
    ]
    found = tw.verdict(Packing(board, pieces), proof=tmp_path / "proof")
    assert found.reason is not None and found.reason.kind == "region" and found.proof == "checked"
    assert len(found.reason.atoms) == 7
