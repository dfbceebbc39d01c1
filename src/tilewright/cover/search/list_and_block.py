"""Listing with a solver that finds one solution at a time: find a solution, hand it over, forbid it, go on.

An engine of this sort says how its solver is started (`open_solver`) and how it says "find" and "forbid" (`Solver`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Protocol

from tilewright.cover.encodings.no_good import NoGood, free_options, no_good
from tilewright.cover.problem import ExactCover, Solution
from tilewright.cover.search.budget import Budget, in_time
from tilewright.cover.search.engine import Engine
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import Report


class Solver(Protocol):
    """A solver that has been told the cover."""

    def find(self) -> Solution | None:
        """A solution that was not forbidden, or None; then `report.ended` says why. Adds to `report.nodes`."""

    def forbid(self, constraint: NoGood) -> None:
        """State one constraint more."""


class ListAndBlock(Engine):
    """Base of the engines that find one solution at a time."""

    def open_solver(self, cover: ExactCover, budget: Budget, threads: int) -> AbstractContextManager[Solver]:
        """Tell a solver the cover, which has options; leaving the context ends it. OutOfTimeError at the deadline."""
        raise NotImplementedError

    def solutions(self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1) -> Iterator[list[Solution]]:
        """All solutions one by one, each forbidden once found."""
        report.engine = self.name
        with in_time(limit, report) as budget:
            if cover.options:
                with self.open_solver(cover, budget, threads) as solver:
                    yield from _listed(cover, solver, budget)
            elif not budget.is_spent():  # many solvers refuse a model without variables
                report.ended = "exhausted"
                if not any(cover.lo):
                    report.solutions = 1
                    yield [()]


def _listed(cover: ExactCover, solver: Solver, budget: Budget) -> Iterator[list[Solution]]:
    report, free = budget.report, free_options(cover)
    while not budget.is_spent() and (solution := solver.find()) is not None:
        report.solutions += 1
        yield [solution]
        if budget.is_enough():
            return
        constraint = no_good(solution, free)
        if not constraint:
            report.ended = "exhausted"
            return
        solver.forbid(constraint)
