"""Where an instance of kernel.wasm cannot do what the compiled kernel does: it has one thread and at most 2 GB, and a
throw ends it.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from math import inf
from types import SimpleNamespace
from typing import Any

from tilewright._kernel.instance import MEMORY, TOO_LONG, Trap
from tilewright._kernel.surface import names

MOST_MEMORY = 1 << 30  # bytes of a count or a graph: a block being copied is there twice
FIRST_NODES, GROWTH = 20_000, 3  # of an attempt at a Shikaku; all together take at most 1.5 times the last
NAMES = names()
Outcome = NAMES["Outcome"]


class _Slices:
    """What runs in slices. Too little memory ends the instance, but not what was known before."""

    known = ("states", "fraction", "memory", "peak_states", "peak_memory", "memory_wanted", "key_bytes", "number_bytes")

    def make(self, values: dict[str, Any]) -> None:
        """Make it for one thread, without an end by the clock, which would be a throw."""
        values["memory"] = min(values["memory"], MOST_MEMORY)
        here = {"threads": 1, "seconds": inf}
        super().make({name: here.get(name, value) for name, value in values.items()})  # type: ignore[misc]
        self.told = dict.fromkeys(self.known, 0.0)

    def run(self, work: int) -> Any:
        """Go on for about so much work."""
        try:
            outcome = super().run(work)  # type: ignore[misc]
        except MemoryError as error:
            trap = error.__cause__
            wanted = trap.number if isinstance(trap, Trap) and trap.kind == MEMORY else 0
            self.told["memory_wanted"] = int(max(1, wanted) / max(1e-3, self.told["fraction"]))
            return Outcome.OUT_OF_MEMORY
        kernel = super()
        self.told = {name: getattr(kernel, name, 0) for name in self.known}
        return outcome


class Frontier(_Slices, NAMES["Frontier"]):  # type: ignore[misc]
    """The number of a cover's solutions, by merging states; run in slices, by one thread."""


class SolutionGraph(_Slices, NAMES["SolutionGraph"]):  # type: ignore[misc]
    """All solutions of a cover as the paths of a graph; built in slices."""


for _name in _Slices.known:
    setattr(_Slices, _name, property(lambda slices, name=_name: slices.told[name]))


class SilhouetteSearch(NAMES["SilhouetteSearch"]):  # type: ignore[misc]
    """Grows regions and examines them; it is over when `grow` or `examine` returns."""

    def grow(self, use: Sequence[Any], threads: int, part: int = 0, parts: int = 1) -> None:
        """Grow all regions, or a part of them; `use[area]` says what happens to a region of that area."""
        super().grow(use, 1, part, parts)

    def examine(self, regions: Sequence[Sequence[int]], threads: int) -> None:
        """Examine regions."""
        super().examine(regions, 1)


NOT_BEGUN = SimpleNamespace(
    nodes=0,
    done=0,
    total=0,
    too_large="",
    finished=False,
    impossible=False,
    candidates=0,
    components=0,
    undecided=0,
    counts=[],
    divisions=lambda: memoryview(array("i")),
)


class ShikakuJob:
    """A Shikaku search. Each is over when it is begun, so each `wait` makes a new one with more nodes."""

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
        self._given = (rows, columns, clues, pinned, most_divisions)
        self._max_nodes, self._most_candidates = max_nodes, most_candidates
        self._next, self._over = FIRST_NODES, False
        self._job: Any = NOT_BEGUN

    def wait(self, seconds: float) -> bool:
        """Make an attempt, unless it is over; true: it is over."""
        if not self._over:
            nodes = min(self._next, self._max_nodes or self._next)
            self._attempt(nodes)
            job = self._job
            self._over = self._over or job.finished or bool(job.too_large) or nodes == self._max_nodes
            self._next *= GROWTH
        return bool(self._over)

    def _attempt(self, nodes: int) -> None:
        try:
            self._job = NAMES["ShikakuJob"](*self._given, nodes, self._most_candidates)
        except ValueError as error:
            trap = error.__cause__
            if not isinstance(trap, Trap) or trap.kind != TOO_LONG:
                raise
            self._job = SimpleNamespace(**{**vars(NOT_BEGUN), "too_large": trap.text})

    def stop(self) -> None:
        """Make no further attempt."""
        self._over = True


for _name in vars(NOT_BEGUN):
    setattr(ShikakuJob, _name, property(lambda job, name=_name: getattr(job._job, name)))
