"""Shikaku searches: each attempt is over when it is begun, so they are bounded by nodes and begun anew with more."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import chain

from tilewright._kernel.blocks import ints
from tilewright._kernel.instance import TOO_LONG, Trap, borrowed

FIRST_NODES, GROWTH = 20_000, 3  # of an attempt; all together take at most 1.5 times the last


class ShikakuJob:
    """A Shikaku search: each `wait` is one more attempt, with more nodes."""

    def __init__(
        self,
        rows: int,
        columns: int,
        clues: Sequence[Sequence[int]],
        pinned: Sequence[Sequence[int]],
        most_divisions: int,
        max_nodes: int,
        most_candidates: int,
    ) -> None:
        self._arrays = [array("q", chain.from_iterable(clues)), ints(list(chain.from_iterable(pinned)))]
        self._size, self._most, self._candidates = (rows, columns), most_divisions, most_candidates
        self._max_nodes, self._next, self._over = max_nodes, FIRST_NODES, False
        self._numbers, self.counts, self._divisions, self.too_large = [0] * 9, list[list[int]](), b"", ""

    def wait(self, seconds: float) -> bool:
        """Make an attempt, unless it is over; true: it is over."""
        if not self._over:
            nodes = min(self._next, self._max_nodes or self._next)
            self._attempt(nodes)
            self._over = self._over or self.finished or bool(self.too_large) or nodes == self._max_nodes
            self._next *= GROWTH
        return self._over

    def _attempt(self, nodes: int) -> None:
        with borrowed() as instance:
            try:
                job = instance.call("shikaku", *self._size, self._most, nodes, self._candidates, arrays=self._arrays)
            except Trap as trap:
                if trap.kind != TOO_LONG:
                    raise
                self.too_large = trap.text
                return
            instance.call("shikaku_result", job)
            numbers, counts, divisions, text = instance.results()
            instance.call("shikaku_free", job)
        self._numbers, flat = numbers.cast("q").tolist(), counts.cast("Q").tolist()
        self.counts = [flat[k : k + 3] for k in range(0, len(flat), 3)]
        self._divisions, self.too_large = bytes(divisions), bytes(text).decode()

    def stop(self) -> None:
        """Make no further attempt."""
        self._over = True

    @property
    def nodes(self) -> int:
        """Nodes of the last attempt."""
        return self._numbers[0]

    @property
    def done(self) -> int:
        """Components done."""
        return self._numbers[1]

    @property
    def total(self) -> int:
        """Components in all."""
        return self._numbers[2]

    @property
    def finished(self) -> bool:
        """Whether nothing was cut short."""
        return bool(self._numbers[3])

    @property
    def impossible(self) -> bool:
        """Whether propagation alone has shown that there is no division."""
        return bool(self._numbers[4])

    @property
    def candidates(self) -> int:
        """Candidate rectangles."""
        return self._numbers[5]

    @property
    def components(self) -> int:
        """Independent components."""
        return self._numbers[6]

    @property
    def undecided(self) -> int:
        """Clues that propagation has left open."""
        return self._numbers[7]

    def divisions(self) -> memoryview:
        """int32[division, clue, (top, left, height, width)]."""
        number = self._numbers[8]
        clues = len(self._divisions) // 16 // number if number else 0
        if not number or not clues:
            return memoryview(array("i"))
        return memoryview(self._divisions).cast("i", (number, clues, 4))
