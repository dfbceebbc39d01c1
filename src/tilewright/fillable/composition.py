"""Fill a board of any size: cut it into boards of base tilings, side by side and one above the other.

Lengths of FROM + PERIOD and more are cut by PERIOD again and again; what is left is one of finitely many boards, each
of which is a base tiling or falls into two smaller ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from tilewright.errors import LimitError, NotationError
from tilewright.fillable.rules import FROM, PERIOD, BaseTiling, Rule, kind_of, theorem
from tilewright.kinds import Packing
from tilewright.pieces import select
from tilewright.puzzle import Board, Tiling
from tilewright.puzzle.check import faults

MOST_CELLS = 250_000  # a picture of more is of no use

Block = tuple[int, int, BaseTiling]  # row, column


def fill(kinds: str, rows: int, columns: int) -> Tiling:
    """Fill a rectangle with any numbers of these kinds, at once whatever its size.

    Raises NotationError with the reason when it cannot be filled, LimitError beyond 250,000 cells.

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
        raise AssertionError(f"{kinds} on {rows}x{columns}: {wrong[0]}")  # the data is wrong, not the question
    return tiling


def blocks(kinds: str, rows: int, columns: int) -> Iterator[Block]:
    """Yield the base tilings that fill a board, each with its row and column. The kinds must fill the board."""
    for row, height in _lengths(rows):
        for column, width in _lengths(columns):
            for r, c, tiling in _small(kinds, height, width):
                yield row + r, column + c, tiling


def _lengths(length: int) -> Iterator[tuple[int, int]]:
    """Yield where the parts of a side begin, and their lengths: one below FROM + PERIOD, then periods."""
    first = length if length < FROM + PERIOD else FROM + (length - FROM) % PERIOD
    yield 0, first
    for start in range(first, length, PERIOD):
        yield start, PERIOD


@cache
def _small(kinds: str, rows: int, columns: int) -> tuple[Block, ...]:
    """The base tilings of a board with sides below FROM + PERIOD."""
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
