"""The API: the only place where puzzles meet engines. Every tiling that leaves it has passed a checker."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Literal

from tilewright.arguments import check_whole, check_word
from tilewright.cover.check import BatchChecker
from tilewright.cover.problem import ExactCover, Solution
from tilewright.cover.quotient import invariant
from tilewright.cover.search.arguments import check_arguments
from tilewright.cover.search.choose import choose
from tilewright.cover.search.deadline import NEVER, Deadline, in_time
from tilewright.cover.search.engine import Engine
from tilewright.cover.search.engine import engine as engine_named
from tilewright.cover.search.limit import MOST_COUNTED, Limit
from tilewright.cover.search.report import UP_TO, Bound, Count, Ended, Report, UpTo
from tilewright.errors import NotationError, OutOfTimeError, TilewrightError
from tilewright.explain.reason import Reason
from tilewright.explain.why import why_impossible
from tilewright.puzzle import Placement, Puzzle, Tiling
from tilewright.puzzle.check import faults
from tilewright.puzzle.compiled import Compiled
from tilewright.puzzle.direct_search import DirectSearch

FEW = 1000  # solutions; from there on what is fast to list pays for its preparation
MOST_EXPLAINED = 40_000  # cells of a board whose impossibility is looked into after a search without a cover
BY_RULES = 4  # solutions of a batch that are checked by the puzzle's rules; more are worth a checker of batches
MOST_MASKED = 2_000_000  # entries of a cover; the checker of batches would take minutes to make for a larger one
VerdictWord = Literal["solved", "impossible", "unique", "several", "unknown"]


@dataclass
class Clock:
    """Seconds of wall time a phase, and the process's CPU time, for the answer's `times`."""

    times: dict[str, float] = field(default_factory=dict)
    started: float = field(default_factory=time.perf_counter)
    lap_started: float = field(default_factory=time.perf_counter)

    def lap(self, phase: str) -> None:
        """The time since the last lap belongs to this phase."""
        now = time.perf_counter()
        self.times[phase] = self.times.get(phase, 0.0) + now - self.lap_started
        self.lap_started = now

    def done(self) -> dict[str, float]:
        """All phases, the total, and CPU seconds of this process and its threads."""
        return {**self.times, "total": time.perf_counter() - self.started, "cpu": time.process_time()}


@dataclass(frozen=True)
class Solved:
    """What a search for tilings found. `verdict` is solved, impossible or unknown (the limit came first)."""

    puzzle: Puzzle
    tilings: tuple[Tiling, ...]
    ended: Ended
    verdict: VerdictWord
    reason: Reason | None = None
    engine: str = ""
    nodes: int = 0
    times: dict[str, float] = field(default_factory=dict, compare=False)


@dataclass(frozen=True)
class Posed:
    """A puzzle made ready for an engine, and why it is impossible if that can be seen without a search."""

    compiled: Compiled
    reason: Reason | None


def pose(puzzle: Puzzle, labelled: bool, deadline: Deadline, clock: Clock) -> Posed:
    """Compile a puzzle and look for a reason; raises OutOfTimeError at the deadline."""
    compiled = puzzle.compile(labelled, deadline=deadline)
    clock.lap("compile")
    return Posed(compiled, why_impossible(compiled, deadline))


@contextmanager
def interruptible(limit: Limit, report: Report) -> Iterator[Deadline]:
    """A block that ends early at the limit, when asked to stop, or by Ctrl-C; `report.ended` then says so."""
    try:
        with in_time(limit, report) as deadline:
            yield deadline
    except KeyboardInterrupt:
        report.ended = "stopped"


class TilingStream:
    """Checked solutions of a puzzle in batches, as they are found.

    Iterating yields lists of solutions (option numbers); `compiled.tiling(solution)` makes one a Tiling. `report`
    tells how far the search is and, after the last batch, how it ended. The limit's clock is the report's: it covers
    compiling as well.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        *,
        engine: str = "auto",
        limit: Limit = Limit(),
        threads: int = 1,
        labelled: bool = False,
        report: Report | None = None,
        posed: Posed | None = None,
    ) -> None:
        check_arguments(engine, limit, threads, labelled)
        self.report = report or Report()
        self.clock = Clock()
        self.limit, self.threads = limit, threads
        self.posed, self.engine = posed, None
        with interruptible(limit, self.report) as deadline:
            self.posed = posed or pose(puzzle, labelled, deadline, self.clock)
            self.engine = self._chosen(engine, self.posed, deadline)

    def _chosen(self, name: str, posed: Posed, deadline: Deadline) -> Engine | None:
        if posed.reason is None:
            return _for_listing(posed.compiled.cover, self.limit, name, deadline)
        return None if name == "auto" else engine_named(name)  # or the error that says why not

    @property
    def compiled(self) -> Compiled:
        """The cover and what its options mean; OutOfTimeError when the limit came before it was ready."""
        if self.posed is None:
            raise OutOfTimeError("stopped" if self.report.ended == "stopped" else "limit")
        return self.posed.compiled

    @property
    def reason(self) -> Reason | None:
        """Why the puzzle is impossible, if that could be seen without a search."""
        return self.posed.reason if self.posed else None

    def __iter__(self) -> Iterator[Sequence[Solution]]:
        if self.reason is not None:
            self.report.ended = "exhausted"
            return
        if self.engine is None:  # the limit came, as the report says
            return
        self.report.engine = self.report.engine or self.engine.name
        check = _Checker(self.compiled, Deadline(self.limit, self.report))
        self.clock.lap("prepare")
        with interruptible(self.limit, self.report):
            for batch in self.engine.solutions(self.compiled.cover, self.limit, self.report, self.threads):
                self.clock.lap("search")
                for checked in check(batch):
                    self.clock.lap("check")
                    yield checked
        self.clock.lap("search")


def _for_listing(cover: ExactCover, limit: Limit, engine: str, deadline: Deadline = NEVER) -> Engine:
    few = limit.solutions is not None and limit.solutions <= FEW
    return choose(cover, "find" if few else "list", engine, deadline)


class _Checker:
    """Passes batches that are all solutions, each a new one within its batch; raises on anything else.

    Of a large cover, solutions are checked a few at a time, and OutOfTimeError ends it at the deadline.
    """

    def __init__(self, compiled: Compiled, deadline: Deadline) -> None:
        self.compiled, self.deadline = compiled, deadline
        self.batches: BatchChecker | None = None

    def __call__(self, batch: Sequence[Solution]) -> Iterator[Sequence[Solution]]:
        if len(batch) > BY_RULES and self.compiled.cover.size[2] <= MOST_MASKED:
            self.batches = self.batches or BatchChecker(self.compiled.cover)
            if self.batches.wrong(batch):
                raise TilewrightError("internal error: an engine returned what is no tiling")
            yield batch
            return
        for start in range(0, len(batch), BY_RULES):
            if start:  # what was found first is told in any case
                self.deadline.check()
            few = batch[start : start + BY_RULES]
            self._by_rules(few)
            yield few

    def _by_rules(self, batch: Sequence[Solution]) -> None:
        for solution in batch:
            tiling = self.compiled.tiling(solution)
            wrong = faults(tiling.puzzle, tiling.placements)
            if wrong:
                raise TilewrightError(f"internal error: an engine returned what is no tiling: {wrong[0].text}")


def solve(
    puzzle: Puzzle,
    n: int | None = 1,
    *,
    engine: str = "auto",
    limit: Limit = Limit(),
    threads: int = 1,
    partial: Sequence[Placement] = (),
    labelled: bool = False,
    report: Report | None = None,
) -> Solved:
    """Up to `n` tilings (None: all) that contain the placements of `partial`; NotationError if these break a rule.

    An interrupt (Ctrl-C) ends the search; what was found by then is returned with `ended` "stopped".
    """
    check_whole("n", n, 1, MOST_COUNTED, optional=True)
    check_arguments(engine, limit, threads, labelled)
    posed = with_partial(puzzle, partial)
    if (own := _own_search(posed, engine)) is not None:
        found = _by_own_search(own, posed, n, limit, report or Report())
        if found is not None:
            return replace(found, puzzle=puzzle, tilings=tuple(replace(t, puzzle=puzzle) for t in found.tilings))
    stream = TilingStream(
        posed, engine=engine, limit=replace(limit, solutions=n), threads=threads, labelled=labelled, report=report
    )
    tilings: list[Tiling] = []
    try:
        for batch in stream:
            for solution in batch:
                tilings.append(replace(stream.compiled.tiling(solution), puzzle=puzzle))
    except KeyboardInterrupt:  # between two batches: what was found is kept all the same
        stream.report.ended = "stopped"
    ended = stream.report.ended or "stopped"
    verdict: VerdictWord = "solved" if tilings else "impossible" if ended == "exhausted" else "unknown"
    reason = stream.reason
    if verdict == "impossible" and reason is None:
        reason = Reason("search", "the search through all positions of the pieces found no tiling")
    return Solved(
        puzzle, tuple(tilings), ended, verdict, reason, stream.report.engine, stream.report.nodes, stream.clock.done()
    )


def _by_own_search(own: DirectSearch, puzzle: Puzzle, n: int | None, limit: Limit, report: Report) -> Solved | None:
    """The tilings by the puzzle's own search; None when all are asked for and they are too many to hold."""
    clock = Clock()
    tilings = own.find(n, limit, report)
    clock.lap("search")
    if tilings is None:
        return None
    ended = report.ended or "stopped"
    verdict: VerdictWord = "solved" if tilings else "impossible" if ended == "exhausted" else "unknown"
    reason = _why_none(puzzle, Deadline(limit, report)) if verdict == "impossible" else None
    return Solved(puzzle, tilings, ended, verdict, reason, report.engine, report.nodes, clock.done())


def _why_none(puzzle: Puzzle, deadline: Deadline) -> Reason:
    """A reason that can be seen, if the puzzle is not too large for an exact cover; else that a search found none."""
    found = None
    if len(puzzle.board.atoms) <= MOST_EXPLAINED:
        with suppress(OutOfTimeError):
            found = why_impossible(puzzle.compile(deadline=deadline), deadline)
    return found or Reason("search", f"the search through all placements of each {puzzle.owner_word} found no tiling")


def _own_search(puzzle: Puzzle, engine: str) -> DirectSearch | None:
    """The puzzle's own search, if it has one and that or nothing was asked for."""
    own = puzzle.direct_search()
    return own if own and engine in ("auto", own.name) else None


def with_partial(puzzle: Puzzle, partial: Sequence[Placement]) -> Puzzle:
    """The puzzle in which these placements are pinned as well; NotationError if they break a rule."""
    if not partial:
        return puzzle
    if wrong := faults(puzzle, partial, partial=True):
        raise NotationError(f"what lies there breaks a rule: {wrong[0].text}")
    return puzzle.with_placements(partial)


def count(
    puzzle: Puzzle,
    *,
    up_to: UpTo = "none",
    labelled: bool = False,
    engine: str = "auto",
    limit: Limit = Limit(),
    threads: int = 1,
    report: Report | None = None,
) -> Count:
    """The number of tilings, exact or, when the limit came first, at least; up to the puzzle's own symmetries if asked."""
    check_word("up_to", up_to, UP_TO)
    check_arguments(engine, limit, threads, labelled)
    clock = Clock()
    report = report or Report()
    if up_to == "none" and (own := _own_search(puzzle, engine)) is not None:
        value = own.count(limit, report)
        bound: Bound = "exact" if report.ended == "exhausted" else "at least"
        clock.lap("search")
        return Count(
            value, bound, up_to, labelled, report.ended or "stopped", report.engine, report.nodes, clock.done()
        )
    value, exact = 0, False
    with interruptible(limit, report) as deadline:
        posed = pose(puzzle, labelled, deadline, clock)
        if posed.reason is not None:
            report.ended, exact = "exhausted", True
        elif up_to == "none":
            value = count_cover(posed.compiled.cover, engine, limit, threads, report)
            exact = report.ended == "exhausted"
        else:
            value, exact = _count_orbits(posed.compiled, up_to, engine, threads, deadline)
    clock.lap("search")
    ended = report.ended or "stopped"
    return Count(
        value, "exact" if exact else "at least", up_to, labelled, ended, report.engine, report.nodes, clock.done()
    )


def cover_solutions(cover: ExactCover, engine: str, limit: Limit, threads: int, report: Report) -> list[Solution]:
    """The solutions of an exact cover without a board, checked; `report` says how the search ended."""
    found: list[Solution] = []
    checker: BatchChecker | None = None
    with interruptible(limit, report) as deadline:
        chosen = _for_listing(cover, limit, engine, deadline)
        for batch in chosen.solutions(cover, limit, report, threads):
            checker = checker or BatchChecker(cover)
            if checker.wrong(batch):
                raise TilewrightError("internal error: an engine returned what is no solution")
            found += batch
    return found


def count_cover(cover: ExactCover, engine: str, limit: Limit, threads: int, report: Report) -> int:
    """The number of solutions of an exact cover; `report` says how the search ended."""
    with interruptible(limit, report) as deadline:
        return choose(cover, "count", engine, deadline).count(cover, limit, report, threads)
    return report.solutions


def _count_orbits(compiled: Compiled, up_to: UpTo, engine: str, threads: int, deadline: Deadline) -> tuple[int, bool]:
    """Orbits of tilings by Burnside's lemma: the mean, over the group, of the tilings that each element keeps.

    When the limit comes first, what was counted of that sum still bounds the number from below.
    """
    report = deadline.report
    if not compiled.isometries:
        compiled = compiled.with_symmetries(deadline)
    group = [
        automorphism
        for isometry, automorphism in zip(compiled.isometries, compiled.cover.automorphisms, strict=True)
        if up_to == "symmetries" or not isometry.motion.mirrored
    ]
    kept = nodes = 0
    engines: dict[str, None] = {}  # in order of first use
    with interruptible(deadline.limit, report):
        for automorphism in group:
            identity = automorphism is group[0]
            cover = compiled.cover if identity else invariant(compiled.cover, automorphism, deadline)
            report.engine, report.nodes, report.solutions, report.fraction, report.ended = "", 0, 0, None, None
            kept += count_cover(cover, engine, deadline.limit, threads, report)
            nodes += report.nodes
            engines[report.engine] = None
            if report.ended != "exhausted":
                break
    report.engine, report.nodes, report.solutions = "+".join(filter(None, engines)), nodes, kept
    if report.ended != "exhausted":
        return -(-kept // len(group)), False
    if kept % len(group):
        raise TilewrightError("internal error: the symmetries of the puzzle are no group")
    return kept // len(group), True
