"""The owner of a run: hands subproblems to workers and writes what comes back. The only writer of the store."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import wait
from pathlib import Path
from typing import Any, Protocol

from tilewright.errors import RunMismatchError, TilewrightError
from tilewright.formats import json_puzzle
from tilewright.puzzle import Puzzle, Shikaku
from tilewright.runs.job import Goal, Job, TooLong
from tilewright.runs.store import Store
from tilewright.runs.subproblem import Child, Outcome
from tilewright.runs.worker import Failed, Worker

KERNEL = 1  # raised when a change of the kernel or of the splitting makes old prefixes mean something else
MOST_ATTEMPTS = 4  # a subproblem that kills its worker so often is not tried again


class Crew(Protocol):
    """Those who work: processes here, or a cluster."""

    def idle(self) -> int:
        """How many more subproblems may be given."""
        ...

    def give(self, id: int, child: Child) -> None:
        """Begin a subproblem."""
        ...

    def collect(self, seconds: float) -> Iterable[tuple[int, Any]]:
        """(id, Outcome | TooLong | Failed | None) of what has ended within so many seconds; None: its worker died."""
        ...

    def dismiss(self) -> None:
        """End all work."""
        ...


class LocalCrew:
    """Worker processes on this machine; one that dies is replaced."""

    def __init__(self, job: Job, threads: int) -> None:
        self.job = job
        self.workers = [Worker(job, f"local-{number}") for number in range(threads)]

    def idle(self) -> int:
        """How many workers have nothing to do."""
        return sum(worker.busy_with is None for worker in self.workers)

    def give(self, id: int, child: Child) -> None:
        """Begin a subproblem on a worker that has nothing to do."""
        next(worker for worker in self.workers if worker.busy_with is None).give(id, child)

    def collect(self, seconds: float) -> Iterable[tuple[int, Any]]:
        """What has ended within so many seconds."""
        pipes = {worker.pipe: number for number, worker in enumerate(self.workers)}
        ready = wait(list(pipes), timeout=seconds)
        for pipe in ready:
            number = pipes[pipe]  # type: ignore[index]
            worker = self.workers[number]
            answer = None
            try:
                answer = worker.pipe.recv()
            except (EOFError, OSError):
                worker.end()
                self.workers[number] = Worker(self.job, worker.name)
            if worker.busy_with is not None:
                id, worker.busy_with = worker.busy_with, None
                yield id, answer

    def dismiss(self) -> None:
        """End all workers."""
        for worker in self.workers:
            worker.end()


@dataclass(frozen=True)
class Status:
    """A run at an instant; the number is final when `finished`."""

    finished: bool
    value: int
    tally: dict[str, int]
    share: float
    remaining: tuple[float, float, float] | None
    nodes: int
    seconds: float


def start(path: Path, puzzle: Puzzle | Shikaku, goal: Goal, engine: str = "auto") -> Store:
    """A new store for a run of this puzzle."""
    text = json_puzzle.dump(puzzle)
    job = Job(text, goal, engine)
    return Store.create(path, manifest_of(job), job.roots())


def manifest_of(job: Job) -> dict[str, Any]:
    """What a store says of its run."""
    items, options, entries = job.compiled.cover.size
    return {
        "puzzle": job.puzzle_text,
        "name": job.puzzle.name,
        "digest": job.puzzle.digest,
        "goal": job.goal,
        "engine": job.engine,
        "kernel": KERNEL,
        "cover": [items, options, entries],
        "started": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
    }


def job_of(store: Store) -> Job:
    """The job of a store; RunMismatchError when this version would understand it otherwise."""
    manifest = store.manifest()
    if manifest["kernel"] != KERNEL:
        raise RunMismatchError(f"{store.path} was begun by kernel {manifest['kernel']}: expected {KERNEL}")
    job = Job(manifest["puzzle"], manifest["goal"], manifest["engine"])
    if job.puzzle.digest != manifest["digest"]:
        raise RunMismatchError(f"{store.path} is of puzzle {manifest['digest']}, its text gives {job.puzzle.digest}")
    if list(job.compiled.cover.size) != manifest["cover"]:
        raise RunMismatchError(f"{store.path}: the puzzle compiles to another cover here than where the run was begun")
    return job


def status(store: Store) -> Status:
    """How far a run is."""
    tally, progress = store.tally(), store.progress()
    nodes, seconds = store.spent()
    finished = tally["open"] == tally["taken"] == 0
    remaining = None if finished else progress.remaining()
    return Status(finished, store.total(), tally, progress.share, remaining, nodes, seconds)


def proceed(store: Store, crew: Crew, watch: Callable[[Store], None] = lambda _: None, every: float = 0.5) -> None:
    """Work until nothing is open. What an interrupt leaves unfinished is open again in the store."""
    store.give_back()
    flying: set[int] = set()
    told = 0.0
    try:
        while True:
            while crew.idle() and (task := store.take("worker")) is not None:
                if task.attempts > MOST_ATTEMPTS:
                    store.give_back([task.id])
                    raise TilewrightError(
                        f"subproblem {task.id} ended its worker {MOST_ATTEMPTS} times: not tried again"
                    )
                crew.give(task.id, task.child)
                flying.add(task.id)
            if not flying:
                return
            for id, answer in crew.collect(every):
                flying.discard(id)
                _record(store, id, answer)
            if time.monotonic() - told > every:
                told = time.monotonic()
                watch(store)
    finally:
        with suppress(TilewrightError):  # a full disk must not hide why we are here; they count as taken, not as done
            store.give_back(flying)


def _record(store: Store, id: int, answer: Any) -> None:
    if isinstance(answer, Outcome):
        store.finish(id, answer)
    elif isinstance(answer, TooLong):
        store.split(id, answer.splits, answer.nodes, answer.seconds)
    elif isinstance(answer, Failed):
        store.give_back([id])
        raise TilewrightError(f"subproblem {id}: {answer}")
    else:
        store.give_back([id])
