"""The owner of a run: gives subproblems to workers and records their answers. The only writer of the store."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, get_args

import tilewright
from tilewright.cover.search.registry import lookup
from tilewright.errors import NotationError, RunMismatchError, TilewrightError, quote
from tilewright.runs.access import DECODING_ERRORS, DamageError, detect_damage
from tilewright.runs.estimate import remaining
from tilewright.runs.job import Goal, Job, Work
from tilewright.runs.store import Store
from tilewright.runs.store_reader import Subproblem, parse_text
from tilewright.runs.subproblem import Child, Outcome, TooLong
from tilewright.runs.worker import SubproblemFailed

KERNEL = 1  # raised when a change of the kernel or of the splitting makes old prefixes mean something else
MOST_DEATHS = 5  # a subproblem that kills its worker so often is not tried again
WATCHING = 50  # a look at the run takes at most one part in so many of the time


class WorkerPool(Protocol):
    """The workers of a run: processes on this machine, or a cluster."""

    def free_slots(self) -> int:
        """Return how many more subproblems the pool can take."""
        ...

    def submit(self, id: int, child: Child) -> None:
        """Give a subproblem to a worker."""
        ...

    def collect(self, seconds: float) -> Iterable[tuple[int, Any]]:
        """(id, Outcome | TooLong | SubproblemFailed | Unanswered) of what has ended within so many seconds."""
        ...

    def close(self) -> None:
        """Stop all workers."""
        ...


@dataclass(frozen=True)
class Status:
    """The progress of a run.

    value: solutions so far; final when `finished`.
    tally: subproblems by state.
    share: the part of the search that is finished, 0 to 1.
    remaining: (low, likely, high) seconds of work left, None while unknown.
    pace:  seconds of work done per second of late, by all workers together.
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
        """(low, likely, high) seconds of wall time left, if work goes on as of late."""
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
    return {**work.manifest(), "version": tilewright.__version__, "kernel": KERNEL, "started": started}


def job_of(store: Store) -> Work:
    """Return the work of a store. Raises RunMismatchError when this version would interpret it differently."""
    manifest = store.manifest()
    if type(manifest["kernel"]) is not int or manifest["kernel"] != KERNEL:
        raise RunMismatchError(f"{store.path} was started by kernel {manifest['kernel']}: expected {KERNEL}")
    try:
        work = work_of(manifest)
        mine = work.manifest()
    except (KeyError, *DECODING_ERRORS, IndexError) as error:
        raise DamageError(store.path, f"its manifest describes no run: {type(error).__name__} {error}") from None
    if mine["digest"] != manifest["digest"]:
        raise RunMismatchError(f"{store.path} is of puzzle {manifest['digest']}, its text gives {mine['digest']}")
    if mine["cover"] != manifest["cover"]:
        raise RunMismatchError(
            f"{store.path}: the puzzle compiles to another cover here than where the run was started"
        )
    if mine.get("packing") != manifest.get("packing"):
        raise RunMismatchError(f"{store.path} stores its tilings in another form than this version of Tilewright")
    # As JSON, where 1, 1.0 and true are three things.
    if wrong := [key for key, value in mine.items() if json.dumps(value) != json.dumps(manifest.get(key))]:
        said = quote(str(manifest.get(wrong[0])))
        raise DamageError(
            store.path, f"its manifest says {wrong[0]} {said}, the run is of {quote(str(mine[wrong[0]]))}"
        )
    return work


def work_of(manifest: dict[str, Any]) -> Work:
    """Return the work that a manifest describes."""
    if manifest["goal"] == "silhouettes":
        from tilewright.runs.silhouettes import SilhouetteJob  # slow to import, and for its own runs only

        return SilhouetteJob.of(manifest)
    if manifest["goal"] not in get_args(Goal):
        raise NotationError(f"goal {quote(str(manifest['goal']))}: expected count, all or silhouettes")
    if manifest["engine"] != "auto":
        lookup(parse_text(manifest["engine"]))
    return Job(parse_text(manifest["puzzle"]), manifest["goal"], manifest["engine"])


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
    """Work until no subproblem is open. What an interrupt leaves unfinished is open again in the store.

    A subproblem that ends its workers is set aside; when all others are finished, TilewrightError names it.
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
                raise TilewrightError(wrong)
            for task in taken:
                in_flight.add(task.id)
                pool.submit(task.id, task.child)
            if not in_flight and not store.state_counts()["open"]:  # where some are open, the workers are not there yet
                if aside:
                    raise TilewrightError("; ".join(aside.values()))
                return
            if (began := time.monotonic()) > due:
                watch(store)
                cost = time.monotonic() - began
                due = began + max(every, WATCHING * cost)
            for answer in pool.collect(every):
                answers.append(answer)
    finally:
        with suppress(TilewrightError), store.batch():  # a full disk must not hide why we are here
            _record(store, answers, aside)
            store.release([*in_flight, *aside])


def _claim(store: Store, most: int, aside: dict[int, str]) -> Iterator[Subproblem]:
    while most > 0 and (task := store.claim("worker")) is not None:
        if task.id not in aside:  # else it stays taken, by nobody
            most -= 1
            yield task


def _record(store: Store, answers: Iterable[tuple[int, Any]], aside: dict[int, str]) -> str:
    """Record answers. Return why the run cannot continue, or an empty string."""
    wrong = ""
    for id, answer in answers:
        if isinstance(answer, Outcome):
            store.finish(id, answer)
        elif isinstance(answer, TooLong):
            store.split(id, answer.splits, answer.nodes, answer.seconds, answer.worker)
        elif isinstance(answer, SubproblemFailed):
            wrong = f"subproblem {id}: {answer}"
            store.release([id])
        elif not answer.worker_died:
            store.release([id])
        elif store.record_death(id) >= MOST_DEATHS:
            if answer.split:
                store.split(id, answer.split.splits, worker=answer.split.worker)
            else:
                aside[id] = f"subproblem {id} ended its worker {MOST_DEATHS} times: not tried again"
    return wrong
