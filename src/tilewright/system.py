"""What is there in one place and not in another: optional packages, modules that are loaded when a row of a table is asked
for, and what some operating systems offer: priorities, locks of files, signals held back, what a process uses. And what
Python limits: the digits of whole numbers.

Every name of POSIX that Windows lacks is asked for here, and nowhere else (`tests/test_system.py`).
"""

from __future__ import annotations

import errno
import os
import stat
import sys
from _thread import allocate_lock
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from math import log10
from typing import IO, TYPE_CHECKING, Any

try:
    import fcntl
    import resource
except ImportError:  # on Windows, and in a browser
    fcntl = resource = None  # type: ignore[assignment]

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess


def has_package(name: str) -> bool:
    """Return True if a module of this name can be imported; it is not imported.

    >>> has_package("textwrap"), has_package("no_such_package")
    (True, False)
    """
    return find_spec(name) is not None


def load_object(module: str, name: str) -> Any:
    """Return what a row of a table names: an object of a module, which is imported for it.

    >>> load_object("tilewright.exact_cover.engines.reference", "Reference").name
    'reference'
    """
    return getattr(import_module(module), name)


def lower_priority(steps: int) -> None:
    """Let other processes go first; where there are no such steps (Windows), change nothing."""
    if hasattr(os, "nice"):
        os.nice(steps)


@contextmanager
def interrupts_held_back() -> Iterator[None]:
    """Hold back Ctrl-C, which processes begun meanwhile inherit; where that is not possible, do nothing."""
    import signal  # slow to import

    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def signals_put_off() -> Iterator[None]:
    """Put off what Python does at Ctrl-C and SIGTERM until the body is done; processes begun meanwhile inherit nothing of it."""
    import signal  # slow to import
    import threading  # slow to import

    come: list[int] = []
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    if threading.current_thread() is not threading.main_thread():  # handlers run in the main thread alone
        handlers = {}
    changed = {number: handler for number, handler in handlers.items() if callable(handler)}
    for number in changed:
        signal.signal(number, lambda number, _: come.append(number))
    try:
        yield
    finally:
        for number, handler in changed.items():
            signal.signal(number, handler)
        if come:
            signal.raise_signal(come[0])


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
    if fcntl:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return
    import msvcrt  # on Windows

    try:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    except OSError as error:
        raise BlockingIOError(error.errno, error.strerror) from None


def peak_memory() -> int:
    """Return the most bytes that this process has held; 0 where the system does not tell (Windows)."""
    if not resource:
        return 0
    most = int(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    return most if sys.platform == "darwin" else most * 1024


def most_open_files() -> int | None:
    """Return how many files and connections this process may have open; None where there is no such limit."""
    if not resource:
        return None
    soft = int(resource.getrlimit(resource.RLIMIT_NOFILE)[0])
    return None if soft == resource.RLIM_INFINITY else soft


@contextmanager
def ticking(seconds: float, tick: Callable[[], None]) -> Iterator[None]:
    """Call `tick` every so many seconds from a thread beside, until the body ends and a call under way has ended, too."""
    import threading  # slow to import

    over = threading.Event()

    def watch() -> None:
        while not over.wait(seconds):
            tick()

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()


def kill(process: BaseProcess) -> None:
    """End a process of ours at once, and take its exit code once it is over: else it stays in the system's table.

    Nobody is kept waiting: a large process takes a while to end.
    """
    import threading  # slow to import

    process.kill()
    threading.Thread(target=process.join, daemon=True).start()


FEW_BITS = 14_000  # of numbers that Python writes anyway: 4,300 digits are 14,284 bits
MOST_FLOAT_BITS = 1_000  # of numbers that floats hold
_digits_lock = allocate_lock()
_digits_users: list[int] = []  # for each block that is open, the limit that Python had


@contextmanager
def any_digits() -> Iterator[None]:
    """Let whole numbers of any length be written and read as digits in the body; Python refuses more than 4,300.

    The limit is of the whole process, so it is back when the last of several threads has left. It guards against texts
    of strangers, so only numbers of our own, or bounded ones, are for the body.
    """
    with _digits_lock:
        _digits_users.append(_digits_users[0] if _digits_users else sys.get_int_max_str_digits())
        sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        with _digits_lock:
            limit = _digits_users.pop()
            if not _digits_users:
                sys.set_int_max_str_digits(limit)


def json_text(value: object, **form: Any) -> str:
    """Return one JSON text with numbers of any length, ending in a newline; `form` is what `json.dumps` takes."""
    import json  # which a drawing does not need

    with any_digits():
        return json.dumps(value, ensure_ascii=False, **form) + "\n"


def dumps_json(value: object) -> str:
    """Return one JSON text, readable, ending in a newline."""
    return json_text(value, indent=1, default=str)


def dumps_line(value: object) -> str:
    """Return one JSON text on one line, ending in a newline."""
    return json_text(value, separators=(",", ":"))


def digits(number: int, form: str = "") -> str:
    """Return a whole number in digits, however many; `form` is a format, such as "," for thousands set apart.

    >>> len(digits(10**5000)), digits(1234567, ",")
    (5001, '1,234,567')
    """
    if number.bit_length() <= FEW_BITS:
        return format(number, form)
    with any_digits():
        return format(number, form)


def roughly(number: int) -> str:
    """Return a number of at least 0 in three digits; no float holds all that may be asked for.

    >>> roughly(0), roughly(1234), roughly(123 * 10**400)
    ('0', '1.23e+03', '1.23e+402')
    """
    if number.bit_length() <= MOST_FLOAT_BITS:
        return f"{float(number):.3g}"
    power = int(log10(number))
    first = number // 10 ** (power - 2)
    if first >= 1000:  # the logarithm is a float, too
        power, first = power + 1, first // 10
    return f"{first / 100:.2f}".rstrip("0").rstrip(".") + f"e+{power}"
