"""Counting without listing: the kernel's frontier, which merges equal states as it sweeps over the items.

Its work grows with the number of states, not of solutions: 10 x 10 cells and any number of tetrominoes, some
7 * 10^16 tilings, take a third of a second. It lists too, from a `Census`; `native` is better at that.
"""

from __future__ import annotations

from collections.abc import Iterator

from tilewright import _kernel
from tilewright.cover.kernel import kernel_cover, preparation_seconds
from tilewright.cover.problem import ExactCover, Solution
from tilewright.cover.search.deadline import Deadline, in_time
from tilewright.cover.search.engine import Engine, register
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import Report
from tilewright.cover.search.slices import run_slices
from tilewright.cover.solution_graph import Census
from tilewright.errors import LimitError

BATCH = 1024
SECONDS_AN_ITEM = 6e-6  # for the masks of a step, when a count is begun


class FrontierCount:
    """A count that can be laid aside and taken up again; its memory is that of the limit it began with."""

    def __init__(self, cover: ExactCover, deadline: Deadline, threads: int = 1) -> None:
        prepared = kernel_cover(cover, deadline)
        deadline.require(preparation_seconds(cover) + SECONDS_AN_ITEM * len(cover.lo))
        self.job = _kernel.Frontier(prepared, deadline.limit.memory, threads=threads)

    def run(self, limit: Limit, report: Report) -> int:
        """Goes on until the limit: the number of solutions if `report.ended` is then "exhausted", else 0."""
        report.engine = Frontier.name
        run_slices(self.job, limit, report)
        report.notes["peak_memory"] = self.job.peak_memory
        report.notes["cpu"] = self.job.cpu
        if self.job.memory_wanted:
            report.notes["memory_wanted"] = self.job.memory_wanted
        return int.from_bytes(self.job.value, "little") if report.ended == "exhausted" else 0


@register
class Frontier(Engine):
    """The states of a sweep, merged. A node is a state."""

    name = "frontier"
    summary = "counts without listing: merges equal states of a sweep; for many tilings on narrow boards"
    counts = True

    def refuses(self, cover: ExactCover) -> str | None:
        """Only covers whose frontier is too wide for a key."""
        return _kernel.frontier_refusal(kernel_cover(cover)) or None

    def count(self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1) -> int:
        """The number of solutions; 0 when a limit comes first, for nothing is known before the end."""
        report.engine = self.name
        with in_time(limit, report) as deadline:
            return FrontierCount(cover, deadline, threads).run(limit, report)
        report.notes["stopped"] = "a request to stop" if report.stop else f"the time limit of {limit.seconds:g} s"
        return 0

    def solutions(self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1) -> Iterator[list[Solution]]:
        """All solutions, in batches, until the limit; the first comes when all states are known."""
        report.engine = self.name
        with in_time(limit, report):
            try:
                census = Census(cover, limit, report)
            except LimitError:
                return
            yield from _listed(census, limit, report)


def _listed(census: Census, limit: Limit, report: Report) -> Iterator[list[Solution]]:
    report.ended = None
    batch: list[Solution] = []
    for solution in census:
        report.solutions += 1
        batch.append(solution)
        if limit.solutions is not None and report.solutions >= limit.solutions:
            report.ended = "enough"
            break
        if len(batch) == BATCH:
            yield batch
            batch = []
            if report.stop or (limit.seconds is not None and report.seconds >= limit.seconds):
                report.ended = "stopped" if report.stop else "limit"
                return
    report.ended = report.ended or "exhausted"
    if batch:
        yield batch
