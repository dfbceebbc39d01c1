"""The general engine of the compiled kernel, and how Python hands covers to the kernel and runs its searches."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

import numpy as np

from tilewright import _kernel
from tilewright.cover.batch import Batch
from tilewright.cover.engine import Engine, register
from tilewright.cover.limit import Limit
from tilewright.cover.problem import ExactCover, Solution
from tilewright.cover.result import Report
from tilewright.errors import LimitError

SLICE_SECONDS = 0.05  # a slice of the search, between two looks at the clock and at Ctrl-C
SLICE_SOLUTIONS = 512  # what is made of so many fits the cache and malloc: 1.5 times as fast as 4096, checked and written
MOST_NODES = 1 << 40  # slices that end by their solutions do not tell how many nodes take 50 ms
MAX_COVERED = 2**31 - 1  # the kernel's numbers of items and options are 32 bits wide


def compiled(cover: ExactCover) -> _kernel.Cover:
    """The cover as the kernel holds it; LimitError when it is too large, ValueError when it is malformed."""
    items, options, entries = cover.size
    if max(items, options, entries) > MAX_COVERED:
        raise LimitError(f"the cover has {entries:,} entries: expected at most {MAX_COVERED:,}")
    hi = [_kernel.UNLIMITED if most is None else min(most, _kernel.UNLIMITED) for most in cover.hi]
    starts, flat = _rows(cover.options)
    near_starts, near = _rows(cover.adjacent) if cover.adjacent else (np.empty(0, np.int64), _ints(()))
    return _kernel.Cover(
        _ints(cover.lo),
        _ints(hi),
        starts,
        flat,
        _ints(cover.order),
        near_starts,
        near,
        [(_ints(a.items), _ints(a.options)) for a in cover.automorphisms],
    )


def _ints(values: Sequence[int]) -> np.ndarray:
    return np.array(values, dtype=np.int32)


def _rows(rows: Sequence[Sequence[int]]) -> tuple[np.ndarray, np.ndarray]:
    """Where each row starts, and all rows end to end."""
    starts = np.zeros(len(rows) + 1, dtype=np.int64)
    np.cumsum([len(row) for row in rows], out=starts[1:])
    flat = np.fromiter((item for row in rows for item in row), dtype=np.int32, count=int(starts[-1]))
    return starts, flat


class Slices:
    """Runs a search of the kernel slice by slice under a limit, with the GIL released during each.

    Slices are measured so that Ctrl-C and the clock are heeded every 50 ms or so.
    """

    def __init__(self, search: _kernel.Search, limit: Limit, report: Report) -> None:
        self.search, self.limit, self.report = search, limit, report
        self.nodes = 1000  # of the next slice

    def run(self, collect: bool = True) -> Iterator[Sequence[Solution]]:
        """Batches of solutions (empty ones are not passed on); sets `report` as it goes and `report.ended` at the end."""
        limit, report = self.limit, self.report
        while True:
            began = time.perf_counter()
            exhausted, starts, options = self.search.run(self._slice(), self._wanted(collect), collect)
            batch = Batch(starts, options)
            if limit.solutions is not None:
                batch = batch[: limit.solutions - report.solutions]
            report.nodes, report.fraction = self.search.nodes, self.search.fraction
            report.solutions = report.solutions + len(batch) if collect else self.search.solutions
            if limit.solutions is not None and report.solutions >= limit.solutions:
                report.ended = "enough"
            elif exhausted:
                report.ended = "exhausted"
            elif report.stop:
                report.ended = "stopped"
            elif self._spent():
                report.ended = "limit"
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

    def _spent(self) -> bool:
        limit, report = self.limit, self.report
        return (limit.seconds is not None and report.seconds >= limit.seconds) or (
            limit.nodes is not None and report.nodes >= limit.nodes
        )

    def _adapt(self, seconds: float) -> None:
        """The next slice: twice as long while it takes little time, shorter when it took too much."""
        left = SLICE_SECONDS
        if self.limit.seconds is not None:
            left = max(0.001, min(left, self.limit.seconds - self.report.seconds))
        if seconds < left / 2:
            self.nodes = min(2 * self.nodes, MOST_NODES)
        elif seconds > left:
            self.nodes = max(1, int(self.nodes * left / seconds))


@register
class Native(Engine):
    """The general search of the kernel."""

    name = "native"
    summary = "compiled search for every cover: branches where the fewest options are left"

    def solutions(
        self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1
    ) -> Iterator[Sequence[Solution]]:
        """All solutions, in batches, until the limit."""
        report.engine = self.name
        plan = _kernel.Plan(cover.compiled, "general")
        yield from Slices(plan.search(), limit, report).run()

    def count(self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1) -> int:
        """The number of solutions, without collecting them."""
        report.engine = self.name
        plan = _kernel.Plan(cover.compiled, "general")
        for _ in Slices(plan.search(), limit, report).run(collect=False):
            pass
        return report.solutions
