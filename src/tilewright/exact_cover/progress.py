"""What a search shows of itself while it runs. Whoever waits polls it; the search that is running owns what it shows."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Protocol


class Searching(Protocol):
    """A search that may be watched."""

    @property
    def engine(self) -> str:
        """Its name."""

    @property
    def nodes(self) -> int:
        """Positions visited so far."""

    @property
    def solutions(self) -> int | None:
        """Those found so far; None where the number says nothing of the whole."""

    @property
    def fraction(self) -> float | None:
        """Part of the search space done, 0 to 1; None if that is not known."""


class Progress:
    """The progress of a search, and the way to stop it. Its numbers are those of the search that is running now.

    stop:    set it to True, from any thread, and the search ends soon, as "stopped".
    on_look: called whenever the search looks at the clock: progress for callers without threads.
    started: when it was made; limits are counted from then on.

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
        """Show this search while the block runs, and then what was shown before."""
        before = self._running
        self.latest = self._running = search
        try:
            yield
        finally:
            self.latest, self._running = search, before

    @property
    def seconds(self) -> float:
        """Wall time since it was made."""
        return time.perf_counter() - self.started

    @property
    def engine(self) -> str:
        """The engine at work; "" while there is none."""
        search = self._running
        return search.engine if search else ""

    @property
    def nodes(self) -> int:
        """Positions visited so far."""
        search = self._running
        return search.nodes if search else 0

    @property
    def solutions(self) -> int | None:
        """Solutions found so far; None where their number says nothing of the whole."""
        search = self._running
        return search.solutions if search else None

    @property
    def fraction(self) -> float | None:
        """Part of the search space done, 0 to 1; None if that is not known."""
        search = self._running
        return search.fraction if search else None

    @property
    def estimate(self) -> int | None:
        """Solutions there may be in all: those found, by the part of the tree they were found in; None while unknown.

        Every branch is taken to be as large as its siblings (Knuth 1975), so early estimates may be off by factors.
        """
        search = self._running
        solutions, fraction = (search.solutions, search.fraction) if search else (None, None)
        if not solutions or not fraction:
            return None
        part, whole = min(1.0, fraction).as_integer_ratio()  # no float holds all numbers of solutions
        return (2 * solutions * whole + part) // (2 * part)
