"""The techniques that count pieces."""

from __future__ import annotations

from tilewright.explain.hints.difficulty import TECHNIQUES, NamedTechnique, techniques
from tilewright.explain.hints.regions import invariant, isolated_region
from tilewright.explain.hints.techniques import TIERS
from tilewright.puzzle import Packing

OF_PIECES: tuple[NamedTechnique, ...] = (
    ("isolated region", "medium", isolated_region),
    ("invariant", "hard", invariant),
)
ALL_TECHNIQUES = tuple(sorted(TECHNIQUES + OF_PIECES, key=lambda technique: TIERS.index(technique[1])))


@techniques.register(Packing)
def _techniques(puzzle: Packing) -> tuple[NamedTechnique, ...]:
    return ALL_TECHNIQUES
