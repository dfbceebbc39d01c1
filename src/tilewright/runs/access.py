"""Access to the file of a store: identification, locking by one process for writing, and opening for reading.

Errors are classified here as well: errors of the disk or of permissions (full, read-only), files that are not a store,
and damaged stores.

SQLite treats a missing log as an empty one, and a damaged log as one that ends before the damage. The work finished
after the last checkpoint would then disappear without notice. Two things reveal this. The owner writes MISSING into the
file before a checkpoint and THERE into the log after it, so that a file without its log says MISSING. And transactions
that follow the last one SQLite reads, but belong to the same log, were once written completely. (A reader that was
already reading before the owner began keeps MISSING out of the file; then only a damaged log is noticed, not a missing
one.) The layout is described in https://sqlite.org/fileformat2.html#walformat.

Large packs of solutions are files of their own in `FILE.db.packs` beside the store. Workers of a cluster write them
there if they can access that directory, so that packs need not pass through the scheduler and the owner. The name of a
pack is its SHA-256: a subproblem that is solved twice gives one file, a file is checked against its name when it is
read, and a store from an unknown source cannot name files elsewhere. The owner writes a new key into the directory each
time it works. The key distinguishes the directory from one with the same path on another machine.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import sqlite3
import struct
import time
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, Protocol, TypeVar

from tilewright.errors import NotationError, RunMismatchError, TilewrightError, quote
from tilewright.files import open_regular
from tilewright.runs.subproblem import SubproblemOutcome
from tilewright.system import lock, open_plain

BUSY = 30.0  # seconds to wait for another process that writes
MAGIC = b"SQLite format 3\0"
# Name prefixes of SQLite's errors about the disk and permissions; all other errors are about the file.
OUTSIDE = tuple(
    f"SQLITE_{name}" for name in ("FULL", "READONLY", "IOERR", "CANTOPEN", "BUSY", "LOCKED", "PERM", "NOMEM")
)
SQLITE_ERRORS = (sqlite3.DatabaseError, UnicodeDecodeError)  # its messages may quote text that cannot be decoded
# Exceptions that decoding of damaged bytes may raise.
DECODING_ERRORS = (
    sqlite3.DatabaseError,
    zlib.error,
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    OverflowError,
    MemoryError,
    RecursionError,
    NotationError,
)


class _Closable(Protocol):
    def close(self) -> None: ...


_T = TypeVar("_T", bound=_Closable)
Kind = Literal["store", "archive", "other"]


class DamageError(TilewrightError):
    """A store, or a part of it, cannot be decoded."""

    def __init__(self, path: Path, what: object) -> None:
        self.what = what
        super().__init__(f"{path} is damaged ({what}): try `tilewright run salvage {path} -o NEW.db`")


def is_outside_error(error: BaseException) -> bool:
    """Return whether an error of SQLite is about the disk or permissions, not about the content of the file."""
    return str(getattr(error, "sqlite_errorname", "")).startswith(OUTSIDE)


@contextmanager
def detect_damage(path: Path, part: str = "") -> Iterator[None]:
    """Raise DamageError, naming this part of the file, if the body fails to decode it."""
    try:
        yield
    except DECODING_ERRORS as error:
        if is_outside_error(error):
            raise TilewrightError(f"{path} cannot be read: {error}") from None
        raise DamageError(path, f"{part}: {error or type(error).__name__}" if part else error) from None


@contextmanager
def close_on_error(thing: _T) -> Iterator[_T]:
    """Close `thing` if the body fails, and only then."""
    try:
        yield thing
    except BaseException:
        thing.close()
        raise


def wal_path(path: Path) -> Path:
    """Return the path of SQLite's write-ahead log of a database."""
    real = path.resolve()
    return real.with_name(real.name + "-wal")


def _sqlite(path: Path, mode: str) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.resolve().as_uri()}?{mode}", uri=True, isolation_level=None, timeout=BUSY)


def file_type(path: Path) -> Kind:
    """Return the type of a file, without changing it or creating others. An unreadable database counts as a store."""
    if not path.is_file():
        return "other"
    with open_regular(path, "the store of a run") as file:
        if file.read(len(MAGIC)) != MAGIC:
            return "other"
    # Without its log, SQLite needs no other file beside the store; `immutable` keeps it from creating any.
    try:
        with closing(_sqlite(path, "mode=ro" if wal_path(path).exists() else "mode=ro&immutable=1")) as db:
            tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except SQLITE_ERRORS:
        return "store"
    return "store" if {"manifest", "subproblems"} & tables else "archive" if "tilings" in tables else "other"


def check_schema(db: sqlite3.Connection, schema: str) -> None:
    """Raise ValueError unless the tables are exactly those of `schema`, without views, triggers or other rules."""
    expected = {" ".join(statement.split()) for statement in schema.split(";") if statement.strip()}
    rows = db.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*'")
    if wrong := sorted({" ".join(str(sql).split()) for (sql,) in rows} ^ expected):
        raise ValueError(f"its tables are not those that were written: {quote(wrong[0])}")


def require_store(path: Path) -> None:
    """Raise NotationError unless the file may be a store."""
    if path.is_dir():
        raise NotationError(f"{path} is a directory: expected the file of a run store")
    if not path.is_file():
        raise NotationError(f"{path}: no such run store")
    kind = file_type(path)
    if kind == "archive" or not path.stat().st_size:
        what = "an archive" if kind == "archive" else "empty"
        raise NotationError(f"{path} is {what}: expected a run store, as `tilewright run start` writes it")
    if kind == "other":
        raise TilewrightError(
            f"{path} is not a run store, or it is damaged, or its log {wal_path(path).name} was left behind: expected the file that "
            "`tilewright run start` wrote"
        )


def require_new(path: Path) -> None:
    """Raise NotationError unless a new store may be created at this path."""
    if path.exists():
        raise NotationError(f"{path} already exists: expected a new file, or `tilewright run resume {path}`")
    if wal_path(path).exists():
        raise NotationError(f"{wal_path(path)} exists but its store does not: expected another name")
    if not path.resolve().parent.is_dir():
        raise NotationError(f"{path}: there is no directory {path.resolve().parent}")


def require_no_store(output: Path) -> None:
    """Raise NotationError if writing to this path would destroy a run."""
    if output.is_dir():
        raise NotationError(f"-o {output} is a directory: expected a file")
    if file_type(output) == "store":
        raise NotationError(f"-o {output} is a run store, which is never overwritten: expected another file")
    if wal_path(output).exists():
        raise NotationError(f"-o {output}: {wal_path(output)} belongs to a run store: expected another name")


def lock_store(path: Path, command: str = "run") -> Any:
    """Take the owner's lock of a store of this command, held until the returned file is closed.

    Raises RunMismatchError if another process holds it.
    """
    real = path.resolve()
    if path.exists() and (names := path.stat().st_nlink) > 1:
        raise NotationError(
            f"{path} has {names} names (hard links): expected one, for a log and a lock go with each; `cp` makes a copy"
        )
    try:
        file = open_plain(real.with_name(real.name + ".lock"))
    except OSError as error:
        way = "status, log, verify and export only read it" if command == "run" else "expected another place"
        raise TilewrightError(f"{path} cannot be locked ({error.strerror}): {way}") from None
    try:
        lock(file)
    except BlockingIOError:
        file.close()
        raise RunMismatchError(f"{path} is in use: another `tilewright {command}` works on it") from None
    return file


def connect(path: Path) -> sqlite3.Connection:
    """Open a store for writing. Every commit waits until the data is on the disk."""
    try:
        db = _sqlite(path, "mode=rwc")
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
    except SQLITE_ERRORS as error:
        raise _cannot_open(path, error) from None
    return db


def connect_read_only(path: Path) -> sqlite3.Connection:
    """Open a store for reading, even while another process writes it or in a read-only directory."""
    for mode in ("mode=ro", "mode=ro&immutable=1"):
        try:
            db = _sqlite(path, mode)
            db.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchall()
        except SQLITE_ERRORS as error:
            if not is_outside_error(error) or "immutable" in mode:
                raise _cannot_open(path, error) from None
            if wal_path(path).exists() and wal_path(path).stat().st_size:
                # Reading the log requires an index file beside the store.
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


MARK, MISSING, THERE = "log", "missing", "there"  # the key in the manifest, and its values
LOG_BYTES = 4 << 20  # a log of this size is merged into the file
HEADER, FRAME = 32, 24  # bytes at the beginning of the log, and before each page in it
READ_FRAMES = 16  # offset in the log's index of the number of frames that SQLite reads
MOMENT = 0.3  # seconds within which a working owner ends a transaction


def log_fault(path: Path, mark: object) -> str | None:
    """Return what is wrong with the log of a store open for reading if finished work is lost, or None."""
    log = wal_path(path)
    if not log.exists() or not log.stat().st_size:
        return f"its log {log.name} is missing" if mark == MISSING else None
    found = _dropped(log)
    if found is None:
        return None
    time.sleep(MOMENT)  # a working owner may have written frames without announcing them yet
    return f"its log {log.name} is damaged" if log.exists() and _dropped(log) == found else None


def _dropped(log: Path) -> tuple[int, bytes] | None:
    """Return the last frame of the first transaction that SQLite does not read, and the salts of the log.

    Return None if there is no such transaction.
    """
    index = log.with_name(log.name.removesuffix("-wal") + "-shm")
    with log.open("rb") as file:
        header = file.read(HEADER)
        if not _is_header(header):
            return 0, header
        step, salts = FRAME + int.from_bytes(header[8:12], "big"), header[16:24]
        for frame in range(_read_frames(index), (log.stat().st_size - HEADER) // step):
            file.seek(HEADER + frame * step)
            head = file.read(FRAME)
            # The last frame of a transaction holds the size of the file; frames of an earlier log have other salts.
            if head[8:16] == salts and any(head[4:8]):
                return frame + 1, salts
    return None


def _read_frames(index: Path) -> int:
    data = b""
    with suppress(FileNotFoundError), index.open("rb") as file:
        file.seek(READ_FRAMES)
        data = file.read(4)
    return int(struct.unpack("=I", data)[0]) if len(data) == 4 else 0


def _is_header(header: bytes) -> bool:
    """Return whether the header of a log is intact: its last 8 bytes are a checksum of the others."""
    if len(header) < HEADER or header[:4] not in (b"\x37\x7f\x06\x82", b"\x37\x7f\x06\x83"):
        return False
    words = struct.unpack("<6I" if header[3] == 0x82 else ">6I", header[:24])
    one = other = 0
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = (one + first + other) & 0xFFFFFFFF
        other = (other + second + one) & 0xFFFFFFFF
    return struct.pack(">2I", one, other) == header[24:]


LARGE_PACK = 1 << 20  # bytes of a pack that gets a file of its own
MOST_PACKED = 1 << 30  # most bytes read from a pack, which is the most that a row of a store can hold
PACK, PART, KEY = ".pack", ".part", ".key"


def packs_directory(store: Path) -> Path:
    """Return the directory of the packs of a store."""
    real = store.resolve()
    return real.with_name(real.name + ".packs")


@dataclass(frozen=True)
class Packs:
    """The directory of packs, in the form that is sent to workers."""

    directory: str
    key: str
    large: int = LARGE_PACK

    @classmethod
    def offer(cls, store: Path, large: int = LARGE_PACK) -> Packs:
        """Create the directory and a key in it; called by the owner."""
        directory, key = packs_directory(store), secrets.token_hex(16) + KEY
        try:
            directory.mkdir(exist_ok=True)
            (directory / key).touch()
        except OSError as error:
            raise TilewrightError(f"cannot write {directory}: {error.strerror or error}") from None
        return cls(str(directory), key, large)

    def withdraw(self) -> None:
        """Remove the key, and the directory if it is empty."""
        with suppress(OSError):
            Path(self.directory, self.key).unlink(missing_ok=True)
            Path(self.directory).rmdir()

    def keep(self, outcome: SubproblemOutcome) -> SubproblemOutcome:
        """Write a large pack into a file if possible, and return the outcome with the file's name.

        This is called by workers.
        """
        packed, here = outcome.packed, Path(self.directory)
        if packed is None or not self.large <= len(packed) <= MOST_PACKED:
            return outcome
        name = hashlib.sha256(packed).hexdigest()
        try:
            if not (here / self.key).exists():  # the directory is another machine's, or does not exist
                return outcome
            _write_pack(here, name, packed)
        except OSError:  # no permission to write, or a full disk: the owner may succeed
            return outcome
        return replace(outcome, packed=None, file=name)


def _write_pack(directory: Path, name: str, packed: bytes) -> None:
    """Write a file so that it either exists completely on the disk or not at all."""
    part = directory / (secrets.token_hex(16) + PART)
    try:
        with part.open("xb") as file:
            file.write(packed)
            file.flush()
            os.fsync(file.fileno())
        part.replace(directory / (name + PACK))
    finally:
        part.unlink(missing_ok=True)
    if os.name == "posix":  # elsewhere directories cannot be opened
        entry = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(entry)
        finally:
            os.close(entry)


def read_pack(store: Path, name: str) -> bytes:
    """Return the pack of this name. Raises ValueError or NotationError if it is missing or has other content."""
    path = packs_directory(store) / (name + PACK)
    with open_regular(path, "the tilings of a subproblem") as file:
        packed = file.read(MOST_PACKED + 1)
    if len(packed) > MOST_PACKED or hashlib.sha256(packed).hexdigest() != name:
        raise ValueError(f"{path} has been changed")
    return packed


def missing_packs(store: Path, names: Iterable[str]) -> list[str]:
    """Return the names whose files do not exist."""
    wanted, directory = list(names), packs_directory(store)
    there = {each.name for each in directory.iterdir()} if wanted and directory.is_dir() else set()
    return [name for name in wanted if name + PACK not in there]


def clear_packs(store: Path, names: Iterable[str]) -> None:
    """Remove files that a finished run does not need.

    They are left by workers that were killed, or belong to answers that came second.
    """
    kept = {name + PACK for name in names}
    with suppress(OSError):
        for each in packs_directory(store).iterdir():
            if each.suffix in (PACK, PART, KEY) and each.name not in kept:
                each.unlink(missing_ok=True)
