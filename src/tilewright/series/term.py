"""Terms of a series, counted one after the other."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import cache
from importlib import metadata
from typing import Any, Protocol

from tilewright.api.count import count
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import Count, Report, UpTo
from tilewright.series.pattern import Index, Pattern
from tilewright.system import peak_memory

Watch = Callable[[Report], AbstractContextManager[Any]]


@dataclass(frozen=True)
class Term:
    """One number of a series.

    index:   the values of the pattern's variables.
    digest:  of the puzzle that was counted.
    seconds: of wall time, reading and compiling included.
    memory:  the most bytes the process had held by then.
    """

    index: Index
    value: int
    digest: str
    engine: str
    seconds: float
    memory: int
    version: str


class Terms(Protocol):
    """Where terms are kept."""

    def get(self, index: Index) -> Term | None:
        """The term of these values, if it is there."""

    def add(self, term: Term) -> None:
        """Keep a term."""


@dataclass(frozen=True)
class TermQuery:
    """What is counted of each member: up to what, by which engine, within which limit for each term."""

    pattern: Pattern
    up_to: UpTo = "none"
    engine: str = "auto"
    limit: Limit = field(default_factory=Limit)
    threads: int = 1

    def family(self) -> dict[str, str]:
        """What decides the numbers, as a store keeps it."""
        return {"pattern": self.pattern.text, "suffix": self.pattern.suffix, "up_to": self.up_to}


@cache
def version() -> str:
    """The installed version."""
    return metadata.version("tilewright")


def terms(
    query: TermQuery, every: Iterable[Index], kept: Terms | None = None, watch: Watch = nullcontext
) -> Iterator[Term | Count]:
    """The terms in order, each counted once and kept at once; last a Count that is not exact, where a limit came first.

    `watch` is entered with the report of each search.

    >>> query = TermQuery(Pattern("dominoes*@2x{n}"))
    >>> [term.value for term in terms(query, [(1,), (2,), (3,), (4,)])]
    [1, 2, 3, 5]
    """
    for index in every:
        if kept is not None and (known := kept.get(index)) is not None:
            yield known
            continue
        report = Report()
        with watch(report):
            found = counted(query, index, report)
        if isinstance(found, Term) and kept is not None:
            kept.add(found)
        yield found
        if isinstance(found, Count):
            return


def counted(query: TermQuery, index: Index, report: Report) -> Term | Count:
    """Count one member; the Count itself when it is not exact."""
    start = time.perf_counter()
    puzzle = query.pattern.puzzle(index)
    found = count(
        puzzle, up_to=query.up_to, engine=query.engine, limit=query.limit, threads=query.threads, report=report
    )
    if found.bound != "exact":
        return found
    seconds = time.perf_counter() - start
    return Term(index, found.value, puzzle.digest, found.engine, seconds, peak_memory(), version())
