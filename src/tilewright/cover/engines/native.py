"""The general engine of the compiled kernel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilewright.cover.engine import Engine
from tilewright.cover.kernel import count_solutions, general_plan, list_solutions
from tilewright.cover.limits import Limit, Report, in_time
from tilewright.cover.problem import ExactCover, Solution


class Native(Engine):
    """The general search of the kernel."""

    name = "native"
    summary = "compiled search for every cover: branches where the fewest options are left"
    colors = True

    def solutions(
        self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1
    ) -> Iterator[Sequence[Solution]]:
        """All solutions, in batches, until the limit."""
        report.engine = self.name
        with in_time(limit, report) as budget:
            yield from list_solutions(general_plan(cover, budget), budget, threads)

    def count(self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1) -> int:
        """The number of solutions, without collecting them."""
        report.engine = self.name
        with in_time(limit, report) as budget:
            return count_solutions(general_plan(cover, budget), budget, threads)
        return 0
