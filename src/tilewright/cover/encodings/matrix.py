"""The 0-1 program of a cover as sparse arrays: rows are items, columns options; for solvers of linear programs."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from tilewright.cover.encodings.clauses import loose_options
from tilewright.cover.problem import ExactCover, Solution
from tilewright.errors import TilewrightError

SECONDS_AN_ENTRY = 2e-7  # of the cover, about, to make its matrix


@dataclass(frozen=True)
class Cut:
    """A row that one solution alone violates: sum of values x columns >= least."""

    columns: NDArray[np.int32]
    values: NDArray[np.float64]
    least: float


@dataclass(frozen=True)
class Matrix:
    """The rows in compressed form: row i has entries starts[i] to starts[i + 1] of `columns` and `values`."""

    starts: NDArray[np.int32]
    columns: NDArray[np.int32]
    values: NDArray[np.float64]
    lo: NDArray[np.float64]
    hi: NDArray[np.float64]  # inf where there is no bound
    width: int
    loose: NDArray[np.int32]

    @classmethod
    def of(cls, cover: ExactCover) -> Matrix:
        """The program of a cover; an item an option names twice has coefficient 2."""
        rows, width = len(cover.lo), len(cover.options)
        lengths = np.fromiter(map(len, cover.options), np.int64, count=width)
        items = np.fromiter(chain.from_iterable(cover.options), np.int64, count=int(lengths.sum()))
        keys, times = np.unique(items * max(width, 1) + np.repeat(np.arange(width), lengths), return_counts=True)
        starts = np.zeros(rows + 1, np.int32)
        np.cumsum(np.bincount(keys // max(width, 1), minlength=rows), out=starts[1:])
        hi = np.array([np.inf if most is None else most for most in cover.hi], np.float64)
        return cls(
            starts,
            (keys % max(width, 1)).astype(np.int32),
            times.astype(np.float64),
            np.array(cover.lo, np.float64),
            hi,
            width,
            loose_options(cover),
        )

    def cut(self, solution: Solution) -> Cut:
        """The row that forbids this solution and no other: something of it is left out, or something loose is added."""
        added = np.setdiff1d(self.loose, solution)
        columns = np.concatenate([np.array(solution, np.int32), added]).astype(np.int32)
        values = np.where(np.arange(len(columns)) < len(solution), -1.0, 1.0)
        return Cut(columns, values, 1.0 - len(solution))


def taken(values: NDArray[np.float64], solver: str) -> Solution:
    """The columns a solver set to 1; refuses values that are not whole."""
    if np.any(np.abs(values - np.round(values)) > 1e-5):
        raise TilewrightError(f"{solver} returned values that are not whole numbers")
    return tuple(np.flatnonzero(values > 0.5).tolist())
