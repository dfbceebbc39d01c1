"""The states of a count as lines, what the checker says of them, and a writer that lies once."""

from __future__ import annotations

from io import BytesIO

from tilewright.explain.checkers import count_fault
from tilewright.explain.count_states import CountStates
from tilewright.puzzle import Puzzle


def lines_of(states: CountStates) -> bytes:
    return "".join(f"{line}\n" for line in states.lines()).encode()


def fault(puzzle: Puzzle, value: int, axes: list[int], lines: bytes) -> str | None:
    return count_fault(puzzle, value, axes, BytesIO(lines))


class OneLie(CountStates):
    """Everything is added up rightly, from one number that is not."""

    def __init__(self, puzzle: Puzzle, place: int, left: tuple, covered: int, by: int) -> None:
        self.lie, self.by = (place, left, covered), by
        super().__init__(puzzle.compile())

    def _add(self, first: int, states: dict[int, int], moves: list) -> None:
        super()._add(first, states, moves)
        place, left, covered = self.lie
        if first == place and self.layers[first].get(left) is states:
            states[covered] += self.by
