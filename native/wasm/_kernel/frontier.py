"""Counts and graphs of solutions by merging states."""

from __future__ import annotations

from enum import Enum
from math import inf

from tilewright._kernel.cover import Cover
from tilewright._kernel.instance import MEMORY, Held, Trap, acquired

MOST_MEMORY = 1 << 30  # bytes: an instance has 2 GB, and a block being copied is there twice


class Outcome(Enum):
    """How a slice of a count or of a graph ended."""

    RUNNING = 0
    EXHAUSTED = 1
    OUT_OF_MEMORY = 2
    SCRATCH_FAILED = 3
    INTERRUPTED = 4


class _Sweep(Held):
    """What is common: slices, and what is told between them."""

    def __init__(self) -> None:
        self._told = [0.0] * 8

    def run(self, work: int) -> Outcome:
        """Go on for about so much work. Too little memory ends the instance, but not what was told before."""
        try:
            outcome = Outcome(int(self.instance.call(f"{self.kind}_run", self.handle, work)))
        except Trap as trap:
            if trap.kind != MEMORY:
                raise trap.as_python() from None
            self._told[5] = max(1, trap.number) / max(1e-3, self._told[1])
            return Outcome.OUT_OF_MEMORY
        self.call("progress")
        self._told = self.results()[0].cast("d").tolist()
        return outcome

    @property
    def states(self) -> int:
        """States met so far."""
        return int(self._told[0])

    @property
    def fraction(self) -> float:
        """Part of the sweep done."""
        return self._told[1]

    @property
    def memory(self) -> int:
        """Bytes held now."""
        return int(self._told[2])


class Frontier(_Sweep):
    """The number of a cover's solutions, by merging states; run in slices, by one thread.

    `seconds` is not heeded: an instance cannot throw, and its count ends between runs of states only.
    """

    kind = "frontier"

    def __init__(
        self,
        cover: Cover,
        memory: int,
        symmetry: bool = True,
        prune: bool = True,
        reversed: bool = False,
        threads: int = 1,
        run_states: int = 800,
        modulus: int = 0,
        bounded: bool = False,
        seconds: float = inf,
    ) -> None:
        super().__init__()
        memory = min(memory, MOST_MEMORY)
        with acquired() as instance:
            copy = cover.enter(instance)
            how = (memory, symmetry, prune, reversed, run_states, modulus >> 32, modulus & 0xFFFFFFFF, bounded)
            self.hold(instance, instance.call("frontier", copy, *how))
            cover.leave(instance, copy)

    @property
    def value(self) -> bytes:
        """The number, little-endian."""
        self.call("value")
        return bytes(self.results()[0])

    @property
    def bound(self) -> float:
        """At least the number, where `bounded`."""
        return float(self.call("bound"))

    @property
    def key_bytes(self) -> int:
        """Bytes of a key of the layer at hand."""
        return int(self._told[6])

    @property
    def number_bytes(self) -> int:
        """Bytes of the longest exact number of the layer at hand."""
        return int(self._told[7])

    @property
    def cpu(self) -> list[float]:
        """CPU seconds of each thread so far: unknown here."""
        return [0.0]

    @property
    def peak_states(self) -> int:
        """States of the largest layer."""
        return int(self._told[3])

    @property
    def peak_memory(self) -> int:
        """Most bytes held."""
        return int(self._told[4])

    @property
    def memory_wanted(self) -> int:
        """When out of memory: about what it would have taken."""
        return int(self._told[5])


class SolutionGraph(_Sweep):
    """All solutions of a cover as the paths of a graph; built in slices."""

    kind = "graph"

    def __init__(self, cover: Cover, memory: int) -> None:
        super().__init__()
        with acquired() as instance:
            copy = cover.enter(instance)
            self.hold(instance, instance.call("graph", copy, min(memory, MOST_MEMORY)))
            cover.leave(instance, copy)

    def take(self) -> tuple[memoryview, memoryview, memoryview]:
        """(edge starts, targets, options); once."""
        self.call("take")
        starts, targets, options = self.results()
        return starts.cast("q"), targets.cast("q"), options.cast("i")
