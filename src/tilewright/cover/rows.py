"""Rows of whole numbers in two flat arrays, as the kernel takes them; a row becomes a tuple only where it is looked at."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate, chain, pairwise
from struct import Struct
from typing import overload

from tilewright.cover.search.deadline import NEVER, Deadline
from tilewright.errors import LimitError

LARGEST = 2**31 - 1  # what 32 bits hold, as the kernel's numbers of items and options do


def int_array(values: Iterable[int] | memoryview) -> array[int]:
    """The values as 32-bit numbers: an array of them as it is, else a copy; LimitError when one is too large."""
    if isinstance(values, array) and values.typecode == "i":
        return values
    if isinstance(values, memoryview) and values.itemsize == 4:
        return _copied("i", values)
    try:
        return array("i", list(values))  # from a list it is made several times faster than from an iterator
    except OverflowError:
        raise LimitError(f"the cover has a number beyond 32 bits: expected at most {LARGEST:,}") from None


def _copied(typecode: str, values: memoryview) -> array[int]:
    made = array(typecode)
    made.frombytes(values.cast("B") if len(values) else b"")  # a view of nothing cannot be cast
    return made


def _offset_array(values: Iterable[int] | memoryview) -> array[int]:
    if isinstance(values, array) and values.typecode == "q":
        return values
    if isinstance(values, memoryview) and values.itemsize == 8:
        return _copied("q", values)
    return array("q", values)


class _Unpackers(dict[int, Callable[..., tuple[int, ...]]]):
    """For each length what makes a tuple of so many numbers of a buffer, in one step."""

    def __missing__(self, length: int) -> Callable[..., tuple[int, ...]]:
        self[length] = Struct(f"{length}i").unpack_from
        return self[length]


_unpack = _Unpackers()


class Rows(Sequence[tuple[int, ...]]):
    """Row k is `flat[starts[k] : starts[k + 1]]`; `starts` has one number more than there are rows.

    starts: 64-bit offsets, an array("q"). flat: 32-bit numbers, an array("i"). Neither is changed once it is here.

    >>> rows = Rows.of([(0, 3), (), (1,)])
    >>> rows[0], rows[-1], len(rows)
    ((0, 3), (1,), 3)
    >>> rows.starts.tolist(), rows.flat.tolist()
    ([0, 2, 2, 3], [0, 3, 1])
    """

    __slots__ = ("flat", "starts")

    def __init__(self, starts: Iterable[int] | memoryview, flat: Iterable[int] | memoryview) -> None:
        self.starts, self.flat = _offset_array(starts), int_array(flat)

    @classmethod
    def of(cls, rows: Sequence[Sequence[int]]) -> Rows:
        """The same rows; LimitError when a number is too large."""
        if isinstance(rows, Rows):
            return rows
        return cls(accumulate(map(len, rows), initial=0), chain.from_iterable(rows))

    def chosen(self, numbers: Sequence[int], deadline: Deadline = NEVER) -> Rows:
        """The rows of these numbers, in this order, by slices of the arrays. Raises OutOfTimeError at the deadline.

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
            place += len(self)
            if place < 0:
                raise IndexError(f"there is no row {place - len(self)}")
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
    """(first, behind the last) of each stretch of numbers that follow one another."""
    first = behind = numbers[0]
    for number in numbers:
        if number != behind:
            yield first, behind
            first = number
        behind = number + 1
    yield first, behind
