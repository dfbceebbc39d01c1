"""The end of a search's time, for all that comes before the search: compiling, reasons, symmetries, the kernel's tables.

Whoever has much to do takes a `Deadline` and looks at it every few thousand steps; an OutOfTimeError then ends the
work from inside, and `in_time` (budget.py), outside of it all, tells the report.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from math import inf
from typing import Literal, TypeVar

from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import Report
from tilewright.errors import OutOfTimeError

T = TypeVar("T")
STEPS = 2048  # between two looks: some 10 ms of Python's work
LONG_STEPS = 100_000  # of work that Python does in one call: some 5 ms


class Deadline:
    """When to end: after `limit.seconds` on the report's clock, or as soon as `report.stop` is set. By default, never."""

    def __init__(self, limit: Limit = Limit(), report: Report | None = None) -> None:
        self.limit = limit
        self.report = report or Report()

    @property
    def ended(self) -> Literal["limit", "stopped"] | None:
        """ "stopped" or "limit" once it is time to end, else None."""
        if self.report.on_look is not None:
            self.report.on_look()
        if self.report.stop:
            return "stopped"
        return "limit" if self.left <= 0 else None

    @property
    def left(self) -> float:
        """Seconds that are left, perhaps endless."""
        return inf if self.limit.seconds is None else self.limit.seconds - self.report.seconds

    def check(self) -> None:
        """OutOfTimeError when it is time to end."""
        if (ended := self.ended) is not None:
            raise OutOfTimeError(ended)

    def require(self, seconds: float) -> None:
        """OutOfTimeError when less is left: for work that cannot be interrupted."""
        if self.report.on_look is not None or self.report.stop:
            self.check()
        if self.limit.seconds is not None and ((left := self.left) <= 0 or left < seconds):
            raise OutOfTimeError("limit")

    def watch(self, things: Iterable[T], steps: int = STEPS) -> Iterator[T]:
        """The things, with a look at the time before the first and whenever so many have been taken."""
        rest = iter(things)
        self.check()
        while some := list(islice(rest, steps)):
            yield from some
            self.check()

    def parts(self, things: Sequence[T], steps: int = LONG_STEPS) -> Iterator[Sequence[T]]:
        """The things in slices, with a look at the time before each: for work that takes a whole slice at once.

        >>> list(Deadline().parts("abcde", 2))
        ['ab', 'cd', 'e']
        """
        for start in range(0, len(things), steps):
            self.check()
            yield things[start : start + steps]


NEVER = Deadline()
