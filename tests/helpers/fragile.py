"""Search processes for tests that end as a crash would: with one sort of job, or before they are ready."""

from __future__ import annotations

import os
from multiprocessing.connection import Connection


def serve(pipe: Connection, parent: int) -> None:
    """Answer each job, but die of those whose puzzle is `deadly`."""
    pipe.send({"event": "ready"})
    while True:
        try:
            job = pipe.recv()
        except EOFError:
            return
        if job["puzzle"] == "deadly":
            os._exit(1)
        pipe.send({"event": "end", "ended": "exhausted"})


def die(pipe: Connection, parent: int) -> None:
    """Never become ready."""
    os._exit(1)
