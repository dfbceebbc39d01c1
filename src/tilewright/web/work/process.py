"""What a search process of the studio does: one job after another from a pipe, telling what it finds.

It runs in a process of its own, so that a search that is cancelled or runs away is ended by ending the process.
"""

from __future__ import annotations

import os
import signal
import threading
import time
from multiprocessing.connection import Connection
from typing import Any

from tilewright.errors import TilewrightError
from tilewright.system import lower_priority
from tilewright.web.limits import failed_end
from tilewright.web.work.jobs import do
from tilewright.web.work.tell import Tell

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
