"""Grids of clues as text: the meaning of each word, and whether rows of numbers can only be a Shikaku.

    3 . .    3,0,0    [[3, 0, 0], [0, 6, 0], [0, 0, 0]]    300    3..
    . 6 .    0,6,0                                         060    .6.
    . . .    0,0,0                                         000    ...

If nothing separates the cells, each character is a cell, provided that the clues then add up to the number of cells: 10
may be one clue or two cells, and rows of numbers may be a single column. If neither reading adds up, the text is
refused.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from itertools import chain
from typing import TYPE_CHECKING

from tilewright.errors import LimitError, NotationError, quote
from tilewright.puzzle.board import MAX_CELLS
from tilewright.puzzle.rows import WordRow, is_packed, is_rectangular, read_rows, unpack

if TYPE_CHECKING:
    from tilewright.kinds.shikaku.puzzle import Clue, Shikaku

UNKNOWN = "?"
CROSS = "x"  # a cell without a clue, if no other mark is used: beside . it may mean something else
NULLS = ("null", "None", "nil")
_WORD = re.compile(r"[0-9]{1,7}|\.{1,2}|-{1,7}|_{1,7}|·|[?xX]|")
_BLANK = re.compile(r"\.{1,2}|-{1,7}|_{1,7}|·|[?xX]||null|None|nil")
SUDOKU = 9


def parse_grid(text: str) -> Shikaku:
    """Return the Shikaku of a grid.

    Raises NotationError that quotes the wrong row, also for rows with two possible readings, and LimitError for too
    many cells.

    >>> parse_grid("2 . .\\n. . 4").clues == parse_grid("200\\n004").clues == parse_grid("2,,\\n,,4").clues
    True
    """
    from tilewright.kinds.shikaku.puzzle import Shikaku

    rows = read_rows(text)
    if not rows:
        raise NotationError("the grid is empty: expected rows of numbers and . separated by blanks")
    rows = _with_cells(rows)
    width = len(rows[0].words)
    if width * len(rows) > MAX_CELLS:
        raise LimitError(f"a Shikaku of {width * len(rows):,} cells: expected at most {MAX_CELLS:,}")
    known: dict[str, int | None] = {}  # the value of each word; there are few different ones
    clues: list[Clue] = []
    for row, (line, words) in enumerate(rows):
        if len(words) != width:
            raise NotationError(f"row {row} {quote(line)} has {len(words)} cells: expected {width}, as the first row")
        for word in sorted(set(words).difference(known), key=words.index):
            known[word] = _value(word, row, line)
        clues += [(row, column, value) for column, value in enumerate(map(known.__getitem__, words)) if value != 0]
    _check_marks(known, rows)
    _refuse_clue_list(rows, known)
    sizes = [size for _, _, size in clues if size is not None]
    if len(sizes) == len(clues) and sum(sizes) != width * len(rows):
        _refuse_blank_cells(text)
        _refuse_empty_edge(rows, sum(sizes))
    return Shikaku(len(rows), width, tuple(clues))


def grid_text(puzzle: Shikaku) -> str:
    """Return the grid as text that `parse_grid` reads back.

    >>> from tilewright import Shikaku
    >>> grid_text(Shikaku(2, 1, ((0, 0, 12),)))
    '"12"\\n "."'
    """
    text = str(puzzle)
    if puzzle.columns in (1, 3):
        try:
            parse_grid(text)
        except NotationError:
            return re.sub(r"\S+", r'"\g<0>"', text)
    return text


def is_grid(text: str) -> bool:
    """Return True for rows of numbers that can only be a Shikaku.

    Tiles listed without a heading, matrices, boards and Sudokus are rows of numbers, too. Therefore most cells must be
    blank, or the clues must add up to the number of cells. Rows of four or five numbers without blanks may be tiles and
    are rejected.

    >>> is_grid("3 0 0\\n0 6 0\\n0 0 0"), is_grid("0 1 1\\n1 1 0"), is_grid("1 2 3 4")
    (True, False, False)
    """
    try:
        rows = read_rows(text)
    except NotationError:
        return False
    is_listed = bool(rows) and rows[0].line[:1] == "["
    packed = is_packed(rows)
    rows = unpack(rows) if packed else rows
    cells, width = [*chain.from_iterable(row.words for row in rows)], len(rows[0].words) if rows else 0
    numbers = [int(word) for word in cells if re.fullmatch("[0-9]{1,7}", word)]
    fits = bool(cells) and sum(numbers) == len(cells)
    if not all(_WORD.fullmatch(word) or (is_listed and word in NULLS) for word in cells):
        return not (packed or is_listed) and (_is_mostly_blank(cells) or fits)  # the error quotes this word
    if packed or is_listed:
        # A board is rows of 0 and 1, or cells of two numbers.
        is_board = {0, 1}.issuperset(numbers) or (is_listed and width == 2)
        return is_rectangular(rows) and not is_board and (fits or (is_listed and _is_mostly_blank(cells)))
    if not fits and len(rows) == width == SUDOKU and all(number <= SUDOKU for number in numbers):
        return False
    if _is_mostly_blank(cells):
        return True
    if all(word.isdigit() for word in cells) and width in (4, 5):
        return False
    return UNKNOWN in cells or fits


def _is_mostly_blank(cells: Sequence[str]) -> bool:
    return 2 * sum(_BLANK.fullmatch(word) is not None for word in cells) > len(cells)


def _value(word: str, row: int, line: str) -> int | None:
    """Return the number of a clue, None if it is unknown, 0 for no clue."""
    if word in NULLS:
        return 0
    if not _WORD.fullmatch(word):
        expected = "expected a number of up to 7 digits, . - _ 0 or ?"
        raise NotationError(f"row {row} {quote(line)}: {quote(word)}: {expected}")
    return None if word == UNKNOWN else int(word) if word.isdigit() else 0


def _check_marks(words: Collection[str], rows: Sequence[WordRow]) -> None:
    """Raise NotationError for ambiguous blanks.

    These are crosses beside other marks, and an edge of empty cells that may come from a superfluous separator.
    """
    blank = {word for word in words if not word.isdigit() or not int(word)} - {UNKNOWN}
    if CROSS in map(str.lower, blank) and len(blank) > 1:
        row, line = next((row, line) for row, (line, words) in enumerate(rows) if CROSS in map(str.lower, words))
        other = max(blank, key=lambda word: (word.lower() != CROSS, word))
        raise NotationError(
            f"row {row} {quote(line)}: {quote(CROSS)} beside {quote(other)}: expected a number, or one mark for cells without a clue"
        )
    if sum(row.words.count("") for row in rows) == len(rows):
        _refuse_empty_edge(rows)


def _refuse_empty_edge(rows: Sequence[WordRow], total: int | None = None) -> None:
    """Raise NotationError if the first or last cell of all rows is empty and the clues add up without these cells."""
    for place, where in ((0, "beginning"), (-1, "end")):
        is_empty = all(row.words[place] == "" for row in rows)
        if is_empty and total in (None, len(rows) * (len(rows[0].words) - 1)):
            raise NotationError(
                f"{quote(rows[0].line)}: the cells at the {where} of the rows are empty: expected . or 0 in them, or no separator there"
            )


def _refuse_blank_cells(text: str) -> None:
    """Raise NotationError if the text has only numbers, and the blanks between them may be cells.

    Numbers that are aligned in columns are accepted as a table.
    """
    lines = [line.rstrip() for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    if not all(re.fullmatch("[0-9 ]+", line) for line in lines) or all(
        line == " ".join(line.split()) for line in lines
    ):
        return
    places = zip(*([found.span() for found in re.finditer("[0-9]+", line)] for line in lines), strict=True)
    if not all(min(map(len, map(set, zip(*column, strict=True)))) == 1 for column in places):
        raise NotationError(
            f"{quote(lines[0])}: the blanks around the numbers may be cells without a clue: expected . in each such cell"
        )


def _with_cells(rows: list[WordRow]) -> list[WordRow]:
    """Return the rows with a word for each cell; a row of one word may have a cell for each character."""
    words = [row.words[0] for row in rows if row.words == [row.line]]
    if len(words) < len(rows) or max(map(len, words)) < 2:
        return rows
    is_even = is_packed(rows) or not any(re.fullmatch(r"\D{2,}", word) for word in words)  # -- may pad 05, not 5
    is_column = all(_WORD.fullmatch(word) for word in words) and UNKNOWN not in words and is_even
    column_fits = is_column and sum(int(word) for word in words if word.isdigit()) == len(words)
    if column_fits or UNKNOWN in words:
        return rows
    if is_packed(rows) and _are_cells("".join(words)):
        cells = unpack(rows)
        digits = [int(character) for character in "".join(words) if character.isdigit()]
        are_apart = len(words) > 1 and not any(re.search("[0-9]{2}", word) for word in words)  # 3.5 alone is a number
        if sum(digits) == len(words) * len(words[0]) or (are_apart and not is_column):
            return cells
    elif not is_column and not all(re.fullmatch(r"[0-9.?_xX·-]+", word) for word in words):
        return rows  # the error quotes this word
    raise NotationError(
        f"{quote(rows[0].line)}: cells of one character each, or one number of a column: expected blanks between the cells of a row, "
        "or clues that add up to the cells"
    )


def _are_cells(text: str) -> bool:
    """Return whether every character can be a cell, with a single mark for cells without a clue."""
    marks = set(text) - set("123456789?")
    return marks in ({"0"}, {"."}, {"-"}, {"_"}, {"·"}, {"x"}, {"X"}, set())


def _refuse_clue_list(rows: Sequence[WordRow], words: Iterable[str]) -> None:
    """Raise NotationError for rows that may be (row, column, cells) of clues. Numbers in quotes are always cells."""
    if len(rows[0].words) != 3 or not all(word.isdigit() for word in words) or any('"' in row.line for row in rows):
        return
    listed = [tuple(map(int, row.words)) for row in rows]
    down, across, sizes = zip(*listed, strict=True)
    area = (max(down) - min(down) + 1) * (max(across) - min(across) + 1)  # the least area that such clues fill
    are_places = len({place[:2] for place in listed}) == len(listed)
    if min(sizes) < 1 or not are_places or sum(sizes) < area:
        return
    raise NotationError(
        f"{quote(rows[0].line)}: three cells, or a clue as row, column and number: expected null (or . in text) for a cell without a "
        "clue, or in Python Shikaku(rows, columns, clues)"
    )
