"""What an engine is. Each is one file in `cover/engines/` and one line in the table of `registry.py`.

The shortest complete engine is `reference.py`; start from it, or, where another program finds one solution at a time,
from `z3.py`. The contract, tested for every engine by `tests/cover/test_engine_contract.py`:

- `solutions` yields batches of distinct solutions in an order that depends on nothing but the cover and the limit;
- it keeps `report` true while it runs, and sets `report.ended` before it returns;
- it stops at the limit, and at most 0.2 s after `KeyboardInterrupt`, `report.stop` or the closing of the generator;
- `unavailable` and `refuses` say in one line why not and what to do, without doing any work.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from tilewright.cover.problem import ExactCover, Solution
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import Report


class Engine:
    """Base of all engines."""

    name: ClassVar[str]
    summary: ClassVar[str]
    complete: ClassVar[bool] = True  # whether it can prove that there is no (further) solution
    counts: ClassVar[bool] = False  # whether `count` is better than listing
    colors: ClassVar[bool] = False  # whether it takes covers with colors

    def unavailable(self) -> str | None:
        """Why the engine cannot run here, with the fix, or None."""
        return None

    def refuses(self, cover: ExactCover) -> str | None:
        """Why the engine cannot take this cover, or None."""
        return None

    def solutions(
        self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1
    ) -> Iterator[Sequence[Solution]]:
        """All solutions, in batches, until the limit."""
        raise NotImplementedError

    def count(self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1) -> int:
        """The number of solutions (of those found, when `report.ended` is not "exhausted")."""
        return sum(len(batch) for batch in self.solutions(cover, limit, report, threads))
