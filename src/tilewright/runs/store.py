"""The store of a run: one SQLite file that is consistent at every instant.

Every change is one transaction in WAL mode with full synchronization, so that a kill, a power loss or a full disk
loses at most the subproblems in flight. A subproblem is `open`, `taken`, `split` or `done`; its result is written in the
transaction that makes it done, therefore nothing is counted twice. Only one process at a time owns a store: it holds
a lock on `FILE.lock`, which the operating system drops when the process ends, however it ends.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from tilewright.errors import RunMismatchError, TilewrightError
from tilewright.runs.access import (
    BUSY,
    SQLITE_ERRORS,
    DamageError,
    check_schema,
    close_on_error,
    connect,
    connect_read_only,
    detect_damage,
    is_outside_error,
    lock_store,
    require_new,
    require_store,
    wal_path,
)
from tilewright.runs.store_reader import StoreReader, Subproblem, parse_child, prefix_text
from tilewright.runs.subproblem import Child, Outcome, Prefix
from tilewright.runs.write_ahead_log import LOG_BYTES, MARK, MISSING, THERE, log_fault

PATIENCE = 2.0  # seconds to wait for readers at the end, who keep the log from being emptied
LOOK = 20  # transactions between looks at the size of the log
FORMAT = 2  # of the store's tables
NEEDED = ("format", "kernel", "goal", "name", "digest", "cover")  # in a manifest
SCHEMA = """
CREATE TABLE manifest (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE subproblems (
    id INTEGER PRIMARY KEY,
    parent INTEGER REFERENCES subproblems (id),
    prefix TEXT NOT NULL UNIQUE,
    weight INTEGER NOT NULL,
    share REAL NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('open', 'taken', 'split', 'done')),
    attempts INTEGER NOT NULL DEFAULT 0,
    worker TEXT,
    nodes INTEGER NOT NULL DEFAULT 0,
    seconds REAL NOT NULL DEFAULT 0,
    ended REAL,
    count TEXT
);
CREATE INDEX by_state ON subproblems (state, id);
CREATE INDEX by_end ON subproblems (ended) WHERE ended IS NOT NULL;
CREATE TABLE solutions (
    subproblem INTEGER PRIMARY KEY REFERENCES subproblems (id),
    number INTEGER NOT NULL,
    packed BLOB NOT NULL
);
"""


class Store(StoreReader):
    """An open store. `create` and `open` take the owner's lock unless `read_only`."""

    def __init__(self, path: Path, db: sqlite3.Connection, lock: Any = None) -> None:
        super().__init__(path, db)
        self._lock = lock
        self._transactions = 0  # since the size of the log was looked at
        self.lost: str | None = None  # what is wrong with the log, if finished work is lost with it
        if lock is not None:
            # The owner checkpoints, in a way that lets a lost log be noticed.
            db.execute("PRAGMA wal_autocheckpoint = 0")
            db.execute(f"PRAGMA journal_size_limit = {LOG_BYTES}")
            self._checkpoint()

    @classmethod
    def create(cls, path: Path, manifest: dict[str, Any], roots: Iterable[Child]) -> Store:
        """Create a store with these subproblems open. Raises NotationError when the file exists.

        It is written under another name and renamed when complete: half a store never exists.
        """
        require_new(path)
        real = path.resolve()
        hidden = real.with_name(f".{real.name}.part")
        with close_on_error(lock_store(path)) as lock:
            require_new(path)  # as another one may have been quicker
            try:
                hidden.unlink(missing_ok=True)
                with closing(connect(hidden)) as db:
                    cls(path, db)._fill(manifest, roots)
                hidden.rename(real)
            except OSError as error:
                raise TilewrightError(f"cannot write {path}: {error.strerror or error}") from None
            finally:
                for each in (hidden, wal_path(hidden), hidden.with_name(hidden.name + "-shm")):
                    with suppress(OSError):
                        each.unlink(missing_ok=True)
            return cls(path, connect(path), lock)

    def _fill(self, manifest: dict[str, Any], roots: Iterable[Child]) -> None:
        with self._transaction() as db:
            for statement in SCHEMA.split(";"):
                if statement.strip():
                    db.execute(statement)
            rows = {**manifest, "format": FORMAT}
            db.executemany("INSERT INTO manifest VALUES (?, ?)", [(k, json.dumps(v)) for k, v in rows.items()])
            self._insert(db, None, roots)

    @classmethod
    def open(cls, path: Path, read_only: bool = False) -> Store:
        """Open a store and check it for damage. Raises RunMismatchError when it is another version's.

        It is only read until it is known to be a store, so that any other file stays unchanged.
        """
        require_store(path)
        with close_on_error(cls(path, connect_read_only(path))) as reading:
            reading._check()
            if read_only:
                if reading.lost:
                    raise TilewrightError(
                        f"{path}: {reading.lost}, and with it finished subproblems: find it, or `tilewright run resume {path}` "
                        "does them again"
                    )
                return reading
            reading.close()
        with close_on_error(lock_store(path)) as lock:
            store = cls(path, connect(path), lock)
            store.lost = reading.lost
            return store

    def _check(self) -> None:
        try:
            with detect_damage(self.path):
                check_schema(self._db, SCHEMA)
                damage = self._db.execute("PRAGMA integrity_check(1)").fetchone()[0]
                manifest = self.manifest()
            if damage != "ok":
                raise DamageError(self.path, damage.splitlines()[0])
            if lost := [key for key in NEEDED if key not in manifest]:
                raise DamageError(self.path, f"its manifest has no {lost[0]}")
            self.check_rows()
            self.lost = log_fault(self.path, manifest.get(MARK))
        except DamageError as error:
            hint = (
                ""
                if wal_path(self.path).exists()
                else f"; its log {wal_path(self.path).name} is not there: was it left behind?"
            )
            raise TilewrightError(f"{error}{hint}") from None
        if type(manifest["format"]) is not int or manifest["format"] != FORMAT:
            raise RunMismatchError(f"{self.path} has store format {manifest['format']}: expected {FORMAT}")

    def _checkpoint(self) -> None:
        """Bring the log into the file. From then on the file alone says that its log is missing; only the log says otherwise."""
        for mark in (MISSING, THERE):
            with self._transaction() as db:
                db.execute("INSERT OR REPLACE INTO manifest VALUES (?, ?)", (MARK, json.dumps(mark)))
            if mark == MISSING:
                self._bring_in("RESTART", 0.0)

    def empty_log(self) -> bool:
        """Bring all of the log into the file, so that the file alone is the store. Return False where a reader prevents it."""
        return self._bring_in("TRUNCATE", PATIENCE)

    def _bring_in(self, mode: str, seconds: float) -> bool:
        self._db.execute(f"PRAGMA busy_timeout = {int(1000 * seconds)}")
        try:
            return not self._db.execute(f"PRAGMA wal_checkpoint({mode})").fetchone()[0]
        except sqlite3.OperationalError:  # a full disk, or a lock: the log stays
            return False
        finally:
            self._db.execute(f"PRAGMA busy_timeout = {int(1000 * BUSY)}")

    def close(self) -> None:
        """Close the file and give up the lock."""
        if self._lock is not None:
            with suppress(*SQLITE_ERRORS):
                self.empty_log()
        self._db.close()
        if self._lock is not None:
            self._lock.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        self.close()
        if isinstance(error, SQLITE_ERRORS):
            with detect_damage(self.path):
                raise error

    @contextmanager
    def batch(self) -> Iterator[None]:
        """All changes in the body are one transaction: a commit waits for the disk, some 5 ms, whatever is in it."""
        with self._transaction():
            yield

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """Everything in the body happens, or nothing; a full or read-only disk is a TilewrightError."""
        if self._db.in_transaction:  # part of a batch
            yield self._db
            return
        try:
            self._db.execute("BEGIN IMMEDIATE")
            yield self._db
            self._db.execute("COMMIT")
            self._transactions += 1
        except BaseException as error:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            if is_outside_error(error):
                raise TilewrightError(f"cannot write {self.path}: {error}; finished subproblems are safe") from error
            if isinstance(error, SQLITE_ERRORS):
                raise DamageError(self.path, error) from error
            raise
        if self._transactions >= LOOK and self._lock is not None:
            self._transactions = 0
            if wal_path(self.path).stat().st_size > LOG_BYTES:
                self._checkpoint()

    def _insert(self, db: sqlite3.Connection, parent: int | None, children: Iterable[Child]) -> None:
        children = list(children)
        share = 1.0
        if parent is not None:
            with detect_damage(self.path, f"subproblem {parent}"):
                share = float(db.execute("SELECT share FROM subproblems WHERE id = ?", (parent,)).fetchone()[0])
        rows = [(parent, prefix_text(child.prefix), child.weight, share / len(children)) for child in children]
        db.executemany(
            "INSERT INTO subproblems (parent, prefix, weight, share, state) VALUES (?, ?, ?, ?, 'open')", rows
        )

    def claim(self, worker: str) -> Subproblem | None:
        """Mark an open subproblem as taken and return it, or None when none is open."""
        with self._transaction() as db:
            row = db.execute(
                "SELECT id, prefix, weight, attempts FROM subproblems WHERE state = 'open' ORDER BY id LIMIT 1"
            ).fetchone()
            if row is None:
                return None
            db.execute(
                "UPDATE subproblems SET state = 'taken', worker = ? WHERE id = ?",
                (worker, row[0]),
            )
            with detect_damage(self.path, f"subproblem {row[0]}"):
                return Subproblem(row[0], parse_child(row[1], row[2]), int(row[3]))

    def record_death(self, id: int) -> int:
        """Reopen a subproblem at which its worker died. Return how often that has happened."""
        with self._transaction() as db:
            self.release([id])
            db.execute("UPDATE subproblems SET attempts = attempts + 1 WHERE id = ?", (id,))
            return int(db.execute("SELECT attempts FROM subproblems WHERE id = ?", (id,)).fetchone()[0])

    def release(self, ids: Iterable[int] | None = None) -> int:
        """Reopen subproblems that were taken and will not be finished (default: all of them). Return how many."""
        with self._transaction() as db:
            if ids is None:
                return db.execute("UPDATE subproblems SET state = 'open', worker = NULL WHERE state = 'taken'").rowcount
            query = "UPDATE subproblems SET state = 'open', worker = NULL WHERE state = 'taken' AND id = ?"
            return sum(db.execute(query, (each,)).rowcount for each in ids)

    def finish(self, id: int, outcome: Outcome) -> bool:
        """Record the result of a subproblem. Return False, changing nothing, if it was finished or split before."""
        with self._transaction() as db:
            done = db.execute(
                "UPDATE subproblems SET state = 'done', count = ?, nodes = nodes + ?, seconds = seconds + ?, "
                "worker = ?, ended = ?, attempts = attempts + 1 WHERE id = ? AND state IN ('open', 'taken')",
                (str(outcome.count), outcome.nodes, outcome.seconds, outcome.worker, time.time(), id),
            ).rowcount
            if done and outcome.packed is not None:
                db.execute("INSERT INTO solutions VALUES (?, ?, ?)", (id, outcome.count, outcome.packed))
        return bool(done)

    def split(
        self,
        id: int,
        splits: Iterable[tuple[Prefix, Iterable[Child]]],
        nodes: int = 0,
        seconds: float = 0.0,
        worker: str = "",
    ) -> bool:
        """Replace a subproblem by its children, and some of these by theirs, in that order, all in one transaction.

        Return False, changing nothing, if it was finished or split before.
        """
        with self._transaction() as db:
            mark = (
                "UPDATE subproblems SET state = 'split', nodes = nodes + ?, seconds = seconds + ?, worker = ?, ended = ? "
                "WHERE id = ?"
            )
            fresh = "SELECT id FROM subproblems WHERE id = ? AND state IN ('open', 'taken')"
            if db.execute(fresh, (id,)).fetchone() is None:
                return False
            for number, (prefix, children) in enumerate(splits):
                if number:
                    id = db.execute("SELECT id FROM subproblems WHERE prefix = ?", (prefix_text(prefix),)).fetchone()[0]
                db.execute(mark, (nodes, seconds, worker, time.time(), id))
                nodes, seconds = 0, 0.0
                self._insert(db, id, children)
        return True
