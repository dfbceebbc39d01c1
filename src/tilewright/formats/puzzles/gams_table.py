"""A Shikaku as the table of a GAMS program: `table grid(i,j)` with a number under the column of each clue.

Rows and columns are those of the sets `i` and `j` where the program lists them, else those of the table. Blanks, `.` and 0
are cells without a clue, `na` is a clue of unknown size.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from tilewright.errors import LimitError, NotationError, quote
from tilewright.formats.tables.gams import GamsTable, code_lines, read_sets, read_tables
from tilewright.kinds import Shikaku
from tilewright.kinds.shikaku.puzzle import Clue
from tilewright.puzzle.board import MAX_CELLS

_NUMBER = re.compile(r"\d{1,7}(\.0*)?")
_NUMBERED = re.compile(r"(.*?)(\d{1,7})")
WIDEST = 70_000  # characters of a line: GAMS takes 80,000


def parse(text: str) -> Shikaku:
    """Parse a GAMS program. Raises NotationError naming the line, or the row or column, that is wrong.

    >>> print(parse("table grid(i,j)\\n    c1  c2  c3\\nr1   2\\nr2           4\\n;"))
    2 . .
    . . 4
    """
    lines = code_lines(text)
    table = _only_table(read_tables(lines))
    sets = read_sets(lines, {name for name in table.domain if name != "*"})
    rows = _names(table.rows, sets.get(table.domain[0]) if table.domain else None, "row")
    columns = _names(table.columns, sets.get(table.domain[1]) if table.domain else None, "column")
    if len(rows) * len(columns) > MAX_CELLS:
        raise LimitError(f"a Shikaku of {len(rows) * len(columns):,} cells: expected at most {MAX_CELLS:,}")
    row_of, column_of = ({name: place for place, name in enumerate(names)} for names in (rows, columns))
    clues: list[Clue] = []
    for (row, column), (word, line) in table.entries.items():
        if (value := _value(word, line)) != 0:
            clues.append((row_of[row], column_of[column], value))
    return Shikaku(len(rows), len(columns), tuple(sorted(clues, key=lambda clue: clue[:2])))


def _only_table(tables: Sequence[GamsTable]) -> GamsTable:
    flat = [table for table in tables if len(table.domain) in (0, 2)]
    if len(flat) != 1:
        names = ", ".join(quote(table.name) for table in flat[:9]) or "none"
        raise NotationError(
            f"the program has the tables {names}: expected one of two dimensions, such as table grid(i,j)"
        )
    if not flat[0].columns or not flat[0].rows:
        raise NotationError(f"table {quote(flat[0].name)} is empty: expected names of columns, then rows of numbers")
    return flat[0]


def _names(written: Iterable[str], listed: list[str] | None, what: str) -> list[str]:
    """All rows, or all columns, in their order."""
    names = list(written)
    if listed is not None:
        there = set(listed)
        if stranger := next((name for name in names if name not in there), None):
            raise NotationError(
                f"{what} {quote(stranger)} is not in its set: expected one of {quote(', '.join(listed))}"
            )
        return listed
    numbered = [_NUMBERED.fullmatch(name) for name in names]
    if all(numbered) and len({match[1] for match in numbered if match}) == 1:
        numbers = [int(match[2]) for match in numbered if match]
        if gap := next((a for a, b in pairwise(numbers) if b != a + 1), None):
            raise NotationError(
                f"{what} {gap + 1} does not follow {what} {gap}: expected all of them in order, or a set that lists them"
            )
    return names


def _value(word: str, line: int) -> int | None:
    """The clue's number; 0 for none, None for unknown."""
    if word.lower() == "na":
        return None
    if word == ".":
        return 0
    if not _NUMBER.fullmatch(word):
        raise NotationError(f"line {line}: {quote(word)}: expected a whole number of up to 7 digits, a blank, . or na")
    return int(word.partition(".")[0])


def dump(puzzle: Shikaku) -> str:
    """Return sets and table of a Shikaku. Raises NotationError for pinned rectangles, which a table cannot hold."""
    if puzzle.pinned:
        raise NotationError("a GAMS table cannot hold pinned rectangles: write the puzzle as TOML or JSON")
    return f"{sets_text(puzzle.rows, puzzle.columns)};\n\n{table_text(puzzle)}"


def sets_text(rows: int, columns: int) -> str:
    """Return the statement of the sets of rows and columns, without its semicolon.

    >>> print(sets_text(2, 3))
    sets
      i 'rows'    / r1*r2 /
      j 'columns' / c1*c3 /
    """
    return f"sets\n  i 'rows'    / r1*r{rows} /\n  j 'columns' / c1*c{columns} /"


def table_text(puzzle: Shikaku) -> str:
    """Return the statement `table grid(i,j)`, in parts where the board is too wide for the lines of GAMS."""
    left = len(f"r{puzzle.rows}") + 1
    width = max(len(f"c{puzzle.columns}"), *(len(str(value)) for _, _, value in puzzle.clues), 2) + 1
    clues = {(row, column): "na" if value is None else str(value) for row, column, value in puzzle.clues}
    part = max(1, (WIDEST - left) // width)
    lines = ["table grid(i,j) 'clues: how many cells the rectangle around each has'"]
    for first in range(0, puzzle.columns, part):
        columns = range(first, min(first + part, puzzle.columns))
        lines.append(("+" if first else "").ljust(left) + "".join(f"c{column + 1}".rjust(width) for column in columns))
        for row in range(puzzle.rows):
            words = "".join(clues.get((row, column), "").rjust(width) for column in columns)
            lines.append(f"{f'r{row + 1}':<{left}}{words}".rstrip())
    return "\n".join([*lines, ";"]) + "\n"
