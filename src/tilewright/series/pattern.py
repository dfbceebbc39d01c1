"""Families of puzzles as texts with placeholders, such as `tetrominoes*@{n}x{n}` or `dominoes*@4x{2n}`.

The families with published numbers are in `data/series.json`.

The module also draws uniformly random tilings of Aztec diamonds by domino shuffling (Elkies, Kuperberg, Larsen and
Propp 1992). Each domino has a direction in which it moves. From one order to the next, pairs that would collide are
removed, the others move one step, and each 2 x 2 block that is left empty then gets two horizontal or two vertical
dominoes, chosen by a coin toss. If all tilings of one order are equally likely, so are those of the next.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import count, islice, product
from pathlib import Path
from random import Random
from typing import Literal

import msgspec

from tilewright import loader
from tilewright.errors import NotationError, check_whole, quote
from tilewright.exact_cover.outcome import UpTo
from tilewright.files import data_text, read_text, suffix_of
from tilewright.lattice.planar import aztec_diamond
from tilewright.loader import load
from tilewright.puzzle import Puzzle

PLACEHOLDER = re.compile(r"\{(\d{0,6})([a-z])([+-]\d{1,6})?\}")
RANGE = re.compile(r"\s*([0-9]{1,18})(?:\.\.([0-9]{1,18})(?::([0-9]{1,18}))?)?\s*")
VARIABLES = ("n", "k")
MOST_VALUE = 10**6
MOST_MEMBERS = 100_000

Index = tuple[int, ...]  # the values of a pattern's variables, in the order of `Pattern.variables`


@dataclass(frozen=True)
class Pattern:
    """A text in which `{n}`, `{k}`, and terms such as `{2n}` or `{n+1}`, stand for numbers.

    text: the notation, or the content of a file.

    suffix: the suffix of that file, which determines its format.

    >>> pattern = Pattern("dominoes*@{n}x{2n+1}")
    >>> pattern.variables, pattern.filled((2,))
    (('n',), 'dominoes*@2x5')
    """

    text: str
    suffix: str = ""

    def __post_init__(self) -> None:
        if fault := self._fault():
            raise NotationError(f"{quote(self.text)}: {fault}")

    def _fault(self) -> str | None:
        if not self.suffix and (left := re.search(r"\{[^{}]+(?=\{|\Z)", self.text)):
            return f"the brace of {quote(left[0])} is not closed: expected {{n}} or {{2n+1}}"
        if not self.suffix and (stray := _stray(self.text)):
            return f"{quote(stray)} is no placeholder: expected {{n}}, {{2n}} or {{n+1}}, {{k}} as a second one"
        if not self.variables:
            return "{n} is missing: expected it in a number's place, as in 'tetrominoes*@{n}x{n}'"
        unknown = [name for name in self.variables if name not in VARIABLES]
        return f"placeholder {{{unknown[0]}}}: expected {{n}} and {{k}}" if unknown else None

    @classmethod
    def of(cls, source: str) -> Pattern:
        """Return the pattern given by a notation or by the name of a file."""
        if PLACEHOLDER.search(source) is None and Path(source).is_file():
            return cls(read_text(source), suffix_of(source))
        return cls(source)

    @cached_property
    def variables(self) -> tuple[str, ...]:
        """The letters of the placeholders, n first."""
        found = {match[2] for match in PLACEHOLDER.finditer(self.text)}
        return tuple(sorted(found, key=lambda name: (name != "n", name)))

    def filled(self, index: Index) -> str:
        """Return the text for these values. Raises NotationError if a number is out of range."""
        value = dict(zip(self.variables, index, strict=True))

        def number(match: re.Match[str]) -> str:
            total = int(match[1] or 1) * value[match[2]] + int(match[3] or 0)
            if not 0 <= total <= MOST_VALUE:
                raise NotationError(f"{match[0]} is {total:,} for {self.named(index)}: expected 0 to {MOST_VALUE:,}")
            return str(total)

        return PLACEHOLDER.sub(number, self.text)

    def puzzle(self, index: Index) -> Puzzle:
        """Return the puzzle for these values."""
        text = self.filled(index)
        return loader.parse(text, self.suffix) if self.suffix else load(text)

    def named(self, index: Index) -> str:
        """Return the values as text, such as `n=4, k=3`."""
        return ", ".join(f"{name}={value}" for name, value in zip(self.variables, index, strict=True))


def _stray(text: str) -> str | None:
    """Return the first text in braces, or with an unmatched brace, that is not a placeholder.

    >>> _stray("dominoes*@{n}x{2n}"), _stray("dominoes*@{n}x{n**n}"), _stray("dominoes*@{{n}}x4")
    (None, '{n**n}', '{{n}}')
    """
    found = re.search(r"\{+[^{}]*\}*|\}", PLACEHOLDER.sub(lambda match: " " * len(match[0]), text))
    return text[slice(*found.span())] if found else None


def values(text: str) -> tuple[int, ...]:
    """Return the numbers of a range: `1..14`, every second number as in `2..14:2`, or a list such as `2,4,8`.

    Raises NotationError if the text is not a range, or has too many or too large numbers.

    >>> values("1..4"), values("2..8:3"), values("5,7")
    ((1, 2, 3, 4), (2, 5, 8), (5, 7))
    """
    found: list[int] = []
    for part in text.split(","):
        match = RANGE.fullmatch(part)
        if match is None:
            raise NotationError(f"{quote(text)}: expected numbers as 1..14, 2..14:2 or 2,4,8")
        first, last, step = int(match[1]), int(match[2] or match[1]), int(match[3] or 1)
        if last > MOST_VALUE:
            raise NotationError(f"{quote(part)}: expected numbers of at most {MOST_VALUE:,}")
        if not step:
            raise NotationError(f"{quote(part)}: expected a step of at least 1")
        if last < first:
            raise NotationError(f"{quote(part)}: expected a range that rises, as {last}..{first}")
        found.extend(range(first, last + 1, step))
        if len(found) > MOST_MEMBERS:
            raise NotationError(f"{quote(text)}: expected at most {MOST_MEMBERS:,} numbers")
    return tuple(dict.fromkeys(found))


def members(pattern: Pattern, ranges: Mapping[str, Sequence[int]]) -> Iterator[Index]:
    """Return the members of a family in the order in which they are counted.

    With two variables the order is by antidiagonals, as tables are read. Raises NotationError if a variable has no
    range, or a range has no variable.

    >>> list(members(Pattern("dominoes*@{n}x{k}"), {"n": (1, 2), "k": (1, 2)}))
    [(1, 1), (1, 2), (2, 1), (2, 2)]
    """
    if lacking := [name for name in pattern.variables if name not in ranges]:
        raise NotationError(f"no range for {{{lacking[0]}}}: expected --{lacking[0]} 1..10")
    if useless := [name for name in ranges if name not in pattern.variables]:
        raise NotationError(
            f"a range is given for {useless[0]}, but {quote(pattern.text)} does not contain {{{useless[0]}}}"
        )
    every = product(*(ranges[name] for name in pattern.variables))
    return iter(sorted(every, key=lambda index: (sum(index), index)) if len(pattern.variables) > 1 else every)


@dataclass(frozen=True)
class BoardFamily:
    """A published sequence or table.

    id: its number in the OEIS.

    start: the values of the pattern's variables at its first term; a table continues by antidiagonals.

    terms: the terms as published.

    >>> family("A004003").known[(4,)]
    12988816
    """

    id: str
    name: str
    pattern: str
    start: Index
    terms: tuple[int, ...]
    up_to: UpTo = "none"

    @cached_property
    def known(self) -> dict[Index, int]:
        """The published terms by index, without boards that have a side of length 0."""
        every = zip(self.indices(len(self.terms)), self.terms, strict=True)
        return {index: term for index, term in every if 0 not in index}

    def indices(self, number: int) -> list[Index]:
        """Return the values of the variables for the first `number` terms, in the published order."""
        first, *others = self.start
        if not others:
            return [(first + place,) for place in range(number)]
        diagonals = ((first + row, others[0] + total - row) for total in count() for row in range(total + 1))
        return list(islice(diagonals, number))


@cache
def families() -> dict[str, BoardFamily]:
    """Return all published families by id."""
    rows = [{**row, "terms": [*map(int, row["terms"])]} for row in json.loads(data_text("series.json"))["families"]]
    return {each.id: each for each in msgspec.convert(rows, list[BoardFamily])}


def family(name: str) -> BoardFamily:
    """Return the published family with this OEIS number. Raises NotationError if it is unknown."""
    if (found := families().get(name)) is None:
        raise NotationError(f"unknown series {quote(name)}: `tilewright series --list` names those there are")
    return found


def published(pattern: Pattern, up_to: UpTo) -> Sequence[BoardFamily]:
    """Return the published families with exactly this pattern."""
    return [each for each in families().values() if (each.pattern, each.up_to) == (pattern.text, up_to)]


Direction = Literal["north", "south", "east", "west"]
STEPS: dict[Direction, tuple[int, int]] = {"north": (-1, 0), "south": (1, 0), "east": (0, 1), "west": (0, -1)}
MOST_ORDER = 1000


@dataclass(frozen=True, order=True)
class MovingDomino:
    """A domino, given by its first cell, and the direction of its next move.

    Dominoes that move north or south are horizontal.
    """

    row: int
    column: int
    direction: Direction

    @property
    def cells(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The two cells (row, column) of the domino."""
        lies = self.direction in ("north", "south")
        return (self.row, self.column), (self.row + (not lies), self.column + lies)


def random_aztec(order: int, rng: Random) -> list[MovingDomino]:
    """Return a uniformly random domino tiling of the Aztec diamond of this order, sorted.

    The cells are those of the board `aN`. Raises ArgumentError for an order below 1 or above 1000.

    >>> len(random_aztec(10, Random(1)))
    110
    """
    check_whole("order", order, 1, MOST_ORDER)
    dominoes: list[MovingDomino] = []
    for size in range(1, order + 1):
        dominoes = _filled(_moved(dominoes), size, rng)
    return sorted(dominoes)


def _moved(dominoes: list[MovingDomino]) -> list[MovingDomino]:
    """Remove pairs of dominoes that would collide, and move the others by one step.

    The result is on the board of the next order, whose bounding box starts one cell earlier in both directions.
    """
    there = set(dominoes)
    opposite: dict[Direction, Direction] = {"north": "south", "south": "north", "east": "west", "west": "east"}
    kept = []
    for domino in dominoes:
        down, right = STEPS[domino.direction]
        ahead = MovingDomino(domino.row + down, domino.column + right, opposite[domino.direction])
        if ahead not in there:
            kept.append(MovingDomino(domino.row + 1 + down, domino.column + 1 + right, domino.direction))
    return kept


def _filled(dominoes: list[MovingDomino], order: int, rng: Random) -> list[MovingDomino]:
    """Return the dominoes and two more in each empty block.

    In reading order, the first empty cell is the upper left corner of such a block.
    """
    covered = {cell for domino in dominoes for cell in domino.cells}
    added: list[MovingDomino] = []
    for cell in sorted(aztec_diamond(order)):
        if cell not in covered:
            row, column = cell[0], cell[1]
            lie = rng.getrandbits(1)
            first = MovingDomino(row, column, "north" if lie else "west")
            second = MovingDomino(row + 1, column, "south") if lie else MovingDomino(row, column + 1, "east")
            added += first, second
            covered |= {*first.cells, *second.cells}
    return dominoes + added
