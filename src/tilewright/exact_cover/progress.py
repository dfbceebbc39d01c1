"""The progress of a running search. Callers poll it; the running search owns what it shows."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol


class Searching(Protocol):
    """A search whose progress can be shown."""

    @property
    def engine(self) -> str:
        """The name of the engine."""

    @property
    def nodes(self) -> int:
        """The number of positions visited so far."""

    @property
    def solutions(self) -> int | None:
        """The number of solutions found so far; None if the number says nothing about the total."""

    @property
    def fraction(self) -> float | None:
        """The fraction of the search space that is done, 0 to 1; None if unknown."""


class Progress:
    """The progress of a search, and the way to stop it. Its numbers are those of the search that is running now.

    stop:    set it to True, from any thread, and the search ends soon, as "stopped".
    on_look: a function called whenever the search checks the clock, to show progress without threads.
    started: the time of creation; limits are counted from then on.

    >>> from tilewright import Progress, load, solve
    >>> progress = Progress()
    >>> progress.stop = True
    >>> solve(load("FNPUV@5x5"), progress=progress).ended
    'stopped'
    """

    def __init__(self, on_look: Callable[[], None] | None = None) -> None:
        self.stop = False
        self.on_look = on_look
        self.started = time.perf_counter()
        self.latest: Searching | None = None  # the search that is running, or that ran last
        self._running: Searching | None = None

    @contextmanager
    def showing(self, search: Searching) -> Iterator[None]:
        """Show this search while the block runs, and then the previous one again."""
        before = self._running
        self.latest = self._running = search
        try:
            yield
        finally:
            self.latest, self._running = search, before

    @property
    def seconds(self) -> float:
        """The wall time since it was created."""
        return time.perf_counter() - self.started

    @property
    def engine(self) -> str:
        """The engine that is running; "" if there is none."""
        search = self._running
        return search.engine if search else ""

    @property
    def nodes(self) -> int:
        """The number of positions visited so far."""
        search = self._running
        return search.nodes if search else 0

    @property
    def solutions(self) -> int | None:
        """The number of solutions found so far; None if the number says nothing about the total."""
        search = self._running
        return search.solutions if search else None

    @property
    def fraction(self) -> float | None:
        """The fraction of the search space that is done, 0 to 1; None if unknown."""
        search = self._running
        return search.fraction if search else None

    @property
    def estimate(self) -> int | None:
        """The estimated total number of solutions; None if unknown.

        It is the number of solutions found, divided by the fraction of the tree searched. Every branch is assumed to be
        as large as its siblings (Knuth 1975), so early estimates may be off by factors.
        """
        search = self._running
        solutions, fraction = (search.solutions, search.fraction) if search else (None, None)
        if not solutions or not fraction:
            return None
        part, whole = min(1.0, fraction).as_integer_ratio()  # floats cannot represent such large numbers
        return (2 * solutions * whole + part) // (2 * part)
