"""Tilings of a puzzle, all that were asked for at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from tilewright.api.stream import VerdictWord, tilings
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import Ended, Report, Result
from tilewright.explain.reasons.reason import Reason
from tilewright.puzzle import Placement, Puzzle, Tiling

__all__ = ["Solved", "VerdictWord", "solve"]


@dataclass(frozen=True)
class Solved(Result):
    """What a search for tilings found. `verdict` is solved, impossible or unknown (the limit came first).

    tilings: a sequence, whose tilings are made when they are looked at.
    times:   seconds a phase, of which "total" is the sum; "cpu" is the processor's time.

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
) -> Solved:
    """Up to `n` tilings (None: all) that contain the placements of `partial`; NotationError if these break a rule.

    An interrupt (Ctrl-C) ends the search; what was found by then is returned with `ended` "stopped".

    >>> from tilewright import load
    >>> found = solve(load("FNPUV@5x5"), None)
    >>> len(found.tilings), found.ended, found.exit_code
    (16, 'exhausted', 0)
    """
    stream = tilings(
        puzzle, n, engine=engine, limit=limit, threads=threads, partial=partial, labelled=labelled, report=report
    )
    found = stream.collect()
    done = stream.report
    return Solved(
        puzzle,
        found,
        done.ended or "stopped",
        stream.verdict,
        stream.reason,
        done.engine,
        done.nodes,
        stream.clock.times(),
    )
