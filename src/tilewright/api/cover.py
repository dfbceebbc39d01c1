"""Exact covers with any names: items that must be covered and options that cover them, without board or pieces."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import TYPE_CHECKING, Any, overload

from tilewright.api.count import count_cover, counted, cover_batches
from tilewright.api.options import SearchOptions
from tilewright.api.solved import VerdictWord
from tilewright.errors import LimitError, NotationError, argument_error, as_tuple, check_whole, quote
from tilewright.exact_cover.limits import MOST_COUNTED, Clock, Limit, as_limit
from tilewright.exact_cover.outcome import HOW_ENDED, Count, Ended, Result, Stream
from tilewright.exact_cover.problem import UNLIMITED, ExactCover
from tilewright.exact_cover.progress import Progress
from tilewright.formats.matrix import BitMatrix, check_rows, matrix_of, matrix_of_lists

if TYPE_CHECKING:
    from tilewright.exact_cover.problem import OptionMatrix

    Options = Mapping[Any, Iterable[Hashable]] | Iterable[Iterable[Hashable]] | OptionMatrix
Copies = int | tuple[int, int | None]
Solution = tuple[Any, ...]
MOST_NAMED = 20  # columns named in a message
MOST_ENTRIES = 60_000_000  # items of all options together


@dataclass(frozen=True, eq=False, repr=False)
class Cover:
    """A set of options, some of which may cover every item exactly once; the function `cover` makes it.

    names: The names of the options, in order.
    items: The items in order of appearance; for a matrix, its columns.

    >>> from tilewright import cover
    >>> problem = cover({"A": ["x", "y"], "B": ["z"], "C": ["y", "z"], "D": ["x"]})
    >>> problem, problem.items
    (<Cover: 4 options, 3 items>, ('x', 'y', 'z'))
    """

    names: tuple[Any, ...]
    items: tuple[Hashable, ...]
    exact_cover: ExactCover

    def __repr__(self) -> str:
        options, items = len(self.names), len(self.items)
        return f"<Cover: {options:,} option{'s' * (options != 1)}, {items:,} item{'s' * (items != 1)}>"

    def solutions(
        self,
        n: int | None = None,
        *,
        engine: str = "auto",
        limit: Limit | float | None = None,
        threads: int = 1,
        progress: Progress | None = None,
    ) -> Iterator[Solution]:
        """Yield up to `n` solutions (None: all) as they are found, each as the names of its options.

        Closing the iterator ends the search.

        >>> from tilewright import cover
        >>> sorted(cover([[1, 2], [3], [2, 3], [1]]).solutions())
        [(0, 1), (2, 3)]
        """
        batches = self._batches(n, SearchOptions(engine=engine, limit=as_limit(limit), threads=threads), progress)
        return map(self._named, chain.from_iterable(batches))

    def _batches(
        self, n: int | None, options: SearchOptions, progress: Progress | None
    ) -> Stream[Sequence[tuple[int, ...]]]:
        check_whole("n", n, 1, MOST_COUNTED, optional=True)
        most = min((number for number in (n, options.limit.solutions) if number is not None), default=None)
        limit = options.limit.of_turn(solutions=most)
        return cover_batches(self.exact_cover, options.engine, limit, options.threads, progress or Progress())

    def _named(self, solution: tuple[int, ...]) -> Solution:
        return tuple(self.names[option] for option in solution)

    def solve(
        self,
        n: int | None = 1,
        *,
        engine: str = "auto",
        limit: Limit | float | None = None,
        threads: int = 1,
        progress: Progress | None = None,
    ) -> CoverSolved:
        """Return up to `n` solutions (None: all) as a sequence, and how the search ended.

        >>> from tilewright import cover
        >>> found = cover({"A": ["x", "y"], "B": ["z"], "C": ["y", "z"], "D": ["x"]}).solve(None)
        >>> sorted(found), found.ended
        ([('A', 'B'), ('C', 'D')], 'exhausted')
        """
        clock = Clock()
        batches = self._batches(n, SearchOptions(engine=engine, limit=as_limit(limit), threads=threads), progress)
        found = tuple(map(self._named, chain.from_iterable(batches)))
        clock.lap("search")
        outcome = batches.outcome
        word: VerdictWord = "solved" if found else "impossible" if outcome.ended == "exhausted" else "unknown"
        return CoverSolved(
            solutions=found,
            verdict=word,
            ended=outcome.ended,
            engine=outcome.engine,
            nodes=outcome.nodes,
            times=clock.times(),
        )

    def count(
        self,
        *,
        engine: str = "auto",
        limit: Limit | float | None = None,
        threads: int = 1,
        progress: Progress | None = None,
    ) -> Count:
        """Return the number of solutions: exact, or a lower bound when the limit came first.

        >>> from tilewright import cover
        >>> print(cover({"A": ["x", "y"], "B": ["z"], "C": ["y", "z"], "D": ["x"]}).count())
        2 solutions
        """
        options, clock = SearchOptions(engine=engine, limit=as_limit(limit), threads=threads), Clock()
        found = count_cover(self.exact_cover, engine, options.limit, threads, progress or Progress())
        clock.lap("search")
        return counted(found, options.limit, clock, noun="solution")

    def verdict(
        self,
        *,
        engine: str = "auto",
        limit: Limit | float | None = None,
        threads: int = 1,
        progress: Progress | None = None,
    ) -> CoverSolved:
        """Return whether there is no solution, exactly one, or more, with up to two solutions.

        The attribute `verdict` of the result is the answer.

        >>> from tilewright import cover
        >>> cover({"A": ["x", "y"], "B": ["z"]}).verdict().verdict
        'unique'
        """
        found = self.solve(2, engine=engine, limit=limit, threads=threads, progress=progress)
        words: dict[int, VerdictWord] = {2: "several", 1: "unique" if found.ended == "exhausted" else "unknown"}
        return replace(found, verdict=words.get(len(found), found.verdict))


@dataclass(frozen=True, repr=False, kw_only=True)
class CoverSolved(Result, Sequence[Solution]):
    """The solutions of a cover, each as the names of its options.

    The attributes `verdict` and `ended` have the same meaning as those of `Solved` and `Verdict`.

    >>> from tilewright import cover
    >>> print(cover([[1, 2], [2, 3]]).solve())
    no solution
    """

    solutions: tuple[Solution, ...]
    verdict: VerdictWord
    ended: Ended
    engine: str = ""
    nodes: int = 0
    times: dict[str, float] = field(default_factory=dict, compare=False)

    @property
    def answer(self) -> bool | None:
        """Whether there are solutions; None if that is unknown."""
        return None if self.verdict == "unknown" else self.verdict != "impossible"

    def __len__(self) -> int:
        return len(self.solutions)

    @overload
    def __getitem__(self, place: int) -> Solution: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Solution, ...]: ...
    def __getitem__(self, place: int | slice) -> Solution | tuple[Solution, ...]:
        return self.solutions[place]

    def __bool__(self) -> bool:
        return self._truth()

    def __str__(self) -> str:
        if not self.solutions:
            return "no solution" if self.answer is False else f"no solution was found: {HOW_ENDED[self.ended]}"
        text = f"{len(self):,} solution{'s' * (len(self) > 1)}"
        return f"{text}, and there are no others" if self.ended == "exhausted" else text


def cover(
    options: Options,
    *,
    items: Iterable[Hashable] = (),
    optional: Iterable[Hashable] = (),
    copies: Mapping[Any, Copies] | None = None,
) -> Cover:
    """Return the problem of choosing options that together cover every item exactly once.

    options:  The items of each option by its name, or a list of options, which are then named 0, 1, 2, ...
              Items are texts, numbers, tuples or anything else that can be a key. An option may itself be a
              dictionary: it then gives the color of each item (None for none), and options that give an item
              the same color may share it. Alternatively the matrix of the cover: a NumPy array of 0 and 1 or of
              truth values, a SciPy sparse matrix, a data frame, or nested lists of 0 and 1. Its rows are the
              options, its columns the items 0, 1, 2, ...
    items:    Items that must be covered even if no option has them. An item without an option makes the problem
              unsolvable.
    optional: Items that may be covered at most once but need not be. Only these may have colors.
    copies:   For some items, how often they are covered: a number, or (fewest, most), with None as most for any
              number.

    Raises NotationError for an option without items, an option that covers an item too often, colors of an item
    that must be covered, and lists that may be either a matrix or lists of the items 0 and 1. Raises
    ArgumentError for anything that is not a list or not a key; a text is not a list: write ["seat"], not
    "seat".

    >>> pairs = cover({"ab": ["a", "b"], "bc": ["b", "c"], "cd": ["c", "d"], "da": ["d", "a"]})
    >>> pairs.solve(None).solutions
    (('ab', 'cd'), ('bc', 'da'))
    >>> crossing = cover({"up": {1: None, "x": "red"}, "down": {2: None, "x": "red"}, "no": {2: None, "x": "blue"}}, optional=["x"])
    >>> crossing.solve(None).solutions
    (('up', 'down'),)
    >>> cover([["a"], ["a"], ["a"]], copies={"a": (1, 2)}).count().value
    6
    >>> print(cover({"A": ["x", "y"]}, items=["x", "y", "z"]).solve())
    no solution
    >>> cover([[1, 0, 0], [0, 1, 1], [1, 1, 0]]).solve(None).solutions
    ((0, 1),)
    """
    matrix = matrix_of(options)
    if isinstance(options, str) or not (matrix or isinstance(options, Iterable)):
        raise argument_error("options", options, "a dictionary of options by name, or a list of them", False)
    if copies is not None and not isinstance(copies, Mapping):
        raise argument_error("copies", copies, 'numbers by item, e.g. {"a": 2}', False)
    builder = _CoverBuilder(_keys("items", items), frozenset(_keys("optional", optional)), dict(copies or {}))
    if matrix is None:
        named = options.items() if isinstance(options, Mapping) else enumerate(options)  # type: ignore[arg-type]
        pairs = [(name, list(row) if isinstance(row, Iterator | bytearray) else row) for name, row in named]
        matrix = matrix_of_lists(pairs)
    return builder.build(pairs) if matrix is None else builder.build_matrix(matrix)


def _keys(what: str, given: object) -> tuple[Hashable, ...]:
    """Return the items in a list; raise ArgumentError for anything else, and for an item that cannot be a key."""
    if isinstance(given, str):
        raise argument_error(what, given, f"a list of items, e.g. [{quote(given)}]", False)
    items = as_tuple(what, given, "a list of items")
    for item in items:
        try:
            hash(item)
        except TypeError:
            expected = "what can be the key of a dictionary, such as a text, a number or a tuple"
            raise argument_error(f"item of {what}", item, expected, False) from None
    return items


class _CoverBuilder:
    """Numbers items and colors in order of appearance, items that must be covered first."""

    def __init__(self, items: tuple[Hashable, ...], optional: frozenset[Hashable], copies: dict[Any, Copies]) -> None:
        self.items, self.optional, self.copies = items, optional, copies
        self.colors: dict[object, int] = {}

    def build(self, pairs: Sequence[tuple[Any, Any]], columns: tuple[Hashable, ...] = ()) -> Cover:
        """Return the cover of (name, items) pairs; `columns` are items in their order, before any others."""
        rows = [(name, self._entries(name, given)) for name, given in pairs]
        if (entries := sum(len(row) for _, row in rows)) > MOST_ENTRIES:
            raise LimitError(f"the options have {entries:,} items: expected at most {MOST_ENTRIES:,}")
        met = (item for _, row in rows for item, _ in row)
        found = dict.fromkeys(chain(columns, met, self.items, self.copies, self.optional))
        items = tuple(sorted(found, key=lambda item: item in self.optional))  # a stable sort
        number = {item: place for place, item in enumerate(items)}
        bounds = [self._bounds(item) for item in items]
        numbered = [sorted((number[item], color) for item, color in row) for _, row in rows]
        made = ExactCover(
            [lo for lo, _ in bounds],
            [hi for _, hi in bounds],
            tuple(tuple(item for item, _ in row) for row in numbered),
            colors=[color for row in numbered for _, color in row],
            names=[str(item) for item in items],
            color_names=[str(color) for color in self.colors],
        )
        if wrong := made.validate():
            raise NotationError(self._too_often(made, items, [name for name, _ in rows]) or wrong)
        return Cover(tuple(name for name, _ in rows), items, made)

    def build_matrix(self, matrix: BitMatrix) -> Cover:
        """Return the cover of a matrix, whose columns are all its items."""
        check_rows(matrix)
        columns = tuple(matrix.columns)
        if unknown := {*self.items, *self.copies, *self.optional} - {*columns}:
            told = (
                f"0 to {len(columns) - 1}"
                if columns and columns[0] == 0
                else ", ".join(map(repr, columns[:MOST_NAMED]))
            )
            raise NotationError(f"item {min(map(repr, unknown))} is no column of the matrix: expected some of {told}")
        rows = zip(matrix.names, matrix.rows, strict=True)
        return self.build([(name, [columns[c] for c in row]) for name, row in rows], columns)

    def _entries(self, name: object, given: object) -> list[tuple[Hashable, int]]:
        if isinstance(given, Mapping):
            row = [(item, 0 if color is None else self._color(item, color)) for item, color in given.items()]
        else:
            row = [(item, 0) for item in _keys(f"option {name!r}", given)]
        if not row:
            raise NotationError(f"option {name!r} has no items: expected at least one")
        return row

    def _color(self, item: Hashable, color: object) -> int:
        if item not in self.optional:
            raise NotationError(f"item {item!r} has a color: expected it among the optional items")
        try:
            return self.colors.setdefault(color, len(self.colors) + 1)
        except TypeError:
            raise argument_error(f"color of item {item!r}", color, "a text, a number or None", False) from None

    def _bounds(self, item: Hashable) -> tuple[int, int]:
        given = self.copies.get(item, (0, 1) if item in self.optional else (1, 1))
        lo, hi = given if isinstance(given, tuple) and len(given) == 2 else (given, given)
        what, most = f"copies of {item!r}", UNLIMITED - 1
        if given is None or (isinstance(given, tuple) and len(given) != 2):
            raise argument_error(what, given, "a number, or (fewest, most), e.g. (1, None) for at least one", False)
        check_whole(what if lo is given else f"the fewest {what}", lo, 0, most)
        check_whole(what if hi is given else f"the most {what}", hi, 0, most, optional=hi is not given)
        if hi is not None and hi < lo:
            raise argument_error(what, given, f"(fewest, most), e.g. ({hi}, {lo}), or ({lo}, None) for at least {lo}")
        return lo, UNLIMITED if hi is None else hi

    def _too_often(self, made: ExactCover, items: Sequence[Hashable], names: Sequence[object]) -> str:
        """Return a message naming an option that covers an item too often; "" if there is none."""
        for name, row in zip(names, made.options, strict=True):
            for item in set(row):
                if row.count(item) > made.upper[item]:
                    return f"option {name!r} covers {items[item]!r} {row.count(item)} times: expected at most {made.upper[item]}"
        return ""
