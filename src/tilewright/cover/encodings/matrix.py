"""The 0-1 program of a cover as sparse arrays: rows are items, columns options; for solvers of linear programs.

Colors have further columns and rows behind these: a column for each color of several options, 1 where one of them is
taken; rows that say so, and a row for each item of whose colors at most one is used.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tilewright.cover.encodings.clauses import as_numpy
from tilewright.cover.encodings.colors import color_groups, exclusive_parts, without_colors
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
    width: int  # columns in all

    @classmethod
    def of(cls, cover: ExactCover) -> Matrix:
        """The program of a cover; an item an option names twice has coefficient 2."""
        matrix = cls._of_plain(without_colors(cover))
        return matrix._with_colors(cover) if cover.colors else matrix

    @classmethod
    def _of_plain(cls, cover: ExactCover) -> Matrix:
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

    def _with_colors(self, cover: ExactCover) -> Matrix:
        """The same with the columns and rows of the colors."""
        loose, width = without_colors(cover), self.width
        rows: list[list[tuple[int, float]]] = []
        upper: list[float] = []
        for colored in color_groups(cover):
            used = []
            for group in colored.groups:
                used.append(group[0] if len(group) == 1 else width)
                if len(group) > 1:
                    rows += ([(o, 1.0) for o in part] + [(width, -1.0)] for part in exclusive_parts(loose, group))
                    width += 1
            upper += [0.0] * (len(rows) - len(upper))
            rows.append([(column, 1.0) for column in used])
            upper.append(1.0)
        columns, values = zip(*(entry for row in rows for entry in row), strict=True) if rows else ((), ())
        ends = self.starts[-1] + np.cumsum([len(row) for row in rows])
        return Matrix(
            np.concatenate((self.starts, ends)).astype(np.int32),
            np.concatenate((self.columns, columns)).astype(np.int32),
            np.concatenate((self.values, values)).astype(np.float64),
            np.concatenate((self.lo, np.full(len(rows), -np.inf))),
            np.concatenate((self.hi, upper)),
            width,
        )


def chosen_columns(values: NDArray[np.float64], solver: str) -> Solution:
    """The columns a solver set to 1; refuses values that are not whole."""
    if np.any(np.abs(values - np.round(values)) > 1e-5):
        raise TilewrightError(f"{solver} returned values that are not whole numbers")
    return tuple(np.flatnonzero(values > 0.5).tolist())
