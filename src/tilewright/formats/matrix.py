"""Exact covers as matrices of 0 and 1: a row for each option, a column for each item.

In Python a matrix is a NumPy array, a SciPy sparse matrix or array, a data frame, or nested lists. In text it
is rows of 0 and 1, which `puzzle/rows.py` reads; whole numbers may be written `1.0` or `1e+00`, and truth
values `true` and `false`.

Lists of items, and Knuth's text, may also use the items 0 and 1. Input that can be read both ways is refused
with a message that names both readings. A row without a 1 is refused like an option without items.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Hashable, Iterable, Sequence
from itertools import chain, pairwise
from typing import Any, NamedTuple

from tilewright.errors import LimitError, NotationError, argument_error, quote
from tilewright.exact_cover.limits import NEVER, Deadline
from tilewright.exact_cover.problem import ExactCover
from tilewright.formats import dlx
from tilewright.puzzle.rows import WordRow, is_rectangular, read_rows, unpack


class BitMatrix(NamedTuple):
    """A matrix: the names of its rows and columns, and for each row the numbers of the columns with a 1."""

    names: Sequence[Any]
    columns: Sequence[Hashable]
    rows: Sequence[Sequence[int]]


def check_rows(matrix: BitMatrix, first: int = 0) -> BitMatrix:
    """Return the matrix; raise NotationError for a row without a 1.

    The message counts rows from `first`.
    """
    for number, row in enumerate(matrix.rows, start=first):
        if not row:
            raise NotationError(f"row {number} of the matrix has no 1: expected at least one, or no such row")
    return matrix


BITS: dict[Any, int] = {0: 0, 1: 1, "0": 0, "1": 1}  # True, 1.0 and NumPy's numbers equal 1 and have its hash
HOW_TO_SAY = "expected numpy.array(options, int) for a matrix, or sets such as {0, 1} for items"


def matrix_of(options: Any) -> BitMatrix | None:
    """Return the matrix of an array, a sparse matrix or a data frame; None for anything else.

    Raises ArgumentError for entries other than 0 and 1, and for a number of dimensions other than two.

    >>> import numpy as np
    >>> matrix_of(np.eye(2)).rows
    [[0], [1]]
    """
    if hasattr(options, "tocoo"):
        return _sparse_matrix(options)
    if hasattr(options, "columns") and hasattr(options, "to_numpy"):
        table = options.to_numpy()
        names = list(options.index) if hasattr(options, "index") else list(range(len(table)))
        for what, labels in (("row", names), ("column", list(options.columns))):
            if len(set(labels)) < len(labels):
                raise NotationError(
                    f"two {what}s of the table have one name: expected names that differ, or .to_numpy()"
                )
        return BitMatrix(names, list(options.columns), _dense_rows(table))
    dimension = getattr(options, "ndim", 1)
    if dimension == 1:
        return None
    if dimension != 2:
        raise argument_error("options", options, "a matrix of rows and columns, or lists of items", False)
    rows = _dense_rows(options)
    return BitMatrix(range(len(rows)), range(options.shape[1]), rows)


def _sparse_matrix(options: Any) -> BitMatrix:
    import numpy as np

    if len(options.shape) != 2:
        raise argument_error("options", options, "a matrix of rows and columns", False)
    entries = options.tocoo(copy=True)
    entries.sum_duplicates()
    _check_entries(entries.data, options)
    ones = entries.data == 1
    lines, places = entries.row[ones], entries.col[ones]
    order = np.lexsort((places, lines))
    height, width = options.shape
    return BitMatrix(range(height), range(width), _grouped(lines[order], places[order], height))


def _dense_rows(table: Any) -> list[list[int]]:
    import numpy as np

    array = np.asarray(table)
    _check_entries(array, table)
    lines, places = np.nonzero(array == 1)
    return _grouped(lines, places, len(array))


def _check_entries(entries: Any, given: object) -> None:
    import numpy as np

    try:
        are_bits = not np.ma.is_masked(given) and bool(((entries == 0) | (entries == 1)).all())
    except TypeError:  # missing values
        are_bits = False
    if not are_bits:
        raise argument_error(
            "options", given, "a matrix of 0 and 1, or the options as lists of items, as .tolist() makes of an array"
        )


def _grouped(lines: Any, places: Any, height: int) -> list[list[int]]:
    """Return the places in each of `height` lines; `lines` must be ascending."""
    import numpy as np

    starts = np.searchsorted(lines, range(height + 1)).tolist()
    return [places[start:end].tolist() for start, end in pairwise(starts)]


def matrix_of_lists(options: Sequence[tuple[Any, Any]]) -> BitMatrix | None:
    """Return the matrix of named rows of 0 and 1; None for lists of items.

    Raises NotationError for rows that may also be lists of the items 0 and 1, and for rows of different
    lengths.

    >>> matrix_of_lists([("A", [1, 0, 1]), ("B", [0, 1, 0])]).rows
    [[0, 2], [1]]
    >>> matrix_of_lists([("A", [1, 2])]) is None
    True
    """
    given = [row.tolist() if getattr(row, "ndim", 1) == 1 and hasattr(row, "tolist") else row for _, row in options]
    if not given or not all(isinstance(row, list | tuple) and len(row) and _are_bits(row) for row in given):
        return None
    names, widths = [name for name, _ in options], {len(row) for row in given}
    if len(widths) > 1:
        raise NotationError(
            f"options of 0 and 1 in rows of {min(widths)} to {max(widths)}: expected rows of one length for a matrix, or sets such as "
            "{0, 1} for items"
        )
    width, kinds = widths.pop(), set(map(type, chain.from_iterable(given)))
    if all(list(row) == [1] for row in given) and kinds == {int}:
        return None  # one item, called 1; a matrix of one column has the same solutions
    may_be_items = all(len({BITS[entry] for entry in row}) == width for row in given)
    if may_be_items and kinds <= {int, str}:
        shown = quote(str([list(row) for row in given]))[1:-1]
        raise NotationError(f"options {shown}: a matrix, or lists of the items 0 and 1: {HOW_TO_SAY}")
    return BitMatrix(names, range(width), [[place for place, entry in enumerate(row) if BITS[entry]] for row in given])


def _are_bits(row: Iterable[Any]) -> bool:
    try:
        return all(entry in BITS for entry in row)
    except TypeError:  # an unhashable entry is not an item either, which the reader of items reports
        return False


class CoverText(NamedTuple):
    """The cover of a text, and whether the text is a matrix; the options of a matrix are its rows, counted from 1."""

    cover: ExactCover
    is_matrix: bool


TABLES = (".csv", ".tsv")
MOST_CHARACTERS = 32 << 20  # for a matrix as text: a million rows of sixteen columns
SECONDS_A_CHARACTER = 2e-7  # time for reading rows, which cannot be interrupted
_BIT = r"[01](?:\.0*)?(?:e[-+]?0+)?|true|false"
_ENTRY = re.compile(_BIT, re.IGNORECASE)
_PLAIN_ROW = re.compile(rf"[01]+|(?:{_BIT})(?:\s+(?:{_BIT}))*", re.IGNORECASE)
_TABLE_LINE = re.compile(r"[\s\d.,;eE+\-\[\](){}\"']*(?:(?:true|false)[\s\d.,;eE+\-\[\](){}\"']*)*", re.IGNORECASE)
_PACKED_MARKS = re.compile(r"(?=.*[^01])[01.xX_*·-]{2,}")  # cells of one character, some of which are marks for 0 or 1
_NO_ITEM = re.compile(r"[=._*·-]|-\d+|[-+]?\d+\.\d*(e[-+]?\d+)?|[,;\"'].*")
BOTH = (
    "rows of 0 and 1 may be a matrix, or Knuth's text with such items: expected a row as [0, 1], or a file .csv, for a matrix; "
    "| behind the items, or a file .dlx, for Knuth's text"
)


def parse_cover(text: str, suffix: str = "", deadline: Deadline = NEVER) -> CoverText:
    """Return the exact cover of a text, which is either a matrix or Knuth's text.

    The suffix is that of the file: `.dlx` means Knuth's text, `.csv` and `.tsv` mean matrices. Raises
    NotationError for a text that can be both, OutOfTimeError at the deadline.

    >>> parse_cover("1 0 0\\n0 1 1\\n1 1 1").cover.size
    (3, 3, 6)
    >>> parse_cover("a b\\na\\nb").is_matrix
    False
    """
    plain = text if text.isascii() else _with_plain_digits(text)
    if suffix == ".dlx":
        return CoverText(dlx.parse(text, deadline), False)
    if suffix not in TABLES and not is_like_matrix(plain):
        cover = dlx.parse(text, deadline)
        _refuse_table(plain, cover)
        return CoverText(cover, False)
    are_cells = suffix in TABLES or _are_cells(_first_line(plain).split())
    other = None if are_cells else _sensible_dlx(text, deadline)
    try:
        matrix = read_matrix(plain, deadline)
    except NotationError as error:
        if other is not None and not _PLAIN_ROW.fullmatch(_first_line(plain)):
            return CoverText(other, False)
        raise type(error)(f"{error}; Knuth's text has a file .dlx") from None
    if other is not None:
        raise NotationError(f"{quote(_first_line(text))}: {BOTH}")
    names = [str(number) for number in matrix.columns]
    return CoverText(ExactCover.of(matrix.rows, len(names)).replace(names=names), True)


def _with_plain_digits(text: str) -> str:
    """Return the text with ASCII characters in place of full-width characters and digits of other scripts."""
    text = unicodedata.normalize("NFKC", text)
    digits = {ord(each): str(unicodedata.decimal(each)) for each in set(text) if each.isdecimal()}
    return text.translate(digits)


def _first_line(text: str) -> str:
    """Return the first line that is neither empty nor a comment, in either reading."""
    found = re.search(r"^[ \t]*(?![#|])\S.*", text, re.MULTILINE)
    return found[0].strip() if found else ""


def is_like_matrix(text: str) -> bool:
    """Return True if the first row has only numbers and separators; without separators, only 0 and 1.

    >>> is_like_matrix("0 1\\n1 0"), is_like_matrix("1,2\\n0,1"), is_like_matrix("1 2\\n1\\n2")
    (True, True, False)
    """
    first = _first_line(text)
    if not re.search(r"\d|true|false", first, re.IGNORECASE) or not _TABLE_LINE.fullmatch(first):
        return False
    return _PLAIN_ROW.fullmatch(first) is not None or not set(first).isdisjoint(",;[({\"'")


def read_matrix(text: str, deadline: Deadline = NEVER) -> BitMatrix:
    """Return the matrix of a text, its columns named from 1; raise NotationError quoting the row that is wrong.

    >>> read_matrix("101\\n010").rows
    [[0, 2], [1]]
    """
    if len(text) > MOST_CHARACTERS:
        raise LimitError(f"a matrix of {len(text):,} characters: expected at most {MOST_CHARACTERS:,}, or Knuth's text")
    deadline.require(SECONDS_A_CHARACTER * len(text))
    rows = read_rows(text)
    if not rows:
        raise NotationError("the matrix is empty: expected rows of 0 and 1")
    if all(row.words == [row.line] and re.fullmatch("[01]{2,}", row.line) for row in rows):
        rows = unpack(rows)
    if not is_rectangular(rows):
        row = next(row for row in rows if len(row.words) != len(rows[0].words))
        raise NotationError(
            f"{quote(row.line)}: {len(row.words)} entries of a matrix: expected {len(rows[0].words)}, as in the first row"
        )
    found = [_ones(row) for row in deadline.watch(rows)]
    width = len(rows[0].words)
    return check_rows(BitMatrix(range(1, len(rows) + 1), range(1, width + 1), found), first=1)


def _ones(row: WordRow) -> list[int]:
    """Return the places of a row that hold a 1."""
    if not {"0", "1"}.issuperset(row.words) and (wrong := [word for word in row.words if not _ENTRY.fullmatch(word)]):
        raise NotationError(f"{quote(row.line)}: {quote(wrong[0])}: expected 0 or 1, an entry of a matrix")
    return [place for place, word in enumerate(row.words) if word[:1] in "1tT"]


def _sensible_dlx(text: str, deadline: Deadline) -> ExactCover | None:
    """Return the cover if the text can be read as Knuth's text with at least one option; else None."""
    try:
        cover = dlx.parse(text, deadline)
    except NotationError:
        return None
    return cover if len(cover.options) else None


def _refuse_table(text: str, cover: ExactCover) -> None:
    """Raise NotationError if the items look like cells of a table, or if a doubtful line of items has no options."""
    first = _first_line(text)
    if _are_cells(first.split()) or (not len(cover.options) and not re.search(r"^\|", text, re.MULTILINE)):
        raise NotationError(
            f"{quote(first)}: expected the items of Knuth's text, with options below them, or a matrix of 0 and 1; Knuth's text of any "
            "items has a file .dlx"
        )


def _are_cells(words: Sequence[str]) -> bool:
    """Return whether words look like cells of a table: they end in separators or leave brackets open."""
    if any(_NO_ITEM.fullmatch(word) or word[-1] in ",;" or not _is_closed(word) for word in words):
        return True
    return len(words) == 1 and (not set(words[0]).isdisjoint(",;[({") or bool(_PACKED_MARKS.fullmatch(words[0])))


def _is_closed(word: str) -> bool:
    """Return whether each kind of bracket is closed as often as opened."""
    return all(word.count(left) == word.count(right) for left, right in ("[]", "()", "{}"))
