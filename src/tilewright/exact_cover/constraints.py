"""Constraints beyond the bounds of items: colors for solvers without them, and excluded solutions.

The options that give an item one color form a group, and each option that covers it without a color is a group of its
own. At most one group of an item is used. So a solver gets the cover without colors, in which these items have no upper
bound (`without_colors`), and for each of these items the constraint that at most one of its groups is used
(`color_groups`). A group of several options needs a variable of its own, which is true if one of them is taken.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tilewright.exact_cover.limits import NEVER, Deadline
from tilewright.exact_cover.problem import UNLIMITED, ExactCover, Solution, int_array

Group = tuple[int, ...]  # options, ascending


class ColoredItem(NamedTuple):
    """An item and its groups, at least two; a solution takes options from at most one of them."""

    item: int
    groups: tuple[Group, ...]


def without_colors(cover: ExactCover) -> ExactCover:
    """Return the cover without colors, in which the items that had colors have bounds 0 and None.

    The groups of `color_groups` state the remaining constraints on these items.

    >>> crossing = ExactCover.of([(0, 2), (0, 2), (1, 2)], primary=2, secondary=1, colors=[(0, 1), (0, 2), (0, 2)])
    >>> without_colors(crossing).hi, color_groups(crossing)
    ((1, 1, None), [ColoredItem(item=2, groups=((0,), (1, 2)))])
    """
    if not cover.colors:
        return cover
    upper = int_array(list(cover.upper))
    for item, color in zip(cover.options.flat, cover.colors, strict=True):
        if color:
            upper[item] = UNLIMITED
    return cover.replace(hi=upper, colors=(), automorphisms=())


def color_groups(cover: ExactCover, deadline: Deadline = NEVER) -> list[ColoredItem]:
    """Return the groups of every item on whose color two options can disagree.

    Raises OutOfTimeError at the deadline.
    """
    if not cover.colors:
        return []
    found: dict[int, dict[tuple[int, int], list[int]]] = {}
    colored = {item for item, color in zip(cover.options.flat, cover.colors, strict=True) if color}
    for number, (option, row) in enumerate(zip(cover.options, deadline.watch(cover.color_rows), strict=True)):
        for item, color in zip(option, row, strict=True):
            if item in colored:  # an option without a color is alone: its number sets it apart
                key = (color, -1) if color else (0, number)
                found.setdefault(item, {}).setdefault(key, []).append(number)
    several = ((item, groups.values()) for item, groups in sorted(found.items()) if len(groups) > 1)
    return [ColoredItem(item, tuple(map(tuple, groups))) for item, groups in several]


def exclusive_parts(cover: ExactCover, group: Group) -> Iterable[Group]:
    """Return the group in parts of options that share an item with upper bound 1.

    At most one option of a part can be taken. So the sum of a part is at most the group's variable, which is the
    strongest such constraint for a linear program.
    """
    parts: dict[int, list[int]] = {}
    for number in group:
        once = (item for item in cover.options[number] if cover.upper[item] == 1)
        parts.setdefault(next(once, -1 - number), []).append(number)
    return map(tuple, parts.values())


class NoGood(NamedTuple):
    """The constraint that an option of `taken` is left out, or one of `added` is taken.

    It is falsy if both are empty, because then nothing satisfies it.
    """

    taken: Solution
    added: Solution

    def __bool__(self) -> bool:
        return bool(self.taken or self.added)

    @property
    def terms(self) -> list[tuple[int, int]]:
        """The (coefficient, option) pairs of the equivalent linear constraint: their sum is at least `least`."""
        return [(-1, option) for option in self.taken] + [(1, option) for option in self.added]

    @property
    def least(self) -> int:
        """The lower bound of the sum of the terms."""
        return 1 - len(self.taken)


def free_options(cover: ExactCover) -> tuple[int, ...]:
    """Return the options without an item whose number of covers is fixed; a solution may take or leave them."""
    fixed = [lo == hi for lo, hi in zip(cover.lo, cover.upper, strict=True)]
    if all(fixed):
        return tuple(number for number, option in enumerate(cover.options) if not option)
    return tuple(o for o, option in enumerate(cover.options) if not any(map(fixed.__getitem__, option)))


def no_good(solution: Solution, free: Sequence[int]) -> NoGood:
    """Return the constraint that this solution violates and all other solutions satisfy.

    free: the free options of the cover.

    >>> no_good((0, 3), free=(3, 4))
    NoGood(taken=(0, 3), added=(4,))
    """
    taken = set(solution)
    return NoGood(solution, tuple(option for option in free if option not in taken))
