"""Is it a solution? The definition and nothing else; shares no code with any engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from tilewright import _kernel
from tilewright.cover.problem import Batch, ExactCover, Solution
from tilewright.errors import TilewrightError

Batches = TypeVar("Batches", bound=Sequence[Solution])


def faults(cover: ExactCover, solution: Sequence[int]) -> list[str]:
    """What is wrong with a solution, a line each; empty when it is one."""
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
    """The same test for many solutions at once, by counting what they cover (native/src/cover/check.cpp).

    It reads the arrays of the cover where they are. A batch takes time in proportion to what its solutions cover.
    """

    def __init__(self, cover: ExactCover) -> None:
        self._checker = _kernel.SolutionChecker(
            memoryview(cover.lo),
            memoryview(cover.upper),
            memoryview(cover.options.starts),
            memoryview(cover.options.flat),
            memoryview(cover.colors),
        )

    def wrong(self, batch: Sequence[Solution]) -> list[int]:
        """The places in the batch of what is not a solution, ascending."""
        return list(self._checker.wrong(*Batch.of(batch).buffers))

    def require(self, batch: Sequence[Solution]) -> None:
        """Raise TilewrightError unless all of an engine's batch are solutions."""
        if self.wrong(batch):
            raise TilewrightError("internal error: an engine returned something that is not a solution")

    def checked(self, batches: Iterable[Batches]) -> Iterator[Batches]:
        """Yield the batches of an engine, each when it has passed: the loop of everything that lists without a puzzle."""
        for batch in batches:
            self.require(batch)
            yield batch
