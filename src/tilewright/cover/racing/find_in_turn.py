"""Finding some solutions by several searches in turn, where the best one cannot be told from the puzzle.

The sweep goes wrong where it commits itself too early, `native` where smallest domains mislead it. So each is given a
little, then half as much again, and so on, each going on where it stood, until one is done. After some rounds others take part:
one covers the board part by part (`divided.py`), one begins anew with hard pieces first (`hard_first.py`). Turns are measured in
nodes, not in seconds, because which solutions are found must not depend on the machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from tilewright import _kernel
from tilewright.cover.kernel import preparation_seconds
from tilewright.cover.problem import ExactCover, Solution
from tilewright.cover.racing.divided import Divided
from tilewright.cover.racing.seeker import Racer, Seeker
from tilewright.cover.search.budget import Budget
from tilewright.cover.search.hard_first import HardFirst
from tilewright.cover.search.plans import general_plan, sweep_plan

# The first turn of the sweep takes about as long as it takes to prepare `native` and let it look: nodes of both for each option.
NODES_AN_OPTION, MOST_NODES = (1.0, 0.2), (5_000, 1_000)
RESTART_NODES = 50_000  # of the sweep, from which another order is worth what it takes to make
RESTART_SHARE = 3  # each restart begins at nothing, so that all of them together take about as much as the sweep


class Restarts(Seeker):
    """A sweep that begins again at each turn, in another order."""

    def begin_turn(self) -> None:
        """Take another order."""
        self.begin_again()
        self.plan = None


def turns(cover: ExactCover, budget: Budget, threads: int) -> Iterator[Racer]:
    """Who is to go on next, without end; the cover is one that the sweep takes."""
    memory, options = budget.limit.memory // threads, len(cover.options)
    first, second = NODES_AN_OPTION
    sweep = Seeker(
        "sweep", lambda: sweep_plan(cover, budget, memory), 1 + min(MOST_NODES[0], int(first * options)), threads
    )
    yield sweep  # with which small covers are done
    native = Seeker(
        "native", lambda: general_plan(cover, budget), 1 + min(MOST_NODES[1], int(second * options)), threads
    )
    yield native
    while sweep.nodes < RESTART_NODES:
        yield sweep
        yield native
    racers = [sweep, native, *latecomers(cover, budget, sweep)]
    while True:
        yield from racers


def latecomers(cover: ExactCover, budget: Budget, sweep: Seeker) -> list[Racer]:
    """The searches that join those which began: part by part, and in orders that the sweep's plan tells."""
    hard, divided = HardFirst(cover), Divided(cover, sweep.most)
    memory = budget.limit.memory // sweep.threads

    def shaken() -> _kernel.Plan:
        assert sweep.plan is not None  # it has had its turn before
        return sweep_plan(cover, budget, memory, priority=hard.priority(sweep.plan))

    restarts = Restarts("sweep", shaken, sweep.most // RESTART_SHARE, sweep.threads)
    return [*([divided] if divided.waiting else []), *([restarts] if hard.is_worth_trying else [])]


def find_in_turn(cover: ExactCover, budget: Budget, threads: int) -> Iterator[Sequence[Solution]]:
    """Solutions up to the limit's number of them: those of the search that is done first, or that has found most."""
    report, begun = budget.report, dict[Racer, None]()  # in the order of their first turns
    for racer in turns(cover, budget, threads):
        begun[racer] = None
        try:
            racer.go_on(budget)
        except KeyboardInterrupt:
            yield from _furthest(begun).found
            raise
        done = report.ended != "limit"
        if done or budget.left <= preparation_seconds(cover):  # too little for another turn
            best = racer if done else _furthest(begun)
            report.nodes, report.solutions = sum(each.before + each.nodes for each in begun), best.number
            yield from best.found
            return


def _furthest(racers: Iterable[Racer]) -> Racer:
    return max(racers, key=lambda each: each.number)
