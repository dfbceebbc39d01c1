"""Saves what a long search has found before it is told, so that what was told is in the file."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from tilewright.errors import TilewrightError
from tilewright.files import write

REST = 10  # the time between two savings is this many times what a saving takes


class Keeper:
    """Saves what there is, then says what was found: what was said is in the file, whatever ends the program.

    Many finds are saved together when saving takes long; those that wait are saved by `tick`, and at the end. While it
    is entered SIGTERM ends the search as Ctrl-C does.
    """

    def __init__(self, path: Path | None, say: Callable[[str], None], force: bool = False) -> None:
        self.path, self.say, self.force = path, say, force
        self.waiting: list[str] = []
        self.text: Callable[[], str] | None = None
        self.due = 0.0
        self.lock = threading.RLock()

    def __call__(self, line: str, text: Callable[[], str]) -> None:
        """Something was found: a line about it, and what gives the file with it."""
        with self.lock:
            self.waiting.append(line)
            self.text = text
            self.tick()

    def tick(self) -> None:
        """Save if it is time."""
        with self.lock:
            if self.waiting and time.monotonic() >= self.due:
                self.flush()

    def tick_aside(self) -> None:
        """The same from another thread; what goes wrong there goes wrong again in the main one, which says so."""
        with suppress(TilewrightError, OSError):
            self.tick()

    def flush(self) -> None:
        """Save now."""
        with self.lock:
            if self.path is not None and self.text is not None:
                began = time.monotonic()
                write(self.path, self.text(), self.force)
                self.due = time.monotonic() + REST * (time.monotonic() - began)
            while self.waiting:
                self.say(self.waiting.pop(0))  # gone first: nothing is said twice when a signal comes here

    def __enter__(self) -> Keeper:
        self.before = signal.signal(signal.SIGTERM, signal.default_int_handler)
        return self

    def __exit__(self, *_: object) -> None:
        signal.signal(signal.SIGTERM, self.before)
        if self.waiting:
            self.flush()
