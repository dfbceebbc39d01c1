"""What the text of each format looks like: cheap tests, so that only the format that is meant is imported.

Regular expressions are compiled when a text passes the test before them, which few do.
"""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    pass

import re
from collections.abc import Iterator

HEAD = 500  # characters of a file that say what it is


def is_json(text: str) -> bool:
    """Return True for a JSON object that is no file of levels and of no other program."""
    return text.lstrip()[:1] == "{" and not is_levels(text) and not is_puzzle_studio(text)


def is_puzzle_studio(text: str) -> bool:
    """Return True for a JSON object that says, as one of its first keys, that it is a PuzzleFile."""
    return text.lstrip()[:1] == "{" and re.search(r'"type"\s*:\s*"PuzzleFile"', text[:HEAD]) is not None


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


PENPA_ONLY = "addresses of Penpa are not read: open it there, and export the puzzle as a puzz.link address"


def is_penpa(text: str) -> bool:
    """Return True for an address of Penpa+ or a relative."""
    url = r"(https?://)?[\w.-]+/(penpa-edit|penpa-plus)/?#\S*"
    return "penpa" in text[:HEAD] and re.fullmatch(url, text.strip(), re.ASCII) is not None


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
    "or # shikaku on the first line, or rows and columns such as 16 16 above as many rows of clues, or above tiles"
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
    if not is_number_rows(text) or sized_rows(text) is not None:
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


SIZE_LINE = r"([0-9]{1,6})([ \t]+|x)([0-9]{1,6})"


def sized_rows(text: str) -> tuple[set[tuple[int, int]], list[str]] | None:
    """Return the sizes (rows, columns) that the head of a text may mean and the rows below it, if it is surely a sized Shikaku.

    A list of tiles has rows and columns above it, too, and a grid of two columns may begin like a size. So the rows must be
    as many and as long as the size says, and hold blanks, or clues that add up to the cells.
    """
    lines = [line for line in map(str.strip, text[: text.find("\n") + 1].splitlines()) if line]
    if not lines or not re.fullmatch(rf"{SIZE_LINE}|[0-9]{{1,6}}", lines[0], re.ASCII):
        return None
    lines = [line for line in map(str.strip, text.splitlines()) if line and not line.startswith("#")]
    head = re.fullmatch(SIZE_LINE, lines[0], re.ASCII)
    if head is None and (len(lines) < 2 or not re.fullmatch(r"[0-9]{1,6}", lines[1], re.ASCII)):
        return None
    below = lines[1:] if head else lines[2:]
    first, second = (int(head[1]), int(head[3])) if head else (int(lines[0]), int(lines[1]))
    rows = [line.split() for line in below]
    shapes = {(len(rows), len(row)) for row in rows}
    crossed = head is not None and head[2] == "x"
    sizes = {(first, second), (second, first)} if crossed else {(first, second)}
    if len(shapes) != 1 or not shapes & sizes or (not crossed and len(rows[0]) < 2 + (head is not None)):
        return None
    tokens = [token for row in rows for token in row]
    if not all(re.fullmatch(r"[0-9]{1,7}|[.-]", token, re.ASCII) for token in tokens):
        return None
    clues = [int(token) for token in tokens if token.isdigit()]
    return (sizes, below) if len(clues) < len(tokens) or sum(clues) == len(tokens) else None


def is_sized_grid(text: str) -> bool:
    """Return True for rows of clues and blanks below their size."""
    return sized_rows(text) is not None


def is_janko(text: str) -> bool:
    """Return True for a text that begins as those of janko.at do."""
    return "begin" in text[:HEAD] and re.match(r"\s*begin[ \t]*\r?\n\s*puzzle[ \t]", text) is not None


SOMA_CUBES = 27


def soma_layers(text: str) -> list[list[str]]:
    """Return the rows of each layer of a figure; comments are left out."""
    lines = [line.partition("#")[0].rstrip() for line in text.splitlines()]
    layers: list[list[str]] = [[]]
    for line in lines:
        if line.strip():
            layers[-1].append(line)
        elif layers[-1]:
            layers.append([])
    return [layer for layer in layers if layer]


def is_soma(text: str) -> bool:
    """Return True for several layers of the signs of a Soma figure that hold 27 cubes."""
    if not re.match(r"[\s#.*o3ltzcpn]", text[:1]) or len(text) > 20_000:
        return False
    layers = soma_layers(text)
    rows = [row for layer in layers for row in layer]
    if len(layers) < 2 or not all(re.fullmatch(r"[ .*o3ltzcpn]+", row) for row in rows):
        return False
    return sum(len(row) - row.count(".") - row.count(" ") for row in rows) == SOMA_CUBES


def is_edge_list(text: str) -> bool:
    """Return True if the first line is `edges` and a board, two numbers above lines of four or five, or a framed square."""
    lines = [line for line in (each.partition("#")[0].strip() for each in text.splitlines()) if line]
    if not lines or lines[0].split()[0] == "edges":
        return bool(lines)
    if sized_rows(text) is not None:
        return False
    numbers = re.compile(r"\d{1,9}([\s,]+\d{1,9}){3,4}", re.ASCII)
    if numbers.fullmatch(lines[0]):
        return framed_side(lines) > 0
    head = re.fullmatch(r"\d{1,4}[ \t]+\d{1,4}", lines[0], re.ASCII)
    return head is not None and len(lines) > 1 and numbers.fullmatch(lines[1]) is not None


MOST_FRAMED = 100_000  # lines


def framed_side(lines: list[str]) -> int:
    """Return the side of the square that tiles without a head make, or 0 if they need not.

    Four numbers a line may be anything. But as many lines as a square has cells, four of them with two 0 side by side, one 0
    in each of the other tiles of its border and none inside are a puzzle like Eternity II.
    """
    side = isqrt(len(lines))
    if side < 2 or side * side != len(lines) or len(lines) > MOST_FRAMED:
        return 0
    rows = [re.split(r"[\s,]+", line) for line in lines]
    if len(set(map(len, rows))) != 1 or not all(
        re.fullmatch(r"\d{1,9}", word, re.ASCII) for row in rows for word in row
    ):
        return 0
    if len(rows[0]) not in (4, 5):
        return 0
    gray = [[int(word) == 0 for word in row[-4:]] for row in rows]
    corners = [each for each in gray if sum(each) == 2 and any(each[k - 1] and each[k] for k in range(4))]
    sides = sum(sum(each) == 1 for each in gray)
    inside = sum(not any(each) for each in gray)
    return side if (len(corners), sides, inside) == (4, 4 * (side - 2), (side - 2) ** 2) else 0


def is_edge_notation(text: str) -> bool:
    """Return True for one line with a set of tiles before an `@`; a missing number is reported."""
    sets = r"\s*((macmahon|triangles|hexagons|wang)\d{0,2}|jeandel-rao)[*+?]?(!\w+)?@\S+([ \t]+\S+)*\s*"
    return "@" in text and re.fullmatch(sets, text, re.ASCII) is not None


def is_notation(text: str) -> bool:
    """Return True for one line with an `@`."""
    return "@" in text and len(text.split()) == 1
