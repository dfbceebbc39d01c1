"""All solutions of a cover as a graph (to count and to sample them), and single solutions in random order.

Every path from the graph's first state to its last is one solution (see the kernel's graph.hpp), so numbers of
solutions are sums along edges, exact however many there are, and nothing is ever listed.

`RandomSearch` finds a solution by a search that tries things in a random order. It is fast if solutions are many, but
not uniform. The kernel's general search numbers items and options by the cover's `order`, and takes the first of equal
choices, so shuffling that hint shuffles the search. Options that differ only in their colors are shuffled separately. A
random order may lead into a part of the tree without solutions or end, so a search that does not find anything soon is
restarted (Gomes, Selman, Kautz, "Boosting combinatorial search through randomization", 1998). On large boards a
completely random order rarely succeeds: regions that are begun separately do not fit where they meet. Each try
therefore moves items half as far as the one before, nearly down to the cover's own order; then the round begins again
with twice as many nodes. Budgets are nodes, so the numbers of `rng` alone determine the result, unless a time limit
ends the search.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import accumulate, count
from typing import TYPE_CHECKING

from tilewright._kernel import SolutionGraph as KernelGraph
from tilewright._kernel import frontier_refusal
from tilewright.errors import LimitError, OutOfTimeError
from tilewright.exact_cover.kernel import StateSweep, general_plan, kernel_cover, preparation_seconds
from tilewright.exact_cover.limits import NEVER, Deadline
from tilewright.exact_cover.outcome import Outcome
from tilewright.exact_cover.problem import Batch, ExactCover, Solution

if TYPE_CHECKING:
    import random
    from random import Random


class GraphCutShortError(LimitError):
    """The error that a graph exceeded the limit; `outcome` says how its construction ended."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(f"the solution graph stopped at {outcome.reason or outcome.ended}: {outcome.nodes:,} states")
        self.outcome = outcome


class SolutionGraph:
    """The solutions of a cover, numbered from 0, in an order that depends only on the cover.

    Memory grows with the number of states of the sweep, not of solutions. Raises LimitError when it would exceed
    `limit.memory` bytes of the deadline, or when its seconds or nodes (states) are used up; OutOfTimeError when the
    seconds are used up before the sweep can begin.
    """

    def __init__(self, cover: ExactCover, deadline: Deadline = NEVER) -> None:
        prepared = kernel_cover(cover, deadline)
        deadline.require(preparation_seconds(cover))
        refusal = frontier_refusal(prepared)
        if refusal:
            raise LimitError(refusal)
        deadline.require(2 * preparation_seconds(cover))
        builder = KernelGraph(prepared, deadline.limit.memory)
        sweep = StateSweep(builder)
        with deadline.progress.showing(sweep):
            end = sweep.run(deadline)
        self.nodes = sweep.nodes  # states met, including those on no solution
        if end.ended != "exhausted":
            raise GraphCutShortError(
                Outcome(
                    ended=end.ended or "limit",
                    engine=sweep.engine,
                    nodes=self.nodes,
                    limit=end.limit,
                    reason=end.reason,
                )
            )
        edge_start, target, option = builder.take()
        self.options = len(cover.options)
        self.edge_start, self.target, self.option = edge_start, target, option  # 8, 8 and 4 bytes per number

    @property
    def states(self) -> int:
        """The number of states of the graph that lie on a solution."""
        return len(self.edge_start) - 1

    @cached_property
    def completions(self) -> list[int]:
        """The number of paths to the end, for each state."""
        start, target = self.edge_start, self.target
        number = [0] * self.states
        if number:
            number[-1] = 1
        for state in range(self.states - 2, -1, -1):
            number[state] = sum(number[target[edge]] for edge in range(start[state], start[state + 1]))
        return number

    @property
    def number(self) -> int:
        """The number of solutions."""
        return self.completions[0] if self.completions else 0

    @cached_property
    def with_option(self) -> tuple[int, ...]:
        """The number of solutions with each option."""
        reached = [0] * self.states
        result = [0] * self.options
        if reached:
            reached[0] = 1
        for state, number in enumerate(reached):
            for edge in range(self.edge_start[state], self.edge_start[state + 1]):
                to = self.target[edge]
                reached[to] += number
                if self.option[edge] >= 0:
                    result[self.option[edge]] += number * self.completions[to]
        return tuple(result)

    def solution(self, k: int) -> Solution:
        """Return solution number k, 0 <= k < number. Raises IndexError otherwise."""
        if not 0 <= k < self.number:
            raise IndexError(f"no solution {k}: expected 0 to {self.number - 1}")
        chosen: list[int] = []
        state = 0
        while state < self.states - 1:
            first, last = self.edge_start[state], self.edge_start[state + 1]
            sums = list(accumulate(self.completions[self.target[edge]] for edge in range(first, last)))
            place = bisect_right(sums, k)
            k -= sums[place - 1] if place else 0
            if self.option[first + place] >= 0:
                chosen.append(self.option[first + place])
            state = self.target[first + place]
        return tuple(sorted(chosen))

    def random(self, rng: random.Random) -> Solution:
        """Return a random solution, uniformly distributed. Raises IndexError if there is none."""
        return self.solution(rng.randrange(self.number) if self.number else 0)

    def __iter__(self) -> Iterator[Solution]:
        """Yield all solutions, number 0 first."""
        if not self.states:
            return
        # One frame per state on the path: the edge to follow next, and how many options were chosen before it.
        path = [(0, self.edge_start[0], 0)]
        chosen: list[int] = []
        while path:
            state, edge, depth = path.pop()
            del chosen[depth:]
            if state == self.states - 1:
                yield tuple(sorted(chosen))
                continue
            if edge + 1 < self.edge_start[state + 1]:
                path.append((state, edge + 1, depth))
            if self.option[edge] >= 0:
                chosen.append(self.option[edge])
            to = self.target[edge]
            path.append((to, self.edge_start[to], len(chosen)))


LEAST_NODES = 1000  # nodes of the first try
NODES_AN_ITEM = 2  # added for each item: a search without backtracking has at most one node per item
ROUND = 8  # tries: 3,600 items are moved by up to 3,600 places, then 1,800, ..., and finally by 28
SLICE = 20_000  # nodes between two checks of the clock, about 10 ms


class RandomSearch:
    """A search for solutions in random order, each found independently.

    >>> from random import Random
    >>> cover = ExactCover.of([(0, 1), (2, 3), (0, 2), (1, 3)], primary=4)
    >>> sorted({RandomSearch(cover, Random(seed), NEVER).solution() for seed in range(9)})
    [(0, 1), (2, 3)]
    """

    engine, fraction = "native", None

    def __init__(self, cover: ExactCover, rng: Random, deadline: Deadline) -> None:
        self.cover, self.rng, self.deadline = cover, rng, deadline
        self.nodes = self.solutions = 0

    def solution(self, tries: Iterable[int] | None = None) -> Solution | None:
        """Return a solution; None if there is none, or if these tries found none.

        tries: the numbers of the tries to make (None: all).

        Raises OutOfTimeError when the time or the nodes are used up.
        """
        nodes = LEAST_NODES + NODES_AN_ITEM * len(self.cover.lo)
        with self.deadline.progress.showing(self):
            for number in count() if tries is None else tries:
                # With colors, the options are also shuffled.
                numbers = list(range(len(self.cover.options))) if self.cover.colors else []
                self.rng.shuffle(numbers)
                tried = self.cover.with_options(numbers) if numbers else self.cover
                over, found = self._try(_shuffled(tried, self.rng, number % ROUND), nodes << number // ROUND)
                if found is not None:
                    self.solutions += 1
                    return tuple(sorted(numbers[option] for option in found)) if numbers else found
                if over:
                    return None
        return None

    def _try(self, cover: ExactCover, nodes: int) -> tuple[bool, Solution | None]:
        """Return whether the tree was searched completely, and the first solution within `nodes` nodes, if any."""
        search, before = general_plan(cover, self.deadline).search(), self.nodes
        while search.nodes < nodes:
            if (spent := self.deadline.spent(self.nodes)) is not None:
                raise OutOfTimeError(spent)
            left = self.deadline.limit.nodes_left(self.nodes)
            most = min(SLICE, nodes - search.nodes, *([] if left is None else [left]))
            exhausted, starts, options = search.run(most, 1, True)
            self.nodes = before + search.nodes
            if found := Batch(starts, options):
                return exhausted, found[0]
            if exhausted:
                return True, None
        return False, None


def _shuffled(cover: ExactCover, rng: Random, halved: int) -> ExactCover:
    """Return the cover with its order shuffled.

    halved: 0 shuffles the whole order; otherwise each item moves by at most the number of items, halved this many
        times.
    """
    order = list(cover.order) or list(range(len(cover.lo)))
    if halved:
        far = len(order) / 2**halved
        places = [place + far * rng.random() for place in range(len(order))]
        order = [order[place] for place in sorted(range(len(order)), key=places.__getitem__)]
    else:
        rng.shuffle(order)
    if cover.colors:  # the items that count tiles come after the board, and are alike for all places
        rest = list(set(range(len(cover.lo))) - set(order))
        rng.shuffle(rest)
        order += rest
    return cover.replace(order=order, automorphisms=())
