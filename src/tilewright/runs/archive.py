"""What comes out of a finished run: an archive of its tilings, and the proof that the store is right."""

from __future__ import annotations

import hashlib
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from tilewright.cover.batch import Batch
from tilewright.cover.check import BatchChecker
from tilewright.cover.problem import Solution
from tilewright.errors import NotationError, TilewrightError
from tilewright.formats.lines import LineWriter
from tilewright.puzzle.compile import Compiled
from tilewright.runs.access import require_no_store
from tilewright.runs.coordinator import job_of, status
from tilewright.runs.job import Job, Work
from tilewright.runs.outlines import OutlineJob, catalogue, outlines_fault
from tilewright.runs.packed import unpack
from tilewright.runs.store import Store
from tilewright.runs.subproblem import Outcome, Prefix

CHUNK = 5_000


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


class _Ids:
    """The placements' ids of a tiling, by position; each made once."""

    def __init__(self, compiled: Compiled) -> None:
        self.compiled = compiled
        # Pieces that look alike are named by the others of the tiling.
        self.twins = any(len(kind.pieces) > 1 for kind in compiled.kinds)
        self.plain = [(option, compiled.placement(number).id) for number, option in enumerate(compiled.cover.options)]

    def __call__(self, solution: Solution) -> list[str]:
        if self.twins:
            return [placement.id for placement in self.compiled.tiling(solution).placements]
        return [text for _, text in sorted(self.plain[option] for option in solution)]


def export(store: Store, output: Path) -> tuple[int, str]:
    """Write all tilings to `.jsonl`, `.parquet` or `.db`; (how many, digest). Memory does not grow with their number."""
    job = job_of(store)
    if isinstance(job, OutlineJob):
        return _export_outlines(store, job, output)
    writers = {".jsonl": _write_jsonl, ".parquet": _write_parquet, ".db": _write_db}
    if output.suffix not in writers:
        raise NotationError(f"-o {output}: expected .jsonl, .parquet or .db")
    if not status(store).finished:
        raise NotationError(f"{store.path} is not finished: `tilewright run resume {store.path}` first")
    assert isinstance(job, Job)
    digest = SetDigest()
    number = 0

    def counted() -> Iterator[Batch]:
        nonlocal number
        for batch in tilings(store, job):
            digest.add(batch)
            number += len(batch)
            yield batch

    with _whole_or_nothing(output) as hidden:
        writers[output.suffix](hidden, job, counted())
    return number, digest.hex


def _export_outlines(store: Store, job: OutlineJob, output: Path) -> tuple[int, str]:
    """The catalogue of a run of outlines, also of one that is not finished: the file says so."""
    if output.suffix != ".json":
        raise NotationError(f"-o {output}: the catalogue of a run of outlines: expected .json")
    found = catalogue(store, job, status(store).finished)
    text = found.text().encode()
    with _whole_or_nothing(output) as hidden:
        hidden.write_bytes(text)
    return len(found.outlines), hashlib.sha256(text).hexdigest()


@contextmanager
def _whole_or_nothing(output: Path) -> Iterator[Path]:
    """A file beside `output` that takes its place when all is written; a run store's place it never takes."""
    if not output.parent.is_dir():
        raise NotationError(f"-o {output}: there is no directory {output.parent}")
    require_no_store(output)
    hidden = output.with_name(f".{output.name}.part")
    try:
        hidden.unlink(missing_ok=True)
        yield hidden
        hidden.replace(output)
    except OSError as error:
        raise TilewrightError(f"cannot write {output}: {error.strerror or error}") from None
    except sqlite3.OperationalError as error:
        raise TilewrightError(f"cannot write {output}: {error}") from None
    finally:
        for each in (hidden, hidden.with_name(hidden.name + "-journal")):
            with suppress(OSError):
                each.unlink(missing_ok=True)


def _write_jsonl(path: Path, job: Job, batches: Iterator[Batch]) -> None:
    lines = LineWriter(job.compiled)
    with path.open("wb") as file:
        file.writelines(lines(batch[first : first + CHUNK]).encode() for batch in batches for first in _chunks(batch))


def _chunks(batch: Batch) -> range:
    return range(0, len(batch), CHUNK)


def _write_db(path: Path, job: Job, batches: Iterator[Batch]) -> None:
    ids = _Ids(job.compiled)
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
    ids = _Ids(job.compiled)
    schema = pa.schema([("placements", pa.list_(pa.string()))], metadata={"puzzle": job.puzzle_text})
    with pq.ParquetWriter(path, schema) as writer:
        for batch in batches:
            for first in _chunks(batch):
                rows = [ids(solution) for solution in batch[first : first + CHUNK]]
                writer.write_table(pa.table({"placements": rows}, schema=schema))


def verify(store: Store, sample: int = 20, engine: str = "auto") -> dict[str, Any]:
    """What was checked and found. `valid` only if all of it holds:

    - the subproblems of the store are those that splitting gives, none missing, none added;
    - every kept tiling is one, lies in its own subproblem, and is new there; their numbers are those of the store;
    - `sample` subproblems, drawn by the puzzle's digest, give the same number when solved again by `engine`.
    """
    work, fault = job_of(store), None
    report: dict[str, Any] = {"valid": False, "finished": status(store).finished, "count": str(store.total())}
    report["partition"] = _partition_fault(store, work) or "complete"
    if isinstance(work, OutlineJob):
        report["outlines"], fault = outlines_fault(store, work)
    elif isinstance(work, Job):
        report["tilings"], fault = _check_tilings(store, work)
    report["sample"], differing = _recompute(store, work, sample, engine)
    report["fault"] = fault or differing
    report["digest"] = store_digest(store)
    report["valid"] = report["finished"] and report["partition"] == "complete" and report["fault"] is None
    return report


def store_digest(store: Store) -> str:
    """A hash of all that is finished: puzzle, prefixes, weights and numbers. Another splitting gives another one."""
    rows = sorted(f"{task.child.prefix} {task.child.weight} {outcome.count}" for task, outcome in store.finished())
    return hashlib.sha256("\n".join([store.manifest()["digest"], *rows]).encode()).hexdigest()


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
