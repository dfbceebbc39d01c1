"""Rows of words in a text, in the formats in which people and programs write tables of numbers.

A row is a line of words separated by blanks, commas, semicolons or tabs (one of them throughout the text), optionally
in quotes:

    3 . .   3,0,0   "3";"";""   300
    . 6 .   0,6,0   "";"6";""   060

A row may also be a list in brackets, `[[3, 0, 0], [0, 6, 0]]`, `{{3,0},{0,6}}`, `[3 0; 0 6]`, with the brackets of
JSON, Python, NumPy, Mathematica, C or MATLAB. A cell between two commas may be empty; its word is then "". Lines that
begin with `#` are comments, above or below the rows. Empty lines are skipped if they separate all rows. If they
separate only some rows, they divide two tables, which are refused. The caller interprets the words.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from tilewright.errors import NotationError, argument_error, quote

OPEN, CLOSE = "[({", "])}"
_TOKEN = re.compile(r"""[\[({]|[\])}]|[,;]|"[^"\n]*"|'[^'\n]*'|[^\s,;\[\](){}"']+|["']""")
_WORDS = re.compile(r"[^\s,;]+")
_BREAK = ";"  # separates two rows in one pair of brackets, as in MATLAB
ONE_TABLE = "expected one table in a file"


class WordRow(NamedTuple):
    """A row: its line, for messages, and its words."""

    line: str
    words: list[str]


def read_rows(text: str) -> list[WordRow]:
    """Return the rows of a text; an empty text has none.

    Raises NotationError for several tables and for mixed separators.

    >>> [row.words for row in read_rows("# a table\\n3,,1\\n,6,\\n")]
    [['3', '', '1'], ['', '6', '']]
    >>> [row.words for row in read_rows("[[3, 0], [0, 6]]")]
    [['3', '0'], ['0', '6']]
    """
    lines = _table_lines(text)
    if not lines:
        return []
    if lines[0].lstrip()[:1] in OPEN:
        return _bracketed_rows("\n".join(lines))
    return _divided_rows(lines)


def rows_text(rows: Any) -> str:
    """Return lists or an array as JSON. Raises ArgumentError for values that JSON cannot represent.

    >>> rows_text([[3, None], [0, 6]])
    '[[3, null], [0, 6]]'
    """
    import json

    try:
        return json.dumps(rows.tolist() if hasattr(rows, "tolist") else rows, default=lambda number: number.item())
    except (AttributeError, TypeError, ValueError, RecursionError):
        raise argument_error("rows", rows, "rows of numbers, e.g. [[3, 0, 0], [0, 6, 0], [0, 0, 0]]", False) from None


def is_rectangular(rows: Sequence[WordRow]) -> bool:
    """Return True if all rows have as many words as the first."""
    return len({len(row.words) for row in rows}) == 1


def is_packed(rows: Sequence[WordRow]) -> bool:
    """Return True for rows of one word each, all of the same length above one, so that each character may be a cell.

    >>> is_packed(read_rows("300\\n060")), is_packed(read_rows("3\\n6"))
    (True, False)
    """
    return (
        {len(row.words) for row in rows} == {1}
        and {len(row.words[0]) for row in rows}.isdisjoint({0, 1})
        and (len({len(row.words[0]) for row in rows}) == 1)
    )


def unpack(rows: Sequence[WordRow]) -> list[WordRow]:
    """Return the rows with a word for each character."""
    return [WordRow(row.line, list(row.words[0])) for row in rows]


def _table_lines(text: str) -> list[str]:
    """Return the lines from the first row to the last. Raises NotationError if comments or empty lines divide them."""
    lines = text.splitlines()
    has_tabs = any("\t" in line.strip() for line in lines)  # in that case a line of tabs is a row of empty cells
    rows = [
        number
        for number, line in enumerate(lines)
        if (line.strip() or (has_tabs and "\t" in line)) and not line.lstrip().startswith("#")
    ]
    between = [lines[above + 1 : below] for above, below in pairwise(rows)]
    if comment := next((line for gap in between for line in gap if line.strip()), None):
        raise NotationError(
            f"{quote(comment.strip())} stands between two rows: {ONE_TABLE}, with comments above or below it"
        )
    if len(set(map(len, between))) > 1 or (len(between) == 1 and between[0]):
        number = next(place for place, gap in enumerate(between) if len(gap) == max(map(len, between)))
        raise NotationError(
            f"an empty line above {quote(lines[rows[number + 1]].strip())} divides the rows: {ONE_TABLE}, "
            "without empty lines in it"
        )
    if rows:
        _refuse_comment_row([line for line in lines if line.lstrip().startswith("#")], lines[rows[0]])
    return [lines[number] for number in rows]


def _refuse_comment_row(comments: Sequence[str], first: str) -> None:
    """Raise NotationError for a comment that may be a row whose first cell is #."""
    width = len(_WORDS.findall(first))
    for line in comments:
        words = _WORDS.findall(line)
        is_row = len(words) == width > 1 and words[0] == "#"
        is_packed_row = len(words) == width == 1 and len(line.strip()) == len(first.strip()) > 1
        is_tabbed_row = "\t" in first.strip("\r\n") and "\t" in line
        if (is_row or is_packed_row or is_tabbed_row) and not any(character.isalpha() for character in line):
            raise NotationError(
                f"{quote(line.strip())} may be a comment, or a row whose first cell is #: expected . in that cell, or words in a comment"
            )


def _divided_rows(lines: Sequence[str]) -> list[WordRow]:
    """Return the rows of a text with one row per line."""
    bare = [re.sub(r'"[^"]*"', '""', line) for line in lines] if any('"' in line for line in lines) else lines
    found = [separator for separator in ",;" if any(separator in line for line in bare)]
    if len(found) > 1:
        line = next(line for line in lines if "," in line or ";" in line)
        raise NotationError(f"{quote(line.strip())}: the cells are divided by , and by ;: expected one of them")
    if found:
        return [WordRow(line.strip(), _cells(line, found[0])) for line in lines]
    by_blanks = [WordRow(line.strip(), _unquoted(line.split())) for line in lines]
    if not any("\t" in line for line in lines):
        return by_blanks
    by_tabs = [WordRow(line.strip(), _cells(line, "\t")) for line in lines]
    if all(all(row.words) for row in by_tabs) or any(len(word.split()) > 1 for row in by_tabs for word in row.words):
        return by_blanks
    if is_rectangular(by_blanks) or not is_rectangular(by_tabs):
        raise NotationError(
            f"{quote(lines[0])}: tabs beside each other may be empty cells or wide blanks: expected one tab between two cells, "
            "and 0 or . in a cell without a number"
        )
    return by_tabs  # from a spreadsheet with empty cells


_TWO_WORDS = re.compile(r"[^\s,;]\s+[^\s,;]")


def _cells(line: str, separator: str) -> list[str]:
    if separator != "\t" and _TWO_WORDS.search(line) and not _QUOTES.intersection(line):
        raise NotationError(f"{quote(line.strip())}: divided by blanks and by {separator}: expected one of them")
    line = line.strip("\r\n") if separator == "\t" else line.strip()
    return _unquoted([word.strip() for word in line.split(separator)])


_QUOTES = frozenset("\"'")


def _unquoted(words: list[str]) -> list[str]:
    if _QUOTES.isdisjoint("".join(words)):
        return words
    return [word[1:-1].strip() if len(word) > 1 and word[0] == word[-1] in _QUOTES else word for word in words]


def _bracketed_rows(text: str) -> list[WordRow]:
    """Return the rows of a text whose rows are lists, nested in one list or below one another."""
    tokens = _TOKEN.findall(text.rstrip(" \t\n;.,"))
    if (",", ",") in pairwise(tokens):
        raise _not_rows(text)
    rows = list(_lists(tokens, text))
    if len(rows) == 1 and _BREAK in rows[0]:
        return [WordRow(_as_line(part), _listed(part, text)) for part in _parts(rows[0])]
    return [WordRow(_as_line(row), _listed(row, text)) for row in rows]


def _as_line(tokens: Sequence[str]) -> str:
    return f"[{' '.join(tokens).replace(' ,', ',')}]"


def _parts(row: list[str]) -> Iterator[list[str]]:
    start = 0
    for end in [*(place for place, token in enumerate(row) if token == _BREAK), len(row)]:
        yield row[start:end]
        start = end + 1


def _lists(tokens: Sequence[str], text: str) -> Iterator[list[str]]:
    """Yield the tokens of each innermost list. Raises NotationError for words between lists and for other nesting."""
    opened: list[str] = []
    row: list[str] | None = None
    depths, tables = set[int](), 0
    for token in tokens:
        if token in OPEN:
            if row:
                raise _not_rows(text)
            tables += not opened
            opened.append(token)
            row = []
        elif token in CLOSE:
            if not opened or OPEN.index(opened[-1]) != CLOSE.index(token):
                raise _not_rows(text)
            if row is not None:
                depths.add(len(opened))
                yield row
            opened.pop()
            row = None
        elif row is not None:
            row.append(token)
        elif token != ",":
            raise _not_rows(text)
    if opened or depths not in ({1}, {2}) or (depths == {2} and tables > 1):
        raise _not_rows(text)


def _not_rows(text: str) -> NotationError:
    line = text.strip().split("\n")[0]
    return NotationError(f"{quote(line)}: expected rows in brackets, as [[3, 0, 0], [0, 6, 0]]")


def _listed(tokens: Sequence[str], text: str) -> list[str]:
    """Return the words of a list, separated by commas or by blanks."""
    if "," not in tokens:
        if _BREAK in tokens:
            raise _not_rows(text)
        return _unquoted(list(tokens))
    words, expects_word = list[str](), True
    for token in tokens:
        if token == _BREAK or (token == ",") == expects_word:
            raise _not_rows(text)
        if token != ",":
            words.append(token)
        expects_word = token == ","
    if expects_word:
        raise _not_rows(text)
    return _unquoted(words)
