"""The kernel's work by one thread, slice by slice, so that the clock, `report.stop` and Ctrl-C are looked at in between.

The GIL is released in each slice. Slices grow while they take little time and shrink when one took too much.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import Protocol

from tilewright import _kernel
from tilewright._kernel import Outcome
from tilewright.cover.batch import Batch
from tilewright.cover.counting.memory import note_out_of_memory
from tilewright.cover.problem import Solution
from tilewright.cover.search.budget import Budget

FIRST_NODES, MOST_NODES = 1000, 1 << 40  # slices that end by their solutions do not tell how many nodes take 50 ms
FIRST_WORK = 10_000
# A batch of so many fits the cache: keeping them takes 0.7 of the time of batches of 512, writing them as long.
SLICE_SOLUTIONS = 2048
SLICE_OPTIONS = 1 << 17  # in a batch: what is done with it before the clock is looked at again takes milliseconds
# Of the first slice, in which no solution has more options than there are nodes.
FIRST_SOLUTIONS = SLICE_OPTIONS // FIRST_NODES


class Progress(Protocol):
    """What a search and a team of threads tell of themselves."""

    @property
    def nodes(self) -> int:
        """Nodes visited so far."""

    @property
    def solutions(self) -> int:
        """Solutions found so far."""

    @property
    def fraction(self) -> float:
        """Part of the tree done."""


class Slices:
    """One search of the kernel. It may be laid aside at the end of a budget, and taken up again with another."""

    def __init__(self, search: _kernel.Search) -> None:
        self.search = search
        self.nodes = FIRST_NODES  # of the next slice
        self.solutions = FIRST_SOLUTIONS  # of the next slice

    def run(self, budget: Budget, collect: bool = True) -> Iterator[Sequence[Solution]]:
        """Batches of solutions, none empty (none at all without `collect`); the report is true at each."""
        report = budget.report
        while True:
            began = time.perf_counter()
            exhausted, starts, options = self.search.run(self._slice(budget), self._wanted(budget, collect), collect)
            batch = record(budget, self.search, Batch(starts, options), collect)
            report.ended = report.ended or ("exhausted" if exhausted else budget.spent)
            if batch:
                self.solutions = batch_size(batch)
                yield batch
            elif self.solutions == FIRST_SOLUTIONS:
                self.solutions = 1  # until it is known how many options one has
            if report.ended:
                return
            self._adapt(time.perf_counter() - began, budget.pause)

    def _slice(self, budget: Budget) -> int:
        left = budget.nodes_left
        return self.nodes if left is None else min(self.nodes, left)

    def _adapt(self, seconds: float, wanted: float) -> None:
        """The next slice: twice as long while it takes little time, shorter when it took too much."""
        if seconds < wanted / 2:
            self.nodes = min(2 * self.nodes, MOST_NODES)
        elif seconds > wanted:
            self.nodes = max(1, int(self.nodes * wanted / seconds))

    def _wanted(self, budget: Budget, collect: bool) -> int:
        left = budget.solutions_left
        if not collect:
            return -1 if left is None else left
        return self.solutions if left is None else min(left, self.solutions)


def batch_size(batch: Batch) -> int:
    """How many solutions like these, at least one, a batch may have."""
    options = len(batch.buffers[1])
    return max(1, min(SLICE_SOLUTIONS, SLICE_OPTIONS * len(batch) // options)) if options else SLICE_SOLUTIONS


def record(budget: Budget, search: Progress, batch: Batch, collect: bool) -> Batch:
    """Note in the report what was found; return the part of the batch that was asked for."""
    report, left = budget.report, budget.solutions_left
    if collect and left is not None and left < len(batch):
        batch = batch[:left]
    report.nodes, report.fraction = search.nodes, search.fraction
    report.solutions = report.solutions + len(batch) if collect else search.solutions
    budget.is_enough()
    return batch


class Sweeping(Protocol):
    """What the kernel merges states in: a frontier count, or the building of a solution graph."""

    def run(self, work: int) -> Outcome:
        """Goes on for about so much work."""

    @property
    def states(self) -> int:
        """States met so far."""

    @property
    def fraction(self) -> float:
        """Part of the sweep done."""


def run_sweep(sweep: Sweeping, budget: Budget) -> None:
    """To the end or the limit; sets `report.ended`, and why it stopped in `report.notes["stopped"]`. Nodes are states.

    `report.ended` stays None where the scratch file of a count on disk failed.
    """
    work, report = FIRST_WORK, budget.report
    while True:
        began = time.perf_counter()
        outcome = sweep.run(work)
        report.nodes, report.fraction = sweep.states, sweep.fraction
        if outcome is Outcome.EXHAUSTED:
            report.ended = "exhausted"
            return
        if outcome is Outcome.SCRATCH_FAILED:
            return
        if budget.is_spent():
            report.notes["stopped"] = budget.reason("states")
            return
        if outcome is Outcome.OUT_OF_MEMORY:
            note_out_of_memory(budget)
            return
        if outcome is Outcome.INTERRUPTED:  # by the kernel's clock, which may be a moment ahead of the report's
            report.ended = "limit"
            report.notes["stopped"] = f"the time limit of {budget.limit.seconds or 0:g} s"
            return
        seconds = time.perf_counter() - began
        work = min(2 * work, max(1, int(work * budget.pause / max(seconds, 1e-6))))
