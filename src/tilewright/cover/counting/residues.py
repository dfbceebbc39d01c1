"""A frontier count by remainders: as many passes, modulo a prime of 62 bits each, as a proven bound of the number needs.

A state then takes the 8 bytes of a remainder instead of those of its number, which near the end are as many as the
result has. The first pass carries an upper bound beside each remainder (docs/theory/kernel-frontier.md).
"""

from __future__ import annotations

import time
from math import inf, isinf, prod

from tilewright import _kernel
from tilewright._kernel import Outcome

PRIMES = tuple(2**62 - k for k in (57, 87, 117, 143, 153, 167, 171, 195, 203, 273, 287, 317, 443, 483, 495, 575, 581))
REMAINDER_BYTES = 11  # of a state in the first pass: the remainder and the bound


class ResidueCount:
    """The passes, one after the other; runs in slices like one of them.

    >>> from tilewright import load
    >>> from tilewright.cover.kernel import kernel_cover
    >>> count = ResidueCount(kernel_cover(load("dominoes*@8x40").compile().cover), 1 << 30)
    >>> while count.run(1_000_000) is Outcome.RUNNING:
    ...     pass
    >>> count.value, len(count.residues)
    (43778578308070520454643930160388065413, 3)
    """

    def __init__(
        self, cover: _kernel.Cover, memory: int, threads: int = 1, run_states: int = 800, seconds: float = inf
    ) -> None:
        self._end = time.monotonic() + seconds
        self.cover, self.memory, self.threads, self.run_states = cover, memory, threads, run_states
        self.residues: list[int] = []
        self.bound = 0  # of the number; after the first pass
        self.passes = 2  # at least as likely as any other number, until the first is done
        self._before, self._cpu_before = 0, [0.0] * threads  # states and CPU of the passes that are done
        self._peak_states = self._peak_memory = 0
        self.job = self._pass()

    def _pass(self) -> _kernel.Frontier:
        return _kernel.Frontier(
            self.cover,
            self.memory,
            threads=self.threads,
            run_states=self.run_states,
            modulus=PRIMES[len(self.residues)],
            bounded=not self.residues,
            seconds=self._end - time.monotonic(),
        )

    def run(self, work: int) -> Outcome:
        """Go on for about so much work: out of memory also where the number is beyond what the primes can tell."""
        if len(self.residues) == self.passes:
            return Outcome.EXHAUSTED
        outcome = self.job.run(work)
        if outcome is not Outcome.EXHAUSTED:
            return outcome
        job = self.job
        if not self.residues:
            if isinf(job.bound):
                return Outcome.OUT_OF_MEMORY
            self.bound = int(job.bound)
            self.passes = next(k for k in range(1, len(PRIMES) + 1) if prod(PRIMES[:k]) > self.bound)
        self.residues.append(int.from_bytes(job.value, "little"))
        if len(self.residues) == self.passes:
            return Outcome.EXHAUSTED
        self._before, self._cpu_before = self.states, self.cpu
        self._peak_states, self._peak_memory = self.peak_states, self.peak_memory
        self.job = self._pass()
        return Outcome.RUNNING

    @property
    def value(self) -> int:
        """The number, joined by the Chinese remainder theorem; when exhausted."""
        return join_residues(self.residues, PRIMES)

    @property
    def states(self) -> int:
        """States met so far, in all passes."""
        return self._before + self.job.states

    @property
    def fraction(self) -> float:
        """Part of the steps of all passes done."""
        done = len(self.residues)
        return 1.0 if done == self.passes else (done + self.job.fraction) / self.passes

    @property
    def cpu(self) -> list[float]:
        """CPU seconds of each thread so far."""
        return [before + now for before, now in zip(self._cpu_before, self.job.cpu, strict=True)]

    @property
    def peak_states(self) -> int:
        """States of the largest layer."""
        return max(self._peak_states, self.job.peak_states)

    @property
    def peak_memory(self) -> int:
        """Most bytes held."""
        return max(self._peak_memory, self.job.peak_memory)

    @property
    def memory_wanted(self) -> int:
        """When out of memory: about what the layer would have taken."""
        return self.job.memory_wanted


def join_residues(residues: list[int], primes: tuple[int, ...]) -> int:
    """The least number that has these remainders modulo the first primes.

    >>> join_residues([2, 3, 2], (3, 5, 7))
    23
    """
    number, modulus = 0, 1
    for residue, prime in zip(residues, primes, strict=False):
        number += modulus * ((residue - number) * pow(modulus, -1, prime) % prime)
        modulus *= prime
    return number
