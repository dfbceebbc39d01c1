"""Export a run: an archive of its tilings that describes itself, or a catalogue of silhouettes; and check archives.

An archive is read back as a stream. The check requires that every tiling is valid, that all are distinct (by hashes on
disk, in parts small enough to be sorted one after the other), and that their number and digest agree with the
description. For a sample of subproblems, drawn by the puzzle's digest, another engine counts the tilings again.
"""

from __future__ import annotations

import hashlib
import json
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import Annotated, Any, Literal, TypeVar

import msgspec
import numpy as np

from tilewright.api.answer import VERSION, LineWriter
from tilewright.errors import NotationError, RunMismatchError, TilewrightError, quote
from tilewright.exact_cover.limits import Limit
from tilewright.exact_cover.problem import Batch, BatchChecker, Solution
from tilewright.files import check_writable, keep_mode, open_regular, suffix_of
from tilewright.puzzle.table import learnt, parse_json
from tilewright.puzzle.tilings import Tilings
from tilewright.runs.access import (
    DECODING_ERRORS,
    MAGIC,
    DamageError,
    check_schema,
    detect_damage,
    is_outside_error,
    require_no_store,
)
from tilewright.runs.silhouettes import SilhouetteJob, run_catalogue
from tilewright.runs.store import Store
from tilewright.runs.subproblem import Child, Job, Prefix, unpack
from tilewright.runs.work import KERNEL, check_weights, job_of, status
from tilewright.silhouettes.catalogue import load_catalogue
from tilewright.system import dumps_line
from tilewright.version import __version__

CHUNK = 5_000
SCHEMA = "CREATE TABLE tilings (number INTEGER PRIMARY KEY, placements TEXT); CREATE TABLE archive (record TEXT)"
Record = dict[str, Any]


class SetDigest:
    """A hash of a puzzle and a set of its solutions that does not depend on their order.

    It covers the sum of the solutions' hashes modulo 2^256.
    """

    def __init__(self, puzzle: str) -> None:
        self.puzzle, self.number = puzzle, 0
        self._sum = 0

    def add(self, batch: Batch) -> None:
        """Add solutions to the set."""
        hashes = (hashlib.sha256(solution).digest() for solution in _as_bytes(batch))
        self._sum = sum((int.from_bytes(digest, "big") for digest in hashes), self._sum) % (1 << 256)
        self.number += len(batch)

    @property
    def hex(self) -> str:
        """The digest as 64 hexadecimal digits."""
        return hashlib.sha256(f"{self.puzzle} {self.number} {self._sum:064x}".encode()).hexdigest()


def _as_bytes(batch: Batch) -> Iterator[bytes]:
    """Yield each solution as its options, 4 bytes each, little-endian."""
    for _, rows in batch.by_length():
        data, width = rows.astype("<u4").tobytes(), 4 * rows.shape[1]
        yield from (data[place : place + width] for place in range(0, len(data), width))


def tilings(store: Store, job: Job) -> Iterator[Batch]:
    """Yield every solution of a run that stores them, including the images for weighted subproblems."""
    for task, outcome in store.finished():
        if outcome.packed is None:
            raise DamageError(store.path, f"subproblem {task.id}: its tilings are missing")
        with detect_damage(store.path, f"subproblem {task.id}"):
            for batch in unpack(outcome.packed):
                yield from job.splitter.images(batch, task.child)


class RowWriter:
    """The rows of an archive (jsonl, db or parquet) for tilings; rows that are read must be exactly these."""

    def __init__(self, job: Job, kind: str) -> None:
        self.job, self.kind = job, kind
        self._lines = LineWriter()
        compiled = job.compiled
        # Identical pieces are named according to the other placements of the tiling.
        self._named_by_others = bool(compiled.owners_of_many)
        self._plain = [(option, compiled.placement(number).id) for number, option in enumerate(compiled.cover.options)]

    def __call__(self, batch: Batch) -> Iterator[Any]:
        """Yield the rows: lines as in `solve -o`, or the ids of placements by position, as one text or as a list."""
        if self.kind == "jsonl":
            written = self._lines(Tilings(self.job.puzzle, self.job.compiled, batch))
            yield from written.encode().splitlines(keepends=True)
        else:
            for solution in batch:
                yield " ".join(self._ids(solution)) if self.kind == "db" else self._ids(solution)

    def _ids(self, solution: Solution) -> list[str]:
        if self._named_by_others:
            return [placement.id for placement in self.job.compiled.tiling(solution).placements]
        return [text for _, text in sorted(self._plain[option] for option in solution)]


@dataclass(frozen=True)
class ExportSummary:
    """The content of an archive: the number of tilings, whether the run was finished, and the digest."""

    number: int
    complete: bool
    digest: str


class _Export:
    """The rows of a run's tilings for export, counted on the way, and finally the archive's description of itself."""

    def __init__(self, store: Store, job: Job, kind: str) -> None:
        self.store, self.job = store, job
        self.rows = RowWriter(job, kind)
        self.complete = status(store).finished
        self.expected = store.total()
        self.digest = SetDigest(job.puzzle.digest)

    def __iter__(self) -> Iterator[list[Any]]:
        """Yield at most CHUNK rows at a time."""
        checker = BatchChecker(self.job.compiled.cover)
        for batch in tilings(self.store, self.job):
            if wrong := checker.wrong(batch):
                raise DamageError(self.store.path, f"tiling {self.digest.number + wrong[0] + 1} is invalid")
            self.digest.add(batch)
            for first in range(0, len(batch), CHUNK):
                yield list(self.rows(batch[first : first + CHUNK]))
        if self.digest.number != self.expected:
            raise DamageError(self.store.path, f"{self.digest.number} tilings are stored, {self.expected} were counted")

    def record(self) -> Record:
        """Return the description of the archive; to be called when all tilings have been written."""
        return {
            "tilewright": VERSION,
            "version": __version__,
            "kernel": KERNEL,
            "name": self.job.puzzle.name,
            "puzzle_digest": self.job.puzzle.digest,
            "puzzle": self.job.puzzle_text,
            "number": self.digest.number,
            "bound": "exact" if self.complete else "at least",
            "digest": self.digest.hex,
        }


def check_output(output: Path, force: bool = False) -> Path:
    """Return the file that `output` refers to. Raises NotationError unless an archive may be written there.

    Call this before the work, and before opening a store, which may be large.
    """
    if suffix_of(output) not in (*WRITERS, CATALOGUE):
        raise NotationError(f"-o {output}: expected .jsonl, .parquet or .db, or for silhouettes .json")
    if not output.parent.is_dir():
        raise NotationError(f"-o {output}: there is no directory {output.parent}")
    require_no_store(output)
    output = check_writable(output, force)
    if output.exists() and not output.is_file():
        raise NotationError(f"-o {output}: an archive is not written in one stream: expected a file")
    if suffix_of(output) == ".parquet":
        import_pyarrow()
    return output


def export(store: Store, output: Path, force: bool = False) -> ExportSummary:
    """Write all tilings to `.jsonl`, `.parquet` or `.db`, or silhouettes to `.json`.

    Memory does not grow with the number of tilings. If the run is not finished, what was found so far is written, and
    the archive is marked accordingly.
    """
    target = check_output(output, force)
    job = job_of(store)
    if isinstance(job, SilhouetteJob):
        return _export_silhouettes(store, job, output, target)
    if suffix_of(output) not in WRITERS:
        raise NotationError(f"-o {output}: expected .jsonl, .parquet or .db")
    assert isinstance(job, Job)
    if job.goal != "all":
        raise NotationError(f"{store.path} only counts: expected a run started with --goal all")
    check_weights(store, job)
    found = _Export(store, job, suffix_of(output)[1:])
    with _whole_or_nothing(target) as hidden:
        WRITERS[suffix_of(output)](hidden, found)
    return ExportSummary(found.digest.number, found.complete, found.digest.hex)


def _export_silhouettes(store: Store, job: SilhouetteJob, output: Path, target: Path) -> ExportSummary:
    if suffix_of(output) != CATALOGUE:
        raise NotationError(f"-o {output}: the catalogue of a run for silhouettes: expected .json")
    found = run_catalogue(store, job, status(store).finished)
    text = found.text().encode()
    with _whole_or_nothing(target) as hidden:
        hidden.write_bytes(text)
    return ExportSummary(len(found.silhouettes), found.complete, hashlib.sha256(text).hexdigest())


@contextmanager
def _whole_or_nothing(output: Path) -> Iterator[Path]:
    """Yield a file beside `output` that replaces it when everything has been written."""
    hidden = output.with_name(f".{output.name}.part")
    try:
        hidden.unlink(missing_ok=True)
        yield hidden
        keep_mode(hidden, output)
        hidden.replace(output)
    except OSError as error:
        raise TilewrightError(f"cannot write {output}: {error.strerror or error}") from None
    except sqlite3.OperationalError as error:
        if not is_outside_error(error):  # an error of the store
            raise
        raise TilewrightError(f"cannot write {output}: {error}") from None
    finally:
        for each in (hidden, hidden.with_name(hidden.name + "-journal")):
            with suppress(OSError):
                each.unlink(missing_ok=True)


def _write_jsonl(path: Path, found: _Export) -> None:
    """Write one tiling per line, and a last line about the archive."""
    with path.open("wb") as file:
        for rows in found:
            file.writelines(rows)
        file.write(dumps_line({"archive": found.record()}).encode())


def _write_db(path: Path, found: _Export) -> None:
    with closing(sqlite3.connect(path)) as db, db:
        for statement in SCHEMA.split(";"):
            db.execute(statement)
        for rows in found:
            db.executemany("INSERT INTO tilings (placements) VALUES (?)", zip(rows, strict=True))
        db.execute("INSERT INTO archive VALUES (?)", (json.dumps(found.record()),))


def _write_parquet(path: Path, found: _Export) -> None:
    pa, pq = import_pyarrow()
    schema = pa.schema([("placements", pa.list_(pa.string()))])
    with pq.ParquetWriter(path, schema) as writer:
        for rows in found:
            writer.write_table(pa.table({"placements": rows}, schema=schema))
        writer.add_key_value_metadata({"tilewright": json.dumps(found.record())})


WRITERS = {".jsonl": _write_jsonl, ".parquet": _write_parquet, ".db": _write_db}
CATALOGUE = ".json"


def import_pyarrow() -> tuple[Any, Any]:
    """Return pyarrow and pyarrow.parquet. Raises NotationError with the command that installs them."""
    try:
        import pyarrow as pa  # from the extra `archive`
        import pyarrow.parquet as pq  # from the extra `archive`
    except ModuleNotFoundError:
        raise NotationError("a .parquet archive needs pyarrow: pip install pyarrow") from None
    return pa, pq


PARTS = 64  # open files; with a hundred million solutions a part has 25 MB
SMALL = 1 << 16  # bytes of a part kept in memory
BYTES = 16  # bytes of a hash: the chance that two of 10^9 solutions share one is 10^-21


class DistinctCounter:
    """A counter of the different solutions in many batches.

    It needs memory for one of the PARTS parts, and SMALL bytes for each of the others.
    """

    def __init__(self) -> None:
        self._parts = [SpooledTemporaryFile(SMALL) for _ in range(PARTS)]  # noqa: SIM115 (closed in __exit__)

    def __enter__(self) -> DistinctCounter:
        return self

    def __exit__(self, *_: object) -> None:
        for part in self._parts:
            part.close()

    def add(self, batch: Batch) -> None:
        """Add solutions."""
        for solution in _as_bytes(batch):
            hashed = hashlib.blake2b(solution, digest_size=BYTES).digest()
            self._parts[hashed[0] % PARTS].write(hashed)

    def number(self) -> int:
        """Return how many different solutions were added."""
        found = 0
        for part in self._parts:
            part.seek(0)
            high, low = np.frombuffer(part.read(), dtype="<u8").reshape(-1, 2).T
            order = np.lexsort((low, high))
            high, low = high[order], low[order]
            found += len(high) and 1 + int(((high[1:] != high[:-1]) | (low[1:] != low[:-1])).sum())
        return found


PARQUET = b"PAR1"
PATIENCE = 10.0  # seconds for a drawn subproblem; if it takes longer, a part of it is drawn
FEW = 1000  # approximate limit of the tilings of a drawn subproblem
TRIES = 5  # draws for each wanted subproblem, because many have no tiling
TAIL = 1 << 16  # bytes read at the end of a file
MOST_LINE = 256 << 20  # most bytes in a line
WORDS = {"jsonl": "line", "db": "row", "parquet": "row"}


class _ArchiveFault(Exception):
    """An archive is not valid."""


def verify_archive(path: Path, sample: int = 20, engine: str = "auto") -> dict[str, Any]:
    """Return a report of the checks.

    `valid` is as in `runs.verify`, and None for a correct archive of an unfinished run. Raises NotationError if the
    file is not an archive, and RunMismatchError if another version numbered its placements.
    """
    kind = _kind(path)
    if suffix_of(path) == ".json":
        return _verify_catalogue(path)
    record = _read_record(path, kind)
    report: dict[str, Any] = {"valid": False, "finished": record.bound == "exact", "name": record.name}
    try:
        _check(path, record, report, sample, engine)
    except _ArchiveFault as fault:
        return report | {"fault": str(fault)}
    return report | {"valid": report["finished"] or None, "fault": None}


def _verify_catalogue(path: Path) -> dict[str, Any]:
    try:
        found = load_catalogue(path)
    except NotationError as error:
        return {"valid": False, "fault": str(error)}
    report = {"finished": found.complete, "outlines": len(found.silhouettes)}
    return {"valid": found.complete or None, **report, "fault": None}


def _check(path: Path, record: _Record, report: dict[str, Any], sample: int, engine: str) -> None:
    job = Job(record.puzzle, "all")
    try:
        _ = job.puzzle
    except (TilewrightError, ValueError) as error:  # ValueError: text that UTF-8 cannot encode
        raise _ArchiveFault(f"its puzzle cannot be read: {error}") from None
    if job.puzzle.digest != record.puzzle_digest:
        raise _ArchiveFault(f"its puzzle has digest {job.puzzle.digest}, it says {record.puzzle_digest}")
    if job.puzzle.name != record.name:
        raise _ArchiveFault(f"its puzzle is called {quote(job.puzzle.name)}, it says {quote(record.name)}")
    drawn = _drawn(job, record.number, sample, engine)
    seen = dict.fromkeys(drawn, 0)
    checker, digest = BatchChecker(job.compiled.cover), SetDigest(job.puzzle.digest)
    with DistinctCounter() as distinct:
        for batch in _solutions(path, job):
            if wrong := checker.wrong(batch):
                raise _ArchiveFault(f"tiling {digest.number + wrong[0] + 1} is invalid")
            digest.add(batch)
            distinct.add(batch)
            for prefix in seen:
                seen[prefix] += _beginning(batch, prefix)
        report["tilings"], different = digest.number, distinct.number()
    if different != digest.number:
        raise _ArchiveFault(f"{digest.number - different} of {digest.number} tilings appear more than once")
    if digest.number != record.number:
        raise _ArchiveFault(f"it has {digest.number} tilings, it says {record.number}")
    for prefix, (number, name) in drawn.items():
        if seen[prefix] > number or (seen[prefix] < number and report["finished"]):
            raise _ArchiveFault(
                f"subproblem {list(prefix)} has {number} tilings by engine {name}, the archive {seen[prefix]}"
            )
    report["sample"], report["digest"] = len(drawn), digest.hex
    if digest.hex != record.digest:
        raise _ArchiveFault(f"its tilings have digest {digest.hex}, it says {record.digest}")


def _beginning(batch: Batch, prefix: Prefix) -> int:
    """Return the number of solutions that contain these options."""
    return sum(
        int(np.all([np.any(rows == option, axis=1) for option in prefix], axis=0).sum()) if prefix else len(rows)
        for _, rows in batch.by_length()
    )


def _drawn(job: Job, number: int, sample: int, engine: str) -> dict[Prefix, tuple[int, str]]:
    """Draw subproblems until `sample` of them have tilings, and return them with these numbers and the engine.

    If there are few tilings, the whole problem is drawn.
    """
    rng, found = random.Random(job.puzzle.digest), dict[Prefix, tuple[int, str]]()

    def is_counted(child: Child) -> bool:
        again = job.count_again(child, engine, Limit(PATIENCE))
        if again.ended == "exhausted":
            found[child.prefix] = again.solutions, again.engine
        return child.prefix in found

    if sample and number <= FEW and is_counted(Child(())):
        return found
    for _ in range(TRIES * sample):
        if sum(bool(tilings) for tilings, _ in found.values()) >= sample:
            break
        child, width = Child(()), 1
        while children := job.splitter.split(child.prefix):
            child, width = rng.choice(children), width * len(children)
            if number <= FEW * width and child.prefix not in found and is_counted(child):
                break
    return found


class _Record(msgspec.Struct, forbid_unknown_fields=True):
    """The archive's description of itself."""

    tilewright: Literal[1]
    version: str
    kernel: int
    name: str
    puzzle_digest: str
    puzzle: str
    number: Annotated[int, msgspec.Meta(ge=0)]
    bound: Literal["exact", "at least"]
    digest: str


class _LastLine(msgspec.Struct, forbid_unknown_fields=True):
    archive: _Record


def _read_record(path: Path, kind: str) -> _Record:
    """Return the archive's description of itself. Raises NotationError if it is not readable."""
    try:
        if kind == "jsonl":
            record = _strictly(_last_line(path), _LastLine).archive
        elif kind == "db":
            with closing(_reading(path)) as db:
                check_schema(db, SCHEMA)
                ((text,),) = db.execute("SELECT record FROM archive").fetchall()
            record = _strictly(text.encode(), _Record)
        else:
            record = _strictly(import_pyarrow()[1].read_metadata(path).metadata[b"tilewright"], _Record)
    except (*DECODING_ERRORS, OSError) as error:
        raise NotationError(
            f"{path} does not describe itself ({quote(str(error))}): expected a run store or an archive that "
            "`tilewright run export` wrote, whole"
        ) from None
    if record.kernel != KERNEL:
        raise RunMismatchError(f"{path} was written by kernel {record.kernel}: expected {KERNEL}")
    return record


def _kind(path: Path) -> str:
    """Return the format of an archive according to its first bytes."""
    with open_regular(path, "a run store, or an archive that `tilewright run export` wrote") as file:
        head = file.read(len(MAGIC))
    return "db" if head == MAGIC else "parquet" if head.startswith(PARQUET) else "jsonl"


_Struct = TypeVar("_Struct", bound=msgspec.Struct)


def _strictly(text: bytes, schema: type[_Struct]) -> _Struct:
    """Decode JSON by its schema. Raises ValueError or NotationError for unknown or repeated keys and wrong types."""
    found = msgspec.json.decode(text, type=learnt(schema), strict=True)
    parse_json(text)  # refuses repeated keys
    return found


def _last_line(path: Path) -> bytes:
    with path.open("rb") as file:
        size, take = path.stat().st_size, TAIL
        while True:
            file.seek(max(0, size - take))
            _, newline, line = file.read(take).removesuffix(b"\n").rpartition(b"\n")
            if newline or take >= size:
                return line
            if take > MOST_LINE:
                raise ValueError(f"its last line has more than {MOST_LINE:,} bytes")
            take *= 2


def _reading(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)


def _solutions(path: Path, job: Job) -> Iterator[Batch]:
    """Yield all tilings of an archive as solutions of the cover.

    Each row must be exactly what `run export` writes for its tiling.
    """
    kind = _kind(path)
    written = RowWriter(job, kind)
    options = {  # under each name that the option's piece may have
        job.compiled.placement(option, name).id: option
        for option, (owner, _) in enumerate(job.compiled.meanings)
        for name in job.compiled.owner_names(owner)
    }
    rows = {"jsonl": _lines, "db": _db_rows, "parquet": _parquet_rows}[kind](path)
    number = 0
    try:
        while some := list(islice(rows, CHUNK)):
            batch = Batch.of([_solution(row, options, number + at) for at, row in enumerate(some, start=1)])
            for row, (raw, _), expected in zip(count(number + 1), some, written(batch), strict=False):
                if raw != expected:
                    raise _ArchiveFault(f"{WORDS[kind]} {row} is not what `run export` writes for its placements")
            number += len(some)
            yield batch
    except (*DECODING_ERRORS, OSError) as error:
        raise _ArchiveFault(f"it cannot be read: {type(error).__name__} {error}") from None


def _solution(row: tuple[object, list[str]], options: dict[str, int], number: int) -> Solution:
    solution = tuple(sorted(options.get(text, -1) for text in row[1]))
    if -1 in solution:
        raise _ArchiveFault(f"tiling {number} names placements that the puzzle does not have")
    return solution


def _db_rows(path: Path) -> Iterator[tuple[object, list[str]]]:
    """Yield (content of the row, ids of its placements), like the next two functions."""
    with closing(_reading(path)) as db:
        if (damage := db.execute("PRAGMA integrity_check(1)").fetchone()[0]) != "ok":
            raise ValueError(damage)
        for number, (row, text) in enumerate(db.execute("SELECT number, placements FROM tilings ORDER BY number"), 1):
            if row != number:
                raise ValueError(f"tiling {number} has number {row}")
            yield text, text.split(" ")


def _parquet_rows(path: Path) -> Iterator[tuple[object, list[str]]]:
    with import_pyarrow()[1].ParquetFile(path) as file:
        if file.schema_arrow.names != ["placements"]:
            raise ValueError(f"its columns are {', '.join(file.schema_arrow.names)}: expected placements")
        for batch in file.iter_batches(CHUNK):
            yield from ((row, row) for row in batch.column("placements").to_pylist())


def _lines(path: Path) -> Iterator[tuple[object, list[str]]]:
    """Yield all lines but the last, which describes the archive.

    A description of an archive in between fails, because it is not a tiling.
    """
    with path.open("rb") as file:
        line = file.readline(MOST_LINE)
        while following := file.readline(MOST_LINE):
            found = parse_json(line)
            yield line, [row["id"] for row in found["placements"]]
            line = following
