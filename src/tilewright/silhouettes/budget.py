"""What a search may spend, and how far it is: threads, a deadline, and counters that are polled while it runs."""

from __future__ import annotations

import math
import time
from collections import Counter
from dataclasses import dataclass, field


class DeadlinePassed(Exception):
    """The deadline came while tables were built."""


def check_deadline(deadline: float) -> None:
    """Raise DeadlinePassed after the deadline, a time of `time.perf_counter`."""
    if time.perf_counter() > deadline:
        raise DeadlinePassed


@dataclass
class SilhouetteProgress:
    """Counters of a search.

    stage:    what it does now, in words.
    estimate: seconds that growth will take, when it is long.
    fraction: of combining parts, where that is known.
    grown, examined, found: regions grown, regions tested for a tiling, silhouettes.
    outcomes: how many examined regions had each outcome (`_kernel.RegionOutcome`, small letters).
    """

    stage: str = ""
    estimate: float | None = None
    fraction: float | None = None
    grown: int = 0
    examined: int = 0
    found: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    started: float = field(default_factory=time.perf_counter)

    @property
    def seconds(self) -> float:
        """Wall time since the search began."""
        return time.perf_counter() - self.started


@dataclass(frozen=True)
class SilhouetteBudget:
    """Threads, the deadline (a time of `time.perf_counter`), and where progress is counted.

    prefix: before the stages' names, where one search is part of another.
    """

    threads: int = 1
    deadline: float = math.inf
    progress: SilhouetteProgress = field(default_factory=SilhouetteProgress)
    prefix: str = ""

    @property
    def seconds_left(self) -> float:
        """Seconds until the deadline, negative after it."""
        return self.deadline - time.perf_counter()

    def enter(self, stage: str) -> None:
        """Report the stage that begins."""
        self.progress.stage = self.prefix + stage
