"""Durable runs for tests."""

from __future__ import annotations

from pathlib import Path

from tilewright.runs import coordinator
from tilewright.runs.job import Job
from tilewright.runs.worker import LocalCrew


def finished(path: Path, job: Job) -> Path:
    with coordinator.start(path, job) as store:
        crew = LocalCrew(job, 1)
        coordinator.proceed(store, crew)
        crew.dismiss()
    return path
