"""Exact covers without a board: their solutions and how many they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from tilewright.api.prepare import interruptible, listing_goal
from tilewright.cover.check import BatchChecker
from tilewright.cover.problem import ExactCover, Solution
from tilewright.cover.search.choose import choose
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import Report


def cover_solutions(cover: ExactCover, engine: str, limit: Limit, threads: int, report: Report) -> list[Solution]:
    """The solutions of an exact cover, checked; `report` says how the search ended."""
    return list(chain.from_iterable(cover_batches(cover, engine, limit, threads, report)))


def cover_batches(
    cover: ExactCover, engine: str, limit: Limit, threads: int, report: Report
) -> Iterator[Sequence[Solution]]:
    """Yield the solutions of an exact cover in batches as they are found, checked; `report` then says how the search ended.

    >>> from tilewright.cover.problem import ExactCover
    >>> cover = ExactCover.of([(0,), (1,), (0, 1)], primary=2)
    >>> report = Report()
    >>> [list(batch) for batch in cover_batches(cover, "native", Limit(), 1, report)], report.ended
    ([[(0, 1), (2,)]], 'exhausted')
    """
    with interruptible(limit, report) as deadline:
        chosen = choose(cover, listing_goal(limit), engine, deadline)
        yield from BatchChecker(cover).checked(chosen.solutions(cover, limit, report, threads))


def count_cover(cover: ExactCover, engine: str, limit: Limit, threads: int, report: Report) -> int:
    """The number of solutions of an exact cover; `report` says how the search ended."""
    with interruptible(limit, report) as deadline:
        return choose(cover, "count", engine, deadline).count(cover, limit, report, threads)
    return report.solutions
