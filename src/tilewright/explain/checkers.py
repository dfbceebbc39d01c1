"""The check of a certificate of a count; it shares no code with `compile`, the engines, or the program that counted.

The certificate lists states, each after those that follow it, with the number of ways to continue from there. The last
number is that of the whole board or cover. Nothing in the file is trusted: the successors of a state are computed here,
and a number is used only after it has been added up. An unlisted state counts as 0 if it has no move; any other state
must be listed.

The placements of a puzzle are also derived here, from its rules: the items of a cover are atoms, the links on which
tiles show labels, and classes of pieces; its options are placements. A cover without a board is taken as given.
`explain/count_states.py` defines the states and moves of a cover; docs/explanation/count-certificates.md explains why
they prove a count.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO

from tilewright.errors import LimitError
from tilewright.exact_cover.limits import NEVER, Deadline
from tilewright.exact_cover.problem import UNLIMITED, ExactCover, Rows
from tilewright.explain.count_states import MOST_DIGITS, MOST_STATES, CoverSweep, State, values_text
from tilewright.lattice import Atom
from tilewright.puzzle import Puzzle
from tilewright.puzzle.rules import ClassPlacement, Label, Place

MOST_ENTRIES = 60_000_000  # atoms of all placements together
STEPS = 64  # lines between two checks of the clock
GROUP = re.compile(rb"@([0-9]{1,10})((?: [0-9]{1,10}(?::[0-9]{1,10})?)*)\n")
STATE = re.compile(rb"([0-9a-f]+) ([0-9]{1,%d})\n" % MOST_DIGITS)


def count_fault(
    puzzle: Puzzle, count: int, axes: Sequence[int], file: BinaryIO, deadline: Deadline = NEVER
) -> str | None:
    """Return why the lines of `file` do not prove that the puzzle has `count` tilings, in one line; None if they do.

    axes: the coordinates by which the atoms are sorted.

    Raises OutOfTimeError at the deadline, LimitError when the puzzle or the file is too large.
    """
    board = puzzle.board
    if sorted(axes) != list(range(len((*board.atoms, *board.optional)[0]))):
        return "its axes are not an order of the coordinates"
    cover = cover_by_rules(puzzle, axes, deadline)
    wrong, value = _added_up(CoverSweep(cover, range(len(cover.lo)), deadline), file, deadline)
    return wrong or (None if value == count else f"the whole board has {value} tilings: expected {count}")


def cover_count_fault(
    cover: ExactCover, count: int, order: Sequence[int], file: BinaryIO, deadline: Deadline = NEVER
) -> str | None:
    """Return why the lines of `file` do not prove that the cover has `count` solutions, in one line; None if they do.

    order: the items in the order in which they are taken.

    Raises OutOfTimeError at the deadline, LimitError when the cover or the file is too large.
    """
    if sorted(order) != list(range(len(cover.lo))):
        return "its order does not name every item of the cover once"
    wrong, value = _added_up(CoverSweep(cover, order, deadline), file, deadline)
    return wrong or (None if value == count else f"the whole cover has {value} solutions: expected {count}")


def cover_by_rules(puzzle: Puzzle, axes: Sequence[int], deadline: Deadline = NEVER) -> ExactCover:
    """Return a puzzle as a cover, made from its rules.

    The items are the atoms, sorted by the coordinates `axes`, then the classes of pieces, then the places of labels.
    Pieces that have the same orientations, with the same paints, form one class, and classes are distinguished.

    Raises OutOfTimeError at the deadline, LimitError when there are too many placements.
    """
    board = puzzle.board
    atoms = sorted((*board.atoms, *board.optional), key=lambda atom: [atom[axis] for axis in axes])
    rules = puzzle.checkers.placement_rules(dict.fromkeys(atoms), deadline)
    may_stay_empty = set(board.optional).difference(*(cells for _, cells in rules.pins))
    lo = [int(atom not in may_stay_empty) for atom in atoms] + [fewest for fewest, _ in rules.copies]
    hi = [1] * len(atoms) + [UNLIMITED if most is None else most for _, most in rules.copies]
    item_of: dict[Place, int] = {atom: item for item, atom in enumerate(atoms)}
    starts, flat, colors = array("q", (0,)), array("i"), array("i")
    placements = list(_respecting(rules.pins, rules.found))
    for place in _label_places(puzzle, placements):
        item_of[place] = len(lo)
        lo.append(0)
        hi.append(1)
    for number, cells in placements:
        labels = (
            (item_of[cell.where], cell.color) if isinstance(cell, Label) else (item_of[cell], 0) for cell in cells
        )
        option = sorted([(len(atoms) + number, 0), *labels])
        flat.extend(item for item, _ in option)
        colors.extend(color for _, color in option)
        starts.append(len(flat))
    return ExactCover(lo, hi, Rows(starts, flat), colors=colors)


def _label_places(puzzle: Puzzle, placements: Iterable[ClassPlacement]) -> list[Place]:
    """Return the places of labels in a deterministic order: the links of each atom by neighbor, the border last."""
    places = {cell.where for _, cells in placements for cell in cells if isinstance(cell, Label)}
    if not places:
        return []
    grid, atoms = puzzle.grid, puzzle.board.atoms
    links = ((atom, other) for atom in atoms for other in grid.adjacent(atom) if atom < other)
    rank = {link: number for number, link in enumerate(links)}
    return sorted(places, key=lambda place: rank.get(place, len(rank)))


def _respecting(pins: set[ClassPlacement], found: Iterable[ClassPlacement]) -> Iterator[ClassPlacement]:
    """Yield the pinned placements and those that overlap none: only a pinned placement may cover its atoms."""
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


class _CertificateFault(Exception):
    """The error that a certificate is wrong; its text is the reason."""


def _added_up(sweep: CoverSweep, file: BinaryIO, deadline: Deadline) -> tuple[str | None, int]:
    """Return what is wrong with the lines (or None), and the number of the state in which nothing is chosen."""
    checker = _StateChecker(sweep, deadline)
    try:
        checker.read(file)
        return None, 0 if sweep.begin is None else checker.number(sweep.begin)
    except _CertificateFault as fault:
        return str(fault), 0


class _StateChecker:
    """The states whose numbers have been read and added up."""

    def __init__(self, sweep: CoverSweep, deadline: Deadline) -> None:
        self.sweep, self.deadline = sweep, deadline
        place, kept, covered = sweep.end
        self.known: dict[tuple[int, int], dict[int, int]] = {(place, kept): {covered: 1}}

    def number(self, state: State) -> int:
        """Return the number of solutions from a state: as added up before, or 0 if it has no move."""
        place, kept, covered = state
        known = self.known.get((place, kept))
        value = known.get(covered) if known else None
        if value is None and self.sweep.after(place, kept, covered):
            listed = f"@{place}{values_text(self.sweep.values[kept])} {covered:x}"
            raise _CertificateFault(f"the state {listed} is needed and not listed before")
        return value or 0

    def read(self, file: BinaryIO) -> None:
        """Add up every line of the file."""
        place = kept = -1
        sweep = self.sweep
        for line_number, line in self._lines(file):
            if state := STATE.fullmatch(line):
                covered, claimed = int(state[1], 16), int(state[2])
                if place < 0 or not sweep.is_state(place, covered):
                    raise _CertificateFault(
                        f"line {line_number}: expected covered places after an open one, below a line `@...`"
                    )
                value = sum(map(self.number, sweep.after(place, kept, covered)))
                if value != claimed:
                    raise _CertificateFault(f"line {line_number}: the states that follow add up to {value}")
                self.known.setdefault((place, kept), {})[covered] = value
            elif group := GROUP.fullmatch(line):
                place = int(group[1])
                if place >= sweep.places:
                    raise _CertificateFault(f"line {line_number}: expected a place below {sweep.places}")
                kept = self._kept(line_number, place, group[2].decode())
            else:
                raise _CertificateFault(f"line {line_number}: expected `@PLACE KEPT:VALUE ...` or `COVERED NUMBER`")

    def _lines(self, file: BinaryIO) -> Iterator[tuple[int, bytes]]:
        longest = MOST_DIGITS + self.sweep.span // 4 + 23 * len(self.sweep.kept) + 20
        for line_number, line in enumerate(iter(lambda: file.readline(longest), b""), start=2):  # the head is line 1
            if line_number > 2 * MOST_STATES:
                raise LimitError(f"a certificate of over {line_number:,} lines: expected fewer")
            if line_number % STEPS == 0:
                self.deadline.check()
            yield line_number, line

    def _kept(self, line_number: int, place: int, text: str) -> int:
        words = [word.partition(":") for word in text.split()]
        values = tuple((int(number), int(value or 1)) for number, _, value in words)
        if not self.sweep.are_values(place, values):
            raise _CertificateFault(f"line {line_number}: expected kept items in ascending order, each with a value")
        return self.sweep.number_of(values)
