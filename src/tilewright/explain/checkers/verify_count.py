"""Whether a certificate of a count holds: every number in it added up again, from the puzzle alone.

A *state* is what is left of a puzzle: which atoms of the board are still open, and how many copies of each kind of
piece must and may still be used. Atoms are taken in a fixed order. The first open atom is covered by one of the
placements that begin at it, or left empty where it may be; each choice leads to another state, and a tiling is one
way of choosing. So a state has as many tilings as the states that follow it have together. The certificate lists
states with their numbers, each after those that follow it; the last number is that of the whole board.

Nothing in the file is believed: the states that follow are made here, and a number is used only after it has been
added up. A state that is not listed counts as 0 if no placement fits its first open atom; any other must be listed.
See docs/theory/count-certificates.md.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import BinaryIO

from tilewright.cover.search.deadline import NEVER, Deadline
from tilewright.errors import LimitError
from tilewright.explain.checkers.independent_placements import UNLIMITED, PlacementTable
from tilewright.puzzle import Puzzle

MOST_STATES = 2_000_000  # listed; some 200 bytes each while they are checked
MOST_DIGITS = 4000  # of a number; Python reads up to 4300
MOST_MOVES = 5_000_000  # kept at a time; some 80 bytes each
STEPS = 64  # lines between two looks at the clock
GROUP = re.compile(rb"@([0-9]{1,7})((?: [0-9]{1,9}(?::(?:[0-9]{1,9}|\*))?)*)\n")
STATE = re.compile(rb"([0-9a-f]+) ([0-9]{1,%d})\n" % MOST_DIGITS)

Left = tuple[tuple[int, int | None], ...]  # of each multiplicity, the (fewest, most) copies still to be used


class _CertificateFault(Exception):
    """What is wrong with the certificate."""


def count_fault(
    puzzle: Puzzle, count: int, axes: Sequence[int], file: BinaryIO, deadline: Deadline = NEVER
) -> str | None:
    """Why the lines of `file` do not prove that the puzzle has `count` tilings, in one line; None when they do.

    `axes` are the coordinates by which the atoms are sorted. OutOfTimeError when the deadline comes
    first, LimitError when the puzzle or the file is too large.
    """
    board = puzzle.board
    if sorted(axes) != list(range(len((*board.atoms, *board.optional)[0]))):
        return "its axes are not an order of the coordinates"
    checker = _StateChecker(PlacementTable(puzzle, axes, deadline), deadline)
    try:
        checker.read(file)
        value = checker.number(0, 0, checker.whole)
    except _CertificateFault as fault:
        return str(fault)
    return None if value == count else f"the whole board has {value} tilings: expected {count}"


class _StateChecker:
    """The states whose numbers have been read and added up; `first` is always the first open place."""

    def __init__(self, rules: PlacementTable, deadline: Deadline) -> None:
        self.rules, self.deadline = rules, deadline
        self.places = len(rules.starting)
        self.lefts: list[Left] = []
        self.left_number: dict[Left, int] = {}
        self.kept: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self.moves_kept = 0
        self.known: dict[tuple[int, int], dict[int, int]] = {}  # (first, left) -> covered -> number of tilings
        self.whole = self.numbered(tuple(rules.multiplicities))

    def numbered(self, left: Left) -> int:
        """A number that stands for what is left of the supplies."""
        number = self.left_number.setdefault(left, len(self.lefts))
        if number == len(self.lefts):
            if number >= MOST_STATES:
                raise LimitError(f"more than {MOST_STATES:,} distinct sets of remaining copies: too many to check")
            self.lefts.append(left)
        return number

    def moves(self, first: int, left: int) -> list[tuple[int, int]]:
        """What may be done with the first open place: (places it covers, counted from there; what is then left)."""
        if (moves := self.kept.get((first, left))) is None:
            moves = [(1, left)] if self.rules.may_stay_empty[first] else []
            moves += self._placed(first, left)
            self.moves_kept += len(moves)
            if self.moves_kept > MOST_MOVES:
                self.kept.clear()
                self.moves_kept = len(moves)
            self.kept[first, left] = moves
        return moves

    def _placed(self, first: int, left: int) -> Iterator[tuple[int, int]]:
        copies = self.lefts[left]
        for mask, multiplicity in self.rules.starting[first]:
            if multiplicity == UNLIMITED:
                yield mask, left
            elif (most := copies[multiplicity][1]) != 0:
                fewer = max(0, copies[multiplicity][0] - 1), None if most is None else most - 1
                yield mask, self.numbered((*copies[:multiplicity], fewer, *copies[multiplicity + 1 :]))

    def number(self, first: int, covered: int, left: int) -> int:
        """The tilings of a state: as added up before, or 0 where nothing fits its first open place."""
        passed = ((covered + 1) & ~covered).bit_length() - 1  # places from `first` on that are covered
        first, covered = first + passed, covered >> passed
        if first == self.places:
            return int(all(fewest == 0 for fewest, _ in self.lefts[left]))
        known = self.known.get((first, left))
        value = known.get(covered) if known else None
        if value is None and any(not covered & mask for mask, _ in self.moves(first, left)):
            raise _CertificateFault(
                f"the state @{first} {self.lefts[left]} {covered:x} is needed and not listed before"
            )
        return value or 0

    def read(self, file: BinaryIO) -> None:
        """Add up every line of the file."""
        first = left = -1
        for line_number, line in self._lines(file):
            if state := STATE.fullmatch(line):
                covered, claimed = int(state[1], 16), int(state[2])
                if first < 0 or covered & 1 or covered >> (self.places - first):
                    raise _CertificateFault(
                        f"line {line_number}: expected covered places after an open one, below a line `@...`"
                    )
                moves = self.moves(first, left)
                value = sum(self.number(first, covered | mask, then) for mask, then in moves if not covered & mask)
                if value != claimed:
                    raise _CertificateFault(f"line {line_number}: the states that follow add up to {value}")
                self.known.setdefault((first, left), {})[covered] = value
            elif group := GROUP.fullmatch(line):
                first, left = int(group[1]), self._left(line_number, group[2].decode())
                if first >= self.places:
                    raise _CertificateFault(f"line {line_number}: expected a place below {self.places}")
            else:
                raise _CertificateFault(f"line {line_number}: expected `@PLACE COPIES ...` or `COVERED NUMBER`")

    def _lines(self, file: BinaryIO) -> Iterator[tuple[int, bytes]]:
        longest = MOST_DIGITS + self.rules.span // 4 + 20 * len(self.rules.multiplicities) + 20
        lines = iter(lambda: file.readline(longest), b"")
        for line_number, line in enumerate(lines, start=2):  # the head is line 1
            if line_number > 2 * MOST_STATES:
                raise LimitError(f"a certificate of over {line_number:,} lines: expected fewer")
            if line_number % STEPS == 0:
                self.deadline.check()
            yield line_number, line

    def _left(self, line_number: int, text: str) -> int:
        words = [word.partition(":") for word in text.split()]
        if len(words) != len(self.rules.multiplicities):
            raise _CertificateFault(
                f"line {line_number}: expected copies of {len(self.rules.multiplicities)} kinds of pieces"
            )
        return self.numbered(tuple((int(few), None if most == "*" else int(most or few)) for few, _, most in words))
