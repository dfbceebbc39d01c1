"""Is an archive right? It is read back as a stream: every tiling valid, all distinct, as many as it says, its digest.

A sample is solved again by another engine: of subproblems that are drawn by the puzzle's digest, the number of tilings
is counted anew, and must be that of the archive's tilings that begin so.
"""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from tilewright.cover.batch import Batch
from tilewright.cover.check import BatchChecker
from tilewright.cover.problem import Solution
from tilewright.cover.search.limit import Limit
from tilewright.errors import NotationError, RunMismatchError, quote
from tilewright.puzzle import Placement
from tilewright.puzzle.compiled import Compiled
from tilewright.runs.access import DECODING_ERRORS, MAGIC
from tilewright.runs.archives.archive import CHUNK, PlacementIds, Record, SetDigest, import_pyarrow
from tilewright.runs.coordinator import KERNEL
from tilewright.runs.distinct import DistinctCounter
from tilewright.runs.job import Job
from tilewright.runs.subproblem import Child, Prefix
from tilewright.silhouettes.catalogues.reading import load_catalogue

PARQUET = b"PAR1"
PATIENCE = 10.0  # seconds for a drawn subproblem; where it takes longer a part of it is drawn
FEW = 1000  # tilings that a drawn subproblem should have at most, about
TRIES = 5  # draws for each wanted subproblem, because many have no tiling
TAIL = 1 << 16  # bytes
NEEDED = {"puzzle": str, "puzzle_digest": str, "number": int, "digest": str, "bound": str}  # in a record


_Row = TypeVar("_Row")


class _ArchiveFault(Exception):
    """What is wrong with an archive."""


def verify_archive(path: Path, sample: int = 20, engine: str = "auto") -> dict[str, Any]:
    """What was checked and found; `valid` as in `runs.verify`, None for the archive of an unfinished run without fault.

    NotationError where the file is no archive; RunMismatchError where another version numbered its placements.
    """
    if path.suffix == ".json":
        return _verify_catalogue(path)
    record = _record(path)
    report: dict[str, Any] = {"valid": False, "finished": record.get("bound") == "exact", "name": record.get("name")}
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


def _check(path: Path, record: Record, report: dict[str, Any], sample: int, engine: str) -> None:
    job = Job(record["puzzle"], "all")
    try:
        _ = job.puzzle
    except NotationError as error:
        raise _ArchiveFault(f"its puzzle cannot be read: {error}") from None
    if job.puzzle.digest != record["puzzle_digest"]:
        raise _ArchiveFault(f"its puzzle has digest {job.puzzle.digest}, it says {record['puzzle_digest']}")
    drawn = _drawn(job, record["number"], sample, engine)
    seen = dict.fromkeys(drawn, 0)
    checker, digest = BatchChecker(job.compiled.cover), SetDigest(job.puzzle.digest)
    with DistinctCounter() as distinct:
        for batch in _solutions(path, job.compiled):
            if wrong := checker.wrong(batch):
                raise _ArchiveFault(f"tiling {digest.number + wrong[0] + 1} is invalid")
            digest.add(batch)
            distinct.add(batch)
            for prefix in seen:
                seen[prefix] += _beginning(batch, prefix)
        report["tilings"], different = digest.number, distinct.number()
    if different != digest.number:
        raise _ArchiveFault(f"{digest.number - different} of {digest.number} tilings appear more than once")
    if digest.number != record["number"]:
        raise _ArchiveFault(f"it has {digest.number} tilings, it says {record['number']}")
    for prefix, (number, name) in drawn.items():
        if seen[prefix] > number or (seen[prefix] < number and report["finished"]):
            raise _ArchiveFault(
                f"subproblem {list(prefix)} has {number} tilings by engine {name}, the archive {seen[prefix]}"
            )
    report["sample"], report["digest"] = len(drawn), digest.hex
    if digest.hex != record["digest"]:
        raise _ArchiveFault(f"its tilings have digest {digest.hex}, it says {record['digest']}")


def _beginning(batch: Batch, prefix: Prefix) -> int:
    """How many solutions have these options."""
    return sum(
        int(np.all([np.any(rows == option, axis=1) for option in prefix], axis=0).sum()) if prefix else len(rows)
        for _, rows in batch.by_length()
    )


def _drawn(job: Job, number: int, sample: int, engine: str) -> dict[Prefix, tuple[int, str]]:
    """Subproblems with their numbers of tilings, until so many have any; less where there are less."""
    rng, found = random.Random(job.puzzle.digest), dict[Prefix, tuple[int, str]]()
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


def _record(path: Path) -> Record:
    """What an archive says of itself."""
    if not path.is_file():
        raise NotationError(f"{path}: no such archive or run store")
    with path.open("rb") as file:
        head = file.read(len(MAGIC))
    try:
        if head == MAGIC:
            with closing(_reading(path)) as db:
                text = db.execute("SELECT record FROM archive").fetchone()[0]
        elif head.startswith(PARQUET):
            text = import_pyarrow()[1].read_metadata(path).metadata[b"tilewright"]
        else:
            text = _last_line(path)
        record = json.loads(text)
        record = record if head == MAGIC or head.startswith(PARQUET) else record["archive"]
        if any(not isinstance(record[key], kind) for key, kind in NEEDED.items()):
            raise TypeError("a record of something else")
    except (*DECODING_ERRORS, OSError) as error:
        raise NotationError(
            f"{path} does not describe itself ({quote(str(error))}): expected a run store or an archive that "
            "`tilewright run export` wrote, whole"
        ) from None
    if record.get("kernel") != KERNEL:
        raise RunMismatchError(f"{path} was written by kernel {record.get('kernel')}: expected {KERNEL}")
    return dict(record)


def _last_line(path: Path) -> bytes:
    with path.open("rb") as file:
        size, take = path.stat().st_size, TAIL
        while True:
            file.seek(max(0, size - take))
            _, newline, line = file.read(take).rstrip(b"\n").rpartition(b"\n")
            if newline or take >= size:
                return line
            take *= 2


def _reading(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)


def _solutions(path: Path, compiled: Compiled) -> Iterator[Batch]:
    """All tilings of an archive as solutions of the cover."""
    with path.open("rb") as file:
        head = file.read(len(MAGIC))
    try:
        if head == MAGIC:
            yield from _by_ids(_db_rows(path), compiled)
        elif head.startswith(PARQUET):
            yield from _by_ids(_parquet_rows(path), compiled)
        else:
            yield from _by_lines(path, compiled)
    except (*DECODING_ERRORS, OSError) as error:
        raise _ArchiveFault(f"it cannot be read: {type(error).__name__} {error}") from None


def _db_rows(path: Path) -> Iterator[list[str]]:
    with closing(_reading(path)) as db:
        for (text,) in db.execute("SELECT placements FROM tilings ORDER BY number"):
            yield str(text).split()


def _parquet_rows(path: Path) -> Iterator[list[str]]:
    with import_pyarrow()[1].ParquetFile(path) as file:
        for batch in file.iter_batches(CHUNK):
            yield from batch.column("placements").to_pylist()


def _by_ids(rows: Iterable[list[str]], compiled: Compiled) -> Iterator[Batch]:
    ids, options = PlacementIds(compiled), {placement.id: option for placement, option in _named(compiled)}
    number = 0
    for some in _chunks(rows):
        solutions: list[Solution] = []
        for row in some:
            number += 1
            solution = tuple(sorted(options.get(text, -1) for text in row))
            if -1 in solution or (ids.named_by_others and ids(solution) != row):
                raise _ArchiveFault(f"tiling {number} names placements that the puzzle does not have")
            solutions.append(solution)
        yield Batch.of(solutions)


def _by_lines(path: Path, compiled: Compiled) -> Iterator[Batch]:
    ids = PlacementIds(compiled)
    rows = {at.id: (option, compiled.puzzle.placement_row(at)) for at, option in _named(compiled)}

    def solutions() -> Iterator[Solution]:
        with path.open("rb") as file:
            for number, line in enumerate(file, start=1):
                said = json.loads(line)
                if "archive" in said:
                    return
                placements = said["placements"]
                found = [rows.get(row["id"], (-1, None)) for row in placements]
                solution = tuple(sorted(option for option, _ in found))
                wrong = any(row != expected for row, (_, expected) in zip(placements, found, strict=True))
                if wrong or (ids.named_by_others and sorted(ids(solution)) != sorted(row["id"] for row in placements)):
                    raise _ArchiveFault(f"line {number} has placements that the puzzle does not have")
                yield solution

    for some in _chunks(solutions()):
        yield Batch.of(some)


def _chunks(rows: Iterable[_Row]) -> Iterator[list[_Row]]:
    left = iter(rows)
    return iter(lambda: list(islice(left, CHUNK)), [])


def _named(compiled: Compiled) -> Iterator[tuple[Placement, int]]:
    """(placement, option) under each name that the option's piece may go by."""
    for option, (owner, _) in enumerate(compiled.meanings):
        for name in compiled.owner_names(owner):
            yield compiled.placement(option, name), option
