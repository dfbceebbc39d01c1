"""Recognize texts of TetraVex and of other square tiles without a head, and extract their tiles."""

from __future__ import annotations

import re
from collections import Counter
from math import isqrt
from typing import NamedTuple

from tilewright.errors import NotationError, quote

SIZE_LINE = r"([0-9]{1,6})([ \t]+|[xX])([0-9]{1,6})"
TETRAVEX_HEAD = r"#?\s*tetravex(\s+(?P<rows>\d{1,3})x(?P<columns>\d{1,3}))?(\s+(?P<order>drawn|clockwise|opposite))?"
MOST_TETRAVEX = 200_000  # characters
MOST_HEAD = 500  # characters at the start of a text that identify it
# The positions of top, right, bottom and left.
ORDERS = {"drawn": (0, 2, 3, 1), "clockwise": (0, 1, 2, 3), "opposite": (0, 3, 1, 2)}
FRAMES = r"[|+\u2500-\u257f\u00b7-]+"  # lines of boxes, and the dot in the middle of a tile
Words = list[list[str]]  # the words of each line


def is_tetravex(text: str) -> bool:
    """Return True for tiles below a line `tetravex`, and for digits that can only be tiles of that game."""
    if "tetravex" in text[:MOST_HEAD] and re.fullmatch(
        TETRAVEX_HEAD, text.strip().partition("\n")[0].strip(), re.ASCII
    ):
        return True
    if not may_be_tetravex(text) or has_empty_cells(text):
        return False
    from tilewright.kinds.shikaku.grid import is_grid

    return not is_grid(text)


def may_be_tetravex(text: str) -> bool:
    """Return True for digits that can be tiles of TetraVex, even if the text is incomplete."""
    digits = r"[0-9x@|+\s\u2500-\u257f\u00b7-]+"
    if len(text) > MOST_TETRAVEX or not re.fullmatch(digits, text) or len(text.split()) < 4:
        return False
    lines = [line for line in map(str.strip, text.splitlines()) if line]
    if framed_side(lines) or framed_side(lines[1:]):
        return False
    try:
        return tetravex_text(text) is not None
    except NotationError:  # only such tiles raise this error; the parser will report what is missing
        return True


def has_empty_cells(text: str) -> bool:
    """Return True for empty cells of a spreadsheet: adjacent tabs, or tabs at the start or end of only some lines."""
    lines = [line.rstrip("\r ") for line in text.splitlines() if line.strip()]
    ends = [{line[:1] == "\t" for line in lines}, {line[-1:] == "\t" for line in lines}]
    return "\t" in text and (re.search(r"\t *\t", text) is not None or {False, True} in ends)


MOST_FRAMED = 100_000  # lines


def framed_side(lines: list[str]) -> int:
    """Return the side of the square that tiles without a head form, or 0 if they need not form one.

    Lines of four numbers may have many meanings. But the text is a puzzle like Eternity II if the number of
    lines is a square, four tiles have two adjacent 0, each other tile of the border has one 0, and no inner
    tile has any.
    """
    side = isqrt(len(lines))
    if side < 2 or side * side != len(lines) or len(lines) > MOST_FRAMED:
        return 0
    rows = [re.split(r"[\s,]+", line) for line in lines]
    if len(rows[0]) not in (4, 5) or len(set(map(len, rows))) != 1:
        return 0
    if not all(re.fullmatch(r"\d{1,9}", word, re.ASCII) for row in rows for word in row):
        return 0
    gray = [[int(word) == 0 for word in row[-4:]] for row in rows]
    corners = [each for each in gray if sum(each) == 2 and any(each[k - 1] and each[k] for k in range(4))]
    sides = sum(sum(each) == 1 for each in gray)
    inside = sum(not any(each) for each in gray)
    return side if (len(corners), sides, inside) == (4, 4 * (side - 2), (side - 2) ** 2) else 0


class TetravexText(NamedTuple):
    """The content of a text: the size of the board, and the tiles in the order of the text.

    tiles:  Four labels for each tile, clockwise from the top.
    placed: Whether each tile lies at the place with its number on the board, counted row by row.
    """

    rows: int
    columns: int
    tiles: list[list[str]]
    placed: list[bool]


class _Listed(NamedTuple):
    """Tiles as they stand in a text, the possible orders of their sides, and whether the text must be a list of tiles."""

    tiles: list[list[str]]
    placed: list[bool]
    orders: tuple[str, ...]
    certain: bool


def tetravex_text(text: str) -> TetravexText | None:
    """Return the tiles of a TetraVex text; None if the text may be something else.

    Raises NotationError if the text is certainly one, but lacks its size or the order of the sides.

    >>> tetravex_text("tetravex drawn\\n2646\\n9481\\n6767\\n7118\\n6103\\n5019\\n8075\\n3745\\n4495").tiles[0]
    ['2', '4', '6', '6']
    >>> tetravex_text("| 2 | 1 |\\n|1 1|1 0|\\n| 3 | 4 |\\n| 3 | 4 |\\n|0 2|2 5|\\n| 1 | 1 |").tiles[0]
    ['2', '1', '3', '1']
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    head = re.fullmatch(TETRAVEX_HEAD, lines[0], re.ASCII) if lines else None
    if re.search(r"[|\u2500-\u257f]", text):
        lines = [re.sub(FRAMES, " ", line) for line in lines]
    words = [split for line in lines[head is not None :] if (split := line.replace("@", " @").split())]
    listed, size = _drawn_tiles(words), None
    if listed is None:
        size, words = _split_size(words)
        listed = _compact_tiles(words, head is not None) or _spaced_tiles(words)
    if head and head["rows"]:
        size = int(head["rows"]), int(head["columns"])
    if not listed:
        if head:
            raise NotationError(f"{quote(lines[0])}: expected {EXPECTED_TETRAVEX}")
        return None
    rows, columns = size or (isqrt(len(listed.tiles)),) * 2
    if rows * columns != len(listed.tiles):
        if head:
            raise NotationError(_wrong_number(len(listed.tiles), size))
        return None
    if not head and not listed.certain and not (size and _lacks_border(listed.tiles, rows, columns)):
        return None
    possible = [head["order"]] if head and head["order"] else _orders(listed, rows, columns)
    if len(possible) != 1:
        if head or (possible and listed.certain):
            raise NotationError(_unsure(possible))
        return None
    tiles = [[tile[place] for place in ORDERS[possible[0]]] for tile in listed.tiles]
    return TetravexText(rows, columns, tiles, listed.placed)


def _wrong_number(there: int, size: tuple[int, int] | None) -> str:
    """Return the message for a list whose tiles do not fill the board."""
    if size:
        return f"{there} tiles for a board of {size[0]}x{size[1]}: expected {size[0] * size[1]}"
    rows = next(rows for rows in range(isqrt(there), 0, -1) if there % rows == 0)
    return f"{there} tiles make no square: expected the size behind tetravex, such as tetravex {rows}x{there // rows}"


def _unsure(possible: list[str]) -> str:
    """Return the message for tiles whose order of sides cannot be determined."""
    *others, last = possible or ORDERS
    number = "several orders of their sides fit" if possible else "no order of their sides makes a board"
    return f"tiles of TetraVex, and {number}: expected tetravex {', '.join(others)} or {last} as the first line"


def _drawn_tiles(words: Words) -> _Listed | None:
    """Return the tiles in rows of three lines each: k tops, k pairs of sides, k bottoms."""
    tiles: list[list[str]] = []
    for top, sides, bottom in zip(words[::3], words[1::3], words[2::3], strict=False):
        if not 2 * len(top) == 2 * len(bottom) == len(sides):
            return None
        tiles += map(list, zip(top, sides[::2], sides[1::2], bottom, strict=True))
    if len(words) % 3 or not tiles or not all(re.fullmatch(r"[0-9]{1,3}", label) for tile in tiles for label in tile):
        return None
    return _Listed(tiles, [False] * len(tiles), ("drawn",), certain=True)


def _split_size(words: Words) -> tuple[tuple[int, int] | None, Words]:
    """Return the size before the tiles, written 3 3, 3x3 or 3, and the words after it."""
    numbers = re.fullmatch(SIZE_LINE, " ".join(words[0]), re.ASCII) if words else None
    if numbers and len(words) > 1:
        return (int(numbers[1]), int(numbers[3])), words[1:]
    if words and re.fullmatch(r"[0-9]{1,2}", words[0][0]) and (len(words[0]) == 1 or len(words[0][1]) == 4):
        side = int(words[0][0])
        return (side, side), [line for line in [words[0][1:], *words[1:]] if line]
    return None, words


def _compact_tiles(words: Words, surely: bool) -> _Listed | None:
    """Return the tiles in words of four digits.

    Words of 0 and 1 only are the drawing of a board, unless they are `surely` tiles.
    """
    tiles: list[list[str]] = []
    placed: list[bool] = []
    for word in (word for line in words for word in line):
        if word == "@" and placed and not placed[-1]:
            placed[-1] = True
        elif re.fullmatch(r"[0-9]{4}", word):
            tiles.append(list(word))
            placed.append(False)
        else:
            return None
    if not surely and {label for tile in tiles for label in tile} <= {"0", "1"}:
        return None
    return _Listed(tiles, placed, tuple(ORDERS), certain=True) if tiles else None


def _spaced_tiles(words: Words) -> _Listed | None:
    """Return the tiles in lines of four numbers, which may also be tiles that turn, or a matrix."""
    placed = [line[4:] == ["@"] for line in words]
    tiles = [line[:4] for line in words]
    if not all(re.fullmatch(r"[0-9]{1,4}", word) for tile in tiles for word in tile):
        return None
    if not tiles or not all(len(line) == 4 + at for line, at in zip(words, placed, strict=True)):
        return None
    return _Listed([[str(int(word)) for word in tile] for tile in tiles], placed, tuple(ORDERS), any(placed))


def _lacks_border(tiles: list[list[str]], rows: int, columns: int) -> bool:
    """Return True if label 0 is used, but not as the border label that it is in lists of tiles that turn.

    It is then too rare for a border, or so frequent that it also appears inside, which such lists avoid.
    """
    zeros, border = sum(tile.count("0") for tile in tiles), 2 * (rows + columns)
    return rows == columns > 2 and (0 < zeros < border or (zeros > border and rows > 3))


def _orders(listed: _Listed, rows: int, columns: int) -> list[str]:
    """Return the orders of the sides in which the tiles may form the board; if the text allows only one, return that."""
    if len(listed.orders) == 1:
        return list(listed.orders)
    possible = []
    for name in listed.orders:
        top, right, bottom, left = (Counter(tile[place] for tile in listed.tiles) for place in ORDERS[name])
        if (right - left).total() <= rows and (bottom - top).total() <= columns:
            possible.append(name)
    return possible


EXPECTED_TETRAVEX = (
    "as many tiles as the board has cells, of four labels each, below tetravex 3x4 drawn, clockwise or opposite"
)
