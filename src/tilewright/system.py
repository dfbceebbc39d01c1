"""Features that depend on the platform: optional packages, lazily loaded modules, and operating system services.

These services are priorities, file locks, delayed signals and resource usage. Python's limit on the digits of
whole numbers is handled here, too.

Every POSIX name that Windows lacks is used only in this file (`tests/test_system.py`).
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
    """Return True if a module of this name can be imported, without importing it.

    >>> has_package("textwrap"), has_package("no_such_package")
    (True, False)
    """
    return find_spec(name) is not None


def load_object(module: str, name: str) -> Any:
    """Return the object with this name in a module, importing the module.

    >>> load_object("tilewright.exact_cover.engines.reference", "Reference").name
    'reference'
    """
    return getattr(import_module(module), name)


def lower_priority(steps: int) -> None:
    """Give other processes precedence; does nothing on systems without `os.nice` (Windows)."""
    if hasattr(os, "nice"):
        os.nice(steps)


@contextmanager
def interrupts_held_back() -> Iterator[None]:
    """Block Ctrl-C, also in processes started meanwhile; does nothing where that is not possible."""
    import signal

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
    """Delay Python's handling of Ctrl-C and SIGTERM until the body is done.

    Processes started meanwhile are not affected.
    """
    import signal
    import threading

    come: list[int] = []
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    if threading.current_thread() is not threading.main_thread():  # handlers run only in the main thread
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
    """Open a file for appending, or create it, without following links and without waiting for the reader of a FIFO.

    Raises OSError, also for anything but a regular file.
    """
    careful = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    number = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | careful, 0o666)
    if not stat.S_ISREG(os.fstat(number).st_mode):
        os.close(number)
        raise OSError(errno.EINVAL, "it is not a regular file", os.fspath(path))
    return os.fdopen(number, "ab")


def lock(file: IO[Any]) -> None:
    """Lock an empty file until it is closed; raise BlockingIOError if another process has locked it."""
    if fcntl:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return
    import msvcrt

    try:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    except OSError as error:
        raise BlockingIOError(error.errno, error.strerror) from None


def peak_memory() -> int:
    """Return the largest number of bytes that this process has used; 0 if the system does not report it (Windows)."""
    if not resource:
        return 0
    most = int(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    return most if sys.platform == "darwin" else most * 1024


def most_open_files() -> int | None:
    """Return how many files and connections this process may have open; None if there is no limit."""
    if not resource:
        return None
    soft = int(resource.getrlimit(resource.RLIMIT_NOFILE)[0])
    return None if soft == resource.RLIM_INFINITY else soft


@contextmanager
def ticking(seconds: float, tick: Callable[[], None]) -> Iterator[None]:
    """Call `tick` every `seconds` seconds from another thread until the body ends, and wait for a call in progress."""
    import threading

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
    """Kill a child process at once, and collect its exit code in another thread, so that no zombie process remains.

    The caller does not wait, because a large process takes a while to end.
    """
    import threading

    process.kill()
    threading.Thread(target=process.join, daemon=True).start()


FEW_BITS = 14_000  # numbers up to here need no special handling: the limit of 4,300 digits is 14,284 bits
MOST_FLOAT_BITS = 1_000  # numbers up to here fit in a float
_digits_lock = allocate_lock()
_digits_users: list[int] = []  # Python's limit, saved for each open block


@contextmanager
def any_digits() -> Iterator[None]:
    """Lift Python's limit of 4,300 digits for converting whole numbers to and from text while the body runs.

    The limit applies to the whole process, so it is restored when the last of several threads leaves. It
    protects against untrusted texts, so the body must handle only our own or bounded numbers.
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
    """Return JSON text with numbers of any length, ending in a newline; `form` has the options of `json.dumps`."""
    import json

    with any_digits():
        return json.dumps(value, ensure_ascii=False, **form) + "\n"


def dumps_json(value: object) -> str:
    """Return readable JSON text, ending in a newline."""
    return json_text(value, indent=1, default=str)


def dumps_line(value: object) -> str:
    """Return JSON text on one line, ending in a newline."""
    return json_text(value, separators=(",", ":"))


def digits(number: int, form: str = "") -> str:
    """Return a whole number in digits, however many; `form` is a format, such as "," for grouped thousands.

    >>> len(digits(10**5000)), digits(1234567, ",")
    (5001, '1,234,567')
    """
    if number.bit_length() <= FEW_BITS:
        return format(number, form)
    with any_digits():
        return format(number, form)


def roughly(number: int) -> str:
    """Return a number of at least 0 rounded to three digits, even if it is too large for a float.

    >>> roughly(0), roughly(1234), roughly(123 * 10**400)
    ('0', '1.23e+03', '1.23e+402')
    """
    if number.bit_length() <= MOST_FLOAT_BITS:
        return f"{float(number):.3g}"
    power = int(log10(number))
    first = number // 10 ** (power - 2)
    if first >= 1000:  # the logarithm is a float, so it may be inexact
        power, first = power + 1, first // 10
    return f"{first / 100:.2f}".rstrip("0").rstrip(".") + f"e+{power}"
