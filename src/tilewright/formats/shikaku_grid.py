"""The Shikaku grid: numbers separated by blanks; `.`, `-` or `0` for no clue, `?` for one of unknown size.

Lines that begin with `#` are comments.
"""

from __future__ import annotations

import re

from tilewright.errors import NotationError, quoted
from tilewright.puzzle import Puzzle, Shikaku
from tilewright.puzzle.shikaku import Clue

NAME = "shikaku"
SUFFIXES = (".shikaku",)
ON_ONE_LINE = False

_TOKEN = re.compile(r"[0-9]{1,7}|[.?-]")


def _rows(text: str) -> list[tuple[str, list[str]]]:
    lines = [line.strip() for line in text.splitlines()]
    return [(line, line.split()) for line in lines if line and not line.startswith("#")]


def recognise(text: str) -> bool:
    """Whether most of the first row of the text is clues and blanks."""
    rows = _rows(text)
    return bool(rows) and 2 * sum(map(bool, map(_TOKEN.fullmatch, rows[0][1]))) > len(rows[0][1])


def parse(text: str) -> Shikaku:
    """The Shikaku of a grid; NotationError quotes the row that is wrong."""
    rows = _rows(text)
    if not rows:
        raise NotationError("the grid is empty: expected rows of numbers and . separated by blanks")
    width = len(rows[0][1])
    clues: list[Clue] = []
    for row, (line, tokens) in enumerate(rows):
        if len(tokens) != width:
            raise NotationError(f"row {row} {quoted(line)} has {len(tokens)} cells: expected {width}, as the first row")
        for column, token in enumerate(tokens):
            if not _TOKEN.fullmatch(token):
                raise NotationError(
                    f"row {row} {quoted(line)}: {quoted(token)}: expected a number of up to 7 digits, . - 0 or ?"
                )
            if token == "?":
                clues.append((row, column, None))
            elif token not in ".-" and int(token):
                clues.append((row, column, int(token)))
    return Shikaku(len(rows), width, tuple(clues))


def dump(puzzle: Puzzle | Shikaku) -> str:
    """The Shikaku as a grid; NotationError for what it cannot hold."""
    if not isinstance(puzzle, Shikaku):
        raise NotationError("a Shikaku grid cannot hold a puzzle of pieces: write it as TOML")
    if puzzle.pinned:
        raise NotationError("a Shikaku grid cannot hold pinned rectangles: write it as TOML or JSON")
    return f"{puzzle}\n"
