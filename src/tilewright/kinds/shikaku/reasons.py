"""Reasons why a Shikaku has no division, the wording of its hints, and changes that may repair it.

A change drops a pin, replaces one or two numbers, or drops or moves a clue.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from heapq import nsmallest
from itertools import chain, combinations

from tilewright.exact_cover.limits import Deadline
from tilewright.kinds.shikaku.puzzle import Clue, Rect, Shikaku, overlap
from tilewright.puzzle import Placement, Puzzle, Tiling
from tilewright.puzzle.puzzle import Change, Compiled, Hints, Reasons, uncovered_reasons
from tilewright.puzzle.rules import Reason


class ShikakuReasons(Reasons):
    """The reasons of Shikaku puzzles."""

    puzzle: Shikaku

    def of_areas(self, deadline: Deadline) -> Iterator[Reason]:
        puzzle = self.puzzle
        if not _areas_fit(puzzle):
            known = sum(value or 0 for _, _, value in puzzle.clues)
            yield Reason("area", f"the clues sum to {known}, the grid has {puzzle.rows * puzzle.columns} cells")

    def of_placements(self, compiled: Compiled, deadline: Deadline) -> Iterator[Reason]:
        placed = {number for number, _ in deadline.watch(compiled.meanings)}
        for number, (row, column, value) in enumerate(self.puzzle.clues):
            if number not in placed:
                text = f"no rectangle of {value or 'any number of'} cells fits around the clue at row {row}, column {column}"
                yield Reason("unplaceable", text, ((row, column),))
        yield from uncovered_reasons(compiled, deadline)

    def changes(self) -> Iterator[Change]:
        """Yield the changes to try. Two clues with other numbers come last."""
        for kind, text, changed in chain(_clue_changes(self.puzzle), _other_numbers(self.puzzle)):
            if _areas_fit(changed):
                last = MOST_REPORTED if kind == "numbers" else 0
                yield Change(kind, text, changed, last, None if text else partial(_with_numbers_of, self.puzzle))


class ShikakuHints(Hints):
    """The wording of hints for Shikaku puzzles."""

    puzzle: Shikaku

    def owner_text(self, compiled: Compiled, owner: int) -> str:
        return f"the {_named(self.puzzle.clues[owner])}"

    def option_text(self, placement: Placement, owner: str) -> str:
        return f"{_rectangle_text(placement)}, for {owner}"

    def forced_text(self, placement: Placement, owner: str) -> str:
        return f"{owner} can only be {_rectangle_text(placement)}"


def _rectangle_text(placement: Placement) -> str:
    top, left = min(placement.atoms)
    return f"the {placement.motion} that starts at row {top}, column {left}"


MOST_PAIRS = 5_000  # pairs of clues to try with other numbers, nearest first
MOST_REPORTED = 10  # the most changes of two numbers to report


def _with_numbers_of(puzzle: Shikaku, tiling: Tiling) -> tuple[str, Puzzle]:
    """Return the text of a change, and the puzzle with the numbers that the tiling gives to clues of unknown size."""
    sizes = {placement.piece: len(placement.atoms) for placement in tiling.placements}
    clues = tuple((row, column, value and sizes[f"{row},{column}"]) for row, column, value in puzzle.clues)
    pairs = zip(puzzle.clues, clues, strict=True)
    text = " and ".join(f"the {_named(old)} as {new[2]}" for old, new in pairs if old != new)
    return text, replace(puzzle, clues=clues)


def _clue_changes(puzzle: Shikaku) -> Iterator[tuple[str, str, Shikaku]]:
    """Yield the changes of one clue or pin.

    A change of a number makes it unknown and has no text yet: the tiling determines the new number.
    """
    taken = {clue[:2] for clue in puzzle.clues}
    for pin in puzzle.pinned:
        rest = tuple(other for other in puzzle.pinned if other != pin)
        yield "unpin", f"drop the pin of the rectangle {pin}", replace(puzzle, pinned=rest)
    for clue in puzzle.clues:
        if clue[2] is not None:
            yield "number", "", _with_clues(puzzle, {clue: (*clue[:2], None)})
    pinned = {cell for cell in taken if any(_holds(rect, cell) for rect in puzzle.pinned)}
    for clue in puzzle.clues:
        if clue[:2] not in pinned:  # a pinned rectangle needs its clue
            yield "drop", f"no {_named(clue)}", _with_clues(puzzle, {clue: None})
    for clue in puzzle.clues:
        row, column, value = clue
        mine = next((rect for rect in puzzle.pinned if _holds(rect, (row, column))), None)
        for r, c in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
            there = 0 <= r < puzzle.rows and 0 <= c < puzzle.columns and (r, c) not in taken
            if there and mine == next((rect for rect in puzzle.pinned if _holds(rect, (r, c))), None):
                text = f"the {_named(clue)} moved to row {r}, column {c}"
                yield "move", text, _with_clues(puzzle, {clue: (r, c, value)})


def _holds(rect: Rect, cell: tuple[int, int]) -> bool:
    return overlap(rect, (*cell, 1, 1))


def _other_numbers(puzzle: Shikaku) -> Iterator[tuple[str, str, Shikaku]]:
    """Yield the puzzle with two numbers made unknown, the nearest pairs of clues first."""

    def apart(pair: tuple[Clue, Clue]) -> int:
        return abs(pair[0][0] - pair[1][0]) + abs(pair[0][1] - pair[1][1])

    known = [clue for clue in puzzle.clues if clue[2] is not None]
    for pair in nsmallest(MOST_PAIRS, combinations(known, 2), key=apart):
        yield "numbers", "", _with_clues(puzzle, {clue: (*clue[:2], None) for clue in pair})


def _areas_fit(puzzle: Shikaku) -> bool:
    known = [value for _, _, value in puzzle.clues if value is not None]
    unknown = len(puzzle.clues) - len(known)
    left = puzzle.rows * puzzle.columns - sum(known)
    return left >= unknown if unknown else left == 0


def _named(clue: Clue) -> str:
    return f"clue {'?' if clue[2] is None else clue[2]} at row {clue[0]}, column {clue[1]}"


def _with_clues(puzzle: Shikaku, changed: dict[Clue, Clue | None]) -> Shikaku:
    clues = (changed.get(clue, clue) for clue in puzzle.clues)
    return replace(puzzle, clues=tuple(clue for clue in clues if clue is not None))
