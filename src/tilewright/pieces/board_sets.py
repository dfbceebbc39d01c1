"""Sets that are made for a board: all rectangles, squares, oblongs or bars that are no longer and no wider than it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from tilewright.errors import LimitError, NotationError, quote
from tilewright.pieces.piece import Piece

BOARD_SETS = {
    "rectangles": "all rectangles that fit the board",
    "squares": "all squares that fit the board",
    "oblongs": "all rectangles that fit the board and are no squares",
    "bars": "all rectangles 1 wide that fit the board",
}
MOST_PIECES = 2000


def made_for(name: str, extent: tuple[int, ...]) -> tuple[Piece, ...]:
    """The pieces of a board's set, once for each shape whichever way it lies; `2x3` is the name of one.

    Raises NotationError for a board in space, LimitError beyond MOST_PIECES pieces.

    >>> [piece.name for piece in made_for("rectangles", (2, 3))]
    ['1x1', '1x2', '1x3', '2x2', '2x3']
    """
    if len(extent) != 2:
        raise NotationError(f"the set {name} is made for a flat board: expected rows and columns, as {name}*@5x5")
    low, high = sorted(extent)
    if (low if name == "squares" else high if name == "bars" else low * (2 * high - low + 1) // 2) > MOST_PIECES:
        raise LimitError(f"the set {name} has more than {MOST_PIECES:,} pieces on that board: expected a smaller one")
    pieces = tuple(
        Piece(f"{height}x{width}", tuple(product(range(height), range(width))))
        for height, width in _sides(name, low, high)
    )
    if not pieces:
        raise NotationError(f"no piece of the set {name} fits the board: expected a larger one")
    return pieces


def _sides(name: str, low: int, high: int) -> Iterator[tuple[int, int]]:
    if name == "squares":
        return ((side, side) for side in range(1, low + 1))
    most = 1 if name == "bars" else low
    least = 1 if name == "oblongs" else 0  # longer than wide
    return ((height, width) for height in range(1, most + 1) for width in range(height + least, high + 1))


def no_board(name: str) -> NotationError:
    """The error where such a set is named without a board."""
    return NotationError(f"the set {quote(name)} is made for a board: expected it in PIECES@BOARD, as {name}*@5x5")
