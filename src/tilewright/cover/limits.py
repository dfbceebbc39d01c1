"""The limits of a search, what is polled while it runs, and how it ended: results carry their completeness.

What comes before a search (compiling, reasons, symmetries, tables) takes a `Deadline` and looks at it every few
thousand steps; an OutOfTimeError ends the work from inside, and `in_time`, outside of it all, tells the report. A
`Budget` is what a search may still use: the one place that says when to look, and when to end.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from itertools import islice
from math import inf
from typing import Any, Generic, Literal, TypeVar, get_args

from tilewright.errors import ArgumentError, OutOfTimeError, argument_error, check_folder, check_seconds, check_whole
from tilewright.system import digits

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


# exhausted: everything was searched; enough: as many as asked for were found; limit: the budget ran out;
# stopped: interrupted from outside.
Ended = Literal["exhausted", "enough", "limit", "stopped"]
Bound = Literal["exact", "at least", "estimate"]
UpTo = Literal["none", "rotations", "symmetries", "labels"]
UP_TO: tuple[UpTo, ...] = get_args(UpTo)
LimitKind = Literal["time", "nodes", "memory"]
# Exit codes of the command line for results: a contract that scripts depend on.
DONE, NO, LIMIT_REACHED, INTERRUPTED = 0, 1, 3, 130


class Result:
    """What all results have in common: how the search ended, and the yes/no answer, if known."""

    ended: Ended

    @property
    def answer(self) -> bool | None:
        """Whether it is so; None when the question is open."""
        raise NotImplementedError

    @property
    def exit_code(self) -> int:
        """The exit code of the command line: 0 done, 1 no, 3 open at the limit, 130 interrupted."""
        if self.ended == "stopped":
            return INTERRUPTED
        return LIMIT_REACHED if self.answer is None else DONE if self.answer else NO

    def __str__(self) -> str:
        """The answer in words, on one line."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self}>"

    def _truth(self) -> bool:
        """The answer. Raises ValueError while the question is open: neither True nor False would be true."""
        if self.answer is None:
            raise ArgumentError(f"{self}: neither true nor false: expected a look at `answer`, which is None")
        return self.answer


@dataclass
class SearchOutcome:
    """What an engine returns about a search, beside its solutions; complete once `Report.ended` is set.

    limit:         "memory" if memory ran out first; None if another limit came first, or none.
    reason:        why the search ended early, for people; empty if the engine does not say.
    memory_wanted: bytes the layer of a count would have needed where memory ran out; 0 if it did not.
    peak_memory:   most bytes that a count held in memory at once; 0 if not measured.
    on_disk:       bytes that a count wrote to its scratch folder.
    saved:         folder from which the same count can go on, empty if there is none; None for counts in memory.
    passes:        prime moduli by which a count was done in turn; 0 for an exact count.
    cpu:           CPU seconds of each worker thread; None if there were none.
    candidates:    rectangles that the clues of a Shikaku allow.
    formula:       variables, clauses and literals of the formula of a SAT engine.
    presolve:      rows, columns and non-zeros before and after HiGHS's presolve, and whether that settled the puzzle.
    """

    limit: LimitKind | None = None
    reason: str = ""
    memory_wanted: int = 0
    peak_memory: int = 0
    on_disk: int = 0
    saved: str | None = None
    passes: int = 0
    cpu: list[float] | None = None
    candidates: int = 0
    formula: dict[str, int] | None = None
    presolve: dict[str, Any] | None = None

    def out_of_memory(self, memory: int) -> None:
        """Record that the limit of `memory` bytes ended the search."""
        self.limit, self.reason = "memory", f"the memory limit of {memory:,} bytes"

    def resume(self) -> None:
        """Forget why the search ended, because it goes on by other means."""
        self.limit, self.reason = None, ""


@dataclass
class Report:
    """The progress of a search, polled while it runs, and the way to stop it. Engines never print.

    engine:   the engine at work, with the search it chose where it has several, e.g. "native:sweep".
    nodes:    positions visited so far.
    fraction: part of the search space done, 0 to 1, or None if the engine cannot tell.
    ended:    set when the search is over; None until then.
    stop:     set by another thread to ask the engine to stop soon; it then ends as "stopped".
    on_look:  called by the engine whenever it looks at the clock: progress for callers without threads.
    outcome:  what the engine returns about the search besides its solutions.

    >>> from tilewright import Report, load, solve
    >>> report = Report()
    >>> _ = solve(load("FNPUV@5x5"), report=report)
    >>> report.ended, report.solutions
    ('enough', 1)
    """

    engine: str = ""
    nodes: int = 0
    solutions: int = 0
    fraction: float | None = None
    ended: Ended | None = None
    stop: bool = False
    on_look: Callable[[], None] | None = field(default=None, repr=False, compare=False)
    outcome: SearchOutcome = field(default_factory=SearchOutcome)
    started: float = field(default_factory=time.perf_counter)

    @property
    def seconds(self) -> float:
        """Wall time since the search began."""
        return time.perf_counter() - self.started

    @property
    def estimate(self) -> int | None:
        """Solutions there may be in all: those found, by the part of the tree they were found in; None while unknown.

        Every branch is taken to be as large as its siblings (Knuth 1975), so early estimates may be off by factors.
        """
        if not self.solutions or not self.fraction:
            return None
        part, whole = min(1.0, self.fraction).as_integer_ratio()  # no float holds all numbers of solutions
        return (2 * self.solutions * whole + part) // (2 * part)


@dataclass(frozen=True, repr=False)
class Count(Result):
    """The number of tilings, and whether it is exact or a bound.

    limit:         which limit came first, where `ended` is "limit".
    memory_wanted: where that is memory, about the bytes of the layer that the count ended at; 0 when that is unknown. With a
                   scratch folder not all of it needs to be in memory. Where it is time, the same of a count by states
                   that memory had ended before, so that a search had to go on alone.
    noun:          what was counted, in words.

    >>> from tilewright import count, load
    >>> found = count(load("FNPUV@5x5"))
    >>> found.value, found.bound, found.exit_code
    (16, 'exact', 0)
    >>> print(found)
    16 tilings
    """

    value: int
    bound: Bound = "exact"
    up_to: UpTo = "none"
    labelled: bool = False
    ended: Ended = "exhausted"
    engine: str = ""
    nodes: int = 0
    times: dict[str, float] = field(default_factory=dict, compare=False)
    limit: LimitKind | None = None
    memory_wanted: int = field(default=0, compare=False)
    noun: str = field(default="tiling", compare=False)

    @property
    def answer(self) -> bool | None:
        """Whether there are tilings; None when the number is not exact."""
        return bool(self.value) if self.bound == "exact" else None

    def __bool__(self) -> bool:
        return self._truth()

    def __int__(self) -> int:
        if self.bound != "exact":
            raise ArgumentError(f"{self}: the number is not known: expected a look at `value`, which is a bound")
        return self.value

    def __str__(self) -> str:
        number = digits(self.value, ",") if self.value else "no" if self.bound == "exact" else "0"
        text = f"{'' if self.bound == 'exact' else f'{self.bound} '}{number} {self.noun}{'s' * (self.value != 1)}"
        text += "" if self.up_to == "none" else f" up to {self.up_to}"
        text += " with equal pieces told apart" if self.labelled else ""
        return text if self.bound == "exact" else f"{text} ({HOW_ENDED[self.ended]})"


HOW_ENDED: dict[Ended, str] = {
    "exhausted": "everything was searched",
    "enough": "as many as were asked for",
    "limit": "the limit came first",
    "stopped": "stopped",
}
T = TypeVar("T")
STEPS = 2048  # between two looks: some 10 ms of Python's work
LONG_STEPS = 100_000  # of work that Python does in one call: some 5 ms


class Deadline:
    """When to end: after `limit.seconds` on the report's clock, or as soon as `report.stop` is set. By default, never."""

    def __init__(self, limit: Limit = Limit(), report: Report | None = None) -> None:
        self.limit = limit
        self.report = report or Report()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.limit!r})"

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

    def limit_left(self, nodes: int | None = None) -> Limit:
        """The limit of work that has a clock of its own: the seconds that are left, and so many nodes."""
        return Limit(seconds=None if self.limit.seconds is None else max(0.0, self.left), nodes=nodes)

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


LOOK_SECONDS = 0.05  # between two looks at the clock, at a stop and at Ctrl-C


class Budget(Deadline):
    """A deadline that knows nodes and solutions too; it reads from the report what has been used.

    >>> report = Report(nodes=7, solutions=2)
    >>> budget = Budget(Limit(nodes=10, solutions=2), report)
    >>> budget.nodes_left, budget.is_spent(), budget.is_enough(), report.ended
    (3, False, True, 'enough')
    """

    @property
    def spent(self) -> Literal["limit", "stopped"] | None:
        """Why the search must end: "stopped" when asked to, "limit" when out of time or of nodes; else None."""
        return self.ended or ("limit" if self.nodes_left == 0 else None)

    def is_spent(self) -> bool:
        """Whether the search must end; the report then says why."""
        if (spent := self.spent) is None:
            return False
        self.report.ended = spent
        return True

    def is_enough(self) -> bool:
        """Whether as many solutions were found as asked for; the report then says so."""
        if self.solutions_left != 0:
            return False
        self.report.ended = "enough"
        return True

    @property
    def nodes_left(self) -> int | None:
        """Nodes that may still be visited; None for any number."""
        return None if self.limit.nodes is None else max(0, self.limit.nodes - self.report.nodes)

    @property
    def solutions_left(self) -> int | None:
        """Solutions that are still wanted; None for all."""
        return None if self.limit.solutions is None else max(0, self.limit.solutions - self.report.solutions)

    @property
    def pause(self) -> float:
        """Seconds until the next look, 0.001 to LOOK_SECONDS."""
        return max(0.001, min(LOOK_SECONDS, self.left))

    def of_turn(self, seconds: float | None) -> Budget:
        """The budget of a turn that lasts so many seconds from now (None: to the end)."""
        if seconds is None:
            return self
        most = MOST_SECONDS if self.limit.seconds is None else self.limit.seconds
        return Budget(self.limit.of_turn(seconds=min(most, self.report.seconds + seconds)), self.report)

    def reason(self, unit: str = "nodes") -> str:
        """Why the search ended before it was exhausted, for people."""
        if self.report.stop:
            return "a request to stop"
        if self.limit.seconds is not None and (self.left <= 0 or self.nodes_left != 0):  # or too few were left to begin
            return f"the time limit of {self.limit.seconds:g} s"
        return f"the limit of {self.limit.nodes:,} {unit}"


class in_time:  # noqa: N801 - used like a function
    """The budget of the work in this block, which is left when the deadline comes: `report.ended` then says so.

    >>> report = Report()
    >>> with in_time(Limit(seconds=0), report) as budget:
    ...     budget.check()
    >>> report.ended
    'limit'
    """

    caught: tuple[type[BaseException], ...] = (OutOfTimeError,)

    def __init__(self, limit: Limit, report: Report) -> None:
        self.budget = Budget(limit, report)

    def __enter__(self) -> Budget:
        return self.budget

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        if not isinstance(error, self.caught):
            return False
        self.budget.report.ended = error.ended if isinstance(error, OutOfTimeError) else "stopped"
        return True


class interruptible(in_time):  # noqa: N801 - used like a function
    """A block that ends early at the limit, when asked to stop, or by Ctrl-C; `report.ended` then says so."""

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

    def wait(self, budget: Budget) -> Answer | None:
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
