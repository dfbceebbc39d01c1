"""An exact cover as a sequence of choices: what the certificate of its count is written and checked by.

The items are taken in a given order. At an item all options are chosen that contain it and no item before it: every way to do so
that keeps the bounds and colors is a *move*. What matters for the rest is the *state*: how often each item is covered, or
its color, for the items that later options contain, or whose lower bound is looked at later. Every solution is one
sequence of moves. See docs/theory/count-certificates.md.

Whether the certificate of a cover's count holds: every number in it added up again, from the cover alone.

The certificate lists states with the number of ways to go on from there, each after those that follow it. Nothing in it is
believed: the moves are made here (`moves.py`), and a number is used only after it has been added up. A state that is not listed
counts as 0 if it has no move; any other must be listed. See docs/theory/count-certificates.md.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import BinaryIO

from tilewright.cover.limits import NEVER, Deadline
from tilewright.cover.problem import ExactCover
from tilewright.errors import LimitError
from tilewright.explain.checkers import MOST_DIGITS, MOST_STATES

MOST_TRIED = 2_000_000  # options looked at for the moves of one state
STEPS = 2048  # options between two looks at the clock

State = tuple[tuple[int, int], ...]  # (item, times covered, or minus its color), ascending, each item once
Entry = tuple[int, int]  # an item and its color, 0 for none


class CoverMoves:
    """The states of a cover whose items are taken in this order, a permutation of them.

    places: the items at which something is decided: some option begins there, or there is a lower bound.

    >>> moves = CoverMoves(ExactCover.of([(0, 1), (0,), (1,)], primary=2), [0, 1])
    >>> moves.begin, sorted(moves.after(0, ()))
    ((0, ()), [(1, ()), (2, ())])
    """

    def __init__(self, cover: ExactCover, order: Sequence[int], deadline: Deadline = NEVER) -> None:
        self.lo, self.deadline, self._unlooked = cover.lo, deadline, 0
        rank = {item: number for number, item in enumerate(order)}
        starting: dict[int, list[tuple[Entry, ...]]] = {}
        contained, last = Counter[int](), [-1] * len(order)
        for option, colors in deadline.watch(zip(cover.options, cover.color_rows, strict=True)):
            first = min(rank[item] for item in option)
            starting.setdefault(order[first], []).append(tuple(zip(option, colors, strict=True)))
            contained.update(option)
            for item in option:
                last[item] = max(last[item], first)
        self.places = [item for item in order if item in starting or cover.lo[item] > 0]
        self.most = [max(contained[item], cover.lo[item]) if hi is None else hi for item, hi in enumerate(cover.hi)]
        # Where no choice can exceed the upper bound, all that matters is whether the lower one is reached.
        self.enough = [
            lo if most >= contained[item] else most
            for item, (lo, most) in enumerate(zip(cover.lo, self.most, strict=True))
        ]
        self._starting = [starting.get(item, []) for item in self.places]
        place = {item: number for number, item in enumerate(self.places)}
        needed = [max(rank[item], last[item]) if cover.lo[item] else last[item] for item in range(len(order))]
        ranks = [rank[item] for item in self.places]
        self._forgotten: list[set[int]] = [set() for _ in ranks]
        for item, end in enumerate(needed):
            if end >= 0:
                self._forgotten[place[order[end]]].add(item)

    @property
    def begin(self) -> tuple[int, State]:
        """Where nothing has been chosen."""
        return self._settled(0, {})

    def after(self, place: int, state: State) -> Iterator[tuple[int, State]]:
        """The states to which the moves at this place lead, each with the place where it goes on: after the last, all is done.

        Raises LimitError when there is more than MOST_TRIED to try, OutOfTimeError at the deadline.
        """
        tried = 0
        stack: list[tuple[dict[int, int], int]] = [(dict(state), 0)]
        item, options = self.places[place], self._starting[place]
        while stack:
            now, begin = stack.pop()
            if _times(now.get(item, 0)) >= self.lo[item]:
                yield self._settled(place + 1, self._remembered(place, now))
            if now.get(item, 0) >= self.most[item]:
                continue
            tried += len(options) - begin
            if tried > MOST_TRIED:
                raise LimitError(f"a state has more than {MOST_TRIED:,} moves")
            self._look(len(options) - begin)
            for number in range(begin, len(options)):
                if (more := self._with(now, options[number])) is not None:
                    stack.append((more, number + 1))

    def _with(self, now: dict[int, int], option: Sequence[Entry]) -> dict[int, int] | None:
        """What is covered after an option, None where a bound or a color forbids it."""
        more = dict(now)
        for item, color in option:
            times = more.get(item, 0)
            if color:
                if times not in (0, -color):
                    return None
                more[item] = -color
            elif 0 <= times < self.most[item]:
                more[item] = times + 1
            else:
                return None
        return more

    def _remembered(self, place: int, now: dict[int, int]) -> dict[int, int]:
        """What matters after this place."""
        over, enough = self._forgotten[place], self.enough
        left = {item: min(times, enough[item]) for item, times in now.items() if item not in over}
        return {item: times for item, times in left.items() if times}

    def _settled(self, place: int, now: dict[int, int]) -> tuple[int, State]:
        """The state at the next place where there is a choice: at an item that is full there is none."""
        while place < len(self.places) and now.get(self.places[place], 0) == self.most[self.places[place]] > 0:
            now = self._remembered(place, now)
            place += 1
        return place, tuple(sorted(now.items()))

    def _look(self, options: int) -> None:
        self._unlooked += options + 1
        if self._unlooked >= STEPS:
            self._unlooked = 0
            self.deadline.check()


def _times(covered: int) -> int:
    """How often an item is covered; one with a color is covered once."""
    return 1 if covered < 0 else covered


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
