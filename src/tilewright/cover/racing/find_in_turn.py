"""Finding some solutions by several searches in turn, where the best one cannot be told from the puzzle.

The sweep goes wrong where it commits itself too early, `native` where smallest domains mislead it. So each is given a
little, then half as much again, and so on, each going on where it stood, until one is done. After some rounds a third
one takes part, which begins anew with hard pieces first (`hard_first.py`). Turns are measured in nodes, not in seconds, because which solutions are
found must not depend on the machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from tilewright import _kernel
from tilewright.cover.kernel import preparation_seconds
from tilewright.cover.problem import ExactCover, Solution
from tilewright.cover.search.budget import Budget
from tilewright.cover.search.hard_first import HardFirst
from tilewright.cover.search.plans import general_plan, list_solutions, sweep_plan
from tilewright.cover.search.slices import Slices

# The first turn of the sweep takes about as long as it takes to prepare `native` and let it look: nodes of both for each option.
NODES_AN_OPTION, MOST_NODES = (1.0, 0.2), (5_000, 1_000)
GROWTH = 1.5  # of what a search has had in all, from turn to turn
RESTART_NODES = 50_000  # of the sweep, from which another order is worth what it takes to make
RESTART_SHARE = 3  # each restart begins at nothing, so that all of them together take about as much as the sweep
TEAM_NODES = 1_000_000  # from which several threads pay


@dataclass
class Seeker:
    """One of the searches and what it has found."""

    name: str
    make_plan: Callable[[], _kernel.Plan]
    most: int  # nodes, at the end of its next turn
    threads: int = 1
    plan: _kernel.Plan | None = None
    slices: Slices | None = None
    nodes: int = 0
    before: int = 0  # nodes of searches that were given up
    found: list[Sequence[Solution]] = field(default_factory=list)

    @property
    def number(self) -> int:
        """Solutions found."""
        return sum(map(len, self.found))

    def begin_turn(self) -> None:
        """Called before each turn."""

    def begin_again(self) -> None:
        """Forget what was found; the nodes that it took still count."""
        self.before += self.nodes
        self.nodes = 0
        self.slices = None
        self.found.clear()

    def go_on(self, budget: Budget) -> None:
        """Search so many nodes more; `report.ended` is "limit" if neither the tree nor what is wanted is exhausted."""
        report = budget.report
        self.begin_turn()
        report.engine, report.ended, report.nodes, report.solutions = self.name, None, self.nodes, self.number
        self.plan = self.plan or self.make_plan()
        turn = Budget(replace(budget.limit, nodes=self.most), report)
        try:
            for batch in self._solutions(self.plan, turn):
                self.found.append(batch)
        finally:
            self.nodes = report.nodes
        self.most = int(GROWTH * self.most) + 1

    def _solutions(self, plan: _kernel.Plan, turn: Budget) -> Iterator[Sequence[Solution]]:
        if self.threads == 1 or self.most < TEAM_NODES:
            self.slices = self.slices or Slices(plan.search())
            return self.slices.run(turn)
        # A team ends with its turn; the next begins at the root, with more nodes than all before.
        self.most *= 2
        self.begin_again()
        turn.report.nodes = turn.report.solutions = 0
        return list_solutions(plan, turn, self.threads)


class Restarts(Seeker):
    """A sweep that begins again at each turn, in another order."""

    def begin_turn(self) -> None:
        """Take another order."""
        self.begin_again()
        self.plan = None


def seekers(cover: ExactCover, budget: Budget, threads: int) -> list[Seeker]:
    """The searches that begin, at their beginning; the cover is one that the sweep takes."""
    memory, options = budget.limit.memory // threads, len(cover.options)
    first = [1 + min(most, int(nodes * options)) for nodes, most in zip(NODES_AN_OPTION, MOST_NODES, strict=True)]
    return [
        Seeker("sweep", lambda: sweep_plan(cover, budget, memory), first[0], threads),
        Seeker("native", lambda: general_plan(cover, budget), first[1], threads),
    ]


def restarts(cover: ExactCover, budget: Budget, sweep: Seeker) -> list[Seeker]:
    """The search that joins those which began, if there is any: in orders that the sweep's plan tells."""
    hard = HardFirst(cover)
    memory = budget.limit.memory // sweep.threads

    def shaken() -> _kernel.Plan:
        assert sweep.plan is not None  # it has had its turn before
        return sweep_plan(cover, budget, memory, priority=hard.priority(sweep.plan))

    return [Restarts("sweep", shaken, sweep.most // RESTART_SHARE, sweep.threads)] if hard.is_worth_trying else []


def find_in_turn(cover: ExactCover, budget: Budget, threads: int) -> Iterator[Sequence[Solution]]:
    """Solutions up to the limit's number of them: those of the search that is done first, or that has found most."""
    report, racers = budget.report, seekers(cover, budget, threads)
    sweep = racers[0]
    while True:
        for racer in racers:
            try:
                racer.go_on(budget)
            except KeyboardInterrupt:
                yield from max(racers, key=lambda each: each.number).found
                raise
            late = budget.left <= preparation_seconds(cover)  # too little for another turn
            if report.ended != "limit" or late:
                best = racer if report.ended != "limit" else max(racers, key=lambda each: each.number)
                report.nodes, report.solutions = sum(each.before + each.nodes for each in racers), best.number
                yield from best.found
                return
        if len(racers) == 2 and sweep.nodes >= RESTART_NODES:
            racers += restarts(cover, budget, sweep)
