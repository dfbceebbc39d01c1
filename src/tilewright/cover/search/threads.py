"""A search of the kernel by a team of threads, which go on while their solutions are worked with."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilewright import _kernel
from tilewright._kernel import TeamState
from tilewright.cover.batch import Batch
from tilewright.cover.problem import Solution
from tilewright.cover.search.budget import Budget
from tilewright.cover.search.report import Ended
from tilewright.cover.search.slices import batch_size, record

MOST_BUFFERED = 32 << 20  # bytes of solutions of a team's that wait for those before them


class Threads:
    """One search by several threads; the clock, `report.stop` and Ctrl-C are looked at every 50 ms or so."""

    def __init__(self, plan: _kernel.Plan, search: _kernel.Search, budget: Budget, threads: int, collect: bool) -> None:
        """search: one of the plan, perhaps begun, with which the team goes on; not to be used any more."""
        self.plan, self.search = plan, search
        self.budget, self.threads, self.collect = budget, threads, collect

    def run(self) -> Iterator[Sequence[Solution]]:
        """Batches of solutions, none of them empty, in the order of one thread.

        When the limit comes, all that was found is handed out, in order but with gaps.
        """
        team = self._team()
        try:
            yield from self._until_ended(team)
        except KeyboardInterrupt:
            team.stop()
            yield from self._until_ended(team, interrupted=True)
            raise

    def _team(self) -> _kernel.Team:
        left = (self.budget.nodes_left, self.budget.solutions_left)
        nodes, solutions = (-1 if most is None else most for most in left)
        buffer = min(MOST_BUFFERED, self.budget.limit.memory // 4)
        return _kernel.Team(self.plan, self.threads, self.collect, nodes, solutions, buffer, self.search)

    def _until_ended(self, team: _kernel.Team, interrupted: bool = False) -> Iterator[Sequence[Solution]]:
        budget, report = self.budget, self.budget.report
        spent: Ended | None = "stopped" if interrupted else None
        wanted = 1
        while not report.ended:
            state, starts, options = team.wait(budget.pause, wanted)
            report.notes["cpu"] = team.cpu
            batch = record(budget, team, Batch(starts, options), self.collect)
            spent = spent or budget.spent
            if spent:
                team.stop()
            if state is not TeamState.RUNNING:
                exhausted = state is TeamState.EXHAUSTED and not interrupted
                report.ended = report.ended or ("exhausted" if exhausted else spent or "limit")
            size = wanted = batch_size(batch)
            yield from (batch[start : start + size] for start in range(0, len(batch), size))
