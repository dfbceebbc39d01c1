"""One long call into a foreign solver, in a thread, so that the clock, a stop and Ctrl-C are looked at meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

from tilewright.cover.search.budget import Budget

T = TypeVar("T")
EVERY = 0.02  # seconds between two looks


class InterruptibleCall(Generic[T]):
    """A call that begins at once. `interrupt` must make it return soon, from whatever thread it is called."""

    def __init__(self, work: Callable[[], T], interrupt: Callable[[], object]) -> None:
        self.interrupt = interrupt
        self.result: T | None = None
        self.error: BaseException | None = None
        self.thread = threading.Thread(target=self._run, args=(work,), daemon=True)
        self.thread.start()

    def _run(self, work: Callable[[], T]) -> None:
        try:
            self.result = work()
        except BaseException as error:
            self.error = error

    def wait(self, budget: Budget) -> T | None:
        """The result; None when it was cut short, and `report.ended` says by what."""
        try:
            while self.thread.is_alive():
                self.thread.join(EVERY)
                if self.thread.is_alive() and budget.is_spent():
                    self.end()
                    return None
        except BaseException:
            self.end()
            raise
        if self.error:
            raise self.error
        return self.result

    def end(self) -> None:
        """Interrupt the call until it has returned."""
        while self.thread.is_alive():
            self.interrupt()
            self.thread.join(EVERY)
