"""Known numbers of polyforms and of tilings beyond the square, recounted."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers.published import EXTRA as KNOWN
from tests.helpers.published import Published, of_notations, of_polyforms
from tilewright.api.count import count
from tilewright.kinds import Packing
from tilewright.kinds.packing.puzzle import Pin
from tilewright.pieces import piece_set
from tilewright.pieces.sets import polyforms, set_rows


def row_of(known: Published) -> Any:
    """The parameter of a test; slow ones are in the full tier."""
    return pytest.param(known, id=f"{known.name} {known.up_to}", marks=[pytest.mark.full] * known.slow)


@pytest.mark.parametrize("motion", ["free", "turn"])
@pytest.mark.parametrize("name", KNOWN["polyforms"])
def test_numbers_of_polyforms(name: str, motion: str) -> None:
    wanted = KNOWN["polyforms"][name][motion]
    assert [len(polyforms(name, cells, motion)) for cells in range(1, len(wanted) + 1)] == wanted


@pytest.mark.parametrize(("name", "number"), [(name, number) for name, number, _ in set_rows()])
def test_numbers_of_pieces_in_the_list_of_sets(name: str, number: int) -> None:
    """The list has them from a table; here they are enumerated."""
    assert len(piece_set(name).pieces) == number


@pytest.mark.parametrize("known", [row_of(known) for known in (*of_notations(KNOWN["counts"]), *of_polyforms())])
def test_published_counts(known: Published) -> None:
    found = [count(puzzle, up_to=known.up_to) for puzzle in known.puzzles]
    assert sum(each.value for each in found) == known.number and {each.bound for each in found} == {"exact"}


@pytest.mark.full
@pytest.mark.timeout(3600)
def test_bedlam_cube() -> None:
    """Every tiling has X in one place; places that a turn of the cube exchanges have equally many tilings."""
    puzzle = Packing.parse(KNOWN["bedlam"]["puzzle"])
    compiled = puzzle.compile()
    left = {n for n in range(len(compiled.cover.options)) if compiled.placement(n).piece == "X"}
    total = 0
    while left:
        orbit = {turn.options[min(left)] for turn in compiled.cover.automorphisms}
        found = count(puzzle.with_pins((Pin("X", compiled.placement(min(left)).atoms),)))
        assert found.bound == "exact"
        total += len(orbit) * found.value
        left -= orbit
    assert total == KNOWN["bedlam"]["none"]
    # No tiling is kept by a turn, as 24 times the published number says.
    assert total == 24 * KNOWN["bedlam"]["rotations"]
