"""Searches in turn or side by side, see `search/race.py`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilewright.cover.kernel import kernel_cover, preparation_seconds
from tilewright.cover.problem import ExactCover, Solution
from tilewright.cover.search.budget import Budget, in_time
from tilewright.cover.search.engine import Engine
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.race import CountRace, find_in_turn
from tilewright.cover.search.registry import lookup
from tilewright.cover.search.report import Report


class Race(Engine):
    """`frontier` and a search count, or two searches find."""

    name = "race"
    summary = "engines in turn or side by side: sweep and native to find, frontier and one of them to count"
    counts = True

    def solutions(
        self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1
    ) -> Iterator[Sequence[Solution]]:
        """Solutions: all of them by one search; up to a number of them by two in turn."""
        with in_time(limit, report) as budget:
            racers = _willing(cover, budget, "sweep", "native")
            if limit.solutions is None or limit.nodes is not None or len(racers) == 1:
                yield from racers[0].solutions(cover, limit, report, threads)
            else:
                yield from find_in_turn(racers, cover, budget, threads)

    def count(self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1) -> int:
        """The number of solutions, by the engine that is done first."""
        with in_time(limit, report) as budget:
            search = _willing(cover, budget, "sweep", "native")[0]
            alone = limit.nodes is not None or limit.solutions is not None  # nodes of two kinds cannot be added
            if alone or not _willing(cover, budget, "frontier"):
                return search.count(cover, limit, report, threads)
            return CountRace(cover, search.name, budget, threads).run()
        return report.solutions


def _willing(cover: ExactCover, budget: Budget, *names: str) -> list[Engine]:
    """Those of the engines that take the cover; `native` takes any."""
    kernel_cover(cover, budget)
    budget.require(preparation_seconds(cover))
    return [found for found in map(lookup, names) if not found.refuses(cover)]
