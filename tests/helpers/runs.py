"""Durable runs for tests."""

from __future__ import annotations

from pathlib import Path

from tilewright.runs import work
from tilewright.runs.subproblem import Job
from tilewright.runs.work import LocalPool


def finished(path: Path, job: Job) -> Path:
    with work.start(path, job) as store:
        pool = LocalPool(job, 1)
        work.run_until_done(store, pool)
        pool.close()
    return path
