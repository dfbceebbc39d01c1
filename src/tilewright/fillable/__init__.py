"""Rules for the rectangles that given kinds of tetrominoes fill.

Any number of each kind may be used, and pieces may be turned but not flipped. There is one rule for each set of kinds.

The rules, their base tilings and the reasons for impossible boards are data (`data/tetromino-boards.json`), written by
`tools/make_tetromino_boards.py` and checked by `tools/check_tetromino_boards.py`, which shares no code with this file.
The proof is in docs/explanation/tetromino-boards.md.

Families of rectangles are written like `2 x 4k+2`, `1 x n` or `6 x 10`. A side is a number, `n` for any length, or
`ak+b` for lengths that leave remainder b when divided by a. The two sides may be swapped.

A board of any size is cut into boards of base tilings, side by side and one above the other. Lengths of FROM + PERIOD
and more are shortened by PERIOD repeatedly. What remains is one of finitely many boards, each of which is a base tiling
or falls into two smaller ones.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import combinations, combinations_with_replacement
from typing import Any

from tilewright.errors import LimitError, NotationError, quote
from tilewright.files import data_text
from tilewright.kinds import Packing
from tilewright.pieces import Piece, piece_set, select
from tilewright.puzzle import Board, Tiling
from tilewright.puzzle.check import faults

SIDE = r"n|[1-9]\d?|[1-9]\d?k|[1-9]\d?k\+[1-9]\d?"


@dataclass(frozen=True)
class Side:
    """The lengths `step * k + rest`, or only `rest` if step is 0.

    >>> Side.parse("4k+2")
    Side(step=4, rest=2)
    """

    step: int
    rest: int

    @classmethod
    def parse(cls, text: str) -> Side:
        """Parse a valid text of a side."""
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
        """Parse the text of a family. Raises NotationError, quoting the text, if it is not valid."""
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
        """Yield the family's rectangles as (m, n) with m <= n <= most."""
        return (size for size in combinations_with_replacement(range(1, most + 1), 2) if size in self)


KINDS = "IJLOSTZ"
PERIOD = 8  # a board with a side of at least FROM + PERIOD can be filled if and only if the board shorter by PERIOD can
FROM = 12
DATA = "tetromino-boards.json"


@dataclass(frozen=True)
class Obstruction:
    """The reason why no subset of these kinds fills the boards of these families.

    by: "area", "coloring", "strip", "edge" or "theorem".

    words: the reason as the command line prints it, part of a sentence.
    """

    kinds: str
    boards: tuple[SizeFamily, ...]
    by: str
    words: str

    def __contains__(self, sides: tuple[int, int]) -> bool:
        return any(sides in family for family in self.boards)


@dataclass(frozen=True)
class BaseTiling:
    """A tiling that is not composed of smaller ones: rows of labels, one label for each piece."""

    rows: tuple[str, ...]

    @property
    def size(self) -> tuple[int, int]:
        """The numbers of rows and columns."""
        return len(self.rows), len(self.rows[0])

    @cached_property
    def parts(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """The cells (row, column) of each piece."""
        cells: dict[str, list[tuple[int, int]]] = {}
        for row, line in enumerate(self.rows):
            for column, label in enumerate(line):
                cells.setdefault(label, []).append((row, column))
        return tuple(map(tuple, cells.values()))

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The kinds of its pieces."""
        return frozenset(kind_of(part) for part in self.parts)

    def turned(self) -> BaseTiling:
        """Return the tiling turned clockwise by a quarter."""
        return BaseTiling(tuple("".join(column) for column in zip(*self.rows[::-1], strict=True)))


@dataclass(frozen=True)
class Theorem:
    """All obstructions and base tilings."""

    reasons: tuple[Obstruction, ...]
    tilings: tuple[BaseTiling, ...]


@cache
def theorem() -> Theorem:
    """Return the obstructions and base tilings that come with the package."""
    data = json.loads(data_text(DATA))
    reasons = (
        Obstruction(row["kinds"], tuple(map(SizeFamily.parse, row["boards"])), row["by"], _kind_words(row))
        for row in data["reasons"]
    )
    return Theorem(tuple(reasons), tuple(BaseTiling(tuple(rows)) for rows in data["tilings"]))


def _kind_words(row: dict[str, Any]) -> str:
    match row["by"]:
        case "area":
            return "4 does not divide the area"
        case "coloring":
            weights = "/".join(" ".join(map(str, line)) for line in row["weights"])
            modulo = f" modulo {row['modulus']}" if row["modulus"] else ""
            return (
                f"with the weights {weights} repeated over the plane, every placement of {row['kinds']} weighs 0{modulo}; "
                "the board, or the board turned, does not"
            )
        case "strip":
            return f"an automaton reads such boards column by column, of all lengths, and finds none for {row['kinds']}"
        case "edge":
            return f"{row['kinds']} cannot cover the topmost row of a board, whatever lies below"
        case _:
            source, _, condition = row["source"].rpartition(": ")
            return f"a theorem says when that can be done: {condition} ({source})"


@cache
def _orientations() -> dict[tuple[tuple[int, int], ...], str]:
    pieces: Sequence[Piece] = piece_set("tetrominoes").pieces
    return {tuple((row, column) for row, column in form): piece.name for piece in pieces for form in piece.forms}


def kind_of(cells: Sequence[tuple[int, int]]) -> str:
    """Return the kind of a tetromino given by its cells. Raises KeyError for other shapes."""
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    return _orientations()[tuple(sorted((row - top, column - left) for row, column in cells))]


# Classes of boards in terms of which a rule is phrased, the smallest first: (words, families of boards outside the
# class).
BASES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("none", ("n x n",)),
    ("both sides are multiples of 4", ("2k+1 x n", "4k+2 x n")),
    ("both sides are even", ("2k+1 x n",)),
    ("the area is a multiple of 8", ("2k+1 x 2k+1", "2k+1 x 4k+2", "2k+1 x 8k+4", "4k+2 x 4k+2")),
    ("one side is a multiple of 4", ("2k+1 x 2k+1", "2k+1 x 4k+2", "4k+2 x 4k+2")),
    ("the area is a multiple of 4", ("2k+1 x 2k+1", "2k+1 x 4k+2")),
)
END = FROM + PERIOD  # boards with longer sides behave like boards shorter by a period


@dataclass(frozen=True)
class Rule:
    """The rule for the rectangles that these kinds fill, with any number of each, turned but not flipped.

    >>> rule = Rule("STZ")
    >>> print(rule)
    the area is a multiple of 4, except 1 x n, 2 x n, 3 x n, 6 x 6, 6 x 10
    >>> rule.fills(6, 14), rule.fills(6, 10)
    (True, False)
    >>> rule.reason(6, 10).by
    'strip'
    """

    kinds: str

    def __post_init__(self) -> None:
        chosen = set(self.kinds.upper())
        if not chosen or not chosen <= set(KINDS) or len(chosen) < len(self.kinds):
            raise NotationError(f"{quote(self.kinds)}: expected letters out of {KINDS}, each at most once")
        object.__setattr__(self, "kinds", "".join(kind for kind in KINDS if kind in chosen))

    def fills(self, rows: int, columns: int) -> bool:
        """Return whether a board of this size can be filled. Raises NotationError unless both sides are positive."""
        return self.reason(rows, columns) is None

    def reason(self, rows: int, columns: int) -> Obstruction | None:
        """Return why a board cannot be filled, or None if it can. Raises NotationError for sides below 1."""
        if min(rows, columns) < 1:
            raise NotationError(f"{rows}x{columns}: expected two sides of at least 1")
        return next((each for each in self.reasons if (rows, columns) in each), None)

    @cached_property
    def reasons(self) -> tuple[Obstruction, ...]:
        """All obstructions that apply to these kinds."""
        return tuple(reason for reason in theorem().reasons if set(self.kinds) <= set(reason.kinds))

    def __str__(self) -> str:
        return _words(self)


@cache
def rules() -> tuple[Rule, ...]:
    """Return the rules of all 127 sets of kinds, the smallest sets first."""
    return tuple(Rule("".join(chosen)) for size in range(1, len(KINDS) + 1) for chosen in combinations(KINDS, size))


@cache
def _words(rule: Rule) -> str:
    """Return the rule in words.

    These are the smallest class of boards that agrees with the rule if both sides are large, and the exceptions.
    """
    large = [(m, n) for m in range(FROM, END) for n in range(m, END)]
    for words, texts in BASES:
        excluded = tuple(map(SizeFamily.parse, texts))
        if all(rule.fills(*size) != any(size in each for each in excluded) for size in large):
            rest = _exceptions(rule, excluded)
            return f"{words}, except {', '.join(map(str, rest))}" if rest else words
    raise AssertionError(f"no words for the rule of {rule.kinds}")


def _exceptions(rule: Rule, excluded: tuple[SizeFamily, ...]) -> list[SizeFamily]:
    """Return the families in the class that the kinds do not fill, without families covered by the others."""
    said = {size for family in excluded for size in _boards(family)}
    families = [family for reason in rule.reasons for family in reason.boards]
    families.sort(key=lambda family: (-len(_boards(family) - said), str(family)))
    chosen: list[SizeFamily] = []
    for family in families:
        if not _boards(family) <= said:
            chosen.append(family)
            said |= _boards(family)
    return sorted(chosen, key=lambda family: (family.first.rest, -family.second.step, family.second.rest))


@cache
def _boards(family: SizeFamily) -> frozenset[tuple[int, int]]:
    return frozenset(family.within(END))


MOST_CELLS = 250_000  # a picture of more cells would be unreadable

Block = tuple[int, int, BaseTiling]  # row, column


def fill(kinds: str, rows: int, columns: int) -> Tiling:
    """Fill a rectangle with any numbers of these kinds, without a search.

    Raises NotationError with the reason if the rectangle cannot be filled, and LimitError if it has more than 250,000
    cells.

    >>> print(fill("T", 4, 4))
    +-----+-+
    |T T T|T|
    +-+ +-+ |
    |T|T|T T|
    | +-+-+ |
    |T T|T|T|
    | +-+ +-+
    |T|T T T|
    +-+-----+
    """
    rule = Rule(kinds)
    if reason := rule.reason(rows, columns):
        raise NotationError(f"{rule.kinds} cannot fill {rows}x{columns}: {reason.words}")
    if rows * columns > MOST_CELLS:
        raise LimitError(f"{rows}x{columns} has {rows * columns:,} cells: expected at most {MOST_CELLS:,}")
    return _checked_tiling(rule.kinds, rows, columns, blocks(rule.kinds, rows, columns))


def tiling_of(base: BaseTiling) -> Tiling:
    """Return a base tiling as a tiling of its board."""
    return _checked_tiling("".join(sorted(base.kinds)), *base.size, [(0, 0, base)])


def _checked_tiling(kinds: str, rows: int, columns: int, parts: Iterable[Block]) -> Tiling:
    puzzle = Packing(Board.of_size(f"{rows}x{columns}"), select(f"tetrominoes:{kinds}*"))
    placed = (
        puzzle.placement(kind_of(cells), [(row + r, column + c) for r, c in cells])
        for row, column, tiling in parts
        for cells in tiling.parts
    )
    tiling = Tiling(puzzle, tuple(placed))
    if wrong := faults(puzzle, tiling.placements):
        raise AssertionError(f"{kinds} on {rows}x{columns}: {wrong[0]}")  # the data is wrong, not the request
    return tiling


def blocks(kinds: str, rows: int, columns: int) -> Iterator[Block]:
    """Yield the base tilings that fill a board as (row, column, base tiling). The kinds must be able to fill it."""
    for row, height in _lengths(rows):
        for column, width in _lengths(columns):
            for r, c, tiling in _small(kinds, height, width):
                yield row + r, column + c, tiling


def _lengths(length: int) -> Iterator[tuple[int, int]]:
    """Yield the start and length of each part of a side: one part below FROM + PERIOD, then periods."""
    first = length if length < FROM + PERIOD else FROM + (length - FROM) % PERIOD
    yield 0, first
    for start in range(first, length, PERIOD):
        yield start, PERIOD


@cache
def _small(kinds: str, rows: int, columns: int) -> tuple[Block, ...]:
    """Return the base tilings that fill a board with sides below FROM + PERIOD."""
    for tiling in theorem().tilings:
        if tiling.kinds <= set(kinds):
            if tiling.size == (rows, columns):
                return ((0, 0, tiling),)
            if tiling.size == (columns, rows):
                return ((0, 0, tiling.turned()),)
    fills = Rule(kinds).fills
    for top in range(1, rows // 2 + 1):
        if fills(top, columns) and fills(rows - top, columns):
            below = ((row + top, column, tiling) for row, column, tiling in _small(kinds, rows - top, columns))
            return (*_small(kinds, top, columns), *below)
    for left in range(1, columns // 2 + 1):
        if fills(rows, left) and fills(rows, columns - left):
            right = ((row, column + left, tiling) for row, column, tiling in _small(kinds, rows, columns - left))
            return (*_small(kinds, rows, left), *right)
    raise AssertionError(f"no base tiling of {kinds} for {rows}x{columns}")
