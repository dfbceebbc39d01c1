"""Several engines on one cover, where the better one cannot be told from the puzzle's size.

Counting: many tilings on a narrow board want the frontier, which merges states; few tilings on a wide one want a
search; the two differ by factors of thousands either way. One thread goes from one to the other and back, several work
on both at once (`CountRace`): that costs twice the better one. Finding: the sweep goes wrong where it commits itself
too early, `native` where smallest domains mislead it. So each is given a little, then each four times as much as
before, until one is done: at worst some three times the better one. Budgets for finding are nodes, not seconds,
because which solutions are found must not depend on the machine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from tilewright import _kernel
from tilewright._kernel import TeamState
from tilewright.cover.engines.frontier import FrontierCount
from tilewright.cover.engines.native import plan
from tilewright.cover.engines.sweep import plan as sweep_plan
from tilewright.cover.kernel import kernel_cover, preparation_seconds
from tilewright.cover.problem import ExactCover, Solution
from tilewright.cover.search.deadline import Deadline, in_time
from tilewright.cover.search.drive import SLICE_SECONDS, Slices
from tilewright.cover.search.engine import Engine, engine, register
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import Report

TURN_SECONDS = 0.25
FIRST_NODES = 2_000_000  # about as long
GROWTH = 4


def _takers(cover: ExactCover, deadline: Deadline, *names: str) -> list[str]:
    kernel_cover(cover, deadline)
    deadline.require(preparation_seconds(cover))
    return [name for name in names if not engine(name).refuses(cover)]


@register
class Race(Engine):
    """`frontier` and a search count, or two searches find."""

    name = "race"
    summary = "engines in turn or side by side: sweep and native to find, frontier and one of them to count"
    counts = True

    def solutions(
        self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1
    ) -> Iterator[Sequence[Solution]]:
        """Solutions: all of them by one search; up to a number of them by two in turn."""
        with in_time(limit, report) as deadline:
            racers = _takers(cover, deadline, "sweep", "native")
            if limit.solutions is None or limit.nodes is not None or len(racers) == 1:
                yield from engine(racers[0]).solutions(cover, limit, report, threads)
            else:
                yield from _in_turn(racers, cover, limit, report, threads)

    def count(self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1) -> int:
        """The number of solutions, by the engine that is done first."""
        with in_time(limit, report) as deadline:
            search = _takers(cover, deadline, "sweep", "native")[0]
            alone = limit.nodes is not None or limit.solutions is not None  # nodes of two kinds cannot be added
            if alone or not _takers(cover, deadline, "frontier"):
                return engine(search).count(cover, limit, report, threads)
            return CountRace(cover, search, deadline, threads).run()
        return report.solutions


def _in_turn(
    racers: Sequence[str], cover: ExactCover, limit: Limit, report: Report, threads: int
) -> Iterator[Sequence[Solution]]:
    """Solutions up to a number of them, by one search after the other, each time with a larger budget."""
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
            over = Deadline(limit, report).left <= preparation_seconds(cover)  # too little for another turn
            if report.ended != "limit" or over:
                report.nodes, report.solutions = spent, _number(most)
                yield from most
                return
        budget *= GROWTH


class CountRace:
    """The frontier and a search on the same count, each laid aside where it stands and taken up again there.

    With several threads the search has half of them and goes on all the while.
    """

    def __init__(self, cover: ExactCover, search: str, deadline: Deadline, threads: int) -> None:
        self.cover, self.search, self.deadline = cover, search, deadline
        self.limit, self.report = deadline.limit, deadline.report
        self.beside = threads // 2
        self.frontier: FrontierCount | None = FrontierCount(cover, deadline, threads - self.beside)
        self.rival: _Turns | _Beside | None = None
        self.at_least = self.states = self.nodes = 0

    def run(self) -> int:
        """The number of solutions; of those that the search has found, when the limit comes first."""
        report = self.report
        try:
            while True:
                if self.frontier and self._frontier_ends(self.frontier):
                    break
                if self._search_ends():
                    break
        finally:
            report.nodes = self.states + self.nodes
            report.solutions = max(report.solutions, self.at_least)
        return report.solutions

    def _frontier_ends(self, frontier: FrontierCount) -> bool:
        report = self.report
        report.ended, report.solutions = None, 0
        turn = TURN_SECONDS if self.rival is None or not self.beside else SLICE_SECONDS
        number = frontier.run(self._until(turn), report)
        self.states = report.nodes
        if report.ended == "exhausted":
            report.solutions = number
        if "memory_wanted" in report.notes:
            self.frontier = None
        report.notes.pop("stopped", None)
        return self._over()

    def _search_ends(self) -> bool:
        report = self.report
        if self.rival is None:
            prepare = sweep_plan if self.search == "sweep" else plan
            prepared = prepare(self.cover, self.deadline)
            self.rival = _Beside(prepared, self.beside) if self.beside else _Turns(prepared, self.limit, report)
        report.engine, report.ended = self.search, None
        self.rival.run(self._until(TURN_SECONDS if self.frontier else None), report, wait=self.frontier is None)
        self.nodes, self.at_least = report.nodes, report.solutions
        return self._over()

    def _over(self) -> bool:
        late = self.limit.seconds is not None and self.report.seconds >= self.limit.seconds
        return late or self.report.ended not in ("limit", None)

    def _until(self, turn: float | None) -> Limit:
        """The limit with the end of this turn, in seconds since the report began."""
        ends = [self.limit.seconds, None if turn is None else self.report.seconds + turn]
        return replace(self.limit, seconds=min((end for end in ends if end is not None), default=None))


class _Turns:
    """A search by the thread that asks for it."""

    def __init__(self, plan: _kernel.Plan, limit: Limit, report: Report) -> None:
        self.slices = Slices(plan.search(), limit, report)

    def run(self, limit: Limit, report: Report, wait: bool) -> None:
        self.slices.limit = limit
        for _ in self.slices.run(collect=False):
            pass


class _Beside:
    """A search by threads of its own, looked at now and then."""

    def __init__(self, plan: _kernel.Plan, threads: int) -> None:
        self.team = _kernel.Team(plan, threads, False, -1, -1, 0)

    def run(self, limit: Limit, report: Report, wait: bool) -> None:
        """How far the search has come; with `wait`, not before its end or the limit."""
        while report.ended is None:
            left = SLICE_SECONDS if limit.seconds is None else min(SLICE_SECONDS, limit.seconds - report.seconds)
            state, _, _ = self.team.wait(max(0.0, left) if wait else 0.0, 1)
            report.nodes, report.solutions = self.team.nodes, self.team.solutions
            report.fraction = self.team.fraction
            if state is TeamState.EXHAUSTED:
                report.ended = "exhausted"
            elif report.stop:
                report.ended = "stopped"
            elif not wait or (limit.seconds is not None and report.seconds >= limit.seconds):
                report.ended = "limit"


def _number(batches: Sequence[Sequence[Solution]]) -> int:
    return sum(map(len, batches))
