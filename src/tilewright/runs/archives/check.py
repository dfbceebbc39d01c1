"""Is an archive right? It is read back as a stream: every tiling valid, all distinct, as many as it says, its digest.

A sample is solved again by another engine: of subproblems that are drawn by the puzzle's digest, the number of tilings
is counted anew, and must be that of the archive's tilings that begin so.
"""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import count, islice
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec
import numpy as np

from tilewright.cover.batch import Batch
from tilewright.cover.check import BatchChecker
from tilewright.cover.problem import Solution
from tilewright.cover.search.limit import Limit
from tilewright.errors import NotationError, RunMismatchError, TilewrightError, quote
from tilewright.files import open_regular
from tilewright.formats.json_keys import parse_json, refuse_repeated_keys
from tilewright.formats.lines import LineWriter
from tilewright.puzzle import Placement
from tilewright.puzzle.compiled import Compiled
from tilewright.puzzle.tilings import Tilings
from tilewright.runs.access import DECODING_ERRORS, MAGIC, check_schema
from tilewright.runs.archives.archive import CHUNK, SCHEMA, PlacementIds, SetDigest, import_pyarrow
from tilewright.runs.archives.distinct import DistinctCounter
from tilewright.runs.coordinator import KERNEL
from tilewright.runs.job import Job
from tilewright.runs.store_reader import parse_text
from tilewright.runs.subproblem import Child, Prefix
from tilewright.silhouettes.catalogues.reading import load_catalogue
from tilewright.structs import learnt

PARQUET = b"PAR1"
PATIENCE = 10.0  # seconds for a drawn subproblem; where it takes longer a part of it is drawn
FEW = 1000  # tilings that a drawn subproblem should have at most, about
TRIES = 5  # draws for each wanted subproblem, because many have no tiling
TAIL = 1 << 16  # bytes
MOST_LINE = 256 << 20  # bytes
WORDS = {"jsonl": "line", "db": "row", "parquet": "row"}


_Row = TypeVar("_Row")


class _ArchiveFault(Exception):
    """What is wrong with an archive."""


def verify_archive(path: Path, sample: int = 20, engine: str = "auto") -> dict[str, Any]:
    """What was checked and found; `valid` as in `runs.verify`, None for the archive of an unfinished run without fault.

    NotationError where the file is no archive; RunMismatchError where another version numbered its placements.
    """
    kind = _kind(path)
    if path.suffix == ".json":
        return _verify_catalogue(path)
    record = _read_record(path, kind)
    report: dict[str, Any] = {"valid": False, "finished": record.bound == "exact", "name": record.name}
    try:
        _check(path, record, report, sample, engine)
        report["valid"], report["fault"] = report["finished"] or None, None
    except _ArchiveFault as fault:
        report["fault"] = str(fault)
    return report


def _verify_catalogue(path: Path) -> dict[str, Any]:
    try:
        found = load_catalogue(path)
    except NotationError as error:
        return {"valid": False, "fault": str(error)}
    valid = True if found.complete else None
    return {"valid": valid, "finished": found.complete, "outlines": len(found.silhouettes), "fault": None}


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
    """How many solutions have these options."""
    return sum(
        int(np.all([np.any(rows == option, axis=1) for option in prefix], axis=0).sum()) if prefix else len(rows)
        for _, rows in batch.by_length()
    )


def _drawn(job: Job, number: int, sample: int, engine: str) -> dict[Prefix, tuple[int, str]]:
    """Return subproblems with their numbers of tilings, until so many have any; of few tilings the whole problem."""
    rng, found = random.Random(job.puzzle.digest), dict[Prefix, tuple[int, str]]()
    if sample and number <= FEW:
        tilings, report = job.count_again(Child(()), engine, Limit(PATIENCE))
        if report.ended == "exhausted":
            return {(): (tilings, report.engine)}
    for _ in range(TRIES * sample):
        if sum(bool(tilings) for tilings, _ in found.values()) >= sample:
            break
        child, width = Child(()), 1
        while children := job.splitter.split(child.prefix):
            child, width = rng.choice(children), width * len(children)
            if number <= FEW * width and child.prefix not in found:
                tilings, report = job.count_again(child, engine, Limit(PATIENCE))
                if report.ended == "exhausted":
                    found[child.prefix] = tilings, report.engine
                    break
    return found


class _Record(msgspec.Struct, forbid_unknown_fields=True):
    """What an archive says of itself."""

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
    """Return what an archive says of itself."""
    try:
        if kind == "jsonl":
            record = _strictly(_last_line(path), _LastLine).archive
        elif kind == "db":
            with closing(_reading(path)) as db:
                check_schema(db, SCHEMA)
                ((text,),) = db.execute("SELECT record FROM archive").fetchall()
            record = _strictly(parse_text(text).encode(), _Record)
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
    """Return the form of an archive, by how it begins."""
    with open_regular(path, "a run store, or an archive that `tilewright run export` wrote") as file:
        head = file.read(len(MAGIC))
    return "db" if head == MAGIC else "parquet" if head.startswith(PARQUET) else "jsonl"


_Struct = TypeVar("_Struct", bound=msgspec.Struct)


def _strictly(text: bytes, schema: type[_Struct]) -> _Struct:
    """Decode JSON by its schema. Raises ValueError or NotationError for another key, a key twice, another type."""
    found = msgspec.json.decode(text, type=learnt(schema), strict=True)
    refuse_repeated_keys(text)
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
    """Yield all tilings of an archive as solutions of the cover. Each row must be what `run export` writes for its tiling."""
    kind = _kind(path)
    ids = PlacementIds(job.compiled)
    options = {placement.id: option for placement, option in _named(job.compiled)}
    lines = LineWriter()
    rows = _lines(path) if kind == "jsonl" else _db_rows(path) if kind == "db" else _parquet_rows(path)
    number = 0
    try:
        for some in _chunks(rows):
            batch = Batch.of([_solution(row, options, number + at) for at, row in enumerate(some, start=1)])
            if kind == "jsonl":
                tilings = Tilings(job.puzzle, job.compiled, batch)
                written: Iterable[object] = lines(tilings).encode().splitlines(keepends=True)
            else:
                written = map(ids, batch) if kind == "parquet" else (" ".join(ids(solution)) for solution in batch)
            for row, (raw, _), expected in zip(count(number + 1), some, written, strict=False):
                if raw != expected:
                    raise _ArchiveFault(f"{WORDS[kind]} {row} is not what `run export` writes for its placements")
            number += len(some)
            yield batch
    except (*DECODING_ERRORS, OSError) as error:
        raise _ArchiveFault(f"it cannot be read: {type(error).__name__} {error}") from None


def _solution(row: tuple[object, list[str]], options: dict[str, int], number: int) -> Solution:
    solution = tuple(sorted(options.get(parse_text(text), -1) for text in row[1]))
    if -1 in solution:
        raise _ArchiveFault(f"tiling {number} names placements that the puzzle does not have")
    return solution


def _db_rows(path: Path) -> Iterator[tuple[object, list[str]]]:
    """(what the row holds, the ids of its placements), as the next two do."""
    with closing(_reading(path)) as db:
        if (damage := db.execute("PRAGMA integrity_check(1)").fetchone()[0]) != "ok":
            raise ValueError(damage)
        for number, (row, text) in enumerate(db.execute("SELECT number, placements FROM tilings ORDER BY number"), 1):
            if row != number:
                raise ValueError(f"tiling {number} has number {row}")
            yield text, parse_text(text).split(" ")


def _parquet_rows(path: Path) -> Iterator[tuple[object, list[str]]]:
    with import_pyarrow()[1].ParquetFile(path) as file:
        if file.schema_arrow.names != ["placements"]:
            raise ValueError(f"its columns are {', '.join(file.schema_arrow.names)}: expected placements")
        for batch in file.iter_batches(CHUNK):
            yield from ((row, row) for row in batch.column("placements").to_pylist())


def _lines(path: Path) -> Iterator[tuple[object, list[str]]]:
    """All lines but the last, which describes the archive; a line about an archive in between is none of a tiling."""
    with path.open("rb") as file:
        line = file.readline(MOST_LINE)
        while following := file.readline(MOST_LINE):
            found = parse_json(line)
            yield line, [row["id"] for row in found["placements"]]
            line = following


def _chunks(rows: Iterable[_Row]) -> Iterator[list[_Row]]:
    left = iter(rows)
    return iter(lambda: list(islice(left, CHUNK)), [])


def _named(compiled: Compiled) -> Iterator[tuple[Placement, int]]:
    """(placement, option) under each name that the option's piece may go by."""
    for option, (owner, _) in enumerate(compiled.meanings):
        for name in compiled.owner_names(owner):
            yield compiled.placement(option, name), option
