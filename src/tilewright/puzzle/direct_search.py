"""A search that a kind of puzzle brings along, for puzzles too large for an exact cover."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import Report
from tilewright.puzzle.tiling import Tiling


class DirectSearch(Protocol):
    """What such a search offers. Its tilings have passed a check that shares nothing with the search."""

    name: str  # under which it can be asked for, as an engine can

    def find(self, most: int | None, limit: Limit, report: Report) -> Sequence[Tiling] | None:
        """The first `most` tilings (None: all); None, with the report as new, where they are too many to be held."""
        ...

    def count(self, limit: Limit, report: Report) -> int:
        """The number of tilings; when `report.ended` is not "exhausted", at least so many."""
        ...
