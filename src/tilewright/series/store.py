"""The store of a series: one SQLite file, a term a row, each written whole in a transaction of its own.

A series that is killed loses the term it was at; started again it goes on with the first term that is not there. Each row has
a checksum over the family, the place and all that was counted, so that a number that was changed is not taken for a term.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tilewright.errors import NotationError, RunMismatchError, TilewrightError
from tilewright.runs.access import (
    SQLITE_ERRORS,
    DamageError,
    close_on_error,
    connect,
    detect_damage,
    is_outside_error,
    lock_store,
)
from tilewright.series.pattern import Index
from tilewright.series.term import Term

FORMAT = 2
SCHEMA = """
CREATE TABLE IF NOT EXISTS series (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS terms (
    place TEXT PRIMARY KEY, value TEXT NOT NULL, digest TEXT NOT NULL, engine TEXT NOT NULL,
    seconds REAL NOT NULL, memory INTEGER NOT NULL, version TEXT NOT NULL, checksum TEXT NOT NULL
) WITHOUT ROWID;
"""


class TermStore:
    """The terms of one family that are known already; `add` writes one."""

    def __init__(self, path: Path, db: sqlite3.Connection, family: dict[str, str]) -> None:
        self.path, self.family = path, family
        self._db = db

    def get(self, index: Index) -> Term | None:
        """The term of these values, if it is there. Raises TilewrightError where it is not as it was written."""
        with _detect_damage(self.path, f"the term of {', '.join(map(str, index))}"):
            row = self._db.execute("SELECT * FROM terms WHERE place = ?", (json.dumps(index),)).fetchone()
            if row is None:
                return None
            _, value, digest, engine, seconds, memory, version, checksum = row
            term = Term(index, int(value), digest, engine, float(seconds), int(memory), version)
            if checksum != self._checksum(term):
                raise ValueError("its checksum is wrong")
            return term

    def add(self, term: Term) -> None:
        """Write a term; TilewrightError when the disk refuses."""
        row = (str(term.value), term.digest, term.engine, float(term.seconds), term.memory, term.version)
        with _detect_full(self.path, "; the terms before are safe"):
            self._db.execute(
                "INSERT INTO terms VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (json.dumps(term.index), *row, self._checksum(term)),
            )

    def _checksum(self, term: Term) -> str:
        """Of the family, the place, and all that is kept of a term; not against those who mean harm, who can make one."""
        number = (str(term.value), term.digest, term.engine, float(term.seconds), term.memory, term.version)
        text = json.dumps([sorted(self.family.items()), term.index, *number])
        return hashlib.sha256(text.encode()).hexdigest()

    def agree(self) -> None:
        """Write what the series is of, or compare it."""
        with _detect_damage(self.path, "its head"):
            there = self._head()
        wanted = {**self.family, "format": str(FORMAT)}
        if not there:
            with _detect_full(self.path):
                self._db.executescript(f"BEGIN IMMEDIATE; {SCHEMA}")
                self._db.executemany("INSERT INTO series VALUES (?, ?)", wanted.items())
                self._db.execute("COMMIT")
        elif there != wanted:
            key = next(key for key in wanted | there if there.get(key) != wanted.get(key))
            raise RunMismatchError(
                f"{self.path} holds another series: its {key} is {there.get(key)!r}: expected {wanted.get(key)!r}, "
                "or another file"
            )

    def _head(self) -> dict[str, str]:
        if not self._db.execute("SELECT 1 FROM sqlite_master WHERE name = 'series'").fetchone():
            return {}
        return {key: str(value) for key, value in self._db.execute("SELECT key, value FROM series")}


@contextmanager
def open_store(path: Path, family: dict[str, str]) -> Iterator[TermStore]:
    """Open the store of a family, or create it. One process at a time; RunMismatchError for another family's."""
    if (path.exists() and not path.is_file()) or not path.resolve().parent.is_dir():
        raise NotationError(f"--store {path}: expected a file in an existing directory")
    if path.exists() and path.stat().st_size and path.read_bytes()[:16] != b"SQLite format 3\0":
        raise NotationError(f"--store {path}: expected a store that `tilewright series` wrote, or a new file")
    with closing(lock_store(path, "series")), closing(_connect(path)) as db:
        store = TermStore(path, db, family)
        store.agree()
        yield store


@contextmanager
def _detect_full(path: Path, rest: str = "") -> Iterator[None]:
    """Raise TilewrightError when the disk refuses what the body writes."""
    try:
        yield
    except SQLITE_ERRORS as error:
        if is_outside_error(error):
            raise TilewrightError(f"cannot write {path}: {error}{rest}") from error
        raise


@contextmanager
def _detect_damage(path: Path, part: str) -> Iterator[None]:
    """As for the store of a run, but of a series nothing is to be salvaged: its other terms can be counted again."""
    try:
        with detect_damage(path, part):
            yield
    except DamageError as damage:
        raise TilewrightError(
            f"{path} is damaged ({damage.what}): expected a store as `tilewright series` wrote it; remove it, or name another "
            "one, to count its terms again"
        ) from None


def _connect(path: Path) -> sqlite3.Connection:
    with _detect_damage(path, "its head"), close_on_error(connect(path)) as db:
        tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        if tables and "terms" not in tables:
            raise NotationError(f"--store {path} holds something else: expected a store of `tilewright series`")
        return db
