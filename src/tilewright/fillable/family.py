"""Families of rectangles, written as people write them: `2 x 4k+2`, `1 x n`, `6 x 10`.

A side is a number, `n` for any, or `ak+b` for those that leave b divided by a. The two sides may be swapped.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from tilewright.errors import NotationError, quote

SIDE = r"n|[1-9]\d?|[1-9]\d?k|[1-9]\d?k\+[1-9]\d?"


@dataclass(frozen=True)
class Side:
    """The lengths `step * k + rest`, or `rest` alone where step is 0.

    >>> Side.parse("4k+2")
    Side(step=4, rest=2)
    """

    step: int
    rest: int

    @classmethod
    def parse(cls, text: str) -> Side:
        """Parse the text of a side, which is one."""
        step, mark, rest = text.partition("k")
        if text == "n":
            return cls(1, 0)
        return cls(int(step), int(rest or "0")) if mark else cls(0, int(text))

    def __str__(self) -> str:
        if self.step == 1:
            return "n"
        return f"{self.step}k{f'+{self.rest}' * bool(self.rest)}" if self.step else str(self.rest)

    def __contains__(self, length: int) -> bool:
        return (length - self.rest) % self.step == 0 if self.step else length == self.rest


@dataclass(frozen=True)
class SizeFamily:
    """A family of rectangles.

    >>> family = SizeFamily.parse("2 x 4k+2")
    >>> [(m, n) for m in range(1, 8) for n in range(m, 8) if (m, n) in family]
    [(2, 2), (2, 6)]
    >>> (6, 2) in family
    True
    """

    first: Side
    second: Side

    @classmethod
    def parse(cls, text: str) -> SizeFamily:
        """Parse the text of a family. Raises NotationError quoting it."""
        found = re.fullmatch(rf"({SIDE}) x ({SIDE})", text, re.ASCII)
        if found is None:
            raise NotationError(f"{quote(text)}: expected two sides such as `2 x 4k+2`, `1 x n` or `6 x 10`")
        return cls(Side.parse(found[1]), Side.parse(found[2]))

    def __str__(self) -> str:
        return f"{self.first} x {self.second}"

    def __contains__(self, sides: tuple[int, int]) -> bool:
        m, n = sides
        return (m in self.first and n in self.second) or (n in self.first and m in self.second)

    def within(self, most: int) -> Iterator[tuple[int, int]]:
        """Yield its rectangles m x n with m <= n <= most."""
        for m in range(1, most + 1):
            for n in range(m, most + 1):
                if (m, n) in self:
                    yield m, n
