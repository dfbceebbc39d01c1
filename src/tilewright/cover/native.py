"""The general engine of the compiled kernel, and how Python hands covers to the kernel."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain

from tilewright import _kernel
from tilewright.cover.drive import count, search
from tilewright.cover.engine import Engine, register
from tilewright.cover.limit import Limit
from tilewright.cover.problem import ExactCover, Solution
from tilewright.cover.result import Report
from tilewright.errors import LimitError

MAX_COVERED = 2**31 - 1  # the kernel's numbers of items and options are 32 bits wide


def compiled(cover: ExactCover) -> _kernel.Cover:
    """The cover as the kernel holds it; LimitError when it is too large, ValueError when it is malformed."""
    items, options, entries = cover.size
    if max(items, options, entries) > MAX_COVERED:
        raise LimitError(f"the cover has {entries:,} entries: expected at most {MAX_COVERED:,}")
    hi = [_kernel.UNLIMITED if most is None else min(most, _kernel.UNLIMITED) for most in cover.hi]
    starts, flat = _rows(cover.options)
    near_starts, near = _rows(cover.adjacent) if cover.adjacent else (memoryview(array("q")), _ints(()))
    return _kernel.Cover(
        _ints(cover.lo),
        _ints(hi),
        starts,
        flat,
        _ints(cover.order),
        near_starts,
        near,
        [(_ints(a.items), _ints(a.options)) for a in cover.automorphisms],
    )


def _ints(values: Iterable[int]) -> memoryview:
    return memoryview(array("i", values))


def _rows(rows: Sequence[Sequence[int]]) -> tuple[memoryview, memoryview]:
    """Where each row starts, and all rows end to end."""
    return memoryview(array("q", accumulate(map(len, rows), initial=0))), _ints(chain.from_iterable(rows))


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
        yield from search(_kernel.Plan(cover.compiled, "general"), limit, report, threads)

    def count(self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1) -> int:
        """The number of solutions, without collecting them."""
        report.engine = self.name
        return count(_kernel.Plan(cover.compiled, "general"), limit, report, threads)
