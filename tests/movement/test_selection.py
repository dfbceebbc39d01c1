"""Tilings that are kept: one of each class, and those that come apart."""

from __future__ import annotations

from dataclasses import replace

import pytest

import tilewright as tw
from tilewright.errors import ArgumentError


@pytest.mark.parametrize(
    "notation", ["FNPUV@5x5", "tetrominoes*@4x4", "pentominoes:FLP@3x5", "tetracubes*@2x2x2", "hexiamonds:CEFG@4x3"]
)
@pytest.mark.parametrize("up_to", ["rotations", "symmetries"])
def test_one_tiling_of_each_class_is_listed(notation: str, up_to: str) -> None:
    puzzle = tw.load(notation)
    found = tw.solve(puzzle, None, up_to=up_to)  # type: ignore[arg-type]
    assert (len(found), found.ended) == (tw.count(puzzle, up_to=up_to).value, "exhausted")  # type: ignore[arg-type]
    assert len({tiling.placements for tiling in found}) == len(found)
    assert all(not tw.faults(puzzle, tiling.placements) for tiling in found)


def test_a_shikaku_with_a_search_of_its_own_lists_one_of_each_class() -> None:
    puzzle = tw.Shikaku(2, 2, ((0, 0, 2), (1, 1, 2)))
    assert (len(tw.solve(puzzle, None)), len(tw.solve(puzzle, None, up_to="symmetries"))) == (2, 1)


def test_the_first_ones_end_the_search() -> None:
    found = tw.solve(tw.load("soma@3x3x3"), 3, up_to="symmetries", disassemble=True)
    assert (len(found), found.ended, found.exit_code) == (3, "enough", 0)


def locked() -> tw.Packing:
    """A ring around a square, which never come apart in the plane."""
    ring = tw.Piece("R", tuple((r, c) for r in range(3) for c in range(3) if (r, c) != (1, 1)))
    return tw.Packing(tw.Board.of_size("3x3"), (ring, tw.Piece("M", ((0, 0),))))


def test_tilings_that_are_stuck_are_left_out() -> None:
    puzzle = locked()
    assert len(tw.solve(puzzle, None)) == 1
    found = tw.solve(puzzle, None, disassemble=True)
    assert (found.verdict, found.ended, found.exit_code) == ("impossible", "exhausted", 1)
    counted = tw.count(puzzle, disassemble=True)
    assert (counted.value, counted.bound, counted.exit_code) == (0, "exact", 1)
    together = replace(puzzle, groups=(("R", "M"),))
    assert tw.count(together, disassemble=True).value == 1
    assert tw.loads(tw.dumps(together)) == together and together.digest != puzzle.digest


def test_counts_of_what_comes_apart() -> None:
    soma = tw.load("soma@3x3x3")
    assert tw.count(soma, up_to="symmetries", disassemble=True).value == 240
    assert str(tw.count(tw.load("FNPUV@5x5"), disassemble=True)) == "16 tilings able to come apart"


def test_what_cannot_be_moved_is_refused() -> None:
    with pytest.raises(tw.NotationError):
        tw.count(tw.load("tetrominoes*@4x4~"), disassemble=True)  # around a cylinder
    with pytest.raises(ArgumentError):
        tw.solve(tw.load("FNPUV@5x5"), random=1, up_to="rotations")


def test_a_limit_leaves_a_bound() -> None:
    found = tw.count(tw.load("soma@3x3x3"), disassemble=True, limit=0)
    assert (found.bound, found.ended) == ("at least", "limit")
