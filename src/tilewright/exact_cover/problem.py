"""Exact covers (items with bounds, and options that cover them) and their solutions, in flat arrays for the kernel.

A row becomes a tuple only when it is accessed. numpy, whose import takes longer than most searches, is imported only
for callers that need tables.

The quotient of a cover by an automorphism is an exact cover whose solutions are those that the automorphism preserves.
It serves to count orbits by Burnside's lemma. An invariant solution is a union of orbits of options. Each orbit that no
item forbids becomes one option. One item represents each orbit of items, because an invariant set covers them equally
often. The automorphism maps the color of one item to those of the others, so two orbits of options agree on all of them
if they agree on one. An orbit that would give an item two colors is left out.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, chain, pairwise
from struct import Struct
from typing import TYPE_CHECKING, Any, Protocol, TypeVar, overload

from tilewright._kernel import SolutionChecker
from tilewright.errors import InternalError, LimitError, NotationError
from tilewright.exact_cover.limits import NEVER, Deadline

if TYPE_CHECKING:
    from numpy import int32, int64
    from numpy.typing import NDArray

    from tilewright._kernel import Cover

    Numbers = NDArray[Any] | memoryview

    class OptionMatrix(Protocol):
        """A two-dimensional NumPy array, or a SciPy sparse matrix or array."""

        @property
        def shape(self) -> tuple[int, ...]:
            """The numbers of rows and columns."""

        @property
        def dtype(self) -> Any:
            """The type of the entries."""


LARGEST = 2**31 - 1  # the largest 32-bit number, as in the kernel's numbers of items and options


def int_array(values: Iterable[int] | memoryview) -> array[int]:
    """Return the values as an array of 32-bit numbers, without a copy if they are one already.

    Raises LimitError when a value is too large.
    """
    try:
        return _array("i", 4, values)
    except OverflowError:
        raise LimitError(f"the cover has a number beyond 32 bits: expected at most {LARGEST:,}") from None


def _array(typecode: str, size: int, values: Iterable[int] | memoryview) -> array[int]:
    if isinstance(values, array) and values.typecode == typecode:
        return values
    if isinstance(values, memoryview) and values.itemsize == size:
        made: array[int] = array(typecode)
        made.frombytes(values.cast("B") if len(values) else b"")  # an empty memoryview cannot be cast
        return made
    return array(typecode, list(values))  # several times faster from a list than from an iterator


class _Unpackers(dict[int, Callable[..., tuple[int, ...]]]):
    """For each length, the function that unpacks a tuple of so many numbers from a buffer."""

    def __missing__(self, length: int) -> Callable[..., tuple[int, ...]]:
        self[length] = Struct(f"{length}i").unpack_from
        return self[length]


_unpack = _Unpackers()


class Rows(Sequence[tuple[int, ...]]):
    """Rows of numbers: row k is `flat[starts[k] : starts[k + 1]]`, so `starts` has one number more than there are rows.

    starts: 64-bit offsets, an array("q").
    flat:   32-bit numbers, an array("i").

    Neither is modified.

    >>> rows = Rows.of([(0, 3), (), (1,)])
    >>> rows[0], rows[-1], len(rows)
    ((0, 3), (1,), 3)
    >>> rows.starts.tolist(), rows.flat.tolist()
    ([0, 2, 2, 3], [0, 3, 1])
    """

    __slots__ = ("flat", "starts")

    def __init__(self, starts: Iterable[int] | memoryview, flat: Iterable[int] | memoryview) -> None:
        self.starts, self.flat = _array("q", 8, starts), int_array(flat)

    @classmethod
    def of(cls, rows: Sequence[Sequence[int]]) -> Rows:
        """Return the rows as `Rows`. Raises LimitError when a number is too large."""
        if isinstance(rows, Rows):
            return rows
        return cls(accumulate(map(len, rows), initial=0), chain.from_iterable(rows))

    def chosen(self, numbers: Sequence[int], deadline: Deadline = NEVER) -> Rows:
        """Return the rows with these numbers, in this order, by slices of the arrays.

        Raises OutOfTimeError at the deadline.

        >>> Rows.of([(0, 3), (), (1,), (2, 5)]).chosen([2, 3, 0])
        ((1,), (2, 5), (0, 3))
        """
        starts, flat = array("q", (0,)), array("i")
        for part in deadline.parts(numbers):
            for first, last in _runs(part):
                begin, place = self.starts[first], len(flat)
                starts.extend([start - begin + place for start in self.starts[first + 1 : last]])
                flat += self.flat[begin : self.starts[last]]
                starts.append(len(flat))
        return Rows(starts, flat)

    def __len__(self) -> int:
        return len(self.starts) - 1

    @overload
    def __getitem__(self, place: int) -> tuple[int, ...]: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[tuple[int, ...], ...]: ...
    def __getitem__(self, place: int | slice) -> tuple[int, ...] | tuple[tuple[int, ...], ...]:
        if isinstance(place, slice):
            return tuple(self[each] for each in range(*place.indices(len(self))))
        if place < 0:
            place = range(len(self))[place]
        first = self.starts[place]
        return _unpack[self.starts[place + 1] - first](self.flat, 4 * first)

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        flat = self.flat
        for first, last in pairwise(self.starts):
            yield _unpack[last - first](flat, 4 * first)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Rows):
            return self.starts == other.starts and self.flat == other.flat
        return tuple(self) == other if isinstance(other, tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.starts.tobytes(), self.flat.tobytes()))

    def __repr__(self) -> str:
        return repr(tuple(self))


def _runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield (first, last + 1) for each run of consecutive numbers."""
    first = behind = numbers[0]
    for number in numbers:
        if number != behind:
            yield first, behind
            first = number
        behind = number + 1
    yield first, behind


Solution = tuple[int, ...]  # numbers of options, ascending
Solutions = Iterator[Sequence[Solution]]  # in batches
UNLIMITED = LARGEST  # represents the absence of an upper bound in an array


@dataclass(frozen=True)
class Automorphism:
    """A permutation of items and options that preserves the cover: item i goes to items[i], option o to options[o]."""

    items: tuple[int, ...]
    options: tuple[int, ...]


class ExactCover:
    """An exact cover problem: choose options so that item i is covered at least lo[i] and at most hi[i] times.

    An upper bound of None means any number. Primary items have bounds 1, 1, secondary ones 0, 1. An option lists its
    items in ascending order; an item that occurs k times in it is covered k times (only if hi > 1). A choice is a set:
    no option is taken twice.

    An option may give a secondary item a color: options that give it the same color share the item, so that together
    they cover it once (Knuth's XCC). `colors` has a number for each entry of the options, 0 for no color; it is empty
    if no option gives any. An option that covers the item without a color shares it with none. Colors of different
    items are unrelated, even if their numbers are the same.

    Hints may be empty and do not change the answer: `order` is a good sequence of the items that form a board,
    `adjacent[i]` are the neighbors of item i, `automorphisms` is a whole group of symmetries, identity included.
    An automorphism may map the colors of an item to others. `names` are readable names of the items, `color_names`
    those of the colors 1, 2, ...

    Everything is held in flat arrays that are not modified: `lo`, `upper` (`UNLIMITED` for None), `order` and `colors`
    are arrays of 32-bit numbers, `options` and `adjacent` are `Rows`. Arrays of these types are kept without a copy.
    `hi`, and the rows when accessed, are tuples for convenience.

    >>> cover = ExactCover.of([(0, 1), (2,), (1, 2), (0,)], primary=3)
    >>> cover.size, cover.options[2], cover.hi
    ((3, 4, 6), (1, 2), (1, 1, 1))
    >>> crossing = ExactCover.of([(0, 2), (0, 2), (1, 2)], primary=2, secondary=1, colors=[(0, 1), (0, 2), (0, 2)])
    >>> crossing.colors.tolist(), crossing.color_rows[2]
    ([0, 1, 0, 2, 0, 2], (0, 2))
    """

    def __init__(
        self,
        lo: Iterable[int],
        hi: Iterable[int | None],
        options: Sequence[Sequence[int]],
        order: Iterable[int] = (),
        adjacent: Sequence[Sequence[int]] = (),
        automorphisms: Iterable[Automorphism] = (),
        names: Iterable[str] = (),
        colors: Iterable[int] = (),
        color_names: Iterable[str] = (),
    ) -> None:
        self.lo = int_array(lo)
        if isinstance(hi, array | memoryview):
            self.upper = int_array(hi)
        else:
            self.upper = int_array(UNLIMITED if most is None else min(most, UNLIMITED) for most in hi)
        self.options = Rows.of(options)
        self.order = int_array(order)
        self.adjacent = Rows.of(adjacent)
        self.automorphisms = tuple(automorphisms)
        self.names = tuple(names)
        self.colors = int_array(colors)
        if not any(self.colors):
            self.colors = int_array(())
        self.color_names = tuple(color_names)
        self.prepared: Cover | None = None  # the kernel's form of the cover, see kernel.py
        # The work that a failed search for an invariant was allowed; it is not repeated with less.
        self.work_in_vain = 0

    @classmethod
    def of(
        cls,
        options: Sequence[Sequence[int]] | OptionMatrix,
        primary: int,
        secondary: int = 0,
        colors: Sequence[Sequence[int]] = (),
    ) -> ExactCover:
        """Make a plain exact cover: items 0 .. primary - 1 exactly once, the next `secondary` ones at most once.

        options: the items of each option, in any order; or a NumPy array of whole numbers with such a row for each
            option; or the matrix of the cover itself, with a row for each option and a column for each item: a NumPy
            array of truth values, or a SciPy sparse matrix or array whose entries are the non-zeros. Arrays are taken
            without checking rows.
        colors:  for each option, a number for each of its items, in the same order; empty if there are no colors.

        Raises NotationError for a matrix whose number of columns differs from that of items, and for arrays of other
        types.

        >>> import numpy as np
        >>> matrix = np.array([[1, 1, 0], [0, 0, 1], [0, 1, 1]], dtype=bool)
        >>> ExactCover.of(matrix, primary=3) == ExactCover.of([(0, 1), (2,), (2, 1)], primary=3)
        True
        """
        lo = array("i", (1,)) * primary + array("i", (0,)) * secondary
        hi = array("i", (1,)) * (primary + secondary)
        if hasattr(options, "dtype"):
            return cls(lo, hi, _matrix_rows(options, len(lo)))
        if not colors:
            return cls(lo, hi, list(map(sorted, options)))
        rows = [sorted(zip(*both, strict=True)) for both in zip(options, colors, strict=True)]
        flat = [color for row in rows for _, color in row]
        return cls(lo, hi, tuple(tuple(item for item, _ in row) for row in rows), colors=flat)

    @cached_property
    def hi(self) -> tuple[int | None, ...]:
        """The upper bounds, None for no bound."""
        return tuple(None if most == UNLIMITED else most for most in self.upper)

    @cached_property
    def color_rows(self) -> Rows:
        """The colors of the items of each option, in their order; 0 for none."""
        return Rows(self.options.starts, self.colors or array("i", bytes(4 * len(self.options.flat))))

    @cached_property
    def size(self) -> tuple[int, int, int]:
        """The numbers of (items, options, entries): rows, columns and non-zeros of the matrix."""
        return len(self.lo), len(self.options), len(self.options.flat)

    def replace(self, **changes: Any) -> ExactCover:
        """Return the cover with some arguments of `ExactCover` changed."""
        return ExactCover(**{**self._parts, "names": self.names, "color_names": self.color_names, **changes})

    def with_options(self, numbers: Sequence[int], deadline: Deadline = NEVER) -> ExactCover:
        """Return the cover with only these options, in this order, and without automorphisms.

        Raises OutOfTimeError at the deadline.
        """
        colors = self.color_rows.chosen(numbers, deadline).flat if self.colors else ()
        return self.replace(options=self.options.chosen(numbers, deadline), colors=colors, automorphisms=())

    def __getstate__(self) -> dict[str, Any]:
        """Return the state for copies and pickles, without the kernel's form of the cover."""
        return {**self.__dict__, "prepared": None}

    @property
    def _parts(self) -> dict[str, Any]:
        """The arguments that determine equality."""
        names = ("lo", "options", "order", "adjacent", "automorphisms", "colors")
        return {"hi": self.upper, **{name: getattr(self, name) for name in names}}

    def __eq__(self, other: object) -> bool:
        return self._parts == other._parts if isinstance(other, ExactCover) else NotImplemented

    def __hash__(self) -> int:
        return hash(
            (self.lo.tobytes(), self.upper.tobytes(), self.options, self.order.tobytes(), self.colors.tobytes())
        )

    def __repr__(self) -> str:
        parts: dict[str, object] = {"lo": tuple(self.lo), "hi": self.hi, "options": self.options}
        hints = {name: tuple(getattr(self, name)) for name in ("order", "adjacent", "automorphisms", "colors")}
        parts |= {name: hint for name, hint in hints.items() if hint}
        return f"ExactCover({', '.join(f'{name}={part!r}' for name, part in parts.items())})"

    def validate(self) -> str | None:
        """Return what is wrong with the cover in one line, or None."""
        if len(self.lo) != len(self.upper):
            return "lo and hi differ in length"
        for item, (lo, most) in enumerate(zip(self.lo, self.upper, strict=True)):
            if lo < 0 or most < lo:
                return f"item {item} has bounds {lo} to {most}"
        for number, option in enumerate(self.options):
            if not option or list(option) != sorted(option) or option[0] < 0 or option[-1] >= len(self.lo):
                return f"option {number} = {option}: expected items 0 to {len(self.lo) - 1} in ascending order"
            if len(set(option)) < len(option):
                for item, times in Counter(option).items():
                    if times > 1 and self.upper[item] < 2:
                        return f"option {number} covers item {item} {times} times"
        return self._wrong_colors()

    def _wrong_colors(self) -> str | None:
        if self.colors and len(self.colors) != len(self.options.flat):
            return f"there are {len(self.colors)} colors: expected one for each of {len(self.options.flat)} entries"
        for item, color in zip(self.options.flat, self.colors, strict=bool(self.colors)):
            if color < 0:
                return f"item {item} has the color {color}: expected 0 for none, or a positive number"
            if color and (self.lo[item], self.upper[item]) != (0, 1):
                bounds = f"{self.lo[item]} to {self.upper[item]}"
                return f"item {item} has colors and bounds {bounds}: only a secondary item, 0 to 1, may have colors"
        return None


def _matrix_rows(matrix: Any, items: int) -> Rows:
    """Return the options of an array of items, a matrix of truth values or a sparse matrix; see `ExactCover.of`."""
    import numpy as np

    if len(matrix.shape) != 2:
        raise NotationError(f"the options are an array of {len(matrix.shape)} dimensions: expected 2")
    if hasattr(matrix, "tocsr"):
        sparse = matrix.tocsr(copy=True)
        sparse.sum_duplicates()
        sparse.eliminate_zeros()
        width, starts, flat = sparse.shape[1], sparse.indptr, sparse.indices
    elif matrix.dtype.kind == "b":
        rows, flat = np.nonzero(matrix)
        width, starts = matrix.shape[1], np.searchsorted(rows, np.arange(len(matrix) + 1))
    elif matrix.dtype.kind in "iu":
        if matrix.size and int(np.max(matrix)) > LARGEST:
            raise LimitError(f"the cover has a number beyond 32 bits: expected at most {LARGEST:,}")
        width, flat = items, np.sort(matrix, axis=1).ravel()
        starts = np.arange(len(matrix) + 1) * matrix.shape[1]
    else:
        raise NotationError(f"the options are an array of {matrix.dtype}: expected whole numbers or truth values")
    if width != items:
        raise NotationError(f"the matrix has {width:,} columns: expected one for each of {items:,} items")
    return Rows(starts.astype(np.int64).data, np.ascontiguousarray(flat, dtype=np.int32).data)


class Batch(Sequence[Solution]):
    """A batch of solutions: solution k is `options[starts[k] : starts[k + 1]]`, ascending.

    `starts` has one number more than there are solutions.
    """

    __slots__ = ("_options", "_starts")

    def __init__(self, starts: Numbers, options: Numbers) -> None:
        self._starts: Any = starts
        self._options: Any = options

    @property
    def buffers(self) -> tuple[memoryview, memoryview]:
        """The buffers of `starts` (64 bits) and `options` (32 bits), without numpy and without a copy."""
        return memoryview(self._starts), memoryview(self._options)

    @property
    def starts(self) -> NDArray[int64]:
        """The start of each solution, without a copy."""
        import numpy as np

        return np.asarray(self._starts, dtype=np.int64)

    @property
    def options(self) -> NDArray[int32]:
        """All solutions end to end, without a copy."""
        import numpy as np

        return np.asarray(self._options, dtype=np.int32)

    def __len__(self) -> int:
        return len(self._starts) - 1

    @overload
    def __getitem__(self, place: int) -> Solution: ...
    @overload
    def __getitem__(self, place: slice) -> Batch: ...
    def __getitem__(self, place: int | slice) -> Solution | Batch:
        """Return one solution, or a batch of consecutive ones."""
        if isinstance(place, slice):
            first, last, step = place.indices(len(self))
            if step != 1:
                raise ValueError(f"a batch has no slices of step {step}")
            return Batch(self._starts[first : max(first, last) + 1], self._options)
        place = range(len(self))[place]
        return tuple(self._options[self._starts[place] : self._starts[place + 1]].tolist())

    def __iter__(self) -> Iterator[Solution]:
        """Return an iterator over all solutions as tuples, without numpy."""
        starts = self._starts.tolist()
        bounds = [start - starts[0] for start in starts]
        flat = self._options[starts[0] : starts[-1]].tolist()
        return (tuple(flat[a:b]) for a, b in pairwise(bounds))

    @property
    def table(self) -> NDArray[int32] | None:
        """All solutions as the rows of a table, without a copy, if they have the same length; otherwise None."""
        starts = self.starts
        lengths = starts[1:] - starts[:-1]
        if not len(lengths) or lengths.min() != lengths.max():
            return None
        return self.options[starts[0] : starts[-1]].reshape(len(lengths), int(lengths[0]))

    def by_length(self) -> Iterator[tuple[NDArray[int64], NDArray[int32]]]:
        """Yield (places, rows): the solutions of each length as a table."""
        import numpy as np

        if (rows := self.table) is not None:
            yield np.arange(len(self)), rows
            return
        starts, options = self.starts, self.options
        lengths = np.diff(starts)
        for length in np.unique(lengths).tolist():
            places = np.flatnonzero(lengths == length)
            yield places, options[starts[places][:, None] + np.arange(length)]

    @classmethod
    def of(cls, solutions: Sequence[Solution]) -> Batch:
        """Return a batch of solutions given as tuples."""
        if isinstance(solutions, Batch):
            return solutions
        rows = Rows.of(solutions)
        return cls(memoryview(rows.starts), memoryview(rows.flat))

    @classmethod
    def of_table(cls, rows: NDArray[int32]) -> Batch:
        """Return a batch of solutions of the same length, one per row."""
        import numpy as np

        return cls(np.arange(len(rows) + 1, dtype=np.int64) * rows.shape[1], rows.ravel())


def _cycles(permutation: Sequence[int], deadline: Deadline) -> list[tuple[int, ...]]:
    seen = [False] * len(permutation)
    cycles = []
    for start in deadline.watch(range(len(permutation))):
        cycle = []
        while not seen[start]:
            seen[start] = True
            cycle.append(start)
            start = permutation[start]
        if cycle:
            cycles.append(tuple(cycle))
    return cycles


def quotient_cover(cover: ExactCover, automorphism: Automorphism, deadline: Deadline = NEVER) -> ExactCover:
    """Return the cover whose solutions are the solutions of `cover` that the automorphism maps to themselves.

    Raises OutOfTimeError at the deadline.

    >>> pairs = ExactCover.of([(0, 1), (2, 3), (0, 2), (1, 3)], primary=4)  # two dominoes on 2x2 cells
    >>> turned = Automorphism(items=(3, 2, 1, 0), options=(1, 0, 3, 2))
    >>> quotient_cover(pairs, turned).options
    ((0, 1), (0, 1))
    """
    item_cycles = _cycles(automorphism.items, deadline)
    place = dict.fromkeys(range(len(cover.lo)), -1) | {cycle[0]: number for number, cycle in enumerate(item_cycles)}
    starts, flat = array("q", [0]), array("i")
    colors = array("i")
    for cycle in deadline.watch(_cycles(automorphism.options, deadline)):
        times = _covered(cover, cycle)
        together = Counter(item for item, _ in times.elements())  # different colors are added up
        if all(count <= cover.upper[item] for item, count in together.items()):
            entries = sorted((place[item], color) for item, color in times.elements() if place[item] >= 0)
            flat.extend(item for item, _ in entries)
            colors.extend(color for _, color in entries)
            starts.append(len(flat))
    lo, upper = (array("i", [bounds[cycle[0]] for cycle in item_cycles]) for bounds in (cover.lo, cover.upper))
    order = array("i", [place[item] for item in cover.order if place[item] >= 0])
    return ExactCover(lo, upper, Rows(starts, flat), order, colors=colors)


def _covered(cover: ExactCover, cycle: Sequence[int]) -> Counter[tuple[int, int]]:
    """Return how often the options together cover each item with each color (0 for none); a color counts once."""
    if not cover.colors:
        return Counter((item, 0) for option in cycle for item in cover.options[option])
    rows = (zip(cover.options[option], cover.color_rows[option], strict=True) for option in cycle)
    times = Counter(entry for row in rows for entry in row)
    return Counter({(item, color): 1 if color else count for (item, color), count in times.items()})


Batches = TypeVar("Batches", bound=Sequence[Solution])


def faults(cover: ExactCover, solution: Sequence[int]) -> list[str]:
    """Return what is wrong with a solution, one line for each fault; the list is empty if it is a solution."""
    wrong = []
    covered = [0] * len(cover.lo)
    colors_of: list[set[int]] = [set() for _ in cover.lo]
    for number in solution:
        if not 0 <= number < len(cover.options):
            wrong.append(f"there is no option {number}")
            continue
        for item, color in zip(cover.options[number], cover.color_rows[number], strict=True):
            # Options that give an item the same color cover it once together.
            covered[item] += not (color and colors_of[item] == {color})
            colors_of[item].add(color)
    if len(set(solution)) != len(solution):
        wrong.append("an option is taken twice")
    for item, times in enumerate(covered):
        hi = cover.hi[item]
        if times < cover.lo[item] or (hi is not None and times > hi):
            wrong.append(f"item {item} is covered {times} times: expected {cover.lo[item]} to {hi}")
    return wrong


class BatchChecker:
    """The test of `faults` for many solutions at once, by counting what they cover (native/src/cover/check.cpp).

    It reads the arrays of the cover in place. The time for a batch is proportional to what its solutions cover.
    """

    def __init__(self, cover: ExactCover) -> None:
        arrays = (cover.lo, cover.upper, cover.options.starts, cover.options.flat, cover.colors)
        self._checker = SolutionChecker(*(memoryview(each) for each in arrays))

    def wrong(self, batch: Sequence[Solution]) -> list[int]:
        """Return the places in the batch that are not solutions, ascending."""
        return list(self._checker.wrong(*Batch.of(batch).buffers))

    def require(self, batch: Sequence[Solution]) -> None:
        """Raise InternalError unless all members of an engine's batch are solutions."""
        if self.wrong(batch):
            raise InternalError("an engine returned something that is not a solution")

    def checked(self, batches: Iterable[Batches]) -> Iterator[Batches]:
        """Yield the batches of an engine after checking each.

        Everything that lists solutions without a puzzle uses this loop.
        """
        for batch in batches:
            self.require(batch)
            yield batch
