"""The certificate of a count: the states of a sweep over the board, with the number of tilings of each.

What the lines mean and why they prove a count is told in docs/theory/count-certificates.md; `explain/checkers/verify_count.py` checks
them. They are made from the compiled cover: forward, state by state, to find those that can be reached, and back
again to add their numbers up. States where nothing fits the first open place are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from tilewright.cover.search.deadline import NEVER, Deadline
from tilewright.errors import LimitError
from tilewright.explain.checkers.link_places import LinkPlace, LinkPlaces
from tilewright.explain.checkers.verify_count import MOST_DIGITS, MOST_STATES
from tilewright.puzzle.compiled import Compiled

TOO_LARGE = 10**MOST_DIGITS

Copies = tuple[int, int | None]  # fewest and most still to be used
Moves = list[tuple[int, tuple[Copies, ...]]]
Layer = dict[tuple[Copies, ...], dict[int, int]]  # what is left of the supplies -> places covered -> tilings


class CountStates:
    """All states of a compiled puzzle. LimitError beyond `most` (MOST_STATES), OutOfTimeError when the deadline comes first.

    axes: the coordinates by which the atoms are sorted.
    """

    def __init__(self, compiled: Compiled, deadline: Deadline = NEVER, most: int | None = None) -> None:
        self.deadline, self.most = deadline, MOST_STATES if most is None else most
        extent = compiled.puzzle.board.extent
        sides = sorted(range(len(extent)), key=lambda axis: (-extent[axis], axis))
        self.axes = [*sides, *range(len(sides), len(compiled.atoms[0]))]
        order = sorted(range(len(compiled.atoms)), key=lambda item: [compiled.atoms[item][axis] for axis in self.axes])
        self._read(compiled, order)
        self.states = 0
        self.layers: list[Layer] = [{} for _ in self.starting]
        self._enter(0, self.multiplicities, 0)
        for first in range(len(self.layers)):
            self._each(first, self._grow)
        for first in reversed(range(len(self.layers))):
            self._each(first, self._add)

    @property
    def value(self) -> int:
        """How many tilings there are."""
        return self._number(0, self.multiplicities, 0)

    def lines(self) -> Iterator[str]:
        """The lines of the certificate after its head, last places first."""
        for first in reversed(range(len(self.layers))):
            for left, states in sorted(self.layers[first].items(), key=lambda each: _written(each[0])):
                if states:
                    yield f"@{first}{_written(left)}"
                    yield from (f"{covered:x} {number}" for covered, number in sorted(states.items()))

    def _read(self, compiled: Compiled, order: Sequence[int]) -> None:
        """Placements by their first place, each with the number of the multiplicity that it uses up."""
        cover, atoms, links = compiled.cover, len(compiled.atoms), LinkPlaces(compiled, order)
        places: list[int | LinkPlace] = []
        for item in order:
            places += [*links.in_front_of(item), item]
        place_of = {each: number for number, each in enumerate(places)}
        pinned = Counter(compiled.meanings[option][0] for option in compiled.pins)
        bounded = [
            item
            for item, owner in sorted(compiled.item_owners.items())
            if item >= atoms and compiled.owner_copies(owner) != (pinned[owner], None)
        ]
        number = {item: place for place, item in enumerate(bounded)}
        self.multiplicities: tuple[Copies, ...] = tuple((cover.lo[item], cover.hi[item]) for item in bounded)
        puzzle = compiled.puzzle
        pins = {atom for pin in puzzle.pinned_placements for atom in pin.atoms}
        self.skipped = [False] * len(places)
        self.starting: list[list[tuple[int, int | None]]] = [[] for _ in places]
        for item in order:
            self.skipped[place_of[item]] = cover.lo[item] == 0 and compiled.atoms[item] not in pins
        for option, colors in zip(cover.options, cover.color_rows, strict=True):
            covered: list[int | LinkPlace] = [item for item in option if item < atoms]
            cell = option[0]
            for item, color in zip(option, colors, strict=True):
                covered += links.covered(cell, item, color) if color else ()
            numbers = [place_of[each] for each in covered]
            first = min(numbers)
            used = [number[item] for item in option if item in number]
            self.starting[first].append((sum(1 << (each - first) for each in numbers), used[0] if used else None))

    def _moves(self, first: int, left: tuple[Copies, ...]) -> Moves:
        moves: Moves = [(1, left)] if self.skipped[first] else []
        for mask, used in self.starting[first]:
            if used is None:
                moves.append((mask, left))
            elif (most := left[used][1]) is None or most > 0:
                after = max(0, left[used][0] - 1), None if most is None else most - 1
                moves.append((mask, (*left[:used], after, *left[used + 1 :])))
        return moves

    def _each(self, first: int, work: Callable[[int, dict[int, int], Moves], None]) -> None:
        for left, states in self.layers[first].items():
            work(first, states, self._moves(first, left))

    def _grow(self, first: int, states: dict[int, int], moves: Moves) -> None:
        """Enter the states that follow, and drop those that none follows."""
        dead = []
        for covered in self.deadline.watch(states):
            fitting = [(covered | mask, then) for mask, then in moves if not covered & mask]
            if not fitting:
                dead.append(covered)
            for after, then in fitting:
                self._enter(first, then, after)
        for covered in dead:
            del states[covered]
        self.states += len(states)
        if self.states > self.most:
            raise LimitError(f"more than {self.most:,} states")

    def _enter(self, first: int, left: tuple[Copies, ...], covered: int) -> None:
        passed = _ones(covered)
        if first + passed < len(self.layers):
            self.layers[first + passed].setdefault(left, {})[covered >> passed] = 0

    def _add(self, first: int, states: dict[int, int], moves: Moves) -> None:
        for covered in self.deadline.watch(states):
            number = sum(self._number(first, then, covered | mask) for mask, then in moves if not covered & mask)
            if number >= TOO_LARGE:
                raise LimitError(f"its numbers have more than {MOST_DIGITS:,} digits")
            states[covered] = number

    def _number(self, first: int, left: tuple[Copies, ...], covered: int) -> int:
        passed = _ones(covered)
        if first + passed == len(self.layers):
            return int(not any(fewest for fewest, _ in left))
        return self.layers[first + passed].get(left, {}).get(covered >> passed, 0)


def _ones(covered: int) -> int:
    """How many places from the first on are covered, without a gap."""
    return (covered ^ (covered + 1)).bit_length() - 1


def _written(left: tuple[Copies, ...]) -> str:
    return "".join(f" {few}" if few == most else f" {few}:{'*' if most is None else most}" for few, most in left)
