"""The certificate of a cover's count: the states of a sweep over its items, with the number of solutions from each.

Forward to find the states that can be reached, and back again to add their numbers up. States without a move are left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilewright.cover.problem import ExactCover
from tilewright.cover.search.deadline import NEVER, Deadline
from tilewright.errors import LimitError
from tilewright.explain.checkers.covers.moves import CoverMoves, State
from tilewright.explain.checkers.covers.verify import written
from tilewright.explain.checkers.verify_count import MOST_DIGITS, MOST_STATES

TOO_LARGE = 10**MOST_DIGITS


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
        """Enter the states that follow, and drop those that none follows."""
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
