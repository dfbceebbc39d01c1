"""Counting without listing: the kernel's frontier, which merges equal states as it sweeps over the items.

Its work grows with the number of states, not of solutions: 10 x 10 cells and any number of tetrominoes, some
7 * 10^16 tilings, take a third of a second. It lists too, from a `SolutionGraph`; `native` is better at that.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

from tilewright import _kernel
from tilewright.cover.engine import Engine
from tilewright.cover.frontier_count import FrontierCount
from tilewright.cover.kernel import TooLittleMemoryError, kernel_cover, note_out_of_memory
from tilewright.cover.limits import Budget, Limit, Report, in_time
from tilewright.cover.problem import ExactCover, Solution
from tilewright.cover.sampling import SolutionGraph
from tilewright.errors import LimitError

BATCH = 1024


class Frontier(Engine):
    """The states of a sweep, merged. A node is a state."""

    name = "frontier"
    summary = "counts without listing: merges equal states of a sweep; for many tilings on narrow boards"
    colors = True
    counts = True

    def refuses(self, cover: ExactCover) -> str | None:
        """Only covers whose frontier is too wide for a key."""
        return _kernel.frontier_refusal(kernel_cover(cover)) or None

    def count(self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1) -> int:
        """The number of solutions; 0 when a limit comes first, for nothing is known before the end."""
        report.engine = self.name
        with in_time(limit, report) as budget:
            try:
                with closing(FrontierCount(cover, budget, threads)) as begun:
                    return begun.run(budget)
            except TooLittleMemoryError as error:
                report.outcome.saved = error.saved
                note_out_of_memory(budget)
                return 0
        report.outcome.reason = Budget(limit, report).reason("states")
        return 0

    def solutions(self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1) -> Iterator[list[Solution]]:
        """All solutions, in batches, until the limit; the first comes when all states are known."""
        report.engine = self.name
        with in_time(limit, report) as budget:
            try:
                graph = SolutionGraph(cover, limit, report)
            except LimitError:
                return
            yield from _listed(graph, budget)


def _listed(graph: SolutionGraph, budget: Budget) -> Iterator[list[Solution]]:
    report, batch = budget.report, list[Solution]()
    report.ended = None
    for solution in graph:
        report.solutions += 1
        batch.append(solution)
        if budget.is_enough():
            break
        if len(batch) == BATCH:
            yield batch
            batch = []
            if (ended := budget.ended) is not None:  # its nodes, the states, are all known by now
                report.ended = ended
                return
    report.ended = report.ended or "exhausted"
    if batch:
        yield batch
