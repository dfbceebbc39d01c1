"""The states of a cover and the moves between them, by which certificates of counts are written and checked.

The cover is a sequence of places, and each option begins at a place: that of the first of its items, in a given order,
that is covered at most once and has no colors. An option without such an item begins at a place of its own. At the
first open place, either one of the options that begin there is chosen, or none if that is allowed: this is a *move*,
and a solution is one sequence of moves. A *state* is what the options chosen so far leave for the rest, in two parts.

- The bits that are covered. A place is a bit. An item at which no option begins has its bits after the last place at
  which an option that contains it begins: one bit, or for an item with colors two for each binary digit of a color's
  number. A color covers one of these two and requires the other to be open, so that colors either agree or conflict; an
  option that gives no color covers all of them.
- How often each *kept* item is covered, or its color. Kept items are those that may be covered more than once, and
  those at which no option begins while the options that contain them begin at many places, such as the pieces of a
  puzzle.

This module uses nothing but the cover that is given. See docs/explanation/count-certificates.md.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tilewright.errors import LimitError
from tilewright.exact_cover.limits import NEVER, Deadline
from tilewright.exact_cover.problem import ExactCover

MOST_STATES = 2_000_000  # states with their numbers, about 200 bytes each
MOST_DIGITS = 4000  # digits of a number; Python reads up to 4300
TOO_LARGE = 10**MOST_DIGITS
MOST_KEPT = 2_000_000  # distinct values of the kept items, about 200 bytes each
MOST_REMEMBERED = 5_000_000  # moves cached at a time, about 80 bytes each
MOST_BITS = 4_000_000_000  # bits of all options together, and of all states
MANY = 4  # an item is kept if options with it begin at more than this fraction (1/MANY) of the places

KeptValues = tuple[tuple[int, int], ...]  # (number of a kept item, its value), ascending, without values of 0
State = tuple[int, int, int]  # the first open place, the number of its `KeptValues`, the bits covered from there on
Move = tuple[int, int, int]  # bits that must be open, bits that are covered, the number of the `KeptValues` after it
_Uses = tuple[tuple[int, int], ...]  # (number of a kept item, times covered or color)
_Option = tuple[int, int, _Uses]  # its bits as in a move, and its kept items
_Begin = tuple[
    int, int
]  # the rank of the item where an option begins, and -1; for a place of its own the option's number


@dataclass(frozen=True)
class KeptItem:
    """An item whose value is kept in states.

    The value is how often the item is covered, as far as that matters. For an item with colors it is 2 plus the number
    of its color, or 1 for a cover without color.

    end: the last place at which an option that contains it begins.
    fewest, most: the bounds of its number of covers.
    top: the largest value.
    """

    item: int
    end: int
    fewest: int
    most: int
    top: int
    has_colors: bool

    def value(self, before: int, step: int) -> int | None:
        """Return the value after an option that covers it `step` times, or in that color; None if that is forbidden."""
        if self.has_colors:
            return step if before == 0 or before == step > 1 else None
        return min(before + step, self.top) if before + step <= self.most else None


class CoverSweep:
    """The states of a cover whose items are taken in a given order, which is a permutation of them.

    places: the number of bits.
    kept:   the kept items.
    values: the kept values for each number.
    begin:  the state in which nothing is chosen; None if an item cannot be covered often enough.
    end:    the state in which everything is done.

    Raises OutOfTimeError at the deadline, LimitError when options cover too many bits.

    >>> sweep = CoverSweep(ExactCover.of([(0, 1), (0,), (1,)], primary=2), [0, 1])
    >>> sweep.begin, sweep.after(0, 0, 0), sweep.after(1, 0, 0), sweep.end
    ((0, 0, 0), [(2, 0, 0), (1, 0, 0)], [(2, 0, 0)], (2, 0, 0))
    """

    def __init__(self, cover: ExactCover, order: Sequence[int], deadline: Deadline = NEVER) -> None:
        layout = _Layout(cover, order, deadline)
        self.places, self.kept = len(layout.may_stay_open), layout.kept
        self._options, self.span = layout.options(deadline)
        self._may_stay_open, self._free = layout.may_stay_open, layout.free
        self._ending: dict[int, list[int]] = {}
        for number, kept in enumerate(self.kept):
            self._ending.setdefault(kept.end, []).append(number)
        # The number of places before the next one at which kept items end.
        self._until = [self.places] * (self.places + 1)
        for place in reversed(range(self.places)):
            self._until[place] = 0 if place in self._ending else self._until[place + 1] + 1
        self.values: list[KeptValues] = []
        self._number: dict[KeptValues, int] = {}
        self._moves_at: dict[tuple[int, int], list[Move]] = {}
        self._after_uses: dict[tuple[int, _Uses], int | None] = {}
        self._remembered = 0
        self.end: State = (self.places, self.number_of(()), 0)
        self.begin: State | None = (0, self.end[1], 0) if layout.is_possible else None

    def number_of(self, values: KeptValues) -> int:
        """Return the number that represents these values of the kept items."""
        number = self._number.setdefault(values, len(self.values))
        if number == len(self.values):
            if number >= MOST_KEPT:
                raise LimitError(f"more than {MOST_KEPT:,} distinct sets of remaining copies: too many to check")
            self.values.append(values)
        return number

    def after(self, place: int, kept: int, covered: int) -> list[State]:
        """Return the states to which the moves lead; moves after which a lower bound cannot be reached are left out."""
        moves = self._moves_at.get((place, kept))
        if moves is None:
            moves = self._moves(place, kept)
        found: list[State] = []
        for barred, added, then in moves:
            if covered & barred:
                continue
            now = covered | added
            passed = (now ^ (now + 1)).bit_length() - 1
            if self._free[place + passed]:
                passed = self._over_free_bits(place, now, passed)
            if passed > self._until[place]:
                left = self._without_ended(then, place, place + passed)
                if left is None:
                    continue
                then = left
            found.append((place + passed, then, now >> passed))
        return found

    def is_state(self, place: int, covered: int) -> bool:
        """Return True if the place is open and has a choice, and the bits covered from it on exist."""
        return not (self._free[place] or covered & 1 or covered >> (self.places - place))

    def are_values(self, place: int, values: KeptValues) -> bool:
        """Return True if these are values, in ascending order, of kept items of options from the place on."""
        numbers = [number for number, _ in values]
        return numbers == sorted(set(numbers)) and all(
            number < len(self.kept) and place <= self.kept[number].end and 0 < value <= self.kept[number].top
            for number, value in values
        )

    def _over_free_bits(self, place: int, covered: int, passed: int) -> int:
        """Return how many bits from a place on are covered or have no choice.

        passed: the number of bits already known to be covered.
        """
        while free := self._free[place + passed]:
            beyond = covered >> (passed + free)
            passed += free + (beyond ^ (beyond + 1)).bit_length() - 1
        return passed

    def _without_ended(self, kept: int, place: int, now: int) -> int | None:
        """Return the number for the values of kept items that do not end between two places.

        The result is None if an item that ends there stays below its lower bound.
        """
        values = dict(self.values[kept])
        for each in range(place, now):
            for number in self._ending.get(each, ()):
                if values.pop(number, 0) < self.kept[number].fewest:
                    return None
        return self.number_of(tuple(values.items()))

    def _moves(self, place: int, kept: int) -> list[Move]:
        options = self._options[place]
        self._remembered += len(options)
        if self._remembered > MOST_REMEMBERED:
            self._moves_at.clear()
            self._after_uses.clear()
            self._remembered = len(options)
        moves = [(1, 1, kept)] if self._may_stay_open[place] else []
        for barred, added, uses in options:
            number = self._after_uses.get((kept, uses), -1) if uses else kept
            if number == -1:
                number = self._after_uses[kept, uses] = self._used(kept, uses)
            if number is not None:
                moves.append((barred, added, number))
        self._moves_at[place, kept] = moves
        return moves

    def _used(self, kept: int, uses: _Uses) -> int | None:
        """Return the number for the values of the kept items after an option; None if a bound or a color forbids it."""
        values = dict(self.values[kept])
        for number, step in uses:
            value = self.kept[number].value(values.get(number, 0), step)
            if value is None:
                return None
            values[number] = value
        return self.number_of(tuple(sorted((number, value) for number, value in values.items() if value)))


def values_text(values: KeptValues) -> str:
    """Return the values of kept items as text for a line of the certificate.

    >>> values_text(((0, 1), (4, 3)))
    ' 0 4:3'
    """
    return "".join(f" {number}" if value == 1 else f" {number}:{value}" for number, value in values)


class _Layout:
    """The places at which options begin, the bits that represent items, and the items that are kept.

    may_stay_open: for each bit, whether it may stay uncovered.
    free: for each bit, and after the last, the number of consecutive bits from it on that have no choice.
    """

    def __init__(self, cover: ExactCover, order: Sequence[int], deadline: Deadline) -> None:
        self.cover, self.order = cover, order
        self.rank = {item: number for number, item in enumerate(order)}
        self.contained = Counter[int]()
        for part in deadline.parts(cover.options.flat):
            self.contained.update(part)
        self.is_possible = all(lo <= self.contained[item] for item, lo in enumerate(cover.lo))
        found: set[tuple[int, int]] = set()
        for items, colors in zip(deadline.parts(cover.options.flat), deadline.parts(cover.colors), strict=False):
            found.update(zip(items, colors, strict=True))
        self.colors: dict[int, dict[int, int]] = {}  # for an item with colors: its colors, numbered from 0
        for item, color in sorted(found):
            if color:
                numbers = self.colors.setdefault(item, {})
                numbers[color] = len(numbers)
        by_begin: dict[_Begin, list[int]] = {}
        for number, option in enumerate(deadline.watch(cover.options)):
            by_begin.setdefault(self._begin(number, option), []).append(number)
        self.options_at = {begin: by_begin[begin] for begin in sorted(by_begin)}
        self.kept: list[KeptItem] = []
        self.bit_of: dict[int, int] = {}
        self.place_of: dict[_Begin, int] = {}
        self.may_stay_open: list[bool] = []
        self.free = [0]
        for decided in reversed(self._lay_out(deadline)):
            self.free.append(0 if decided else self.free[-1] + 1)
        self.free.reverse()

    def _begin(self, number: int, option: Sequence[int]) -> _Begin:
        upper, rank = self.cover.upper, self.rank
        places = [rank[item] for item in option if upper[item] == 1 and item not in self.colors]
        return (min(places), -1) if places else (min(rank[item] for item in option), number)

    def _lay_out(self, deadline: Deadline) -> list[bool]:
        """Assign bits to places and to items without a place; return for each bit whether there is a choice."""
        first, last, times = dict[int, _Begin](), dict[int, _Begin](), Counter[int]()
        begins = self.options_at
        for begin, numbers in deadline.watch(begins.items()):
            for item in (item for number in numbers for item in self.cover.options[number]):
                first.setdefault(item, begin)
                times[item] += last.get(item) != begin
                last[item] = begin
        ending: dict[_Begin, list[int]] = {begin: [] for begin in begins}
        for item in sorted(first, key=lambda item: (first[item], times[item], self.rank[item])):
            if (self.rank[item], -1) not in begins:
                ending[last[item]].append(item)
        decided: list[bool] = []
        for begin, items in ending.items():
            place = self.place_of[begin] = len(decided)
            if begin[1] < 0:
                self.bit_of[self.order[begin[0]]] = place
            self.may_stay_open.append(begin[1] >= 0 or self.cover.lo[self.order[begin[0]]] == 0)
            decided.append(True)
            for item in items:
                width = self._width(item)
                lo, hi = self.cover.lo[item], self.cover.upper[item]
                if hi == 1 and times[item] * MANY <= len(begins):
                    self.bit_of[item] = len(decided)
                    self.may_stay_open += [lo == 0] * width
                    decided += [lo > 0] * width
                elif hi == 1 or lo or self.contained[item] > hi:
                    self.kept.append(self._kept_item(item, place))
        return decided

    def _kept_item(self, item: int, end: int) -> KeptItem:
        lo, hi, colors = self.cover.lo[item], self.cover.upper[item], self.colors.get(item, {})
        top = 1 + len(colors) if colors else hi if self.contained[item] > hi else lo
        return KeptItem(item, end, lo, hi, top, bool(colors))

    def _width(self, item: int) -> int:
        colors = self.colors.get(item)
        return 2 * max(1, (len(colors) - 1).bit_length()) if colors else 1

    def options(self, deadline: Deadline) -> tuple[list[list[_Option]], int]:
        """Return the options that begin at each place, and the largest number of bits that one of them covers from there on."""
        found: list[list[_Option]] = [[] for _ in self.may_stay_open]
        number_of = {kept.item: number for number, kept in enumerate(self.kept)}
        masks: dict[int, int] = {}  # equal masks share one object
        bits = 0
        rows = ((self.place_of[begin], number) for begin, numbers in self.options_at.items() for number in numbers)
        for place, number in deadline.watch(rows):
            barred, added, uses = 1, 1, Counter[int]()
            for item, color in zip(self.cover.options[number], self.cover.color_rows[number], strict=True):
                if item in number_of:
                    uses[number_of[item]] += 2 + self.colors[item][color] if color else 1
                elif item in self.bit_of:
                    shift = self.bit_of[item] - place
                    whole, half = (1 << self._width(item)) - 1, self._color_bits(item, color)
                    added |= half << shift
                    barred |= (whole ^ half if color else whole) << shift
            bits += barred.bit_length()
            if bits > MOST_BITS:
                raise LimitError(f"the options cover more than {MOST_BITS:,} bits: expected fewer")
            found[place].append((masks.setdefault(barred, barred), masks.setdefault(added, added), tuple(uses.items())))
        return found, max((mask.bit_length() for mask in masks), default=1)

    def _color_bits(self, item: int, color: int) -> int:
        """Return the bits that a color covers: one of two for each binary digit of its number.

        No color covers all bits.
        """
        width = self._width(item)
        if not color:
            return (1 << width) - 1
        number = self.colors[item][color]
        return sum(1 << digit + (number >> digit // 2 & 1) for digit in range(0, width, 2))


class CountStates:
    """The states and numbers that a certificate lists.

    The states of a cover are found forward, and their numbers are added up backward. States from which no solution is
    reached are left out.

    order:  the items in the order in which they are taken.
    layers: for each place, and for each number of values of kept items, the covered bits with the numbers of solutions.

    Raises LimitError for more than `most` states (by default MOST_STATES), OutOfTimeError at the deadline.
    """

    def __init__(
        self,
        cover: ExactCover,
        order: Sequence[int],
        deadline: Deadline = NEVER,
        most: int | None = None,
    ) -> None:
        self.deadline, self.most = deadline, MOST_STATES if most is None else most
        self.states = self.bits = 0
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
        """The number of solutions."""
        return 0 if self.sweep.begin is None else self._number(self.sweep.begin)

    def lines(self) -> Iterator[str]:
        """Yield the lines of the certificate after its head, last places first."""
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
        self.bits += sum(map(int.bit_length, states))
        if self.states > self.most:
            raise LimitError(f"more than {self.most:,} states")
        if self.bits > MOST_BITS:
            raise LimitError(f"the states cover more than {MOST_BITS:,} bits: expected fewer")

    def _add(self, place: int, kept: int, states: dict[int, int]) -> None:
        for covered in self.deadline.watch(states):
            number = sum(map(self._number, self.sweep.after(place, kept, covered)))
            if number >= TOO_LARGE:
                raise LimitError(f"its numbers have more than {MOST_DIGITS:,} digits")
            states[covered] = number

    def _number(self, state: State) -> int:
        place, kept, covered = state
        return 1 if place == len(self.layers) else self.layers[place].get(kept, {}).get(covered, 0)


def narrow_order(cover: ExactCover, deadline: Deadline = NEVER) -> list[int]:
    """Return the better of two orders of the items, by the number of items that are open at a time.

    An item is open from the first option that contains it to the last. Items that need not be covered come last,
    because every option of a cover in text contains another one.

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
    """Yield items, always the open one that opens the fewest others.

    Among equals, it is the one that has been open longest.
    """
    left, opened = dict.fromkeys(primary), dict[int, None]()
    for _ in deadline.watch(primary, 64):
        open_now = [item for item in opened if item in left]
        item = min(open_now or left, key=lambda item: len(near[item] - opened.keys()))
        yield item
        del left[item]
        opened.update(dict.fromkeys(sorted(near[item])))


def _width(order: list[int], near: list[set[int]]) -> int:
    """Return an estimate of the binary logarithm of the largest number of states: the items that are open and not done."""
    opened: set[int] = set()
    total = 0
    for number, item in enumerate(order):
        opened |= near[item]
        total = max(total, len(opened) - number)
    return total
