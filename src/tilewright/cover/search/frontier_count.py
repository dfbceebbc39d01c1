"""Counting by the kernel's frontier, laid aside and taken up again as its caller likes."""

from __future__ import annotations

from tilewright import _kernel
from tilewright.cover.kernel import kernel_cover, preparation_seconds
from tilewright.cover.problem import ExactCover
from tilewright.cover.search.budget import Budget
from tilewright.cover.search.deadline import Deadline
from tilewright.cover.search.slices import run_sweep

SECONDS_AN_ITEM = 6e-6  # for the masks of a step, when a count is begun


class FrontierCount:
    """A count that can be laid aside and taken up again; its memory is that of the limit it began with."""

    def __init__(self, cover: ExactCover, deadline: Deadline, threads: int = 1) -> None:
        prepared = kernel_cover(cover, deadline)
        deadline.require(preparation_seconds(cover) + SECONDS_AN_ITEM * len(cover.lo))
        self.job = _kernel.Frontier(prepared, deadline.limit.memory, threads=threads)

    def run(self, budget: Budget) -> int:
        """Goes on until the budget is spent: the number of solutions if `report.ended` is then "exhausted", else 0."""
        report = budget.report
        report.engine = "frontier"
        run_sweep(self.job, budget)
        report.notes["peak_memory"] = self.job.peak_memory
        report.notes["cpu"] = self.job.cpu
        if self.job.memory_wanted:
            report.notes["memory_wanted"] = self.job.memory_wanted
        return int.from_bytes(self.job.value, "little") if report.ended == "exhausted" else 0
