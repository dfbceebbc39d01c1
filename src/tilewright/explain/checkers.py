"""The placements of a puzzle, made from its rules alone: for checkers, which share nothing with `compile`.

Checks of reasons and counts, for each kind of puzzle; they share nothing with what finds reasons and with the search.

Whether a certificate of a count holds: every number in it added up again, from the puzzle alone.

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
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from tilewright.cover.limits import NEVER, Deadline
from tilewright.errors import LimitError
from tilewright.lattice import Atom
from tilewright.puzzle import Puzzle
from tilewright.puzzle.check import Reason

MOST_ENTRIES = 60_000_000  # atoms of all placements together

Place = tuple[Any, ...]  # an atom, or what else a kind of puzzle says is covered once
Cells = frozenset[Place]
ClassPlacement = tuple[int, Cells]  # the number of a kind of piece (of a Shikaku always 0), and the places covered
UNLIMITED = -1  # stands for the multiplicity of a class with any number of copies


@dataclass
class PlacementRules:
    """The placements that the rules of a puzzle allow.

    multiplicities: the (fewest, most) copies of each class for which that says more than its pins do.
    multiplicity_of: for each class the number of its multiplicity, or UNLIMITED.
    found:     every placement, each once; pins: those that are pinned.
    in_front_of: for an atom further places that are covered once, before its own.
    """

    multiplicities: list[tuple[int, int | None]]
    multiplicity_of: list[int]
    found: Iterable[ClassPlacement]
    pins: set[ClassPlacement]
    in_front_of: Mapping[Atom, Sequence[Place]] = field(default_factory=dict)


class PlacementTable:
    """A puzzle as places 0, 1, ..., supplies, and placements.

    Places are the atoms sorted by the coordinates `axes`, and what stands in front of them. Pieces that can lie alike, on the same paint, are one kind,
    and kinds are told apart; `multiplicities` are the (fewest, most) copies of each kind for which that says more than its
    pins do. `starting[p]` are the placements whose first place is p: (mask of its places, counted from p; number of
    the multiplicity it uses up, or UNLIMITED).

    OutOfTimeError when the deadline comes first, LimitError when there are too many placements.
    """

    def __init__(self, puzzle: Puzzle, axes: Sequence[int], deadline: Deadline = NEVER) -> None:
        board, self.deadline = puzzle.board, deadline
        atoms = sorted((*board.atoms, *board.optional), key=lambda atom: [atom[axis] for axis in axes])
        rules = puzzle.checkers.placement_rules(dict.fromkeys(atoms), deadline)
        places = [place for atom in atoms for place in (*rules.in_front_of.get(atom, ()), atom)]
        place_of = {each: number for number, each in enumerate(places)}
        self.multiplicities = rules.multiplicities
        optional = set(board.optional).difference(*(cells for _, cells in rules.pins))
        self.may_stay_empty = [place in optional for place in places]
        masks: dict[int, int] = {}  # equal ones are one object
        self.starting: list[list[tuple[int, int]]] = [[] for _ in places]
        for kind, cells in self._respecting(rules.pins, rules.found):
            numbers = [place_of[each] for each in cells]
            first = min(numbers)
            mask = sum(1 << (number - first) for number in numbers)
            self.starting[first].append((masks.setdefault(mask, mask), rules.multiplicity_of[kind]))
        self.span = max((mask.bit_length() for mask in masks), default=1)

    def _respecting(self, pins: set[ClassPlacement], found: Iterable[ClassPlacement]) -> Iterator[ClassPlacement]:
        """The pinned placements, and those that meet none: what is pinned is the only one to cover its atoms."""
        pinning: dict[Atom, set[ClassPlacement]] = {}
        for pin in pins:
            for atom in pin[1]:
                pinning.setdefault(atom, set()).add(pin)
        entries = 0
        for placed in found:
            entries += len(placed[1])
            if entries > MOST_ENTRIES:
                raise LimitError(f"the placements have more than {MOST_ENTRIES:,} cells: expected fewer")
            if not pins or all(pin == placed for atom in placed[1] for pin in pinning.get(atom, ())):
                yield placed


class Checkers:
    """What checks the claims about a puzzle from its rules alone; a kind's own class says what can be checked."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle

    def checkable_reasons(self) -> tuple[str, ...]:
        """Return the kinds of reasons that `reason_fault` can check."""
        return ()

    def reason_fault(self, reason: Reason, deadline: Deadline = NEVER) -> str | None:
        """Return why the reason does not prove that there is no tiling, in one line; None when it does.

        Raises OutOfTimeError at the deadline.
        """
        return "reasons are not checked by counting for this kind of puzzle"

    def placement_rules(self, there: Collection[Atom], deadline: Deadline) -> PlacementRules:
        """Return the placements that the rules allow; `there` are the atoms of the board."""
        raise NotImplementedError(self.puzzle.kind)


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
