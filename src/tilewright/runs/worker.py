"""A worker: a process of its own that takes subproblems from a pipe and sends back what came of them.

It shares nothing with the store, so that it may be killed at any instant. It ends when the pipe closes or when the
process that began it is gone.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from tilewright.errors import TilewrightError
from tilewright.runs.job import Job
from tilewright.runs.subproblem import Child


class Failed(Exception):
    """What a worker sends when a subproblem raised."""


def _serve(pipe: Connection, job: Job, parent: int) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the owner's to handle
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    while True:
        try:
            child: Child = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            answer: Any = job.work(child)
        except (TilewrightError, MemoryError) as error:
            answer = Failed(str(error) or type(error).__name__)
        pipe.send(answer)


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(0)


class Worker:
    """The owner's side of a worker process."""

    def __init__(self, job: Job, name: str) -> None:
        context = multiprocessing.get_context("spawn")
        self.name = name
        self.pipe, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=_serve, args=(theirs, job, os.getpid()), daemon=True)
        self.process.start()
        theirs.close()
        self.busy_with: int | None = None

    def give(self, id: int, child: Child) -> None:
        """Send it a subproblem; a worker that has died in the meantime is noticed when its answer is awaited."""
        self.busy_with = id
        try:
            self.pipe.send(child)
        except (BrokenPipeError, OSError):
            self.process.join(timeout=1)

    def end(self) -> None:
        """End the process at once."""
        self.pipe.close()
        self.process.kill()
        self.process.join()
