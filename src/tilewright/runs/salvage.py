"""What can be saved of a damaged store: every finished subproblem that can still be read."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

from tilewright.errors import NotationError, RunMismatchError, TilewrightError
from tilewright.formats.json_keys import parse_json
from tilewright.runs.access import DECODING_ERRORS, SQLITE_ERRORS
from tilewright.runs.coordinator import manifest_of, work_of
from tilewright.runs.job import Work
from tilewright.runs.packed import unpack
from tilewright.runs.store import Store
from tilewright.runs.store_reader import parse_child, parse_count, parse_text, parse_whole
from tilewright.runs.subproblem import Outcome, Prefix

MANIFEST = (
    "goal",
    "digest",
    "puzzle",
    "engine",
    "pieces",
    "symmetry",
    "contact",
    "within",
)  # one by one: rows are lost
Finished = dict[Prefix, Outcome]
LEAST_BYTES = 8  # of a row
MOST_BYTES = 1 << 40  # of a store; a header that says more is damaged itself


def salvage(damaged: Path, output: Path, work: Work | None = None) -> tuple[int, int]:
    """A new store with what could be read; (subproblems saved, subproblems to be done again).

    The tree is built again from the puzzle alone. A saved result goes to the subproblem of its prefix; whatever was
    split is split again as far as saved results need it. `work` says what the run was, if the store no longer does.
    """
    if not damaged.is_file():
        raise NotationError(f"{damaged}: no such run store")
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
    """Manifest and finished subproblems, as far as the file gives them; rows are read one by one."""
    manifest: dict[str, Any] = {}
    finished: Finished = {}
    with TemporaryDirectory() as directory, closing(sqlite3.connect(_padded_copy(path, Path(directory)))) as db:
        for key in MANIFEST:
            for (value,) in _rows(db, "SELECT value FROM manifest WHERE key = ?", (key,)):
                with suppress(ValueError, NotationError):  # a part that was lost reads as zeros
                    manifest[key] = parse_json(parse_text(value))
        for (number,) in _rows(db, "SELECT MAX(id) FROM subproblems", ()):
            most = path.stat().st_size // LEAST_BYTES  # a damaged number may be anything
            for id in range(1, min(most, number if isinstance(number, int) else most) + 1):
                finished.update(_row(db, id))
    return manifest, finished


def _padded_copy(path: Path, directory: Path) -> Path:
    """A copy that SQLite will read: it refuses a file shorter than its header says, so what is missing becomes zeros."""
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


def _row(db: sqlite3.Connection, id: int) -> Finished:
    query = (
        "SELECT s.prefix, s.count, s.nodes, s.seconds, x.packed FROM subproblems s "
        "LEFT JOIN solutions x ON x.subproblem = s.id WHERE s.id = ? AND s.state = 'done'"
    )
    found: Finished = {}
    for prefix, count, nodes, seconds, packed in _rows(db, query, (id,)):
        with suppress(*DECODING_ERRORS):
            if isinstance(packed, bytes):
                _check_whole(packed, parse_count(count))
            outcome = Outcome(parse_count(count), parse_whole(nodes), float(str(seconds)), cast("bytes | None", packed))
            found[parse_child(prefix, 1).prefix] = outcome
    return found


def _check_whole(packed: bytes, count: int) -> None:
    """ValueError or zlib.error unless the kept tilings can be read and are as many as said."""
    if sum(map(len, unpack(packed))) != count:
        raise ValueError("tilings are missing")


def _rows(db: sqlite3.Connection, query: str, values: tuple[object, ...]) -> list[tuple[object, ...]]:
    try:
        return db.execute(query, values).fetchall()
    except SQLITE_ERRORS:
        return []
