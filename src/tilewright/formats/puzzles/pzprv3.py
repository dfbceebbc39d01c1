"""pzprv3 files of Shikaku: `pzprv3/shikaku/ROWS/COLUMNS/`, the clue rows, then the borders drawn so far, which are dropped."""

from __future__ import annotations

import re

from tilewright.errors import LimitError, NotationError, quote
from tilewright.kinds import Shikaku
from tilewright.kinds.shikaku.puzzle import Clue
from tilewright.puzzle.board import MAX_CELLS


def parse(text: str) -> Shikaku:
    """Parse a file. Raises NotationError quoting what is wrong and where.

    >>> print(parse("pzprv3/shikaku/2/3/2 . . /. . 4 /"))
    2 . .
    . . 4
    """
    found = list(re.finditer(r"[^/\r\n]+", text.strip()))
    lines = [line[0].strip() for line in found]
    if len(lines) < 4 or lines[1] != "shikaku" or not all(re.fullmatch(r"[0-9]{1,6}", line) for line in lines[2:4]):
        raise NotationError(f"{quote('/'.join(lines[:4]))}: expected pzprv3/shikaku/ROWS/COLUMNS/")
    rows, columns = int(lines[2]), int(lines[3])
    if rows * columns > MAX_CELLS:
        raise LimitError(f"a Shikaku of {rows * columns:,} cells: expected at most {MAX_CELLS:,}")
    body = found[4 : 4 + rows]
    if len(body) < rows:
        raise NotationError(f"the file has {len(body)} rows of clues: expected {rows}")
    clues = [clue for row, line in enumerate(body) for clue in _row(row, line, columns)]
    return Shikaku(rows, columns, tuple(clues))


def _row(row: int, line: re.Match[str], columns: int) -> list[Clue]:
    words = list(re.finditer(r"\S+", line[0]))
    if len(words) != columns:
        where = _where(line.string, line.start())
        raise NotationError(f"{where}: {quote(line[0].strip())}: {len(words)} cells: expected {columns}")
    clues: list[Clue] = []
    for column, word in enumerate(words):
        if word[0] == ".":
            continue
        if word[0] == "-":
            clues.append((row, column, None))
        elif re.fullmatch(r"[0-9]{1,7}", word[0]):
            clues.append((row, column, int(word[0])))
        else:
            where = _where(line.string, line.start() + word.start())
            raise NotationError(f"{where}: {quote(word[0])}: expected a number, . for none or - for an unknown one")
    return clues


def _where(text: str, place: int) -> str:
    return f"line {text.count(chr(10), 0, place) + 1}, column {place - text.rfind(chr(10), 0, place)}"


def dump(puzzle: Shikaku) -> str:
    """Return the file of a Shikaku, with no border drawn."""
    if puzzle.pinned:
        raise NotationError("a pzprv3 file holds a Shikaku without pinned rectangles")
    values = {(row, column): "-" if value is None else str(value) for row, column, value in puzzle.clues}
    lines = ["pzprv3", "shikaku", str(puzzle.rows), str(puzzle.columns)]
    for row in range(puzzle.rows):
        lines.append(" ".join(values.get((row, column), ".") for column in range(puzzle.columns)) + " ")
    lines += ["0 " * (puzzle.columns - 1)] * puzzle.rows
    lines += ["0 " * puzzle.columns] * (puzzle.rows - 1)
    return "\n".join(lines) + "\n"
