"""The API: the only place where puzzles meet engines. Every tiling that leaves it has passed a checker."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from tilewright.arguments import check_whole, check_word
from tilewright.cover.arguments import check_arguments
from tilewright.cover.check import BatchChecker
from tilewright.cover.choose import choose
from tilewright.cover.engine import Engine
from tilewright.cover.limit import MOST_COUNTED, Limit
from tilewright.cover.problem import ExactCover, Solution
from tilewright.cover.quotient import invariant
from tilewright.cover.result import UP_TO, Bound, Count, Ended, Report, UpTo
from tilewright.errors import NotationError, TilewrightError
from tilewright.explain.reason import Reason
from tilewright.explain.why import why_impossible
from tilewright.puzzle import Placement, Puzzle, Shikaku, Tiling, shikaku_search
from tilewright.puzzle.check import faults
from tilewright.puzzle.compile import Compiled
from tilewright.puzzle.puzzle import Pin
from tilewright.puzzle.shikaku import rectangle

AnyPuzzle = Puzzle | Shikaku
MOST_DIVISIONS = 10_000  # of a Shikaku that are held at once; more are streamed by an engine
FEW = 1000  # solutions; from there on what is fast to list pays for its preparation
MOST_EXPLAINED = 40_000  # cells of a Shikaku whose impossibility is looked into
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

    puzzle: AnyPuzzle
    tilings: tuple[Tiling, ...]
    ended: Ended
    verdict: VerdictWord
    reason: Reason | None = None
    engine: str = ""
    nodes: int = 0
    times: dict[str, float] = field(default_factory=dict, compare=False)


class TilingStream:
    """Checked solutions of a puzzle in batches, as they are found.

    Iterating yields lists of solutions (option numbers); `compiled.tiling(solution)` makes one a Tiling. `report`
    tells how far the search is and, after the last batch, how it ended.
    """

    def __init__(
        self,
        puzzle: AnyPuzzle,
        *,
        engine: str = "auto",
        limit: Limit = Limit(),
        threads: int = 1,
        labelled: bool = False,
        report: Report | None = None,
    ) -> None:
        check_arguments(engine, limit, threads, labelled)
        self.report = report or Report()
        self.clock = Clock()
        self.compiled = puzzle.compile(labelled)
        self.clock.lap("compile")
        self.reason = why_impossible(self.compiled)
        self.limit, self.threads = limit, threads
        self.engine = _for_listing(self.compiled.cover, limit, engine)

    def __iter__(self) -> Iterator[Sequence[Solution]]:
        self.report.engine = self.report.engine or self.engine.name
        if self.reason is not None:
            self.report.ended = "exhausted"
            return
        check = _Checker(self.compiled)
        self.clock.lap("prepare")
        # The engine's clock starts now: compiling is not part of its budget's nodes, only of its seconds.
        try:
            for batch in self.engine.solutions(self.compiled.cover, self.limit, self.report, self.threads):
                self.clock.lap("search")
                check(batch)
                self.clock.lap("check")
                yield batch
        except KeyboardInterrupt:
            self.report.ended = "stopped"
        self.clock.lap("search")


def _for_listing(cover: ExactCover, limit: Limit, engine: str) -> Engine:
    return choose(cover, "list" if limit.solutions is None or limit.solutions > FEW else "find", engine)


class _Checker:
    """Passes batches that are all solutions, each a new one within its batch; raises on anything else."""

    def __init__(self, compiled: Compiled) -> None:
        self.compiled = compiled
        self.batches: BatchChecker | None = None

    def __call__(self, batch: Sequence[Solution]) -> None:
        if len(batch) <= 4:
            for solution in batch:
                tiling = self.compiled.tiling(solution)
                wrong = faults(tiling.puzzle, tiling.placements)
                if wrong:
                    raise TilewrightError(f"internal error: an engine returned what is no tiling: {wrong[0].text}")
            return
        self.batches = self.batches or BatchChecker(self.compiled.cover)
        if self.batches.wrong(batch):
            raise TilewrightError("internal error: an engine returned what is no tiling")


def solve(
    puzzle: AnyPuzzle,
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
    if isinstance(posed, Shikaku) and engine in ("auto", shikaku_search.NAME):
        divided = _divide(posed, n, limit, report or Report())
        if divided is not None:
            return replace(divided, puzzle=puzzle, tilings=tuple(replace(t, puzzle=puzzle) for t in divided.tilings))
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


def _divide(puzzle: Shikaku, n: int | None, limit: Limit, report: Report) -> Solved | None:
    """The divisions of a Shikaku by its own search; None when all are asked for and they are too many to hold."""
    clock = Clock()
    shikaku_search.prepare()
    clock.lap("prepare")
    most = MOST_DIVISIONS if n is None else n
    found = shikaku_search.divide(puzzle, most, limit, report)
    clock.lap("search")
    if n is None and report.ended == "enough":
        report.ended, report.engine = None, ""
        return None
    tilings = tuple(found.tiling(division) for division in range(len(found)))
    clock.lap("tilings")
    ended = report.ended or "stopped"
    verdict: VerdictWord = "solved" if tilings else "impossible" if ended == "exhausted" else "unknown"
    reason = _why_undivided(puzzle) if verdict == "impossible" else None
    return Solved(puzzle, tilings, ended, verdict, reason, report.engine, report.nodes, clock.done())


def _why_undivided(puzzle: Shikaku) -> Reason:
    small = puzzle.rows * puzzle.columns <= MOST_EXPLAINED
    found = why_impossible(puzzle.compile()) if small else None
    return found or Reason("search", "the search through all rectangles of the clues found no division")


def with_partial(puzzle: AnyPuzzle, partial: Sequence[Placement]) -> AnyPuzzle:
    """The puzzle in which these placements are pinned as well; NotationError if they break a rule."""
    if not partial:
        return puzzle
    if wrong := faults(puzzle, partial, partial=True):
        raise NotationError(f"what lies there breaks a rule: {wrong[0].text}")
    if isinstance(puzzle, Shikaku):
        return replace(puzzle, pinned=(*puzzle.pinned, *(rectangle(placement) for placement in partial)))
    return puzzle.pinning(tuple(Pin(placement.piece, placement.atoms) for placement in partial))


def count(
    puzzle: AnyPuzzle,
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
    if isinstance(puzzle, Shikaku) and engine in ("auto", shikaku_search.NAME) and up_to == "none":
        value = shikaku_search.count(puzzle, limit, report)
        bound: Bound = "exact" if report.ended == "exhausted" else "at least"
        clock.lap("search")
        return Count(
            value, bound, up_to, labelled, report.ended or "stopped", report.engine, report.nodes, clock.done()
        )
    compiled = puzzle.compile(labelled)
    clock.lap("compile")
    if why_impossible(compiled) is not None:
        report.ended, value, exact = "exhausted", 0, True
    elif up_to == "none":
        value = count_cover(compiled.cover, engine, limit, threads, report)
        exact = report.ended == "exhausted"
    else:
        value, exact = _count_orbits(compiled, up_to, engine, limit, threads, report)
    clock.lap("search")
    ended = report.ended or "stopped"
    return Count(
        value, "exact" if exact else "at least", up_to, labelled, ended, report.engine, report.nodes, clock.done()
    )


def cover_solutions(cover: ExactCover, engine: str, limit: Limit, threads: int, report: Report) -> list[Solution]:
    """The solutions of an exact cover without a board, checked; `report` says how the search ended."""
    chosen = _for_listing(cover, limit, engine)
    checker = BatchChecker(cover)
    found: list[Solution] = []
    try:
        for batch in chosen.solutions(cover, limit, report, threads):
            if checker.wrong(batch):
                raise TilewrightError("internal error: an engine returned what is no solution")
            found += batch
    except KeyboardInterrupt:
        report.ended = "stopped"
    return found


def count_cover(cover: ExactCover, engine: str, limit: Limit, threads: int, report: Report) -> int:
    """The number of solutions of an exact cover; `report` says how the search ended."""
    chosen = choose(cover, "count", engine)
    try:
        return chosen.count(cover, limit, report, threads)
    except KeyboardInterrupt:
        report.ended = "stopped"
        return report.solutions


def _count_orbits(
    compiled: Compiled, up_to: UpTo, engine: str, limit: Limit, threads: int, report: Report
) -> tuple[int, bool]:
    """Orbits of tilings by Burnside's lemma: the mean, over the group, of the tilings that each element keeps."""
    if not compiled.isometries:
        compiled = compiled.with_symmetries()
    group = [
        automorphism
        for isometry, automorphism in zip(compiled.isometries, compiled.cover.automorphisms, strict=True)
        if up_to == "symmetries" or not isometry.motion.mirrored
    ]
    kept = 0
    for automorphism in group:
        part = Report(engine=report.engine, started=report.started)
        identity = automorphism is group[0]
        cover = compiled.cover if identity else invariant(compiled.cover, automorphism)
        kept += count_cover(cover, engine, limit, threads, part)
        report.nodes += part.nodes
        report.engine, report.ended, report.solutions = part.engine, part.ended, kept
        if part.ended != "exhausted":
            # Every orbit holds at most |group| tilings, so what was seen gives a bound.
            return -(-kept // len(group)) if identity else 0, False
    if kept % len(group):
        raise TilewrightError("internal error: the symmetries of the puzzle are no group")
    return kept // len(group), True
