"""The owner of a run: hands subproblems to workers and writes what comes back. The only writer of the store."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import tilewright
from tilewright.errors import NotationError, RunMismatchError, TilewrightError
from tilewright.runs.access import DamageError, decoding
from tilewright.runs.estimate import remaining
from tilewright.runs.job import Job, Work
from tilewright.runs.store import Store, Subproblem
from tilewright.runs.subproblem import Child, Outcome, TooLong
from tilewright.runs.worker import Failed

KERNEL = 1  # raised when a change of the kernel or of the splitting makes old prefixes mean something else
MOST_DEATHS = 5  # a subproblem that kills its worker so often is not tried again
WATCHING = 50  # a look at the run takes at most one part in so many of the time


class Crew(Protocol):
    """Those who work: processes here, or a cluster."""

    def idle(self) -> int:
        """How many more subproblems may be given."""
        ...

    def give(self, id: int, child: Child) -> None:
        """Begin a subproblem."""
        ...

    def collect(self, seconds: float) -> Iterable[tuple[int, Any]]:
        """(id, Outcome | TooLong | Failed | Lost) of what has ended within so many seconds."""
        ...

    def dismiss(self) -> None:
        """End all work."""
        ...


@dataclass(frozen=True)
class Status:
    """A run at an instant; the number is final when `finished`. `remaining`: (low, likely, high) seconds of work left.

    `pace`: seconds of work done in a second of late, by all workers together.
    """

    finished: bool
    value: int
    tally: dict[str, int]
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
    """A new store for a run."""
    return Store.create(path, manifest_of(work), work.roots())


def manifest_of(work: Work) -> dict[str, Any]:
    """What a store says of its run."""
    started = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    return {**work.manifest(), "version": tilewright.__version__, "kernel": KERNEL, "started": started}


def job_of(store: Store) -> Work:
    """The work of a store; RunMismatchError when this version would understand it otherwise."""
    manifest = store.manifest()
    if manifest["kernel"] != KERNEL:
        raise RunMismatchError(f"{store.path} was begun by kernel {manifest['kernel']}: expected {KERNEL}")
    try:
        work = work_of(manifest)
        mine = work.manifest()
    except (KeyError, TypeError, ValueError, NotationError) as error:
        raise DamageError(store.path, f"its manifest describes no run: {type(error).__name__} {error}") from None
    if mine["digest"] != manifest["digest"]:
        raise RunMismatchError(f"{store.path} is of puzzle {manifest['digest']}, its text gives {mine['digest']}")
    if mine["cover"] != manifest["cover"]:
        raise RunMismatchError(f"{store.path}: the puzzle compiles to another cover here than where the run was begun")
    if mine.get("packing") != manifest.get("packing"):
        raise RunMismatchError(f"{store.path} keeps its tilings in another form than this version of Tilewright")
    return work


def work_of(manifest: dict[str, Any]) -> Work:
    """The work that a manifest describes."""
    if manifest["goal"] == "silhouettes":
        from tilewright.runs.outlines import OutlineJob

        return OutlineJob.of(manifest)
    return Job(manifest["puzzle"], manifest["goal"], manifest["engine"])


def status(store: Store) -> Status:
    """How far a run is."""
    tally = store.tally()
    finished = tally["open"] == tally["taken"] == 0
    with decoding(store.path, "tree"):
        left = None if finished else remaining(store.siblings())
    return Status(finished, store.total(), tally, store.share(), left, store.pace(), *store.spent())


def proceed(store: Store, crew: Crew, watch: Callable[[Store], None] = lambda _: None, every: float = 0.5) -> None:
    """Work until nothing is open. What an interrupt leaves unfinished is open again in the store."""
    store.give_back()
    answers: list[tuple[int, Any]] = []
    flying: set[int] = set()
    due, cost = time.monotonic() + every, 0.0
    try:
        while True:
            with store.batch():
                wrong = _record(store, answers)
                taken = [] if wrong else list(_take(store, crew.idle()))
            flying.difference_update(id for id, _ in answers)
            answers.clear()
            if wrong:
                raise TilewrightError(wrong)
            for task in taken:
                flying.add(task.id)
                crew.give(task.id, task.child)
            if not flying and not store.tally()["open"]:  # with open ones the crew is not there yet
                return
            if (began := time.monotonic()) > due:
                watch(store)
                cost = time.monotonic() - began
                due = began + max(every, WATCHING * cost)
            for answer in crew.collect(every):
                answers.append(answer)
    finally:
        with suppress(TilewrightError), store.batch():  # a full disk must not hide why we are here
            _record(store, answers)
            store.give_back(flying)


def _take(store: Store, most: int) -> Iterator[Subproblem]:
    for _ in range(most):
        task = store.take("worker")
        if task is None:
            return
        yield task


def _record(store: Store, answers: Iterable[tuple[int, Any]]) -> str:
    """Write what came back; why the run cannot go on, or nothing."""
    wrong = ""
    for id, answer in answers:
        if isinstance(answer, Outcome):
            store.finish(id, answer)
        elif isinstance(answer, TooLong):
            store.split(id, answer.splits, answer.nodes, answer.seconds, answer.worker)
        elif isinstance(answer, Failed):
            wrong = f"subproblem {id}: {answer}"
            store.give_back([id])
        elif not answer.died:
            store.give_back([id])
        elif store.blame(id) >= MOST_DEATHS:
            wrong = f"subproblem {id} ended its worker {MOST_DEATHS} times: not tried again"
    return wrong
