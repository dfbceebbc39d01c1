"""Finding some solutions by several searches in turn, where the best one cannot be told from the puzzle.

The sweep goes wrong where it commits itself too early, `native` where smallest domains mislead it. So each is given a
little, then twice as much, and so on, each going on where it stood, until one is done. From the second round on a third
one takes part, which begins anew with hard pieces first (`hard_first.py`). Turns are measured in nodes, not in seconds, because which solutions are
found must not depend on the machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from tilewright import _kernel
from tilewright.cover.kernel import preparation_seconds
from tilewright.cover.problem import ExactCover, Solution
from tilewright.cover.search.budget import Budget
from tilewright.cover.search.hard_first import HardFirst
from tilewright.cover.search.plans import general_plan, list_solutions, sweep_plan
from tilewright.cover.search.slices import Slices

FIRST_NODES = 5_000  # of the sweep: some 0.4 ms
NATIVE_SHARE = 5
TEAM_NODES = 1_000_000  # of a turn, from which several threads pay


@dataclass
class Seeker:
    """One of the searches and what it has found."""

    name: str
    make_plan: Callable[[], _kernel.Plan]
    turn: int  # nodes
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
        turn = Budget(replace(budget.limit, nodes=self.nodes + self.turn), report)
        try:
            for batch in self._solutions(self.plan, turn):
                self.found.append(batch)
        finally:
            self.nodes = report.nodes
        self.turn *= 2

    def _solutions(self, plan: _kernel.Plan, turn: Budget) -> Iterator[Sequence[Solution]]:
        if self.threads == 1 or self.turn < TEAM_NODES:
            self.slices = self.slices or Slices(plan.search())
            return self.slices.run(turn)
        # A team ends with its turn; the next begins at the root, with more nodes than all before.
        self.turn *= 2
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
    """The searches, at their beginning; the cover is one that the sweep takes."""
    native = Seeker("native", lambda: general_plan(cover, budget), max(1, FIRST_NODES // NATIVE_SHARE), threads)
    memory, hard = budget.limit.memory // threads, HardFirst(cover)
    sweep = Seeker("sweep", lambda: sweep_plan(cover, budget, memory), FIRST_NODES, threads)

    def shaken() -> _kernel.Plan:
        assert sweep.plan is not None  # it has had its turn before
        return sweep_plan(cover, budget, memory, priority=hard.priority(sweep.plan))

    restarts = Restarts("sweep", shaken, 2 * FIRST_NODES, threads)
    return [sweep, native, restarts] if hard.is_worth_trying else [sweep, native]


def find_in_turn(cover: ExactCover, budget: Budget, racers: list[Seeker]) -> Iterator[Sequence[Solution]]:
    """Solutions up to the limit's number of them: those of the search that is done first, or that has found most."""
    report = budget.report
    for turn in count():
        for racer in racers:
            if turn == 0 and isinstance(racer, Restarts):
                continue
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
