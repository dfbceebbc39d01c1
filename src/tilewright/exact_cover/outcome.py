"""The outcome of a search, as a value that the search returns, and the base class of all results."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from typing import Generic, Literal, Protocol, TypeVar, get_args, runtime_checkable

from tilewright.errors import ArgumentError, OutOfTimeError
from tilewright.exact_cover.limits import Limit
from tilewright.exact_cover.progress import Progress, Searching
from tilewright.exit_codes import DONE, INTERRUPTED, LIMIT_REACHED, NO
from tilewright.system import digits

# exhausted: everything was searched; enough: as many as asked for were found; limit: the budget ran out;
# stopped: interrupted from outside.
Ended = Literal["exhausted", "enough", "limit", "stopped"]
Bound = Literal["exact", "at least", "estimate"]
UpTo = Literal["none", "rotations", "symmetries", "labels"]
UP_TO: tuple[UpTo, ...] = get_args(UpTo)
LimitKind = Literal["time", "nodes", "memory"]


@dataclass(frozen=True, kw_only=True)
class StatesNote:
    """Additional results of a count by merged states.

    memory_wanted: the bytes that the layer at which memory ran out would have needed; 0 if it did not run out.
    peak_memory:   the largest number of bytes held in memory at once.
    on_disk:       the bytes written to the scratch folder.
    saved:         the folder from which the same count can continue, "" if there is none; None for counts in memory.
    passes:        the number of prime moduli of the count; 0 for an exact count.
    """

    memory_wanted: int = 0
    peak_memory: int = 0
    on_disk: int = 0
    saved: str | None = None
    passes: int = 0


@dataclass(frozen=True, kw_only=True)
class ShikakuNote:
    """The number of rectangles that the clues of a Shikaku allow."""

    candidates: int


@dataclass(frozen=True, kw_only=True)
class FormulaNote:
    """The size of the formula of a SAT engine."""

    variables: int
    clauses: int
    literals: int


@dataclass(frozen=True, kw_only=True)
class PresolveNote:
    """The result of HiGHS's presolve.

    before, after: the numbers of rows, columns and non-zeros.
    settled: "impossible", "solved" (nothing is left to search) or "no".
    """

    before: tuple[int, int, int]
    after: tuple[int, int, int]
    settled: Literal["impossible", "solved", "no"]


Note = StatesNote | ShikakuNote | FormulaNote | PresolveNote
N = TypeVar("N", bound=Note)


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """How a search ended.

    ended:  exhausted, enough, limit or stopped.
    engine: the engine, e.g. "sweep"; "" if no search was begun.
    solutions: the number found or counted; a lower bound unless `bound` is "exact".
    nodes:  the number of positions visited.
    limit:  "memory" if memory ran out; None if another limit came first, or none.
    reason: why the search ended early, in words; "" if the engine does not say.
    cpu:    the CPU seconds of each worker thread; empty if there were no workers.
    notes:  additional results of certain engines, see `note`.

    >>> Outcome(ended="limit", solutions=3).bound
    'at least'
    """

    ended: Ended
    engine: str = ""
    solutions: int = 0
    nodes: int = 0
    limit: LimitKind | None = None
    reason: str = ""
    cpu: tuple[float, ...] = ()
    notes: tuple[Note, ...] = ()

    @property
    def bound(self) -> Bound:
        """Whether `solutions` is the number of all solutions ("exact") or a lower bound ("at least")."""
        return "exact" if self.ended == "exhausted" else "at least"

    def note(self, kind: type[N]) -> N | None:
        """Return the note of this kind, or None.

        >>> Outcome(ended="exhausted", notes=(ShikakuNote(candidates=3),)).note(ShikakuNote)
        ShikakuNote(candidates=3)
        """
        return next((note for note in self.notes if isinstance(note, kind)), None)

    def reached(self, limit: Limit) -> LimitKind | None:
        """Return which limit ended the search; None if none did.

        >>> Outcome(ended="limit", nodes=5).reached(Limit(nodes=5))
        'nodes'
        """
        if self.ended != "limit":
            return None
        return self.limit or ("nodes" if limit.nodes is not None and self.nodes >= limit.nodes else "time")


def out_of_memory_reason(limit: Limit) -> str:
    """Return a text that says that the memory limit ended a search."""
    return f"the memory limit of {limit.memory:,} bytes"


@runtime_checkable
class Noting(Protocol):
    """A search that has notes while it runs."""

    @property
    def notes(self) -> tuple[Note, ...]:
        """The notes so far."""


def cut_short(ended: Ended, search: Searching | None) -> Outcome:
    """Return the outcome of a search that was ended from outside, from the progress that it last showed."""
    if search is None:
        return Outcome(ended=ended)
    notes = search.notes if isinstance(search, Noting) else ()
    return Outcome(ended=ended, engine=search.engine, solutions=search.solutions or 0, nodes=search.nodes, notes=notes)


T = TypeVar("T")
U = TypeVar("U")
R = TypeVar("R")


def run_to_end(search: Generator[T, None, R], take: Callable[[T], object] | None = None) -> R:
    """Return the return value of a generator, after passing everything that it yields to `take`, if given."""
    while True:
        try:
            thing = next(search)
        except StopIteration as end:
            result: R = end.value
            return result
        if take is not None:
            take(thing)


def mapped(search: Generator[T, None, R], change: Callable[[T], U]) -> Generator[U, None, R]:
    """Yield `change(thing)` for each thing that a generator yields, except empty results; return its return value."""
    while True:
        try:
            thing = next(search)
        except StopIteration as end:
            result: R = end.value
            return result
        if changed := change(thing):
            yield changed


class Stream(Iterator[T], Generic[T]):
    """The batches that a search yields, and its outcome as soon as it is over. Closing the stream ends the search.

    >>> from tilewright.exact_cover.engine import engine
    >>> from tilewright.exact_cover.problem import ExactCover
    >>> stream = engine("native").solutions(ExactCover.of([(0,), (1,), (0, 1)], primary=2))
    >>> [sorted(batch) for batch in stream], stream.outcome.ended
    ([[(0, 1), (2,)]], 'exhausted')
    """

    def __init__(self, search: Generator[T, None, Outcome], progress: Progress) -> None:
        self._search, self._progress = search, progress
        self._before = progress.latest
        self._outcome: Outcome | None = None

    def __next__(self) -> T:
        try:
            return next(self._search)
        except StopIteration as end:
            self._outcome = self._outcome or end.value
            raise StopIteration from None
        except OutOfTimeError as end:
            self._outcome = self._cut_short(end.ended)
            raise StopIteration from None
        except KeyboardInterrupt:
            self._outcome = self._cut_short("stopped")
            raise

    @property
    def outcome(self) -> Outcome:
        """How the search ended; while it is running, the outcome of stopping it now."""
        return self._outcome or self._cut_short("stopped")

    def _cut_short(self, ended: Ended) -> Outcome:
        latest = self._progress.latest
        return cut_short(ended, None if latest is self._before else latest)

    def close(self) -> None:
        """End the search; it yields nothing more."""
        self._search.close()
        self._outcome = self.outcome


class Result:
    """The base of all results: how the search ended, and the yes/no answer, if known."""

    ended: Ended

    @property
    def answer(self) -> bool | None:
        """The yes/no answer; None if the question is open."""
        raise NotImplementedError

    @property
    def exit_code(self) -> int:
        """The exit code of the command line: 0 done, 1 no, 3 open at the limit, 130 interrupted."""
        if self.ended == "stopped":
            return INTERRUPTED
        return LIMIT_REACHED if self.answer is None else DONE if self.answer else NO

    def __str__(self) -> str:
        """Return the answer in words, on one line."""
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self}>"

    def _truth(self) -> bool:
        """Return the answer.

        Raises ArgumentError while the question is open, because neither True nor False is right.
        """
        if self.answer is None:
            raise ArgumentError(f"{self}: neither true nor false: expected a look at `answer`, which is None")
        return self.answer


@dataclass(frozen=True, repr=False, kw_only=True)
class Count(Result):
    """The number of tilings, and whether it is exact or a bound.

    limit:   the limit that came first, if `ended` is "limit".
    memory_wanted: if the limit is memory, the approximate bytes of the layer at which the count ended; 0 if unknown.
        With a scratch folder, not all of it needs to be in memory. If the limit is time, the same for a count by states
        that had run out of memory before, so that a search had to continue alone.
    noun:    the noun for what was counted.
    notes:   additional results of the engine, e.g. a `StatesNote` with the scratch folder.

    >>> from tilewright import count, load
    >>> found = count(load("FNPUV@5x5"))
    >>> found.value, found.bound, found.exit_code
    (16, 'exact', 0)
    >>> print(found)
    16 tilings
    """

    value: int
    bound: Bound = "exact"
    up_to: UpTo = "none"
    labelled: bool = False
    ended: Ended = "exhausted"
    engine: str = ""
    nodes: int = 0
    times: dict[str, float] = field(default_factory=dict, compare=False)
    limit: LimitKind | None = None
    memory_wanted: int = field(default=0, compare=False)
    noun: str = field(default="tiling", compare=False)
    notes: tuple[Note, ...] = field(default=(), compare=False)

    @property
    def answer(self) -> bool | None:
        """Whether there are tilings; None if the number is not exact."""
        return bool(self.value) if self.bound == "exact" else None

    def __bool__(self) -> bool:
        return self._truth()

    def __int__(self) -> int:
        if self.bound != "exact":
            raise ArgumentError(f"{self}: the number is not known: expected a look at `value`, which is a bound")
        return self.value

    def __str__(self) -> str:
        number = digits(self.value, ",") if self.value else "no" if self.bound == "exact" else "0"
        first, blank, rest = self.noun.partition(" ")
        noun = f"{first}{'s' * (self.value != 1)}{blank}{rest}"
        text = f"{'' if self.bound == 'exact' else f'{self.bound} '}{number} {noun}"
        text += "" if self.up_to == "none" else f" up to {self.up_to}"
        text += " with equal pieces told apart" if self.labelled else ""
        return text if self.bound == "exact" else f"{text} ({HOW_ENDED[self.ended]})"


HOW_ENDED: dict[Ended, str] = {
    "exhausted": "everything was searched",
    "enough": "as many as were asked for",
    "limit": "the limit came first",
    "stopped": "stopped",
}
