"""The one way from a puzzle to its tilings: a lazy, checked stream, from which everything that lists tilings takes them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TYPE_CHECKING, Literal, overload
from weakref import proxy

from tilewright.api.count import leaves_time, share_of_direct
from tilewright.cover.choice import check_arguments, choose, listing_goal
from tilewright.cover.engine import Engine
from tilewright.cover.engine import engine as find_engine
from tilewright.cover.limits import (
    HOW_ENDED,
    MOST_COUNTED,
    Clock,
    Deadline,
    Ended,
    Limit,
    Report,
    Result,
    as_limit,
    interruptible,
    log,
)
from tilewright.cover.problem import BatchChecker, Solution
from tilewright.errors import LimitError, OutOfTimeError, argument_error, check_puzzle, check_whole
from tilewright.explain.reasons import Prepared, prepare
from tilewright.puzzle import Placement, Puzzle, Tiling
from tilewright.puzzle.check import Reason, faults, require_tiling, with_partial
from tilewright.puzzle.compiled import Compiled, DirectSearch, SolutionArray, Tilings

if TYPE_CHECKING:
    from tilewright.api.random_tilings import Draw


MOST_EXPLAINED = 40_000  # cells of a board whose impossibility is looked into after a search without a cover
BY_RULES = 1  # solutions of a batch that are checked by the puzzle's rules, 0.4 ms each; more are checked on the cover
LARGE_BOARD = 20_000  # atoms, from which on the rules take longer to check than a limit may be passed by: 0.1 s
VerdictWord = Literal["solved", "impossible", "unique", "several", "unknown"]


def tilings(
    puzzle: Puzzle,
    n: int | None = None,
    *,
    engine: str = "auto",
    limit: Limit | float | None = None,
    threads: int = 1,
    partial: Sequence[Placement] = (),
    labelled: bool = False,
    report: Report | None = None,
) -> TilingStream:
    """Up to `n` tilings (None: all) that contain the placements of `partial`, one by one as they are found.

    Nothing is done before the first is asked for, and `close`, or the end of a `with` block, ends the search. NotationError if
    the placements break a rule.

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
        limit: Limit | float | None = None,
        threads: int = 1,
        partial: Sequence[Placement] = (),
        labelled: bool = False,
        report: Report | None = None,
        prepared: Prepared | None = None,
    ) -> None:
        check_puzzle(puzzle)
        limit = as_limit(limit)
        check_arguments(engine, limit, threads, labelled)
        most = min((number for number in (n, limit.solutions) if number is not None), default=None)
        self.puzzle, self.report, self.clock = puzzle, report or Report(), Clock()
        self.limit, self.threads, self.labelled = limit.of_turn(solutions=most), threads, labelled
        self.whole_limit = self.limit  # of which a part of a tiling may get a share
        self.found = 0
        self._engine = engine
        self._any_tiling_will_do = prepared is None  # else its options are asked for, too
        self.pinned = with_partial(puzzle, partial)
        self._prepared = prepared
        self._reason: Reason | None = None
        # Dropping the stream ends the search and its threads: nothing that searches holds the stream in its turn.
        self._batches = TilingStream._search(proxy(self))
        self._tilings = chain.from_iterable(self._batches)

    def __next__(self) -> Tiling:
        return next(self._tilings)

    def __enter__(self) -> TilingStream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the search and its threads; no more tilings come. From another thread it ends the search soon.

        >>> from tilewright import load, tilings
        >>> with tilings(load("pentominoes@6x10")) as stream:
        ...     first = next(stream)
        >>> list(stream), stream.report.ended
        ([], 'stopped')
        """
        self.report.stop = True
        with suppress(ValueError):  # another thread is just searching, and looks at `stop`
            self._batches.close()
        self._tilings = chain.from_iterable(())  # also of a batch that was begun
        self.report.ended = self.report.ended or "stopped"

    def batches(self) -> Iterator[Sequence[Tiling]]:
        """The tilings in batches, none of them empty; what an iterator has begun to read of one stays with it."""
        for batch in self._batches:  # noqa: UP028  that would end the search with its first reader
            yield batch

    def reserve_time_for_part(self) -> None:
        """Leave a share of the time for `outcome`: where one tiling is asked for, and the kind can lay a part of one."""
        if self.limit.seconds is None or self.limit.solutions != 1 or self.pinned.filler is None:
            return
        share = min(part_seconds(self.limit.seconds), self.limit.seconds / 2)
        if share > SECONDS_AN_ATOM * len(self.pinned.board.atoms):
            self.limit = replace(self.limit, seconds=self.limit.seconds - share)

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
        self.limit = self.limit.of_turn(memory=max(1, memory // 2))

        def keep(batch: Sequence[Tiling]) -> bool:
            nonlocal compiled
            if isinstance(batch, Tilings):
                compiled = batch.compiled
                kept.extend(batch.solutions)
            else:
                others.append(batch)
            if kept.bytes <= self.limit.memory or self.report.ended is not None:
                return True
            self.report.ended = "limit"
            self.report.outcome.out_of_memory(memory)
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
        log("searching for tilings of %s", self.puzzle.name or self.puzzle.title)
        direct = None if self._prepared else self.pinned.direct_search(self.labelled)
        direct = direct if direct and self._engine in ("auto", direct.name) else None
        batches = None if direct is None else self._directly(direct)
        for batch in TilingStream._by_engine(self) if batches is None else batches:
            self.found += len(batch)
            yield batch
            self.clock.lap("caller")
        self.report.ended = self.report.ended or "stopped"
        log("%d tilings of %s: %s after %.3f s", self.found, self.puzzle.name, self.report.ended, self.report.seconds)
        if self.verdict == "impossible" and self.reason is None:
            self._reason = self._why_none(direct is not None)

    def _directly(self, direct: DirectSearch) -> list[Sequence[Tiling]] | None:
        """The tilings by the puzzle's own search; None where they are to be found by an engine.

        That is when all are asked for and they are too many to hold, and when it found none in its share of the time.
        """
        share = share_of_direct(direct, self._engine, self.limit, self.report)
        found = direct.find(self.limit.solutions, share, self.report)
        self.clock.lap("search")
        if found is None:
            return None
        if leaves_time(direct, self._engine, self.limit, self.report):
            if not found and self._is_compiled():
                return None
            found = direct.find(self.limit.solutions, self.limit, self.report) or found
        if self.pinned is not self.puzzle:
            found = tuple(replace(tiling, puzzle=self.puzzle) for tiling in found)
        return [found] if found else []

    def _is_compiled(self) -> bool:
        """Whether there is an exact cover for the engines: it may be too large."""
        with suppress(LimitError):
            self._prepare()
        return self._prepared is not None

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
        if not asked or not self._any_tiling_will_do or not _has_choice(compiled):
            return None
        from tilewright.api.random_tilings import varied_placements  # for pieces in any number alone

        with interruptible(self.limit, self.report) as deadline:
            placements = varied_placements(compiled, self.labelled, deadline, self.clock)
            if placements:
                require_tiling(compiled.puzzle, placements)
                self.report.engine, self.report.solutions, self.report.ended = "native", 1, "enough"
                return Tiling(self.puzzle, placements)
        return None

    def _choose_engine(self, compiled: Compiled, deadline: Deadline) -> tuple[Compiled, Engine]:
        """The engine that suits the number asked for; for a full list it gets the symmetries."""
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


def _has_choice(compiled: Compiled) -> bool:
    """Whether there are several kinds of pieces to be used any number of times, so that tilings may lack variety."""
    unlimited = (owner for owner in compiled.owners if compiled.owner_copies(owner)[1] is None)
    return sum(len(compiled.owner_names(owner)) for owner in unlimited) > 1


def _check(compiled: Compiled, checker: BatchChecker, batch: Sequence[Solution]) -> None:
    """Raise TilewrightError unless all are solutions: a single small one by the puzzle's rules, others on the cover."""
    if len(batch) > BY_RULES or len(compiled.atoms) > LARGE_BOARD:
        return checker.require(batch)
    for solution in batch:
        require_tiling(compiled.puzzle, compiled.placements(solution))
    return None


LEAST, SHARE = 0.5, 0.1  # seconds, and share of the limit, for a part of a tiling where none was found
SECONDS_AN_ATOM = 2e-5  # to lay, check and draw such a part, whatever is searched
MOST_LATE = 0.1  # seconds after the limit, where nothing of it is left: with drawing and checking 0.2

__all__ = ["Solved", "VerdictWord", "solve"]


class DrawnResult(Result):
    """A result that notebooks show as a picture: of its tilings, or of why there are none."""

    puzzle: Puzzle
    tilings: Sequence[Tiling]
    reason: Reason | None

    def _repr_svg_(self) -> str:
        from tilewright.render.svg import answer_svg  # drawing, for notebooks alone

        return answer_svg(self.puzzle, self.tilings, self.reason)

    def _repr_html_(self) -> str:
        from tilewright.render.svg import answer_html  # as above

        return answer_html(str(self), self._repr_svg_())


@dataclass(frozen=True, repr=False)
class Solved(DrawnResult, Sequence[Tiling]):
    """What a search for tilings found, as a sequence of them. `verdict` is solved, impossible or unknown (the limit came first).

    tilings: a sequence, whose tilings are made when they are looked at.
    engine:  what answered; "filling" for the search behind `partial`, "" where none was needed or the limit came before.
    times:   seconds a phase, of which "total" is the sum; "cpu" is the processor's time.
    draw:    how tilings were drawn that were asked for at random; else None.
    partial: where the limit came before any tiling was found, and for kinds of puzzles that have such a search (edge
             matching): the most placements without a fault that were met, in the last tenth of the limit. Where
             they fill the board, they are a tiling that was found. Boards of more than 50,000 places get none, unless a
             tenth of the limit is enough to lay and check them.

    >>> from tilewright import load, solve
    >>> found = solve(load("FNPUV@5x5"), n=None)
    >>> found.verdict, len(found), found.ended
    ('solved', 16, 'exhausted')
    >>> print(found)
    16 tilings, and there are no others
    """

    puzzle: Puzzle
    tilings: Sequence[Tiling]
    ended: Ended
    verdict: VerdictWord
    reason: Reason | None = None
    engine: str = ""
    nodes: int = 0
    times: dict[str, float] = field(default_factory=dict, compare=False)
    draw: Draw | None = None
    partial: Tiling | None = None

    @property
    def answer(self) -> bool | None:
        """Whether there are tilings; None when the limit came before all that were asked for were found."""
        return None if self.ended == "limit" else bool(self.tilings)

    def __len__(self) -> int:
        return len(self.tilings)

    @overload
    def __getitem__(self, place: int) -> Tiling: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Tiling]: ...
    def __getitem__(self, place: int | slice) -> Tiling | Sequence[Tiling]:
        return self.tilings[place]

    def __iter__(self) -> Iterator[Tiling]:
        return iter(self.tilings)

    def __str__(self) -> str:
        number = len(self.tilings)
        if not number:
            why = f": {self.reason.text}" if self.reason else ""
            return (
                f"no tiling{why}" if self.verdict == "impossible" else f"no tiling was found: {HOW_ENDED[self.ended]}"
            )
        text = f"{number:,} tiling{'s' * (number > 1)}"
        others = {"exhausted": ", and there are no others", "enough": "", "limit": " found within the limit"}
        return text + ("" if self.draw else others.get(self.ended, " found before the stop"))


def solve(
    puzzle: Puzzle,
    n: int | None = 1,
    *,
    engine: str = "auto",
    limit: Limit | float | None = None,
    threads: int = 1,
    partial: Sequence[Placement] = (),
    labelled: bool = False,
    report: Report | None = None,
    random: int | None = None,
) -> Solved:
    """Up to `n` tilings (None: all) that contain the placements of `partial`; NotationError if these break a rule.

    Where any number of each piece may be used, the tiling of `n=1` uses many different pieces, and is the same every time. With
    the seed `random` the `n` tilings are drawn, each anew: from all with equal probability where the graph of their states fits in
    memory, else by a search in random order; `draw` says which. An interrupt (Ctrl-C) ends the search; what was found by
    then is returned with `ended` "stopped".

    >>> from tilewright import load
    >>> found = solve(load("FNPUV@5x5"), None)
    >>> len(found.tilings), found.ended, found.exit_code
    (16, 'exhausted', 0)
    >>> drawn = solve(load("tetrominoes*@4x4"), 3, random=7)
    >>> len(drawn.tilings), drawn.draw
    (3, Draw(seed=7, number=117, why=''))
    """
    if random is not None:
        if engine != "auto" or n is None:
            raise argument_error("random", random, "engine='auto' and a number of tilings with it")
        return _drawn(puzzle, n, random, as_limit(limit), labelled, partial, report or Report())
    stream = tilings(
        puzzle, n, engine=engine, limit=limit, threads=threads, partial=partial, labelled=labelled, report=report
    )
    stream.reserve_time_for_part()
    return outcome(stream, stream.collect())


def outcome(stream: TilingStream, kept: Sequence[Tiling]) -> Solved:
    """What came of a stream that was read to its end, with the tilings that its reader kept.

    Where it found none before the limit, a search for a part of a tiling follows.

    >>> from tilewright import load, tilings
    >>> stream = tilings(load("FNPUV@5x5"))
    >>> number = sum(1 for tiling in stream)
    >>> found = outcome(stream, ())
    >>> number, found.verdict, found.ended
    (16, 'solved', 'exhausted')
    """
    puzzle, found, done = stream.puzzle, kept, stream.report
    verdict, part = stream.verdict, None
    if done.ended == "limit" and not stream.found:
        part = _best_part(stream.pinned, stream.whole_limit, done)
        if part and _is_tiling(part):
            found, verdict, part = (Tiling(puzzle, part.placements),), "solved", None
            done.ended, done.engine = "enough" if stream.limit.solutions == 1 else "limit", "filling"
    return Solved(
        puzzle,
        found,
        done.ended or "stopped",
        verdict,
        stream.reason,
        done.engine,
        done.nodes,
        stream.clock.times(),
        partial=part,
    )


def part_seconds(limit: float) -> float:
    """Seconds for a part of a tiling, of a limit of so many.

    >>> part_seconds(20), part_seconds(1)
    (2.0, 0.5)
    """
    return max(LEAST, SHARE * limit)


def _best_part(puzzle: Puzzle, limit: Limit, report: Report) -> Tiling | None:
    """The most placements that were met in what is left of the limit, to be checked; None where there are none.

    On a board so large that what has to be done with them takes longer, it is not begun.
    """
    if puzzle.filler is None:  # the atoms of a million cells take 0.1 s to be made
        return None
    left = None
    if limit.seconds is not None:
        seconds = min(part_seconds(limit.seconds), max(MOST_LATE, limit.seconds - report.seconds))
        left = seconds - SECONDS_AN_ATOM * len(puzzle.board.atoms)
        if left <= 0:
            return None
    placements = puzzle.filler(Deadline(Limit(seconds=left)))
    return Tiling(puzzle, placements) if placements else None


def _is_tiling(part: Tiling) -> bool:
    """Check what a search returned: whether it is a tiling. Raises TilewrightError where it is not even part of one."""
    covered = sum(len(placement.atoms) for placement in part.placements)
    if covered >= len(part.puzzle.board.atoms) and not faults(part.puzzle, part.placements):
        return True
    require_tiling(part.puzzle, part.placements, partial=True)
    return False


def _drawn(
    puzzle: Puzzle, n: int, seed: int, limit: Limit, labelled: bool, partial: Sequence[Placement], report: Report
) -> Solved:
    """Tilings drawn at random, as an answer."""
    from tilewright.api.random_tilings import draw_tilings  # for `random` alone

    clock = Clock()
    found = draw_tilings(puzzle, n, seed, limit, labelled, partial, report, clock)
    none: VerdictWord = "impossible" if report.ended == "exhausted" else "unknown"
    verdict: VerdictWord = "solved" if found.tilings else none
    return Solved(
        puzzle,
        found.tilings,
        report.ended or "stopped",
        verdict,
        found.reason,
        report.engine,
        report.nodes,
        clock.times(),
        found.draw,
    )
