"""All solutions of a cover held as a graph: how many, how many with each option, the k-th, one at random.

Every path from the graph's first state to its last is one solution (see the kernel's graph.hpp), so numbers of
solutions are sums along edges, exact however many there are, and nothing is ever listed.
"""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Iterator
from functools import cached_property
from itertools import accumulate

from tilewright import _kernel
from tilewright.cover.kernel import kernel_cover, preparation_seconds
from tilewright.cover.problem import ExactCover, Solution
from tilewright.cover.search.budget import Budget
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import Report
from tilewright.cover.search.slices import run_sweep
from tilewright.errors import LimitError


class SolutionGraph:
    """The solutions of a cover, numbered from 0, in an order that depends on the cover alone.

    Memory grows with the number of states of the sweep, not of solutions; LimitError when it would pass
    `limit.memory` bytes, or when `limit.seconds` or `limit.nodes` (states) are spent first; OutOfTimeError when the
    seconds are spent before the sweep can begin.
    """

    def __init__(self, cover: ExactCover, limit: Limit = Limit(), report: Report | None = None) -> None:
        report = report or Report()
        budget = Budget(limit, report)
        prepared = kernel_cover(cover, budget)
        budget.require(preparation_seconds(cover))
        refusal = _kernel.frontier_refusal(prepared)
        if refusal:
            raise LimitError(refusal)
        budget.require(2 * preparation_seconds(cover))
        builder = _kernel.SolutionGraph(prepared, limit.memory)
        run_sweep(builder, budget)
        if report.ended != "exhausted":
            raise LimitError(
                f"the solution graph stopped at {report.notes.get('stopped', report.ended)}: {report.nodes:,} states"
            )
        edge_start, target, option = builder.take()
        self.options = len(cover.options)
        self.edge_start, self.target, self.option = edge_start, target, option  # 8, 8 and 4 bytes a number

    @property
    def states(self) -> int:
        """States of the graph that lie on a solution."""
        return len(self.edge_start) - 1

    @cached_property
    def completions(self) -> list[int]:
        """Of each state, the number of paths to the end."""
        start, target = self.edge_start, self.target
        number = [0] * self.states
        if number:
            number[-1] = 1
        for state in range(self.states - 2, -1, -1):
            number[state] = sum(number[target[edge]] for edge in range(start[state], start[state + 1]))
        return number

    @property
    def number(self) -> int:
        """How many solutions there are."""
        return self.completions[0] if self.completions else 0

    @cached_property
    def with_option(self) -> tuple[int, ...]:
        """Of each option, in how many solutions it is."""
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
        """Solution number k, 0 <= k < number; IndexError beyond."""
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
        """A solution, each with equal probability; IndexError when there is none."""
        return self.solution(rng.randrange(self.number) if self.number else 0)

    def __iter__(self) -> Iterator[Solution]:
        """All solutions, number 0 first."""
        if not self.states:
            return
        # One frame a state on the path: the edge to follow next, and how many options were chosen before it.
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
