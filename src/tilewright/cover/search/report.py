"""Results carry their completeness: never a bare number."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, get_args

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


@dataclass
class Report:
    """What an engine says of its search while it runs; polled, never printed.

    fraction: part of the search space done, 0 to 1, or None when the engine cannot tell.
    ended:    set when the search is over.
    stop:     set by another thread to ask the engine to stop soon; it then ends as "stopped".
    on_look:  called by the engine whenever it looks at the clock: for progress where there are no threads.
    engine:   the engine at work, and its choice where it had one, e.g. "native:sweep".

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
    notes: dict[str, object] = field(default_factory=dict)
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
        return round(self.solutions / min(1.0, self.fraction))


@dataclass(frozen=True)
class Count(Result):
    """The number of tilings, and whether it is exact or a bound.

    limit:         which limit came first, where `ended` is "limit".
    memory_wanted: where that is memory, about the bytes of the layer that the count ended at; 0 when that is unknown. With a
                   scratch folder not all of it needs to be in memory. Where it is time, the same of a count by states
                   that memory had ended before, so that a search had to go on alone.

    >>> from tilewright import count, load
    >>> found = count(load("FNPUV@5x5"))
    >>> found.value, found.bound, found.exit_code
    (16, 'exact', 0)
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

    @property
    def answer(self) -> bool | None:
        """Whether there are tilings; None when the number is not exact."""
        return bool(self.value) if self.bound == "exact" else None
