"""How near a puzzle is to a wanted difficulty, from what the techniques of each tier leave undone (`unsolved_profile`)."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.explain.techniques import TIERS


def tier_of(undone: Sequence[int]) -> int:
    """The first tier whose techniques leave nothing undone; the last when none does."""
    return next((tier for tier, left in enumerate(undone) if not left), len(TIERS) - 1)


def merit(undone: Sequence[int], level: int) -> tuple[int, ...]:
    """Larger is nearer to the tier: nothing left by its own techniques first, then much left by the easier ones."""
    above = undone[level] if level < len(undone) else 0
    return (-above, *reversed(undone[:level]))
