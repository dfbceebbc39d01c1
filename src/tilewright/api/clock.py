"""Where the time of an answer went."""

from __future__ import annotations

import time


class Clock:
    """Wall time by phases. Each moment belongs to one of them, so that they add up to the total.

    >>> clock = Clock()
    >>> clock.lap("compile")
    >>> clock.lap("search")
    >>> times = clock.times()
    >>> abs(times["compile"] + times["search"] + times["other"] - times["total"]) < 1e-9
    True
    """

    def __init__(self) -> None:
        self.phases: dict[str, float] = {}
        self._started = self._last = time.perf_counter()
        self._cpu = time.process_time()

    def lap(self, phase: str) -> None:
        """Book the time since the last lap on a phase."""
        now = time.perf_counter()
        self.phases[phase] = self.phases.get(phase, 0.0) + now - self._last
        self._last = now

    def times(self) -> dict[str, float]:
        """Seconds a phase, of all together ("total"), and of CPU in this process and its threads ("cpu")."""
        self.lap("other")
        return {**self.phases, "total": self._last - self._started, "cpu": time.process_time() - self._cpu}
