"""A count on disk: states that do not fit in memory, and the layer from which a count that was ended goes on.

Each cover has a folder of its own in the one the user names, called by its digest, so that several counts may share that.
The digest is of all that decides the sweep, and with the version it is the label of the layer's file: the kernel refuses
one with another label, and one that was cut or changed. A lock keeps two processes from the same count.
"""

from __future__ import annotations

import hashlib
import os
import stat
from array import array
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO

from tilewright import __version__, _kernel
from tilewright.cover.counting.memory import TooLittleMemoryError
from tilewright.cover.problem import ExactCover
from tilewright.cover.rows import int_array
from tilewright.errors import ScratchError
from tilewright.system import lock, open_plain

OUT_OF_MEMORY = "out of memory"  # what the kernel says where what has to stay in memory does not fit
CHECKPOINT_SECONDS = 30.0  # at least, between two layers that are saved; the kernel waits longer where saving is slow
LAYER, HALF_SAVED, LOCK, STATES = "layer", "layer.new", "lock", "states-*"  # the kernel names all but the lock


def cover_digest(cover: ExactCover) -> str:
    """The SHA-256 of the cover with its hints, in hexadecimal: all that decides how it is swept.

    >>> cover = ExactCover.of([(0, 1), (2,)], primary=3)
    >>> cover_digest(cover) == cover_digest(ExactCover.of([(0,), (1, 2)], primary=3)), len(cover_digest(cover))
    (False, 64)
    """
    digest = hashlib.sha256()
    for part in _parts(cover):
        data = memoryview(part)
        digest.update(f"{data.format}{data.nbytes} ".encode())
        digest.update(data)
    return digest.hexdigest()


def _parts(cover: ExactCover) -> Iterator[array[int] | memoryview]:
    yield from (cover.lo, cover.upper, cover.order, cover.colors)
    for rows in (cover.options, cover.adjacent):
        yield from (rows.starts, rows.flat)
    for automorphism in cover.automorphisms:
        yield from (int_array(automorphism.items), int_array(automorphism.options))


KINDS = (
    (stat.S_ISLNK, "a link"),
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISREG, "a plain file"),
    (stat.S_ISFIFO, "a FIFO"),
)


def _require(path: Path, is_kind: Callable[[int], bool], kind: str) -> None:
    """ScratchError where something of another kind is in this place: a link may lead anywhere, and a FIFO waits for ever."""
    with suppress(FileNotFoundError):
        mode = path.lstat().st_mode
        if not is_kind(mode):
            found = next((name for is_other, name in KINDS if is_other(mode)), "a device or socket")
            raise ScratchError(f"{path} is {found}: expected {kind} that a count made, or nothing; remove it")


class CountFolder:
    """The folder of the count of one cover, held by this process until it is closed.

    Raises ScratchError when it cannot be made, and when another process has it.
    """

    def __init__(self, parent: str | os.PathLike[str], cover: ExactCover) -> None:
        self.label = f"tilewright {__version__} cover {cover_digest(cover)}"
        self.path = Path(parent) / f"tilewright-count-{self.label[-64:][:20]}"
        try:
            _require(self.path, stat.S_ISDIR, "a folder")
            self.path.mkdir(exist_ok=True)
            for name in (LOCK, LAYER):
                _require(self.path / name, stat.S_ISREG, "a plain file")
            self._lock: IO[bytes] = open_plain(self.path / LOCK)
            lock(self._lock)
        except BlockingIOError:
            raise ScratchError(f"{self.path}: another process is at work on this count; expected to be alone") from None
        except OSError as error:
            raise ScratchError(f"{error.filename or self.path}: {error.strerror}") from None
        self._remove(HALF_SAVED, STATES)

    @property
    def is_saved(self) -> bool:
        """Whether there is a layer to go on from."""
        return (self.path / LAYER).exists()

    def begin(self, cover: _kernel.Cover, memory: int, threads: int, seconds: float) -> _kernel.Frontier:
        """Begin the count, or go on with it, for at most so many seconds.

        Raises ScratchError when the saved layer is refused, TooLittleMemoryError when it does not fit.
        """
        folder, layer = str(self.path), str(self.path / LAYER)
        try:
            return _kernel.Frontier(
                cover,
                memory,
                threads=threads,
                scratch=folder,
                checkpoint=layer,
                label=self.label,
                checkpoint_seconds=CHECKPOINT_SECONDS,
                seconds=seconds,
            )
        except RuntimeError as error:
            self.close()
            if str(error) == OUT_OF_MEMORY:
                raise TooLittleMemoryError(str(self.path) if self.is_saved else "") from None
            raise ScratchError(str(error)) from None
        except ValueError:  # its keys would be too wide
            self.remove()
            raise

    def failure(self, what: str) -> ScratchError:
        """The error to raise after the kernel could not read or write."""
        self._remove(HALF_SAVED)
        kept = (
            "what was saved is kept, and the same count goes on from there"
            if self.is_saved
            else "nothing was saved yet"
        )
        return ScratchError(f"{what}; {kept}")

    def close(self) -> None:
        """Let other processes have it; a folder without a saved layer is removed."""
        if self._lock.closed:  # by now another process may have it
            return
        if not self.is_saved:
            self._remove(LOCK)
        self._lock.close()
        with suppress(OSError):  # where a layer is saved it is not empty
            self.path.rmdir()

    def remove(self) -> None:
        """Remove what was saved: the count is done."""
        self._remove(LAYER, HALF_SAVED, STATES)
        self.close()

    def _remove(self, *patterns: str) -> None:
        for pattern in patterns:
            for file in self.path.glob(pattern):
                with suppress(OSError):
                    file.unlink()
