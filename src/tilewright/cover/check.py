"""Is it a solution? The definition and nothing else; shares no code with any engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright.cover.batch import Batch
from tilewright.cover.problem import ExactCover, Solution

if TYPE_CHECKING:
    from numpy import bool_, int32, uint64
    from numpy.typing import NDArray


def faults(cover: ExactCover, solution: Sequence[int]) -> list[str]:
    """What is wrong with a solution, a line each; empty when it is one."""
    wrong = []
    covered = [0] * len(cover.lo)
    for number in solution:
        if not 0 <= number < len(cover.options):
            wrong.append(f"there is no option {number}")
            continue
        for item in cover.options[number]:
            covered[item] += 1
    if len(set(solution)) != len(solution):
        wrong.append("an option is taken twice")
    for item, times in enumerate(covered):
        hi = cover.hi[item]
        if times < cover.lo[item] or (hi is not None and times > hi):
            wrong.append(f"item {item} is covered {times} times: expected {cover.lo[item]} to {hi}")
    return wrong


class BatchChecker:
    """The same test for many solutions at once, with numpy: by bit masks where no item may be covered twice, else by
    one row of counts a solution.
    """

    def __init__(self, cover: ExactCover) -> None:
        import numpy as np

        most = np.iinfo(np.int32).max
        self.lo = np.array(cover.lo, dtype=np.int32)
        self.hi = np.array([most if hi is None else hi for hi in cover.hi], dtype=np.int32)
        width = max((len(option) for option in cover.options), default=0)
        # Options as rows of items, padded with an item of its own that is never looked at.
        table = np.full((len(cover.options), width), len(cover.lo), dtype=np.int32)
        for number, option in enumerate(cover.options):
            table[number, : len(option)] = option
        self.table = table
        self._masks = _masks(cover)

    def wrong(self, batch: Sequence[Solution]) -> list[int]:
        """The places in the batch of what is no solution."""
        bad: list[int] = []
        for places, rows in Batch.of(batch).by_length():
            bad.extend(places[self.bad_rows(rows)].tolist())
        return sorted(bad)

    def bad_rows(self, rows: NDArray[int32]) -> NDArray[bool_]:
        """Which of some sets of options of one size, one a row, are no solutions."""
        if self._masks is not None and rows.size and rows.min() >= 0 and rows.max() < len(self.table):
            return self._bad_by_masks(rows, *self._masks)
        return self._bad_by_counts(rows)

    def _bad_by_masks(self, rows: NDArray[int32], masks: NDArray[uint64], must: NDArray[uint64]) -> NDArray[bool_]:
        """A bit for each item: none may come twice, and those of `must` may not be missing."""
        import numpy as np

        columns = np.ascontiguousarray(rows.T)
        bad = np.zeros(len(rows), dtype=np.bool_)
        for word, needed in zip(masks, must, strict=True):
            covered = np.zeros(len(rows), dtype=np.uint64)
            twice = np.zeros_like(covered)
            for column in columns:
                mask = word[column]
                twice |= covered & mask
                covered |= mask
            bad |= (twice != 0) | (covered & needed != needed)
        return bad

    def _bad_by_counts(self, rows: NDArray[int32]) -> NDArray[bool_]:
        import numpy as np

        count, items = len(rows), len(self.lo)
        inside = np.all((rows >= 0) & (rows < len(self.table)), axis=1)
        taken = self.table[np.where(inside[:, None], rows, 0)].reshape(count, -1)
        places = taken + (np.arange(count) * (items + 1))[:, None]
        covered = np.bincount(places.ravel(), minlength=count * (items + 1)).reshape(count, items + 1)[:, :items]
        good = np.all((covered >= self.lo) & (covered <= self.hi), axis=1)
        ordered = np.sort(rows, axis=1)
        distinct = np.all(ordered[:, 1:] != ordered[:, :-1], axis=1)
        return np.asarray(~(inside & good & distinct))


def _masks(cover: ExactCover) -> tuple[NDArray[uint64], NDArray[uint64]] | None:
    """(the items of each option, the items that must be covered) as bits, 64 items a row.

    None where bits do not tell: an item with another limit than at most once, an option that covers an item twice, or
    one without any limited item, which could be taken twice unseen.
    """
    import numpy as np

    limited = [item for item, (lo, hi) in enumerate(zip(cover.lo, cover.hi, strict=True)) if lo or hi is not None]
    if any(cover.hi[item] != 1 for item in limited):
        return None
    place = {item: number for number, item in enumerate(limited)}
    masks = np.zeros((len(limited) // 64 + 1, len(cover.options)), dtype=np.uint64)
    must = np.zeros(len(masks), dtype=np.uint64)
    for number, option in enumerate(cover.options):
        bits = [place[item] for item in option if item in place]
        if not bits or len(set(bits)) != len(bits):
            return None
        for bit in bits:
            masks[bit // 64, number] |= np.uint64(1 << bit % 64)
    for item, bit in place.items():
        if cover.lo[item]:
            must[bit // 64] |= np.uint64(1 << bit % 64)
    return masks, must
