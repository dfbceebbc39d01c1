"""The certificate of a count: the states of a sweep over the board, or over a cover's items, each with its number.

What the lines mean and why they prove a count stands in docs/theory/count-certificates.md; `explain/checkers.py` checks
them. They are made from the compiled cover: forward, state by state, to find those that can be reached, and back
again to add their numbers up. States from which nothing goes on are left out.

Labels of a puzzle are places of a cover without colors. Cells that share a color are linked one to the next, in the
order of their places, and a link has a place for each color. What lies on the earlier cell covers all of them but that
of its color, what lies on the later cell covers that one: together they cover each once exactly where they agree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from tilewright.cover.limits import NEVER, Deadline
from tilewright.cover.problem import ExactCover
from tilewright.errors import LimitError
from tilewright.explain.checkers import MOST_DIGITS, MOST_STATES, CoverMoves, State, written
from tilewright.puzzle.compiled import Compiled

Link = tuple[int, int]  # (an item with colors, the later of the two cells, by its item)
LinkPlace = tuple[Link, int]  # and the color, from 1


class LinkPlaces:
    """The links of a compiled puzzle; `order` are the items of its cells by their places."""

    def __init__(self, compiled: Compiled, order: Sequence[int]) -> None:
        self.colors = range(1, len(compiled.cover.color_names) + 1)
        place = {item: number for number, item in enumerate(order)}
        self.into: dict[int, list[Link]] = {item: [] for item in order}
        self.out_of: dict[Link, Link] = {}  # (item with colors, cell) -> the link to the next cell
        before: dict[Link, int] = {}
        for item, cells in compiled.colored_cells.items():
            chain = sorted(cells, key=place.__getitem__)
            for earlier, later in pairwise(chain):
                self.into[later].append((item, later))
                self.out_of[item, earlier] = (item, later)
                before[item, later] = place[earlier]
        for links in self.into.values():
            links.sort(key=lambda link: (before[link], link[0]))

    def in_front_of(self, cell: int) -> Iterator[LinkPlace]:
        """The places that come before a cell's own."""
        yield from ((link, color) for link in self.into[cell] for color in self.colors)

    def covered(self, cell: int, item: int, color: int) -> Iterator[LinkPlace]:
        """What an option on the cell covers that gives the item this color."""
        if (item, cell) in self.into[cell]:
            yield (item, cell), color
        if (link := self.out_of.get((item, cell))) is not None:
            yield from ((link, other) for other in self.colors if other != color)


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


class CoverStates:
    """All states of a cover. Raises LimitError beyond `most` (MOST_STATES), OutOfTimeError when the deadline comes first.

    order: the items as they are taken; `narrow_order` where none is given.
    """

    def __init__(
        self,
        cover: ExactCover,
        deadline: Deadline = NEVER,
        most: int | None = None,
        order: Sequence[int] | None = None,
    ) -> None:
        self.deadline, self.most, self.states = deadline, MOST_STATES if most is None else most, 0
        self.order = narrow_order(cover, deadline) if order is None else list(order)
        self.moves = CoverMoves(cover, self.order, deadline)
        self.layers: list[dict[State, int]] = [{} for _ in self.moves.places]
        self._enter(*self.moves.begin)
        for place in range(len(self.layers)):
            self._grow(place)
        for place in reversed(range(len(self.layers))):
            self._add(place)

    @property
    def value(self) -> int:
        """How many solutions there are."""
        return self._number(*self.moves.begin)

    def lines(self) -> Iterator[str]:
        """The lines of the certificate after its head, last places first."""
        for place in reversed(range(len(self.layers))):
            if states := self.layers[place]:
                yield f"@{place}"
                yield from (
                    f"{written(state)}{' ' if state else ''}= {number}" for state, number in sorted(states.items())
                )

    def _enter(self, place: int, state: State) -> None:
        if place < len(self.layers):
            self.layers[place][state] = 0

    def _grow(self, place: int) -> None:
        dead = []
        for state in self.deadline.watch(self.layers[place]):
            moves = 0
            for then in self.moves.after(place, state):
                self._enter(*then)
                moves += 1
            if not moves:
                dead.append(state)
        for state in dead:
            del self.layers[place][state]
        self.states += len(self.layers[place])
        if self.states > self.most:
            raise LimitError(f"more than {self.most:,} states")

    def _add(self, place: int) -> None:
        for state in self.deadline.watch(self.layers[place]):
            number = sum(self._number(*then) for then in self.moves.after(place, state))
            if number >= TOO_LARGE:
                raise LimitError(f"its numbers have more than {MOST_DIGITS:,} digits")
            self.layers[place][state] = number

    def _number(self, place: int, state: State) -> int:
        return 1 if place == len(self.layers) else self.layers[place].get(state, 0)


def narrow_order(cover: ExactCover, deadline: Deadline = NEVER) -> list[int]:
    """Return the items in an order that keeps few of them open at a time: of two orders the better one.

    An item is open from the first option that contains it to the last. Items that need not be covered come last, as every option
    of a cover in text has another one.

    >>> narrow_order(ExactCover.of([(0, 3), (3, 1), (1, 2)], primary=4))
    [0, 3, 1, 2]
    """
    near: list[set[int]] = [set() for _ in cover.lo]
    for option in deadline.watch(cover.options):
        for item in option:
            near[item].update(option)
    primary = [item for item, lo in enumerate(cover.lo) if lo > 0]
    rest = [item for item, lo in enumerate(cover.lo) if lo == 0]
    orders = [[*primary, *rest], [*_greedy_order(primary, near, deadline), *rest]]
    return min(orders, key=lambda order: _width(order, near))


def _greedy_order(primary: list[int], near: list[set[int]], deadline: Deadline) -> Iterator[int]:
    """Next always the open item that opens the fewest others; of those the one that has been open longest."""
    left, opened = dict.fromkeys(primary), dict[int, None]()
    for _ in deadline.watch(primary, 64):
        open_now = [item for item in opened if item in left]
        item = min(open_now or left, key=lambda item: len(near[item] - opened.keys()))
        yield item
        del left[item]
        opened.update(dict.fromkeys(sorted(near[item])))


def _width(order: list[int], near: list[set[int]]) -> int:
    """About the most states: two for each item that is open and not done."""
    opened: set[int] = set()
    total = 0
    for number, item in enumerate(order):
        opened |= near[item]
        total = max(total, len(opened) - number)
    return total
