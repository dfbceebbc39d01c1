"""How often each piece lies on each cell, held against a count over the tilings themselves."""

from __future__ import annotations

from collections import Counter

import pytest

import tilewright as tw


@pytest.mark.parametrize(
    "source", ["FNPUV@5x5", "dominoes*@4x4", "tetrominoes*@4x4", "fridgeiq:DIY@3x3", "tetrominoes:O+tetrominoes:O@2x4"]
)
def test_against_the_tilings(source: str) -> None:
    puzzle = tw.load(source)
    found = tw.coverage(puzzle)
    tilings = tw.solve(puzzle, None)
    expected = Counter((one.piece, atom) for tiling in tilings for one in tiling for atom in one.atoms)
    assert found.tilings == len(tilings)
    assert {(piece, atom): times for piece, each in found.counts.items() for atom, times in each.items()} == dict(
        expected
    )
    for atom in puzzle.board.atoms:
        assert sum(found.pieces_at(atom).values()) == len(tilings)


def test_pictures_and_limits() -> None:
    found = tw.coverage(tw.load("FNPUV@5x5"))
    assert found.svg("V").startswith("<svg") and found._repr_html_().count("<svg") == 5
    assert str(found) == "5 pieces on 25 cells over 16 tilings"
    cut = tw.coverage(tw.load("pentominoes@6x10"), limit=0)
    assert cut.answer is None and "limit" in str(cut)
    assert tw.coverage(tw.load("dominoes*@3x3")).counts == {}
