"""Shikaku in the formats of puzzle sites and other solvers.

An address of puzz.link, pzv.jp or a related site has the form `https://puzz.link/p?shikaku/COLS/ROWS/BODY`; it
is decoded, never downloaded. The body runs through the cells row by row. A clue is one hexadecimal digit, `-`
and two digits, `+` and three, or `=` and three (minus 4096); `.` is a clue of unknown size; `g` to `z` are 1 to
20 cells without a clue.

A game id of Simon Tatham's Rectangles is `WxH:desc`, possibly after the address of the game and `#`: `a` to `z`
are 1 to 26 blanks, numbers are clues, and `_` separates two clues.

A pzprv3 file is `pzprv3/shikaku/ROWS/COLUMNS/`, followed by the rows of clues and the borders drawn so far,
which are dropped.

A grid below its size, as solvers of the puzzle read it, begins with `ROWS COLUMNS` on one line, one number on
each of two lines, or `10x12` in either order. Then each row is a line of numbers separated by blanks, with `-`
or `.` for no clue. A text of janko.at runs from `begin` to `end`: `puzzle sikaku`, the size as `size` or as
`rows` and `cols`, then `problem` and the same rows. Other keys and the solution are ignored.

An address of Penpa+ ends in `#m=edit&p=` (or `m=solve`) and the base64 of a raw deflate stream, or in an
address of puzz.link, which Penpa+ also opens. The decompressed text consists of lines. The first has values
separated by commas: the shape of the grid, columns and rows (with margins), ..., and from the 16th on the
title, the author, the source and the rules. The fourth is JSON of what is drawn for the solver, in which
`number` has a list for each place: the text, its color and its style. The sixth lists the places of the board:
the first place, then differences. The place of row y and column x is y times (columns + 4) plus x, both counted
from 2. The 18th lists the genres. Some words are abbreviated as `z` and a character
(github.com/swaroopg92/penpa-edit, file docs/js/class_p.js).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import accumulate
from typing import Any

from tilewright.errors import LimitError, NotationError, quote
from tilewright.formats import TATHAM_PAGE, Format, is_shikaku_grid, may_be_row, sized_rows
from tilewright.kinds import Shikaku
from tilewright.kinds.shikaku.grid import parse_grid
from tilewright.kinds.shikaku.puzzle import Clue
from tilewright.kinds.shikaku.text import dump_grid
from tilewright.puzzle.board import MAX_CELLS

Clues = list[int | None]  # for one cell: empty without a clue, else one entry, which is None for a clue of unknown size
_PUZZLE = re.compile(
    r"(v:/?)?(?P<kind>\w+)/(v:/)?(?P<columns>[0-9]{1,6})/(?P<rows>[0-9]{1,6})/(?P<cells>\S*)", re.ASCII
)
_LINK_TOKEN = re.compile(r"(?P<blank>[g-z])|(?P<unknown>\.)|-([0-9a-f]{2})|\+([0-9a-f]{3})|=([0-9a-f]{3})|([0-9a-f])")
_BLANKS = "ghijklmnopqrstuvwxyz"
_OFFSET = 4096
_ID = re.compile(r"(?P<columns>\d{1,6})x(?P<rows>\d{1,6})(e[\d.]+)?a?:(?P<cells>[^\s@]*)", re.ASCII)
_ID_TOKEN = re.compile(r"(?P<blank>[a-z])|\d{1,7}|_", re.ASCII)
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


def _read_cells(
    found: re.Match[str],
    tokens: re.Pattern[str],
    blanks: str,
    values_of: Callable[[re.Match[str]], Clues],
    expected: str,
) -> Shikaku:
    """Return the puzzle of a text that runs through the cells.

    `found` has the groups `columns`, `rows` and `cells`. `tokens` matches one token; its group `blank` stands
    for a number of cells without a clue. Raises NotationError with the position of a fault, or with the number
    of cells that the text fills.
    """
    columns, rows, text = int(found["columns"]), int(found["rows"]), found.string
    _check_size(columns * rows)
    clues: list[Clue] = []
    cell, place = 0, found.start("cells")
    while place < found.end("cells"):
        token = tokens.match(text, place)
        if token is None:
            raise NotationError(f"column {place + 1}: {quote(text[place:])} in {quote(text)}: expected {expected}")
        place = token.end()
        if token["blank"]:
            cell += blanks.index(token["blank"]) + 1
            continue
        for value in values_of(token):
            if cell < columns * rows:
                clues.append((*divmod(cell, columns), value))
            cell += 1
    if cell != columns * rows:
        raise NotationError(
            f"{quote(text)}: the clues fill {cell} cells: expected {columns} x {rows} = {columns * rows}"
        )
    return Shikaku(rows, columns, tuple(clues))


def _check_size(cells: int) -> None:
    if cells > MAX_CELLS:
        raise LimitError(f"a Shikaku of {cells:,} cells: expected at most {MAX_CELLS:,}")


def _runs(puzzle: Shikaku, blanks: str, name: str) -> Iterator[tuple[str, int | None]]:
    """Yield (blanks before it, value) for each clue, and finally the remaining blanks with the value 0."""
    if puzzle.pinned:
        raise NotationError(f"{name} holds a Shikaku without pinned rectangles: write it as TOML")
    before = -1
    for row, column, value in (*puzzle.clues, (puzzle.rows, 0, 0)):
        number = row * puzzle.columns + column - before - 1
        full, rest = divmod(number, len(blanks))
        yield blanks[-1] * full + blanks[rest - 1] * (rest > 0), value
        before += number + 1


def parse_puzzlink(text: str) -> Shikaku:
    """Return the Shikaku of a URL; raise NotationError quoting the part that is wrong.

    >>> print(parse_puzzlink("https://puzz.link/p?shikaku/3/2/2j4"))
    2 . .
    . . 4
    """
    url = text.strip().rstrip("/")
    match = _PUZZLE.fullmatch(url, url.find("?") + 1)
    if match is None or match["kind"] != "shikaku":
        raise NotationError(f"{quote(url)}: expected https://puzz.link/p?shikaku/COLUMNS/ROWS/CLUES")

    def values(token: re.Match[str]) -> Clues:
        digits = next((group for group in token.groups()[2:] if group), "")
        return [int(digits, 16) + _OFFSET * (token[0][0] == "=")] if digits else [None]

    return _read_cells(match, _LINK_TOKEN, _BLANKS, values, "a clue 0-f -10 +100 =000 . or g-z")


def dump_puzzlink(puzzle: Shikaku) -> str:
    """Return the URL of a Shikaku; raise NotationError for what it cannot hold."""
    *runs, (rest, _) = _runs(puzzle, _BLANKS, "a puzz.link URL")
    body = "".join(blanks + _clue(value) for blanks, value in runs)
    return f"https://puzz.link/p?shikaku/{puzzle.columns}/{puzzle.rows}/{body}{rest}"


def _clue(value: int | None) -> str:
    if value is None:
        return "."
    if value >= 2 * _OFFSET:
        raise NotationError(f"a puzz.link URL cannot hold the clue {value}: expected at most {2 * _OFFSET - 1}")
    if value >= _OFFSET:
        return f"={value - _OFFSET:03x}"
    return f"+{value:x}" if value >= 256 else f"-{value:x}" if value >= 16 else f"{value:x}"


def parse_tatham(text: str) -> Shikaku:
    """Return the Shikaku of a game id.

    Raises NotationError with the position of a fault, or with the number of cells that the id fills.

    >>> print(parse_tatham("3x2:2d4"))
    2 . .
    . . 4
    """
    game_id = re.sub(TATHAM_PAGE, "", text.strip())
    match = _ID.fullmatch(game_id)
    if match is None:
        raise NotationError(f"{quote(game_id)}: expected WxH:desc, e.g. 6x6:d3a5_6b6n6b2_3a5d")
    return _read_cells(match, _ID_TOKEN, _LETTERS, lambda t: [] if t[0] == "_" else [int(t[0])], "a-z, a number or _")


def dump_tatham(puzzle: Shikaku) -> str:
    """Return the game id of a Shikaku; raise NotationError for what an id cannot hold.

    >>> dump_tatham(parse_tatham("3x2:2d4"))
    '3x2:2d4'
    """
    if any(value is None for _, _, value in puzzle.clues):
        raise NotationError("Simon Tatham's Rectangles has no clues of unknown size")
    *runs, (rest, _) = _runs(puzzle, _LETTERS, "an id of Simon Tatham's Rectangles")
    words = [f"{blanks or '_' * (number > 0)}{value}" for number, (blanks, value) in enumerate(runs)]
    return f"{puzzle.columns}x{puzzle.rows}:{''.join(words)}{rest}"


def parse_pzprv3(text: str) -> Shikaku:
    """Return the Shikaku of a pzprv3 file; raise NotationError quoting what is wrong and where.

    >>> print(parse_pzprv3("pzprv3/shikaku/2/3/2 . . /. . 4 /"))
    2 . .
    . . 4
    """
    found = list(re.finditer(r"[^/\r\n]+", text.strip()))
    lines = [line[0].strip() for line in found]
    if len(lines) < 4 or lines[1] != "shikaku" or not all(re.fullmatch(r"[0-9]{1,6}", line) for line in lines[2:4]):
        raise NotationError(f"{quote('/'.join(lines[:4]))}: expected pzprv3/shikaku/ROWS/COLUMNS/")
    rows, columns = int(lines[2]), int(lines[3])
    _check_size(rows * columns)
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
        if not re.fullmatch(r"[-.]|[0-9]{1,7}", word[0]):
            where = _where(line.string, line.start() + word.start())
            raise NotationError(f"{where}: {quote(word[0])}: expected a number, . for none or - for an unknown one")
        if word[0] != ".":
            clues.append((row, column, None if word[0] == "-" else int(word[0])))
    return clues


def _where(text: str, place: int) -> str:
    return f"line {text.count(chr(10), 0, place) + 1}, column {place - text.rfind(chr(10), 0, place)}"


def dump_pzprv3(puzzle: Shikaku) -> str:
    """Return the pzprv3 file of a Shikaku, with no borders drawn."""
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
    """Return the grid, below a comment that names the puzzle if the numbers could also be something else."""
    text = dump_grid(puzzle)
    return text if is_shikaku_grid(text) else f"# Shikaku\n{text}"


PUZZLINK = Format(parse_puzzlink, dump_puzzlink)
TATHAM = Format(parse_tatham, dump_tatham)
PZPRV3 = Format(parse_pzprv3, dump_pzprv3)
GRID = Format(parse_grid, _dump_grid)


NAMES = ("sikaku", "shikaku")


def parse_sized_grid(text: str) -> Shikaku:
    """Return the Shikaku of a grid below its size; raise NotationError if the rows do not have that size.

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
    """Return the grid of a Shikaku below its size.

    Raises NotationError for clues of unknown size, and for grids of one column.

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
    if sized_rows(text) is None:  # rows of four or five clues without blanks may be tiles
        raise NotationError(
            "a grid without blanks whose clues do not add up may be read otherwise: write it as shikaku"
        )
    return text


def parse_janko(text: str) -> Shikaku:
    """Return the Shikaku of a text of janko.at; raise NotationError naming what is missing.

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
    """Raise NotationError, because the site does not read such files from others."""
    raise NotationError("texts of janko.at are read and not written")


SIZED = Format(parse_sized_grid, dump_sized_grid)
JANKO = Format(parse_janko, dump_janko)


PENPA_SITE = "https://swaroopg92.github.io/penpa-edit/"
MOST_INFLATED = 2 << 20  # bytes that the packed part of an address may expand to
_SHORT = (
    ("z", "zZ"), ('"qa"', "z9"), ('"pu_q"', "zQ"), ('"pu_a"', "zA"), ('"grid"', "zG"), ('"edit_mode"', "zM"), ('"surface"', "zS"),
    ('"line"', "zL"), ('"lineE"', "zE"), ('"wall"', "zW"), ('"cage"', "zC"), ('"number"', "zN"), ('"symbol"', "zY"),
    ('"special"', "zP"), ('"board"', "zB"), ('"command_redo"', "zR"), ('"command_undo"', "zU"), ('"command_replay"', "z8"),
    ('"numberS"', "z1"), ('"freeline"', "zF"), ('"freelineE"', "z2"), ('"thermo"', "zT"), ('"arrows"', "z3"), ('"direction"', "zD"),
    ('"squareframe"', "z0"), ('"polygon"', "z5"), ('"deletelineE"', "z4"), ('"killercages"', "z6"), ('"nobulbthermo"', "z7"),
    ('"__a"', "z_"), ("null", "zO"),
)  # fmt: skip
_PENPA_TABLES = (
    "surface", "number", "numberS", "symbol", "freeline", "freelineE", "line", "lineE", "wall", "cage", "deletelineE",
)  # fmt: skip
_PENPA_LISTS = ("thermo", "arrows", "direction", "squareframe", "polygon", "killercages", "nobulbthermo")
_NOT_OF_SHIKAKU = frozenset((*_PENPA_TABLES, *_PENPA_LISTS)) - {"surface", "number", "symbol"}
_SQUARE_GRIDS = ("square", "sudoku", "kakuro")
PENPA_EDGE = 2  # places around the board, on each side
PENPA_CELL = 38  # pixels


def parse_penpa(text: str) -> Shikaku:
    """Return the Shikaku of an address of Penpa+, as drawn before it is turned.

    Raises NotationError with what the address holds instead.

    >>> print(parse_penpa(dump_penpa(Shikaku(2, 3, ((0, 0, 2), (1, 2, None))))))
    2 . .
    . . ?
    """
    address = text.strip()
    packed = re.search(r"(?:^|[#?&])p=(\S*)", address)
    if packed is None:
        raise NotationError(f"{quote(address)}: expected an address of Penpa with #m=edit&p= and the puzzle")
    if packed[1].startswith("http"):
        return parse_puzzlink(packed[1])
    lines = _inflated(packed[1].partition("&")[0])
    head = lines[0].split(",")
    if lines[0][:1].isdigit() or len(head) < 11 or len(lines) < 6:
        raise NotationError(
            "an address of an older Penpa: expected one that the newest has written: open it there, and share it again"
        )
    if head[0] not in _SQUARE_GRIDS:
        raise NotationError(f"a puzzle of Penpa on the grid {quote(head[0])}: expected Shikaku, on squares")
    layer, genres = _penpa_json(lines[3], dict), _penpa_json(lines[17] if len(lines) > 17 else "[]", list)
    rows, columns, first = _penpa_board(head, _penpa_json(lines[5], list))
    clues = _penpa_clues(layer.get("number"), rows, columns, first, int(head[1]) + 2 * PENPA_EDGE)
    _check_genre(genres, head[15:19], layer, rows * columns, clues)
    return Shikaku(rows, columns, tuple(clues))


def _inflated(packed: str) -> list[str]:
    """Return the lines of a packed puzzle."""
    import zlib
    from base64 import b64decode

    packed = packed.replace("%2B", "+").replace("%2F", "/").replace("%3D", "=").rstrip("=")
    try:
        stream = b64decode(packed + "=" * (-len(packed) % 4), validate=True)
        unpacker = zlib.decompressobj(-15)
        data = unpacker.decompress(stream, MOST_INFLATED)
        if unpacker.unconsumed_tail:
            raise LimitError(f"the puzzle of the address has more than {MOST_INFLATED:,} bytes: expected a smaller one")
        if not unpacker.eof:
            raise ValueError("it ends too early")
        return data.decode("utf-8").split("\n")
    except (ValueError, zlib.error):  # binascii.Error and UnicodeDecodeError are ValueErrors
        raise NotationError("the address of Penpa is damaged: expected all of it, from https to its end") from None


def _penpa_json(line: str, kind: type) -> Any:
    """Return the value of a line, with its abbreviations expanded.

    Raises NotationError if it is not of the given kind, list or table.
    """
    from tilewright.puzzle.table import parse_json

    for word, short in reversed(_SHORT):
        line = line.replace(short, word)
    found = parse_json(line)
    if not isinstance(found, kind):
        raise NotationError(f"{quote(line)}: expected a {'list' if kind is list else 'table'} in an address of Penpa")
    return found


def _penpa_board(head: list[str], steps: list[Any]) -> tuple[int, int, int]:
    """Return rows, columns and the first place of the board; raise NotationError if it is not a rectangle."""
    if not all(re.fullmatch(r"[0-9]{1,4}", each) for each in head[1:3]) or not all(type(step) is int for step in steps):
        raise NotationError("the address of Penpa has no size: expected its columns and rows")
    _check_size(len(steps))
    places = sorted(accumulate(steps))
    if not places:
        raise NotationError("the puzzle of Penpa has no cells: expected a Shikaku")
    width = int(head[1]) + 2 * PENPA_EDGE
    columns = places[-1] % width - places[0] % width + 1
    rows = len(places) // max(columns, 1)
    if places != [places[0] + width * row + column for row in range(rows) for column in range(columns)]:
        raise NotationError("the board of the puzzle of Penpa is no rectangle: expected a Shikaku, whose grid is one")
    return rows, columns, places[0]


def _penpa_clues(numbers: object, rows: int, columns: int, first: int, width: int) -> list[Clue]:
    """Return the clues; a blank or a question mark is a clue of unknown size."""
    if not isinstance(numbers, dict):
        raise NotationError("the puzzle of Penpa has no numbers: expected a Shikaku")
    clues: list[Clue] = []
    for place, entry in numbers.items():
        shown = entry[0] if isinstance(entry, list) and entry else None
        if shown == "":
            continue
        row, column = divmod(int(place) - first, width) if re.fullmatch(r"[0-9]{1,9}", place) else (-1, -1)
        if not (0 <= row < rows and 0 <= column < columns):
            raise NotationError(
                "a number stands beside the cells of the puzzle of Penpa: expected a Shikaku, whose clues are in cells"
            )
        said = str(shown).strip()
        known = said not in ("", "?")
        if known and not re.fullmatch(r"[0-9]{1,7}", said, re.ASCII):
            raise NotationError(
                f"{quote(said)} in row {row + 1}, column {column + 1}: expected the number of a Shikaku, or ?"
            )
        clues.append((row, column, int(said) if known else None))
    return clues


def _check_genre(genres: list[Any], titles: list[str], layer: dict[str, Any], cells: int, clues: list[Clue]) -> None:
    """Raise NotationError unless the puzzle is called Shikaku, or has no name and clues that can be those of one."""
    named = [genre for genre in genres if isinstance(genre, str)]
    if any(name in text.lower() for name in NAMES for text in (*named, *titles)):
        return
    if named:
        raise NotationError(
            f"a puzzle of Penpa of the genre {', '.join(map(quote, named[:3]))}: expected shikaku, the only one read here"
        )
    more = sorted(name for name in _NOT_OF_SHIKAKU if layer.get(name))
    unknown = sum(value is None for _, _, value in clues)
    covered = sum(value or 1 for _, _, value in clues)
    if more or not clues or covered > cells or (covered < cells and not unknown):
        reason = f"it has {', '.join(more[:3])} drawn" if more else f"its clues cover {covered} of {cells} cells"
        raise NotationError(
            f"a puzzle of Penpa that names no genre, and is no Shikaku ({reason}): expected the genre shikaku"
        )


def dump_penpa(puzzle: Shikaku) -> str:
    """Return the Penpa+ address of a Shikaku; raise NotationError for what it cannot hold."""
    import json
    import zlib
    from base64 import b64encode

    if puzzle.pinned:
        raise NotationError("an address of Penpa holds a Shikaku without pinned rectangles: write it as TOML")
    rows, columns = puzzle.rows, puzzle.columns
    width, height = columns + 2 * PENPA_EDGE, rows + 2 * PENPA_EDGE
    numbers = {  # white in a black circle
        str((row + PENPA_EDGE) * width + column + PENPA_EDGE): [" " if value is None else str(value), 7, "1"]
        for row, column, value in puzzle.clues
    }
    right = [1] * (columns - 1)
    steps = [PENPA_EDGE * width + PENPA_EDGE, *right, *[width - columns + 1, *right] * (rows - 1)]
    center = _penpa_center(rows, columns, width, height)
    shape = f"square,{columns},{rows},{PENPA_CELL},0,1,1,{(columns + 1) * PENPA_CELL},{(rows + 1) * PENPA_CELL}"
    # the mode for drawing dashed lines along sides
    mode = {"grid": ["2", "2", "1"], "pu_a": {"edit_mode": "combi", "combi": ["edgesub", ""]}}
    layers = mode, _penpa_layer(numbers), _penpa_layer({})
    # The puzzle is followed by the version and the settings of the page.
    settings: tuple[object, ...] = [3, 2, 1], None, "x", 0, _penpa_layer({}), _penpa_layer({}), {}, ["shikaku"]
    written = [[0, 0, 0, 0], *layers, steps, ["Surface", "Composite"], {}, "x", "x", *settings]
    head = f"{shape},{center},{center},0,0,0,0,Title: Shikaku,Author: ,,,OFF,false"
    text = "\n".join([head, *("" if each is None else json.dumps(each, separators=(",", ":")) for each in written), ""])
    for word, short in _SHORT:
        text = text.replace(word, short)
    if len(text) > MOST_INFLATED:
        raise LimitError(
            f"the puzzle takes {len(text):,} bytes in an address of Penpa: expected at most {MOST_INFLATED:,}"
        )
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    return f"{PENPA_SITE}#m=edit&p={b64encode(packer.compress(text.encode()) + packer.flush()).decode()}"


def _penpa_layer(numbers: dict[str, list[object]]) -> dict[str, object]:
    return {
        **{name: {"__a": []} for name in ("command_redo", "command_undo", "command_replay")},
        **{name: {} for name in _PENPA_TABLES},
        **{name: [] for name in _PENPA_LISTS},
        "number": numbers,
    }


def _penpa_center(rows: int, columns: int, width: int, height: int) -> int:
    """Return the place in the middle of the board.

    It is a cell, a corner, or the side below or to the right of a cell; these kinds are numbered one after the
    other.
    """
    kind = {(1, 1): 0, (0, 0): 1, (0, 1): 2, (1, 0): 3}[rows % 2, columns % 2]
    return (kind * height + PENPA_EDGE + (rows - 1) // 2) * width + PENPA_EDGE + (columns - 1) // 2


PENPA = Format(parse_penpa, dump_penpa)
