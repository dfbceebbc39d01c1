"""The rectangles of a Shikaku, made from its rules alone."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from tilewright.cover.search.deadline import Deadline
from tilewright.explain.checkers.independent_placements import UNLIMITED, Cells, PlacementRules, placement_rules
from tilewright.lattice import Atom
from tilewright.puzzle import Shikaku


@placement_rules.register(Shikaku)
def _stated_rules(puzzle: Shikaku, there: Collection[Atom], deadline: Deadline) -> PlacementRules:
    """Every rectangle that holds one clue, whose number is its size."""
    found = ((0, cells) for clue in puzzle.clues for cells in _around(puzzle, *clue, deadline))
    return PlacementRules([], [UNLIMITED], found, {(0, _rectangle(*rect)) for rect in puzzle.pinned})


def _around(puzzle: Shikaku, row: int, column: int, size: int | None, deadline: Deadline) -> Iterator[Cells]:
    clues = {(r, c) for r, c, _ in puzzle.clues}
    for height in range(1, puzzle.rows + 1):
        widths = range(1, puzzle.columns + 1) if size is None else [size // height] * (size % height == 0)
        for width in widths:
            for top in range(max(0, row - height + 1), min(row, puzzle.rows - height) + 1):
                for left in range(max(0, column - width + 1), min(column, puzzle.columns - width) + 1):
                    deadline.check()
                    cells = _rectangle(top, left, height, width)
                    if len(cells & clues) == 1:
                        yield cells


def _rectangle(top: int, left: int, height: int, width: int) -> Cells:
    return frozenset((row, column) for row in range(top, top + height) for column in range(left, left + width))
