"""Several searches on one cover, where the better one cannot be told from the puzzle's size.

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
from tilewright.cover.kernel import preparation_seconds
from tilewright.cover.problem import ExactCover, Solution
from tilewright.cover.search.budget import LOOK_SECONDS, Budget
from tilewright.cover.search.deadline import Deadline
from tilewright.cover.search.engine import Engine
from tilewright.cover.search.frontier_count import FrontierCount
from tilewright.cover.search.plans import general_plan, sweep_plan
from tilewright.cover.search.slices import Slices

TURN_SECONDS = 0.25
FIRST_NODES = 2_000_000  # about as long
GROWTH = 4


def find_in_turn(
    racers: Sequence[Engine], cover: ExactCover, budget: Budget, threads: int
) -> Iterator[Sequence[Solution]]:
    """Solutions up to a number of them, by one search after the other, each time with more nodes."""
    limit, report = budget.limit, budget.report
    nodes, spent = FIRST_NODES, 0
    most: list[Sequence[Solution]] = []
    while True:
        for racer in racers:
            report.ended, report.solutions, report.nodes = None, 0, 0
            found: list[Sequence[Solution]] = []
            try:
                for batch in racer.solutions(cover, replace(limit, nodes=nodes), report, threads):
                    found.append(batch)
            except KeyboardInterrupt:
                yield from max(most, found, key=_number)
                raise
            most = max(most, found, key=_number)
            spent += report.nodes
            late = budget.left <= preparation_seconds(cover)  # too little for another turn
            if report.ended != "limit" or late:
                report.nodes, report.solutions = spent, _number(most)
                yield from most
                return
        nodes *= GROWTH


def _number(batches: Sequence[Sequence[Solution]]) -> int:
    return sum(map(len, batches))


class CountRace:
    """The frontier and a search on the same count, each laid aside where it stands and taken up again there.

    With several threads the search has half of them and goes on all the while.
    """

    def __init__(self, cover: ExactCover, search: str, deadline: Deadline, threads: int) -> None:
        self.cover, self.search = cover, search
        self.budget = Budget(deadline.limit, deadline.report)
        self.report = deadline.report
        self.search_threads = threads // 2  # of its own; 0 when one thread does both
        self.frontier: FrontierCount | None = FrontierCount(cover, deadline, threads - self.search_threads)
        self.rival: _SearchInTurns | _SearchAlongside | None = None
        self.at_least = self.states = self.nodes = 0

    def run(self) -> int:
        """The number of solutions; of those that the search has found, when the limit comes first."""
        report = self.report
        try:
            while not (self.frontier and self._frontier_ends(self.frontier)) and not self._search_ends():
                pass
        finally:
            report.nodes = self.states + self.nodes
            report.solutions = max(report.solutions, self.at_least)
        return report.solutions

    def _frontier_ends(self, frontier: FrontierCount) -> bool:
        report = self.report
        report.ended, report.solutions, report.nodes = None, 0, self.states
        turn = TURN_SECONDS if self.rival is None or not self.search_threads else LOOK_SECONDS
        number = frontier.run(self.budget.of_turn(turn))
        self.states = report.nodes
        if report.ended == "exhausted":
            report.solutions = number
        if "memory_wanted" in report.notes:
            self.frontier = None
        report.notes.pop("stopped", None)
        return self._over()

    def _search_ends(self) -> bool:
        report = self.report
        self.rival = self.rival or self._begin_search()
        report.engine, report.ended = self.search, None
        turn = self.budget.of_turn(TURN_SECONDS if self.frontier else None)
        self.rival.run(turn, wait=self.frontier is None)
        self.nodes, self.at_least = report.nodes, report.solutions
        return self._over()

    def _begin_search(self) -> _SearchInTurns | _SearchAlongside:
        plan = (sweep_plan if self.search == "sweep" else general_plan)(self.cover, self.budget)
        return _SearchAlongside(plan, self.search_threads) if self.search_threads else _SearchInTurns(plan)

    def _over(self) -> bool:
        return self.budget.left <= 0 or self.report.ended not in ("limit", None)


class _SearchInTurns:
    """A search by the thread that asks for it."""

    def __init__(self, plan: _kernel.Plan) -> None:
        self.slices = Slices(plan.search())

    def run(self, budget: Budget, wait: bool) -> None:
        """Go on until the budget is spent."""
        for _ in self.slices.run(budget, collect=False):
            pass


class _SearchAlongside:
    """A search by threads of its own, looked at now and then."""

    def __init__(self, plan: _kernel.Plan, threads: int) -> None:
        self.team = _kernel.Team(plan, threads, False, -1, -1, 0)

    def run(self, budget: Budget, wait: bool) -> None:
        """How far the search has come; with `wait`, not before its end or the limit."""
        report = budget.report
        while report.ended is None:
            state, _, _ = self.team.wait(max(0.0, min(LOOK_SECONDS, budget.left)) if wait else 0.0, 1)
            report.nodes, report.solutions = self.team.nodes, self.team.solutions
            report.fraction = self.team.fraction
            if state is TeamState.EXHAUSTED:
                report.ended = "exhausted"
            elif not budget.is_spent() and not wait:
                report.ended = "limit"
