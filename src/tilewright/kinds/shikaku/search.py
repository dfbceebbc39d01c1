"""Search for divisions of a Shikaku of any size in the compiled core.

The core lists the candidates, propagates, and searches each independent component. The search needs no exact cover in
Python, so a grid of a million cells fits into memory. This module checks the divisions by the rules of the puzzle and
shares no code with the search.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import prod
from operator import add
from typing import overload

from tilewright._kernel import ShikakuJob
from tilewright.errors import InternalError, LimitError
from tilewright.exact_cover.limits import NEVER, Deadline, Limit
from tilewright.exact_cover.outcome import Ended, Outcome, ShikakuNote
from tilewright.kinds.shikaku.puzzle import MAX_CANDIDATES, Clue, Rect, Shikaku
from tilewright.puzzle.puzzle import DirectFound, Tiling
from tilewright.puzzle.tilings import TilingSequence

NAME = "shikaku"
MOST_DIVISIONS = 10_000  # the most divisions in memory; an engine streams more
MOST_COMPILED = 40_000  # cells of a grid whose exact cover is compiled quickly
SLICE = 0.05  # seconds between two checks of the clock and of Ctrl-C
MOST_KEPT = 50_000_000  # rectangles of all divisions together, 16 bytes each


PART = Outcome(ended="enough")  # there may be other divisions


@dataclass(frozen=True)
class Divisions:
    """Divisions of a grid, stored one after the other.

    numbers: top, left, height and width of each rectangle, clue by clue.
    outcome: how the search ended: "enough" if there may be other divisions, "exhausted" if there are none.
    """

    puzzle: Shikaku
    numbers: memoryview
    outcome: Outcome = PART

    @property
    def complete(self) -> bool:
        """Whether there are no other divisions."""
        return self.outcome.ended == "exhausted"

    def __len__(self) -> int:
        return len(self.numbers) // max(1, 4 * len(self.puzzle.clues))

    def first(self, number: int) -> Divisions:
        """Return the first `number` divisions."""
        return self.between(0, number)

    def between(self, start: int, end: int) -> Divisions:
        """Return the divisions from `start` to before `end`, without a copy."""
        size = 4 * len(self.puzzle.clues)
        return Divisions(self.puzzle, self.numbers[size * start : size * end])

    def rectangles(self, division: int = 0) -> list[Rect]:
        """Return the rectangles of a division, clue by clue."""
        size = 4 * len(self.puzzle.clues)
        numbers = iter(self.numbers[division * size : (division + 1) * size].tolist())
        return list(zip(numbers, numbers, numbers, numbers, strict=True))

    def tiling(self, division: int = 0) -> Tiling:
        """Return a division as a tiling, with its rectangles sorted by position."""
        rows = sorted(enumerate(self.rectangles(division)), key=lambda row: row[1])
        return Tiling(self.puzzle, tuple(self.puzzle.rectangle_of(number, rect) for number, rect in rows))


class DivisionTilings(TilingSequence):
    """Divisions as a sequence of tilings.

    A tiling takes fifty times the memory of a division, so each is made when it is accessed.
    """

    __slots__ = ("divisions",)

    def __init__(self, divisions: Divisions) -> None:
        self.divisions = divisions

    @property
    def puzzle(self) -> Shikaku:
        """The puzzle of the divisions."""
        return self.divisions.puzzle

    @property
    def first_size(self) -> int:
        """The number of rectangles of a division."""
        return len(self.puzzle.clues)

    def __len__(self) -> int:
        return len(self.divisions)

    @overload
    def __getitem__(self, place: int) -> Tiling: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Tiling]: ...
    def __getitem__(self, place: int | slice) -> Tiling | Sequence[Tiling]:
        if not isinstance(place, slice):
            return self.divisions.tiling(self.place_of(place))
        places = range(len(self))[place]
        if places.step == 1:
            return DivisionTilings(self.divisions.between(places.start, max(places.start, places.stop)))
        return tuple(map(self.divisions.tiling, places))


class ShikakuSearch:
    """The direct search of a Shikaku, as the API expects it."""

    name = NAME

    def __init__(self, puzzle: Shikaku) -> None:
        self.puzzle = puzzle
        self.has_rivals = puzzle.rows * puzzle.columns <= MOST_COMPILED

    def find(self, most: int | None, deadline: Deadline) -> DirectFound:
        """Return the first divisions; None in their place if all are wanted and there are too many to hold at once."""
        if (ended := deadline.ended) is not None:  # a large grid may use up the time while it is read
            return DirectFound((), Outcome(ended=ended))
        held = max(1, min(MOST_DIVISIONS, MOST_KEPT // max(1, len(self.puzzle.clues))))
        found = divide(self.puzzle, held if most is None else most, deadline)
        too_many = most is None and found.outcome.ended == "enough"
        return DirectFound(None if too_many else DivisionTilings(found), found.outcome)

    def count(self, deadline: Deadline) -> Outcome:
        """Return the outcome with the number of divisions."""
        ended = deadline.ended
        return Outcome(ended=ended) if ended else count(self.puzzle, deadline)


def divide(puzzle: Shikaku, most: int, deadline: Deadline = NEVER) -> Divisions:
    """Return the first `most` divisions; their outcome says whether there may be more ("enough") or not ("exhausted").

    Raises LimitError for more rectangles than can be kept, and InternalError if a division breaks the rules.
    """
    if most * len(puzzle.clues) > MOST_KEPT:
        raise LimitError(f"{most:,} divisions of {len(puzzle.clues):,} rectangles: expected at most {MOST_KEPT:,}")
    run = _JobRun(puzzle, most, deadline)
    ended = run.wait()
    numbers = memoryview(run.job.divisions())
    found = Divisions(puzzle, numbers.cast("B").cast("i") if numbers.nbytes else memoryview(array("i")))
    checked, late = _check(found, deadline)
    if late:
        ended = late
    elif run.job.finished:
        ended = "enough" if len(found) == most else "exhausted"
    return replace(checked, outcome=run.outcome(ended, len(checked)))


def count(puzzle: Shikaku, deadline: Deadline = NEVER) -> Outcome:
    """Return the outcome with the number of divisions, the product over the components."""
    run = _JobRun(puzzle, -1, deadline)
    ended, job = run.wait(), run.job
    parts = [high << 64 | low for high, low, _ in job.counts]
    if job.finished:
        ended = "exhausted" if all(exact for _, _, exact in job.counts) else "limit"
    whole = len(parts) == job.components and job.total == job.components and not job.impossible
    return run.outcome(ended, prod(parts) if whole and (parts or job.finished) else 0)


def is_unique(puzzle: Shikaku, limit: Limit = Limit()) -> bool | None:
    """Return whether there is exactly one division; None if the limit came first."""
    found = divide(puzzle, 2, Deadline(limit))
    return len(found) == 1 if found.complete or len(found) == 2 else None


class _JobRun:
    """A job of the kernel that searches a puzzle."""

    engine, solutions = NAME, None

    def __init__(self, puzzle: Shikaku, most: int, deadline: Deadline) -> None:
        clues = [(row, column, value or 0) for row, column, value in puzzle.clues]
        nodes = deadline.limit.nodes or 0
        self.job = ShikakuJob(puzzle.rows, puzzle.columns, clues, list(puzzle.pinned), most, nodes, MAX_CANDIDATES)
        self.deadline = deadline

    @property
    def nodes(self) -> int:
        """The number of nodes so far."""
        return self.job.nodes

    @property
    def fraction(self) -> float | None:
        """The share of the components that are done."""
        return self.job.done / self.job.total if self.job.total else None

    def wait(self) -> Ended:
        """Wait for the end of the job, the deadline or Ctrl-C, and return why the search ended.

        The result is "limit" as well if the job ended by itself; the caller then decides.
        """
        job, deadline = self.job, self.deadline
        ended: Ended = "limit"
        with deadline.progress.showing(self):
            try:
                while not job.wait(max(0.0, min(SLICE, deadline.left))):
                    if (late := deadline.ended) is not None:
                        ended = late
                        break
            except KeyboardInterrupt:
                ended = "stopped"
            job.stop()
            job.wait(3600.0)
        if job.too_large:
            raise LimitError(f"{job.too_large}: expected fewer or smaller clues")
        return ended

    def outcome(self, ended: Ended, solutions: int) -> Outcome:
        """Return how the search ended."""
        note = ShikakuNote(candidates=self.job.candidates)
        return Outcome(ended=ended, engine=NAME, solutions=solutions, nodes=self.job.nodes, notes=(note,))


def _check(found: Divisions, deadline: Deadline) -> tuple[Divisions, Ended | None]:
    """Return the divisions that were checked before the deadline, at least one, and why not all were.

    Raises InternalError if one is wrong.
    """
    for number in range(len(found)):
        if number and (ended := deadline.ended) is not None:
            return found.first(number), ended
        if not _divides(found.puzzle, found.rectangles(number)):
            raise InternalError(f"division {number} of the Shikaku search breaks the rules")
    return found, None


def _divides(puzzle: Shikaku, rects: list[Rect]) -> bool:
    """Return whether the rectangles are a division.

    It is enough that each cell is covered once and each clue lies in its own rectangle: no rectangle then holds a
    second clue.
    """
    if sum(height * width for _, _, height, width in rects) != puzzle.rows * puzzle.columns:
        return False
    return (
        _hold_clues(rects, puzzle.clues)
        and _cover_once(puzzle.rows, puzzle.columns, rects)
        and set(rects).issuperset(puzzle.pinned)
    )


def _hold_clues(rects: Sequence[Rect], clues: Sequence[Clue]) -> bool:
    """Return whether each rectangle has the cell and the size of its clue.

    The test avoids a function call for each rectangle, because there may be 100,000.
    """
    return len(rects) == len(clues) and all(
        top <= row < top + height and left <= column < left + width and (value is None or height * width == value)
        for (top, left, height, width), (row, column, value) in zip(rects, clues, strict=True)
    )


def _cover_once(rows: int, columns: int, rects: list[Rect]) -> bool:
    """Return whether the rectangles lie on the grid and cover every cell once.

    The cover of each cell is summed from the places where rectangles begin and end.
    """
    width = columns + 1
    changes = [0] * (width * (rows + 1))
    for top, left, height, wide in rects:
        if top < 0 or left < 0 or top + height > rows or left + wide > columns:
            return False
        first, below = top * width + left, (top + height) * width + left
        changes[first] += 1
        changes[first + wide] -= 1
        changes[below] -= 1
        changes[below + wide] += 1
    line, once = [0] * width, [1] * columns + [0]
    for start in range(0, width * rows, width):
        line = list(map(add, line, changes[start : start + width]))
        if list(accumulate(line)) != once:
            return False
    return True
