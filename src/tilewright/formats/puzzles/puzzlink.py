"""puzz.link and pzv.jp URLs of Shikaku, decoded and never downloaded: `https://puzz.link/p?shikaku/COLS/ROWS/BODY`.

The body runs through the cells row by row. A clue is a hexadecimal digit, `-` and two, `+` and three, or `=` and
three (less 4096); `.` is one of unknown size; `g` to `z` are 1 to 20 cells without a clue.
"""

from __future__ import annotations

import re

from tilewright.errors import LimitError, NotationError, quote
from tilewright.kinds import Shikaku
from tilewright.kinds.shikaku.puzzle import Clue
from tilewright.puzzle.board import MAX_CELLS

_PUZZLE = re.compile(r"(?P<kind>\w+)/(?P<columns>[0-9]{1,6})/(?P<rows>[0-9]{1,6})/(?P<body>\S*)", re.ASCII)
_TOKEN = re.compile(r"(?P<blank>[g-z])|(?P<unknown>\.)|-([0-9a-f]{2})|\+([0-9a-f]{3})|=([0-9a-f]{3})|([0-9a-f])")
_BLANKS = "ghijklmnopqrstuvwxyz"
_OFFSET = 4096


def parse(text: str) -> Shikaku:
    """Parse a URL. Raises NotationError quoting the part that is wrong.

    >>> print(parse("https://puzz.link/p?shikaku/3/2/2j4"))
    2 . .
    . . 4
    """
    url = text.strip()
    match = _PUZZLE.fullmatch(url.partition("?")[2])
    if match is None or match["kind"] != "shikaku":
        raise NotationError(f"{quote(url)}: expected https://puzz.link/p?shikaku/COLUMNS/ROWS/CLUES")
    columns, rows = int(match["columns"]), int(match["rows"])
    if columns * rows > MAX_CELLS:
        raise LimitError(f"{quote(url)}: a Shikaku of {columns * rows:,} cells: expected at most {MAX_CELLS:,}")
    clues: list[Clue] = []
    body, cell, place = match["body"], 0, 0
    while place < len(body):
        token = _TOKEN.match(body, place)
        if token is None:
            column = url.index("?") + 1 + match.start("body") + place + 1
            raise NotationError(
                f"column {column}: {quote(body[place:])} in {quote(url)}: expected a clue 0-f -10 +100 =000 . or g-z"
            )
        place = token.end()
        if token["blank"]:
            cell += _BLANKS.index(token["blank"]) + 1
            continue
        if cell < columns * rows:
            clues.append((*divmod(cell, columns), _value(token)))
        cell += 1
    if cell != columns * rows:
        raise NotationError(
            f"{quote(url)}: the clues fill {cell} cells: expected {columns} x {rows} = {columns * rows}"
        )
    return Shikaku(rows, columns, tuple(clues))


def _value(token: re.Match[str]) -> int | None:
    if token["unknown"]:
        return None
    digits = next(group for group in token.groups()[2:] if group)
    return int(digits, 16) + (_OFFSET if token[0].startswith("=") else 0)


def dump(puzzle: Shikaku) -> str:
    """Return the URL of a Shikaku. Raises NotationError saying what it cannot hold."""
    if puzzle.pinned:
        raise NotationError("a puzz.link URL holds a Shikaku without pinned rectangles: write it as TOML")
    values = {clue[:2]: clue[2] for clue in puzzle.clues}
    body, blanks = "", 0
    for cell in range(puzzle.rows * puzzle.columns):
        place = divmod(cell, puzzle.columns)
        if place not in values:
            blanks += 1
            continue
        body += _blanks(blanks) + _clue(values[place])
        blanks = 0
    return f"https://puzz.link/p?shikaku/{puzzle.columns}/{puzzle.rows}/{body}{_blanks(blanks)}"


def _blanks(count: int) -> str:
    most = len(_BLANKS)
    return _BLANKS[-1] * (count // most) + (_BLANKS[count % most - 1] if count % most else "")


def _clue(value: int | None) -> str:
    if value is None:
        return "."
    if value >= 2 * _OFFSET:
        raise NotationError(f"a puzz.link URL cannot hold the clue {value}: expected at most {2 * _OFFSET - 1}")
    for prefix, digits, least in (("=", 3, _OFFSET), ("+", 3, 256), ("-", 2, 16)):
        if value >= least:
            return f"{prefix}{value - (least if prefix == '=' else 0):0{digits}x}"
    return f"{value:x}"
