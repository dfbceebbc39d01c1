"""Worker processes on this machine: each receives subproblems through a pipe and sends back the answers.

They share nothing with the store, so that they may be killed at any instant. A worker ends when its pipe closes, as it
does when the process that started it is gone.
"""

from __future__ import annotations

import multiprocessing
import os
import queue
import signal
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any

from tilewright.errors import TilewrightError
from tilewright.runs.job import Work, here
from tilewright.runs.subproblem import Child, TooLong
from tilewright.system import interrupts_held_back

GATHER = 0.05  # seconds in which answers are gathered, so that they are written in one transaction
WORK_AHEAD = 0.3  # seconds of work that should wait at each worker
MOST_AHEAD = 500  # subproblems that may wait at each worker
MOST_FAILED_STARTS = 20  # workers in a row that may die before they begin


READY = "ready"  # a worker's first message: dying before it is not the fault of a subproblem


def queue_length(pace: float) -> int:
    """Return how many subproblems each worker should hold, so that none is idle, when one takes `pace` seconds.

    >>> queue_length(10.0), queue_length(0.001)
    (2, 301)
    """
    return 1 + min(MOST_AHEAD, max(1, round(WORK_AHEAD / max(pace, 1e-6))))


class SubproblemFailed(Exception):
    """A subproblem raised an error; its text is the message."""


@dataclass(frozen=True)
class Unanswered:
    """No answer will come. `worker_died`: its worker died, or ran out of memory, while solving this very subproblem.

    `split` is what the subproblem may be replaced by when that happens again and again.
    """

    worker_died: bool
    split: TooLong | None = None


def answer_subproblem(work: Work, child: Child) -> Any:
    """Return a worker's answer: an Outcome, TooLong, SubproblemFailed, or Unanswered where memory ran out."""
    try:
        return work.work(child)
    except TilewrightError as error:
        return SubproblemFailed(str(error) or type(error).__name__)
    except MemoryError:  # another worker may have more: the run goes on
        pass
    try:
        children = work.split(child)
    except MemoryError:
        children = None
    split = TooLong(((child.prefix, tuple(children)),), 0, 0.0, here()) if children else None
    return Unanswered(worker_died=True, split=split)


def _serve(pipe: Connection, work: Work) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the owner's to handle
    given: queue.SimpleQueue[Child] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(pipe, given), daemon=True).start()
    with suppress(OSError):  # as the owner is gone
        pipe.send(READY)
        while True:
            pipe.send(answer_subproblem(work, given.get()))


def _receive(pipe: Connection, given: queue.SimpleQueue[Child]) -> None:
    """Receive subproblems at once, whatever is being solved: if both sides waited to send, both would wait forever."""
    while True:
        try:
            given.put(pipe.recv())
        except (EOFError, OSError):  # the owner is gone, and with it the reason to go on
            os._exit(0)


class WorkerProcess:
    """The owner's side of a worker process, which solves the subproblems `given` in order."""

    def __init__(self, work: Work, name: str) -> None:
        context = multiprocessing.get_context("spawn")
        self.name = name
        self.pipe, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=_serve, args=(theirs, work), daemon=True)
        # Ctrl-C is the owner's to handle, also while the worker still imports: it inherits what is blocked here.
        with interrupts_held_back():
            self.process.start()
        theirs.close()
        self.given: deque[int] = deque()
        self.ready = False

    def submit(self, id: int, child: Child) -> None:
        """Send it a subproblem; a worker that has died in the meantime is noticed when its answer is awaited."""
        self.given.append(id)
        try:
            self.pipe.send(child)
        except (BrokenPipeError, OSError):
            self.process.join(timeout=1)

    def end(self) -> None:
        """Stop the process at once."""
        self.pipe.close()
        self.process.kill()
        self.process.join()


class LocalPool:
    """Worker processes on this machine; one that dies is replaced."""

    def __init__(self, work: Work, threads: int) -> None:
        self.work = work
        self.workers = [WorkerProcess(work, f"local-{number}") for number in range(threads)]
        self._pace = WORK_AHEAD  # seconds that a subproblem takes, of late
        self._failed_starts = 0

    def free_slots(self) -> int:
        """Return how many more subproblems keep all workers busy: more when they are short."""
        most = queue_length(self._pace)
        return sum(max(0, most - len(worker.given)) for worker in self.workers)

    def submit(self, id: int, child: Child) -> None:
        """Give a subproblem to the worker with the fewest."""
        min(self.workers, key=lambda worker: len(worker.given)).submit(id, child)

    def collect(self, seconds: float) -> Iterator[tuple[int, Any]]:
        """Yield what ends within so many seconds; after the first answer, wait only shortly for others."""
        until, first = time.monotonic() + seconds, True
        while (left := until - time.monotonic()) > 0 or first:
            pipes = {worker.pipe: number for number, worker in enumerate(self.workers)}
            ready = wait(list(pipes), timeout=max(0.0, left))
            for pipe in ready:
                yield from self._receive(pipes[pipe])  # type: ignore[index]
            if ready and first:
                first, until = False, min(until, time.monotonic() + GATHER)
            if not ready or not all(worker.given for worker in self.workers):
                return

    def _receive(self, number: int) -> Iterator[tuple[int, Any]]:
        worker = self.workers[number]
        try:
            answer = worker.pipe.recv()
        except (EOFError, OSError):
            worker.end()
            self._failed_starts += not worker.ready
            if self._failed_starts > MOST_FAILED_STARTS:
                raise TilewrightError(f"{MOST_FAILED_STARTS} workers in a row ended before they began") from None
            self.workers[number] = WorkerProcess(self.work, worker.name)
            for place, id in enumerate(worker.given):
                yield id, Unanswered(worker_died=place == 0 and worker.ready)
            return
        if not worker.ready:
            worker.ready, self._failed_starts = True, 0
            return
        self._pace += 0.1 * (getattr(answer, "seconds", self._pace) - self._pace)
        yield worker.given.popleft(), answer

    def close(self) -> None:
        """Stop all workers."""
        for worker in self.workers:
            worker.end()
