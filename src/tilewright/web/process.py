"""A search process of the studio: one job after another from a pipe, reporting what it finds.

It runs in a process of its own, so that a search that is cancelled or runs away is ended by ending the process.

A request that ended its process three times is refused.
"""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from collections import OrderedDict
from hashlib import sha256
from multiprocessing.connection import Connection
from typing import Any

from tilewright.errors import TilewrightError
from tilewright.system import lower_priority
from tilewright.web.requests import PhrasedError, failed_end
from tilewright.web.work import Tell, do

MOST = 3  # in a row
KEPT = 100  # jobs that are remembered
PAUSE = 60.0  # seconds until processes that did not start are tried again; one that ran as long has started
Refusal = tuple[str, str]  # the program's line, and the kind of sentence the page has for it

ENDED: Refusal = ("the search process ended unexpectedly", "process ended")
KEEPS_ENDING: Refusal = (
    "this ended the search process several times in a row, so it is not tried again: use the command line",
    "keeps ending",
)
NO_PROCESS: Refusal = ("the studio's search processes do not start: start the studio again", "no process")


class Crashes:
    """How often each job, and how often the start of a process, ended in a crash since it last went well."""

    def __init__(self) -> None:
        self.of_jobs: OrderedDict[str, int] = OrderedDict()
        self.of_starts, self.last = 0, 0.0

    def note(self, job: dict[str, Any] | None, age: float) -> Refusal:
        """Note the crash of a process that was `age` seconds old, at work on the job, or on none. Return what to say."""
        if job is None:
            self.of_starts = 1 if age > PAUSE else self.of_starts + 1
            self.last = time.monotonic()
            return ENDED
        name = _name_of(job)
        self.of_jobs[name] = self.of_jobs.pop(name, 0) + 1
        if len(self.of_jobs) > KEPT:
            self.of_jobs.popitem(last=False)
        return KEEPS_ENDING if self.of_jobs[name] >= MOST else ENDED

    def forget(self, job: dict[str, Any]) -> None:
        """The job came to its end, and so a process had started."""
        self.of_jobs.pop(_name_of(job), None)
        self.of_starts = 0

    @property
    def may_start(self) -> bool:
        """Whether it is worth starting another process."""
        return self.of_starts < MOST or time.monotonic() - self.last > PAUSE

    def check(self, job: dict[str, Any]) -> None:
        """PhrasedError for a job that is not tried again."""
        if self.of_jobs.get(_name_of(job), 0) >= MOST:
            raise PhrasedError(*KEEPS_ENDING)


def _name_of(job: dict[str, Any]) -> str:
    """The same for all jobs of one sort on one puzzle, whatever lies on its board."""
    parts = [job.get(word) for word in ("goal", "puzzle", "request")]
    return sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


NICENESS = 5  # the server itself, which answers those who play, goes first


def serve(pipe: Connection, parent: int) -> None:
    """Work until the pipe closes or the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    lower_priority(NICENESS)
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    _warm_up()
    tell = _one_at_a_time(pipe)
    tell({"event": "ready"})
    while True:
        try:
            job = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            do(job, tell)
        except (TilewrightError, MemoryError) as error:
            tell(failed_end(error))


def _one_at_a_time(pipe: Connection) -> Tell:
    """Sending on a pipe is not safe from several threads; the search and its progress are two."""
    lock = threading.Lock()

    def tell(message: dict[str, Any]) -> None:
        with lock:
            pipe.send(message)

    return tell


def _end_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(0)


def _warm_up() -> None:
    """Import everything slow that a first search would otherwise wait for."""
    for goal in ("list", "count"):
        do({"goal": goal, "puzzle": "I@1x5", "number": 1, "bytes": 1000, "seconds": 1.0}, lambda message: None)
