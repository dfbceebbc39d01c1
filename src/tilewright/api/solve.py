"""Find the tilings of a puzzle as a lazy, checked stream, from which all functions that list tilings take them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from weakref import proxy

from tilewright.api.count import leaves_time, share_of_direct
from tilewright.api.options import SearchOptions
from tilewright.api.selection import Selection
from tilewright.api.solved import Solved, VerdictWord
from tilewright.errors import LimitError, OutOfTimeError, argument_error, check_placements, check_puzzle, check_whole
from tilewright.exact_cover.choice import choose, wants_many
from tilewright.exact_cover.engine import engine as find_engine
from tilewright.exact_cover.limits import MOST_COUNTED, Clock, Deadline, Limit, as_limit, interruptible, log
from tilewright.exact_cover.outcome import Ended, Outcome, UpTo, cut_short, out_of_memory_reason
from tilewright.exact_cover.problem import BatchChecker
from tilewright.exact_cover.progress import Progress
from tilewright.explain.reasons import NONE_FOUND, Prepared, prepare
from tilewright.movement.disassembly import check_movable
from tilewright.puzzle import Placement, Puzzle, Tiling
from tilewright.puzzle.check import faults, require_tiling, with_partial
from tilewright.puzzle.puzzle import Compiled, DirectFound, DirectSearch
from tilewright.puzzle.rules import Reason
from tilewright.puzzle.tilings import SolutionArray, Tilings

MOST_EXPLAINED = (
    40_000  # cells; up to this size, a reason for impossibility is looked for after a search without a cover
)
BY_RULES = 1  # solutions of a batch checked by the puzzle's rules, 0.4 ms each; larger batches are checked on the cover
LARGE_BOARD = 20_000  # atoms; beyond this, checking by the rules would exceed the limit by more than 0.1 s


def tilings(
    puzzle: Puzzle,
    n: int | None = None,
    *,
    engine: str = "auto",
    limit: Limit | float | None = None,
    threads: int = 1,
    partial: Sequence[Placement] = (),
    labelled: bool = False,
    up_to: UpTo = "none",
    disassemble: bool = False,
    progress: Progress | None = None,
) -> TilingStream:
    """Yield up to `n` tilings (None: all) that contain the placements of `partial`, as they are found.

    n:        The largest number of tilings, None for all.
    engine:   The name of an engine, or "auto".
    limit:    Seconds, or a `Limit` of seconds, bytes of memory and nodes.
    threads:  The number of threads.
    partial:  Placements that every tiling must contain.
    labelled: Whether equal pieces count as different.
    up_to:    Of the images of a tiling under rotations, or all symmetries, only one is kept.
    disassemble: Whether only tilings are kept whose pieces come apart by straight moves.
    progress: Shows how far the search is, and can stop it.

    Nothing is computed before the first tiling is requested; `close`, or the end of a `with` block, ends the
    search. Raises NotationError if the placements break a rule.

    >>> from tilewright import load
    >>> stream = tilings(load("FNPUV@5x5"))
    >>> first = next(stream)
    >>> sum(1 for tiling in stream), stream.outcome.ended, stream.verdict
    (15, 'exhausted', 'solved')
    """
    check_whole("n", n, 1, MOST_COUNTED, optional=True)
    check_puzzle(puzzle)
    check_placements("partial", partial)
    options = SearchOptions(
        engine=engine, limit=as_limit(limit), threads=threads, labelled=labelled, partial=tuple(partial), up_to=up_to,
        disassemble=disassemble,
    )  # fmt: skip
    if disassemble:
        check_movable(puzzle)
    return TilingStream(puzzle, n, options, progress)


class TilingStream(Iterator[Tiling]):
    """The checked tilings of a puzzle, as they are found; all readers share one search.

    Iterating yields tilings. `batches` yields sequences whose tilings are built when they are accessed. Each
    continues where the other stopped. `progress` tells how far the search is. After the last tiling, `outcome`
    tells how the search ended, and `reason` and `verdict` give its result. The limit uses the clock of
    `progress`, which includes compiling.

    >>> from tilewright import load, tilings
    >>> stream = tilings(load("FNPUV@5x5"), n=3)
    >>> len(list(stream)), stream.outcome.ended, stream.found
    (3, 'enough', 3)
    """

    def __init__(
        self,
        puzzle: Puzzle,
        n: int | None,
        options: SearchOptions,
        progress: Progress | None = None,
        prepared: Prepared | None = None,
    ) -> None:
        most = min((number for number in (n, options.limit.solutions) if number is not None), default=None)
        self.puzzle, self.options, self.clock = puzzle, options, Clock()
        self.limit = options.limit.of_turn(solutions=most)
        self.deadline = Deadline(self.limit, progress)
        self.found = 0
        self.pinned = with_partial(puzzle, options.partial)
        self._any_tiling_will_do = prepared is None  # otherwise the caller also needs the options of the tiling
        self._prepared = prepared
        self._reason: Reason | None = None
        self._outcome: Outcome | None = None
        self._before = self.progress.latest
        # Dropping the stream ends the search and its threads, because the search holds only a weak reference to
        # it.
        self._batches = TilingStream._search(proxy(self))
        self._tilings = chain.from_iterable(self._batches)

    @property
    def progress(self) -> Progress:
        """The progress of the search, which can also stop it."""
        return self.deadline.progress

    @property
    def outcome(self) -> Outcome:
        """How the search ended; a search still running counts as stopped here."""
        latest = self.progress.latest
        return self._outcome or cut_short("stopped", None if latest is self._before else latest)

    def __next__(self) -> Tiling:
        return next(self._tilings)

    def __enter__(self) -> TilingStream:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the search and its threads; no more tilings come.

        When called from another thread, the search ends soon afterwards.

        >>> from tilewright import load, tilings
        >>> with tilings(load("pentominoes@6x10")) as stream:
        ...     first = next(stream)
        >>> list(stream), stream.outcome.ended
        ([], 'stopped')
        """
        self.progress.stop = True
        with suppress(ValueError):  # another thread is searching and will see `stop`
            self._batches.close()
        self._tilings = chain.from_iterable(())  # also drop the rest of a batch that was partly read

    def batches(self) -> Iterator[Sequence[Tiling]]:
        """Yield the tilings in nonempty batches; a batch that iteration has partly read is not repeated."""
        for batch in self._batches:  # noqa: UP028  `yield from` would end the search with its first reader
            yield batch

    def reserve_time_for_part(self) -> None:
        """Reserve a share of the time for a partial tiling.

        This applies if one tiling is wanted and the kind of puzzle has a search for partial tilings.
        """
        if self.limit.seconds is None or self.limit.solutions != 1 or self.pinned.filler is None:
            return
        share = min(part_seconds(self.limit.seconds), self.limit.seconds / 2)
        if share > SECONDS_AN_ATOM * len(self.pinned.board.atoms):
            self._restrict(self.limit.of_turn(seconds=self.limit.seconds - share))

    def _restrict(self, limit: Limit) -> None:
        self.limit, self.deadline = limit, Deadline(limit, self.progress)

    def feed(self, take: Callable[[Sequence[Tiling]], object]) -> bool:
        """Pass every batch to `take` until the end, the limit, Ctrl-C, or until `take` returns False.

        Ctrl-C may also come while `take` runs. Returns False if it came.
        """
        try:
            for batch in self._batches:
                if take(batch) is False:
                    self._batches.close()
                    break
        except KeyboardInterrupt:
            self._outcome = replace(self.outcome, ended="stopped")
            self._batches.close()
            return False
        return True

    def collect(self) -> Sequence[Tiling]:
        """Return all tilings, using two or four bytes per option and at most half of the memory limit.

        The engine may use the other half.
        """
        kept, others = SolutionArray(), list[Sequence[Tiling]]()
        compiled: Compiled | None = None
        whole = self.limit
        self._restrict(whole.of_turn(memory=max(1, whole.memory // 2)))

        def keep(batch: Sequence[Tiling]) -> bool:
            nonlocal compiled
            if isinstance(batch, Tilings):
                compiled = batch.compiled
                kept.extend(batch.solutions)
            else:
                others.append(batch)
            return kept.bytes <= self.limit.memory

        self.feed(keep)
        if kept.bytes > self.limit.memory and self._outcome is None:
            self._outcome = replace(self.outcome, ended="limit", limit="memory", reason=out_of_memory_reason(whole))
        if compiled is not None:
            return Tilings(self.puzzle, compiled, kept)
        return others[0] if len(others) == 1 else tuple(chain.from_iterable(others))

    @property
    def compiled(self) -> Compiled:
        """The compiled cover and the meaning of its options; raises OutOfTimeError when the limit comes first."""
        prepared = self._prepare()
        compiled = prepared.compiled
        if compiled is None:  # a direct search, or a reason found early, needed no cover
            compiled = self.pinned.compile(self.options.labelled, deadline=self.deadline)
            self._prepared = Prepared(compiled, prepared.reason)
        return compiled

    @property
    def reason(self) -> Reason | None:
        """Why there is no tiling, as soon as that is known; the reason that needs a search comes last."""
        return self._prepared.reason if self._prepared and self._prepared.reason else self._reason

    @property
    def verdict(self) -> VerdictWord:
        """The word "solved" if a tiling was found, "impossible" if the search was complete, else "unknown"."""
        if self.found:
            return "solved"
        return "impossible" if self.outcome.ended == "exhausted" else "unknown"

    def _search(self) -> Generator[Sequence[Tiling], None, None]:
        log("searching for tilings of %s", self.puzzle.name or self.puzzle.title)
        engine = self.options.engine
        is_apart = self._prepared is not None or self.options.is_selective
        direct = None if is_apart else self.pinned.direct_search(self.options.labelled)
        direct = direct if direct and engine in ("auto", direct.name) else None
        found = None if direct is None else self._directly(direct)
        batches = TilingStream._by_engine(self) if found is None else _batch(found)
        self._outcome = yield from TilingStream._counted(self, batches)
        seconds = self.progress.seconds
        log("%d tilings of %s: %s after %.3f s", self.found, self.puzzle.name, self.outcome.ended, seconds)
        if self.verdict == "impossible" and self.reason is None:
            self._reason = self._why_none(direct is not None)

    def _counted(
        self, batches: Generator[Sequence[Tiling], None, Outcome]
    ) -> Generator[Sequence[Tiling], None, Outcome]:
        """Yield the batches and count their tilings."""
        while True:
            try:
                batch = next(batches)
            except StopIteration as end:
                outcome: Outcome = end.value
                return outcome
            self.found += len(batch)
            yield batch
            self.clock.lap("caller")

    def _directly(self, direct: DirectSearch) -> DirectFound | None:
        """Return the tilings found by the puzzle's direct search; None if an engine must find them.

        An engine is needed if all tilings are wanted and they are too many to hold, or if the direct search
        found none in its share of the time.
        """
        most = self.limit.solutions
        found = direct.find(most, share_of_direct(direct, self.options.engine, self.deadline))
        self.clock.lap("search")
        if found.tilings is not None and leaves_time(direct, self.options.engine, self.deadline, found.outcome):
            with suppress(LimitError, OutOfTimeError):  # the exact cover may be too large for the engines
                if not found.tilings:
                    self._prepare()
                    return None
            again = direct.find(most, self.deadline)
            found = again if again.tilings else DirectFound(found.tilings, again.outcome)
        if found.tilings is None:
            return None
        if self.pinned is self.puzzle:
            return found
        return found._replace(tilings=tuple(replace(tiling, puzzle=self.puzzle) for tiling in found.tilings))

    def _by_engine(self) -> Generator[Sequence[Tiling], None, Outcome]:
        """Yield the tilings that an engine finds, or those found while preparing it."""
        deadline, options, engine = self.deadline, self.options, None
        with interruptible() as block:
            prepared = self._prepare()
            if prepared.compiled is None or prepared.reason is not None:
                return Outcome(ended="exhausted")
            compiled = prepared.compiled
            if varied := self._varied(compiled):
                yield [varied]
                return Outcome(ended="enough", engine="native", solutions=1)
            if wants_many(self.limit):  # symmetries pay off only for long lists
                compiled = compiled.with_hints(deadline)
            selection, limit = None, self.limit
            if options.is_selective:
                selection = Selection(compiled, options.up_to, options.disassemble, deadline, options.threads)
                limit = replace(limit, solutions=None)
            engine = choose(compiled.cover, options.engine, deadline)
        self.clock.lap("prepare")
        if engine is None:
            return Outcome(ended=block.ended or "limit")
        check = BatchChecker(compiled.cover)
        stream = engine.solutions(compiled.cover, limit, self.progress, options.threads)
        with interruptible() as block:
            for batch in stream:
                self.clock.lap("search")
                if len(batch) > BY_RULES or len(compiled.atoms) > LARGE_BOARD:
                    check.require(batch)
                else:
                    for solution in batch:
                        require_tiling(compiled.puzzle, compiled.placements(solution))
                self.clock.lap("check")
                if selection is None:
                    yield Tilings(self.puzzle, compiled, batch)
                    continue
                kept = selection.keep(batch)[: self.limit.solutions_left(self.found)]
                self.clock.lap("select")
                if kept:
                    yield Tilings(self.puzzle, compiled, kept)
                if self.limit.solutions_left(self.found) == 0:
                    return replace(stream.outcome, ended="enough", solutions=self.found)
        self.clock.lap("search")
        if selection is None:
            return stream.outcome
        return replace(stream.outcome, ended=block.ended or stream.outcome.ended, solutions=self.found)

    def _varied(self, compiled: Compiled) -> Tiling | None:
        """Return a tiling with many kinds of pieces, if copies are unlimited and one tiling is wanted; else None."""
        asked = (self.options.engine, self.limit.solutions, self.limit.nodes) == ("auto", 1, None)
        if not asked or not self._any_tiling_will_do or self.options.is_selective:
            return None
        unlimited = (owner for owner in compiled.owners if compiled.owner_copies(owner)[1] is None)
        if sum(len(compiled.owner_names(owner)) for owner in unlimited) <= 1:  # tilings cannot lack variety
            return None
        from tilewright.api.random_tilings import varied_placements

        placements = varied_placements(compiled, self.options.labelled, self.deadline, self.clock)
        if not placements:
            return None
        require_tiling(compiled.puzzle, placements)
        return Tiling(self.puzzle, placements)

    def _prepare(self) -> Prepared:
        """Return the compiled puzzle and any reasons; raise OutOfTimeError when the limit comes first."""
        if self._prepared is None:
            self.clock.lap("other")
            self._prepared = prepare(self.pinned, self.options.labelled, self.deadline, self.clock)
        if self._prepared.reason is not None and self.options.engine != "auto":
            find_engine(self.options.engine)  # raises the error that says why the engine cannot run
        return self._prepared

    def _why_none(self, direct: bool) -> Reason:
        """Return a visible reason if the search needed no exact cover; else the reason that the search found no tiling."""
        if not direct:
            return NONE_FOUND
        if len(self.pinned.board.atoms) <= MOST_EXPLAINED:
            with suppress(OutOfTimeError):
                found = prepare(self.pinned, False, self.deadline, self.clock).reason
                if found is not None:
                    return found
        return Reason("search", f"the search through all placements of each {self.puzzle.owner_word} found no tiling")


def _batch(found: DirectFound) -> Generator[Sequence[Tiling], None, Outcome]:
    if found.tilings:
        yield found.tilings
    return found.outcome


LEAST, SHARE = 0.5, 0.1  # seconds, and share of the limit, for a partial tiling if no tiling was found
SECONDS_AN_ATOM = 2e-5  # time to place, check and draw such a part, whatever the search costs
MOST_LATE = 0.1  # seconds beyond a limit that is used up; 0.2 with drawing and checking


def solve(
    puzzle: Puzzle,
    n: int | None = 1,
    *,
    engine: str = "auto",
    limit: Limit | float | None = None,
    threads: int = 1,
    partial: Sequence[Placement] = (),
    labelled: bool = False,
    up_to: UpTo = "none",
    disassemble: bool = False,
    progress: Progress | None = None,
    random: int | None = None,
) -> Solved:
    """Find up to `n` tilings (None: all) that contain the placements of `partial`.

    n:        The largest number of tilings, None for all.
    engine:   The name of an engine, or "auto".
    limit:    Seconds, or a `Limit` of seconds, bytes of memory and nodes.
    threads:  The number of threads.
    partial:  Placements that every tiling must contain.
    labelled: Whether equal pieces count as different.
    up_to:    Of the images of a tiling under rotations, or all symmetries, only one is kept.
    disassemble: Whether only tilings are kept whose pieces come apart by straight moves.
    progress: Shows how far the search is, and can stop it.
    random:   The seed of random tilings; None if tilings are not drawn at random.

    If any number of each piece may be used, the tiling for `n=1` uses many different pieces and is always the
    same. With the seed `random`, the `n` tilings are drawn independently: from all tilings with equal
    probability if the graph of their states fits in memory, else by a search in random order. The attribute
    `draw` says which. An interrupt (Ctrl-C) ends the search; the tilings found by then are returned with
    `ended` "stopped".

    Raises NotationError if the placements of `partial` break a rule.

    >>> from tilewright import load
    >>> found = solve(load("FNPUV@5x5"), None)
    >>> len(found.tilings), found.ended, found.exit_code
    (16, 'exhausted', 0)
    >>> drawn = solve(load("tetrominoes*@4x4"), 3, random=7)
    >>> len(drawn.tilings), drawn.draw
    (3, Draw(seed=7, number=117, why=''))
    >>> len(solve(load("FNPUV@5x5"), None, up_to="symmetries"))
    2
    """
    if random is not None:
        if up_to != "none" or disassemble:
            raise argument_error("random", random, "up_to='none' and disassemble=False with it")
        if engine != "auto" or n is None:
            raise argument_error("random", random, "engine='auto' and a number of tilings with it")
        from tilewright.api.random_tilings import draw_tilings

        options = SearchOptions(limit=as_limit(limit), labelled=labelled, partial=tuple(partial))
        return draw_tilings(puzzle, n, random, options, progress)
    stream = tilings(
        puzzle, n, engine=engine, limit=limit, threads=threads, partial=partial, labelled=labelled, up_to=up_to,
        disassemble=disassemble, progress=progress,
    )  # fmt: skip
    stream.reserve_time_for_part()
    return solved(stream, stream.collect())


def solved(stream: TilingStream, kept: Sequence[Tiling]) -> Solved:
    """Return the result of a stream that was read to its end, with the tilings that its reader kept.

    If the stream found none before the limit, a search for a partial tiling follows.

    >>> from tilewright import load, tilings
    >>> stream = tilings(load("FNPUV@5x5"))
    >>> number = sum(1 for tiling in stream)
    >>> found = solved(stream, ())
    >>> number, found.verdict, found.ended
    (16, 'solved', 'exhausted')
    """
    outcome = stream.outcome
    result = Solved(
        puzzle=stream.puzzle,
        tilings=kept,
        ended=outcome.ended,
        verdict=stream.verdict,
        reason=stream.reason,
        engine=outcome.engine,
        nodes=outcome.nodes,
    )
    if outcome.ended == "limit" and not stream.found:
        result = _with_part(result, _best_part(stream.pinned, stream.options.limit, stream.progress), stream.limit)
    return replace(result, times=stream.clock.times())


def _with_part(result: Solved, part: Tiling | None, limit: Limit) -> Solved:
    """Return the result with a partial tiling, which may turn out to be complete."""
    if part is None or not _is_tiling(part):
        return replace(result, partial=part)
    tiling = Tiling(result.puzzle, part.placements)
    ended: Ended = "enough" if limit.solutions == 1 else "limit"
    return replace(result, tilings=(tiling,), verdict="solved", ended=ended, engine="filling")


def part_seconds(limit: float) -> float:
    """Return the seconds reserved for a partial tiling under a limit of `limit` seconds.

    >>> part_seconds(20), part_seconds(1)
    (2.0, 0.5)
    """
    return max(LEAST, SHARE * limit)


def _best_part(puzzle: Puzzle, limit: Limit, progress: Progress) -> Tiling | None:
    """Return the largest partial placement found in the time that is left, still to be checked; None if there is none.

    The search is skipped on boards so large that checking and drawing the result would exceed the time.
    """
    if puzzle.filler is None:  # computing the atoms of a million cells takes 0.1 s
        return None
    left = None
    if limit.seconds is not None:
        seconds = min(part_seconds(limit.seconds), max(MOST_LATE, limit.seconds - progress.seconds))
        left = seconds - SECONDS_AN_ATOM * len(puzzle.board.atoms)
        if left <= 0:
            return None
    placements = puzzle.filler(Deadline(Limit(seconds=left)))
    return Tiling(puzzle, placements) if placements else None


def _is_tiling(part: Tiling) -> bool:
    """Return whether the result of a search is a full tiling; raise TilewrightError if it is not even a valid part."""
    covered = sum(len(placement.atoms) for placement in part.placements)
    if covered >= len(part.puzzle.board.atoms) and not faults(part.puzzle, part.placements):
        return True
    require_tiling(part.puzzle, part.placements, partial=True)
    return False
