"""One of the searches that take turns at finding, and what it has found."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence

from tilewright import _kernel
from tilewright.cover.problem import Solution
from tilewright.cover.search.budget import Budget
from tilewright.cover.search.plans import list_solutions
from tilewright.cover.search.slices import Slices

GROWTH = 1.5  # of what a search has had in all, from turn to turn
TEAM_NODES = 1_000_000  # from which several threads pay


class Racer(ABC):
    """What takes turns."""

    def __init__(self, most: int) -> None:
        self.most = most  # nodes, at the end of its next turn
        self.nodes = 0
        self.before = 0  # nodes of searches that were given up
        self.found: list[Sequence[Solution]] = []

    @property
    def number(self) -> int:
        """Solutions found."""
        return sum(map(len, self.found))

    @abstractmethod
    def go_on(self, budget: Budget) -> None:
        """Search until it has `most` nodes; `report.ended` is "limit" if neither the tree nor what is wanted is exhausted."""

    def prolong(self) -> None:
        """Make the next turn longer."""
        self.most = int(GROWTH * self.most) + 1


class Seeker(Racer):
    """One search."""

    def __init__(self, name: str, make_plan: Callable[[], _kernel.Plan], most: int, threads: int = 1) -> None:
        super().__init__(most)
        self.name, self.make_plan, self.threads = name, make_plan, threads
        self.plan: _kernel.Plan | None = None
        self.slices: Slices | None = None

    def begin_turn(self) -> None:
        """Called before each turn."""

    def begin_again(self) -> None:
        """Forget what was found; the nodes that it took still count."""
        self.before += self.nodes
        self.nodes = 0
        self.slices = None
        self.found.clear()

    def go_on(self, budget: Budget) -> None:
        """The next turn of this search."""
        report = budget.report
        self.begin_turn()
        report.engine, report.ended, report.nodes, report.solutions = self.name, None, self.nodes, self.number
        self.plan = self.plan or self.make_plan()
        turn = Budget(budget.limit.of_turn(nodes=self.most), report)
        try:
            self.found += self._solutions(self.plan, turn)
        finally:
            self.nodes = report.nodes
        self.prolong()

    def _solutions(self, plan: _kernel.Plan, turn: Budget) -> Iterator[Sequence[Solution]]:
        if self.threads == 1 or self.most < TEAM_NODES:
            self.slices = self.slices or Slices(plan.search())
            return self.slices.run(turn)
        # A team ends with its turn; the next begins at the root, with more nodes than all before.
        self.most *= 2
        self.begin_again()
        turn.report.nodes = turn.report.solutions = 0
        return list_solutions(plan, turn, self.threads)
