"""Orbits of tilings under the symmetries of their puzzle, for counts, verdicts and the studio."""

from __future__ import annotations

from tilewright.exact_cover.limits import NEVER, Deadline
from tilewright.exact_cover.outcome import UpTo
from tilewright.exact_cover.problem import Automorphism, Solution
from tilewright.puzzle.puzzle import Compiled


def symmetry_group(compiled: Compiled, up_to: UpTo, deadline: Deadline = NEVER) -> tuple[Automorphism, ...]:
    """Return the automorphisms of the cover whose images count as the same tiling, the identity first.

    up_to: "none" gives an empty tuple; "rotations" the isometries that preserve orientation; "symmetries" all
        isometries; "labels" all isometries combined with the label exchanges of the kind.

    Raises OutOfTimeError at the deadline.
    """
    if up_to == "none":
        return ()
    if up_to == "labels":
        return compiled.label_symmetries(deadline)
    whole = compiled.with_symmetries(deadline)
    pairs = zip(whole.isometries, whole.cover.automorphisms, strict=True)
    return tuple(
        automorphism for isometry, automorphism in pairs if up_to == "symmetries" or not isometry.motion.mirrored
    )


def images_of(compiled: Compiled, solution: Solution, deadline: Deadline = NEVER) -> dict[UpTo, set[Solution]]:
    """Return the tilings that count as the same up to rotations and up to symmetries.

    Raises OutOfTimeError at the deadline.
    """
    whole = compiled.with_symmetries(deadline)
    tables = deadline.watch(whole.cover.automorphisms, 1)
    images = [tuple(sorted(map(table.options.__getitem__, solution))) for table in tables]
    turned = (image for image, each in zip(images, whole.isometries, strict=True) if not each.motion.mirrored)
    return {"rotations": set(turned), "symmetries": set(images)}


class Orbits:
    """The orbits of the tilings listed so far. Counts use Burnside's lemma instead (`api/count.py`)."""

    def __init__(self, compiled: Compiled, up_to: UpTo, deadline: Deadline = NEVER) -> None:
        self.tables = [automorphism.options for automorphism in symmetry_group(compiled, up_to, deadline)]
        self.seen: set[Solution] = set()

    def images(self, solution: Solution) -> set[Solution]:
        """Return the solution and all solutions that count as the same."""
        return {solution, *(tuple(sorted(map(table.__getitem__, solution))) for table in self.tables)}

    def add(self, solution: Solution) -> bool:
        """Return whether the tiling is new, and remember it with its images."""
        least = min(self.images(tuple(sorted(solution))))
        if least in self.seen:
            return False
        self.seen.add(least)
        return True
