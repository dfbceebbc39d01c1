"""The reference engine: exact cover by the simplest correct search, in plain Python. It is slow, and trusted.

Choose the primary item with the fewest options that still fit, try each of them, and undo. Items that may be covered
several times are only counted; the search does not branch on them. An item with a color takes further options of that
color. When no item with an unmet bound is left, every further option may be taken or left, because options that cover
nothing that must be covered are free.
"""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.errors import OutOfTimeError
from tilewright.exact_cover.engine import Engine, Search
from tilewright.exact_cover.limits import Deadline
from tilewright.exact_cover.outcome import Ended, Outcome
from tilewright.exact_cover.problem import ExactCover, Solution

BATCH = 256


class PlainSearch:
    """The search itself: `choose` selects the next item, `change` takes an option (1) or puts it back (-1)."""

    engine, fraction = "reference", None

    def __init__(self, cover: ExactCover, deadline: Deadline) -> None:
        self.nodes = self.solutions = 0
        self.lo, self.hi, self.options = list(cover.lo), cover.hi, tuple(cover.options)
        self.deadline = deadline
        self.colors = tuple(cover.color_rows)
        self.used = [0] * len(cover.lo)
        self.color = [0] * len(cover.lo)  # the color of each used item, 0 for none
        self.allowed = [True] * len(cover.options)  # options that are not excluded yet
        self.chosen: list[int] = []
        self.covering: list[list[int]] = [[] for _ in cover.lo]
        for number, option in enumerate(cover.options):
            for item in dict.fromkeys(option):
                self.covering[item].append(number)

    def fits(self, number: int) -> bool:
        """Return True if an option may be taken now."""
        option = self.options[number]
        for item, color in zip(option, self.colors[number], strict=True):
            hi = self.hi[item]
            if color and self.used[item] and self.color[item] == color:
                continue
            if hi is not None and self.used[item] + option.count(item) > hi:
                return False
        return self.allowed[number]

    def choose(self) -> tuple[int | None, list[int]]:
        """Return the unmet item with the fewest options that fit, and these options.

        When every bound is met, return None and all options that fit.
        """
        best: tuple[int | None, list[int]] | None = None
        for item, lo in enumerate(self.lo):
            if self.used[item] < lo:
                fitting = [number for number in self.covering[item] if self.fits(number)]
                if best is None or len(fitting) < len(best[1]):
                    best = item, fitting
        return best or (None, [number for number in range(len(self.options)) if self.fits(number)])

    def run(self) -> Iterator[Solution]:
        """Yield all solutions below this node. Raises OutOfTimeError when the time or the nodes are used up."""
        if (spent := self.deadline.spent(self.nodes)) is not None:
            raise OutOfTimeError(spent)
        self.nodes += 1
        item, fitting = self.choose()
        if item is None:
            self.solutions += 1
            yield tuple(sorted(self.chosen))
        # An option that has been tried is excluded for its later siblings, so each set is found in only one order.
        for number in fitting:
            self.allowed[number] = False
            self.change(number, 1)
            yield from self.run()
            self.change(number, -1)
        for number in fitting:
            self.allowed[number] = True

    def change(self, number: int, by: int) -> None:
        """Take an option, or put it back."""
        if by > 0:
            self.chosen.append(number)
        else:
            self.chosen.pop()
        for item, color in zip(self.options[number], self.colors[number], strict=True):
            self.used[item] += by
            self.color[item] = color if self.used[item] else 0


class Reference(Engine):
    """The plain search in Python, as an engine."""

    name = "reference"
    summary = "the oracle: plain search in Python, for small puzzles and for tests"
    colors = True

    def search(self, cover: ExactCover, deadline: Deadline, threads: int) -> Search:
        """Yield all solutions, in batches, until the limit."""
        batch: list[Solution] = []
        plain = PlainSearch(cover, deadline)
        with deadline.progress.showing(plain):
            ended: Ended = "exhausted"
            try:
                for solution in plain.run():
                    batch.append(solution)
                    if deadline.limit.solutions_left(plain.solutions) == 0:
                        ended = "enough"
                        break
                    if len(batch) == BATCH:
                        yield batch
                        batch = []
            except OutOfTimeError as end:
                ended = end.ended
            if batch:
                yield batch
        return Outcome(ended=ended, engine=self.name, solutions=plain.solutions, nodes=plain.nodes)
