"""Durable runs for tests."""

from __future__ import annotations

from pathlib import Path

from tilewright.runs import coordinator
from tilewright.runs.job import Job
from tilewright.runs.worker import LocalPool


def finished(path: Path, job: Job) -> Path:
    with coordinator.start(path, job) as store:
        pool = LocalPool(job, 1)
        coordinator.run_until_done(store, pool)
        pool.close()
    return path
