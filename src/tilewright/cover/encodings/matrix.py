"""The 0-1 program of a cover as sparse arrays: rows are items, columns options; for solvers of linear programs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.cover.encodings.clauses import as_numpy
from tilewright.cover.problem import UNLIMITED, ExactCover, Solution
from tilewright.errors import TilewrightError
from tilewright.lazy import lazy

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    np = lazy("numpy")  # slow to import, and not there in a browser

SECONDS_AN_ENTRY = 2e-7  # of the cover, about, to make its matrix


@dataclass(frozen=True)
class Matrix:
    """The rows in compressed form: row i has entries starts[i] to starts[i + 1] of `columns` and `values`."""

    starts: NDArray[np.int32]
    columns: NDArray[np.int32]
    values: NDArray[np.float64]
    lo: NDArray[np.float64]
    hi: NDArray[np.float64]  # inf where there is no bound
    width: int

    @classmethod
    def of(cls, cover: ExactCover) -> Matrix:
        """The program of a cover; an item an option names twice has coefficient 2."""
        rows, width = len(cover.lo), len(cover.options)
        starts_of_options, items = as_numpy(cover.options)
        owners = np.repeat(np.arange(width), np.diff(starts_of_options))
        keys, times = np.unique(items.astype(np.int64) * max(width, 1) + owners, return_counts=True)
        starts = np.zeros(rows + 1, np.int32)
        np.cumsum(np.bincount(keys // max(width, 1), minlength=rows), out=starts[1:])
        hi = np.array(cover.upper, np.float64)
        hi[hi == UNLIMITED] = np.inf
        return cls(
            starts,
            (keys % max(width, 1)).astype(np.int32),
            times.astype(np.float64),
            np.array(cover.lo, np.float64),
            hi,
            width,
        )


def chosen_columns(values: NDArray[np.float64], solver: str) -> Solution:
    """The columns a solver set to 1; refuses values that are not whole."""
    if np.any(np.abs(values - np.round(values)) > 1e-5):
        raise TilewrightError(f"{solver} returned values that are not whole numbers")
    return tuple(np.flatnonzero(values > 0.5).tolist())
