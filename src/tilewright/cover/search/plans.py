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
SAMPLES = 45  # times as long, at most, when it is chosen by samples


def general_plan(cover: ExactCover, deadline: Deadline) -> _kernel.Plan:
    """The general search's plan; raises OutOfTimeError at the deadline."""
    prepared = kernel_cover(cover, deadline)
    deadline.require(preparation_seconds(cover))
    return _kernel.Plan(prepared, SearchEngine.GENERAL)


def sweep_plan(cover: ExactCover, deadline: Deadline, memory: int = -1) -> _kernel.Plan:
    """The sweep's plan; raises OutOfTimeError at the deadline, LimitError when it takes more bytes (negative: any)."""
    limit = deadline.limit
    items, options, _ = cover.size
    seconds = SECONDS_A_WORD * options * (items // 64 + 1)
    # What finds a few solutions, or has little time, is not worth samples of the tree.
    whole = limit.solutions is None and (limit.seconds is None or limit.seconds > 2 * SAMPLES * seconds)
    prepared = kernel_cover(cover, deadline)
    deadline.require(SAMPLES * seconds if whole else seconds)
    try:
        return _kernel.Plan(prepared, SearchEngine.SWEEP, whole, memory=memory)
    except MemoryError as error:
        raise LimitError(str(error)) from None


def list_solutions(plan: _kernel.Plan, budget: Budget, threads: int = 1) -> Iterator[Sequence[Solution]]:
    """Batches of solutions, none of them empty, in the order of one thread; sets the report as it goes."""
    return _runs(plan, budget, threads, collect=True)


def count_solutions(plan: _kernel.Plan, budget: Budget, threads: int = 1) -> int:
    """The number of solutions, without collecting them."""
    for _ in _runs(plan, budget, threads, collect=False):
        pass
    return budget.report.solutions


def _runs(plan: _kernel.Plan, budget: Budget, threads: int, collect: bool) -> Iterator[Sequence[Solution]]:
    if threads > 1:
        return Threads(plan, budget, threads, collect).run()
    return Slices(plan.search()).run(budget, collect)
