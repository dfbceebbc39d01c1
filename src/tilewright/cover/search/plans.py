"""The kernel's plans of a search, and their running by one thread or several."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilewright import _kernel
from tilewright._kernel import SearchEngine
from tilewright.cover.kernel import kernel_cover, preparation_seconds
from tilewright.cover.problem import ExactCover, Solution
from tilewright.cover.search.budget import Budget
from tilewright.cover.search.deadline import Deadline
from tilewright.cover.search.slices import Slices
from tilewright.cover.search.threads import Threads
from tilewright.errors import LimitError

SECONDS_A_WORD = 8e-8  # of the options' masks, when a sweep is planned
ALONE_SECONDS = 0.002  # that a search goes on before others help it
SAMPLES = 45  # times as long, at most, when it is chosen by samples


def general_plan(cover: ExactCover, deadline: Deadline) -> _kernel.Plan:
    """The general search's plan; raises OutOfTimeError at the deadline."""
    prepared = kernel_cover(cover, deadline)
    deadline.require(preparation_seconds(cover))
    return _kernel.Plan(prepared, SearchEngine.GENERAL)


def sweep_plan(
    cover: ExactCover, deadline: Deadline, memory: int = -1, sampled: bool = True, priority: Sequence[float] = ()
) -> _kernel.Plan:
    """The sweep's plan; raises OutOfTimeError at the deadline, LimitError when it takes more bytes (negative: any).

    sampled: choose it by samples of the tree, where that is large and is going to be searched whole.
    priority: of the options, or none: of those that begin at one item the highest is tried first.
    """
    limit = deadline.limit
    items, options, _ = cover.size
    seconds = SECONDS_A_WORD * options * (items // 64 + 1)
    # What finds a few solutions, or has little time, is not worth samples of the tree.
    whole = sampled and limit.solutions is None and (limit.seconds is None or limit.seconds > 2 * SAMPLES * seconds)
    prepared = kernel_cover(cover, deadline)
    deadline.require(SAMPLES * seconds if whole else seconds)
    try:
        return _kernel.Plan(prepared, SearchEngine.SWEEP, whole, memory=memory, priority=priority)
    except MemoryError as error:
        raise LimitError(str(error)) from None


def list_solutions(
    plan: _kernel.Plan, budget: Budget, threads: int = 1, begun: Slices | None = None
) -> Iterator[Sequence[Solution]]:
    """Batches of solutions, none of them empty, in the order of one thread; sets the report as it goes.

    begun: a search of the plan that has come some way, and goes on.
    """
    return _runs(plan, budget, threads, True, begun)


def count_solutions(plan: _kernel.Plan, budget: Budget, threads: int = 1) -> int:
    """The number of solutions, without collecting them."""
    for _ in _runs(plan, budget, threads, False, None):
        pass
    return budget.report.solutions


def _runs(
    plan: _kernel.Plan, budget: Budget, threads: int, collect: bool, begun: Slices | None
) -> Iterator[Sequence[Solution]]:
    slices = begun or Slices(plan.search())
    return slices.run(budget, collect) if threads == 1 else _shared(plan, slices, budget, threads, collect)


def _shared(
    plan: _kernel.Plan, slices: Slices, budget: Budget, threads: int, collect: bool
) -> Iterator[Sequence[Solution]]:
    """A short search is not worth threads, so it begins alone; they go on where it stands."""
    report = budget.report
    try:
        yield from slices.run(budget.of_turn(ALONE_SECONDS), collect)
    except KeyboardInterrupt:
        report.ended = "stopped"
        raise
    if report.ended == "limit" and not budget.spent:
        report.ended = None
        yield from Threads(plan, slices.search, budget, threads, collect).run()
