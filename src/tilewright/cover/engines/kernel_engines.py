"""The engines of the compiled kernel that list: the general search, and the sweep over bit masks (item after item in a
fixed sequence, with symmetry broken inside).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilewright import _kernel
from tilewright.cover.engine import Engine
from tilewright.cover.kernel import count_solutions, general_plan, kernel_cover, list_solutions, sweep_plan
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


class Sweep(Engine):
    """The fastest way to list the tilings of a board."""

    name = "sweep"
    summary = "compiled sweep over bit masks for boards: the fastest list of all tilings"
    colors = True

    def refuses(self, cover: ExactCover) -> str | None:
        """Large states, and options that anchor nowhere, are not for the sweep."""
        reason = _kernel.sweep_refusal(kernel_cover(cover))
        if reason.endswith(" covers an item several times"):
            option = reason.split()[1]
            return f"takes no placement that covers one item twice or more (option {option} does): expected another, e.g. native"
        return reason or None

    def solutions(
        self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1
    ) -> Iterator[Sequence[Solution]]:
        """All solutions, in batches, until the limit."""
        report.engine = self.name
        with in_time(limit, report) as budget:
            yield from list_solutions(sweep_plan(cover, budget, limit.memory // max(1, threads)), budget, threads)

    def count(self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1) -> int:
        """The number of solutions, without collecting them or their images."""
        report.engine = self.name
        with in_time(limit, report) as budget:
            return count_solutions(sweep_plan(cover, budget, limit.memory // max(1, threads)), budget, threads)
        return 0
