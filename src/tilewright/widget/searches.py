"""Searches of a widget, each in a process, so that the notebook goes on and a search can be ended at once."""

from __future__ import annotations

import multiprocessing
import os
import secrets
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from tilewright.errors import BusyError
from tilewright.system import interrupts_held_back, kill
from tilewright.web.process import serve
from tilewright.web.requests import PhrasedError

Worker = tuple[Connection, BaseProcess]
MOST = 4  # searches at once
_CRASHED = {"event": "end", "ended": "error", "text": "the search process ended unexpectedly", "kind": "process ended"}


class Searches:
    """The searches that go on. A process that has done its work waits for the next."""

    def __init__(self) -> None:
        self.going: dict[str, Worker] = {}
        self.idle: list[Worker] = []

    def begin(self, job: dict[str, Any]) -> str:
        """Begin a search and return its name. Raises BusyError when too many go on."""
        if len(self.going) >= MOST:
            raise BusyError(f"{MOST} searches go on: stop one of them")
        worker = self._idle_worker() or _spawn()
        worker[0].send(job)
        name = secrets.token_urlsafe(12)
        self.going[name] = worker
        return name

    def _idle_worker(self) -> Worker | None:
        while self.idle:
            pipe, process = worker = self.idle.pop()
            if process.is_alive():
                return worker
            pipe.close()  # it was killed, perhaps because the machine had no memory left
        return None

    def events(self, name: str) -> list[dict[str, Any]]:
        """Return what a search has told since it was last asked; its last event is of the kind `end`."""
        if name not in self.going:
            raise PhrasedError("this search is over and forgotten: start it again", "search over")
        worker = self.going[name]
        pipe = worker[0]
        found: list[dict[str, Any]] = []
        try:
            while pipe.poll() and not (found and found[-1]["event"] == "end"):
                message = pipe.recv()
                found += [message] if message["event"] != "ready" else []
        except (EOFError, OSError):
            self.stop(name)
            return [*found, _CRASHED]
        if found and found[-1]["event"] == "end":
            del self.going[name]
            self.idle.append(worker)
        return found

    def stop(self, name: str) -> None:
        """End a search at once; one that has ended already is no error."""
        if worker := self.going.pop(name, None):
            kill(worker[1])
            worker[0].close()

    def close(self) -> None:
        """End all of them."""
        for name in list(self.going):
            self.stop(name)
        for pipe, process in self.idle:
            kill(process)
            pipe.close()
        self.idle.clear()


def _spawn() -> Worker:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=serve, args=(theirs, os.getpid()), daemon=True)
    with interrupts_held_back():  # an interrupt of the notebook is not for it, from its very start on
        process.start()
    theirs.close()
    return ours, process
