"""Which tilings are new, when turned or mirrored ones are not counted as different."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright.puzzle.compiled import Compiled


class Orbits:
    """The tilings seen so far, up to symmetry. Each is a list of options of the cover."""

    def __init__(self, compiled: Compiled, up_to: str) -> None:
        self.images: list[Sequence[int]] = []  # what each symmetry makes of every option; none: all tilings differ
        self.seen: set[tuple[int, ...]] = set()
        if up_to != "none":
            whole = compiled.with_symmetries()
            pairs = zip(whole.isometries, whole.cover.automorphisms, strict=True)
            self.images = [a.options for i, a in pairs if up_to == "symmetries" or not i.motion.mirrored]

    def add(self, options: Sequence[int]) -> bool:
        """Whether the tiling is new; it and its images are known from then on."""
        least = min((tuple(sorted(image[option] for option in options)) for image in self.images), default=None)
        least = least or tuple(sorted(options))
        if least in self.seen:
            return False
        self.seen.add(least)
        return True
