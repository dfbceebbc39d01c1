"""How the file of a store is come by: looked at before it is touched, worked on by one process only, or only read.

What is wrong with a file is told apart here as well: what cannot be read or written (a full disk, missing rights) from
what is no store, and from a store that is damaged.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
import zlib
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Literal, Protocol, TypeVar

from tilewright.errors import NotationError, RunMismatchError, TilewrightError

MAGIC = b"SQLite format 3\0"
# What SQLite says of the disk and of rights, by the beginning of the name of its error; all else is said of the file.
OUTSIDE = tuple(
    f"SQLITE_{name}" for name in ("FULL", "READONLY", "IOERR", "CANTOPEN", "BUSY", "LOCKED", "PERM", "NOMEM")
)
SQLITE_ERRORS = (sqlite3.DatabaseError, UnicodeDecodeError)  # also its messages quote what is no text any more
# What comes of decoding bytes that have changed.
DECODING_ERRORS = (
    sqlite3.DatabaseError,
    zlib.error,
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    OverflowError,
    MemoryError,
)


class _Closable(Protocol):
    def close(self) -> None: ...


_T = TypeVar("_T", bound=_Closable)
Kind = Literal["store", "archive", "other"]


class DamageError(TilewrightError):
    """A store, or a part of it, that cannot be read as what it was written as."""

    def __init__(self, path: Path, what: object) -> None:
        super().__init__(f"{path} is damaged ({what}): try `tilewright run salvage {path} -o NEW.db`")


def is_outside_error(error: BaseException) -> bool:
    """Whether an error of SQLite is about the disk or rights, and not about what is in the file."""
    return str(getattr(error, "sqlite_errorname", "")).startswith(OUTSIDE)


@contextmanager
def detect_damage(path: Path, part: str = "") -> Iterator[None]:
    """What cannot be decoded in the body is damage of this part of the file."""
    try:
        yield
    except DECODING_ERRORS as error:
        if is_outside_error(error):
            raise TilewrightError(f"{path} cannot be read: {error}") from None
        raise DamageError(path, f"{part}: {error or type(error).__name__}" if part else error) from None


@contextmanager
def close_on_error(thing: _T) -> Iterator[_T]:
    """What stays open unless the body fails."""
    try:
        yield thing
    except BaseException:
        thing.close()
        raise


def wal_path(path: Path) -> Path:
    """Where SQLite keeps what is not in the file yet."""
    real = path.resolve()
    return real.with_name(real.name + "-wal")


def _sqlite(path: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.resolve().as_uri()}?{mode}", uri=True, isolation_level=None, timeout=30)


def file_type(path: Path) -> Kind:
    """What a file is, without changing it or making others beside it. A database that cannot be read may be a store."""
    try:
        with path.open("rb") as file:
            if file.read(len(MAGIC)) != MAGIC:
                return "other"
    except FileNotFoundError:
        return "other"
    # Without its log SQLite needs nothing beside the file, and told so it makes nothing.
    try:
        with closing(_sqlite(path, "mode=ro" if wal_path(path).exists() else "mode=ro&immutable=1")) as db:
            tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except SQLITE_ERRORS:
        return "store"
    return "store" if {"manifest", "subproblems"} & tables else "archive" if "tilings" in tables else "other"


def require_store(path: Path) -> None:
    """NotationError unless the file may be a store."""
    if path.is_dir():
        raise NotationError(f"{path} is a directory: expected the file of a run store")
    if not path.is_file():
        raise NotationError(f"{path}: no such run store")
    kind = file_type(path)
    if kind == "archive":
        raise NotationError(f"{path} is an archive: expected a run store, as `tilewright run start` writes it")
    if kind == "other" and not path.stat().st_size:
        raise NotationError(f"{path} is empty: expected a run store, as `tilewright run start` writes it")
    if kind == "other":
        raise TilewrightError(
            f"{path} is not a run store, or it is damaged, or its log {wal_path(path).name} was left behind: expected the file that "
            "`tilewright run start` wrote"
        )


def require_new(path: Path) -> None:
    """NotationError unless a new store may be made there."""
    if path.exists():
        raise NotationError(f"{path} already exists: expected a new file, or `tilewright run resume {path}`")
    if wal_path(path).exists():
        raise NotationError(f"{wal_path(path)} exists but its store does not: expected another name")
    if not path.resolve().parent.is_dir():
        raise NotationError(f"{path}: there is no directory {path.resolve().parent}")


def require_no_store(output: Path) -> None:
    """NotationError when writing there would destroy a run."""
    if output.is_dir():
        raise NotationError(f"-o {output} is a directory: expected a file")
    if file_type(output) == "store":
        raise NotationError(f"-o {output} is a run store, which is never overwritten: expected another file")
    if wal_path(output).exists():
        raise NotationError(f"-o {output}: {wal_path(output)} belongs to a run store: expected another name")


def lock_store(path: Path) -> Any:
    """The owner's lock of a store, held until the returned file is closed."""
    real = path.resolve()
    if path.exists() and (names := path.stat().st_nlink) > 1:
        raise NotationError(
            f"{path} has {names} names (hard links): expected one, for a log and a lock go with each; `cp` makes a copy"
        )
    try:
        file = real.with_name(real.name + ".lock").open("a")
    except OSError as error:
        raise TilewrightError(
            f"{path} cannot be locked ({error.strerror}): status, log, verify and export only read it"
        ) from None
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.close()
        raise RunMismatchError(f"{path} is in use: another `tilewright run` works on it") from None
    return file


def connect(path: Path) -> sqlite3.Connection:
    """The file to work on. Every commit waits for the disk."""
    try:
        db = _sqlite(path, "mode=rwc")
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
    except SQLITE_ERRORS as error:
        raise _cannot_open(path, error) from None
    return db


def connect_read_only(path: Path) -> sqlite3.Connection:
    """The file to read while another process may work on it; also where nothing can be written beside it."""
    for mode in ("mode=ro", "mode=ro&immutable=1"):
        try:
            db = _sqlite(path, mode)
            db.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchall()
        except SQLITE_ERRORS as error:
            if not is_outside_error(error) or "immutable" in mode:
                raise _cannot_open(path, error) from None
            if wal_path(path).exists() and wal_path(path).stat().st_size:
                # Reading the log wants an index of it beside the file.
                raise TilewrightError(
                    f"{path} cannot be read here ({error}), because its log {wal_path(path).name} must be read with "
                    "it: copy both to a directory that can be written"
                ) from None
        else:
            return db
    raise AssertionError


def _cannot_open(path: Path, error: Exception) -> TilewrightError:
    if is_outside_error(error):
        why = "" if os.access(path, os.R_OK) or not path.exists() else ": no right to read it"
        return TilewrightError(f"cannot open {path}: {error}{why}")
    return DamageError(path, error)
