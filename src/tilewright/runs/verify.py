"""Is a store right? Everything is looked at again: the tree of subproblems, what is kept, the numbers, a sample."""

from __future__ import annotations

import hashlib
import random
from typing import Any

from tilewright.cover.check import BatchChecker
from tilewright.runs.access import DamageError, detect_damage
from tilewright.runs.coordinator import job_of, status
from tilewright.runs.job import Job, Work
from tilewright.runs.packed import unpack
from tilewright.runs.silhouettes import SilhouetteJob, silhouettes_fault
from tilewright.runs.store import Store
from tilewright.runs.subproblem import Outcome, Prefix

Report = dict[str, Any]


def verify(store: Store, sample: int = 20, engine: str = "auto") -> Report:
    """What was checked and found. `valid`: True only if the run is finished and all of this holds, None while it is
    not finished and nothing is wrong so far, else False with a `fault`:

    - the subproblems of the store are those that splitting gives, none missing, none added;
    - every kept tiling is one, lies in its own subproblem, and is new there; their numbers are those of the store;
    - `sample` subproblems, drawn by the puzzle's digest, give the same number when solved again by `engine`.
    """
    work = job_of(store)
    report: Report = {"valid": False, "finished": False}
    try:
        fault = _fault(store, work, report, sample, engine)
    except DamageError as damage:
        fault = str(damage)
    report["valid"] = False if fault else report["finished"] or None
    report["fault"] = fault
    return report


def _fault(store: Store, work: Work, report: Report, sample: int, engine: str) -> str | None:
    """The first fault that is found, or None; the report tells how far the checks came."""
    report["finished"], report["count"] = status(store).finished, str(store.total())
    report["digest"] = store_digest(store)
    with detect_damage(store.path, "tree"):
        fault = _partition_fault(store, work)
    if fault:
        return fault
    report["partition"] = "complete"
    if (id := store.misplaced_solutions()) is not None:
        return f"solutions are stored for subproblem {id}, which is not finished"
    if isinstance(work, SilhouetteJob):
        report["outlines"], fault = silhouettes_fault(store, work)
    elif isinstance(work, Job) and work.goal == "all":
        report["tilings"], fault = _check_tilings(store, work)
    if fault:
        return fault
    report["sample"], fault = _recompute(store, work, sample, engine)
    return fault


def store_digest(store: Store) -> str:
    """A hash of all that is finished: puzzle, prefixes, weights and numbers. Another splitting gives another one."""
    rows = sorted(f"{task.child.prefix} {task.child.weight} {outcome.count}" for task, outcome in store.finished())
    return hashlib.sha256("\n".join([store.manifest()["digest"], *rows]).encode()).hexdigest()


def _partition_fault(store: Store, work: Work) -> str | None:
    rows = list(store.tree())
    below: dict[int | None, list[tuple[Prefix, int]]] = {}
    for _, parent, child, *_ in rows:
        below.setdefault(parent, []).append((child.prefix, child.weight))
    if sorted(below.get(None, [])) != sorted((root.prefix, root.weight) for root in work.roots()):
        return "the first subproblems are not those of the puzzle"
    known = {None, *(id for id, *_ in rows)}
    if lost := [parent for parent in below if parent not in known]:
        return f"subproblem {lost[0]} is not there, but has children"
    shares: dict[int | None, float] = {None: 1.0, **{id: share for id, *_, share in rows}}
    for id, parent, child, state, share in rows:
        if share != shares[parent] / len(below[parent]):
            return (
                f"subproblem {id} is the share {share} of the search, but its parent has {len(below[parent])} children"
            )
        if (state == "split") != (id in below):
            return f"subproblem {id} is {state}, but has {len(below.get(id, []))} children"
        if state == "split" and sorted((c.prefix, c.weight) for c in work.split(child) or []) != sorted(below[id]):
            return f"the children of subproblem {id} are not those of its split"
    return None


def _check_tilings(store: Store, job: Job) -> tuple[int, str | None]:
    checker = BatchChecker(job.compiled.cover)
    number = 0
    for task, outcome in store.finished():
        with detect_damage(store.path, f"subproblem {task.id}"):
            fault = _tilings_fault(checker, outcome, set(task.child.prefix))
        if fault:
            return number, f"subproblem {task.id} {fault}"
        number += outcome.count * task.child.weight
    return number, None


def _tilings_fault(checker: BatchChecker, outcome: Outcome, prefix: set[int]) -> str | None:
    if outcome.packed is None:
        return "holds no tilings"
    seen: set[bytes] = set()  # 16 bytes each, of one subproblem
    number = 0
    for batch in unpack(outcome.packed):
        if checker.wrong(batch) or any(not prefix.issubset(solution) for solution in batch):
            return "holds something that is not a tiling of it"
        for _, rows in batch.by_length():
            seen.update(hashlib.blake2b(row.tobytes(), digest_size=16).digest() for row in rows)
        number += len(batch)
    if number != outcome.count or len(seen) != number:
        return f"says {outcome.count} tilings, holds {len(seen)}"
    return None


def _recompute(store: Store, work: Work, sample: int, engine: str) -> tuple[int, str | None]:
    tasks = [(task, outcome.count) for task, outcome in store.finished()]
    drawn = random.Random(store.manifest()["digest"]).sample(tasks, min(sample, len(tasks)))
    for task, expected in drawn:
        found, name = work.recount(task.child, engine)
        if found != expected:
            text = f"subproblem {task.id} has {found} by engine {name}, the store says {expected}"
            return len(drawn), text
    return len(drawn), None
