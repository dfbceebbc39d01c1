"""What comes out of a finished run: an archive of its tilings, and the proof that the store is right."""

from __future__ import annotations

import hashlib
import random
import sqlite3
from array import array
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tilewright.cover.check import BatchChecker
from tilewright.cover.choose import choose
from tilewright.cover.limit import Limit
from tilewright.cover.problem import Solution
from tilewright.cover.result import Report
from tilewright.errors import NotationError, TilewrightError
from tilewright.formats.answer import dumps_line, placement_row
from tilewright.runs.coordinator import job_of, status
from tilewright.runs.job import Job, unpack
from tilewright.runs.store import Store

CHUNK = 10_000


class SetDigest:
    """A hash of a set of solutions that does not depend on their order: the sum of their hashes modulo 2^256."""

    def __init__(self) -> None:
        self._sum = 0

    def add(self, solution: Solution) -> None:
        """Take one more in."""
        digest = hashlib.sha256(array("I", sorted(solution)).tobytes()).digest()
        self._sum = (self._sum + int.from_bytes(digest, "big")) % (1 << 256)

    @property
    def hex(self) -> str:
        """64 hex digits."""
        return f"{self._sum:064x}"


def tilings(store: Store, job: Job) -> Iterator[Solution]:
    """Every solution of a run that keeps them, images of weighted subproblems included."""
    for task, outcome in store.finished():
        if outcome.packed is None:
            raise NotationError(f"{store.path} only counts: expected a run begun with --goal all")
        for solution in unpack(outcome.packed):
            yield from job.splitter.images(solution, task.child)


def export(store: Store, output: Path) -> tuple[int, str]:
    """Write all tilings to `.jsonl`, `.parquet` or `.db`; (how many, digest). Memory does not grow with their number."""
    writers = {".jsonl": _write_jsonl, ".parquet": _write_parquet, ".db": _write_db}
    if output.suffix not in writers:
        raise NotationError(f"-o {output}: expected .jsonl, .parquet or .db")
    if not status(store).finished:
        raise NotationError(f"{store.path} is not finished: `tilewright run resume {store.path}` first")
    job = job_of(store)
    digest = SetDigest()
    number = 0

    def counted() -> Iterator[Solution]:
        nonlocal number
        for solution in tilings(store, job):
            digest.add(solution)
            number += 1
            yield solution

    hidden = output.with_name(f".{output.name}.part")
    hidden.unlink(missing_ok=True)
    try:
        writers[output.suffix](hidden, job, counted())
        hidden.replace(output)
    finally:
        hidden.unlink(missing_ok=True)
    return number, digest.hex


def _write_jsonl(path: Path, job: Job, solutions: Iterator[Solution]) -> None:
    with path.open("w", encoding="utf-8") as file:
        for solution in solutions:
            tiling = job.compiled.tiling(solution)
            file.write(dumps_line({"placements": [placement_row(job.puzzle, p) for p in tiling.placements]}))


def _ids(job: Job, solution: Solution) -> str:
    return " ".join(placement.id for placement in job.compiled.tiling(solution).placements)


def _write_db(path: Path, job: Job, solutions: Iterator[Solution]) -> None:
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE puzzle (digest TEXT, json TEXT)")
        db.execute("INSERT INTO puzzle VALUES (?, ?)", (job.puzzle.digest, job.puzzle_text))
        db.execute("CREATE TABLE tilings (number INTEGER PRIMARY KEY, placements TEXT)")
        db.executemany("INSERT INTO tilings (placements) VALUES (?)", ((_ids(job, s),) for s in solutions))
    db.close()


def _write_parquet(path: Path, job: Job, solutions: Iterator[Solution]) -> None:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ModuleNotFoundError:
        raise NotationError("a .parquet archive needs pyarrow: pip install 'tilewright[archive]'") from None
    schema = pa.schema([("placements", pa.list_(pa.string()))], metadata={"puzzle": job.puzzle_text})
    with pq.ParquetWriter(path, schema) as writer:
        chunk: list[list[str]] = []
        for solution in solutions:
            chunk.append(_ids(job, solution).split(" "))
            if len(chunk) == CHUNK:
                writer.write_table(pa.table({"placements": chunk}, schema=schema))
                chunk = []
        if chunk:
            writer.write_table(pa.table({"placements": chunk}, schema=schema))


def verify(store: Store, sample: int = 20, engine: str = "auto") -> dict[str, Any]:
    """What was checked and found. `valid` only if all of it holds:

    - the subproblems of the store are those that splitting gives, none missing, none added;
    - every kept tiling is one, lies in its own subproblem, and is new there; their numbers are those of the store;
    - `sample` subproblems, drawn by the puzzle's digest, give the same number when solved again by `engine`.
    """
    job = job_of(store)
    report: dict[str, Any] = {"valid": False, "finished": status(store).finished, "count": str(store.total())}
    report["partition"] = _partition_fault(store, job) or "complete"
    report["tilings"], fault = _check_tilings(store, job)
    report["sample"], differing = _recompute(store, job, sample, engine)
    report["fault"] = fault or differing
    report["valid"] = report["finished"] and report["partition"] == "complete" and report["fault"] is None
    return report


def _partition_fault(store: Store, job: Job) -> str | None:
    rows = list(store.tree())
    below: dict[int | None, list[tuple[tuple[int, ...], int]]] = {}
    for _, parent, prefix, weight, _ in rows:
        below.setdefault(parent, []).append((prefix, weight))
    roots = [(child.prefix, child.weight) for child in job.roots()]
    if sorted(below.get(None, [])) != sorted(roots):
        return "the first subproblems are not those of the puzzle"
    for id, _, prefix, weight, state in rows:
        if (state == "split") != (id in below):
            return f"subproblem {id} is {state}, but has {len(below.get(id, []))} children"
        if state == "split":
            children = [(child.prefix, weight) for child in job.splitter.split(prefix) or []]
            if sorted(children) != sorted(below[id]):
                return f"the children of subproblem {id} are not those of its split"
    return None


def _check_tilings(store: Store, job: Job) -> tuple[int, str | None]:
    checker = BatchChecker(job.compiled.cover)
    number = 0
    for task, outcome in store.finished():
        if outcome.packed is None:
            continue
        solutions = list(unpack(outcome.packed))
        prefix = set(task.child.prefix)
        if len(solutions) != outcome.count or len(set(solutions)) != len(solutions):
            return number, f"subproblem {task.id} says {outcome.count} tilings, keeps {len(set(solutions))}"
        if checker.wrong(solutions) or any(not prefix <= set(solution) for solution in solutions):
            return number, f"subproblem {task.id} keeps what is no tiling of it"
        number += len(solutions) * task.child.weight
    return number, None


def _recompute(store: Store, job: Job, sample: int, engine: str) -> tuple[int, str | None]:
    tasks = [(task, outcome.count) for task, outcome in store.finished()]
    drawn = random.Random(job.puzzle.digest).sample(tasks, min(sample, len(tasks)))
    for task, expected in drawn:
        rest = job.splitter.rest(task.child.prefix)
        report = Report()
        found = 0 if rest is None else choose(rest.cover, "count", engine).count(rest.cover, Limit(), report)
        if rest is not None and report.ended != "exhausted":
            raise TilewrightError(f"recomputing subproblem {task.id} ended as {report.ended}")
        if found != expected:
            return len(
                drawn
            ), f"subproblem {task.id} has {found} tilings by engine {report.engine}, the store says {expected}"
    return len(drawn), None
