"""The writer of a certificate of a count: the states of a sweep over a cover, each with its number of solutions.

What the lines mean and why they prove a count stands in docs/theory/count-certificates.md; `explain/checkers.py` checks
them. Forward, state by state, those are found that can be reached, and back again their numbers are added up. States from which
nothing goes on are left out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from tilewright.cover.limits import NEVER, Deadline
from tilewright.cover.problem import UNLIMITED, ExactCover
from tilewright.errors import LimitError
from tilewright.explain.checkers import MOST_DIGITS, MOST_STATES, values_text
from tilewright.explain.sweep import CoverSweep, State
from tilewright.puzzle.compiled import Compiled

TOO_LARGE = 10**MOST_DIGITS


class CountStates:
    """All states of a cover. Raises LimitError beyond `most` (MOST_STATES), OutOfTimeError when the deadline comes first.

    order:  the items as they are taken.
    layers: for each place, and for each number of values of kept items, the covered bits with the numbers of solutions.
    """

    def __init__(
        self,
        cover: ExactCover,
        order: Sequence[int],
        deadline: Deadline = NEVER,
        most: int | None = None,
    ) -> None:
        self.deadline, self.most, self.states = deadline, MOST_STATES if most is None else most, 0
        self.sweep = CoverSweep(cover, order, deadline)
        self.layers: list[dict[int, dict[int, int]]] = [{} for _ in range(self.sweep.places)]
        if self.sweep.begin is not None:
            self._enter(self.sweep.begin)
        for place, layer in enumerate(self.layers):
            for kept, states in layer.items():
                self._grow(place, kept, states)
        for place in reversed(range(len(self.layers))):
            for kept, states in self.layers[place].items():
                self._add(place, kept, states)

    @property
    def value(self) -> int:
        """How many solutions there are."""
        return 0 if self.sweep.begin is None else self._number(self.sweep.begin)

    def lines(self) -> Iterator[str]:
        """The lines of the certificate after its head, last places first."""
        for place in reversed(range(len(self.layers))):
            groups = ((self.sweep.values[kept], states) for kept, states in self.layers[place].items() if states)
            for values, states in sorted(groups):
                yield f"@{place}{values_text(values)}"
                yield from (f"{covered:x} {number}" for covered, number in sorted(states.items()))

    def _enter(self, state: State) -> None:
        place, kept, covered = state
        if place < len(self.layers):
            self.layers[place].setdefault(kept, {})[covered] = 0

    def _grow(self, place: int, kept: int, states: dict[int, int]) -> None:
        dead = []
        for covered in self.deadline.watch(states):
            after = self.sweep.after(place, kept, covered)
            if not after:
                dead.append(covered)
            for state in after:
                self._enter(state)
        for covered in dead:
            del states[covered]
        self.states += len(states)
        if self.states > self.most:
            raise LimitError(f"more than {self.most:,} states")

    def _add(self, place: int, kept: int, states: dict[int, int]) -> None:
        for covered in self.deadline.watch(states):
            number = sum(map(self._number, self.sweep.after(place, kept, covered)))
            if number >= TOO_LARGE:
                raise LimitError(f"its numbers have more than {MOST_DIGITS:,} digits")
            states[covered] = number

    def _number(self, state: State) -> int:
        place, kept, covered = state
        return 1 if place == len(self.layers) else self.layers[place].get(kept, {}).get(covered, 0)


def cover_of_board(compiled: Compiled, axes: Sequence[int]) -> tuple[ExactCover, list[int]]:
    """The cover of a compiled puzzle and an order of its items: atoms by these coordinates, then the rest.

    Pinned atoms must be covered. What only says which placements are pinned, or counts copies beyond number, has no bounds any more.
    """
    cover, atoms = compiled.cover, compiled.atoms
    pins = {atom for pin in compiled.puzzle.pinned_placements for atom in pin.atoms}
    pinned = Counter(compiled.meanings[option][0] for option in compiled.pins)
    counted = {
        item for item, owner in compiled.item_owners.items() if compiled.owner_copies(owner) != (pinned[owner], None)
    }
    colored = {item for item, color in zip(cover.options.flat, cover.colors, strict=bool(cover.colors)) if color}
    lo, hi = list(cover.lo), list(cover.upper)
    for item in range(len(lo)):
        if item < len(atoms):
            lo[item] = max(lo[item], int(atoms[item] in pins))
        elif item not in counted and item not in colored:
            lo[item], hi[item] = 0, UNLIMITED
    order = sorted(range(len(atoms)), key=lambda item: [atoms[item][axis] for axis in axes])
    return cover.replace(lo=lo, hi=hi), [*order, *range(len(atoms), len(lo))]


def sorted_axes(compiled: Compiled) -> list[int]:
    """The coordinates by which atoms are sorted: those of the longest side first, so that few of them are next to open ones."""
    extent = compiled.puzzle.board.extent
    sides = sorted(range(len(extent)), key=lambda axis: (-extent[axis], axis))
    return [*sides, *range(len(sides), len(compiled.atoms[0]))]


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
