"""A clock that tests set forward: a limit of time strikes after a step of the work, never after seconds."""

from __future__ import annotations

import time
from math import inf

import pytest

NEVER = 1e6  # seconds: a limit that strikes only when the clock is set forward


class Clock:
    """The clock of `time.perf_counter`, until the `looks`-th look at it or `strike()`; from then on an age later."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, looks: float = inf) -> None:
        self.looks, self.ahead = looks, 0.0
        self.real = time.perf_counter
        monkeypatch.setattr(time, "perf_counter", self)

    def __call__(self) -> float:
        self.looks -= 1
        if self.looks < 0:
            self.strike()
        return self.real() + self.ahead

    def strike(self) -> None:
        """From now on every limit of time is over."""
        self.ahead = 1e9
