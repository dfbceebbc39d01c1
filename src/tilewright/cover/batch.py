"""Many solutions in two flat arrays, as the kernel hands them over; tuples are made only where one is looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, overload

from tilewright.cover.problem import Solution

if TYPE_CHECKING:
    from numpy import int32, int64
    from numpy.typing import NDArray


class Batch(Sequence[Solution]):
    """Solution k is `options[starts[k] : starts[k + 1]]`, ascending. `starts` has one number more than solutions."""

    __slots__ = ("options", "starts")

    def __init__(self, starts: NDArray[int64], options: NDArray[int32]) -> None:
        self.starts, self.options = starts, options

    def __len__(self) -> int:
        return len(self.starts) - 1

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
            return Batch(self.starts[first : max(first, last) + 1], self.options)
        place = range(len(self))[place]
        return tuple(self.options[self.starts[place] : self.starts[place + 1]].tolist())

    def __iter__(self) -> Iterator[Solution]:
        """All solutions as tuples."""
        if (rows := self.table) is not None:
            return iter(map(tuple, rows.tolist()))
        bounds = (self.starts - self.starts[0]).tolist()
        flat = self.options[self.starts[0] : self.starts[-1]].tolist()
        return (tuple(flat[a:b]) for a, b in pairwise(bounds))

    @property
    def table(self) -> NDArray[int32] | None:
        """All solutions as rows, without a copy, if they are of one length; else None."""
        lengths = self.starts[1:] - self.starts[:-1]
        if not len(lengths) or lengths.min() != lengths.max():
            return None
        return self.options[self.starts[0] : self.starts[-1]].reshape(len(lengths), int(lengths[0]))

    def by_length(self) -> Iterator[tuple[NDArray[int64], NDArray[int32]]]:
        """(places, rows): the solutions of each length as a table."""
        import numpy as np

        if (rows := self.table) is not None:
            yield np.arange(len(self)), rows
            return
        lengths = np.diff(self.starts)
        for length in np.unique(lengths).tolist():
            places = np.flatnonzero(lengths == length)
            yield places, self.options[self.starts[places][:, None] + np.arange(length)]

    @classmethod
    def of(cls, solutions: Sequence[Solution]) -> Batch:
        """The same from tuples."""
        import numpy as np

        if isinstance(solutions, Batch):
            return solutions
        starts = np.zeros(len(solutions) + 1, dtype=np.int64)
        np.cumsum([len(solution) for solution in solutions], out=starts[1:])
        flat = (option for solution in solutions for option in solution)
        return Batch(starts, np.fromiter(flat, dtype=np.int32, count=int(starts[-1])))
