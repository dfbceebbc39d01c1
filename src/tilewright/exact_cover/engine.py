"""What an engine is, and the table of engines by name; asking for one imports its file alone.

The shortest complete engine is `reference.py`; start from it, or, where another program finds one solution at a time,
from `Z3` in `sat.py`. The contract, tested for every engine by `tests/exact_cover/test_engine_contract.py`:

- `search` yields batches of distinct solutions in an order that depends on nothing but the cover and the limit, and
  returns an `Outcome`; while it runs, the deadline's `progress` shows it;
- it stops at the limit, and at most 0.2 s after `KeyboardInterrupt`, a request to stop or the closing of the generator;
- `unavailable` and `refuses` say in one line why not and what to do, without doing any work.

`ListAndBlock` is the base of engines around a solver that finds one solution at a time: find a solution, hand it over,
forbid it, go on. Such an engine is one generator, `found`.
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

Search = Generator[Sequence[Solution], None, Outcome]  # batches of solutions, and how it ended


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
        """Count, by listing unless the engine has another way. May raise OutOfTimeError at the deadline."""
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
    """The engine called `name`, whether it can run here or not; UnknownEngineError lists those there are."""
    if name not in ENGINES:
        raise UnknownEngineError(f"unknown engine {quote(name)}: expected auto or one of {', '.join(ENGINES)}")
    module, cls = ENGINES[name]
    found: Engine = load_object(f"tilewright.exact_cover.engines.{module}", cls)()
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


Models = Generator[Solution, None, Ended | None]


class ModelListing:
    """A search that finds one solution at a time: what it has done so far, and what it is still to do."""

    fraction = None

    def __init__(self, engine: str, cover: ExactCover, deadline: Deadline) -> None:
        self.engine, self.cover, self.deadline = engine, cover, deadline
        self.nodes = self.solutions = 0
        self.notes: tuple[Note, ...] = ()
        self._free = free_options(cover)
        self._ended: Ended | None = None

    def visit(self, nodes: int) -> None:
        """Take note of so many more nodes."""
        self.nodes += nodes

    def note(self, note: Note) -> None:
        """Add a note to the outcome."""
        self.notes += (note,)

    def check(self) -> None:
        """Raise OutOfTimeError when the time or the nodes are spent."""
        if (spent := self.deadline.spent(self.nodes)) is not None:
            raise OutOfTimeError(spent)

    def forbid(self, solution: Solution) -> NoGood | None:
        """Return the constraint that forbids the solution; None where no more are wanted, or there is no other."""
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
        """Yield what is found, one by one."""
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
        """How it ended."""
        return Outcome(ended=ended, engine=self.engine, solutions=self.solutions, nodes=self.nodes, notes=self.notes)


class ListAndBlock(Engine):
    """Base of the engines that find one solution at a time."""

    def found(self, listing: ModelListing, threads: int) -> Models:
        """Yield the solutions of `listing.cover`, which has options; return why there are no more.

        After each, `listing.forbid` gives the constraint that forbids it; None where the search is to end. Raises
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
