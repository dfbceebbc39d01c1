"""What an engine is, and the table of engines by name; asking for one imports its file alone.

The shortest complete engine is `reference.py`; start from it, or, where another program finds one solution at a time,
from `Z3` in `sat.py`. The contract, tested for every engine by `tests/cover/test_engine_contract.py`:

- `solutions` yields batches of distinct solutions in an order that depends on nothing but the cover and the limit;
- it keeps `report` true while it runs, and sets `report.ended` before it returns;
- it stops at the limit, and at most 0.2 s after `KeyboardInterrupt`, `report.stop` or the closing of the generator;
- `unavailable` and `refuses` say in one line why not and what to do, without doing any work.

`ListAndBlock` is the base of engines around a solver that finds one solution at a time: find a solution, hand it over,
forbid it, go on. Such an engine is one generator, `found`.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from functools import cache
from typing import ClassVar

from tilewright.cover.constraints import NoGood, free_options, no_good
from tilewright.cover.limits import Budget, Limit, Report, in_time
from tilewright.cover.problem import ExactCover, Solution, Solutions
from tilewright.errors import EngineUnavailableError, UnknownEngineError, check_engine, quote
from tilewright.system import has_package, load_object


class Engine:
    """Base of all engines."""

    name: ClassVar[str]
    summary: ClassVar[str]
    complete: ClassVar[bool] = True  # whether it can prove that there is no (further) solution
    counts: ClassVar[bool] = False  # whether `count` is better than listing
    colors: ClassVar[bool] = False  # whether it takes covers with colors
    package: ClassVar[tuple[str, str] | None] = None  # a module that it needs, and what pip calls it

    def unavailable(self) -> str | None:
        """Why the engine cannot run here, with the fix, or None."""
        if self.package is None or has_package(self.package[0]):
            return None
        return f"{self.package[1]} is not installed: pip install {self.package[1]}"

    def refuses(self, cover: ExactCover) -> str | None:
        """Why the engine cannot take this cover, or None."""
        return None

    def solutions(self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1) -> Solutions:
        """All solutions, in batches, until the limit."""
        raise NotImplementedError

    def count(self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1) -> int:
        """The number of solutions (of those found, when `report.ended` is not "exhausted")."""
        return sum(len(batch) for batch in self.solutions(cover, limit, report, threads))


# name -> (file in cover/engines/, class)
ENGINES = {
    "cp": ("cp", "Cp"),
    "frontier": ("kernel_engines", "Frontier"),
    "glpk": ("mip", "Glpk"),
    "glpk-minisat": ("mip", "GlpkMinisat"),
    "mip": ("mip", "Mip"),
    "native": ("kernel_engines", "Native"),
    "race": ("kernel_engines", "Race"),
    "reference": ("reference", "Reference"),
    "sat": ("sat", "Sat"),
    "sat-cells": ("sat", "SatCells"),
    "sweep": ("kernel_engines", "Sweep"),
    "z3": ("sat", "Z3"),
}


@cache
def lookup(name: str) -> Engine:
    """The engine called `name`, whether it can run here or not; UnknownEngineError lists those there are."""
    if name not in ENGINES:
        raise UnknownEngineError(f"unknown engine {quote(name)}: expected auto or one of {', '.join(ENGINES)}")
    module, cls = ENGINES[name]
    found: Engine = load_object(f"tilewright.cover.engines.{module}", cls)()
    return found


def engines() -> dict[str, Engine]:
    """All engines by name, available here or not."""
    return {name: lookup(name) for name in ENGINES}


def engine(name: str, cover: ExactCover | None = None) -> Engine:
    """The engine called `name`, ready to run (on this cover, if given); EngineUnavailableError says why not.

    >>> engine("native").summary
    'compiled search for every cover: branches where the fewest options are left'
    """
    check_engine(name)
    found = lookup(name)
    reason = found.unavailable()
    if cover is not None and not reason:
        colors = "the cover has colors, which it does not take" if cover.colors and not found.colors else None
        reason = colors or found.refuses(cover)
    if reason:
        raise EngineUnavailableError(f"engine {name}: {reason}")
    return found


Forbid = Callable[[Solution], NoGood | None]
Models = Generator[Solution, None, None]


class ListAndBlock(Engine):
    """Base of the engines that find one solution at a time."""

    def found(self, cover: ExactCover, budget: Budget, threads: int, forbid: Forbid) -> Models:
        """The solutions of a cover, which has options; `report.ended` says why there are no more. Adds to `report.nodes`.

        forbid: to be asked after each for the constraint that forbids it; None where no more are wanted, or there is no other.

        Raises OutOfTimeError at the deadline.
        """
        raise NotImplementedError

    def solutions(self, cover: ExactCover, limit: Limit, report: Report, threads: int = 1) -> Iterator[list[Solution]]:
        """All solutions one by one, each forbidden once found."""
        report.engine, free = self.name, free_options(cover)

        def forbid(solution: Solution) -> NoGood | None:
            if budget.is_enough():
                return None
            constraint = no_good(solution, free)
            if not constraint:
                report.ended = "exhausted"
            return constraint if constraint and not budget.is_spent() else None

        with in_time(limit, report) as budget:
            if cover.options:
                with closing(self.found(cover, budget, threads, forbid)) as found:
                    for solution in found:
                        report.solutions += 1
                        yield [solution]
            elif not budget.is_spent():  # many solvers refuse a model without variables
                report.ended = "exhausted"
                if not any(cover.lo):
                    report.solutions = 1
                    yield [()]
