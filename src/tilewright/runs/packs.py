"""Large packs of solutions in files of their own, which the workers of a cluster write: in `FILE.db.packs` beside the store.

So what a subproblem keeps need not pass through the scheduler and the owner, where a worker sees the directory of the
store; the worker sends the file's name. That is the SHA-256 of the pack: a subproblem that is solved twice is one file, a
file is held to its name when it is read, and a stranger's store can name none elsewhere.

That the directory is the owner's, and not another one with the same path on another machine, is told by a key: a file in
it that the owner makes anew each time it works.
"""

from __future__ import annotations

import hashlib
import os
import secrets
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from tilewright.errors import TilewrightError
from tilewright.files import open_regular
from tilewright.runs.subproblem import Outcome

LARGE = 1 << 20  # bytes of a pack that gets a file of its own
MOST = 1 << 30  # bytes that are read of one: what a row of a store holds at most
PACK, PART, KEY = ".pack", ".part", ".key"


def directory_of(store: Path) -> Path:
    """Return the directory of the packs of a store."""
    real = store.resolve()
    return real.with_name(real.name + ".packs")


@dataclass(frozen=True)
class Packs:
    """The directory as workers are told of it."""

    directory: str
    key: str
    large: int = LARGE

    @classmethod
    def offer(cls, store: Path, large: int = LARGE) -> Packs:
        """Make the directory, and a key in it. For the owner."""
        directory, key = directory_of(store), secrets.token_hex(16) + KEY
        try:
            directory.mkdir(exist_ok=True)
            (directory / key).touch()
        except OSError as error:
            raise TilewrightError(f"cannot write {directory}: {error.strerror or error}") from None
        return cls(str(directory), key, large)

    def withdraw(self) -> None:
        """Remove the key, and the directory where nothing is in it."""
        with suppress(OSError):
            Path(self.directory, self.key).unlink(missing_ok=True)
            Path(self.directory).rmdir()

    def keep(self, outcome: Outcome) -> Outcome:
        """Write a large pack into a file, where that can be, and return the outcome with its name instead. For a worker."""
        packed, here = outcome.packed, Path(self.directory)
        if packed is None or not self.large <= len(packed) <= MOST:
            return outcome
        name = hashlib.sha256(packed).hexdigest()
        try:
            if not (here / self.key).exists():  # another machine's directory, or none
                return outcome
            _write(here, name, packed)
        except OSError:  # no right to write, or a full disk: the owner may do better
            return outcome
        return replace(outcome, packed=None, file=name)


def _write(directory: Path, name: str, packed: bytes) -> None:
    """The file is there whole, and on the disk, or not at all."""
    part = directory / (secrets.token_hex(16) + PART)
    try:
        with part.open("xb") as file:
            file.write(packed)
            file.flush()
            os.fsync(file.fileno())
        part.replace(directory / (name + PACK))
    finally:
        part.unlink(missing_ok=True)
    if os.name == "posix":  # elsewhere directories are not opened
        entry = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(entry)
        finally:
            os.close(entry)


def read(store: Path, name: str) -> bytes:
    """Return the pack of this name. Raises ValueError or NotationError where it is not there, or another."""
    path = directory_of(store) / (name + PACK)
    with open_regular(path, "the tilings of a subproblem") as file:
        packed = file.read(MOST + 1)
    if len(packed) > MOST or hashlib.sha256(packed).hexdigest() != name:
        raise ValueError(f"{path} has been changed")
    return packed


def missing(store: Path, names: Iterable[str]) -> list[str]:
    """Return those of the names whose files are not there."""
    wanted, directory = list(names), directory_of(store)
    there = {each.name for each in directory.iterdir()} if wanted and directory.is_dir() else set()
    return [name for name in wanted if name + PACK not in there]


def clear(store: Path, names: Iterable[str]) -> None:
    """Remove what a finished run left beside its packs: those of workers that were killed, or of answers that came second."""
    kept = {name + PACK for name in names}
    with suppress(OSError):
        for each in directory_of(store).iterdir():
            if each.suffix in (PACK, PART, KEY) and each.name not in kept:
                each.unlink(missing_ok=True)
