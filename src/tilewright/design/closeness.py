"""How close a puzzle is to a wanted difficulty, from what the techniques of each tier leave undone (`unsolved_profile`)."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.explain.hints.techniques import TIERS


def tier_of(undone: Sequence[int]) -> int:
    """Return the first tier whose techniques leave nothing undone; the last when none does.

    >>> tier_of([12, 3, 0, 0])
    2
    """
    return next((tier for tier, left in enumerate(undone) if not left), len(TIERS) - 1)


def closeness(undone: Sequence[int], level: int) -> tuple[int, ...]:
    """Return a key that is larger the closer a puzzle is to the tier `level`.

    First nothing left undone by the tier's own techniques, then much left undone by the easier ones.
    """
    above = undone[level] if level < len(undone) else 0
    return (-above, *reversed(undone[:level]))
