"""The states of a count as lines, what the checker says of them, and a writer that lies once."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from tilewright.api.certificate import cover_of_board, sorted_axes
from tilewright.exact_cover.limits import NEVER, Deadline
from tilewright.explain.checkers import count_fault
from tilewright.explain.count_states import CountStates
from tilewright.puzzle import Puzzle
from tilewright.puzzle.puzzle import Compiled


class BoardStates(CountStates):
    """The states of a puzzle."""

    def __init__(self, compiled: Compiled, deadline: Deadline = NEVER, most: int | None = None) -> None:
        self.axes = sorted_axes(compiled)
        super().__init__(*cover_of_board(compiled, self.axes), deadline, most)


def lines_of(states: CountStates) -> bytes:
    return "".join(f"{line}\n" for line in states.lines()).encode()


def fault(puzzle: Puzzle, value: int, axes: Sequence[int], lines: bytes) -> str | None:
    return count_fault(puzzle, value, axes, BytesIO(lines))


class OneLie(BoardStates):
    """Everything is added up rightly, from one number that is not."""

    def __init__(self, puzzle: Puzzle, place: int, kept: int, covered: int, by: int) -> None:
        self.lie, self.by = (place, kept, covered), by
        super().__init__(puzzle.compile())

    def _add(self, place: int, kept: int, states: dict[int, int]) -> None:
        super()._add(place, kept, states)
        if (place, kept) == self.lie[:2]:
            states[self.lie[2]] += self.by
