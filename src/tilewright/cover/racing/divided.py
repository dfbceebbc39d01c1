"""Finding a solution part by part: the board cut into equal parts, and each part given its share of the pieces.

Three sets of pentominoes fill 60 x 3 because one set fills 20 x 3: a search that takes what fits all along the board hardly
ever ends with the pieces that the last part needs, but three small searches are over in some thousand nodes. So the items of
the board are cut, in their sequence, into 2, 3, ... parts, as many as divide the needed copies of every piece. What
covers every part covers the whole; that a part cannot be covered says nothing of the whole. Divisions are tried in turn.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from itertools import islice, product
from math import gcd

from tilewright import _kernel
from tilewright.cover.problem import UNLIMITED, ExactCover, Solution
from tilewright.cover.racing.seeker import Racer, Seeker
from tilewright.cover.search.budget import Budget
from tilewright.cover.search.plans import sweep_plan

LEAST_ITEMS = 16  # of a part; smaller ones are hardly ever covered
MOST_DIVISIONS = 8  # tried, those of the most parts


class Division:
    """A cover cut into so many parts, and how many of them have been covered; `is_over` when nothing more can be found."""

    def __init__(self, cover: ExactCover, number: int, budget: Budget) -> None:
        self.options = cut_options(cover, number, budget)
        self.seekers = [self._seeker(cover, part, options, budget) for part, options in enumerate(self.options)]
        self.covered = 0
        self.is_over = False

    def _seeker(self, cover: ExactCover, part: int, options: list[int], budget: Budget) -> Seeker:
        def make_plan() -> _kernel.Plan:
            return sweep_plan(part_cover(cover, len(self.options), part, options), budget, budget.limit.memory)

        return Seeker("sweep", make_plan, 0)

    @property
    def nodes(self) -> int:
        """Nodes of all parts."""
        return sum(seeker.nodes for seeker in self.seekers)

    def go_on(self, budget: Budget, nodes: int) -> None:
        """Search for so many nodes more, or until all is covered, or a part cannot be."""
        end = self.nodes + nodes
        while self.covered < len(self.seekers) and (left := end - self.nodes) > 0:
            seeker = self.seekers[self.covered]
            seeker.most = seeker.nodes + left
            seeker.go_on(budget)
            if budget.report.ended not in ("enough", "exhausted"):
                return
            self.covered += 1
            self.is_over = not seeker.number or self.covered == len(self.seekers)
            if not seeker.number:
                return

    def solutions(self) -> Iterator[Solution]:
        """Of the whole, once all parts are covered: every choice of one found for each part."""
        found = [
            [tuple(numbers[option] for option in solution) for batch in seeker.found for solution in batch]
            for seeker, numbers in zip(self.seekers, self.options, strict=True)
        ]
        for choice in product(*found):
            yield tuple(sorted(option for solution in choice for option in solution))


class Divided(Racer):
    """The divisions of a cover, in turn; their parts are searched by the sweep."""

    def __init__(self, cover: ExactCover, most: int) -> None:
        super().__init__(most)
        self.cover = cover
        self.waiting = deque(divisors(cover))
        self.begun = deque[Division]()

    def go_on(self, budget: Budget) -> None:
        """The next turn, shared by the divisions; `report.ended` is "enough" when one of them gave what is wanted."""
        report, end = budget.report, self.most
        report.ended = "limit"
        while self.nodes < end and (self.waiting or self.begun) and not budget.ended:
            division = Division(self.cover, self.waiting.popleft(), budget) if self.waiting else self.begun.popleft()
            before = division.nodes
            try:
                division.go_on(budget, end - self.nodes)
            finally:
                self.nodes += division.nodes - before
            if not division.is_over:
                self.begun.append(division)
            elif self._takes(division, budget):
                return
            report.ended = "limit"  # a request to stop is told by whoever has the next turn
        self.prolong()

    def _takes(self, division: Division, budget: Budget) -> bool:
        """Keep what a division gave, if it is more than others did; whether that is enough."""
        wanted = budget.limit.solutions
        found = list(islice(division.solutions(), wanted))
        if len(found) > self.number:
            self.found = [found]
        budget.report.ended = "enough" if len(found) == wanted else "limit"
        return len(found) == wanted


def divisors(cover: ExactCover) -> list[int]:
    """Into how many parts the board may be cut so that each gets the same pieces, the most parts first.

    >>> from tilewright import load
    >>> divisors(load("pentominoes@6x10").compile().cover)
    []
    """
    board = set(cover.order)
    needed = [lo for item, lo in enumerate(cover.lo) if item not in board and lo]
    common = gcd(*needed) if cover.order and not cover.colors else 0
    most = min(common, len(board) // LEAST_ITEMS)
    return [k for k in range(most, 1, -1) if common % k == 0 == len(board) % k][:MOST_DIVISIONS]


def cut_options(cover: ExactCover, number: int, budget: Budget) -> list[list[int]]:
    """The options that lie in each of so many parts of the board; OutOfTimeError at the deadline.

    >>> from tilewright import Limit, Report, load
    >>> cover = load("dominoes*@2x4").compile().cover
    >>> [len(options) for options in cut_options(cover, 2, Budget(Limit(), Report()))]
    [4, 4]
    """
    size = len(cover.order) // number
    part_of = {item: place // size for place, item in enumerate(cover.order)}
    options: list[list[int]] = [[] for _ in range(number)]
    for option, row in enumerate(budget.watch(cover.options)):
        parts = {part_of[item] for item in row if item in part_of}
        if len(parts) == 1:
            options[parts.pop()].append(option)
    return options


def part_cover(cover: ExactCover, number: int, part: int, options: list[int]) -> ExactCover:
    """One of so many parts: its items of the board with these options, and of the bounds of all other items its share."""
    size, board = len(cover.order) // number, set(cover.order)
    own = cover.order[part * size : (part + 1) * size]
    items = sorted([*own, *(item for item in range(len(cover.lo)) if item not in board)])
    new = {item: place for place, item in enumerate(items)}
    share = {item: 1 if item in board else number for item in items}
    return ExactCover(
        (cover.lo[item] // share[item] for item in items),
        (_share(cover.upper[item], share[item]) for item in items),
        [[new[item] for item in cover.options[option]] for option in options],
        order=[new[item] for item in own],
    )


def _share(most: int, number: int) -> int:
    return most if most == UNLIMITED else most // number
