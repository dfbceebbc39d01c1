"""Sequences of tilings that are built on access. Until then a tiling is stored as the numbers of its options."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TypeVar, overload

from tilewright._kernel import common_length, narrowed
from tilewright.exact_cover.problem import Batch, Solution
from tilewright.puzzle.puzzle import Compiled, Puzzle, Tiling

Item = TypeVar("Item")
MOST_NARROW = (1 << 16) - 1  # the largest number that two bytes hold


class SolutionArray(Sequence[Solution]):
    """A compact sequence of solutions.

    It takes two bytes per option, or four if an option has a number of 65,536 or more, plus eight per solution if the
    solutions differ in length.

    >>> kept = SolutionArray()
    >>> kept.extend([(0, 3), (1, 2), (4,)])
    >>> len(kept), kept[1], kept[-1], list(kept[:2])
    (3, (1, 2), (4,), [(0, 3), (1, 2)])
    """

    def __init__(self) -> None:
        self._options = array("H")
        self._width = 0  # the common length of all solutions; 0 if they differ, and then `_ends` has their ends
        self._ends = array("q")

    def extend(self, solutions: Iterable[Solution]) -> None:
        """Append solutions. After an interrupt, only complete solutions are stored."""
        if isinstance(solutions, Batch):
            return self._extend_at_once(*solutions.buffers)
        for solution in solutions:
            if len(solution) != self._width or not self._width:
                self._allow(len(solution))
            if self._options.typecode == "H" and max(solution, default=0) > MOST_NARROW:
                self._options = array("i", self._options)
            self._options.extend(solution)
            if not self._width:
                self._ends.append(len(self._options))
        return None

    @property
    def bytes(self) -> int:
        """The number of bytes that all solutions take."""
        return len(self._options) * self._options.itemsize + len(self._ends) * self._ends.itemsize

    def _extend_at_once(self, starts: memoryview, options: memoryview) -> None:
        """Append a batch as a whole: it may hold millions of solutions."""
        if len(starts) < 2:
            return
        first, last, base = starts[0], starts[-1], len(self._options)
        width = common_length(starts)
        if width != self._width or not width:
            self._allow(width)
        if last > first:  # an empty memoryview cannot be cast
            more, is_narrow = options[first:last], self._options.typecode == "H"
            narrow = narrowed(more) if is_narrow else None
            if is_narrow and narrow is None:
                self._options = array("i", self._options)
            self._options.frombytes((more if narrow is None else narrow).cast("B"))
        if not self._width:
            self._ends.extend([place - first + base for place in starts[1:].tolist()])

    def _allow(self, width: int) -> None:
        """Prepare for a solution of another length than those before."""
        if width and not self._options and not self._ends:
            self._width = width
        elif self._width:
            self._ends = array("q", range(self._width, len(self._options) + 1, self._width))
            self._width = 0

    def __len__(self) -> int:
        return len(self._options) // self._width if self._width else len(self._ends)

    @overload
    def __getitem__(self, place: int) -> Solution: ...
    @overload
    def __getitem__(self, place: slice) -> View[Solution]: ...
    def __getitem__(self, place: int | slice) -> Solution | View[Solution]:
        if isinstance(place, slice):
            return View(self, range(len(self))[place])
        place = range(len(self))[place]
        if self._width:
            start = place * self._width
            return tuple(self._options[start : start + self._width])
        return tuple(self._options[self._ends[place - 1] if place else 0 : self._ends[place]])

    def __iter__(self) -> Iterator[Solution]:
        if self._width:
            return zip(*[iter(self._options)] * self._width, strict=False)
        return (tuple(self._options[start:end]) for start, end in pairwise([0, *self._ends]))


class View(Sequence[Item]):
    """A part of a sequence, given by a range of positions; it is created in constant time.

    >>> view = View("abcdef", range(6))[::-2]
    >>> len(view), view[0], list(view), list(view[1:])
    (3, 'f', ['f', 'd', 'b'], ['d', 'b'])
    """

    __slots__ = ("_places", "_source")

    def __init__(self, source: Sequence[Item], places: range) -> None:
        self._source, self._places = source, places

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, place: int) -> Item: ...
    @overload
    def __getitem__(self, place: slice) -> View[Item]: ...
    def __getitem__(self, place: int | slice) -> Item | View[Item]:
        places = self._places[place]
        return self._source[places] if isinstance(places, int) else View(self._source, places)

    def __iter__(self) -> Iterator[Item]:
        return map(self._source.__getitem__, self._places)


class TilingSequence(Sequence[Tiling]):
    """Tilings that are built on access. The sequence equals a tuple of the same tilings, and is pickled as one."""

    __slots__ = ()

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle of the tilings."""
        raise NotImplementedError

    @property
    def first_size(self) -> int:
        """The number of placements of the first tiling, which is not built for this."""
        raise NotImplementedError

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TilingSequence | tuple):
            return NotImplemented
        return len(self) == len(other) and all(mine == theirs for mine, theirs in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def place_of(self, number: int) -> int:
        """Return the position for an index, which counts from the end if negative.

        Raises IndexError if it is out of range.
        """
        places = range(len(self))
        if not -len(places) <= number < len(places):
            raise IndexError(f"tiling {number:,} of {len(places):,}: expected {-len(places):,} to {len(places) - 1:,}")
        return places[number]

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __reduce__(self) -> tuple[type[tuple[Tiling, ...]], tuple[tuple[Tiling, ...]]]:
        return tuple, (tuple(self),)


class Tilings(TilingSequence):
    """The tilings of solutions of a compiled puzzle.

    puzzle:    the puzzle of the tilings; it may have fewer pins than the compiled one.
    compiled:  the meaning of the options of the solutions.
    solutions: the numbers of each tiling's options.
    """

    __slots__ = ("_puzzle", "compiled", "solutions")

    def __init__(self, puzzle: Puzzle, compiled: Compiled, solutions: Sequence[Solution]) -> None:
        self._puzzle, self.compiled, self.solutions = puzzle, compiled, solutions

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle of the tilings."""
        return self._puzzle

    @property
    def first_size(self) -> int:
        """The number of placements of the first tiling."""
        return len(self.solutions[0])

    def __len__(self) -> int:
        return len(self.solutions)

    @overload
    def __getitem__(self, place: int) -> Tiling: ...
    @overload
    def __getitem__(self, place: slice) -> Tilings: ...
    def __getitem__(self, place: int | slice) -> Tiling | Tilings:
        if isinstance(place, slice):
            return Tilings(self.puzzle, self.compiled, View(self.solutions, range(len(self))[place]))
        return Tiling(self.puzzle, self.compiled.placements(self.solutions[self.place_of(place)]))

    def __iter__(self) -> Iterator[Tiling]:
        puzzle, placements = self.puzzle, self.compiled.placements
        return (Tiling(puzzle, placements(solution)) for solution in self.solutions)


def puzzle_of(tilings: Sequence[Tiling]) -> Puzzle:
    """Return the puzzle of at least one tiling, without building tilings that are built on access."""
    return tilings.puzzle if isinstance(tilings, TilingSequence) else tilings[0].puzzle


def placements_of_first(tilings: Sequence[Tiling]) -> int:
    """Return the number of placements of the first tiling, without building it."""
    return tilings.first_size if isinstance(tilings, TilingSequence) else len(tilings[0].placements)
