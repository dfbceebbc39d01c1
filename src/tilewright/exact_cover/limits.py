"""The limits of a search, and when to look at them.

Whatever takes long is given a `Deadline`. The loop that does the work looks at it every few thousand steps; an
OutOfTimeError ends the work from inside, and `in_time`, outside of it all, says which limit it was.
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
MOST_SECONDS = 1e9  # some thirty years; clocks take no number
MOST_COUNTED = 2**62  # nodes, solutions and bytes: what the kernel's numbers hold


@dataclass(frozen=True)
class Limit:
    """When to stop: seconds of wall time, nodes, solutions; bytes of memory, of which kept solutions may fill half.

    scratch: a folder on disk where `count` keeps the states that do not fit in memory, and what it goes on from after a
             limit, Ctrl-C or a crash. Files of a count that is done are removed. Everything else takes no notice of it.

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
        """The limit of a part of the work: these values in place of its own, where given; they are not checked again.

        >>> Limit(solutions=3).of_turn(nodes=20)
        Limit(nodes=20, solutions=3)
        """
        given = {"seconds": seconds, "nodes": nodes, "solutions": solutions, "memory": memory}
        made = object.__new__(Limit)  # a turn may last microseconds, which the checks alone would take
        made.__dict__.update(self.__dict__, **{name: value for name, value in given.items() if value is not None})
        return made

    def nodes_left(self, used: int) -> int | None:
        """Nodes that may still be visited after so many; None for any number."""
        return None if self.nodes is None else max(0, self.nodes - used)

    def solutions_left(self, found: int) -> int | None:
        """Solutions that are still wanted after so many; None for all."""
        return None if self.solutions is None else max(0, self.solutions - found)


NO_LIMIT = Limit()


def as_limit(limit: Limit | float | None) -> Limit:
    """Return a limit: seconds are one of time, None is none. Raises ArgumentError for anything else.

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
STEPS = 2048  # between two looks: some 10 ms of Python's work
LONG_STEPS = 100_000  # of work that Python does in one call: some 5 ms


STEPS_A_LOOK = 8  # of techniques, which take 0.01 ms on small boards and some ms on large ones
LEAST_PAUSE = 0.0002  # seconds: a look takes some microseconds
LOOK_SECONDS = 0.05  # between two looks at the clock, at a stop and at Ctrl-C


class Deadline:
    """When to end: `limit.seconds` after `progress` was made, or as soon as its `stop` is set. By default, never.

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
        """ "stopped" or "limit" once it is time to end, else None."""
        if self.progress.on_look is not None:
            self.progress.on_look()
        if self.progress.stop:
            return "stopped"
        return "limit" if self.left <= 0 else None

    @property
    def left(self) -> float:
        """Seconds that are left, perhaps endless."""
        return inf if self.limit.seconds is None else self.limit.seconds - self.progress.seconds

    def limit_left(self, nodes: int | None = None) -> Limit:
        """The limit of work that has a clock of its own: with the seconds that are left, and so many nodes if given."""
        return self.limit.of_turn(seconds=None if self.limit.seconds is None else max(0.0, self.left), nodes=nodes)

    def check(self) -> None:
        """OutOfTimeError when it is time to end."""
        if self.limit.seconds is None and not self.progress.stop and self.progress.on_look is None:
            return
        if (ended := self.ended) is not None:
            raise OutOfTimeError(ended)

    def step(self) -> None:
        """Count a step of the work; OutOfTimeError when it is time to end, which is looked at every few steps."""
        self.steps += 1
        if self.steps % STEPS_A_LOOK == 0:
            self.check()

    def require(self, seconds: float) -> None:
        """OutOfTimeError when less is left: for work that cannot be interrupted."""
        if self.progress.on_look is not None or self.progress.stop:
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

    def spent(self, nodes: int) -> Literal["limit", "stopped"] | None:
        """Why a search that has visited so many nodes must end: "stopped" when asked to, "limit" at a limit; else None."""
        return self.ended or ("limit" if self.limit.nodes is not None and nodes >= self.limit.nodes else None)

    @property
    def pause(self) -> float:
        """Seconds until the next look, LEAST_PAUSE to LOOK_SECONDS."""
        return max(LEAST_PAUSE, min(LOOK_SECONDS, self.left))

    def of_turn(self, seconds: float) -> Deadline:
        """The deadline of a turn that lasts so many seconds from now, if there is so much left."""
        most = MOST_SECONDS if self.limit.seconds is None else self.limit.seconds
        return Deadline(self.limit.of_turn(seconds=min(most, self.progress.seconds + seconds)), self.progress)

    def reason(self, nodes: int, unit: str = "nodes") -> str:
        """Why a search ended after so many nodes, for people."""
        if self.progress.stop:
            return "a request to stop"
        # Too few seconds may have been left to begin.
        if self.limit.seconds is not None and (self.left <= 0 or self.limit.nodes_left(nodes) != 0):
            return f"the time limit of {self.limit.seconds:g} s"
        return f"the limit of {self.limit.nodes:,} {unit}"


NEVER = Deadline()


class in_time:  # noqa: N801 - used like a function
    """A block that is left when a deadline comes; `ended` then says whether it was the limit or a stop.

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
    """A block that is left at a deadline, when asked to stop, or by Ctrl-C; `ended` then says by what."""

    caught = (OutOfTimeError, KeyboardInterrupt)


class Clock:
    """Wall time by phases. Each moment belongs to one of them, so that they add up to the total.

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
        """Book the time since the last lap on a phase."""
        now = time.perf_counter()
        self.phases[phase] = self.phases.get(phase, 0.0) + now - self._last
        self._last = now

    def times(self) -> dict[str, float]:
        """Seconds a phase, of all together ("total"), and of CPU in this process and its threads ("cpu")."""
        self.lap("other")
        return {**self.phases, "total": self._last - self._started, "cpu": time.process_time() - self._cpu}


def log(text: str, *values: object) -> None:
    """Tell the logger `tilewright`, at the level INFO; nobody listens in a program that has not imported `logging`."""
    if (logging := sys.modules.get("logging")) is not None:
        logging.getLogger("tilewright").info(text, *values)


Answer = TypeVar("Answer")
EVERY = 0.02  # seconds between two looks


class InterruptibleCall(Generic[Answer]):
    """A call that begins at once. `interrupt` must make it return soon, from whatever thread it is called."""

    def __init__(self, work: Callable[[], Answer], interrupt: Callable[[], object]) -> None:
        import threading  # for foreign solvers alone

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
        """The result. Raises OutOfTimeError when the deadline came first; the call is over then."""
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
