"""The general engine of the compiled kernel, and how Python hands covers to the kernel."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain

from tilewright import _kernel
from tilewright._kernel import SearchEngine
from tilewright.cover.problem import ExactCover, Solution
from tilewright.cover.search.deadline import NEVER, Deadline, in_time
from tilewright.cover.search.drive import count, search
from tilewright.cover.search.engine import Engine, register
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import Report
from tilewright.errors import LimitError

MAX_COVERED = 2**31 - 1  # the kernel's numbers of items and options are 32 bits wide


SECONDS_AN_ENTRY = 1e-7  # of all that the kernel prepares at once: the cover, a plan, a test of the frontier's width


def preparation(cover: ExactCover) -> float:
    """Seconds, about, of one thing that the kernel prepares for a cover: it cannot be interrupted there."""
    return SECONDS_AN_ENTRY * sum(cover.size)


def compiled(cover: ExactCover, deadline: Deadline = NEVER) -> _kernel.Cover:
    """The cover as the kernel holds it.

    Raises LimitError when it is too large, ValueError when it is malformed, OutOfTimeError at the deadline.
    """
    items, options, entries = cover.size
    if max(items, options, entries) > MAX_COVERED:
        raise LimitError(f"the cover has {entries:,} entries: expected at most {MAX_COVERED:,}")
    hi = [_kernel.UNLIMITED if most is None else min(most, _kernel.UNLIMITED) for most in cover.hi]
    starts, flat = _rows(cover.options, deadline)
    near_starts, near = _rows(cover.adjacent, deadline) if cover.adjacent else (memoryview(array("q")), _ints(()))
    symmetries = [(_ints(a.items), _ints(a.options)) for a in deadline.watch(cover.automorphisms, 1)]
    deadline.require(preparation(cover) * (1 + len(symmetries)) / 2)
    return _kernel.Cover(_ints(cover.lo), _ints(hi), starts, flat, _ints(cover.order), near_starts, near, symmetries)


def plan(cover: ExactCover, deadline: Deadline) -> _kernel.Plan:
    """The general search's plan; raises OutOfTimeError at the deadline."""
    prepared = cover.prepare(deadline)
    deadline.require(preparation(cover))
    return _kernel.Plan(prepared, SearchEngine.GENERAL)


def _ints(values: Iterable[int]) -> memoryview:
    return memoryview(array("i", values))


def _rows(rows: Sequence[Sequence[int]], deadline: Deadline) -> tuple[memoryview, memoryview]:
    """Where each row starts, and all rows end to end."""
    starts = array("q", accumulate(map(len, deadline.watch(rows)), initial=0))
    return memoryview(starts), _ints(chain.from_iterable(deadline.watch(rows)))


@register
class Native(Engine):
    """The general search of the kernel."""

    name = "native"
    summary = "compiled search for every cover: branches where the fewest options are left"

    def solutions(
        self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1
    ) -> Iterator[Sequence[Solution]]:
        """All solutions, in batches, until the limit."""
        report.engine = self.name
        with in_time(limit, report) as deadline:
            yield from search(plan(cover, deadline), limit, report, threads)

    def count(self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1) -> int:
        """The number of solutions, without collecting them."""
        report.engine = self.name
        with in_time(limit, report) as deadline:
            return count(plan(cover, deadline), limit, report, threads)
        return 0
