"""The kernel's sweep over bit masks: item after item in a fixed sequence, with symmetry broken inside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tilewright import _kernel
from tilewright.cover.drive import count, search
from tilewright.cover.engine import Engine, register
from tilewright.cover.limit import Limit
from tilewright.cover.problem import ExactCover, Solution
from tilewright.cover.result import Report
from tilewright.errors import LimitError


@register
class Sweep(Engine):
    """The fastest way to list the tilings of a board."""

    name = "sweep"
    summary = "compiled sweep over bit masks for boards: the fastest list of all tilings"

    def refuses(self, cover: ExactCover) -> str | None:
        """Large states, and options that anchor nowhere, are not for the sweep."""
        return _kernel.sweep_refusal(cover.compiled) or None

    def solutions(
        self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1
    ) -> Iterator[Sequence[Solution]]:
        """All solutions, in batches, until the limit."""
        report.engine = self.name
        yield from search(_plan(cover, limit, threads), limit, report, threads)

    def count(self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1) -> int:
        """The number of solutions, without collecting them or their images."""
        report.engine = self.name
        return count(_plan(cover, limit, threads), limit, report, threads)


def _plan(cover: ExactCover, limit: Limit, threads: int) -> _kernel.Plan:
    whole = limit.solutions is None  # what finds a few solutions is not worth samples of the tree
    try:
        return _kernel.Plan(cover.compiled, "sweep", whole, memory=limit.memory // max(1, threads))
    except MemoryError as error:
        raise LimitError(str(error)) from None
