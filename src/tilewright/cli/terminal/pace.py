"""Lines of progress about a long search."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable

PACE = 10.0  # seconds between two lines of progress


class Pace:
    """Lines about a long run on standard error: a first one as soon as there is one, then how far it is.

    `tick` is called ten times a second.
    """

    def __init__(
        self,
        progress: Callable[[], str],
        first: Callable[[], str] = lambda: "",
        tick: Callable[[], None] = lambda: None,
    ) -> None:
        self.progress, self.first, self.tick = progress, first, tick
        self.over = threading.Event()
        self.thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> None:
        self.thread.start()

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self.thread.join()

    def _watch(self) -> None:
        told, last = False, time.monotonic()
        while not self.over.wait(0.1):
            self.tick()
            if not told and (text := self.first()):
                told = True
                print(text, file=sys.stderr, flush=True)
            if time.monotonic() - last > PACE:
                last = time.monotonic()
                print(self.progress(), file=sys.stderr, flush=True)
