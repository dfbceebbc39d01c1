"""The rectangles of a Shikaku, made from its rules alone.

Whether a reason holds for a Shikaku: its clues, added up.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from tilewright.cover.limits import NEVER, Deadline
from tilewright.explain.checkers import UNLIMITED, Cells, Checkers, PlacementRules
from tilewright.kinds import Shikaku
from tilewright.lattice import Atom
from tilewright.puzzle.check import Reason


class ShikakuCheckers(Checkers):
    """The checks of Shikaku puzzles."""

    puzzle: Shikaku

    def placement_rules(self, there: Collection[Atom], deadline: Deadline) -> PlacementRules:
        """Every rectangle that holds one clue, whose number is its size."""
        puzzle = self.puzzle
        found = ((0, cells) for clue in puzzle.clues for cells in _around(puzzle, *clue, deadline))
        return PlacementRules([], [UNLIMITED], found, {(0, _rectangle(*rect)) for rect in puzzle.pinned})

    def checkable_reasons(self) -> tuple[str, ...]:
        return ("area",)

    def reason_fault(self, reason: Reason, deadline: Deadline = NEVER) -> str | None:
        puzzle = self.puzzle
        values = [value for _, _, value in puzzle.clues]
        known, unknown, cells = sum(value or 0 for value in values), values.count(None), puzzle.rows * puzzle.columns
        wrong = known + unknown > cells or (not unknown and known != cells)
        return None if wrong and reason.kind == "area" else f"the clues can fill the {cells} cells"


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
