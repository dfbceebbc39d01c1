"""Counting by whichever suits: merging states (`frontier`) and searching (`native`) in turn, with growing budgets.

Which of the two is faster differs by factors of thousands either way and cannot be told from a puzzle's size: many
tilings on a narrow board want the frontier, few tilings on a wide one want the search. So each is given a quarter of a
second, then each four times as long as before, until one is done: at worst that costs some three times the better one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tilewright.cover.engine import Engine, engine, register
from tilewright.cover.limit import Limit
from tilewright.cover.problem import ExactCover, Solution
from tilewright.cover.result import Report

FIRST_BUDGET = 0.25  # seconds
GROWTH = 4


@register
class Race(Engine):
    """`frontier` and `native` in turn."""

    name = "race"
    summary = "counts by frontier and native in turn, with growing budgets; what count uses unless an engine is named"
    counts = True

    def solutions(
        self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1
    ) -> Iterator[Sequence[Solution]]:
        """All solutions: listing is native's."""
        return engine("native").solutions(cover, limit, report, threads)

    def count(self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1) -> int:
        """The number of solutions, by the engine that is done first."""
        if limit.nodes is not None or limit.solutions is not None:  # nodes of two kinds cannot be added
            return engine("native").count(cover, limit, report, threads)
        racers = [name for name in ("frontier", "native") if not engine(name).refuses(cover)]
        budget, least, spent = FIRST_BUDGET, 0, 0
        while True:
            for name in list(racers):
                last = len(racers) == 1
                seconds = _until(limit, report, None if last else budget)
                found = self._run(name, cover, replace(limit, seconds=seconds), report, threads)
                least = max(least, report.solutions)
                spent += report.nodes
                over = limit.seconds is not None and report.seconds >= limit.seconds
                if report.ended != "limit" or over:
                    report.nodes, report.solutions = spent, max(least, report.solutions)
                    return found if report.ended == "exhausted" else least
                if "memory_wanted" in report.notes and name == "frontier":
                    racers.remove(name)
            budget *= GROWTH

    def _run(self, name: str, cover: ExactCover, limit: Limit, report: Report, threads: int) -> int:
        report.ended = None
        report.solutions = report.nodes = 0
        found = engine(name).count(cover, limit, report, threads)
        if report.ended == "exhausted":
            report.solutions = found
        return found


def _until(limit: Limit, report: Report, budget: float | None) -> float | None:
    """Seconds since the report began at which this turn ends."""
    ends = [
        seconds
        for seconds in (limit.seconds, None if budget is None else report.seconds + budget)
        if seconds is not None
    ]
    return min(ends, default=None)
