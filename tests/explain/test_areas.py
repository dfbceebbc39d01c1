"""Parts of a board: what is decided at a glance agrees with the walk from cell to cell."""

from __future__ import annotations

import pytest

from tilewright.explain.reasons import why_impossible
from tilewright.kinds import Packing
from tilewright.kinds.packing.reasons import _is_full_box, connected_parts

BOARDS = [
    ("dominoes*@1x1", True),
    ("dominoes*@1x9", True),
    ("dominoes*@5x4", True),
    ("dominoes*@5x4-r0c0", False),
    ("dominoes*@4x5-r0c2,r1c2,r2c2,r3c2", False),
    ("tetracubes*@2x3x4", True),
    ("tetrahexes*@3x4", True),
    ("hexiamonds*@3x4", False),
    ("tetraboloes*@2x2", False),
]


@pytest.mark.parametrize(("notation", "full"), BOARDS)
def test_full_boxes_are_in_one_part(notation: str, full: bool) -> None:
    puzzle = Packing.parse(notation)
    assert _is_full_box(puzzle) == full
    cover = puzzle.compile().cover
    assert not full or len(connected_parts(cover.adjacent, set(range(len(puzzle.board.atoms))))) == 1


def test_parts_of_a_large_board() -> None:
    """Reasons that look at slices of a cover look at all of it: the last cell of 120,001 is the one that is bare."""
    holes = ",".join(f"r{row}c{column}" for row, column in ((0, 60_000), (1, 59_999)))
    reason = why_impossible(Packing.parse(f"dominoes*@2x60001-{holes}").compile())
    assert reason is not None
    assert (reason.kind, reason.atoms) == ("uncovered", ((1, 60_000),))
