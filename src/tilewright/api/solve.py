"""Tilings of a puzzle, all that were asked for at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from tilewright.api.clock import Clock
from tilewright.api.stream import TilingStream, VerdictWord, tilings
from tilewright.arguments import argument_error
from tilewright.cover.search.deadline import Deadline
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import Ended, Report, Result
from tilewright.errors import TilewrightError
from tilewright.explain.reasons.reason import Reason
from tilewright.lazy import lazy
from tilewright.puzzle import Placement, Puzzle, Tiling
from tilewright.puzzle.check import faults

if TYPE_CHECKING:
    from tilewright.api import random_tilings
    from tilewright.api.random_tilings import Draw
else:
    random_tilings = lazy("tilewright.api.random_tilings")  # a search of its own, which few ask for

LEAST, SHARE = 0.5, 0.1  # seconds, and share of the limit, for a part of a tiling where none was found
SECONDS_AN_ATOM = 2e-5  # to lay, check and draw such a part, whatever is searched
MOST_LATE = 1.0  # seconds that this may take beyond the share

__all__ = ["Solved", "VerdictWord", "solve"]


@dataclass(frozen=True)
class Solved(Result):
    """What a search for tilings found. `verdict` is solved, impossible or unknown (the limit came first).

    tilings: a sequence, whose tilings are made when they are looked at.
    engine:  what answered; "filling" for the search behind `partial`, "" where none was needed or the limit came before.
    times:   seconds a phase, of which "total" is the sum; "cpu" is the processor's time.
    draw:    how tilings were drawn that were asked for at random; else None.
    partial: where the limit came before any tiling was found, and for kinds of puzzles that have such a search (edge
             matching): the most placements without a fault that were met. It takes a tenth of the limit more. Where
             they fill the board, they are a tiling that was found. Boards of more than 50,000 places get none, unless a
             tenth of the limit is enough to lay and check them.

    >>> from tilewright import load, solve
    >>> found = solve(load("FNPUV@5x5"), n=None)
    >>> found.verdict, len(found.tilings), found.ended
    ('solved', 16, 'exhausted')
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
        return _drawn(puzzle, n, random, limit, labelled, partial, report or Report())
    stream = tilings(
        puzzle, n, engine=engine, limit=limit, threads=threads, partial=partial, labelled=labelled, report=report
    )
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
        part = _best_part(stream.pinned, stream.limit)
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


def _best_part(puzzle: Puzzle, limit: Limit) -> Tiling | None:
    """The most placements that were met in a tenth of the limit, to be checked; None where there are none.

    On a board so large that what has to be done with them takes longer, it is not begun.
    """
    if not puzzle.has_filling:  # the atoms of a million cells take 0.1 s to be made
        return None
    left = None
    if limit.seconds is not None:
        seconds, work = max(LEAST, SHARE * limit.seconds), SECONDS_AN_ATOM * len(puzzle.board.atoms)
        if work > max(seconds, MOST_LATE):
            return None
        left = max(0.0, seconds - work)
    placements = puzzle.filling(Deadline(Limit(seconds=left)))
    return Tiling(puzzle, placements) if placements else None


def _is_tiling(part: Tiling) -> bool:
    """Check what a search returned: whether it is a tiling. Raises TilewrightError where it is not even part of one."""
    covered = sum(len(placement.atoms) for placement in part.placements)
    if covered >= len(part.puzzle.board.atoms) and not faults(part.puzzle, part.placements):
        return True
    if wrong := faults(part.puzzle, part.placements, partial=True):
        raise TilewrightError(
            f"internal error: a search returned something that is no part of a tiling: {wrong[0].text}"
        )
    return False


def _drawn(
    puzzle: Puzzle, n: int, seed: int, limit: Limit, labelled: bool, partial: Sequence[Placement], report: Report
) -> Solved:
    """Tilings drawn at random, as an answer."""
    clock = Clock()
    found = random_tilings.draw_tilings(puzzle, n, seed, limit, labelled, partial, report, clock)
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
