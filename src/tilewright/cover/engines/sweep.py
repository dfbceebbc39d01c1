"""The kernel's sweep over bit masks: item after item in a fixed sequence, with symmetry broken inside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilewright import _kernel
from tilewright._kernel import SearchEngine
from tilewright.cover.kernel import kernel_cover
from tilewright.cover.problem import ExactCover, Solution
from tilewright.cover.search.deadline import Deadline, in_time
from tilewright.cover.search.drive import count, search
from tilewright.cover.search.engine import Engine, register
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import Report
from tilewright.errors import LimitError

SECONDS_A_WORD = 8e-8  # of the options' masks, when a plan is made
SAMPLES = 45  # times as long, at most, when it is chosen by samples


@register
class Sweep(Engine):
    """The fastest way to list the tilings of a board."""

    name = "sweep"
    summary = "compiled sweep over bit masks for boards: the fastest list of all tilings"

    def refuses(self, cover: ExactCover) -> str | None:
        """Large states, and options that anchor nowhere, are not for the sweep."""
        return _kernel.sweep_refusal(kernel_cover(cover)) or None

    def solutions(
        self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1
    ) -> Iterator[Sequence[Solution]]:
        """All solutions, in batches, until the limit."""
        report.engine = self.name
        with in_time(limit, report) as deadline:
            yield from search(plan(cover, deadline, limit.memory // max(1, threads)), limit, report, threads)

    def count(self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1) -> int:
        """The number of solutions, without collecting them or their images."""
        report.engine = self.name
        with in_time(limit, report) as deadline:
            return count(plan(cover, deadline, limit.memory // max(1, threads)), limit, report, threads)
        return 0


def plan(cover: ExactCover, deadline: Deadline, memory: int = -1) -> _kernel.Plan:
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
