"""The work of a run: what a worker needs to know, and what it does with one subproblem. Knows no store."""

from __future__ import annotations

import threading
import time
import zlib
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from tilewright.cover.check import BatchChecker
from tilewright.cover.choose import choose
from tilewright.cover.limit import Limit
from tilewright.cover.problem import Solution
from tilewright.cover.result import Report
from tilewright.errors import TilewrightError
from tilewright.formats import load
from tilewright.puzzle import Puzzle, Shikaku
from tilewright.puzzle.compile import Compiled
from tilewright.runs.subproblem import Child, Outcome, Prefix, Rest, Splitter

Goal = Literal["count", "all"]
LOOK = 2.0  # seconds before a subproblem is judged
LONGEST = 60.0  # seconds a subproblem should last at most
AIM = 20.0  # seconds a piece of a subproblem that is split should last
MOST_PIECES = 400


@dataclass(frozen=True)
class TooLong:
    """A subproblem that is to be split: (prefix, children), each prefix after the first a child before it."""

    splits: tuple[tuple[Prefix, tuple[Child, ...]], ...]
    nodes: int
    seconds: float


@dataclass(frozen=True)
class Job:
    """A puzzle as text, what is wanted of it, and by which engine."""

    puzzle_text: str
    goal: Goal = "count"
    engine: str = "auto"

    @cached_property
    def puzzle(self) -> Puzzle | Shikaku:
        """The puzzle."""
        return load(self.puzzle_text)

    @cached_property
    def compiled(self) -> Compiled:
        """Its exact cover, symmetries included."""
        return self.puzzle.compile().with_symmetries()

    @cached_property
    def splitter(self) -> Splitter:
        """What splits it."""
        return Splitter(self.compiled.cover)

    def roots(self) -> list[Child]:
        """The subproblems to begin with; the whole problem where it cannot be split."""
        roots = self.splitter.split_root()
        return [Child(())] if roots is None else roots

    def work(self, child: Child) -> Outcome | TooLong:
        """Solve a subproblem, or split it when it would take too long."""
        rest = self.splitter.rest(child.prefix)
        if rest is None:
            return Outcome(0, 0, 0.0, pack([]) if self.goal == "all" else None)
        started = time.perf_counter()
        report = Report()
        divisible = bool(self.splitter.split(child.prefix))
        judge = _Judge(report) if divisible else None
        try:
            result = self._solve(child, rest, report)
        finally:
            if judge:
                judge.dismiss()
        seconds = time.perf_counter() - started
        if report.ended == "exhausted":
            return Outcome(result[0], report.nodes, seconds, result[1])
        if judge is None or not report.stop:
            raise TilewrightError(f"a subproblem ended as {report.ended}")
        return TooLong(self._pieces(child, judge.expected), report.nodes, seconds)

    def _solve(self, child: Child, rest: Rest, report: Report) -> tuple[int, bytes | None]:
        if self.goal == "count":
            return choose(rest.cover, "count", self.engine).count(rest.cover, Limit(), report), None
        found: list[Solution] = []
        checker = BatchChecker(self.compiled.cover)
        for batch in choose(rest.cover, "list", self.engine).solutions(rest.cover, Limit(), report):
            whole = [rest.original(solution, child.prefix) for solution in batch]
            if checker.wrong(whole):
                raise TilewrightError("internal error: an engine returned what is no tiling")
            found += whole
        return len(found), pack(found)

    def _pieces(self, child: Child, expected: float) -> tuple[tuple[Prefix, tuple[Child, ...]], ...]:
        """Split level by level until the pieces should last about AIM seconds, if they are alike."""
        wanted = min(MOST_PIECES, expected / AIM)
        splits: list[tuple[Prefix, tuple[Child, ...]]] = []
        level = [child]
        while True:
            below: list[Child] = []
            for each in level:
                children = self.splitter.split(each.prefix)
                if not children:  # nothing to split on, or no way to go on: quick either way
                    continue
                # A weight belongs to the whole subtree below the choice that it was given for.
                weighted = tuple(Child(c.prefix, each.weight) for c in children)
                splits.append((each.prefix, weighted))
                below += weighted
            level = below
            if not level or len(level) >= wanted:
                return tuple(splits)


class _Judge:
    """Watches a search and stops it when it will take longer than LONGEST, going by its own fraction done."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.expected = LONGEST
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def _watch(self) -> None:
        while not self._over.wait(LOOK):
            seconds, fraction = self.report.seconds, self.report.fraction
            if fraction:
                self.expected = seconds / fraction
            elif seconds > LONGEST:
                self.expected = 10 * LONGEST
            if self.expected > LONGEST:
                self.report.stop = True
                return

    def dismiss(self) -> None:
        self._over.set()
        self._thread.join()


def pack(solutions: list[Solution]) -> bytes:
    """Solutions as bytes: for each its length and its options, 32 bits each, compressed."""
    flat = array("I")
    for solution in solutions:
        flat.append(len(solution))
        flat.extend(solution)
    return zlib.compress(flat.tobytes(), 1)


def unpack(packed: bytes) -> Iterator[Solution]:
    """The solutions that `pack` packed."""
    flat = array("I")
    flat.frombytes(zlib.decompress(packed))
    place = 0
    while place < len(flat):
        end = place + 1 + flat[place]
        yield tuple(flat[place + 1 : end])
        place = end
