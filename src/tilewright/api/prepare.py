"""What every search of the API begins with: what lies there already, an exact cover, reasons that need no search; and
where the time of an answer went.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from tilewright.arguments import check_placements
from tilewright.cover.choice import Goal
from tilewright.cover.limits import Deadline, Limit, Report, in_time
from tilewright.errors import NotationError
from tilewright.explain.reasons import why_areas_differ, why_placements_fail
from tilewright.puzzle import Placement, Puzzle
from tilewright.puzzle.check import Reason, faults
from tilewright.puzzle.compiled import Compiled
from tilewright.puzzle.puzzle import DirectSearch


def log(text: str, *values: object) -> None:
    """Tell the logger `tilewright`, at the level INFO; nobody listens in a program that has not imported `logging`."""
    if (logging := sys.modules.get("logging")) is not None:
        logging.getLogger("tilewright").info(text, *values)


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


FEW = 1000  # solutions; from there on what is fast to list pays for its preparation


@dataclass(frozen=True)
class Prepared:
    """A puzzle made ready for an engine, or why it is impossible.

    reason:   why there is no tiling, if that can be seen without a search.
    compiled: the exact cover; None where the reason needs none.
    """

    compiled: Compiled | None
    reason: Reason | None


def prepare(puzzle: Puzzle, labelled: bool, deadline: Deadline, clock: Clock) -> Prepared:
    """Look for reasons, the cheapest first, and compile; raises OutOfTimeError at the deadline."""
    reason = why_areas_differ(puzzle, deadline)
    clock.lap("reasons")
    if reason is not None:
        return Prepared(None, reason)
    compiled = puzzle.compile(labelled, deadline=deadline)
    clock.lap("compile")
    reason = why_placements_fail(compiled, deadline)
    clock.lap("reasons")
    return Prepared(compiled, reason)


def listing_goal(limit: Limit) -> Goal:
    """What an engine is chosen for: to find a few solutions, or to list many."""
    return "find" if limit.solutions is not None and limit.solutions <= FEW else "list"


@contextmanager
def interruptible(limit: Limit, report: Report) -> Iterator[Deadline]:
    """A block that ends early at the limit, when asked to stop, or by Ctrl-C; `report.ended` then says so."""
    try:
        with in_time(limit, report) as deadline:
            yield deadline
    except KeyboardInterrupt:
        report.ended = "stopped"


def with_partial(puzzle: Puzzle, partial: Sequence[Placement]) -> Puzzle:
    """The puzzle in which these placements are pinned as well; NotationError if they break a rule."""
    check_placements("partial", partial)
    if not partial:
        return puzzle
    if wrong := faults(puzzle, partial, partial=True):
        raise NotationError(f"what lies there breaks a rule: {wrong[0].text}")
    return puzzle.with_placements(partial)


def direct_search(puzzle: Puzzle, engine: str, labelled: bool) -> DirectSearch | None:
    """The puzzle's own search, if it has one and that or no engine was asked for by name."""
    direct = puzzle.direct_search(labelled)
    return direct if direct and engine in ("auto", direct.name) else None
