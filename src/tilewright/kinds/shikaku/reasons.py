"""Why a Shikaku has no division.

Clues and rectangles in words.
"""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.cover.search.deadline import Deadline
from tilewright.explain.hints.difficulty import Hints
from tilewright.explain.reasons.reason import Reason
from tilewright.explain.reasons.why import Reasons, uncovered_reasons
from tilewright.kinds import Shikaku
from tilewright.puzzle import Placement
from tilewright.puzzle.compiled import Compiled


class ShikakuReasons(Reasons):
    """The reasons of Shikaku puzzles."""

    puzzle: Shikaku

    def of_areas(self, deadline: Deadline) -> Iterator[Reason]:
        puzzle = self.puzzle
        cells = puzzle.rows * puzzle.columns
        known = sum(value for _, _, value in puzzle.clues if value is not None)
        unknown = sum(value is None for _, _, value in puzzle.clues)
        if known + unknown > cells or (known < cells and not unknown):
            yield Reason("area", f"the clues sum to {known}, the grid has {cells} cells")

    def of_placements(self, compiled: Compiled, deadline: Deadline) -> Iterator[Reason]:
        puzzle = self.puzzle
        placed = {number for number, _ in deadline.watch(compiled.meanings)}
        for number, (row, column, value) in enumerate(puzzle.clues):
            if number not in placed:
                text = f"no rectangle of {value or 'any number of'} cells fits around the clue at row {row}, column {column}"
                yield Reason("unplaceable", text, ((row, column),))
        yield from uncovered_reasons(compiled, deadline)


class ShikakuHints(Hints):
    """The words and techniques of Shikaku puzzles."""

    puzzle: Shikaku

    def owner_text(self, compiled: Compiled, owner: int) -> str:
        puzzle = self.puzzle
        row, column, value = puzzle.clues[owner]
        return f"the clue {'?' if value is None else value} at row {row}, column {column}"

    def option_text(self, placement: Placement, owner: str) -> str:
        top, left = min(placement.atoms)
        return f"{placement.motion} from row {top}, column {left} for {owner}"
