"""Game ids of Simon Tatham's Rectangles, `WxH:desc`: `a` to `z` are 1 to 26 blanks, numbers are clues, `_` divides two."""

from __future__ import annotations

import re

from tilewright.errors import LimitError, NotationError, quote
from tilewright.kinds import Shikaku
from tilewright.kinds.shikaku.puzzle import Clue
from tilewright.puzzle.board import MAX_CELLS

_ID = re.compile(r"(?P<columns>\d{1,6})x(?P<rows>\d{1,6})(e[\d.]+)?a?:(?P<desc>[^\s@]*)", re.ASCII)
_TOKEN = re.compile(r"[a-z]|\d{1,7}|_", re.ASCII)
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def parse(text: str) -> Shikaku:
    """Parse an id. Raises NotationError saying where it is wrong, or how many cells it fills.

    >>> print(parse("3x2:2d4"))
    2 . .
    . . 4
    """
    match = _ID.fullmatch(text.strip())
    if match is None:
        raise NotationError(f"{quote(text.strip())}: expected WxH:desc, e.g. 6x6:d3a5_6b6n6b2_3a5d")
    columns, rows = int(match["columns"]), int(match["rows"])
    if columns * rows > MAX_CELLS:
        raise LimitError(f"a Shikaku of {columns * rows:,} cells: expected at most {MAX_CELLS:,}")
    clues: list[Clue] = []
    cell, place = 0, match.start("desc")
    while place < match.end("desc"):
        token = _TOKEN.match(match.string, place)
        if token is None:
            wrong = quote(match.string[place:])
            raise NotationError(f"column {place + 1}: {wrong} in {quote(match.string)}: expected a-z, a number or _")
        place = token.end()
        if token[0] in _LETTERS:
            cell += _LETTERS.index(token[0]) + 1
        elif token[0] != "_":
            if cell < columns * rows:
                clues.append((*divmod(cell, columns), int(token[0])))
            cell += 1
    if cell != columns * rows:
        raise NotationError(
            f"{quote(text.strip())}: the clues fill {cell} cells: expected {columns} x {rows} = {columns * rows}"
        )
    return Shikaku(rows, columns, tuple(clues))


def dump(puzzle: Shikaku) -> str:
    """Return the id of a Shikaku. Raises NotationError saying what an id cannot hold.

    >>> dump(parse("3x2:2d4"))
    '3x2:2d4'
    """
    if puzzle.pinned:
        raise NotationError("an id of Simon Tatham's Rectangles holds a Shikaku without pinned rectangles")
    if any(value is None for _, _, value in puzzle.clues):
        raise NotationError("Simon Tatham's Rectangles has no clues of unknown size")
    words: list[str] = []
    before = -1
    for row, column, value in puzzle.clues:
        cell = row * puzzle.columns + column
        words.append(_blanks(cell - before - 1) or ("_" if words else ""))
        words.append(str(value))
        before = cell
    words.append(_blanks(puzzle.rows * puzzle.columns - before - 1))
    return f"{puzzle.columns}x{puzzle.rows}:{''.join(words)}"


def _blanks(number: int) -> str:
    return "z" * (number // 26) + (_LETTERS[number % 26 - 1] if number % 26 else "")
