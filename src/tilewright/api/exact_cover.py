"""Exact covers without a board: their solutions and how many they are."""

from __future__ import annotations

from tilewright.api.prepare import interruptible, listing_goal
from tilewright.cover.check import BatchChecker
from tilewright.cover.problem import ExactCover, Solution
from tilewright.cover.search.choose import choose
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import Report


def cover_solutions(cover: ExactCover, engine: str, limit: Limit, threads: int, report: Report) -> list[Solution]:
    """The solutions of an exact cover, checked; `report` says how the search ended."""
    found: list[Solution] = []
    with interruptible(limit, report) as deadline:
        chosen = choose(cover, listing_goal(limit), engine, deadline)
        for batch in BatchChecker(cover).checked(chosen.solutions(cover, limit, report, threads)):
            found += batch
    return found


def count_cover(cover: ExactCover, engine: str, limit: Limit, threads: int, report: Report) -> int:
    """The number of solutions of an exact cover; `report` says how the search ended."""
    with interruptible(limit, report) as deadline:
        return choose(cover, "count", engine, deadline).count(cover, limit, report, threads)
    return report.solutions
