"""Parts of a board as separate covers, which together give solutions of the whole and a lower bound of their number."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Container, Iterator, Sequence
from math import gcd

from tilewright.exact_cover.frontier_count import FrontierCount
from tilewright.exact_cover.kernel import TooLittleMemoryError
from tilewright.exact_cover.limits import Deadline
from tilewright.exact_cover.problem import UNLIMITED, ExactCover


def cut_options(cover: ExactCover, parts: Sequence[Sequence[int]], deadline: Deadline) -> list[list[int]]:
    """Return the options that lie entirely in each of these parts of the board.

    Raises OutOfTimeError at the deadline.

    >>> from tilewright import load
    >>> from tilewright.exact_cover.limits import NEVER
    >>> cover = load("dominoes*@2x4").compile().cover
    >>> [len(options) for options in cut_options(cover, (cover.order[:4], cover.order[4:]), NEVER)]
    [4, 4]
    """
    part_of = {item: part for part, items in enumerate(parts) for item in items}
    options: list[list[int]] = [[] for _ in parts]
    for option, row in enumerate(deadline.watch(cover.options)):
        found = {part_of[item] for item in row if item in part_of}
        if len(found) == 1:
            options[found.pop()].append(option)
    return options


def part_cover(
    cover: ExactCover, number: int, own: Sequence[int], others: Sequence[int], options: list[int]
) -> ExactCover:
    """Return the sub-cover of one part, with its share of the global bounds.

    number:  the number of parts.
    own:     the items of the board in this part.
    others:  the items outside the board, whose bounds are divided by `number`.
    options: the options of this part.
    """
    items = sorted([*own, *others])
    new = {item: place for place, item in enumerate(items)}
    share = dict.fromkeys(own, 1) | dict.fromkeys(others, number)
    return ExactCover(
        (cover.lo[item] // share[item] for item in items),
        (most if (most := cover.upper[item]) == UNLIMITED else most // share[item] for item in items),
        [[new[item] for item in cover.options[option]] for option in options],
        order=[new[item] for item in own],
    )


LEAST_PART = 36  # approximate cells of a part; smaller ones often cannot be covered
LARGER = 1.4  # the factor by which parts grow from round to round
MOST = 10**4299  # the largest useful bound; Python writes no longer numbers


class PartwiseCount:
    """A lower bound of the number of solutions: the product of the counts of a board's parts, for ever larger parts.

    Covers of all parts together cover the board if nothing outside it is limited, and two different combinations differ
    in some part. So the product is at most the number of solutions. On boards that no engine counts in time, it is far
    larger than the number that a search finds.

    >>> from tilewright import load
    >>> partwise = PartwiseCount(load("dominoes*@6x20").compile().cover, Deadline())
    >>> partwise.advance(Deadline())
    >>> partwise.is_over, 0 < partwise.solutions < 4_382_620_448_169_985_025_024 ** 2
    (True, True)
    """

    engine, fraction = "frontier", None

    def __init__(self, cover: ExactCover, deadline: Deadline, threads: int = 1) -> None:
        self.cover, self.deadline, self.threads = cover, deadline, threads
        self.seconds, self.nodes = 0.0, 0
        self.solutions = 0  # the best bound
        self.is_over = False  # True if there are no larger parts, or they do not fit in memory
        self._numbers = self._rounds()  # the number of parts in each round
        self._parts = deque[ExactCover]()  # the parts of this round that are not counted yet
        self._known: dict[ExactCover, int] = {}  # parts of the same shape are counted once
        self._product = 0
        self._count: FrontierCount | None = None

    @staticmethod
    def suits(cover: ExactCover) -> bool:
        """Return True if covers of the parts of a board, put together, always cover the whole."""
        if not cover.order or cover.colors:
            return False
        others = set(range(len(cover.lo))) - set(cover.order)
        return all((cover.lo[item], cover.upper[item]) == (0, UNLIMITED) for item in others)

    def advance(self, deadline: Deadline) -> None:
        """Continue until the deadline, or until no larger parts are left."""
        began = time.thread_time()
        while not self.is_over and not deadline.ended:
            self._step(deadline)
        self.seconds += time.thread_time() - began

    def _step(self, deadline: Deadline) -> None:
        """Continue with the current part, or begin the next round."""
        if not self._parts:
            self._begin_round()
            return
        part = self._parts[0]
        value = self._known.get(part)
        if value is None and (value := self._counted(part, deadline)) is None:
            return
        self._known[part], self._count = value, None
        self._parts.popleft()
        self._product *= value
        if not self._product:
            self._parts.clear()
        if not self._parts:
            self.solutions = max(self.solutions, min(self._product, MOST))

    def _begin_round(self) -> None:
        number = next(self._numbers, 0)
        if not number:
            self.is_over = True
            return
        parts = self._cut(number)
        options = cut_options(self.cover, parts, self.deadline)
        near, board = self.cover.adjacent, set(self.cover.order)
        others = [item for item in range(len(self.cover.lo)) if item not in board]
        self._known.clear()
        self._product = 1
        for own, mine in zip(parts, options, strict=True):
            sequence = from_end_to_end(own, near) if near else own
            self._parts.append(part_cover(self.cover, number, sequence, others, mine))

    def _counted(self, part: ExactCover, deadline: Deadline) -> int | None:
        """Return the number of covers of a part, or None if it is not known yet.

        If the part does not fit in memory, the count is over.
        """
        before = self._count.nodes if self._count else 0
        try:
            self._count = self._count or FrontierCount(part, self.deadline, self.threads)
            found = self._count.run(deadline)
        except (ValueError, TooLittleMemoryError):  # its keys would be too wide
            self.is_over = True
            return None
        self.nodes += found.nodes - before
        self.is_over = found.limit == "memory"
        return found.solutions if found.ended == "exhausted" else None

    def _rounds(self) -> Iterator[int]:
        cells, size, last = len(self.cover.order), float(LEAST_PART), 0
        while (number := round(cells / size)) > 1:
            if number != last:
                yield number
            size, last = LARGER * size, number

    def _cut(self, number: int) -> list[Sequence[int]]:
        """Return `number` parts of the board of about the same size, which is a multiple of what options cover."""
        order = self.cover.order
        board = set(order)
        unit = gcd(*(sum(item in board for item in row) for row in self.deadline.watch(self.cover.options))) or 1
        cuts = [round(part * len(order) / number / unit) * unit for part in range(number)]
        return [order[start:end] for start, end in zip(cuts, [*cuts[1:], len(order)], strict=True)]


def from_end_to_end(items: Sequence[int], near: Sequence[Sequence[int]]) -> list[int]:
    """Return items in a sequence from one end of them to the other, with neighbors close together.

    The method is that of Cuthill and McKee (1969).

    >>> from_end_to_end([0, 1, 2, 3], [(1, 3), (0,), (3,), (0, 2)])
    [1, 0, 3, 2]
    """
    left, sequence = dict.fromkeys(items), list[int]()
    while left:
        end = next(iter(left))
        for _ in range(3):
            found = _by_distance(end, left, near)
            end = found[-1]
        sequence += found
        for item in found:
            del left[item]
    return sequence


def _by_distance(start: int, among: Container[int], near: Sequence[Sequence[int]]) -> list[int]:
    found = {start: None}
    waiting = deque([start])
    while waiting:
        for other in near[waiting.popleft()]:
            if other in among and other not in found:
                found[other] = None
                waiting.append(other)
    return list(found)
