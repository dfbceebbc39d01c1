"""The limits of a search, and when they are checked.

Everything that takes long is given a `Deadline`. The loop that does the work checks it every few thousand steps. An
OutOfTimeError ends the work from inside, and `in_time`, around the work, says which limit it was.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from itertools import islice
from math import inf
from typing import Generic, Literal, TypeVar, cast

from tilewright.errors import ArgumentError, OutOfTimeError, argument_error, check_folder, check_seconds, check_whole
from tilewright.exact_cover.progress import Progress

DEFAULT_MEMORY = 4 << 30
MOST_SECONDS = 1e9  # about thirty years; clocks accept no larger number
MOST_COUNTED = 2**62  # nodes, solutions and bytes: the range of the kernel's numbers


@dataclass(frozen=True)
class Limit:
    """The limits of a search: seconds of wall time, nodes, solutions, and bytes of memory.

    memory:  kept solutions may fill half of it.
    scratch: a folder on disk where `count` stores the states that do not fit in memory, and the point from which it
             continues after a limit, Ctrl-C or a crash. The files of a finished count are removed. All other functions
             ignore it.

    >>> from tilewright import Limit, count, load
    >>> count(load("pentominoes@6x10"), limit=Limit(nodes=100), engine="native").bound
    'at least'
    """

    seconds: float | None = None
    nodes: int | None = None
    solutions: int | None = None
    memory: int = DEFAULT_MEMORY
    scratch: str | os.PathLike[str] | None = None

    def __post_init__(self) -> None:
        check_seconds("seconds", self.seconds, MOST_SECONDS)
        check_whole("nodes", self.nodes, 1, MOST_COUNTED, optional=True)
        check_whole("solutions", self.solutions, 1, MOST_COUNTED, optional=True)
        check_whole("memory", self.memory, 1, MOST_COUNTED)
        check_folder("scratch", self.scratch)

    def __repr__(self) -> str:
        values = ((each.name, getattr(self, each.name), each.default) for each in fields(self))
        return f"Limit({', '.join(f'{name}={value!r}' for name, value, usual in values if value != usual)})"

    def of_turn(
        self,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        solutions: int | None = None,
        memory: int | None = None,
    ) -> Limit:
        """Return the limit of a part of the work: with the given values in place of its own, without checking them.

        >>> Limit(solutions=3).of_turn(nodes=20)
        Limit(nodes=20, solutions=3)
        """
        given = {"seconds": seconds, "nodes": nodes, "solutions": solutions, "memory": memory}
        made = object.__new__(Limit)  # a turn may last microseconds, about as long as the checks would take
        made.__dict__.update(self.__dict__, **{name: value for name, value in given.items() if value is not None})
        return made

    def nodes_left(self, used: int) -> int | None:
        """Return the number of further nodes after `used` ones; None for any number."""
        return None if self.nodes is None else max(0, self.nodes - used)

    def solutions_left(self, found: int) -> int | None:
        """Return the number of solutions still wanted after `found` ones; None for all."""
        return None if self.solutions is None else max(0, self.solutions - found)


NO_LIMIT = Limit()


def as_limit(limit: Limit | float | None) -> Limit:
    """Return a limit: a number is a limit in seconds, None is no limit. Raises ArgumentError for anything else.

    >>> as_limit(2.5), as_limit(None)
    (Limit(seconds=2.5), Limit())
    """
    if isinstance(limit, Limit):
        return limit
    if limit is None:
        return NO_LIMIT
    if isinstance(limit, bool) or not isinstance(limit, int | float):
        raise argument_error("limit", limit, "seconds, or a Limit, e.g. Limit(seconds=10)", False)
    try:
        return Limit(seconds=limit)
    except ArgumentError:
        raise argument_error("limit", limit, f"seconds, 0 to {MOST_SECONDS:,.0f}, or a Limit") from None


T = TypeVar("T")
STEPS = 2048  # steps between two checks, about 10 ms of work in Python
LONG_STEPS = 100_000  # steps between two checks of work done in one call, about 5 ms


STEPS_A_LOOK = 8  # steps of techniques, which take 0.01 ms on small boards and some ms on large ones
LEAST_PAUSE = 0.0002  # seconds; a check takes some microseconds
LOOK_SECONDS = 0.05  # seconds between two checks of the clock, of a stop and of Ctrl-C


class Deadline:
    """The end of a search: `limit.seconds` after `progress` was created, or as soon as its `stop` is set.

    By default, it never comes.

    >>> deadline = Deadline(Limit(nodes=10))
    >>> deadline.spent(nodes=9), deadline.spent(nodes=10)
    (None, 'limit')
    """

    def __init__(self, limit: Limit = NO_LIMIT, progress: Progress | None = None) -> None:
        self.limit = limit
        self.progress = progress or Progress()
        self.steps = 0

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.limit!r})"

    @property
    def ended(self) -> Literal["limit", "stopped"] | None:
        """The reason to end, "stopped" or "limit", or None if it is not time yet."""
        if self.progress.on_look is not None:
            self.progress.on_look()
        if self.progress.stop:
            return "stopped"
        return "limit" if self.left <= 0 else None

    @property
    def left(self) -> float:
        """The seconds left; infinity without a time limit."""
        return inf if self.limit.seconds is None else self.limit.seconds - self.progress.seconds

    def limit_left(self, nodes: int | None = None) -> Limit:
        """Return a limit for work with a clock of its own: the seconds left, and `nodes` if given."""
        return self.limit.of_turn(seconds=None if self.limit.seconds is None else max(0.0, self.left), nodes=nodes)

    def check(self) -> None:
        """Raise OutOfTimeError when it is time to end."""
        if self.limit.seconds is None and not self.progress.stop and self.progress.on_look is None:
            return
        if (ended := self.ended) is not None:
            raise OutOfTimeError(ended)

    def step(self) -> None:
        """Count a step of the work, and check the time every few steps.

        Raises OutOfTimeError when it is time to end.
        """
        self.steps += 1
        if self.steps % STEPS_A_LOOK == 0:
            self.check()

    def require(self, seconds: float) -> None:
        """Raise OutOfTimeError if fewer seconds are left, for work that cannot be interrupted."""
        if self.progress.on_look is not None or self.progress.stop:
            self.check()
        if self.limit.seconds is not None and ((left := self.left) <= 0 or left < seconds):
            raise OutOfTimeError("limit")

    def watch(self, things: Iterable[T], steps: int = STEPS) -> Iterator[T]:
        """Yield the things, with a check of the time before the first and after every `steps` of them."""
        rest = iter(things)
        self.check()
        while some := list(islice(rest, steps)):
            yield from some
            self.check()

    def parts(self, things: Sequence[T], steps: int = LONG_STEPS) -> Iterator[Sequence[T]]:
        """Yield the things in slices, with a check of the time before each, for work that takes a whole slice at once.

        >>> list(Deadline().parts("abcde", 2))
        ['ab', 'cd', 'e']
        """
        for start in range(0, len(things), steps):
            self.check()
            yield things[start : start + steps]

    def spent(self, nodes: int) -> Literal["limit", "stopped"] | None:
        """Return why a search that has visited `nodes` nodes must end: "stopped" if requested, "limit", or None."""
        return self.ended or ("limit" if self.limit.nodes is not None and nodes >= self.limit.nodes else None)

    @property
    def pause(self) -> float:
        """The seconds until the next check, LEAST_PAUSE to LOOK_SECONDS."""
        return max(LEAST_PAUSE, min(LOOK_SECONDS, self.left))

    def of_turn(self, seconds: float) -> Deadline:
        """Return the deadline of a turn of `seconds` from now, but not after this deadline."""
        most = MOST_SECONDS if self.limit.seconds is None else self.limit.seconds
        return Deadline(self.limit.of_turn(seconds=min(most, self.progress.seconds + seconds)), self.progress)

    def reason(self, nodes: int, unit: str = "nodes") -> str:
        """Return a text that says why a search ended after `nodes` nodes."""
        if self.progress.stop:
            return "a request to stop"
        # The time left may have been too short to begin.
        if self.limit.seconds is not None and (self.left <= 0 or self.limit.nodes_left(nodes) != 0):
            return f"the time limit of {self.limit.seconds:g} s"
        return f"the limit of {self.limit.nodes:,} {unit}"


NEVER = Deadline()


class in_time:  # noqa: N801 - used like a function
    """A context manager whose block ends at a deadline; `ended` then is "limit" or "stopped".

    >>> with in_time() as block:
    ...     Deadline(Limit(seconds=0)).check()
    >>> block.ended
    'limit'
    """

    caught: tuple[type[BaseException], ...] = (OutOfTimeError,)

    def __init__(self) -> None:
        self.ended: Literal["limit", "stopped"] | None = None

    def __enter__(self) -> in_time:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if not isinstance(error, self.caught):
            return False
        self.ended = error.ended if isinstance(error, OutOfTimeError) else "stopped"
        return True


class interruptible(in_time):  # noqa: N801 - used like a function
    """A context manager whose block ends at a deadline, on a request to stop, or on Ctrl-C; `ended` then says why."""

    caught = (OutOfTimeError, KeyboardInterrupt)


class Clock:
    """A clock of wall time by phases. Each moment belongs to one phase, so the phases add up to the total.

    >>> clock = Clock()
    >>> clock.lap("compile")
    >>> clock.lap("search")
    >>> times = clock.times()
    >>> abs(times["compile"] + times["search"] + times["other"] - times["total"]) < 1e-9
    True
    """

    def __init__(self) -> None:
        self.phases: dict[str, float] = {}
        self._started = self._last = time.perf_counter()
        self._cpu = time.process_time()

    def lap(self, phase: str) -> None:
        """Add the time since the last lap to a phase."""
        now = time.perf_counter()
        self.phases[phase] = self.phases.get(phase, 0.0) + now - self._last
        self._last = now

    def times(self) -> dict[str, float]:
        """Return the seconds of each phase, in total ("total"), and of CPU in this process and its threads ("cpu")."""
        self.lap("other")
        return {**self.phases, "total": self._last - self._started, "cpu": time.process_time() - self._cpu}


def log(text: str, *values: object) -> None:
    """Write to the logger `tilewright` at level INFO, if the program has imported `logging`."""
    if (logging := sys.modules.get("logging")) is not None:
        logging.getLogger("tilewright").info(text, *values)


Answer = TypeVar("Answer")
EVERY = 0.02  # seconds between two checks


class InterruptibleCall(Generic[Answer]):
    """A call that begins at once in a thread.

    `interrupt` must make it return soon, from whatever thread it is called.
    """

    def __init__(self, work: Callable[[], Answer], interrupt: Callable[[], object]) -> None:
        import threading

        self.interrupt = interrupt
        self.result: Answer | None = None
        self.error: BaseException | None = None
        self.thread = threading.Thread(target=self._run, args=(work,), daemon=True)
        self.thread.start()

    def _run(self, work: Callable[[], Answer]) -> None:
        try:
            self.result = work()
        except BaseException as error:
            self.error = error

    def wait(self, deadline: Deadline) -> Answer:
        """Return the result. Raises OutOfTimeError at the deadline, after the call has ended."""
        try:
            while self.thread.is_alive():
                self.thread.join(EVERY)
                if self.thread.is_alive():
                    deadline.check()
        except BaseException:
            self.end()
            raise
        if self.error:
            raise self.error
        return cast(Answer, self.result)

    def end(self) -> None:
        """Interrupt the call until it has returned."""
        while self.thread.is_alive():
            self.interrupt()
            self.thread.join(EVERY)
