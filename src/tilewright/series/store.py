"""The store of a series: one SQLite file, a term a row, each written whole in a transaction of its own.

A run that is killed loses the term it was at; started again it goes on with the first term that is not there.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tilewright.errors import NotationError, RunMismatchError, TilewrightError
from tilewright.runs.access import SQLITE_ERRORS, close_on_error, connect, detect_damage, is_outside_error, lock_store
from tilewright.series.pattern import Index
from tilewright.series.term import Term

FORMAT = 1
SCHEMA = """
CREATE TABLE IF NOT EXISTS series (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS terms (
    place TEXT PRIMARY KEY, value TEXT NOT NULL, digest TEXT NOT NULL, engine TEXT NOT NULL,
    seconds REAL NOT NULL, memory INTEGER NOT NULL, version TEXT NOT NULL
) WITHOUT ROWID;
"""


class TermStore:
    """The terms of one family that are known already; `add` writes one."""

    def __init__(self, path: Path, db: sqlite3.Connection) -> None:
        self.path = path
        self._db = db

    def get(self, index: Index) -> Term | None:
        """The term of these values, if it is there."""
        with detect_damage(self.path, "terms"):
            row = self._db.execute("SELECT * FROM terms WHERE place = ?", (json.dumps(index),)).fetchone()
            if row is None:
                return None
            _, value, digest, engine, seconds, memory, version = row
            return Term(index, int(value), digest, engine, float(seconds), int(memory), version)

    def add(self, term: Term) -> None:
        """Write a term; TilewrightError when the disk refuses."""
        row = (str(term.value), term.digest, term.engine, term.seconds, term.memory, term.version)
        try:
            self._db.execute("INSERT INTO terms VALUES (?, ?, ?, ?, ?, ?, ?)", (json.dumps(term.index), *row))
        except SQLITE_ERRORS as error:
            if is_outside_error(error):
                raise TilewrightError(f"cannot write {self.path}: {error}; the terms before are safe") from error
            raise

    def _agree(self, family: dict[str, str]) -> None:
        """Write what the series is of, or compare it."""
        with detect_damage(self.path, "series"):
            self._db.executescript(SCHEMA)
            there = {key: str(value) for key, value in self._db.execute("SELECT key, value FROM series")}
        wanted = {**family, "format": str(FORMAT)}
        if not there:
            self._db.executemany("INSERT INTO series VALUES (?, ?)", wanted.items())
        elif there != wanted:
            key = next(key for key in wanted | there if there.get(key) != wanted.get(key))
            raise RunMismatchError(
                f"{self.path} holds another series: its {key} is {there.get(key)!r}: expected {wanted.get(key)!r}, "
                "or another file"
            )


@contextmanager
def open_store(path: Path, family: dict[str, str]) -> Iterator[TermStore]:
    """Open the store of a family, or create it. One process at a time; RunMismatchError for another family's."""
    if path.is_dir() or not path.resolve().parent.is_dir():
        raise NotationError(f"--store {path}: expected a file in an existing directory")
    if path.exists() and path.stat().st_size and path.read_bytes()[:16] != b"SQLite format 3\0":
        raise NotationError(f"--store {path}: expected a store that `tilewright series` wrote, or a new file")
    with closing(lock_store(path)), closing(_connect(path)) as db:
        store = TermStore(path, db)
        store._agree(family)
        yield store


def _connect(path: Path) -> sqlite3.Connection:
    with close_on_error(connect(path)) as db:
        tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if tables and "terms" not in tables:
            raise NotationError(f"--store {path} holds something else: expected a store of `tilewright series`")
        return db
