"""What comes out of a finished run: an archive of its tilings, and the proof that the store is right."""

from __future__ import annotations

import hashlib
import json
import random
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import cached_property
from pathlib import Path
from typing import Any

from tilewright.cover.batch import Batch
from tilewright.cover.check import BatchChecker
from tilewright.cover.problem import Solution
from tilewright.errors import NotationError, TilewrightError
from tilewright.formats.answer import placement_row
from tilewright.puzzle import Placement
from tilewright.runs.coordinator import job_of, status
from tilewright.runs.job import Job, Work
from tilewright.runs.packed import unpack
from tilewright.runs.store import Store
from tilewright.runs.subproblem import Outcome, Prefix

CHUNK = 10_000


class SetDigest:
    """A hash of a set of solutions that does not depend on their order: the sum of their hashes modulo 2^256."""

    def __init__(self) -> None:
        self._sum = 0

    def add(self, batch: Batch) -> None:
        """Take more in."""
        for _, rows in batch.by_length():
            data, width = rows.astype("<u4").tobytes(), 4 * rows.shape[1]
            for place in range(0, len(data), width):
                self._sum += int.from_bytes(hashlib.sha256(data[place : place + width]).digest(), "big")
        self._sum %= 1 << 256

    @property
    def hex(self) -> str:
        """64 hex digits."""
        return f"{self._sum:064x}"


def tilings(store: Store, job: Job) -> Iterator[Batch]:
    """Every solution of a run that keeps them, images of weighted subproblems included."""
    for task, outcome in store.finished():
        if outcome.packed is None:
            raise NotationError(f"{store.path} only counts: expected a run begun with --goal all")
        for batch in unpack(outcome.packed):
            yield from job.splitter.images(batch, task.child)


class _Texts:
    """Tilings as text, the text of each placement made once."""

    def __init__(self, job: Job, text: Callable[[Placement], str]) -> None:
        self.job, self.text = job, text

    @cached_property
    def _plain(self) -> list[tuple[tuple[int, ...], str]] | None:
        """For each option where it sorts and its text; None if pieces look alike, whose names depend on the others."""
        compiled = self.job.compiled
        if any(len(kind.pieces) > 1 for kind in compiled.kinds):
            return None
        return [(option, self.text(compiled.placement(k))) for k, option in enumerate(compiled.cover.options)]

    def __call__(self, solution: Solution) -> list[str]:
        """One text a placement, by position as in the Tiling."""
        if self._plain is None:
            return [self.text(placement) for placement in self.job.compiled.tiling(solution).placements]
        return [text for _, text in sorted(self._plain[option] for option in solution)]


def export(store: Store, output: Path) -> tuple[int, str]:
    """Write all tilings to `.jsonl`, `.parquet` or `.db`; (how many, digest). Memory does not grow with their number."""
    writers = {".jsonl": _write_jsonl, ".parquet": _write_parquet, ".db": _write_db}
    if output.suffix not in writers:
        raise NotationError(f"-o {output}: expected .jsonl, .parquet or .db")
    if not output.parent.is_dir():
        raise NotationError(f"-o {output}: there is no directory {output.parent}")
    if not status(store).finished:
        raise NotationError(f"{store.path} is not finished: `tilewright run resume {store.path}` first")
    job = job_of(store)
    if not isinstance(job, Job):
        raise NotationError(f"{store.path} is a run of outlines: expected -o FILE.json")
    digest = SetDigest()
    number = 0

    def counted() -> Iterator[Batch]:
        nonlocal number
        for batch in tilings(store, job):
            digest.add(batch)
            number += len(batch)
            yield batch

    hidden = output.with_name(f".{output.name}.part")
    hidden.unlink(missing_ok=True)
    try:
        writers[output.suffix](hidden, job, counted())
        hidden.replace(output)
    except OSError as error:
        raise TilewrightError(f"cannot write {output}: {error.strerror or error}") from None
    except sqlite3.OperationalError as error:
        raise TilewrightError(f"cannot write {output}: {error}") from None
    finally:
        hidden.unlink(missing_ok=True)
    return number, digest.hex


def _write_jsonl(path: Path, job: Job, batches: Iterator[Batch]) -> None:
    rows = _Texts(job, lambda placement: json.dumps(placement_row(job.puzzle, placement), separators=(",", ":")))
    with path.open("w", encoding="utf-8") as file:
        for batch in batches:
            file.writelines('{"placements":[' + ",".join(rows(solution)) + "]}\n" for solution in batch)


def _write_db(path: Path, job: Job, batches: Iterator[Batch]) -> None:
    ids = _Texts(job, lambda placement: placement.id)
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("CREATE TABLE puzzle (digest TEXT, json TEXT)")
        db.execute("INSERT INTO puzzle VALUES (?, ?)", (job.puzzle.digest, job.puzzle_text))
        db.execute("CREATE TABLE tilings (number INTEGER PRIMARY KEY, placements TEXT)")
        rows = ((" ".join(ids(solution)),) for batch in batches for solution in batch)
        db.executemany("INSERT INTO tilings (placements) VALUES (?)", rows)


def _write_parquet(path: Path, job: Job, batches: Iterator[Batch]) -> None:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ModuleNotFoundError:
        raise NotationError("a .parquet archive needs pyarrow: pip install 'tilewright[archive]'") from None
    ids = _Texts(job, lambda placement: placement.id)
    schema = pa.schema([("placements", pa.list_(pa.string()))], metadata={"puzzle": job.puzzle_text})
    with pq.ParquetWriter(path, schema) as writer:
        for batch in batches:
            for first in range(0, len(batch), CHUNK):
                rows = [ids(solution) for solution in batch[first : first + CHUNK]]
                writer.write_table(pa.table({"placements": rows}, schema=schema))


def verify(store: Store, sample: int = 20, engine: str = "auto") -> dict[str, Any]:
    """What was checked and found. `valid` only if all of it holds:

    - the subproblems of the store are those that splitting gives, none missing, none added;
    - every kept tiling is one, lies in its own subproblem, and is new there; their numbers are those of the store;
    - `sample` subproblems, drawn by the puzzle's digest, give the same number when solved again by `engine`.
    """
    work = job_of(store)
    report: dict[str, Any] = {"valid": False, "finished": status(store).finished, "count": str(store.total())}
    report["partition"] = _partition_fault(store, work) or "complete"
    if isinstance(work, Job):
        report["tilings"], fault = _check_tilings(store, work)
    report["sample"], differing = _recompute(store, work, sample, engine)
    report["fault"] = fault or differing
    report["valid"] = report["finished"] and report["partition"] == "complete" and report["fault"] is None
    return report


def _partition_fault(store: Store, work: Work) -> str | None:
    rows = list(store.tree())
    below: dict[int | None, list[tuple[Prefix, int]]] = {}
    for _, parent, child, _ in rows:
        below.setdefault(parent, []).append((child.prefix, child.weight))
    if sorted(below.get(None, [])) != sorted((root.prefix, root.weight) for root in work.roots()):
        return "the first subproblems are not those of the puzzle"
    for id, _, child, state in rows:
        if (state == "split") != (id in below):
            return f"subproblem {id} is {state}, but has {len(below.get(id, []))} children"
        if state == "split" and sorted((c.prefix, c.weight) for c in work.split(child) or []) != sorted(below[id]):
            return f"the children of subproblem {id} are not those of its split"
    return None


def _check_tilings(store: Store, job: Job) -> tuple[int, str | None]:
    checker = BatchChecker(job.compiled.cover)
    number = 0
    for task, outcome in store.finished():
        if outcome.packed is None:
            continue
        fault = _tilings_fault(checker, outcome, set(task.child.prefix))
        if fault:
            return number, f"subproblem {task.id} {fault}"
        number += outcome.count * task.child.weight
    return number, None


def _tilings_fault(checker: BatchChecker, outcome: Outcome, prefix: set[int]) -> str | None:
    seen: set[bytes] = set()  # 16 bytes each, of one subproblem
    number = 0
    for batch in unpack(outcome.packed or b""):
        if checker.wrong(batch) or any(not prefix.issubset(solution) for solution in batch):
            return "keeps what is no tiling of it"
        for _, rows in batch.by_length():
            seen.update(hashlib.blake2b(row.tobytes(), digest_size=16).digest() for row in rows)
        number += len(batch)
    if number != outcome.count or len(seen) != number:
        return f"says {outcome.count} tilings, keeps {len(seen)}"
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
