"""Many solutions in two flat arrays, as the kernel hands them over; tuples are made only where one is looked at.

They are read without numpy, whose import alone takes longer than most searches; it gives tables for whom needs them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any, overload

from tilewright.cover.problem import Solution
from tilewright.cover.rows import Rows
from tilewright.lazy import lazy

if TYPE_CHECKING:
    import numpy as np
    from numpy import int32, int64
    from numpy.typing import NDArray

    Numbers = NDArray[Any] | memoryview
else:
    np = lazy("numpy")  # slow to import; for tables alone


class Batch(Sequence[Solution]):
    """Solution k is `options[starts[k] : starts[k + 1]]`, ascending. `starts` has one number more than solutions."""

    __slots__ = ("_options", "_starts")

    def __init__(self, starts: Numbers, options: Numbers) -> None:
        self._starts: Any = starts
        self._options: Any = options

    @property
    def buffers(self) -> tuple[memoryview, memoryview]:
        """`starts` (64 bits) and `options` (32 bits), without numpy; not copied."""
        return memoryview(self._starts), memoryview(self._options)

    @property
    def starts(self) -> NDArray[int64]:
        """Where each solution begins; not copied."""
        return np.asarray(self._starts, dtype=np.int64)

    @property
    def options(self) -> NDArray[int32]:
        """All solutions end to end; not copied."""
        return np.asarray(self._options, dtype=np.int32)

    def __len__(self) -> int:
        return len(self._starts) - 1

    @overload
    def __getitem__(self, place: int) -> Solution: ...
    @overload
    def __getitem__(self, place: slice) -> Batch: ...
    def __getitem__(self, place: int | slice) -> Solution | Batch:
        """One solution, or a batch of some in a row."""
        if isinstance(place, slice):
            first, last, step = place.indices(len(self))
            if step != 1:
                raise ValueError(f"a batch has no slices of step {step}")
            return Batch(self._starts[first : max(first, last) + 1], self._options)
        place = range(len(self))[place]
        return tuple(self._options[self._starts[place] : self._starts[place + 1]].tolist())

    def __iter__(self) -> Iterator[Solution]:
        """All solutions as tuples; without numpy."""
        starts = self._starts.tolist()
        bounds = [start - starts[0] for start in starts]
        flat = self._options[starts[0] : starts[-1]].tolist()
        return (tuple(flat[a:b]) for a, b in pairwise(bounds))

    @property
    def table(self) -> NDArray[int32] | None:
        """All solutions as rows, without a copy, if they are of one length; else None."""
        starts = self.starts
        lengths = starts[1:] - starts[:-1]
        if not len(lengths) or lengths.min() != lengths.max():
            return None
        return self.options[starts[0] : starts[-1]].reshape(len(lengths), int(lengths[0]))

    def by_length(self) -> Iterator[tuple[NDArray[int64], NDArray[int32]]]:
        """(places, rows): the solutions of each length as a table."""
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
        """The same from tuples."""
        if isinstance(solutions, Batch):
            return solutions
        rows = Rows.of(solutions)
        return cls(memoryview(rows.starts), memoryview(rows.flat))

    @classmethod
    def of_table(cls, rows: NDArray[int32]) -> Batch:
        """Solutions of one length, one a row."""
        return cls(np.arange(len(rows) + 1, dtype=np.int64) * rows.shape[1], rows.ravel())
