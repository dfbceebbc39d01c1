"""Shikaku grids below a line with their size, as solvers of the puzzle read them, and the texts of janko.at.

The size is `ROWS COLUMNS` on one line, or one number each on two, or `10x12` in either order; then a row a line: numbers
divided by blanks, `-` or `.` for no clue. A text of janko.at runs from `begin` to `end`: `puzzle sikaku`, the size as
`size` or as `rows` and `cols`, then `problem` and the same rows. Other keys and the solution are left out.
"""

from __future__ import annotations

import re

from tilewright.errors import NotationError, quote
from tilewright.formats import Format
from tilewright.formats.recognize import sized_rows
from tilewright.kinds import Shikaku
from tilewright.kinds.shikaku.puzzle import parse_grid
from tilewright.kinds.shikaku.text import dump_grid

NAMES = ("sikaku", "shikaku")


def parse_sized_grid(text: str) -> Shikaku:
    """Parse a grid below its size. Raises NotationError where the rows are not of that size.

    >>> parse_sized_grid("2 3\\n2 - -\\n- - 4").clues
    ((0, 0, 2), (1, 2, 4))
    """
    found = sized_rows(text)
    if found is None:
        raise NotationError("expected rows and columns such as 10 10, then as many rows of as many numbers")
    return _checked(found[1], found[0])


def _checked(lines: list[str], sizes: set[tuple[int, int]]) -> Shikaku:
    puzzle = parse_grid("\n".join(lines))
    if (puzzle.rows, puzzle.columns) not in sizes:
        rows, columns = min(sizes)
        raise NotationError(
            f"{puzzle.rows} rows of {puzzle.columns} cells: expected {rows} rows of {columns}, as above them"
        )
    return puzzle


def dump_sized_grid(puzzle: Shikaku) -> str:
    """Return the grid below its size. Raises NotationError for clues of unknown size, and for grids of one column.

    >>> print(dump_sized_grid(parse_sized_grid("2 3\\n2 - -\\n- - 4")), end="")
    2 3
    2 - -
    - - 4
    """
    if any(value is None for _, _, value in puzzle.clues):
        raise NotationError("a grid below its size has no clues of unknown size")
    if puzzle.columns < 2:
        raise NotationError("a grid of one column may be read otherwise below its size: write it as shikaku")
    head = f"{puzzle.rows}x{puzzle.columns}" if puzzle.columns == 2 else f"{puzzle.rows} {puzzle.columns}"
    text = f"{head}\n{dump_grid(puzzle).replace('.', '-')}"
    if sized_rows(text) is None:  # rows of four or five clues, each a number, may be tiles
        raise NotationError(
            "a grid without blanks whose clues do not add up may be read otherwise: write it as shikaku"
        )
    return text


def parse_janko(text: str) -> Shikaku:
    """Parse a text of janko.at. Raises NotationError naming what is missing.

    >>> parse_janko("begin\\npuzzle sikaku\\nsize 2\\nproblem\\n2 -\\n- 2\\nend").clues
    ((0, 0, 2), (1, 1, 2))
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    keys: dict[str, str] = {}
    rows: list[str] = []
    reading = ""
    for line in lines[1:]:
        word, _, value = line.partition(" ")
        if re.fullmatch(r"[a-z_]+", word):
            reading = word
            if word == "end":
                break
            if word in keys:
                raise NotationError(f"{quote(line)}: the key {word} stands twice")
            keys[word] = value.strip()
        elif reading == "problem":
            rows.append(line)
    if keys.get("puzzle", "").lower() not in NAMES:
        raise NotationError(f"puzzle {quote(keys.get('puzzle', ''))}: expected puzzle sikaku, the only kind read here")
    if not rows:
        raise NotationError("expected a line problem, and rows of clues below it")
    height, width = (keys.get(key, keys.get("size", "")) for key in ("rows", "cols"))
    if not all(re.fullmatch(r"[0-9]{1,6}", each) for each in (height, width)):
        raise NotationError("expected a line such as size 10, or rows 12 and cols 10")
    return _checked(rows, {(int(height), int(width))})


def dump_janko(puzzle: Shikaku) -> str:
    """Refuse: the site reads no such files from others. Raises NotationError."""
    raise NotationError("texts of janko.at are read and not written")


SIZED = Format(parse_sized_grid, dump_sized_grid)
JANKO = Format(parse_janko, dump_janko)
