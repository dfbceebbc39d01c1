"""What the text of each format looks like: cheap tests, so that only the format that is meant is imported.

Regular expressions are compiled when a text passes the test before them, which few do.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from tilewright.puzzle import Puzzle

import re
from collections.abc import Iterator

HEAD = 500  # characters of a file that say what it is


class Format(NamedTuple):
    """How texts of a format are read and written.

    parse: the puzzle of a text (and, where a text holds several, of its problem by number from 0); NotationError quotes what is wrong.
    dump:  the text of a puzzle; NotationError says what the format cannot hold.
    notes: where the program that reads the format would understand the puzzle differently.
    problem_titles: the names of the puzzles in a text that holds several.
    """

    parse: Callable[..., Puzzle]
    dump: Callable[[Any], str]
    notes: Callable[[Any], list[str]] | None = None
    problem_titles: Callable[[str], list[str]] | None = None


def is_json(text: str) -> bool:
    """Return True for a JSON object that is no file of levels."""
    return text.lstrip()[:1] == "{" and not is_levels(text)


def is_levels(text: str) -> bool:
    """Return True for a JSON object that says that it holds levels, as one of its first keys."""
    return text.lstrip()[:1] == "{" and re.search(r'"kind"\s*:\s*"levels"', text[:HEAD]) is not None


def is_xmpuzzle(text: str) -> bool:
    """Return True for XML whose root is a puzzle."""
    return text.lstrip()[:1] == "<" and re.match(r"\s*(<\?xml[^>]*\?>\s*)?<puzzle\b", text) is not None


def is_gams_table(text: str) -> bool:
    """Return True if a line begins the statement of a table, `table grid(i,j)`."""
    return re.search(r"^[ \t]*table[ \t]+[A-Za-z]\w*[ \t]*(\(|$|['\"])", text, re.MULTILINE | re.IGNORECASE) is not None


def is_toml(text: str) -> bool:
    """Return True if a line of the text sets a key or begins a table."""
    if "=" not in text and "[" not in text:
        return False
    return re.search(r"^[ \t]*(\[\[?[ \t]*[\w\"'-]+|[A-Za-z_]\w*[ \t]*=)", text, re.MULTILINE) is not None


def is_puzzlink(text: str) -> bool:
    """Return True for a URL of puzz.link or its relatives."""
    url = r"(https?://)?([\w.-]*\.)?(puzz\.link|pzv\.jp|pzprxs\.vercel\.app)/\S*"
    return "/" in text and re.fullmatch(url, text.strip(), re.ASCII) is not None


def is_tatham(text: str) -> bool:
    """Return True for a game id `WxH:desc`."""
    return ":" in text and re.fullmatch(r"\d{1,6}x\d{1,6}(e[\d.]+)?a?:[^\s@]*", text.strip(), re.ASCII) is not None


def is_pzprv3(text: str) -> bool:
    """Return True if the text begins as such a file, its lines divided by line ends or slashes."""
    return "pzprv3" in text and re.match(r"\s*pzprv3(\.\d+)?[/\n\r]", text) is not None


def is_blocks(text: str) -> bool:
    """Return True if a line of the text is dashes."""
    return "---" in text and re.search(r"^[ \t]*-{3,}[ \t\r]*$", text, re.MULTILINE) is not None


NUMBERS_ONLY = (
    "rows of numbers may be a Shikaku grid or a list of tiles: expected . for cells without a clue, "
    "or # shikaku on the first line, or rows and columns such as 16 16 above tiles"
)


def is_number_rows(text: str) -> bool:
    """Return True if most of the first row of the text is clues and blanks: a Shikaku grid, or tiles, or neither."""
    first = next(_rows(text), [])
    return 2 * sum(re.fullmatch(r"[0-9]{1,7}|[.?-]", token) is not None for token in first) > len(first)


def is_shikaku_grid(text: str) -> bool:
    """Return True for rows of numbers that can only be a Shikaku, or that a comment above them calls so.

    A list of tiles without a head, a matrix and a Sudoku are rows of numbers, too. So most cells must be blank,
    or the clues must add up to the cells; and four or five numbers a row may always be tiles.
    """
    if not is_number_rows(text):
        return False
    if re.match(r"\s*#\s*shikaku\b", text, re.IGNORECASE):
        return True
    rows = list(_rows(text))
    cells = [token for row in rows for token in row]
    blanks = sum(map(cells.count, ".?-"))
    if 2 * blanks > len(cells):
        return True
    if not blanks and len(rows[0]) in (4, 5):
        return False
    clues = [int(token) for token in cells if re.fullmatch(r"[0-9]{1,7}", token)]
    return "?" in cells or sum(clues) == len(cells)


def _rows(text: str) -> Iterator[list[str]]:
    """The words of each line, without empty lines and comments."""
    lines = map(str.strip, text.splitlines())
    return (line.split() for line in lines if line and not line.startswith("#"))


def is_edge_list(text: str) -> bool:
    """Return True if the first line is `edges` and a board, or two numbers above lines of four or five."""
    lines = [line for line in (each.partition("#")[0].strip() for each in text.splitlines()) if line]
    if not lines or lines[0].split()[0] == "edges":
        return bool(lines)
    numbers = re.compile(r"\d{1,9}([\s,]+\d{1,9}){3,4}", re.ASCII)
    head = re.fullmatch(r"\d{1,4}[ \t]+\d{1,4}", lines[0], re.ASCII)
    return head is not None and len(lines) > 1 and numbers.fullmatch(lines[1]) is not None


def is_edge_notation(text: str) -> bool:
    """Return True for one line with a set of tiles before an `@`; a missing number is reported."""
    sets = r"\s*((macmahon|triangles|hexagons|wang)\d{0,2}|jeandel-rao)[*+?]?(!\w+)?@\S+([ \t]+\S+)*\s*"
    return "@" in text and re.fullmatch(sets, text, re.ASCII) is not None


def is_notation(text: str) -> bool:
    """Return True for one line with an `@`."""
    return "@" in text and len(text.split()) == 1
