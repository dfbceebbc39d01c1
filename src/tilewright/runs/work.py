"""The owner of a run, which alone writes its store, and the worker processes of this machine.

The owner gives subproblems to workers and records their answers. Workers do not access the store, so that they may be
killed at any instant. A worker ends when its pipe closes, which happens when the process that started it has ended.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import queue
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Protocol, TypeVar, get_args

from tilewright.errors import InternalError, NotationError, RunMismatchError, TilewrightError, quote
from tilewright.exact_cover.engine import lookup
from tilewright.exact_cover.limits import NEVER, Deadline
from tilewright.runs.access import DECODING_ERRORS, DamageError, clear_packs, detect_damage
from tilewright.runs.estimate import remaining
from tilewright.runs.store import Store, Subproblem
from tilewright.runs.subproblem import Child, Goal, Job, SubproblemOutcome, TooLong, Work, here
from tilewright.system import interrupts_held_back
from tilewright.version import __version__

GATHER = 0.05  # seconds in which answers are collected to be written in one transaction
WORK_AHEAD = 0.3  # seconds of work that should wait at each worker
MOST_AHEAD = 500  # most subproblems that may wait at each worker
MOST_FAILED_STARTS = 20  # most consecutive workers that may die before they begin
T = TypeVar("T")

READY = "ready"  # a worker's first message; if it dies earlier, no subproblem is to blame


def queue_length(pace: float) -> int:
    """Return how many subproblems of `pace` seconds each worker should hold so that none is idle.

    >>> queue_length(10.0), queue_length(0.001)
    (2, 301)
    """
    return 1 + min(MOST_AHEAD, max(1, round(WORK_AHEAD / max(pace, 1e-6))))


@dataclass(frozen=True)
class SubproblemFailed:
    """A subproblem raised an error; `is_internal` means a defect of the package, as for InternalError."""

    text: str
    is_internal: bool = False

    def error(self, id: int) -> TilewrightError:
        """Return the error with which the run ends."""
        kind = InternalError if self.is_internal else TilewrightError
        return kind(f"subproblem {id}: {self.text}")


@dataclass(frozen=True)
class Unanswered:
    """No answer will come.

    worker_died: the worker died or ran out of memory while it was solving this very subproblem.

    split: what may replace the subproblem if this happens repeatedly.
    """

    worker_died: bool
    split: TooLong | None = None


def answer_subproblem(work: Work, child: Child) -> Any:
    """Return a worker's answer: a SubproblemOutcome, TooLong, SubproblemFailed, or Unanswered if memory ran out."""
    try:
        return work.work(child)
    except InternalError as error:
        return SubproblemFailed(error.what, is_internal=True)
    except TilewrightError as error:
        return SubproblemFailed(str(error) or type(error).__name__)
    except MemoryError:  # another worker may have more memory: the run continues
        children = None
    except Exception as error:
        return SubproblemFailed(f"{type(error).__name__}: {error}", is_internal=True)
    with suppress(MemoryError):
        children = work.split(child)
    split = TooLong(((child.prefix, tuple(children)),), 0, 0.0, here()) if children else None
    return Unanswered(worker_died=True, split=split)


def _serve(pipe: Connection, work: Work) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is handled by the owner
    given: queue.SimpleQueue[Child] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(pipe, given), daemon=True).start()
    with suppress(OSError):  # the owner has ended
        pipe.send(READY)
        while True:
            pipe.send(answer_subproblem(work, given.get()))


def _receive(pipe: Connection, given: queue.SimpleQueue[Child]) -> None:
    """Receive subproblems at once, even during a search, so that both sides cannot wait forever to send."""
    while True:
        try:
            given.put(pipe.recv())
        except (EOFError, OSError):  # the owner has ended, so the work is no longer needed
            os._exit(0)


class WorkerProcess:
    """The owner's side of a worker process, which solves the subproblems `given` in order."""

    def __init__(self, work: Work, name: str) -> None:
        context = multiprocessing.get_context("spawn")
        self.name = name
        self.pipe, theirs = context.Pipe()
        self.process: BaseProcess = context.Process(target=_serve, args=(theirs, work), daemon=True)
        # Ctrl-C is handled by the owner, even while the worker still imports modules: it inherits the blocked signals.
        with interrupts_held_back():
            self.process.start()
        theirs.close()
        self.given: deque[int] = deque()
        self.ready = False

    def submit(self, id: int, child: Child) -> None:
        """Send a subproblem to the worker; if the worker has died, this is noticed when its answer is awaited."""
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
        self._pace = WORK_AHEAD  # recent average of seconds per subproblem
        self._failed_starts = 0

    def free_slots(self) -> int:
        """Return how many more subproblems would keep all workers busy; short ones allow more."""
        most = queue_length(self._pace)
        return sum(max(0, most - len(worker.given)) for worker in self.workers)

    def submit(self, id: int, child: Child) -> None:
        """Give a subproblem to the worker with the fewest."""
        min(self.workers, key=lambda worker: len(worker.given)).submit(id, child)

    def collect(self, seconds: float) -> Iterator[tuple[int, Any]]:
        """Yield answers that arrive within `seconds`; after the first one, wait only briefly for others."""
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


KERNEL = 1  # to be increased when a change of the kernel or the splitting changes the meaning of old prefixes
MOST_DEATHS = 5  # a subproblem that kills its worker so often is not tried again
WATCHING = 50  # a call of `watch` takes at most 1/50 of the time


class WorkerPool(Protocol):
    """The workers of a run: processes on this machine, or a cluster."""

    def free_slots(self) -> int:
        """Return how many more subproblems the pool can take."""
        ...

    def submit(self, id: int, child: Child) -> None:
        """Give a subproblem to a worker."""
        ...

    def collect(self, seconds: float) -> Iterable[tuple[int, Any]]:
        """Return (id, answer) for each subproblem that ends within `seconds`.

        An answer is a SubproblemOutcome, TooLong, SubproblemFailed or Unanswered.
        """
        ...

    def close(self) -> None:
        """Stop all workers."""
        ...


@dataclass(frozen=True)
class Status:
    """The progress of a run.

    value: the number of solutions so far; final if `finished`.

    state_counts: the number of subproblems in each state.

    share: the finished part of the search, 0 to 1.

    remaining: (low, likely, high) seconds of work left, None while unknown.

    pace: recent seconds of work done per second, by all workers together.
    """

    finished: bool
    value: int
    state_counts: dict[str, int]
    share: float
    remaining: tuple[float, float, float] | None
    pace: float | None
    nodes: int
    seconds: float

    @property
    def eta(self) -> tuple[float, float, float] | None:
        """The (low, likely, high) seconds of wall time left if work continues at the recent pace."""
        if self.remaining is None or not self.pace:
            return None
        low, likely, high = self.remaining
        return low / self.pace, likely / self.pace, high / self.pace


def start(path: Path, work: Work) -> Store:
    """Create the store of a new run. Raises NotationError if the file exists."""
    return Store.create(path, manifest_of(work), work.roots())


def manifest_of(work: Work) -> dict[str, Any]:
    """Return the description of a run that its store holds."""
    started = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    return {**work.manifest(), "version": __version__, "kernel": KERNEL, "started": started}


def job_of(store: Store, deadline: Deadline = NEVER) -> Work:
    """Return the work of a store.

    Raises RunMismatchError if this version would interpret it differently, and OutOfTimeError at the deadline.
    """
    manifest = store.manifest()
    if type(manifest["kernel"]) is not int or manifest["kernel"] != KERNEL:
        raise RunMismatchError(f"{store.path} was started by kernel {manifest['kernel']}: expected {KERNEL}")
    work, mine = _described(store, lambda work: work.manifest(), deadline)
    # Compare values as JSON, which distinguishes 1, 1.0 and true.
    wrong = [key for key, value in mine.items() if json.dumps(value) != json.dumps(manifest.get(key))]
    if "digest" in wrong:
        raise RunMismatchError(f"{store.path} is of puzzle {manifest['digest']}, its text gives {mine['digest']}")
    if "cover" in wrong:
        raise RunMismatchError(
            f"{store.path}: the puzzle compiles to another cover here than where the run was started"
        )
    if "packing" in wrong:
        raise RunMismatchError(f"{store.path} stores its tilings in another form than this version of Tilewright")
    if wrong:
        said, expected = (quote(str(each.get(wrong[0]))) for each in (manifest, mine))
        raise DamageError(store.path, f"its manifest says {wrong[0]} {said}, the run is of {expected}")
    return work


def check_weights(store: Store, work: Work) -> None:
    """Raise DamageError unless the first subproblems of the run have the weights that its puzzle gives them."""
    weights = {root.prefix: root.weight for root in work.roots()}
    for task in store.roots():
        if (weight := weights.get(task.child.prefix, task.child.weight)) != task.child.weight:
            raise DamageError(store.path, f"subproblem {task.id}: weight {task.child.weight}: expected {weight}")


def check_puzzle(store: Store) -> None:
    """Raise an error unless a store's puzzle has the stated name and digest. Nothing is compiled."""
    manifest = store.manifest()
    _, found = _described(store, lambda work: isinstance(work, Job) and (work.puzzle.name, work.puzzle.digest))
    if found and found != (manifest["name"], manifest["digest"]):
        name, digest = (quote(str(manifest[key])) for key in ("name", "digest"))
        raise RunMismatchError(
            f"{store.path} is of puzzle {name}, {digest}, its text gives {quote(found[0])}, '{found[1]}'"
        )


def _described(store: Store, look: Callable[[Work], T], deadline: Deadline = NEVER) -> tuple[Work, T]:
    """Return the work that a store's manifest describes, and the result of `look`, which may read its puzzle."""
    try:
        work = work_of(store.manifest(), deadline)
        return work, look(work)
    except DECODING_ERRORS as error:
        raise DamageError(store.path, f"its manifest describes no run: {type(error).__name__} {error}") from None


def work_of(manifest: dict[str, Any], deadline: Deadline = NEVER) -> Work:
    """Return the work that a manifest describes; the deadline is for preparing it."""
    if manifest["goal"] == "silhouettes":
        from tilewright.runs.silhouettes import SilhouetteJob

        return SilhouetteJob.of(manifest)
    if manifest["goal"] not in get_args(Goal):
        raise NotationError(f"goal {quote(str(manifest['goal']))}: expected count, all or silhouettes")
    if manifest["engine"] != "auto":
        lookup(manifest["engine"])
    if not isinstance(manifest["puzzle"], str):
        raise NotationError(f"puzzle {quote(str(manifest['puzzle']))}: expected text")
    return Job(manifest["puzzle"], manifest["goal"], manifest["engine"], deadline)


def status(store: Store) -> Status:
    """Return the progress of a run."""
    state_counts = store.state_counts()
    finished = state_counts["open"] == state_counts["taken"] == 0
    with detect_damage(store.path, "tree"):
        left = None if finished else remaining(store.sibling_sums())
    return Status(finished, store.total(), state_counts, store.finished_share(), left, store.pace(), *store.work_done())


def run_until_done(
    store: Store, pool: WorkerPool, watch: Callable[[Store], None] = lambda _: None, every: float = 0.5
) -> None:
    """Work until no subproblem is open. Subproblems unfinished at an interrupt are open again in the store.

    A subproblem that repeatedly ends its workers is set aside. When all others are finished, TilewrightError names it.
    """
    store.release()
    answers: list[tuple[int, Any]] = []
    aside: dict[int, str] = {}
    in_flight: set[int] = set()
    due, cost = time.monotonic() + every, 0.0
    try:
        while True:
            with store.batch():
                wrong = _record(store, answers, aside)
                taken = [] if wrong else list(_claim(store, pool.free_slots(), aside))
            in_flight.difference_update(id for id, _ in answers)
            answers.clear()
            if wrong:
                raise wrong
            for task in taken:
                in_flight.add(task.id)
                pool.submit(task.id, task.child)
            if not in_flight and not store.state_counts()["open"]:  # if some are open, the workers have not started yet
                if aside:
                    raise TilewrightError("; ".join(aside.values()))
                clear_packs(store.path, store.files())
                return
            if (began := time.monotonic()) > due:
                watch(store)
                cost = time.monotonic() - began
                due = began + max(every, WATCHING * cost)
            answers.extend(pool.collect(every))
    finally:
        with suppress(TilewrightError), store.batch():  # a full disk must not hide the original error
            _record(store, answers, aside)
            store.release([*in_flight, *aside])


def _claim(store: Store, most: int, aside: dict[int, str]) -> Iterator[Subproblem]:
    while most > 0 and (task := store.claim("worker")) is not None:
        if task.id not in aside:  # otherwise it stays taken, but no worker gets it
            most -= 1
            yield task


def _record(store: Store, answers: Iterable[tuple[int, Any]], aside: dict[int, str]) -> TilewrightError | None:
    """Record answers. Return why the run cannot continue, or None."""
    wrong = None
    for id, answer in answers:
        if isinstance(answer, SubproblemOutcome):
            store.finish(id, answer)
        elif isinstance(answer, TooLong):
            store.split(id, answer.splits, answer.nodes, answer.seconds, answer.worker)
        elif isinstance(answer, SubproblemFailed):
            wrong = answer.error(id)
            store.release([id])
        elif not answer.worker_died:
            store.release([id])
        elif store.record_death(id) >= MOST_DEATHS:
            if answer.split:
                store.split(id, answer.split.splits, worker=answer.split.worker)
            else:
                aside[id] = f"subproblem {id} ended its worker {MOST_DEATHS} times: not tried again"
    return wrong
