"""Symmetric silhouettes of the tangram whose pieces lie on one lattice of half squares; those with four turns also by the SAT model."""

from __future__ import annotations

import pytest

from tilewright import load
from tilewright.kinds import Packing
from tilewright.silhouettes.sat import sat_silhouettes
from tilewright.silhouettes.search import find_silhouettes

pytestmark = pytest.mark.full


def tangram() -> Packing:
    puzzle = load("tangram/square")
    assert isinstance(puzzle, Packing)
    return puzzle


@pytest.mark.parametrize(
    ("symmetry", "count", "side"),
    [("D4", 1, 6), ("C4", 2, 6), ("D2", 9, 0), ("D2d", 4, 0), ("D1", 663, 0), ("D1d", 430, 0)],
)
def test_symmetric_tangrams(symmetry: str, count: int, side: int) -> None:
    pieces = tangram().pieces
    found = find_silhouettes(pieces, symmetry, "edge")
    assert found.complete and len(found.silhouettes) == count
    if side:
        within = [one.id for one in found.silhouettes if max(one.extent) <= side]
        assert sorted(within) == sorted(one.id for one in sat_silhouettes(pieces, symmetry, "edge", (side, side)))
