"""Several engines in turn, with growing budgets, where the better one cannot be told from the puzzle's size.

Counting: many tilings on a narrow board want the frontier, which merges states; few tilings on a wide one want a
search; the two differ by factors of thousands either way. Finding: the sweep goes wrong where it commits itself too
early, `native` where smallest domains mislead it. So each is given a little, then each four times as much as before,
until one is done: at worst that costs some three times the better one. Budgets for finding are nodes, not seconds,
because which solutions are found must not depend on the machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tilewright.cover.engine import Engine, engine, register
from tilewright.cover.limit import Limit
from tilewright.cover.problem import ExactCover, Solution
from tilewright.cover.result import Report

FIRST_SECONDS = 0.25
FIRST_NODES = 2_000_000  # about as long
GROWTH = 4


def _takers(cover: ExactCover, *names: str) -> list[str]:
    return [name for name in names if not engine(name).refuses(cover)]


@register
class Race(Engine):
    """`frontier` and a search count, or two searches find, in turn."""

    name = "race"
    summary = "engines in turn, with growing budgets: sweep and native to find, frontier and one of them to count"
    counts = True

    def solutions(
        self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1
    ) -> Iterator[Sequence[Solution]]:
        """Solutions: all of them by one search; up to a number of them by two in turn."""
        racers = _takers(cover, "sweep", "native")
        if limit.solutions is None or limit.nodes is not None or len(racers) == 1:
            yield from engine(racers[0]).solutions(cover, limit, report, threads)
            return
        budget, spent = FIRST_NODES, 0
        most: list[Sequence[Solution]] = []
        while True:
            for name in racers:
                report.ended, report.solutions, report.nodes = None, 0, 0
                found: list[Sequence[Solution]] = []
                try:
                    for batch in engine(name).solutions(cover, replace(limit, nodes=budget), report, threads):
                        found.append(batch)
                except KeyboardInterrupt:
                    yield from max(most, found, key=_number)
                    raise
                most = max(most, found, key=_number)
                spent += report.nodes
                over = limit.seconds is not None and report.seconds >= limit.seconds
                if report.ended != "limit" or over:
                    report.nodes, report.solutions = spent, _number(most)
                    yield from most
                    return
            budget *= GROWTH

    def count(self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1) -> int:
        """The number of solutions, by the engine that is done first."""
        racers = [*_takers(cover, "frontier"), _takers(cover, "sweep", "native")[0]]
        if limit.nodes is not None or limit.solutions is not None:  # nodes of two kinds cannot be added
            return engine(racers[-1]).count(cover, limit, report, threads)
        budget, least, spent = FIRST_SECONDS, 0, 0
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


def _number(batches: Sequence[Sequence[Solution]]) -> int:
    return sum(map(len, batches))


def _until(limit: Limit, report: Report, budget: float | None) -> float | None:
    """Seconds since the report began at which this turn ends."""
    ends = [
        seconds
        for seconds in (limit.seconds, None if budget is None else report.seconds + budget)
        if seconds is not None
    ]
    return min(ends, default=None)
