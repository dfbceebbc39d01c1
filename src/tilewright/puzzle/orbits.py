"""Which tilings are images of one another by the symmetries of their puzzle. Counts, verdicts and the studio ask here."""

from __future__ import annotations

from tilewright.exact_cover.limits import NEVER, Deadline
from tilewright.exact_cover.outcome import UpTo
from tilewright.exact_cover.problem import Automorphism, Solution
from tilewright.puzzle.puzzle import Compiled


def symmetry_group(compiled: Compiled, up_to: UpTo, deadline: Deadline = NEVER) -> tuple[Automorphism, ...]:
    """The automorphisms of the cover whose images count as the same tiling, identity first; for "none" there are none.

    "rotations" are the isometries that keep the orientation of the plane or space, "symmetries" all of them, "labels"
    all of them together with exchanges of what a kind's labels may be exchanged for. Raises OutOfTimeError at the deadline.
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
    """Return what counts as the same tiling up to rotations and up to symmetries. Raises OutOfTimeError at the deadline."""
    whole = compiled.with_symmetries(deadline)
    tables = deadline.watch(whole.cover.automorphisms, 1)
    images = [tuple(sorted(map(table.options.__getitem__, solution))) for table in tables]
    turned = (image for image, each in zip(images, whole.isometries, strict=True) if not each.motion.mirrored)
    return {"rotations": set(turned), "symmetries": set(images)}


class Orbits:
    """The orbits of the tilings seen so far, where tilings are listed; a count goes by Burnside's lemma (`api/count.py`)."""

    def __init__(self, compiled: Compiled, up_to: UpTo, deadline: Deadline = NEVER) -> None:
        self.tables = [automorphism.options for automorphism in symmetry_group(compiled, up_to, deadline)]
        self.seen: set[Solution] = set()

    def images(self, solution: Solution) -> set[Solution]:
        """The solution and all that count as the same."""
        return {solution, *(tuple(sorted(map(table.__getitem__, solution))) for table in self.tables)}

    def add(self, solution: Solution) -> bool:
        """Whether the tiling is new; it and its images are known from then on."""
        least = min(self.images(tuple(sorted(solution))))
        if least in self.seen:
            return False
        self.seen.add(least)
        return True
