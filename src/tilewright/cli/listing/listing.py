"""Tilings go to all that print or write them as they are found, under the clock of their search."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType
from typing import Any

from tilewright.api.solve import Solved
from tilewright.cli.listing.sink import Sink
from tilewright.cover.search.deadline import Deadline
from tilewright.puzzle.tilings import placements_of_first

PLACEMENTS = 8192  # written between two looks at the clock: some 60 ms
LATE = 0.1  # seconds, for what was found already when the limit or Ctrl-C came


class Listing:
    """Takes batches of tilings to all sinks. `written` of them went to all of them, the first in any case.

    size_of_first: how many placements the first of a batch has; other things than tilings have a size of another kind.

    When the limit or Ctrl-C comes, what was found already is written for a tenth of a second more; a second Ctrl-C ends that.
    """

    def __init__(
        self,
        sinks: Sequence[Sink],
        deadline: Deadline,
        size_of_first: Callable[[Sequence[Any]], int] = placements_of_first,
    ) -> None:
        self.sinks, self.deadline, self._size_of_first = sinks, deadline, size_of_first
        self.written = 0
        self._interrupted = False
        self._end: float | None = None

    def take(self, batch: Sequence[Any]) -> bool:
        """Write a batch; False when not all of it was. Raises KeyboardInterrupt after an interrupted one."""
        with self._interrupt_kept():
            whole = self._take(batch)
        if self._interrupted:
            raise KeyboardInterrupt
        return whole

    def _take(self, batch: Sequence[Any]) -> bool:
        slowness = max((sink.slowness for sink in self.sinks), default=1)
        for some in _parts(batch, slowness * self._size_of_first(batch)):
            if self.written and self.is_late():
                return False
            for sink in self.sinks:
                sink.take(some)
            self.written += len(some)
        return self._has_memory()

    def finish(self, found: Solved) -> None:
        """Write what waited for the end."""
        for sink in self.sinks:
            sink.finish(found, self.is_late)

    def is_late(self) -> bool:
        """Return True once nothing more is to be written; the report then says why."""
        ended = "stopped" if self._interrupted else self.deadline.ended
        if ended is None:
            return False
        now = time.perf_counter()
        self._end = self._end or now + LATE
        if now < self._end:
            return False
        self.deadline.report.ended = ended
        return True

    def _has_memory(self) -> bool:
        """Whether what the sinks hold until the end fits into half of the memory; the report says if it does not."""
        if sum(sink.bytes for sink in self.sinks) <= self.deadline.limit.memory // 2:
            return True
        report = self.deadline.report
        report.ended, report.notes["stopped"] = "limit", f"the memory limit of {self.deadline.limit.memory:,} bytes"
        return False

    @contextmanager
    def _interrupt_kept(self) -> Iterator[None]:
        """Ctrl-C waits until what is in hand is written, so that each sink has the same tilings."""
        before = signal.getsignal(signal.SIGINT)
        if not callable(before):  # ignored, as by what a shell runs in the background
            yield
            return
        signal.signal(signal.SIGINT, self._keep(before))
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def _keep(self, before: Callable[[int, FrameType | None], object]) -> Callable[[int, FrameType | None], object]:
        def handle(number: int, frame: FrameType | None) -> None:
            if self._interrupted:
                before(number, frame)
            self._interrupted = True

        return handle


def _parts(batch: Sequence[Any], cost: int) -> Iterator[Sequence[Any]]:
    """A batch in parts that are written in a moment, each of its things at a cost; a small one as it is."""
    size = max(1, PLACEMENTS // max(1, cost))
    if len(batch) <= size:
        yield batch
        return
    for start in range(0, len(batch), size):
        yield batch[start : start + size]
