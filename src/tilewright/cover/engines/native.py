"""The general engine of the compiled kernel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilewright import _kernel
from tilewright._kernel import SearchEngine
from tilewright.cover.kernel import kernel_cover, preparation_seconds
from tilewright.cover.problem import ExactCover, Solution
from tilewright.cover.search.deadline import Deadline, in_time
from tilewright.cover.search.drive import count, search
from tilewright.cover.search.engine import Engine, register
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import Report


def plan(cover: ExactCover, deadline: Deadline) -> _kernel.Plan:
    """The general search's plan; raises OutOfTimeError at the deadline."""
    prepared = kernel_cover(cover, deadline)
    deadline.require(preparation_seconds(cover))
    return _kernel.Plan(prepared, SearchEngine.GENERAL)


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
        with in_time(limit, report) as deadline:
            yield from search(plan(cover, deadline), limit, report, threads)

    def count(self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1) -> int:
        """The number of solutions, without collecting them."""
        report.engine = self.name
        with in_time(limit, report) as deadline:
            return count(plan(cover, deadline), limit, report, threads)
        return 0
