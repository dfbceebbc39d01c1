"""The general engine of the compiled kernel, and how Python hands covers to the kernel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

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
    near_starts, near = _rows(cover.adjacent) if cover.adjacent else (np.empty(0, np.int64), _ints(()))
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


def _ints(values: Sequence[int]) -> np.ndarray:
    return np.array(values, dtype=np.int32)


def _rows(rows: Sequence[Sequence[int]]) -> tuple[np.ndarray, np.ndarray]:
    """Where each row starts, and all rows end to end."""
    starts = np.zeros(len(rows) + 1, dtype=np.int64)
    np.cumsum([len(row) for row in rows], out=starts[1:])
    flat = np.fromiter((item for row in rows for item in row), dtype=np.int32, count=int(starts[-1]))
    return starts, flat


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
