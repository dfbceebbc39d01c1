"""Entropy for each cell: how fast the tilings of strips grow, and what that says of the plane.

The tilings of a strip of width w and n columns grow as the n-th power of the largest eigenvalue of its transfer matrix,
which is enclosed by the quotients of one step of the iteration (Collatz 1942, Wielandt 1950): for a matrix without negative
entries and a vector x > 0 it lies between the least and the largest (M x)_i / x_i.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf, log, nextafter

import numpy as np
from numpy.typing import NDArray

from tilewright.cover.limits import NEVER, Deadline
from tilewright.series.strip import Strip

WIDTH = 1e-12  # of the enclosure of an eigenvalue, relative; rounding is 1e-15 or so
MOST_STEPS = 100_000
EPSILON = 2.0**-52  # twice the relative error of one rounding
SLOW = 0.5  # values whose steps shrink less than to this part are extrapolated


@dataclass(frozen=True)
class StripEntropy:
    """log(tilings) for each cell of a long strip lies between `low` and `high`, which are rounded outward.

    cells:  of a column; `states`: of the transfer matrix.
    """

    cells: int
    low: float
    high: float
    states: int

    @property
    def middle(self) -> float:
        """The middle of the enclosure."""
        return (self.low + self.high) / 2


@dataclass(frozen=True)
class PlaneEntropy:
    """An estimate of log(tilings) for each cell of large boards, and by how much the last size moved it, which proves nothing.

    values: (log a(n, n) - log a(n - d, n) - log a(n, n - d) + log a(n - d, n - d)) / d^2 for each n but the first: what edges
    and corners add to the logarithm cancels.
    """

    estimate: float
    error: float
    values: tuple[float, ...]


def strip_entropy(strip: Strip, deadline: Deadline = NEVER) -> StripEntropy | None:
    """Return the entropy of a strip; None if no length of it can be tiled.

    Raises LimitError where there are too many states, OutOfTimeError at the deadline.

    >>> from tilewright.series.pattern import Pattern
    >>> found = strip_entropy(Strip.of(Pattern("dominoes*@2x{n}")))
    >>> round(found.middle, 12)  # the golden ratio for each column of two cells
    0.24060591253
    """
    steps = strip.matrix(deadline)
    if not any(steps):
        return None
    sources = np.repeat(np.arange(len(steps)), [len(each) for each in steps])
    targets = np.array([other for each in steps for other, _ in each])
    ways = np.array([float(number) for each in steps for _, number in each])
    low, high = _largest_eigenvalue(sources, targets, ways, len(steps), deadline)
    return StripEntropy(strip.column, *_outward(low, high, max(map(len, steps)), strip.column), len(steps))


def _outward(low: float, high: float, terms: int, column: int) -> tuple[float, float]:
    """Return the logarithms for each cell of both ends, moved outward by what rounding can come to.

    A quotient is a sum of `terms` products of numbers that are not negative, each rounded, and a division: its relative error is less
    than (terms + 3) EPSILON. Logarithm and division add a few units in the last place.
    """
    slack = (terms + 3) * EPSILON
    ends = log(low) - slack, log(high) + slack
    down, up = ((end + side * 4 * EPSILON * abs(end)) / column for end, side in zip(ends, (-1, 1), strict=True))
    return nextafter(down, -inf), nextafter(up, inf)


def _largest_eigenvalue(
    sources: NDArray[np.int64], targets: NDArray[np.int64], ways: NDArray[np.float64], size: int, deadline: Deadline
) -> tuple[float, float]:
    """Bounds of the largest eigenvalue. A multiple of the identity is added, so that a cycle of states converges, too."""
    vector, shift = np.ones(size), 1.0
    for _ in range(MOST_STEPS):
        deadline.check()
        image = np.bincount(sources, weights=ways * vector[targets], minlength=size)
        quotients = image / vector
        low, high = float(quotients.min()), float(quotients.max())
        if high - low <= WIDTH * high:
            break
        shift = (low + high) / 4
        vector = image + shift * vector
        vector /= vector.max()
    return low, high


def plane_entropy(tilings: Callable[[int, int], int], sizes: Sequence[int], cells: int = 1) -> PlaneEntropy:
    """Return an estimate from the numbers of tilings of n x n and n x (n - d) boards, for sizes n in steps of d.

    tilings: the number for a height and a width. cells: atoms of a unit of the board.
    Where the values approach their limit slowly, as those of dominoes do, they are taken as f + c / n^2.
    Raises ValueError if there are fewer than four sizes, they have no common step, or a board has no tiling.

    >>> found = plane_entropy(lambda height, width: 2 ** (height * width), (2, 3, 4, 5))
    >>> round(found.estimate, 12), found.error < 1e-12
    (0.69314718056, True)
    """
    steps = {after - before for before, after in pairwise(sizes)}
    if len(sizes) < 4 or len(steps) != 1 or min(steps) < 1:
        raise ValueError(f"sizes {tuple(sizes)}: expected four at least, in equal steps, as 8..14:2")
    step = steps.pop()
    values = tuple(_bulk(tilings, size, step) / cells for size in sizes[1:])
    slow = [_slow_limit(values, sizes[1:], last) for last in range(1, len(values))]
    moved = [after - before for before, after in pairwise(values)]
    if moved[-2] and moved[-1] / moved[-2] > SLOW:
        return PlaneEntropy(slow[-1], abs(slow[-1] - slow[-2]), values)
    return PlaneEntropy(values[-1], abs(moved[-1]), values)


def _bulk(tilings: Callable[[int, int], int], size: int, step: int) -> float:
    """What each unit adds to the logarithm, edges and corners left out."""
    less = size - step
    counts = [tilings(size, size), tilings(less, size), tilings(size, less), tilings(less, less)]
    if 0 in counts:
        raise ValueError(f"a board of {less} to {size} has no tiling: expected sizes that can be tiled")
    both, one, other, neither = map(log, counts)
    return (both - one - other + neither) / step**2


def _slow_limit(values: Sequence[float], sizes: Sequence[int], last: int) -> float:
    """f of f + c / n^2 through two values."""
    before, after = sizes[last - 1] ** 2, sizes[last] ** 2
    return (values[last] * after - values[last - 1] * before) / (after - before)
