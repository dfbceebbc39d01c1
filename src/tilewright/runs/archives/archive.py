"""What comes out of a run: an archive of its tilings that tells what it is of, or a catalogue of silhouettes."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import tilewright
from tilewright.cover.batch import Batch
from tilewright.cover.problem import Solution
from tilewright.errors import NotationError, TilewrightError
from tilewright.files import check_writable, keep_mode
from tilewright.formats.answer import VERSION, dumps_line
from tilewright.formats.lines import LineWriter
from tilewright.puzzle.compiled import Compiled
from tilewright.puzzle.tilings import Tilings
from tilewright.runs.access import DamageError, detect_damage, is_outside_error, require_no_store
from tilewright.runs.coordinator import KERNEL, job_of, status
from tilewright.runs.job import Job
from tilewright.runs.packed import unpack
from tilewright.runs.silhouettes import SilhouetteJob, run_catalogue
from tilewright.runs.store import Store

CHUNK = 5_000
SCHEMA = "CREATE TABLE tilings (number INTEGER PRIMARY KEY, placements TEXT); CREATE TABLE archive (record TEXT)"
Record = dict[str, Any]


class SetDigest:
    """A hash of a puzzle and a set of its solutions that does not depend on their order: it covers the sum of the
    solutions' hashes modulo 2^256.
    """

    def __init__(self, puzzle: str) -> None:
        self.puzzle, self.number = puzzle, 0
        self._sum = 0

    def add(self, batch: Batch) -> None:
        """Add solutions."""
        for _, rows in batch.by_length():
            data, width = rows.astype("<u4").tobytes(), 4 * rows.shape[1]
            for place in range(0, len(data), width):
                self._sum += int.from_bytes(hashlib.sha256(data[place : place + width]).digest(), "big")
        self._sum %= 1 << 256
        self.number += len(batch)

    @property
    def hex(self) -> str:
        """64 hex digits."""
        return hashlib.sha256(f"{self.puzzle} {self.number} {self._sum:064x}".encode()).hexdigest()


def tilings(store: Store, job: Job) -> Iterator[Batch]:
    """Yield every solution of a run that stores them, images of weighted subproblems included."""
    for task, outcome in store.finished():
        if outcome.packed is None:
            raise NotationError(f"{store.path} only counts: expected a run started with --goal all")
        with detect_damage(store.path, f"subproblem {task.id}"):
            for batch in unpack(outcome.packed):
                yield from job.splitter.images(batch, task.child)


class PlacementIds:
    """The ids of the placements of a tiling, by position; each text is made once."""

    def __init__(self, compiled: Compiled) -> None:
        self.compiled = compiled
        # Pieces that look alike are named by the others of the tiling.
        self.named_by_others = bool(compiled.owners_of_many)
        self.plain = [(option, compiled.placement(number).id) for number, option in enumerate(compiled.cover.options)]

    def __call__(self, solution: Solution) -> list[str]:
        """The ids of one solution."""
        if self.named_by_others:
            return [placement.id for placement in self.compiled.tiling(solution).placements]
        return [text for _, text in sorted(self.plain[option] for option in solution)]


@dataclass(frozen=True)
class ExportSummary:
    """What an archive holds: how many tilings, whether the run was finished, and the digest."""

    number: int
    complete: bool
    digest: str


class _Export:
    """The tilings of a run on their way to a file, counted; at the end, what the archive says of itself."""

    def __init__(self, store: Store, job: Job) -> None:
        self.store, self.job = store, job
        self.complete = status(store).finished
        self.expected = store.total()
        self.digest = SetDigest(job.puzzle.digest)

    def __iter__(self) -> Iterator[Batch]:
        """Batches of at most CHUNK solutions."""
        for batch in tilings(self.store, self.job):
            self.digest.add(batch)
            for first in range(0, len(batch), CHUNK):
                yield batch[first : first + CHUNK]
        if self.digest.number != self.expected:
            raise DamageError(self.store.path, f"{self.digest.number} tilings are stored, {self.expected} were counted")

    def record(self) -> Record:
        """Return the description that an archive carries, when all tilings are written."""
        return {
            "tilewright": VERSION,
            "version": tilewright.__version__,
            "kernel": KERNEL,
            "name": self.job.puzzle.name,
            "puzzle_digest": self.job.puzzle.digest,
            "puzzle": self.job.puzzle_text,
            "number": self.digest.number,
            "bound": "exact" if self.complete else "at least",
            "digest": self.digest.hex,
        }


def export(store: Store, output: Path, force: bool = False) -> ExportSummary:
    """Write all tilings to `.jsonl`, `.parquet` or `.db`, whose memory does not grow with their number; or silhouettes to
    `.json`. Of a run that is not finished, what was found so far: the archive says so.
    """
    job = job_of(store)
    if isinstance(job, SilhouetteJob):
        return _export_silhouettes(store, job, output, force)
    writers = {".jsonl": _write_jsonl, ".parquet": _write_parquet, ".db": _write_db}
    if output.suffix not in writers:
        raise NotationError(f"-o {output}: expected .jsonl, .parquet or .db")
    assert isinstance(job, Job)
    if job.goal != "all":
        raise NotationError(f"{store.path} only counts: expected a run started with --goal all")
    found = _Export(store, job)
    with _whole_or_nothing(output, force) as hidden:
        writers[output.suffix](hidden, found)
    return ExportSummary(found.digest.number, found.complete, found.digest.hex)


def _export_silhouettes(store: Store, job: SilhouetteJob, output: Path, force: bool) -> ExportSummary:
    if output.suffix != ".json":
        raise NotationError(f"-o {output}: the catalogue of a run for silhouettes: expected .json")
    found = run_catalogue(store, job, status(store).finished)
    text = found.text().encode()
    with _whole_or_nothing(output, force) as hidden:
        hidden.write_bytes(text)
    return ExportSummary(len(found.silhouettes), found.complete, hashlib.sha256(text).hexdigest())


@contextmanager
def _whole_or_nothing(output: Path, force: bool) -> Iterator[Path]:
    """A file beside `output` that takes its place when all is written; a run store's place it never takes."""
    if not output.parent.is_dir():
        raise NotationError(f"-o {output}: there is no directory {output.parent}")
    require_no_store(output)
    output = check_writable(output, force)
    if output.exists() and not output.is_file():
        raise NotationError(f"-o {output}: an archive is not written in one stream: expected a file")
    hidden = output.with_name(f".{output.name}.part")
    try:
        hidden.unlink(missing_ok=True)
        yield hidden
        keep_mode(hidden, output)
        hidden.replace(output)
    except OSError as error:
        raise TilewrightError(f"cannot write {output}: {error.strerror or error}") from None
    except sqlite3.OperationalError as error:
        if not is_outside_error(error):  # it is the store's
            raise
        raise TilewrightError(f"cannot write {output}: {error}") from None
    finally:
        for each in (hidden, hidden.with_name(hidden.name + "-journal")):
            with suppress(OSError):
                each.unlink(missing_ok=True)


def _write_jsonl(path: Path, found: _Export) -> None:
    """One tiling a line, as `solve -o` writes them, and a last line about the archive."""
    lines, job = LineWriter(), found.job
    with path.open("wb") as file:
        file.writelines(lines(Tilings(job.puzzle, job.compiled, batch)).encode() for batch in found)
        file.write(dumps_line({"archive": found.record()}).encode())


def _write_db(path: Path, found: _Export) -> None:
    ids = PlacementIds(found.job.compiled)
    with closing(sqlite3.connect(path)) as db, db:
        for statement in SCHEMA.split(";"):
            db.execute(statement)
        rows = ((" ".join(ids(solution)),) for batch in found for solution in batch)
        db.executemany("INSERT INTO tilings (placements) VALUES (?)", rows)
        db.execute("INSERT INTO archive VALUES (?)", (json.dumps(found.record()),))


def _write_parquet(path: Path, found: _Export) -> None:
    pa, pq = import_pyarrow()
    ids = PlacementIds(found.job.compiled)
    schema = pa.schema([("placements", pa.list_(pa.string()))])
    with pq.ParquetWriter(path, schema) as writer:
        for batch in found:
            writer.write_table(pa.table({"placements": [ids(solution) for solution in batch]}, schema=schema))
        writer.add_key_value_metadata({"tilewright": json.dumps(found.record())})


def import_pyarrow() -> tuple[Any, Any]:
    """Return pyarrow and pyarrow.parquet. Raises NotationError saying how to install them."""
    try:
        import pyarrow as pa  # the extra `archive`
        import pyarrow.parquet as pq  # the same
    except ModuleNotFoundError:
        raise NotationError("a .parquet archive needs pyarrow: pip install 'tilewright[archive]'") from None
    return pa, pq
