"""Whether the certificate of a cover's count holds: every number in it added up again, from the cover alone.

The certificate lists states with the number of ways to go on from there, each after those that follow it. Nothing in it is
believed: the moves are made here (`moves.py`), and a number is used only after it has been added up. A state that is not listed
counts as 0 if it has no move; any other must be listed. See docs/theory/count-certificates.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import BinaryIO

from tilewright.cover.problem import ExactCover
from tilewright.cover.search.deadline import NEVER, Deadline
from tilewright.errors import LimitError
from tilewright.explain.checkers.covers.moves import CoverMoves, State
from tilewright.explain.checkers.verify_count import MOST_DIGITS, MOST_STATES

LONGEST_WORD = 24  # characters of an item and what covers it
PLACE = re.compile(rb"@([0-9]{1,7})\n")
STATE = re.compile(rb"((?:[0-9]{1,9}(?::[0-9]{1,9}|\*[0-9]{1,9})? )*)= ([0-9]{1,%d})\n" % MOST_DIGITS)


class _Fault(Exception):
    """What is wrong with the certificate."""


def cover_count_fault(
    cover: ExactCover, count: int, order: Sequence[int], file: BinaryIO, deadline: Deadline = NEVER
) -> str | None:
    """Why the lines of `file` do not prove that the cover has `count` solutions, in one line; None when they do.

    `order` are the items as they are taken. Raises OutOfTimeError when the deadline comes first, LimitError when
    the cover or the file is too large.
    """
    if sorted(order) != list(range(len(cover.lo))):
        return "its order does not name every item of the cover once"
    checker = _CoverChecker(CoverMoves(cover, order, deadline))
    try:
        checker.read(file)
        value = checker.number(*checker.moves.begin)
    except _Fault as fault:
        return str(fault)
    return None if value == count else f"the whole cover has {value} solutions: expected {count}"


class _CoverChecker:
    """The states whose numbers have been read and added up, at each place."""

    def __init__(self, moves: CoverMoves) -> None:
        self.moves, self.places = moves, len(moves.places)
        self.known: list[dict[State, int]] = [{} for _ in moves.places]

    def number(self, place: int, state: State) -> int:
        """The solutions from a state on: as added up before, or 0 where it has no move."""
        if place == self.places:
            return 1
        value = self.known[place].get(state)
        if value is None and next(self.moves.after(place, state), None) is not None:
            raise _Fault(f"the state `@{place} {written(state)}` is needed and not listed before")
        return value or 0

    def read(self, file: BinaryIO) -> None:
        """Add up every line of the file."""
        place = -1
        for line_number, line in self._lines(file):
            if found := STATE.fullmatch(line):
                if place < 0:
                    raise _Fault(f"line {line_number}: expected `@PLACE` before the first state")
                state, claimed = _state(line_number, found[1].decode()), int(found[2])
                if state and state[-1][0] >= len(self.moves.lo):
                    raise _Fault(f"line {line_number}: expected items below {len(self.moves.lo)}")
                value = sum(self.number(*then) for then in self.moves.after(place, state))
                if value != claimed:
                    raise _Fault(f"line {line_number}: the states that follow add up to {value}")
                self.known[place][state] = value
            elif found := PLACE.fullmatch(line):
                place = int(found[1])
                if place >= self.places:
                    raise _Fault(f"line {line_number}: expected a place below {self.places}")
            else:
                raise _Fault(f"line {line_number}: expected `@PLACE` or `ITEM ITEM:COLOR ITEM*TIMES = NUMBER`")

    def _lines(self, file: BinaryIO) -> Iterator[tuple[int, bytes]]:
        longest = MOST_DIGITS + LONGEST_WORD * len(self.moves.lo) + 10
        lines = iter(lambda: file.readline(longest), b"")
        for line_number, line in enumerate(lines, start=2):  # the head is line 1
            if line_number > 2 * MOST_STATES:
                raise LimitError(f"a certificate of over {line_number:,} lines: expected fewer")
            yield line_number, line


def _state(line_number: int, text: str) -> State:
    """A state as it is written: items ascending, each with its color or how often it is covered, if not once."""
    found = []
    for word in text.split():
        item, mark, value = re.split(r"([:*]|$)", word, maxsplit=1)
        found.append((int(item), -int(value) if mark == ":" else int(value or 1)))
    if any(a >= b for (a, _), (b, _) in pairwise(found)) or any(value == 0 for _, value in found):
        raise _Fault(f"line {line_number}: expected items in ascending order, each covered")
    return tuple(found)


def written(state: State) -> str:
    """A state in a line of the certificate.

    >>> written(((0, 1), (4, -2), (7, 3)))
    '0 4:2 7*3'
    """
    ways = {1: ""}
    return " ".join(f"{item}{f':{-n}' if n < 0 else ways.get(n, f'*{n}')}" for item, n in state)
