"""The work of a run: what a worker needs to know, and what it does with one subproblem. Knows no store."""

from __future__ import annotations

import os
import socket
import threading
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, Protocol

from tilewright.cover.check import BatchChecker
from tilewright.cover.choice import choose
from tilewright.cover.engine import engine
from tilewright.cover.limits import Limit, Report
from tilewright.cover.problem import Batch, ExactCover
from tilewright.errors import EngineUnavailableError, TilewrightError
from tilewright.formats import parse
from tilewright.puzzle import Puzzle
from tilewright.puzzle.compiled import Compiled
from tilewright.runs.subproblem import PACKING, Child, Outcome, Packer, Prefix, Rest, Splitter, TooLong, pack, tables

Goal = Literal["count", "all"]
LOOK = 2.0  # CPU seconds before a subproblem is judged
LONGEST = 60.0  # seconds a subproblem should last at most
AIM = 20.0  # seconds a piece of a subproblem that is split should last
MOST_PIECES = 400
RACE = 20.0  # seconds in which a race of engines should be decided
TRUST = 50  # subproblems for which the winner of a race is relied on
MOST_PACKED = 64 << 20  # bytes of packed tilings; a subproblem that has more is split
MEMORY = 1 << 30  # bytes a worker may fill with states; a subproblem that wants more is split


class Work(Protocol):
    """What a run is about. It goes to the workers as it is, so it must be small and picklable."""

    def manifest(self) -> dict[str, Any]:
        """What a store keeps to make it again."""
        ...

    def roots(self) -> list[Child]:
        """The subproblems to begin with."""
        ...

    def split(self, child: Child) -> list[Child] | None:
        """The children of a subproblem, the same everywhere and always; None where it cannot be split."""
        ...

    def work(self, child: Child) -> Outcome | TooLong:
        """Solve a subproblem, or say how to split it when it would take too long."""
        ...

    def recount(self, child: Child, engine: str) -> tuple[int, str]:
        """Solve a subproblem again for `verify`, however long it takes; its number and the engine used."""
        ...


@dataclass(frozen=True)
class Job:
    """A puzzle as text, what is wanted of it, and by which engine."""

    puzzle_text: str
    goal: Goal = "count"
    engine: str = "auto"

    def __reduce__(self) -> tuple[Any, ...]:
        """To a worker goes only what it needs to make the rest again."""
        return Job, (self.puzzle_text, self.goal, self.engine)

    @cached_property
    def puzzle(self) -> Puzzle:
        """The puzzle. A store or an archive may be a stranger's: what it holds is text, never the name of a file."""
        return parse(self.puzzle_text)

    @cached_property
    def compiled(self) -> Compiled:
        """Its exact cover, symmetries included."""
        return self.puzzle.compile().with_symmetries()

    @cached_property
    def splitter(self) -> Splitter:
        """What splits it."""
        return Splitter(self.compiled.cover)

    def manifest(self) -> dict[str, Any]:
        """What a store keeps of it."""
        return {
            "goal": self.goal,
            "name": self.puzzle.name,
            "digest": self.puzzle.digest,
            "puzzle": self.puzzle_text,
            "engine": self.engine,
            "cover": list(self.compiled.cover.size),
            "packing": PACKING if self.goal == "all" else None,
        }

    def roots(self) -> list[Child]:
        """The subproblems to begin with; the whole problem where it cannot be split."""
        roots = self.splitter.split_root()
        return [Child(())] if roots is None else roots

    def split(self, child: Child) -> list[Child] | None:
        """Its children; a weight belongs to the whole subtree below the choice that it was given for."""
        children = self.splitter.split(child.prefix)
        return None if children is None else [Child(each.prefix, child.weight) for each in children]

    def work(self, child: Child) -> Outcome | TooLong:
        """Solve a subproblem, or split it when it would take too long."""
        rest = self.splitter.rest(child.prefix)
        if rest is None:
            return self._none()
        started = cpu_seconds()
        report = Report()
        divisible = any(lo == hi == 1 for lo, hi in zip(rest.cover.lo, rest.cover.hi, strict=True))
        racing = self.goal == "count" and self.engine == "auto" and not self._winner
        judge = Judge(report, racing) if divisible else None
        try:
            result = self._solve(child, rest, report, divisible)
        finally:
            if judge:
                judge.dismiss()
        seconds = cpu_seconds() - started
        if report.ended == "exhausted":
            return Outcome(result[0], report.nodes, seconds, result[1], here())
        if judge is None or report.ended not in ("stopped", "limit"):  # the limit: of memory
            raise TilewrightError(f"a subproblem ended as {report.ended}")
        splits = pieces(self, child, judge.expected)
        if not splits:  # stopped although something is left that nothing covers
            return self._none(report.nodes, seconds)
        return TooLong(splits, report.nodes, seconds, here())

    def _none(self, nodes: int = 0, seconds: float = 0.0) -> Outcome:
        return Outcome(0, nodes, seconds, pack([]) if self.goal == "all" else None, here())

    def recount(self, child: Child, engine: str) -> tuple[int, str]:
        """Its number of tilings by another engine."""
        found, report = self.count_again(child, engine, Limit())
        if report.ended != "exhausted":
            raise TilewrightError(f"recomputing a subproblem ended as {report.ended}")
        return found, report.engine

    def count_again(self, child: Child, engine: str, limit: Limit) -> tuple[int, Report]:
        """The same within a limit; the report tells how it ended."""
        rest = self.splitter.rest(child.prefix)
        if rest is None:
            return 0, Report(engine=engine, ended="exhausted")
        report = Report()
        return choose(rest.cover, "count", engine).count(rest.cover, limit, report), report

    def _solve(self, child: Child, rest: Rest, report: Report, divisible: bool) -> tuple[int, bytes | None]:
        limit = Limit(memory=MEMORY)
        if self.goal == "count":
            return self._count(rest.cover, limit, report), None
        packer = Packer()
        found = tables(choose(rest.cover, "list", self.engine).solutions(rest.cover, limit, report))
        wholes = (Batch.of_table(rest.originals(rows, child.prefix)) for rows in found)
        for batch in self._checker.checked(wholes):
            for _, rows in batch.by_length():
                packer.add(rows)
            if packer.size > MOST_PACKED and divisible:
                report.stop = True
        return packer.number, packer.packed()

    def _count(self, cover: ExactCover, limit: Limit, report: Report) -> int:
        """A race of engines tells which is the better; it goes first for a while, because subproblems are alike."""
        counter = choose(cover, "count", self.engine)
        winner = self._winner.pop() if self._winner else None
        if winner:
            with suppress(EngineUnavailableError):
                counter = engine(winner, cover)
        found = counter.count(cover, limit, report)
        if report.ended == "exhausted" and not winner and self.engine == "auto":
            self._winner.extend([report.engine] * TRUST)
        return found

    @cached_property
    def _winner(self) -> list[str]:
        """Who won the last race, as often as that is to be relied on."""
        return []

    @cached_property
    def _checker(self) -> BatchChecker:
        return BatchChecker(self.compiled.cover)


def pieces(work: Work, child: Child, expected: float) -> tuple[tuple[Prefix, tuple[Child, ...]], ...]:
    """Split level by level until the pieces should last about AIM seconds, if they are alike."""
    wanted = min(MOST_PIECES, expected / AIM)
    splits: list[tuple[Prefix, tuple[Child, ...]]] = []
    level = [child]
    while True:
        below: list[Child] = []
        for each in level:
            children = work.split(each)
            if not children:  # nothing to split on, or no way to go on: quick either way
                continue
            splits.append((each.prefix, tuple(children)))
            below += children
        level = below
        if not level or len(level) >= wanted:
            return tuple(splits)


def cpu_seconds() -> float:
    """CPU time of this process and of those it waited for: on a busy machine it says more of a search than the clock."""
    return sum(os.times()[:4])


def here() -> str:
    """Who works here, for the log."""
    return f"{socket.gethostname()}:{os.getpid()}"


class Judge:
    """Watches a search and stops it when it will take longer than LONGEST, going by its own fraction done.

    In a race the fraction is that of an engine which may lose, so only the time counts.
    """

    def __init__(self, report: Report, racing: bool = False) -> None:
        self.report = report
        self.expected = LONGEST
        self._started = cpu_seconds()
        self._racing = racing
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        pause = LOOK
        while not self._over.wait(pause):
            seconds, fraction = cpu_seconds() - self._started, self.report.fraction
            pause = max(LOOK - seconds, LOOK / 4)
            if seconds < LOOK and self.report.seconds < LONGEST:  # most of the time went to others
                continue
            if fraction and not self._racing:
                self.expected = seconds / fraction
            elif seconds > (RACE if self._racing else LONGEST) or self.report.seconds > 10 * LONGEST:
                self.expected = 10 * LONGEST
            if self.expected > LONGEST:
                self.report.stop = True
                return

    def dismiss(self) -> None:
        """The search is over."""
        self._over.set()
        self._thread.join()
