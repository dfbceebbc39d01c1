"""Checks of reasons and of certificates of counts; they share nothing with what finds reasons, with `compile` and with the
search.

The certificate of a count lists states, each after those that follow it, with the number of ways to go on from there; the
last number is that of the whole board. Nothing in the file is believed: the states that follow are made here, and a number
is used only after it has been added up.

- Of a puzzle: a *state* is what is left of it, that is which atoms of the board are still open, and how many copies of each
  kind of piece must and may still be used. Atoms are taken in a fixed order. The first open atom is covered by one of the
  placements that begin at it, or left empty where it may be. A state that is not listed counts as 0 if no placement fits
  its first open atom; any other must be listed.
- Of a cover: the items are taken in a given order. At an item all options are chosen that contain it and no item before it;
  every way to do so that keeps the bounds and colors is a *move*. A state is how often each item is covered, or its color,
  for the items that later options contain or whose lower bound is looked at later. Every solution is one sequence of
  moves. A state that is not listed counts as 0 if it has no move; any other must be listed.

See docs/theory/count-certificates.md.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import BinaryIO

from tilewright.cover.limits import NEVER, Deadline
from tilewright.cover.problem import ExactCover
from tilewright.errors import LimitError
from tilewright.lattice import Atom
from tilewright.puzzle import Puzzle
from tilewright.puzzle.check import UNLIMITED, ClassPlacement

MOST_ENTRIES = 60_000_000  # atoms of all placements together


class PlacementTable:
    """A puzzle as places 0, 1, ..., supplies, and placements.

    Places are the atoms sorted by the coordinates `axes`, and what stands in front of them. Pieces that can lie alike, on the same paint, are one kind,
    and kinds are distinguished; `multiplicities` are the (fewest, most) copies of each kind for which that says more than its
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


MOST_STATES = 2_000_000  # listed; some 200 bytes each while they are checked
MOST_DIGITS = 4000  # of a number; Python reads up to 4300
MOST_MOVES = 5_000_000  # kept at a time; some 80 bytes each
STEPS = 64  # lines between two looks at the clock
GROUP = re.compile(rb"@([0-9]{1,7})((?: [0-9]{1,9}(?::(?:[0-9]{1,9}|\*))?)*)\n")
STATE = re.compile(rb"([0-9a-f]+) ([0-9]{1,%d})\n" % MOST_DIGITS)

Left = tuple[tuple[int, int | None], ...]  # of each multiplicity, the (fewest, most) copies still to be used


class _CertificateFault(Exception):
    """What is wrong with the certificate."""


def _numbered_lines(file: BinaryIO, longest: int) -> Iterator[tuple[int, bytes]]:
    for line_number, line in enumerate(iter(lambda: file.readline(longest), b""), start=2):  # the head is line 1
        if line_number > 2 * MOST_STATES:
            raise LimitError(f"a certificate of over {line_number:,} lines: expected fewer")
        yield line_number, line


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
        for line_number, line in _numbered_lines(file, longest):
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


MOST_TRIED = 2_000_000  # options looked at for the moves of one state
OPTION_STEPS = 2048  # options between two looks at the clock

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
        if self._unlooked >= OPTION_STEPS:
            self._unlooked = 0
            self.deadline.check()


def _times(covered: int) -> int:
    """How often an item is covered; one with a color is covered once."""
    return 1 if covered < 0 else covered


LONGEST_WORD = 24  # characters of an item and what covers it
PLACE = re.compile(rb"@([0-9]{1,7})\n")
COVER_STATE = re.compile(rb"((?:[0-9]{1,9}(?::[0-9]{1,9}|\*[0-9]{1,9})? )*)= ([0-9]{1,%d})\n" % MOST_DIGITS)


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
    except _CertificateFault as fault:
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
            raise _CertificateFault(f"the state `@{place} {written(state)}` is needed and not listed before")
        return value or 0

    def read(self, file: BinaryIO) -> None:
        """Add up every line of the file."""
        place = -1
        for line_number, line in _numbered_lines(file, MOST_DIGITS + LONGEST_WORD * len(self.moves.lo) + 10):
            if found := COVER_STATE.fullmatch(line):
                if place < 0:
                    raise _CertificateFault(f"line {line_number}: expected `@PLACE` before the first state")
                state, claimed = _state(line_number, found[1].decode()), int(found[2])
                if state and state[-1][0] >= len(self.moves.lo):
                    raise _CertificateFault(f"line {line_number}: expected items below {len(self.moves.lo)}")
                value = sum(self.number(*then) for then in self.moves.after(place, state))
                if value != claimed:
                    raise _CertificateFault(f"line {line_number}: the states that follow add up to {value}")
                self.known[place][state] = value
            elif found := PLACE.fullmatch(line):
                place = int(found[1])
                if place >= self.places:
                    raise _CertificateFault(f"line {line_number}: expected a place below {self.places}")
            else:
                raise _CertificateFault(
                    f"line {line_number}: expected `@PLACE` or `ITEM ITEM:COLOR ITEM*TIMES = NUMBER`"
                )


def _state(line_number: int, text: str) -> State:
    """A state as it is written: items ascending, each with its color or how often it is covered, if not once."""
    found = []
    for word in text.split():
        item, mark, value = re.split(r"([:*]|$)", word, maxsplit=1)
        found.append((int(item), -int(value) if mark == ":" else int(value or 1)))
    if any(a >= b for (a, _), (b, _) in pairwise(found)) or any(value == 0 for _, value in found):
        raise _CertificateFault(f"line {line_number}: expected items in ascending order, each covered")
    return tuple(found)


def written(state: State) -> str:
    """A state in a line of the certificate.

    >>> written(((0, 1), (4, -2), (7, 3)))
    '0 4:2 7*3'
    """
    ways = {1: ""}
    return " ".join(f"{item}{f':{-n}' if n < 0 else ways.get(n, f'*{n}')}" for item, n in state)
