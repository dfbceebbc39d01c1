"""Searches in turn or side by side, see `cover/choice.py` and `cover/finding.py`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilewright._kernel import Plan
from tilewright.cover import choice
from tilewright.cover.choice import BegunSearch, begin, begin_solid, is_doubtful, is_solid
from tilewright.cover.engine import Engine, lookup
from tilewright.cover.finding import find_in_turn
from tilewright.cover.kernel import kernel_cover, list_solutions, preparation_seconds
from tilewright.cover.limits import Budget, Limit, Report, in_time
from tilewright.cover.problem import ExactCover, Solution


class Race(Engine):
    """`frontier` and a search count, or two searches find."""

    name = "race"
    summary = "engines in turn or side by side: sweep and native to find, frontier and one of them to count"
    colors = True
    counts = True

    def solutions(
        self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1
    ) -> Iterator[Sequence[Solution]]:
        """Solutions: all of them by one search; up to a number of them by two in turn."""
        with in_time(limit, report) as budget:
            search = _board_search(cover, budget)
            begun, sweep = _looked_at(cover, search, budget, True, threads)
            if begun is not None and begun.is_chosen:
                yield from begun.found
                if not begun.is_over:
                    yield from list_solutions(begun.plan, budget, threads, begun.slices)
            elif begun is not None or sweep is not None:
                report.engine = search.name
                found = (
                    list_solutions(sweep, budget, threads) if sweep else search.solutions(cover, limit, report, threads)
                )
                yield from found if begun is None else begun.unfound(found)
            elif limit.solutions is None or limit.nodes is not None or search.name == "native":
                yield from search.solutions(cover, limit, report, threads)
            else:
                yield from find_in_turn(cover, budget, threads)

    def count(self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1) -> int:
        """The number of solutions, by the engine that is done first."""
        begun = None
        with in_time(limit, report) as budget:
            search = _board_search(cover, budget)
            begun, sweep = _looked_at(cover, search, budget, False, threads)
            if limit.nodes is not None or limit.solutions is not None:  # nodes of two kinds cannot be added
                return search.count(cover, limit, report, threads)
            if begun is None or not begun.is_over:
                return choice.CountRace(cover, search.name, budget, threads, begun, sweep).run()
        if begun is not None and report.ended != "exhausted":  # too little time to begin the race
            report.solutions = max(report.solutions, begun.number)
        return report.solutions


def _board_search(cover: ExactCover, budget: Budget) -> Engine:
    """The sweep if it takes the cover; `native` takes any."""
    kernel_cover(cover, budget)
    budget.require(preparation_seconds(cover))
    sweep = lookup("sweep")
    return lookup("native") if sweep.refuses(cover) else sweep


def _looked_at(
    cover: ExactCover, search: Engine, budget: Budget, collect: bool, threads: int
) -> tuple[BegunSearch | None, Plan | None]:
    """The general search, begun, where all is searched and it may be faster than the sweep; and the sweep's plan, if made."""
    limit, report = budget.limit, budget.report
    if limit.solutions is not None or limit.nodes is not None or search.name != "sweep":
        return None, None
    doubtful, sweep = is_doubtful(cover), None
    if not doubtful and not is_solid(cover):
        return None, None
    report.engine = "native"
    begun: BegunSearch | None
    if doubtful:
        begun = begin(cover, budget, collect)
    else:
        begun, sweep = begin_solid(cover, budget, collect, threads)
    report.engine = "native" if begun is not None and begun.is_chosen else "sweep"
    return begun, sweep
