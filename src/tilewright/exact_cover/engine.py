"""The interface of an engine, and the table of engines by name; looking one up imports its file alone.

The shortest complete engine is `reference.py`. Use it as a template or, for a program that finds one solution at a
time, use `Z3` in `sat.py`. `tests/exact_cover/test_engine_contract.py` tests this contract for every engine:

- `search` yields batches of distinct solutions in an order that depends only on the cover and the limit, and returns an
  `Outcome`; while it runs, the deadline's `progress` shows it;
- it stops at the limit, and at most 0.2 s after `KeyboardInterrupt`, a request to stop or the closing of the generator;
- `unavailable` and `refuses` give the reason and the remedy in one line, without doing any work.

`ListAndBlock` is the base of engines around a solver that finds one solution at a time: it finds a solution, yields it,
forbids it, and continues. Such an engine consists of one generator, `found`.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from functools import cache
from typing import ClassVar

from tilewright.errors import EngineUnavailableError, OutOfTimeError, UnknownEngineError, check_engine, quote
from tilewright.exact_cover.constraints import NoGood, free_options, no_good
from tilewright.exact_cover.limits import NO_LIMIT, Deadline, Limit
from tilewright.exact_cover.outcome import Ended, Note, Outcome, Stream, cut_short, run_to_end
from tilewright.exact_cover.problem import ExactCover, Solution
from tilewright.exact_cover.progress import Progress
from tilewright.system import has_package, load_object

Search = Generator[Sequence[Solution], None, Outcome]  # yields batches of solutions, returns how it ended


class Engine:
    """The base class of all engines."""

    name: ClassVar[str]
    summary: ClassVar[str]
    complete: ClassVar[bool] = True  # whether it can prove that there is no (further) solution
    counts: ClassVar[bool] = False  # whether `count` is better than listing
    colors: ClassVar[bool] = False  # whether it takes covers with colors
    package: ClassVar[tuple[str, str] | None] = None  # a module that it needs, and its name for pip

    def unavailable(self) -> str | None:
        """Return why the engine cannot run here, with the remedy, or None."""
        if self.package is None or has_package(self.package[0]):
            return None
        return f"{self.package[1]} is not installed: pip install {self.package[1]}"

    def refuses(self, cover: ExactCover) -> str | None:
        """Return why the engine cannot take this cover, or None."""
        return None

    def solutions(
        self, cover: ExactCover, limit: Limit = NO_LIMIT, progress: Progress | None = None, threads: int = 1
    ) -> Stream[Sequence[Solution]]:
        """Return all solutions, in batches, until the limit."""
        deadline = Deadline(limit, progress)
        return Stream(self.search(cover, deadline, threads), deadline.progress)

    def count(
        self, cover: ExactCover, limit: Limit = NO_LIMIT, progress: Progress | None = None, threads: int = 1
    ) -> Outcome:
        """Return the number of solutions, and how the search for them ended."""
        deadline = Deadline(limit, progress)
        before = deadline.progress.latest
        try:
            return self.counted(cover, deadline, threads)
        except OutOfTimeError as end:
            latest = deadline.progress.latest
            return cut_short(end.ended, None if latest is before else latest)

    def search(self, cover: ExactCover, deadline: Deadline, threads: int) -> Search:
        """Yield all solutions, in batches. May raise OutOfTimeError at the deadline."""
        raise NotImplementedError

    def counted(self, cover: ExactCover, deadline: Deadline, threads: int) -> Outcome:
        """Return the count, by listing unless overridden. May raise OutOfTimeError at the deadline."""
        return run_to_end(self.search(cover, deadline, threads))


# name -> (file in exact_cover/engines/, class)
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
    """Return the engine called `name`, even if it cannot run here.

    Raises UnknownEngineError listing the known names.
    """
    if name not in ENGINES:
        raise UnknownEngineError(f"unknown engine {quote(name)}: expected auto or one of {', '.join(ENGINES)}")
    module, cls = ENGINES[name]
    found: Engine = load_object(f"tilewright.exact_cover.engines.{module}", cls)()
    return found


def engines() -> dict[str, Engine]:
    """Return all engines by name, even those that cannot run here."""
    return {name: lookup(name) for name in ENGINES}


def engine(name: str, cover: ExactCover | None = None) -> Engine:
    """Return the engine called `name`, ready to run (on this cover, if given).

    Raises EngineUnavailableError with the reason if it cannot run.

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


Models = Generator[Solution, None, Ended | None]


class ModelListing:
    """The state of a search that finds one solution at a time."""

    fraction = None

    def __init__(self, engine: str, cover: ExactCover, deadline: Deadline) -> None:
        self.engine, self.cover, self.deadline = engine, cover, deadline
        self.nodes = self.solutions = 0
        self.notes: tuple[Note, ...] = ()
        self._free = free_options(cover)
        self._ended: Ended | None = None

    def visit(self, nodes: int) -> None:
        """Add to the number of nodes."""
        self.nodes += nodes

    def note(self, note: Note) -> None:
        """Add a note to the outcome."""
        self.notes += (note,)

    def check(self) -> None:
        """Raise OutOfTimeError when the time or the nodes are used up."""
        if (spent := self.deadline.spent(self.nodes)) is not None:
            raise OutOfTimeError(spent)

    def forbid(self, solution: Solution) -> NoGood | None:
        """Return the constraint that forbids the solution; None if no more are wanted, or there is no other."""
        if self.deadline.limit.solutions_left(self.solutions) == 0:
            self._ended = "enough"
            return None
        constraint = no_good(solution, self._free)
        if not constraint:
            self._ended = "exhausted"
            return None
        self.check()
        return constraint

    def run(self, found: Models) -> Search:
        """Yield each solution that `found` yields, as a batch of one."""
        ended: Ended | None = None
        try:
            with closing(found):
                while True:
                    try:
                        solution = next(found)
                    except StopIteration as end:
                        ended = end.value
                        break
                    self.solutions += 1
                    yield [solution]
        except OutOfTimeError as end:
            ended = end.ended
        return self.outcome(self._ended or ended or "stopped")

    def outcome(self, ended: Ended) -> Outcome:
        """Return the outcome for the way in which the search ended."""
        return Outcome(ended=ended, engine=self.engine, solutions=self.solutions, nodes=self.nodes, notes=self.notes)


class ListAndBlock(Engine):
    """The base class of engines that find one solution at a time."""

    def found(self, listing: ModelListing, threads: int) -> Models:
        """Yield the solutions of `listing.cover`, which has options; return why there are no more.

        After each solution, `listing.forbid` returns the constraint that forbids it, or None to end the search. Raises
        OutOfTimeError at the deadline.
        """
        raise NotImplementedError

    def search(self, cover: ExactCover, deadline: Deadline, threads: int) -> Search:
        """Yield all solutions one by one, each forbidden once found."""
        listing = ModelListing(self.name, cover, deadline)
        with deadline.progress.showing(listing):
            if not cover.options:  # many solvers refuse a model without variables
                return (yield from listing.run(_empty_solution(cover)))
            return (yield from listing.run(self.found(listing, threads)))


def _empty_solution(cover: ExactCover) -> Models:
    if not any(cover.lo):
        yield ()
    return "exhausted"
