"""The store of a run: one SQLite file that is consistent at every instant, and read-only reports on it.

Every change is one transaction in WAL mode with full synchronization, so that a kill, a power loss or a full disk loses
at most the subproblems in progress. A subproblem is `open`, `taken`, `split` or `done`. Its result is written in the
transaction that marks it as done, so that nothing is counted twice. Only one process at a time owns a store: it holds a
lock on `FILE.lock`, which the operating system releases however the process ends.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tilewright.errors import LimitError, RunMismatchError, TilewrightError, quote
from tilewright.puzzle.table import parse_json
from tilewright.runs.access import (
    BUSY,
    LOG_BYTES,
    MARK,
    MISSING,
    PACK,
    SQLITE_ERRORS,
    THERE,
    DamageError,
    check_schema,
    close_on_error,
    connect,
    connect_read_only,
    detect_damage,
    is_outside_error,
    lock_store,
    log_fault,
    missing_packs,
    packs_directory,
    read_pack,
    require_new,
    require_store,
    wal_path,
)
from tilewright.runs.subproblem import Child, Prefix, SubproblemOutcome
from tilewright.system import any_digits, digits

MOST_SECONDS = 1e12  # 30,000 years; no valid time of work is longer
MOST_DIGITS = 4300  # digits of a number that Python reads by default
MOST_COUNT_DIGITS = 200_000  # digits of a number of solutions that can be read in a quarter of a second
WHOLE, TIME = "typeof({0}) = 'integer' AND {0} >= 0", "typeof({0}) = 'real' AND {0} BETWEEN 0 AND " + str(MOST_SECONDS)
TEXT = "typeof({0}) = 'text'"
# ASCII digits of limited number without leading zeros; a text that contains a NUL is longer in bytes.
DIGITS = (
    f"{TEXT} AND {{0}} GLOB '[0-9]*' AND {{0}} NOT GLOB '*[^0-9]*' AND ({{0}} = '0' OR {{0}} NOT GLOB '0*') "
    f"AND length(CAST({{0}} AS BLOB)) = length({{0}}) AND length({{0}}) <= {MOST_COUNT_DIGITS}"
)
# A JSON list of integers exactly as it is written. A list that Python cannot read has more than MOST_DIGITS characters.
PREFIX = (
    f"{TEXT} AND CASE WHEN json_valid({{0}}) THEN {{0}} = json({{0}}) AND ltrim({{0}}, '[0123456789,') = ']' END "
    f"AND (length({{0}}) <= {MOST_DIGITS} OR {{0}} NOT GLOB '*{'[0-9]' * 19}*')"
)
# The condition for each value of a row. Stores may come from unknown sources, and SQLite keeps any type in any column.
COLUMNS = {
    "subproblems": {
        "parent": "{0} IS NULL OR " + WHOLE,
        "prefix": PREFIX,
        "weight": WHOLE + " AND {0} > 0",
        "share": "typeof({0}) = 'real' AND {0} BETWEEN 0 AND 1",
        "state": "{0} IN ('open', 'taken', 'split', 'done')",
        "attempts": WHOLE,
        "worker": "typeof({0}) IN ('null', 'text')",
        "nodes": WHOLE,
        "seconds": TIME,
        "ended": "{0} IS NULL OR " + TIME,
        "count": "CASE state WHEN 'done' THEN " + DIGITS + " ELSE {0} IS NULL END",
    },
    "solutions": {
        "number": WHOLE,
        "file": "{0} IS NULL OR typeof({0}) = 'text' AND length({0}) = 64 AND {0} NOT GLOB '*[^0-9a-f]*'",
        "packed": "typeof({0}) = CASE WHEN file IS NULL THEN 'blob' ELSE 'null' END",
    },
}


# All subproblems that are not split into others. One may be split into none if no option is left for an item.
LEAVES = (
    "SELECT TOTAL(share), COUNT(*) FROM subproblems WHERE state <> 'split' "
    "OR id NOT IN (SELECT parent FROM subproblems WHERE parent IS NOT NULL)"
)


# A weight applies to the whole subtree below the choice for which it was given.
STRANGERS = (
    "SELECT c.id, c.weight, p.weight FROM subproblems c JOIN subproblems p ON p.id = c.parent "
    "WHERE c.weight <> p.weight LIMIT 1"
)


def rule_of(table: str, *columns: str) -> str:
    """Return the SQL condition that the values of these columns are valid."""
    return " AND ".join(f"({COLUMNS[table][column].format(column)}) IS TRUE" for column in columns)


@dataclass(frozen=True)
class Subproblem:
    """A subproblem of the store."""

    id: int
    child: Child


def read_count(text: str) -> int:
    """Return the number of solutions in a valid row."""
    with any_digits():
        return int(text)


def prefix_text(prefix: Prefix) -> str:
    """Return a prefix as text for the store."""
    return json.dumps(prefix, separators=(",", ":"))


def read_child(prefix: str, weight: int) -> Child:
    """Return the subproblem of a valid row."""
    return Child(tuple(json.loads(prefix)), weight)


PATIENCE = 2.0  # seconds to wait at the end for readers, who keep the log from being emptied
PACED = 200  # finished subproblems that determine the pace
LOOK = 20  # transactions between checks of the size of the log
FORMAT = 3  # version of the store's tables
NEEDED = ("format", "kernel", "goal", "name", "digest", "cover")  # keys required in a manifest
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
    file TEXT,
    packed BLOB
);
"""


class Store:
    """An open store, whose rows were checked when it was opened.

    `create` and `open` take the owner's lock, except with `read_only`.
    """

    def __init__(self, path: Path, db: sqlite3.Connection, lock: Any = None) -> None:
        self.path = path
        self._db = db
        self._lock = lock
        self._transactions = 0  # since the last check of the size of the log
        self.lost: str | None = None  # what is wrong with the log or the packs if finished work is lost
        if lock is not None:
            # The owner makes the checkpoints, in a way that reveals a lost log.
            db.execute("PRAGMA wal_autocheckpoint = 0")
            db.execute(f"PRAGMA journal_size_limit = {LOG_BYTES}")
            self._checkpoint()

    @classmethod
    def create(cls, path: Path, manifest: dict[str, Any], roots: Iterable[Child]) -> Store:
        """Create a store with these subproblems open. Raises NotationError if the file exists.

        The store is written under another name and renamed when complete, so that an incomplete store never exists.
        """
        require_new(path)
        real = path.resolve()
        hidden = real.with_name(f".{real.name}.part")
        with close_on_error(lock_store(path)) as lock:
            require_new(path)  # another process may have been quicker
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
                db.execute(statement)
            rows = {**manifest, "format": FORMAT}
            db.executemany("INSERT INTO manifest VALUES (?, ?)", [(k, json.dumps(v)) for k, v in rows.items()])
            self._insert(db, None, roots)

    @classmethod
    def open(cls, path: Path, read_only: bool = False) -> Store:
        """Open a store and check it for damage. Raises RunMismatchError if another version wrote it.

        The file is only read until it is known to be a store, so that any other file stays unchanged.
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
            with store._transaction() as db:  # work stored in missing files is done again
                for file in missing_packs(path, store.files()):
                    (id,) = db.execute("SELECT subproblem FROM solutions WHERE file = ?", (file,)).fetchone()
                    db.execute("DELETE FROM solutions WHERE subproblem = ?", (id,))
                    db.execute("UPDATE subproblems SET state = 'open', count = NULL, ended = NULL WHERE id = ?", (id,))
            return store

    def _check(self) -> None:
        try:
            with detect_damage(self.path):
                manifest = self.manifest()
                if type(format := manifest.get("format")) is int and format != FORMAT:
                    raise RunMismatchError(f"{self.path} has store format {format}: expected {FORMAT}")
                check_schema(self._db, SCHEMA)
                damage = self._db.execute("PRAGMA integrity_check(1)").fetchone()[0]
            if damage != "ok":
                raise DamageError(self.path, damage.splitlines()[0])
            if lost := [key for key in NEEDED if key not in manifest]:
                raise DamageError(self.path, f"its manifest has no {lost[0]}")
            self._check_rows()
            gone = missing_packs(self.path, self.files())
            more = f" and {len(gone) - 1:,} more" if len(gone) > 1 else ""
            packs = f"{packs_directory(self.path).name}/{gone[0]}{PACK}{more} is missing" if gone else None
            self.lost = log_fault(self.path, manifest.get(MARK)) or packs
        except DamageError as error:
            log = wal_path(self.path)
            hint = "" if log.exists() else f"; its log {log.name} is not there: was it left behind?"
            raise TilewrightError(f"{error}{hint}") from None
        if type(manifest["format"]) is not int:
            raise RunMismatchError(f"{self.path} has store format {manifest['format']}: expected {FORMAT}")

    def _check_rows(self) -> None:
        """Raise DamageError if a value does not have its column's type and range, or if subproblems are missing."""
        for table, columns in COLUMNS.items():
            for column in columns:
                query = f"SELECT rowid, {column} FROM {table} WHERE NOT ({rule_of(table, column)}) LIMIT 1"
                with detect_damage(self.path, table):
                    row = self._db.execute(query).fetchone()
                if row:
                    raise DamageError(self.path, f"subproblem {row[0]}: {column} {quote(str(row[1]))}")
        if row := self._db.execute(STRANGERS).fetchone():
            raise DamageError(self.path, "subproblem {}: weight {}: expected {}, as its parent has".format(*row))
        whole, rows = self._db.execute(LEAVES).fetchone()
        if rows and abs(whole - 1) > 1e-6:
            raise DamageError(self.path, f"its subproblems are {whole:.6g} of the whole: expected 1")

    def _checkpoint(self) -> None:
        """Merge the log into the file so that the loss of a later log can be detected.

        Afterwards the file alone says that its log is missing, and only the log says otherwise.
        """
        for mark in (MISSING, THERE):
            with self._transaction() as db:
                db.execute("INSERT OR REPLACE INTO manifest VALUES (?, ?)", (MARK, json.dumps(mark)))
            if mark == MISSING:
                self._bring_in("RESTART", 0.0)

    def merge_log(self) -> bool:
        """Merge the whole log into the file, so that the file alone is the store.

        Return False if a reader prevents it.
        """
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
        """Close the file and release the lock."""
        if self._lock is not None:
            with suppress(*SQLITE_ERRORS):
                self.merge_log()
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

    # Read-only reports

    def manifest(self) -> dict[str, Any]:
        """Return the description of the run: puzzle, digest, goal, options, versions."""
        with detect_damage(self.path, "manifest"):
            rows = self._db.execute("SELECT key, value FROM manifest")
            return {key: parse_json(str.encode(value)) for key, value in rows}  # fails unless the value is text

    def state_counts(self) -> dict[str, int]:
        """Return the number of subproblems in each state."""
        found = dict(self._db.execute("SELECT state, COUNT(*) FROM subproblems GROUP BY state"))
        return {state: found.get(state, 0) for state in ("open", "taken", "split", "done")}

    def total(self) -> int:
        """Return the number of solutions in all finished subproblems, multiplied by their weights."""
        rows = self._db.execute("SELECT count, weight FROM subproblems WHERE state = 'done'")
        return sum(read_count(count) * weight for count, weight in rows)

    def finished_share(self) -> float:
        """Return the finished part of the search, 0 to 1, where children of a split count as equally large."""
        return float(self._db.execute("SELECT TOTAL(share) FROM subproblems WHERE state = 'done'").fetchone()[0])

    def sibling_sums(self) -> list[tuple[int | None, int, str, float, float, int]]:
        """Return (parent, id, state, sum of seconds, sum of their squares, number) for siblings of the same state.

        Each split subproblem has a row of its own.
        """
        sums = "TOTAL(seconds), TOTAL(seconds * seconds), COUNT(*)"
        query = (
            f"SELECT parent, id, state, {sums} FROM subproblems WHERE state != 'split' GROUP BY parent, state "
            "UNION ALL SELECT parent, id, state, seconds, seconds * seconds, 1 FROM subproblems WHERE state = 'split'"
        )
        return self._db.execute(query).fetchall()

    def pace(self) -> float | None:
        """Return the seconds of work done per second over the last PACED subproblems; None before two are finished."""
        query = "SELECT ended, seconds FROM subproblems WHERE ended IS NOT NULL ORDER BY ended DESC LIMIT ?"
        rows = self._db.execute(query, (PACED,)).fetchall()
        if len(rows) < 2:
            return None
        # The work of the first one does not count, because only its end is known.
        return float(sum(seconds for _, seconds in rows[:-1]) / max(1e-6, rows[0][0] - rows[-1][0]))

    def work_done(self) -> tuple[int, float]:
        """Return the nodes and seconds of all work."""
        nodes, seconds = self._db.execute("SELECT SUM(nodes), TOTAL(seconds) FROM subproblems").fetchone()
        return nodes or 0, seconds

    def misplaced_solutions(self) -> int | None:
        """Return a subproblem with stored solutions that is not finished, or None."""
        done = "SELECT id FROM subproblems WHERE state = 'done'"
        row = self._db.execute(f"SELECT subproblem FROM solutions WHERE subproblem NOT IN ({done})").fetchone()
        return row and int(row[0])

    def files(self) -> list[str]:
        """Return the names of the packs that have files of their own."""
        return [name for (name,) in self._db.execute("SELECT file FROM solutions WHERE file IS NOT NULL")]

    def finished(self) -> Iterator[tuple[Subproblem, SubproblemOutcome]]:
        """Yield every finished subproblem with its result, in the order of creation.

        Raises DamageError if its solutions are missing, or their number differs from the count.
        """
        query = (
            "SELECT s.id, s.prefix, s.weight, s.count, s.nodes, s.seconds, x.packed, x.number, x.file FROM subproblems s "
            "LEFT JOIN solutions x ON x.subproblem = s.id WHERE s.state = 'done' ORDER BY s.id"
        )
        for id, prefix, weight, count, nodes, seconds, packed, number, file in self._db.execute(query):
            with detect_damage(self.path, f"subproblem {id}"):
                kept = packed if file is None else read_pack(self.path, file)
                if kept is not None and number != read_count(count):
                    raise ValueError(f"{number} solutions are stored, {count} were counted")
            yield Subproblem(id, read_child(prefix, weight)), SubproblemOutcome(read_count(count), nodes, seconds, kept)

    def log(self, last: int | None = None) -> Iterator[dict[str, Any]]:
        """Yield the subproblems that were worked on, in the order in which they ended; those in progress come last.

        last: how many to yield, by default all.
        """
        columns = "id, parent, prefix, weight, state, attempts, worker, nodes, seconds, ended, count"
        table = "subproblems WHERE state != 'open' OR attempts"
        worked = f"SELECT {columns} FROM {table} ORDER BY ended IS NULL, ended, id"
        if last is not None:
            number = self._db.execute(f"SELECT COUNT(*) FROM {table}").fetchone()[0]
            worked += f" LIMIT -1 OFFSET {max(0, number - last)}"
        for row in self._db.execute(worked):
            named = dict(zip(columns.split(", "), row, strict=True))
            yield named | {"prefix": json.loads(named["prefix"])}

    def roots(self) -> Iterator[Subproblem]:
        """Yield the subproblems with which the run began."""
        for id, prefix, weight in self._db.execute("SELECT id, prefix, weight FROM subproblems WHERE parent IS NULL"):
            yield Subproblem(id, read_child(prefix, weight))

    def tree(self) -> Iterator[tuple[int, int | None, Child, str, float]]:
        """Yield (id, parent, child, state, share) for every subproblem."""
        query = "SELECT id, parent, prefix, weight, state, share FROM subproblems ORDER BY id"
        for id, parent, prefix, weight, state, share in self._db.execute(query):
            yield id, parent, read_child(prefix, weight), state, share

    # Changes

    @contextmanager
    def batch(self) -> Iterator[None]:
        """Make all changes in the body in one transaction, because each commit waits about 5 ms for the disk."""
        with self._transaction():
            yield

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """Run the body as one transaction. Raises TilewrightError if the disk is full or read-only."""
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
            (share,) = db.execute("SELECT share FROM subproblems WHERE id = ?", (parent,)).fetchone()
        rows = [(parent, prefix_text(child.prefix), child.weight, share / len(children)) for child in children]
        db.executemany(
            "INSERT INTO subproblems (parent, prefix, weight, share, state) VALUES (?, ?, ?, ?, 'open')", rows
        )

    def claim(self, worker: str) -> Subproblem | None:
        """Mark an open subproblem as taken and return it, or None if none is open."""
        with self._transaction() as db:
            query = "SELECT id, prefix, weight FROM subproblems WHERE state = 'open' ORDER BY id LIMIT 1"
            if (row := db.execute(query).fetchone()) is None:
                return None
            db.execute("UPDATE subproblems SET state = 'taken', worker = ? WHERE id = ?", (worker, row[0]))
            return Subproblem(row[0], read_child(*row[1:]))

    def record_death(self, id: int) -> int:
        """Reopen a subproblem during which its worker died. Return how often that has happened."""
        with self._transaction() as db:
            self.release([id])
            db.execute("UPDATE subproblems SET attempts = attempts + 1 WHERE id = ?", (id,))
            return int(db.execute("SELECT attempts FROM subproblems WHERE id = ?", (id,)).fetchone()[0])

    def release(self, ids: Iterable[int] | None = None) -> int:
        """Reopen taken subproblems that will not be finished, by default all. Return their number."""
        with self._transaction() as db:
            query = "UPDATE subproblems SET state = 'open', worker = NULL WHERE state = 'taken'"
            if ids is None:
                return db.execute(query).rowcount
            return sum(db.execute(f"{query} AND id = ?", (each,)).rowcount for each in ids)

    def finish(self, id: int, outcome: SubproblemOutcome) -> bool:
        """Record the result of a subproblem. Return False, changing nothing, if it was finished or split before.

        Raises LimitError if the number of solutions has too many digits for the store.
        """
        count = digits(outcome.count)
        if len(count) > MOST_COUNT_DIGITS:
            raise LimitError(f"a number of {len(count):,} digits: expected at most {MOST_COUNT_DIGITS:,} in a store")
        with self._transaction() as db:
            done = db.execute(
                "UPDATE subproblems SET state = 'done', count = ?, nodes = nodes + ?, seconds = seconds + ?, "
                "worker = ?, ended = ?, attempts = attempts + 1 WHERE id = ? AND state IN ('open', 'taken')",
                (count, outcome.nodes, outcome.seconds, outcome.worker, time.time(), id),
            ).rowcount
            if done and (outcome.packed is not None or outcome.file is not None):
                row = (id, outcome.count, outcome.file, outcome.packed)
                db.execute("INSERT INTO solutions VALUES (?, ?, ?, ?)", row)
        return bool(done)

    def split(
        self,
        id: int,
        splits: Iterable[tuple[Prefix, Iterable[Child]]],
        nodes: int = 0,
        seconds: float = 0.0,
        worker: str = "",
    ) -> bool:
        """Replace a subproblem by its children, and some of these by theirs, in that order, in one transaction.

        Return False, changing nothing, if it was finished or split before.
        """
        with self._transaction() as db:
            mark = "state = 'split', nodes = nodes + ?, seconds = seconds + ?, worker = ?, ended = ?"
            fresh = "SELECT id FROM subproblems WHERE id = ? AND state IN ('open', 'taken')"
            if db.execute(fresh, (id,)).fetchone() is None:
                return False
            for number, (prefix, children) in enumerate(splits):
                if number:
                    id = db.execute("SELECT id FROM subproblems WHERE prefix = ?", (prefix_text(prefix),)).fetchone()[0]
                db.execute(f"UPDATE subproblems SET {mark} WHERE id = ?", (nodes, seconds, worker, time.time(), id))
                nodes, seconds = 0, 0.0
                self._insert(db, id, children)
        return True
