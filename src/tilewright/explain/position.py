"""Positions: what is placed, and which placements are not yet ruled out. All techniques work on positions.

Sets of options are integers with one bit per option, so that the techniques consist of a few `&` and `|` operations.
The deadline of a hint is checked here in every loop of the techniques, and positions are searched for completions here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain, compress, count
from math import inf
from typing import NamedTuple

from tilewright._kernel import RegionTest
from tilewright.errors import OutOfTimeError
from tilewright.exact_cover.choice import choose
from tilewright.exact_cover.limits import NEVER, STEPS_A_LOOK, Deadline, Limit
from tilewright.exact_cover.problem import ExactCover
from tilewright.exact_cover.progress import Progress
from tilewright.puzzle import Placement
from tilewright.puzzle.puzzle import Compiled


class StepDeadline(Deadline):
    """A deadline that also comes after `limit.nodes` steps; each check counts as one."""

    def __init__(self, limit: Limit, progress: Progress | None = None) -> None:
        super().__init__(limit, progress)
        self._most = inf if limit.nodes is None else limit.nodes

    def check(self) -> None:
        """Count a step. Raises OutOfTimeError when the budget is used up."""
        self.steps += 1
        if self.steps > self._most:
            raise OutOfTimeError("limit")
        super().check()

    def step(self) -> None:
        """Count a step, and check the time every few steps. Raises OutOfTimeError when the budget is used up."""
        self.steps += 1
        if self.steps > self._most:
            raise OutOfTimeError("limit")
        if self.steps % STEPS_A_LOOK == 0:
            super().check()


CHUNK = 1024  # bits examined together, so that a large number is not copied for each of its ones
MANY_ITEMS = 2048  # items between two checks, each compared with a set of options: 10 ms on large boards
MANY = 50_000  # rows that are only copied, between two checks of the deadline: about 10 ms
BYTES_AT_ONCE = 8 << 20  # bytes of sets of options between two checks; those of 300x300 dominoes take 2 GB together
DIGITS = bytes.maketrans(b"01", b"\0\1")
KEPT_BYTES = 64 << 20  # bytes of cached conflicts; those of 150,000 options would take 2.5 GB


def in_slices(items: Sequence[int], deadline: Deadline) -> Iterable[Sequence[int]]:
    """Return items in slices of `MANY_ITEMS`, with a check of the deadline before each; few items are one step."""
    if len(items) > MANY_ITEMS:
        return deadline.parts(items, MANY_ITEMS)
    deadline.step()
    return (items,)


def bits(number: int) -> list[int]:
    """Return the positions of the one bits, ascending; fast if few bits are ones.

    >>> bits(0b10110)
    [1, 2, 4]
    """
    base, found = 0, list[int]()
    while number:
        skip = (number & -number).bit_length() - 1
        number >>= skip
        base += skip
        chunk = number & ((1 << CHUNK) - 1)
        while chunk:
            low = chunk & -chunk
            found.append(base + low.bit_length() - 1)
            chunk ^= low
        number >>= CHUNK
        base += CHUNK
    return found


def first_bit(number: int) -> int:
    """Return the position of the lowest one bit.

    >>> first_bit(0b10110)
    1
    """
    return (number & -number).bit_length() - 1


def bit_list(number: int) -> list[int]:
    """Return the positions of the one bits, ascending; ten times as fast as `bits` if most bits are ones.

    >>> bit_list(0b10110)
    [1, 2, 4]
    """
    return list(compress(count(), bin(number)[:1:-1].encode().translate(DIGITS)))


@dataclass(frozen=True)
class Table:
    """The fixed part of every position of a puzzle: which options cover an item, which exclude each other.

    No option covers an item twice; this holds for the covers of all kinds of puzzles.
    """

    compiled: Compiled
    deadline: Deadline = field(default=NEVER, compare=False)
    laid: dict[int, Placement] = field(default_factory=dict, compare=False)  # the placements on the board, by option

    def placement(self, option: int) -> Placement:
        """Return the placement of an option: the one on the board, or otherwise one of a piece that is left."""
        if option in self.laid:
            return self.laid[option]
        return self.compiled.placement(option, self.free_name(self.compiled.meanings[option][0]))

    def free_name(self, owner: int) -> str:
        """Return the first name of identical pieces that must still be used, or else may be, or else the first name."""
        names = self.compiled.owner_names(owner)
        if len(names) == 1:
            return names[0]
        puzzle = self.compiled.puzzle
        used = Counter(placement.piece for placement in {*self.laid.values(), *puzzle.pinned_placements})
        left = [(name, *puzzle.copies_of(name)) for name in names]
        needed = (name for name, fewest, _ in left if used[name] < fewest)
        allowed = (name for name, _, most in left if most is None or used[name] < most)
        return next(chain(needed, allowed), names[0])

    @property
    def cover(self) -> ExactCover:
        """The exact cover."""
        return self.compiled.cover

    @cached_property
    def options(self) -> tuple[tuple[int, ...], ...]:
        """The items of each option, ascending; cached because techniques access them hundreds of thousands of times."""
        return tuple(self.deadline.watch(self.cover.options, MANY))

    @cached_property
    def neighbors(self) -> tuple[tuple[int, ...], ...]:
        """For each item, the items across its edges; empty if the cover does not say."""
        return tuple(self.deadline.watch(self.cover.adjacent, MANY)) or ((),) * len(self.cover.lo)

    @cached_property
    def regions(self) -> RegionTest:
        """The kernel's test for regions that an option cuts off."""
        near, options = self.cover.adjacent, self.cover.options
        return RegionTest(
            memoryview(near.starts), memoryview(near.flat), memoryview(options.starts), memoryview(options.flat)
        )

    @cached_property
    def covering(self) -> tuple[int, ...]:
        """For each item, the set of options that cover it."""
        return self._sets(len(self.cover.lo), enumerate(self.deadline.watch(self.cover.options)))

    def _sets(self, number: int, members: Iterable[tuple[int, Iterable[int]]]) -> tuple[int, ...]:
        """Return `number` sets of options, from each option with the sets that contain it.

        All sets together can take gigabytes.
        """
        size = len(self.cover.options) // 8 + 1
        steps = max(1, BYTES_AT_ONCE // size)
        sets = [bytearray(size) for _ in self.deadline.watch(range(number), steps)]
        for option, places in members:
            byte, bit = option >> 3, 1 << (option & 7)
            for place in places:
                sets[place][byte] |= bit
        return tuple(int.from_bytes(each, "little") for each in self.deadline.watch(sets, steps))

    @cached_property
    def colors(self) -> tuple[tuple[int, ...], ...]:
        """The colors of each option's items, 0 for none."""
        return tuple(self.deadline.watch(self.cover.color_rows, MANY))

    @cached_property
    def giving(self) -> dict[tuple[int, int], int]:
        """For each (item, color), the options that give it; they may share the item."""
        found: dict[tuple[int, int], int] = {}
        for number, row in enumerate(self.deadline.watch(self.colors if self.cover.colors else ())):
            for item, color in zip(self.options[number], row, strict=True):
                if color:
                    found[item, color] = found.get((item, color), 0) | 1 << number
        return found

    @cached_property
    def shared(self) -> frozenset[int]:
        """The items that have colors."""
        return frozenset(item for item, _ in self.giving)

    @cached_property
    def conflicts(self) -> Callable[[int], int]:
        """A function from an option to the others that conflict with it.

        They cover an item that only one option may cover, or give it another color.
        """
        return lru_cache(max(1, 8 * KEPT_BYTES // max(1, len(self.cover.options))))(self._conflicts)

    def _conflicts(self, number: int) -> int:
        together, hi = 0, self.cover.hi
        for item, color in zip(self.options[number], self.colors[number], strict=True):
            if hi[item] == 1:
                together |= self.covering[item] & ~self.giving.get((item, color), 0)
        return together & ~(1 << number)

    @cached_property
    def owner_options(self) -> dict[int, int]:
        """The options of each clue, or of each piece with at most one copy, by its number."""
        single = [owner for owner in self.compiled.owners if self.compiled.owner_copies(owner)[1] == 1]
        place = {owner: (number,) for number, owner in enumerate(single)}
        rows = enumerate(self.deadline.watch(self.compiled.meanings, MANY))
        found = self._sets(len(single), ((option, place[owner]) for option, (owner, _) in rows if owner in place))
        return {owner: options for owner, options in zip(single, found, strict=True) if options}

    @cached_property
    def exactly_once(self) -> tuple[tuple[int, int], ...]:
        """The (item, options) of every clue, and of every piece that is used exactly once."""
        owners = self.compiled.item_owners
        once = (item for item, owner in owners.items() if self.compiled.owner_copies(owner) == (1, 1))
        return tuple((item, self.covering[item]) for item in once)

    def owner(self, options: int) -> int | None:
        """Return the clue or piece of the first of these options, if it is used at most once."""
        if not options:
            return None
        number = self.compiled.meanings[(options & -options).bit_length() - 1][0]
        return number if number in self.owner_options else None

    def is_cell(self, item: int) -> bool:
        """Return whether the item is a part of the board (not the number of copies of a piece)."""
        return item < len(self.compiled.atoms)


class Position:
    """The placed options, and those that are still possible.

    alive:   the options not ruled out and not placed, as bits.
    placed:  the placed options, in order.
    missing: how often each item must still be covered.
    open:    the items for which that is above 0.
    room:    how often each item may still be covered; None for any number. Items with colors keep theirs.
    """

    def __init__(self, table: Table) -> None:
        self.table = table
        cover, deadline = table.cover, table.deadline
        self.alive = (1 << len(cover.options)) - 1
        self.missing = dict(deadline.watch(enumerate(cover.lo)))
        self.open = {item for item, lo in deadline.watch(enumerate(cover.lo)) if lo > 0}
        deadline.check()
        self.room: list[int | None] = list(cover.hi)
        self.placed: list[int] = []
        if 0 in cover.upper:
            for item, hi in deadline.watch(enumerate(self.room)):
                if hi == 0:
                    self.alive &= ~table.covering[item]

    def copy(self) -> Position:
        """Return a copy of the position for a trial."""
        other = Position.__new__(Position)
        other.table, other.alive = self.table, self.alive
        other.missing, other.open = dict(self.missing), set(self.open)
        other.room, other.placed = list(self.room), list(self.placed)
        return other

    def place(self, option: int) -> None:
        """Place an option and rule out what conflicts with it."""
        table = self.table
        self.alive &= ~(table.conflicts(option) | 1 << option)
        self.placed.append(option)
        for item in table.options[option]:
            if item in table.shared:
                continue  # options with another color are ruled out; the others may follow
            self.missing[item] -= 1
            if self.missing[item] == 0:
                self.open.discard(item)
            room = self.room[item]
            if room is not None:
                self.room[item] = room - 1
                if room == 1:
                    self.alive &= ~table.covering[item]

    def lay(self, option: int) -> None:
        """Place an option of `table.laid`.

        A copy beyond the required ones of its name does not reduce the number of copies that other names still require.
        """
        self.place(option)
        compiled = self.table.compiled
        owner = compiled.meanings[option][0]
        item = compiled.owner_item(owner)
        if item is None or option in compiled.pins or len(compiled.owner_names(owner)) == 1:
            return
        name, laid = self.table.laid[option].piece, self.table.laid
        used = [laid[other].piece for other in self.placed[:-1] if other in laid and other not in compiled.pins]
        if [*used, *compiled.pins.values()].count(name) >= compiled.puzzle.copies_of(name)[0]:
            self.missing[item] += 1
            if self.missing[item] == 1:
                self.open.add(item)

    def rule_out(self, options: int) -> None:
        """Rule these options out."""
        self.alive &= ~options

    def choices(self, item: int) -> int:
        """Return the options that may still cover an item."""
        return self.table.covering[item] & self.alive

    def starved_item(self) -> int | None:
        """Return an item that must be covered and cannot be, or None."""
        covering, alive, missing = self.table.covering, self.alive, self.missing
        for some in in_slices(sorted(self.open), self.table.deadline):
            for item in some:
                if (covering[item] & alive).bit_count() < missing[item]:
                    return item
        return None

    @property
    def solved(self) -> bool:
        """Whether everything that must be covered is covered."""
        return not self.open


SEARCH_NODES = 2_000_000  # nodes of each search for a completion; beyond it, hints use techniques alone
SHARE = 0.5  # fraction of the time left, because the techniques also need time


class Completion(NamedTuple):
    """The result of a search for a completion.

    solution: its options, including those already placed; None if none was found.
    decided:  False if the search was cut short, so that nothing follows from finding none.
    """

    solution: tuple[int, ...] | None
    decided: bool

    @property
    def impossible(self) -> bool:
        """Whether it is certain that there is no completion."""
        return self.decided and self.solution is None


def find_completion(position: Position) -> Completion:
    """Return a completion of the position from the options that are alive, within the remaining bounds."""
    deadline = position.table.deadline
    deadline.check()
    options = bit_list(position.alive)
    lo = (max(0, missing) for missing in deadline.watch(position.missing.values(), MANY))
    part = position.table.cover.with_options(options, deadline).replace(lo=lo, hi=position.room)
    found = choose(part, deadline=deadline).solutions(part, _share(deadline), deadline.progress)
    for batch in found:
        for solution in batch:
            chosen = sorted([*position.placed, *(options[number] for number in solution)])
            return Completion(tuple(chosen), decided=True)
    return Completion(None, decided=found.outcome.ended == "exhausted")


def _share(deadline: Deadline) -> Limit:
    """Return the limit for a search for one solution."""
    seconds, nodes = deadline.limit.seconds, deadline.limit.nodes
    if seconds is not None:
        seconds -= (1 - SHARE) * max(0.0, deadline.left)
    return Limit(seconds=seconds, nodes=min(SEARCH_NODES, nodes or SEARCH_NODES), solutions=1)
