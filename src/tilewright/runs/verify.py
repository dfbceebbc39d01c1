"""Verify a store: its tree of subproblems, the kept solutions, their numbers, and a sample solved again.

The module also salvages from a damaged store every finished subproblem that can still be read.
"""

from __future__ import annotations

import hashlib
import random
import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tilewright.errors import NotationError, RunMismatchError, TilewrightError
from tilewright.exact_cover.problem import BatchChecker
from tilewright.files import check_writable
from tilewright.puzzle.table import parse_json
from tilewright.runs.access import DECODING_ERRORS, SQLITE_ERRORS, DamageError, detect_damage, read_pack, require_new
from tilewright.runs.silhouettes import SilhouetteJob, silhouettes_fault, unpack_silhouettes
from tilewright.runs.store import Store, read_child, read_count, rule_of
from tilewright.runs.subproblem import Job, Prefix, SubproblemOutcome, Work, unpack
from tilewright.runs.work import job_of, manifest_of, status, work_of
from tilewright.system import digits

MANIFEST = (
    "goal",
    "digest",
    "puzzle",
    "engine",
    "pieces",
    "symmetry",
    "contact",
    "within",
)  # read one by one, because rows may be lost
Finished = dict[Prefix, SubproblemOutcome]
LEAST_BYTES = 8  # least bytes of a row
MOST_BYTES = 1 << 40  # most bytes of a store; a header with a larger size is damaged itself


def salvage(damaged: Path, output: Path, work: Work | None = None) -> tuple[int, int]:
    """Create a new store with what could be read; return the numbers of subproblems saved and to be done again.

    The tree is built again from the puzzle alone. A saved result is given to the subproblem with its prefix, and
    subproblems are split again as far as saved results need it. `work` describes the run if the store's own description
    cannot be read.
    """
    if not damaged.is_file():
        raise NotationError(f"{damaged}: no such run store")
    require_new(output)
    check_writable(output, forcible=False)
    manifest, finished = _read(damaged)
    with suppress(KeyError, TypeError, ValueError, NotationError):  # the manifest may be damaged, too
        said = work_of(manifest)
        said.manifest()
        work = said
    if work is None:
        raise TilewrightError(f"{damaged}: its description of the run is unreadable: give --puzzle and --goal")
    digest = work.manifest()["digest"]
    if manifest.get("digest", digest) != digest:
        raise RunMismatchError(f"{damaged} is of puzzle {manifest['digest']}, not {digest}")
    finished = {prefix: outcome for prefix, outcome in finished.items() if _is_whole(work, outcome)}
    inner = {prefix[:length] for prefix in finished for length in range(len(prefix))}
    with Store.create(output, manifest_of(work), work.roots()) as store, store.batch():
        saved = 0
        while (task := store.claim("salvage")) is not None:
            prefix = task.child.prefix
            children = work.split(task.child) if prefix in inner and prefix not in finished else None
            if prefix in finished:
                saved += store.finish(task.id, finished[prefix])
            elif children:
                store.split(task.id, [(prefix, children)])
        left = store.release()
    return saved, left


def _read(path: Path) -> tuple[dict[str, Any], Finished]:
    """Return the manifest and the finished subproblems as far as they can be read; rows are read one by one."""
    manifest: dict[str, Any] = {}
    finished: Finished = {}
    with TemporaryDirectory() as directory, closing(sqlite3.connect(_padded_copy(path, Path(directory)))) as db:
        for key in MANIFEST:
            for (value,) in _rows(db, "SELECT value FROM manifest WHERE key = ? AND typeof(value) = 'text'", (key,)):
                with suppress(NotationError):  # a lost part reads as zeros
                    manifest[key] = parse_json(value)
        for (number,) in _rows(db, "SELECT MAX(id) FROM subproblems", ()):
            most = path.stat().st_size // LEAST_BYTES  # a damaged number may have any value
            for id in range(1, min(most, number if isinstance(number, int) else most) + 1):
                finished.update(_row(path, db, id))
    return manifest, finished


def _padded_copy(path: Path, directory: Path) -> Path:
    """Return a copy that SQLite can read, padded with zeros, since it refuses a file shorter than its header says."""
    copy = directory / "damaged.db"
    shutil.copy(path, copy)
    log = path.with_name(path.name + "-wal")
    if log.exists():
        shutil.copy(log, directory / "damaged.db-wal")
    with copy.open("r+b") as file:
        header = file.read(32)
        size = int.from_bytes(header[16:18], "big") * int.from_bytes(header[28:32], "big")
        if header.startswith(b"SQLite format 3") and copy.stat().st_size < size <= MOST_BYTES:
            file.truncate(size)
    return copy


def _row(path: Path, db: sqlite3.Connection, id: int) -> Finished:
    query = (
        "SELECT prefix, count, nodes, seconds, file, packed FROM subproblems LEFT JOIN solutions ON subproblem = id "
        f"WHERE id = ? AND state = 'done' AND {rule_of('subproblems', 'prefix', 'count', 'nodes', 'seconds')}"
    )
    found: Finished = {}
    for prefix, count, nodes, seconds, file, packed in _rows(db, query, (id,)):
        with suppress(*DECODING_ERRORS):
            kept = packed if file is None else read_pack(path, file)
            found[read_child(prefix, 1).prefix] = SubproblemOutcome(read_count(count), nodes, seconds, kept)
    return found


def _is_whole(work: Work, outcome: SubproblemOutcome) -> bool:
    """Return whether the solutions kept for a subproblem can be read and are as many as were counted."""
    with suppress(*DECODING_ERRORS):
        if isinstance(work, SilhouetteJob):
            return len(unpack_silhouettes(work.plan.problem.grid.name, outcome.packed)) == outcome.count
        if isinstance(work, Job) and work.goal == "all":
            return sum(map(len, unpack(outcome.packed or b""))) == outcome.count
        return True
    return False


def _rows(db: sqlite3.Connection, query: str, values: tuple[object, ...]) -> list[tuple[Any, ...]]:
    try:
        return db.execute(query, values).fetchall()
    except SQLITE_ERRORS:
        return []


Report = dict[str, Any]


def verify(store: Store, sample: int = 20, engine: str = "auto") -> Report:
    """Return a report of what was checked and found.

    `valid` is True only if the run is finished and all of the following hold, None if the run is unfinished and no
    fault was found so far, else False with a `fault`:

    - the subproblems of the store are exactly those that splitting gives;
    - every kept tiling is valid, belongs to its subproblem, and is distinct; the numbers are those of the store;
    - `sample` subproblems, drawn by the puzzle's digest, give the same number when solved again by `engine`.
    """
    work = job_of(store)
    report: Report = {"valid": False, "finished": False}
    try:
        fault = _fault(store, work, report, sample, engine)
    except DamageError as damage:
        fault = str(damage)
    return report | {"valid": False if fault else report["finished"] or None, "fault": fault}


def _fault(store: Store, work: Work, report: Report, sample: int, engine: str) -> str | None:
    """Return the first fault, or None; the report shows how far the checks came."""
    report["finished"], report["count"] = status(store).finished, digits(store.total())
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
    """Return a hash of everything finished: puzzle, prefixes, weights and numbers.

    The hash depends on how the run was split.
    """
    rows = sorted(
        f"{task.child.prefix} {task.child.weight} {digits(outcome.count)}" for task, outcome in store.finished()
    )
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


def _tilings_fault(checker: BatchChecker, outcome: SubproblemOutcome, prefix: set[int]) -> str | None:
    if outcome.packed is None:
        return "holds no tilings"
    seen: set[bytes] = set()  # 16 bytes for each tiling of one subproblem
    number = 0
    for batch in unpack(outcome.packed):
        if checker.wrong(batch) or any(not prefix.issubset(solution) for solution in batch):
            return "holds something that is not a tiling of it"
        for _, rows in batch.by_length():
            seen.update(hashlib.blake2b(row.tobytes(), digest_size=16).digest() for row in rows)
        number += len(batch)
    if number != outcome.count or len(seen) != number:
        return f"says {digits(outcome.count)} tilings, holds {len(seen)}"
    return None


def _recompute(store: Store, work: Work, sample: int, engine: str) -> tuple[int, str | None]:
    tasks = [(task, outcome.count) for task, outcome in store.finished()]
    drawn = random.Random(store.manifest()["digest"]).sample(tasks, min(sample, len(tasks)))
    for task, expected in drawn:
        found, name = work.recount(task.child, engine)
        if found != expected:
            return len(
                drawn
            ), f"subproblem {task.id} has {digits(found)} by engine {name}, the store says {digits(expected)}"
    return len(drawn), None
