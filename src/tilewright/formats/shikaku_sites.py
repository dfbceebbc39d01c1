"""Shikaku as the puzzle sites and other solvers write them.

An address of puzz.link or pzv.jp (decoded, never downloaded) is `https://puzz.link/p?shikaku/COLS/ROWS/BODY`. The body runs
through the cells row by row. A clue is a hexadecimal digit, `-` and two, `+` and three, or `=` and three (less 4096); `.` is
one of unknown size; `g` to `z` are 1 to 20 cells without a clue.

A game id of Simon Tatham's Rectangles is `WxH:desc`: `a` to `z` are 1 to 26 blanks, numbers are clues, `_` divides two.

A pzprv3 file is `pzprv3/shikaku/ROWS/COLUMNS/`, the clue rows, then the borders drawn so far, which are dropped.

A grid below its size, as solvers of the puzzle read it: `ROWS COLUMNS` on one line, or one number each on two, or `10x12` in
either order; then a row a line: numbers divided by blanks, `-` or `.` for no clue. A text of janko.at runs from `begin` to
`end`: `puzzle sikaku`, the size as `size` or as `rows` and `cols`, then `problem` and the same rows. Other keys and the solution
are left out.
"""

from __future__ import annotations

import re

from tilewright.errors import LimitError, NotationError, quote
from tilewright.formats import Format, is_shikaku_grid, may_be_row, sized_rows
from tilewright.kinds import Shikaku
from tilewright.kinds.shikaku.puzzle import Clue, parse_grid
from tilewright.kinds.shikaku.text import dump_grid
from tilewright.puzzle.board import MAX_CELLS

_PUZZLE = re.compile(r"(v:/?)?(?P<kind>\w+)/(v:/)?(?P<columns>[0-9]{1,6})/(?P<rows>[0-9]{1,6})/(?P<body>\S*)", re.ASCII)
_LINK_TOKEN = re.compile(r"(?P<blank>[g-z])|(?P<unknown>\.)|-([0-9a-f]{2})|\+([0-9a-f]{3})|=([0-9a-f]{3})|([0-9a-f])")
_BLANKS = "ghijklmnopqrstuvwxyz"
_OFFSET = 4096


def parse_puzzlink(text: str) -> Shikaku:
    """Parse a URL. Raises NotationError quoting the part that is wrong.

    >>> print(parse_puzzlink("https://puzz.link/p?shikaku/3/2/2j4"))
    2 . .
    . . 4
    """
    url = text.strip()
    match = _PUZZLE.fullmatch(url.partition("?")[2])
    if match is None or match["kind"] != "shikaku":
        raise NotationError(f"{quote(url)}: expected https://puzz.link/p?shikaku/COLUMNS/ROWS/CLUES")
    columns, rows = int(match["columns"]), int(match["rows"])
    if columns * rows > MAX_CELLS:
        raise LimitError(f"{quote(url)}: a Shikaku of {columns * rows:,} cells: expected at most {MAX_CELLS:,}")
    clues: list[Clue] = []
    body, cell, place = match["body"], 0, 0
    while place < len(body):
        token = _LINK_TOKEN.match(body, place)
        if token is None:
            column = url.index("?") + 1 + match.start("body") + place + 1
            raise NotationError(
                f"column {column}: {quote(body[place:])} in {quote(url)}: expected a clue 0-f -10 +100 =000 . or g-z"
            )
        place = token.end()
        if token["blank"]:
            cell += _BLANKS.index(token["blank"]) + 1
            continue
        if cell < columns * rows:
            clues.append((*divmod(cell, columns), _value(token)))
        cell += 1
    if cell != columns * rows:
        raise NotationError(
            f"{quote(url)}: the clues fill {cell} cells: expected {columns} x {rows} = {columns * rows}"
        )
    return Shikaku(rows, columns, tuple(clues))


def _value(token: re.Match[str]) -> int | None:
    if token["unknown"]:
        return None
    digits = next(group for group in token.groups()[2:] if group)
    return int(digits, 16) + (_OFFSET if token[0].startswith("=") else 0)


def dump_puzzlink(puzzle: Shikaku) -> str:
    """Return the URL of a Shikaku. Raises NotationError saying what it cannot hold."""
    if puzzle.pinned:
        raise NotationError("a puzz.link URL holds a Shikaku without pinned rectangles: write it as TOML")
    values = {clue[:2]: clue[2] for clue in puzzle.clues}
    body, blanks = "", 0
    for cell in range(puzzle.rows * puzzle.columns):
        place = divmod(cell, puzzle.columns)
        if place not in values:
            blanks += 1
            continue
        body += _link_blanks(blanks) + _clue(values[place])
        blanks = 0
    return f"https://puzz.link/p?shikaku/{puzzle.columns}/{puzzle.rows}/{body}{_link_blanks(blanks)}"


def _link_blanks(count: int) -> str:
    most = len(_BLANKS)
    return _BLANKS[-1] * (count // most) + (_BLANKS[count % most - 1] if count % most else "")


def _clue(value: int | None) -> str:
    if value is None:
        return "."
    if value >= 2 * _OFFSET:
        raise NotationError(f"a puzz.link URL cannot hold the clue {value}: expected at most {2 * _OFFSET - 1}")
    for prefix, digits, least in (("=", 3, _OFFSET), ("+", 3, 256), ("-", 2, 16)):
        if value >= least:
            return f"{prefix}{value - (least if prefix == '=' else 0):0{digits}x}"
    return f"{value:x}"


_ID = re.compile(r"(?P<columns>\d{1,6})x(?P<rows>\d{1,6})(e[\d.]+)?a?:(?P<desc>[^\s@]*)", re.ASCII)
_ID_TOKEN = re.compile(r"[a-z]|\d{1,7}|_", re.ASCII)
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def parse_tatham(text: str) -> Shikaku:
    """Parse an id. Raises NotationError saying where it is wrong, or how many cells it fills.

    >>> print(parse_tatham("3x2:2d4"))
    2 . .
    . . 4
    """
    match = _ID.fullmatch(text.strip())
    if match is None:
        raise NotationError(f"{quote(text.strip())}: expected WxH:desc, e.g. 6x6:d3a5_6b6n6b2_3a5d")
    columns, rows = int(match["columns"]), int(match["rows"])
    if columns * rows > MAX_CELLS:
        raise LimitError(f"a Shikaku of {columns * rows:,} cells: expected at most {MAX_CELLS:,}")
    clues: list[Clue] = []
    cell, place = 0, match.start("desc")
    while place < match.end("desc"):
        token = _ID_TOKEN.match(match.string, place)
        if token is None:
            wrong = quote(match.string[place:])
            raise NotationError(f"column {place + 1}: {wrong} in {quote(match.string)}: expected a-z, a number or _")
        place = token.end()
        if token[0] in _LETTERS:
            cell += _LETTERS.index(token[0]) + 1
        elif token[0] != "_":
            if cell < columns * rows:
                clues.append((*divmod(cell, columns), int(token[0])))
            cell += 1
    if cell != columns * rows:
        raise NotationError(
            f"{quote(text.strip())}: the clues fill {cell} cells: expected {columns} x {rows} = {columns * rows}"
        )
    return Shikaku(rows, columns, tuple(clues))


def dump_tatham(puzzle: Shikaku) -> str:
    """Return the id of a Shikaku. Raises NotationError saying what an id cannot hold.

    >>> dump_tatham(parse_tatham("3x2:2d4"))
    '3x2:2d4'
    """
    if puzzle.pinned:
        raise NotationError("an id of Simon Tatham's Rectangles holds a Shikaku without pinned rectangles")
    if any(value is None for _, _, value in puzzle.clues):
        raise NotationError("Simon Tatham's Rectangles has no clues of unknown size")
    words: list[str] = []
    before = -1
    for row, column, value in puzzle.clues:
        cell = row * puzzle.columns + column
        words.append(_id_blanks(cell - before - 1) or ("_" if words else ""))
        words.append(str(value))
        before = cell
    words.append(_id_blanks(puzzle.rows * puzzle.columns - before - 1))
    return f"{puzzle.columns}x{puzzle.rows}:{''.join(words)}"


def _id_blanks(number: int) -> str:
    return "z" * (number // 26) + (_LETTERS[number % 26 - 1] if number % 26 else "")


def parse_pzprv3(text: str) -> Shikaku:
    """Parse a file. Raises NotationError quoting what is wrong and where.

    >>> print(parse_pzprv3("pzprv3/shikaku/2/3/2 . . /. . 4 /"))
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


def dump_pzprv3(puzzle: Shikaku) -> str:
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


def _dump_grid(puzzle: Shikaku) -> str:
    """Return the grid, below a line that says what it is where other rows of numbers look the same."""
    text = dump_grid(puzzle)
    return text if is_shikaku_grid(text) else f"# Shikaku\n{text}"


PUZZLINK = Format(parse_puzzlink, dump_puzzlink)
TATHAM = Format(parse_tatham, dump_tatham)
PZPRV3 = Format(parse_pzprv3, dump_pzprv3)
GRID = Format(parse_grid, _dump_grid)


NAMES = ("sikaku", "shikaku")


def parse_sized_grid(text: str) -> Shikaku:
    """Parse a grid below its size. Raises NotationError where the rows are not of that size.

    >>> parse_sized_grid("2 3\\n2 - -\\n- - 4").clues
    ((0, 0, 2), (1, 2, 4))
    """
    found = sized_rows(text)
    if found is None:
        raise NotationError("expected rows and columns such as 10 10, then as many rows of as many numbers")
    puzzle = _checked(found[1], found[0])
    head = next(line for line in text.splitlines() if line.strip())
    clues = sum(value or 0 for _, _, value in puzzle.clues)
    if may_be_row(head, [line.split() for line in found[1][:1]]) and clues != puzzle.rows * puzzle.columns:
        raise NotationError(
            f"{quote(head.strip())} may be the size of {puzzle.rows} rows of 2 or a row of clues, and the clues add up to the "
            f"cells neither way: expected {puzzle.rows}x2 as the size, or # shikaku on the first line of a grid"
        )
    return puzzle


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
