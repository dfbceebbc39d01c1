"""Runs work of the kernel slice by slice under a limit, so that the clock, `report.stop` and Ctrl-C are heeded."""

from __future__ import annotations

import time
from typing import Protocol

from tilewright._kernel import Outcome
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import Report

SLICE_SECONDS = 0.05


class Sliced(Protocol):
    """What the kernel offers: a frontier count, or the building of a solution graph."""

    def run(self, work: int) -> Outcome:
        """Goes on for about so much work."""

    @property
    def states(self) -> int:
        """States met so far."""

    @property
    def fraction(self) -> float:
        """Part of the sweep done."""


def run_slices(job: Sliced, limit: Limit, report: Report) -> None:
    """To the end or the limit; sets `report.ended`, and why it stopped in `report.notes["stopped"]`."""
    work = 100_000
    while True:
        began = time.perf_counter()
        outcome = job.run(work)
        report.nodes, report.fraction = job.states, job.fraction
        if outcome is Outcome.EXHAUSTED:
            report.ended = "exhausted"
            return
        reason = _spent(outcome, limit, report)
        if reason:
            report.notes["stopped"] = reason
            report.ended = "stopped" if report.stop else "limit"
            return
        seconds = time.perf_counter() - began
        left = SLICE_SECONDS if limit.seconds is None else min(SLICE_SECONDS, limit.seconds - report.seconds)
        work = min(2 * work, max(1, int(work * max(left, 0.001) / max(seconds, 1e-6))))


def _spent(outcome: Outcome, limit: Limit, report: Report) -> str | None:
    if report.stop:
        return "a request to stop"
    if outcome is Outcome.OUT_OF_MEMORY:
        return f"the memory limit of {limit.memory:,} bytes"
    if limit.seconds is not None and report.seconds >= limit.seconds:
        return f"the time limit of {limit.seconds:g} s"
    if limit.nodes is not None and report.nodes >= limit.nodes:
        return f"the limit of {limit.nodes:,} states"
    return None
