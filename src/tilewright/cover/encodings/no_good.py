"""Constraints that forbid one solution and no other, from which every list-and-block engine makes its own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.cover.problem import ExactCover, Solution


@dataclass(frozen=True)
class NoGood:
    """An option of `taken` is left out, or one of `added` is taken. False when both are empty: nothing satisfies it."""

    taken: Solution
    added: Solution

    def __bool__(self) -> bool:
        return bool(self.taken or self.added)

    @property
    def terms(self) -> list[tuple[int, int]]:
        """(coefficient, option) of the same as a linear constraint: their sum is at least `least`."""
        return [(-1, option) for option in self.taken] + [(1, option) for option in self.added]

    @property
    def least(self) -> int:
        """The least sum of the terms."""
        return 1 - len(self.taken)


def free_options(cover: ExactCover) -> tuple[int, ...]:
    """Options without an item whose number of covers is fixed: a solution may hold more or fewer of them."""
    fixed = [lo == hi for lo, hi in zip(cover.lo, cover.upper, strict=True)]
    if all(fixed):
        return tuple(number for number, option in enumerate(cover.options) if not option)
    return tuple(o for o, option in enumerate(cover.options) if not any(map(fixed.__getitem__, option)))


def no_good(solution: Solution, free: Sequence[int]) -> NoGood:
    """The constraint that of all solutions this one alone violates; `free` are the cover's free options.

    >>> no_good((0, 3), free=(3, 4))
    NoGood(taken=(0, 3), added=(4,))
    """
    taken = set(solution)
    return NoGood(solution, tuple(option for option in free if option not in taken))
