"""The Shikaku grid: numbers separated by blanks; `.`, `-` or `0` for no clue, `?` for one of unknown size.

Lines that begin with `#` are comments. A first line `# Shikaku` says what rows are that might be something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from tilewright.errors import LimitError, NotationError, quote
from tilewright.kinds import Shikaku
from tilewright.kinds.shikaku.puzzle import Clue
from tilewright.puzzle.board import MAX_CELLS

_TOKEN = re.compile(r"[0-9]{1,7}|[.?-]")


def _rows(text: str) -> Iterator[tuple[str, list[str]]]:
    """Each row and its cells; comments and empty lines are left out."""
    lines = map(str.strip, text.splitlines())
    return ((line, line.split()) for line in lines if line and not line.startswith("#"))


def parse(text: str) -> Shikaku:
    """Parse a grid. Raises NotationError quoting the row that is wrong.

    >>> parse("2 . .\\n. . 4").clues
    ((0, 0, 2), (1, 2, 4))
    """
    rows = list(_rows(text))
    if not rows:
        raise NotationError("the grid is empty: expected rows of numbers and . separated by blanks")
    width = len(rows[0][1])
    if width * len(rows) > MAX_CELLS:
        raise LimitError(f"a Shikaku of {width * len(rows):,} cells: expected at most {MAX_CELLS:,}")
    clues: list[Clue] = []
    known: dict[str, int | None] = {}  # what each token says; there are few different ones
    for row, (line, tokens) in enumerate(rows):
        if len(tokens) != width:
            raise NotationError(f"row {row} {quote(line)} has {len(tokens)} cells: expected {width}, as the first row")
        for token in set(tokens).difference(known):
            known[token] = _value(token, row, line)
        clues += [(row, column, value) for column, value in enumerate(map(known.__getitem__, tokens)) if value != 0]
    return Shikaku(len(rows), width, tuple(clues))


def _value(token: str, row: int, line: str) -> int | None:
    """The number of a clue, None where it is unknown, 0 for no clue."""
    if not _TOKEN.fullmatch(token):
        raise NotationError(f"row {row} {quote(line)}: {quote(token)}: expected a number of up to 7 digits, . - 0 or ?")
    return None if token == "?" else 0 if token in ".-" else int(token)


def dump(puzzle: Shikaku) -> str:
    """Return a Shikaku as a grid. Raises NotationError saying what it cannot hold."""
    if puzzle.pinned:
        raise NotationError("a Shikaku grid cannot hold pinned rectangles: write it as TOML or JSON")
    return f"{puzzle}\n"
