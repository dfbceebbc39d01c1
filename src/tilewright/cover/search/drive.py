"""Runs a search of the kernel under a limit: by one thread in slices, or by a team of threads.

The GIL is released all the while. Ctrl-C, `report.stop` and the clock are heeded every 50 ms or so.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from tilewright import _kernel
from tilewright._kernel import TeamState
from tilewright.cover.batch import Batch
from tilewright.cover.problem import Solution
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import Ended, Report

SLICE_SECONDS = 0.05  # a slice of the search, between two looks at the clock and at Ctrl-C
SLICE_SOLUTIONS = (
    512  # what is made of so many fits the cache and malloc: 1.5 times as fast as 4096, checked and written
)
MOST_NODES = 1 << 40  # slices that end by their solutions do not tell how many nodes take 50 ms
MOST_BUFFERED = 32 << 20  # bytes of solutions of a team's that wait for those before them


def search(plan: _kernel.Plan, limit: Limit, report: Report, threads: int = 1) -> Iterator[Sequence[Solution]]:
    """Batches of solutions, none of them empty, in the order of one thread; sets `report` as it goes."""
    if threads > 1:
        return Threads(plan, limit, report, threads, collect=True).run()
    return Slices(plan.search(), limit, report).run()


def count(plan: _kernel.Plan, limit: Limit, report: Report, threads: int = 1) -> int:
    """The number of solutions, without collecting them."""
    runs = Threads(plan, limit, report, threads, collect=False) if threads > 1 else None
    for _ in runs.run() if runs else Slices(plan.search(), limit, report).run(collect=False):
        pass
    return report.solutions


class Slices:
    """One thread, slice by slice; what is taken for a slice is measured."""

    def __init__(self, search: _kernel.Search, limit: Limit, report: Report) -> None:
        self.search, self.limit, self.report = search, limit, report
        self.nodes = 1000  # of the next slice

    def run(self, collect: bool = True) -> Iterator[Sequence[Solution]]:
        """Batches of solutions (empty ones are not passed on); sets `report` as it goes and `report.ended` at the end."""
        report = self.report
        while True:
            began = time.perf_counter()
            exhausted, starts, options = self.search.run(self._slice(), self._wanted(collect), collect)
            batch = _tell(report, self.limit, self.search, Batch(starts, options), collect)
            report.ended = report.ended or ("exhausted" if exhausted else _spent(self.limit, report))
            if batch:
                yield batch
            if report.ended:
                return
            self._adapt(time.perf_counter() - began)

    def _slice(self) -> int:
        if self.limit.nodes is None:
            return self.nodes
        return max(0, min(self.nodes, self.limit.nodes - self.report.nodes))

    def _wanted(self, collect: bool) -> int:
        wanted = -1 if self.limit.solutions is None else self.limit.solutions - self.report.solutions
        if collect:
            return min(wanted, SLICE_SOLUTIONS) if wanted >= 0 else SLICE_SOLUTIONS
        return wanted

    def _adapt(self, seconds: float) -> None:
        """The next slice: twice as long while it takes little time, shorter when it took too much."""
        left = _patience(self.limit, self.report)
        if seconds < left / 2:
            self.nodes = min(2 * self.nodes, MOST_NODES)
        elif seconds > left:
            self.nodes = max(1, int(self.nodes * left / seconds))


class Threads:
    """Several threads, which go on while their solutions are worked with."""

    def __init__(self, plan: _kernel.Plan, limit: Limit, report: Report, threads: int, collect: bool) -> None:
        self.plan, self.limit, self.report, self.collect = plan, limit, report, collect
        self.threads = threads

    def run(self) -> Iterator[Sequence[Solution]]:
        """As `Slices.run`. When the limit comes, all that was found is handed out, in order but with gaps."""
        limit, report = self.limit, self.report
        nodes, solutions = (-1 if most is None else max(0, most) for most in (limit.nodes, limit.solutions))
        buffer = min(MOST_BUFFERED, limit.memory // 4)
        team = _kernel.Team(self.plan, self.threads, self.collect, nodes, solutions, buffer)
        ended = None
        try:
            while not report.ended:
                state, batch = self._wait(team)
                ended = ended or _spent(limit, report)
                if ended:
                    team.stop()
                if state is not TeamState.RUNNING:
                    report.ended = report.ended or ("exhausted" if state is TeamState.EXHAUSTED else ended or "limit")
                if batch:
                    yield batch
        except KeyboardInterrupt:
            team.stop()
            while not report.ended:
                state, batch = self._wait(team)
                report.ended = report.ended or (None if state is TeamState.RUNNING else "stopped")
                if batch:
                    yield batch
            raise
        finally:
            report.notes["cpu"] = team.cpu

    def _wait(self, team: _kernel.Team) -> tuple[TeamState, Batch]:
        state, starts, options = team.wait(_patience(self.limit, self.report), SLICE_SOLUTIONS)
        return state, _tell(self.report, self.limit, team, Batch(starts, options), self.collect)


def _tell(report: Report, limit: Limit, search: _kernel.Search | _kernel.Team, batch: Batch, collect: bool) -> Batch:
    """Says in `report` what was found; the part of the batch that was asked for."""
    if collect and limit.solutions is not None:
        batch = batch[: limit.solutions - report.solutions]
    report.nodes, report.fraction = search.nodes, search.fraction
    report.solutions = report.solutions + len(batch) if collect else search.solutions
    if limit.solutions is not None and report.solutions >= limit.solutions:
        report.ended = "enough"
    return batch


def _patience(limit: Limit, report: Report) -> float:
    """Seconds until the next look at everything."""
    if limit.seconds is None:
        return SLICE_SECONDS
    return max(0.001, min(SLICE_SECONDS, limit.seconds - report.seconds))


def _spent(limit: Limit, report: Report) -> Ended | None:
    if report.stop:
        return "stopped"
    if limit.seconds is not None and report.seconds >= limit.seconds:
        return "limit"
    return "limit" if limit.nodes is not None and report.nodes >= limit.nodes else None
