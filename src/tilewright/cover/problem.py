"""An exact cover: items with bounds, and options that cover them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tilewright._kernel import Cover
    from tilewright.cover.search.deadline import Deadline

Solution = tuple[int, ...]  # numbers of options, ascending


@dataclass(frozen=True)
class Automorphism:
    """A relabelling that keeps the problem: item i goes to items[i], option o to options[o]."""

    items: tuple[int, ...]
    options: tuple[int, ...]


@dataclass(frozen=True)
class ExactCover:
    """Choose options so that item i is covered at least lo[i] and at most hi[i] times (None: any number).

    Primary items have bounds 1, 1, secondary 0, 1. An option lists its items in ascending order; an item that
    stands k times in it is covered k times (only where hi > 1). A choice is a set: no option is taken twice.

    Hints, each may be empty, none changes the answer: `order` is a good sequence of the items that form a board,
    `adjacent[i]` are the neighbours of item i, `automorphisms` is a whole group of symmetries, identity included.
    `names` are the items' names for people.
    """

    lo: tuple[int, ...]
    hi: tuple[int | None, ...]
    options: tuple[tuple[int, ...], ...]
    order: tuple[int, ...] = ()
    adjacent: tuple[tuple[int, ...], ...] = ()
    automorphisms: tuple[Automorphism, ...] = ()
    names: tuple[str, ...] = field(default=(), compare=False)

    @classmethod
    def of(cls, options: Sequence[Sequence[int]], primary: int, secondary: int = 0) -> ExactCover:
        """A plain exact cover: items 0 .. primary - 1 exactly once, the next `secondary` ones at most once."""
        lo = (1,) * primary + (0,) * secondary
        return cls(lo, (1,) * (primary + secondary), tuple(tuple(sorted(option)) for option in options))

    @cached_property
    def size(self) -> tuple[int, int, int]:
        """(items, options, entries): rows, columns and non-zeros of the matrix."""
        return len(self.lo), len(self.options), sum(map(len, self.options))

    @cached_property
    def compiled(self) -> Cover:
        """The same problem as the kernel holds it (built once)."""
        from tilewright.cover.engines.native import compiled

        return compiled(self)

    def prepare(self, deadline: Deadline) -> Cover:
        """The same, but when it is not yet built and cannot be by the deadline, OutOfTimeError."""
        from tilewright.cover.engines.native import compiled

        if "compiled" not in self.__dict__:
            self.__dict__["compiled"] = compiled(self, deadline)
        return self.compiled

    def validate(self) -> str | None:
        """What is wrong with the problem in one line, or None."""
        if len(self.lo) != len(self.hi):
            return "lo and hi differ in length"
        for item, (lo, hi) in enumerate(zip(self.lo, self.hi, strict=True)):
            if lo < 0 or (hi is not None and hi < lo):
                return f"item {item} has bounds {lo} to {hi}"
        for number, option in enumerate(self.options):
            if not option or list(option) != sorted(option) or option[0] < 0 or option[-1] >= len(self.lo):
                return f"option {number} = {option}: expected items 0 to {len(self.lo) - 1} in ascending order"
            for item, times in Counter(option).items():
                hi = self.hi[item]
                if times > 1 and hi is not None and hi < 2:
                    return f"option {number} covers item {item} {times} times"
        return None
