"""Warm search processes, and the queue of searches and hints that wait for one.

A process receives one job after another through a pipe and reports what it finds. A search that is cancelled or gets
out of control is ended by ending its process. A request that has ended its process three times in a row is refused.
"""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import secrets
import signal
import threading
import time
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from operator import attrgetter
from typing import Any

from tilewright.errors import BusyError, TilewrightError
from tilewright.loader import parse
from tilewright.system import interrupts_held_back, kill, lower_priority
from tilewright.web.requests import PhrasedError, StudioLimits, error_of, failed_end
from tilewright.web.work import Tell, do

MOST = 3  # crashes in a row
KEPT = 100  # jobs whose crashes are remembered
PAUSE = 60.0  # seconds until another attempt to start processes; one that ran for longer counts as started
Refusal = tuple[str, str]  # the program's message, and the kind of sentence that the page shows for it

ENDED: Refusal = ("the search process ended unexpectedly", "process ended")
KEEPS_ENDING: Refusal = (
    "this ended the search process several times in a row, so it is not tried again: use the command line",
    "keeps ending",
)
NO_PROCESS: Refusal = ("the studio's search processes do not start: start the studio again", "no process")


class Crashes:
    """The number of crashes of each job, and of process starts, since the last success."""

    def __init__(self) -> None:
        self.of_jobs: OrderedDict[str, int] = OrderedDict()
        self.of_starts, self.last = 0, 0.0

    def note(self, job: dict[str, Any] | None, age: float) -> Refusal:
        """Record the crash of a process after `age` seconds, and return the message to show.

        `job` is the job that the process was working on, or None.
        """
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
        """Clear the crashes of a job that was completed, and those of process starts."""
        self.of_jobs.pop(_name_of(job), None)
        self.of_starts = 0

    @property
    def may_start(self) -> bool:
        """Whether it is worth starting another process."""
        return self.of_starts < MOST or time.monotonic() - self.last > PAUSE

    def check(self, job: dict[str, Any]) -> None:
        """Raise PhrasedError if the job has crashed too often to be tried again."""
        if self.of_jobs.get(_name_of(job), 0) >= MOST:
            raise PhrasedError(*KEEPS_ENDING)


def _name_of(job: dict[str, Any]) -> str:
    """Return a name that all jobs of the same kind on the same puzzle share, whatever is placed on the board."""
    parts = [job.get(word) for word in ("goal", "puzzle", "request")]
    return sha256(json.dumps(parts, sort_keys=True, default=attrgetter("digest")).encode()).hexdigest()


NICENESS = 5  # the server itself has priority, because it answers the players


def serve(pipe: Connection, parent: int) -> None:
    """Do jobs until the pipe closes or the server has ended."""
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
    """Return a function that sends messages under a lock, since a search and its progress use different threads."""
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
    """Import every slow module that a first search would otherwise wait for."""
    for goal in ("list", "count"):
        do({"goal": goal, "puzzle": parse("I@1x5"), "number": 1, "bytes": 1000, "seconds": 1.0}, lambda message: None)


FORGET = 300.0  # seconds that a search is kept after it ended or its last listener left


@dataclass
class Search:
    """A search with its events so far; few are kept, so that memory stays bounded."""

    job: dict[str, Any]
    id: str = field(default_factory=lambda: secrets.token_urlsafe(12))
    solutions: list[dict[str, Any]] = field(default_factory=list)
    progress: dict[str, Any] | None = None
    end: dict[str, Any] | None = None
    process: Process | None = None
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    touched: float = field(default_factory=time.monotonic)

    def tell(self, message: dict[str, Any]) -> None:
        """Record a message of the process and wake the listeners."""
        if message["event"] == "solutions":
            self.solutions.append(message)
        elif message["event"] == "end":
            self.end = message
        else:
            self.progress = message
        self.touched = time.monotonic()
        self.changed.set()
        self.changed = asyncio.Event()


def spawn() -> tuple[Connection, BaseProcess]:
    """Start a search process; return our end of its pipe and the process."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=serve, args=(theirs, os.getpid()), daemon=True)
    # Ctrl-C goes to the whole process group, but only the server or notebook should react to it, and end the search
    # processes. Interrupts are held back so that this is also true while a process starts.
    with interrupts_held_back():
        process.start()
    theirs.close()
    return ours, process


class Process:
    """One search process and its pipe, listened to by the event loop."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.pipe, self.process = spawn()
        self.ready = False
        self.begun = time.monotonic()
        self.search: Search | None = None
        self.loop = asyncio.get_running_loop()
        try:
            self.loop.add_reader(self.pipe.fileno(), self._read)
        except NotImplementedError:  # Windows: a thread waits for messages
            threading.Thread(target=self._wait, daemon=True).start()

    def _wait(self) -> None:
        with suppress(RuntimeError):  # the loop has ended
            while not self.pipe.closed:
                with suppress(EOFError, OSError):  # the event loop notices this, too
                    self.pipe.poll(None)
                asyncio.run_coroutine_threadsafe(self._read_soon(), self.loop).result()

    async def _read_soon(self) -> None:
        if not self.pipe.closed:
            self._read()

    def give(self, search: Search) -> bool:
        """Start a search; return False if the process has ended, which the closed pipe reports shortly after."""
        try:
            self.pipe.send(search.job)
        except OSError:
            return False
        self.search, search.process = search, self
        return True

    def _read(self) -> None:
        try:
            self._take(self.pipe.recv())  # one message at a time, because the loop has other clients to serve
        except (EOFError, OSError):
            job = self.search.job if self.search else None
            self.end(*self.pool.crashes.note(job, time.monotonic() - self.begun))

    def _take(self, message: dict[str, Any]) -> None:
        if message["event"] == "ready":
            self.ready = True
        elif self.search is not None:
            self.search.tell(message)
            if message["event"] == "end":
                self.pool.crashes.forget(self.search.job)
                self.search.process = None
                self.search = None
        self.pool.advance()

    def end(self, why: str, kind: str = "stopped") -> None:
        """End the process at once, and replace it by a new one.

        If it was working on a search, the search ends with the message `why`, for which the page has a sentence of this
        kind.
        """
        with suppress(NotImplementedError):
            self.loop.remove_reader(self.pipe.fileno())
        kill(self.process)
        with suppress(OSError):
            self.pipe.close()
        if self.search is not None:
            self.search.process = None
            self.search.tell({"event": "end", "ended": "stopped", "text": why, "kind": kind})
        self.pool.replace(self)


class Pool:
    """A pool of processes that runs as many searches at once; the other searches wait in a queue."""

    def __init__(self, limits: StudioLimits, size: int) -> None:
        self.limits, self.size = limits, size
        self.processes: list[Process] = []
        self.waiting: deque[Search] = deque()
        self.searches: dict[str, Search] = {}
        self.crashes = Crashes()
        self.closing = False

    def open(self) -> None:
        """Start the processes."""
        self.processes = [Process(self) for _ in range(self.size)]

    def close(self) -> None:
        """End all processes and every search."""
        self.closing = True
        for search in list(self.waiting):
            self.cancel(search)
        for process in list(self.processes):
            process.end("the studio was closed", "studio closed")

    def begin(self, job: dict[str, Any]) -> Search:
        """Queue a new search and return it.

        Raises BusyError if too many searches wait, and PhrasedError for a search that repeatedly crashed its process or
        if no process can be started.
        """
        now = time.monotonic()
        for old in [each for each in self.searches.values() if now - each.touched > FORGET]:
            self.drop(old)  # with its tilings, and with the search itself if it still runs
        self.crashes.check(job)
        if not self.processes and not self.crashes.may_start:
            raise PhrasedError(*NO_PROCESS)
        if len(self.waiting) >= self.limits.waiting:
            raise BusyError("the studio is busy with many searches: try again in a moment")
        search = Search(job)
        self.searches[search.id] = search
        self.waiting.append(search)
        self._grow()
        self.advance()
        return search

    def cancel(self, search: Search) -> None:
        """End a waiting or running search at once."""
        if search.end is not None:
            return
        if search in self.waiting:
            self.waiting.remove(search)
            search.tell({"event": "end", "ended": "stopped", "text": "stopped", "kind": "stopped"})
        elif search.process is not None:
            search.process.end("stopped")

    def drop(self, search: Search) -> None:
        """End a search if it still runs, and forget it."""
        self.cancel(search)
        self.searches.pop(search.id, None)

    def advance(self) -> None:
        """Give waiting searches to free processes, and tell the others their place in the queue."""
        for process in self.processes:
            is_free = process.ready and process.search is None and not self.closing
            if is_free and self.waiting and process.give(self.waiting[0]):
                self.waiting.popleft()
        for place, search in enumerate(self.waiting, start=1):
            if (search.progress or {}).get("waiting") != place:
                search.tell({"event": "progress", "waiting": place})

    def replace(self, old: Process) -> None:
        """Start a new process in place of one that has ended."""
        if old in self.processes:
            self.processes.remove(old)
            if not self.closing:  # shortly after, so that the request that stopped the old process is answered first
                asyncio.get_running_loop().call_later(0.02, self._grow)

    def _grow(self) -> None:
        if self.closing or len(self.processes) >= self.size:
            return
        if self.crashes.may_start:
            self.processes.append(Process(self))
            return
        text, kind = NO_PROCESS
        while self.waiting and not self.processes:  # no process starts: every waiting request gets an error
            self.waiting.popleft().tell({"event": "end", "ended": "error", "text": text, "kind": kind, "values": {}})


Gone = Callable[[], Awaitable[bool]]
LOOK = 0.25  # seconds between checks whether the client is still connected
WAIT = 30.0  # seconds that a request may take, including the time in the queue, before its process is ended


async def result(pool: Pool, job: dict[str, Any], key: str, gone: Gone) -> dict[str, Any]:
    """Wait for the end of a short job and return its last message, which contains `key`.

    `gone` returns whether the client has disconnected; if so, or if the job takes too long, the work is ended.

    Raises BusyError after WAIT seconds, and TilewrightError with the process's message if the job was refused.
    """
    search = pool.begin(job)
    until = time.monotonic() + WAIT
    try:
        while search.end is None and not await gone():
            if time.monotonic() > until:
                raise BusyError("the studio is busy with others: try again in a moment")
            with suppress(TimeoutError):
                await asyncio.wait_for(search.changed.wait(), LOOK)
    finally:
        pool.drop(search)
    end = search.end or {}
    if key not in end:
        raise error_of(end, "the answer was not waited for")
    return end
