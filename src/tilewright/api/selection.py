"""Which of the tilings that a search finds are kept: one of each class up to symmetry, and those that come apart."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.errors import OutOfTimeError
from tilewright.exact_cover.limits import Deadline
from tilewright.exact_cover.outcome import UpTo
from tilewright.exact_cover.problem import Solution
from tilewright.movement.disassembly import disassemble_many
from tilewright.puzzle.puzzle import Compiled

AT_ONCE = 64  # assemblies for each thread between two looks at the time


class Selection:
    """A filter of the solutions of a compiled puzzle.

    Of each class the solution with the least numbers is kept, so nothing is remembered from one batch to the next.
    Raises OutOfTimeError at the deadline.
    """

    def __init__(self, compiled: Compiled, up_to: UpTo, disassemble: bool, deadline: Deadline, threads: int) -> None:
        self._compiled, self._disassemble, self._deadline, self._threads = compiled, disassemble, deadline, threads
        self._images: list[Sequence[int]] = []
        if up_to != "none":
            from tilewright.puzzle.orbits import symmetry_group  # which finding a tiling does not need

            self._images += [each.options for each in symmetry_group(compiled, up_to, deadline)[1:]]

    def keep(self, batch: Sequence[Solution]) -> list[Solution]:
        """Return the solutions that are kept, in their order."""
        kept = [solution for solution in self._deadline.watch(batch, AT_ONCE) if self._is_least(solution)]
        if not self._disassemble:
            return kept
        return [
            solution
            for some in self._deadline.parts(kept, AT_ONCE * self._threads)
            for solution, apart in zip(some, self._come_apart(some), strict=True)
            if apart
        ]

    def _is_least(self, solution: Solution) -> bool:
        mine = sorted(solution)
        return all(sorted([images[option] for option in mine]) >= mine for images in self._images)

    def _come_apart(self, solutions: Sequence[Solution]) -> list[bool]:
        tilings = [self._compiled.tiling(solution) for solution in solutions]
        found = disassemble_many(tilings, canonical=False, limit=self._deadline.limit_left(), threads=self._threads)
        answers = [each.answer for each in found]
        if None in answers:
            raise OutOfTimeError("limit")
        return [bool(answer) for answer in answers]
