"""What some operating systems offer and others do not: priorities, locks of files, signals held back, what a process uses.

Every name of POSIX that Windows lacks is asked for here, and nowhere else (`tests/test_system.py`).
"""

from __future__ import annotations

import errno
import importlib
import os
import signal
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import ModuleType
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess


def _optional(name: str) -> ModuleType | None:
    with suppress(ImportError):
        return importlib.import_module(name)
    return None


_fcntl: Any = _optional("fcntl")
_resource: Any = _optional("resource")
_msvcrt: Any = _optional("msvcrt")


def lower_priority(steps: int) -> None:
    """Let other processes go first; where there are no such steps (Windows), change nothing."""
    if hasattr(os, "nice"):
        os.nice(steps)


@contextmanager
def interrupts_held_back() -> Iterator[None]:
    """Hold back Ctrl-C, which processes begun meanwhile inherit; where that is not possible, do nothing."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def open_plain(path: os.PathLike[str]) -> IO[bytes]:
    """Open a file to append to it, or make it: never one behind a link, and never waiting for the reader of a FIFO.

    Raises OSError, also for anything but a regular file.
    """
    careful = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    number = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | careful, 0o666)
    if not stat.S_ISREG(os.fstat(number).st_mode):
        os.close(number)
        raise OSError(errno.EINVAL, "it is not a regular file", os.fspath(path))
    return os.fdopen(number, "ab")


def lock(file: IO[Any]) -> None:
    """Take the lock of an empty file, until it is closed. Raises BlockingIOError when another process has it."""
    if _fcntl:
        _fcntl.flock(file, _fcntl.LOCK_EX | _fcntl.LOCK_NB)
        return
    try:
        _msvcrt.locking(file.fileno(), _msvcrt.LK_NBLCK, 1)
    except OSError as error:
        raise BlockingIOError(error.errno, error.strerror) from None


def peak_memory() -> int:
    """Return the most bytes that this process has held; 0 where the system does not tell (Windows)."""
    if not _resource:
        return 0
    most = int(_resource.getrusage(_resource.RUSAGE_SELF).ru_maxrss)
    return most if sys.platform == "darwin" else most * 1024


def most_open_files() -> int | None:
    """Return how many files and connections this process may have open; None where there is no such limit."""
    if not _resource:
        return None
    soft = int(_resource.getrlimit(_resource.RLIMIT_NOFILE)[0])
    return None if soft == _resource.RLIM_INFINITY else soft


def kill(process: BaseProcess) -> None:
    """End a process of ours at once, and take its exit code once it is over: else it stays in the system's table.

    Nobody is kept waiting: a large process takes a while to end.
    """
    import threading  # slow to import

    process.kill()
    threading.Thread(target=process.join, daemon=True).start()
