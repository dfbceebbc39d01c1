"""The one way from a puzzle to its tilings: a lazy, checked stream. Everything that lists tilings consumes it."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING, Literal

from tilewright.api.clock import Clock
from tilewright.api.prepare import Prepared, direct_search, interruptible, listing_goal, prepare, with_partial
from tilewright.arguments import check_puzzle, check_whole
from tilewright.cover.check import BatchChecker
from tilewright.cover.problem import Solution
from tilewright.cover.search.arguments import check_arguments
from tilewright.cover.search.choose import choose
from tilewright.cover.search.deadline import Deadline
from tilewright.cover.search.engine import Engine
from tilewright.cover.search.limit import MOST_COUNTED, Limit
from tilewright.cover.search.registry import engine as find_engine
from tilewright.cover.search.report import Report
from tilewright.errors import OutOfTimeError, TilewrightError
from tilewright.explain.reasons.reason import Reason
from tilewright.lazy import lazy
from tilewright.puzzle import Placement, Puzzle, Tiling
from tilewright.puzzle.check import faults
from tilewright.puzzle.compiled import Compiled
from tilewright.puzzle.direct_search import DirectSearch
from tilewright.puzzle.tilings import SolutionArray, Tilings

if TYPE_CHECKING:
    from tilewright.api import variety
else:
    variety = lazy("tilewright.api.variety")  # for puzzles with a choice of pieces alone

MOST_EXPLAINED = 40_000  # cells of a board whose impossibility is looked into after a search without a cover
BY_RULES = 1  # solutions of a batch that are checked by the puzzle's rules, 0.4 ms each; more are checked on the cover
LARGE_BOARD = 20_000  # atoms, from which on the rules take longer to check than a limit may be passed by: 0.1 s
VerdictWord = Literal["solved", "impossible", "unique", "several", "unknown"]


def tilings(
    puzzle: Puzzle,
    n: int | None = None,
    *,
    engine: str = "auto",
    limit: Limit = Limit(),
    threads: int = 1,
    partial: Sequence[Placement] = (),
    labelled: bool = False,
    report: Report | None = None,
) -> TilingStream:
    """Up to `n` tilings (None: all) that contain the placements of `partial`, one by one as they are found.

    Nothing is done before the first is asked for. NotationError if the placements break a rule.

    >>> from tilewright import load
    >>> stream = tilings(load("FNPUV@5x5"))
    >>> first = next(stream)
    >>> sum(1 for tiling in stream), stream.report.ended, stream.verdict
    (15, 'exhausted', 'solved')
    """
    check_whole("n", n, 1, MOST_COUNTED, optional=True)
    return TilingStream(
        puzzle, n, engine=engine, limit=limit, threads=threads, partial=partial, labelled=labelled, report=report
    )


class TilingStream(Iterator[Tiling]):
    """Checked tilings of a puzzle, as they are found: all readers share one search.

    Iterating gives tilings; `batches` gives them as sequences whose tilings are made when they are looked at. Both read
    on where the other stopped. `report` tells how far the search is and, after the last tiling, how it ended; `reason`
    and `verdict` say what came of it. The limit's clock is the report's: it covers compiling as well.

    >>> from tilewright import load, tilings
    >>> stream = tilings(load("FNPUV@5x5"), n=3)
    >>> len(list(stream)), stream.report.ended, stream.found
    (3, 'enough', 3)
    """

    def __init__(
        self,
        puzzle: Puzzle,
        n: int | None = None,
        *,
        engine: str = "auto",
        limit: Limit = Limit(),
        threads: int = 1,
        partial: Sequence[Placement] = (),
        labelled: bool = False,
        report: Report | None = None,
        prepared: Prepared | None = None,
    ) -> None:
        check_puzzle(puzzle)
        check_arguments(engine, limit, threads, labelled)
        most = min((number for number in (n, limit.solutions) if number is not None), default=None)
        self.puzzle, self.report, self.clock = puzzle, report or Report(), Clock()
        self.limit, self.threads, self.labelled = replace(limit, solutions=most), threads, labelled
        self.found = 0
        self._engine = engine
        self._any_tiling_will_do = prepared is None  # else its options are asked for, too
        self.pinned = with_partial(puzzle, partial)
        self._prepared = prepared
        self._reason: Reason | None = None
        self._batches = self._search()
        self._tilings = chain.from_iterable(self._batches)

    def __next__(self) -> Tiling:
        return next(self._tilings)

    def batches(self) -> Iterator[Sequence[Tiling]]:
        """The tilings in batches, none of them empty; what an iterator has begun to read of one stays with it."""
        return self._batches

    def feed(self, take: Callable[[Sequence[Tiling]], object]) -> None:
        """Give every batch to `take` until the end, the limit, Ctrl-C (also one that comes while `take` works) or its False."""
        try:
            for batch in self._batches:
                if take(batch) is False:
                    self._batches.close()
                    return
        except KeyboardInterrupt:
            self._batches.close()
            self.report.ended = "stopped"

    def collect(self) -> Sequence[Tiling]:
        """All tilings: two or four bytes an option of each, half of the limit's memory at most; the engine has the rest."""
        kept, others = SolutionArray(), list[Sequence[Tiling]]()
        compiled: Compiled | None = None
        memory = self.limit.memory
        self.limit = replace(self.limit, memory=max(1, memory // 2))

        def keep(batch: Sequence[Tiling]) -> bool:
            nonlocal compiled
            if isinstance(batch, Tilings):
                compiled = batch.compiled
                kept.extend(batch.solutions)
            else:
                others.append(batch)
            if kept.bytes <= self.limit.memory or self.report.ended is not None:
                return True
            self.report.ended, self.report.notes["stopped"] = "limit", f"the memory limit of {memory:,} bytes"
            return False

        self.feed(keep)
        if compiled is not None:
            return Tilings(self.puzzle, compiled, kept)
        return others[0] if len(others) == 1 else tuple(chain.from_iterable(others))

    @property
    def compiled(self) -> Compiled:
        """The cover and what its options mean; OutOfTimeError when the limit comes before it is ready."""
        prepared = self._prepare()
        if prepared is None and self.report.ended == "exhausted":  # the puzzle's own search needed no cover
            prepared = Prepared(None, None)
        if prepared is None:
            raise OutOfTimeError("stopped" if self.report.ended == "stopped" else "limit")
        if prepared.compiled is None:  # what was found needed none
            compiled = self.pinned.compile(self.labelled, deadline=Deadline(self.limit, self.report))
            self._prepared = prepared = replace(prepared, compiled=compiled)
        assert prepared.compiled is not None
        return prepared.compiled

    @property
    def reason(self) -> Reason | None:
        """Why there is no tiling, as soon as that is known; the one that needs a search comes last."""
        return self._prepared.reason if self._prepared and self._prepared.reason else self._reason

    @property
    def verdict(self) -> VerdictWord:
        """ "solved" when a tiling was found, "impossible" when everything was searched, else "unknown"."""
        if self.found:
            return "solved"
        return "impossible" if self.report.ended == "exhausted" else "unknown"

    def _search(self) -> Generator[Sequence[Tiling], None, None]:
        direct = None if self._prepared else direct_search(self.pinned, self._engine)
        batches = None if direct is None else self._directly(direct)
        for batch in self._by_engine() if batches is None else batches:
            self.found += len(batch)
            yield batch
            self.clock.lap("caller")
        self.report.ended = self.report.ended or "stopped"
        if self.verdict == "impossible" and self.reason is None:
            self._reason = self._why_none(direct is not None)

    def _directly(self, direct: DirectSearch) -> list[Sequence[Tiling]] | None:
        """The tilings by the puzzle's own search; None when all are asked for and they are too many to hold."""
        found = direct.find(self.limit.solutions, self.limit, self.report)
        self.clock.lap("search")
        if found is None:
            return None
        if self.pinned is not self.puzzle:
            found = tuple(replace(tiling, puzzle=self.puzzle) for tiling in found)
        return [found] if found else []

    def _by_engine(self) -> Iterator[Sequence[Tiling]]:
        prepared = self._prepare()
        if prepared is None or prepared.compiled is None or prepared.reason is not None:
            return
        compiled, engine = prepared.compiled, None
        if (varied := self._varied(compiled)) is not None or self.report.ended is not None:
            yield from () if varied is None else [(varied,)]
            return
        with interruptible(self.limit, self.report) as deadline:
            compiled, engine = self._choose_engine(compiled, deadline)
        self.clock.lap("prepare")
        if engine is None:  # the limit came, as the report says
            return
        self.report.engine = self.report.engine or engine.name
        check = BatchChecker(compiled.cover)
        with interruptible(self.limit, self.report):
            for batch in engine.solutions(compiled.cover, self.limit, self.report, self.threads):
                self.clock.lap("search")
                _check(compiled, check, batch)
                self.clock.lap("check")
                yield Tilings(self.puzzle, compiled, batch)
        self.clock.lap("search")

    def _varied(self, compiled: Compiled) -> Tiling | None:
        """The one tiling that is asked for, of many kinds where any number of each may be used; None for others."""
        asked = (self._engine, self.limit.solutions, self.limit.nodes) == ("auto", 1, None)
        if not asked or not self._any_tiling_will_do or not self.puzzle.has_any_number:
            return None
        with interruptible(self.limit, self.report) as deadline:
            placements = variety.varied_placements(compiled, self.labelled, deadline, self.clock)
            if placements:
                _check_by_rules(compiled.puzzle, placements)
                self.report.engine, self.report.solutions, self.report.ended = "native", 1, "enough"
                return Tiling(self.puzzle, placements)
        return None

    def _choose_engine(self, compiled: Compiled, deadline: Deadline) -> tuple[Compiled, Engine]:
        """The engine that suits the number asked for; to list all it is told the symmetries."""
        goal = listing_goal(self.limit)
        if goal == "list":
            compiled = compiled.with_hints(deadline)
        return compiled, choose(compiled.cover, goal, self._engine, deadline)

    def _prepare(self) -> Prepared | None:
        """What the search begins with; None when the limit came, as the report says."""
        if self._prepared is None and self.report.ended is None:
            self.clock.lap("other")
            with interruptible(self.limit, self.report) as deadline:
                self._prepared = prepare(self.pinned, self.labelled, deadline, self.clock)
        if self._prepared and self._prepared.reason is not None:
            if self._engine != "auto":
                find_engine(self._engine)  # or the error that says why it cannot run
            self.report.ended = "exhausted"
        return self._prepared

    def _why_none(self, direct: bool) -> Reason:
        """A reason that can be seen, where the search needed no exact cover; else that the search found none."""
        if direct and len(self.pinned.board.atoms) <= MOST_EXPLAINED:
            with suppress(OutOfTimeError):
                deadline = Deadline(self.limit, self.report)
                if (found := prepare(self.pinned, False, deadline, self.clock).reason) is not None:
                    return found
        if direct:
            text = f"the search through all placements of each {self.puzzle.owner_word} found no tiling"
        else:
            text = "the search through all positions of the pieces found no tiling"
        return Reason("search", text)


def _check(compiled: Compiled, checker: BatchChecker, batch: Sequence[Solution]) -> None:
    """Raise TilewrightError unless all are solutions: a single small one by the puzzle's rules, others on the cover."""
    if len(batch) > BY_RULES or len(compiled.atoms) > LARGE_BOARD:
        return checker.require(batch)
    for solution in batch:
        _check_by_rules(compiled.puzzle, compiled.placements(solution))
    return None


def _check_by_rules(puzzle: Puzzle, placements: Sequence[Placement]) -> None:
    if wrong := faults(puzzle, placements):
        raise TilewrightError(f"internal error: an engine returned something that is not a tiling: {wrong[0].text}")
