"""Boards as drawings: text of # and ., rows of 0 and 1, or a picture whose black cells are the board.

A drawing has no pieces; they stand before it, as in `pentominoes@heart.txt`, or come from the option `--pieces`.
"""

from __future__ import annotations

import os
from math import gcd
from typing import TYPE_CHECKING, Any

from tilewright.errors import EngineUnavailableError, LimitError, NotationError, quote
from tilewright.files import check_notation_length, read_bytes, read_text
from tilewright.kinds.packing.puzzle import Packing
from tilewright.lattice import lattice
from tilewright.pieces.piece import is_rows_text
from tilewright.puzzle.board import MAX_CELLS, Board, refuse_too_large

if TYPE_CHECKING:
    import numpy as np

PNG = b"\x89PNG\r\n\x1a\n"
MAX_PICTURE = 16 << 20  # bytes of a PNG
MAX_PIXELS = 40_000_000
DARK = 128  # below it a pixel is black
SMALLEST, TINY = 4, 64  # pixels: cells that seem smaller, in a picture that is not tiny, were read off blurred ones
DRAWN = set("#■.oJLF7◢◣◤◥▲▼ \t\r\n")


def is_drawing(text: str) -> bool:
    """Return True if the text can only be the drawing of a board.

    >>> is_drawing(".#.\\n###"), is_drawing("0110\\n1111"), is_drawing("FNPUV@5x5")
    (True, True, False)
    """
    return is_rows_text(text) or (set(text) <= DRAWN and bool(set("#■◢◣◤◥▲▼") & set(text)))


def parse_drawing(text: str, lattice_name: str = "square") -> Board:
    """Return the board of a drawing. Raises NotationError quoting the line that is wrong.

    >>> print(parse_drawing("011\\n110"))
    .##
    ##.
    """
    if is_rows_text(text):
        text = "\n".join("".join(line.split()) for line in text.splitlines()).replace("1", "#").replace("0", ".")
    return Board.parse(text, lattice_name)


def read_board(name: str, lattice_name: str = "square", cell: int | None = None) -> Board:
    """Return the board of a file: a drawing, a PNG of black cells, or the board of a puzzle.

    cell: the side of a cell of the PNG in pixels; None reads it off the picture.

    Raises NotationError saying what is wrong with the file.
    """
    return _board(_content(name), name, lattice_name, cell)


def board_alone(name: str, cell: int | None = None) -> Board | None:
    """Return the board of a file that has no pieces; None where it is a puzzle of some format."""
    from tilewright import formats  # it loads this module

    content = _content(name)
    if isinstance(content, str) and (not is_drawing(content) or formats.entry_of(content, os.path.splitext(name)[1])):  # noqa: PTH122
        return None
    return _board(content, name, "square", cell)


def _content(name: str) -> str | bytes | None:
    """The text of a file or the bytes of a PNG; None where the name is no file."""
    if name != "-" and not os.path.exists(name):  # noqa: PTH110  pathlib is slow to import
        return None
    if name == "-" or read_bytes(name, len(PNG)) != PNG:
        return read_text(name)
    data = read_bytes(name, MAX_PICTURE + 1)
    if len(data) > MAX_PICTURE:
        raise LimitError(f"{name} has more than {MAX_PICTURE:,} bytes: expected a smaller picture")
    return data


def _board(content: str | bytes | None, name: str, lattice_name: str, cell: int | None) -> Board:
    if isinstance(content, bytes):
        return _board_of_picture(content, name, lattice_name, cell)
    if cell is not None:
        raise NotationError(f"--cell {cell}: {name} is not a PNG: expected a picture whose black cells are the board")
    if content is not None and is_drawing(content):
        try:
            return parse_drawing(content, lattice_name)
        except NotationError as error:
            raise NotationError(f"{name}: {error}") from None
    from tilewright import formats  # it loads this module

    board = getattr(formats.load(name) if content is None else formats.parse(content), "board", None)
    if not isinstance(board, Board):
        raise NotationError(f"{name}: expected a drawing of # and ., rows of 0 and 1, a PNG, or a puzzle with a board")
    return board


def load_on(pieces: str, name: str, cell: int | None = None) -> Packing:
    """Return the puzzle of pieces in the short notation on the board that a file draws.

    Raises NotationError for what does not parse, LimitError for a puzzle that is too large.
    """
    from tilewright.pieces.sets import select  # all named sets

    content = _content(name)
    chosen = select(check_notation_length(pieces), lambda: _board(content, name, "square", cell).extent)
    board = _board(content, name, chosen[0].lattice, cell)
    refuse_too_large({piece.forms for piece in chosen}, len(board.atoms) + len(board.optional))
    return Packing(board, chosen, name=f"{pieces}@{name}")


def _board_of_picture(data: bytes, name: str, lattice_name: str, cell: int | None) -> Board:
    import numpy as np  # for pictures alone

    grid = lattice(lattice_name)
    if grid.dimension != 2 or grid.lean or grid.pitch != 1:
        raise NotationError(f"{name}: a picture shows squares: expected pieces made of squares, not {lattice_name}")
    black = _black_pixels(data, name)
    rows, columns = np.flatnonzero(black.any(axis=1)), np.flatnonzero(black.any(axis=0))
    if not len(rows):
        raise NotationError(f"{name} has no black pixels: expected black cells on white")
    black = black[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    side = cell or _side(black)
    if cell is None and side < SMALLEST and max(black.shape) > TINY:
        raise NotationError(f"{name}: cells of different sizes: expected sharp squares, or their side: --cell PIXELS")
    high, wide = (max(1, round(length / side)) for length in black.shape)
    if high * wide > MAX_CELLS:
        raise LimitError(f"{name} has {high * wide:,} cells: expected at most {MAX_CELLS:,}, or a larger --cell")
    found = [(row, column) for row in range(high) for column in range(wide) if _is_black(black, row, column, side)]
    if not found:
        raise NotationError(f"{name}: no cell of {side} pixels is black: expected another --cell")
    return Board(tuple(atom for place in found for atom in grid.atoms_of(place)), lattice=lattice_name)


def _is_black(black: np.ndarray[Any, Any], row: int, column: int, side: int) -> bool:
    """Return True if most pixels of the cell are black."""
    part = black[row * side : (row + 1) * side, column * side : (column + 1) * side]
    return bool(part.size and part.mean() > 0.5)


def _side(black: np.ndarray[Any, Any]) -> int:
    """The largest number that divides all distances between the places where the picture changes."""
    import numpy as np  # for pictures alone

    changes = [
        np.flatnonzero((np.diff(black.astype(np.int8), axis=axis) != 0).any(axis=1 - axis)) + 1 for axis in (0, 1)
    ]
    lengths = (*black.shape, *(int(place) for places in changes for place in places))
    return gcd(*lengths)


def _black_pixels(data: bytes, name: str) -> np.ndarray[Any, Any]:
    """Which pixels of a PNG are black; transparent ones are not."""
    try:
        from PIL import Image  # the extra `image`, for pictures alone
    except ModuleNotFoundError:
        raise EngineUnavailableError(
            f"{quote(name)} is a picture: reading it needs Pillow: pip install 'tilewright[image]'"
        ) from None
    from io import BytesIO  # for pictures alone

    import numpy as np  # for pictures alone

    try:
        with Image.open(BytesIO(data), formats=["PNG"]) as picture:
            if picture.width * picture.height > MAX_PIXELS:
                raise LimitError(
                    f"{name} has {picture.width} x {picture.height} pixels: expected at most {MAX_PIXELS:,}"
                )
            pixels = np.asarray(picture.convert("LA"))
    except (OSError, SyntaxError, ValueError) as error:
        raise NotationError(f"{name}: {error}: expected a PNG") from None
    return (pixels[..., 0] < DARK) & (pixels[..., 1] >= DARK)
