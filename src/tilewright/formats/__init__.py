"""Formats of puzzles: which there are, how they are recognized, read and written.

A new format is a `Format` in a file of this folder and a line in `FORMATS`, before every format that would recognize its texts
too. Cheap tests tell the formats apart, so that only the one that is meant is imported. Regular
expressions are compiled when a text passes the test before them, which few do.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from itertools import chain
from math import isqrt
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from tilewright.errors import MissingFileError, NotationError, TilewrightError, quote
from tilewright.files import closest_file, read_text, suffix_of
from tilewright.formats.drawn_texts import (
    SHIKAKU_HEAD,
    is_blocks,
    is_boxed,
    is_divided,
    is_regions,
    is_soma,
    unexpected_in_drawing,
)
from tilewright.shelf import is_shelf_name, shelf_names

if TYPE_CHECKING:
    from pathlib import Path  # slow to import

    from tilewright.puzzle import Placement, Puzzle


HEAD = 500  # characters of a file that say what it is


def is_json(text: str) -> bool:
    """Return True for a JSON object that is neither a file of levels nor a file of another program."""
    return _is_object(text) and not is_levels(text) and not is_puzzle_studio(text)


def is_puzzle_studio(text: str) -> bool:
    """Return True for a JSON object that says, as one of its first keys, that it is a PuzzleFile."""
    return _is_object(text, r'"type"\s*:\s*"PuzzleFile"')


def is_levels(text: str) -> bool:
    """Return True for a JSON object that says that it holds levels or cards of a box, as one of its first keys."""
    return _is_object(text, r'"kind"\s*:\s*"(levels|box cards)"')


def _is_object(text: str, pattern: str = "") -> bool:
    return re.match(r"\s*\{(?!\s*\{)", text) is not None and re.search(pattern, text[:HEAD]) is not None


def is_gams_table(text: str) -> bool:
    """Return True if a line begins the statement of a table, `table grid(i,j)`."""
    return re.search(r"^[ \t]*table[ \t]+[A-Za-z]\w*[ \t]*(\(|$|['\"])", text, re.MULTILINE | re.IGNORECASE) is not None


def is_row_list(text: str) -> bool:
    """Return True for a JSON list, which can only be the rows of a board.

    >>> is_row_list("[[1, 1, 0], [0, 1, 1]]"), is_row_list("[[piece]]")
    (True, False)
    """
    if text.lstrip()[:1] != "[" or text.rstrip()[-1:] != "]":
        return False
    from tilewright.puzzle.table import parse_json  # with msgspec, which a notation does not need

    try:
        return isinstance(parse_json(text), list)
    except NotationError:
        return False


NUMBER_LIST = r"\s*(#.*\s+)*\[\[?\s*[\d.x_-]+[\s\]]"  # rows as NumPy prints them


def is_toml(text: str) -> bool:
    """Return True if a line of the text sets a key or begins a table."""
    if ("=" not in text and "[" not in text) or re.match(NUMBER_LIST, text) or is_row_list(text):
        return False
    return re.search(r"^[ \t]*(\[\[?[ \t]*[\w\"'-][^\n,\]]*\]|[A-Za-z_]\w*[ \t]*=)", text, re.MULTILINE) is not None


def is_penpa(text: str) -> bool:
    """Return True for an address of Penpa+ or a relative, or for what stands behind its `#`."""
    if "p=" not in text or len(text.split()) != 1:
        return False
    address = r"(https?://)?[\w.:-]+/(penpa-edit|penpa-plus)/\S*?[#?&]|#?m=(edit|solve)&"
    return re.match(address, text.strip(), re.ASCII) is not None


TATHAM_PAGE = r"https?://[^\s#]*/rect(\.html)?#"


NUMBERS_ONLY = (
    "rows of numbers may be a Shikaku grid or a list of tiles: expected . for cells without a clue, "
    "or # shikaku on the first line, or rows and columns such as 16 16 above as many rows of clues, or above tiles, "
    "or tetravex above tiles that do not turn"
)


LISTS_ONLY = (
    'lists that are neither a board nor a Shikaku whose clues add up: expected {"shikaku": [[3, 0, 0], ...]} with a number, 0 or null '
    "for each cell"
)


def is_number_rows(text: str) -> bool:
    """Return True if most of the first row of the text is clues and blanks: a Shikaku grid, or tiles, or neither."""
    lines = (line for line in text.splitlines() if not line.lstrip().startswith("#"))
    first = next(filter(None, (re.findall(r"[^\s,;\[\](){}\"']+", line) for line in lines)), [])
    return 2 * sum(re.fullmatch(NUMBER_WORD, word) is not None for word in first) > len(first)


NUMBER_WORD = r"[0-9]{1,7}|\.{1,2}|-{1,7}|_{1,7}|[?xX·]|null"


def is_shikaku_grid(text: str) -> bool:
    """Return True for rows of numbers that can only be a Shikaku, or that a comment above them calls so."""
    if re.match(SHIKAKU_HEAD, text, re.IGNORECASE):
        return sized_rows(text) is None
    is_packed = re.match(r"\s*(#.*\n\s*)*[0-9?._xX·-]{2,}\s*(\n|\Z)", text) is not None
    if not (is_packed or is_number_rows(text)) or sized_rows(text) is not None or may_be_tetravex(text):
        return False
    from tilewright.kinds.shikaku.grid import is_grid  # for what may be one alone

    return is_grid(text)


SIZE_LINE = r"([0-9]{1,6})([ \t]+|[xX])([0-9]{1,6})"


def sized_rows(text: str) -> tuple[set[tuple[int, int]], list[str]] | None:
    """Return the sizes (rows, columns) that the head of a text may mean and the rows below it, if it is surely a sized Shikaku.

    A list of tiles has rows and columns above it, too, and a grid of two columns may begin like a size. So the rows must be
    as many and as long as the size says, and hold blanks, or clues that add up to the cells; two columns below their size
    are no sized Shikaku where the clues add up with the size as a row of them.
    """
    # Most texts begin otherwise, and are not read further.
    if not re.fullmatch(rf"{SIZE_LINE}|[0-9]{{1,6}}", text[: text.find("\n") + 1].strip(), re.ASCII):
        return None
    lines = [line for line in map(str.strip, text.splitlines()) if line and not line.startswith("#")]
    head = re.match(rf"{SIZE_LINE}(\n|$)|([0-9]{{1,6}})\n([0-9]{{1,6}})(\n|$)", "\n".join(lines[:2]), re.ASCII)
    if head is None:
        return None
    first, second = int(head[1] or head[5]), int(head[3] or head[6])
    below = lines[1:] if head[1] else lines[2:]
    rows = [line.split() for line in below]
    shapes = {(len(rows), len(row)) for row in rows}
    sizes = {(first, second), (second, first)} if head[2] in ("x", "X") else {(first, second)}
    if len(shapes) != 1 or not shapes & sizes or (not head[1] and len(rows[0]) < 2):
        return None
    tokens = [*chain(*rows)]
    if not all(re.fullmatch(r"[0-9]{1,7}|[.-]", token, re.ASCII) for token in tokens):
        return None
    clues = [int(token) for token in tokens if token.isdigit()]
    if may_be_row(lines[0], rows) and first + second + sum(clues) == len(tokens) + 2:
        return None
    return (sizes, below) if len(clues) < len(tokens) or sum(clues) == len(tokens) else None


def may_be_row(head: str, rows: list[list[str]]) -> bool:
    """Return True for a size that may be the first row of a grid of two columns."""
    return len(head.split()) == len(rows[0]) == 2


def is_edge_list(text: str) -> bool:
    """Return True if the first line is `edges` and a board, two numbers above lines of four or five, or a framed square."""
    lines = [line for line in (each.partition("#")[0].strip() for each in text.splitlines()) if line]
    if not lines or lines[0].split()[0] == "edges":
        return bool(lines)
    if sized_rows(text) is not None or has_empty_cells(text):
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
    if len(rows[0]) not in (4, 5) or len(set(map(len, rows))) != 1:
        return 0
    if not all(re.fullmatch(r"\d{1,9}", word, re.ASCII) for row in rows for word in row):
        return 0
    gray = [[int(word) == 0 for word in row[-4:]] for row in rows]
    corners = [each for each in gray if sum(each) == 2 and any(each[k - 1] and each[k] for k in range(4))]
    sides = sum(sum(each) == 1 for each in gray)
    inside = sum(not any(each) for each in gray)
    return side if (len(corners), sides, inside) == (4, 4 * (side - 2), (side - 2) ** 2) else 0


TETRAVEX_HEAD = r"#?\s*tetravex(\s+(?P<rows>\d{1,3})x(?P<columns>\d{1,3}))?(\s+(?P<order>drawn|clockwise|opposite))?"
MOST_TETRAVEX = 200_000  # characters


def is_tetravex(text: str) -> bool:
    """Return True for tiles below a line `tetravex`, and for digits that can only be tiles of that game."""
    if "tetravex" in text[:HEAD] and re.fullmatch(TETRAVEX_HEAD, text.strip().partition("\n")[0].strip(), re.ASCII):
        return True
    if not may_be_tetravex(text) or has_empty_cells(text):
        return False
    from tilewright.kinds.shikaku.grid import is_grid  # for what may be such tiles

    return not is_grid(text)


def has_empty_cells(text: str) -> bool:
    """Return True for tabs that stand beside each other, or at an end of some lines: cells of a spreadsheet with nothing in them."""
    lines = [line.rstrip("\r ") for line in text.splitlines() if line.strip()]
    ends = [{line[:1] == "\t" for line in lines}, {line[-1:] == "\t" for line in lines}]
    return "\t" in text and (re.search(r"\t *\t", text) is not None or {False, True} in ends)


def may_be_tetravex(text: str) -> bool:
    """Return True for digits that can be tiles of TetraVex, or only those but for something that is missing."""
    digits = r"[0-9x@|+\s\u2500-\u257f\u00b7-]+"
    if len(text) > MOST_TETRAVEX or not re.fullmatch(digits, text) or len(text.split()) < 4:
        return False
    lines = [line for line in map(str.strip, text.splitlines()) if line]
    if framed_side(lines) or framed_side(lines[1:]):
        return False
    from tilewright.formats.edge_texts import tetravex_text  # msgspec, which few texts need

    try:
        return tetravex_text(text) is not None
    except NotationError:  # surely such tiles; who reads them says what is missing
        return True


T = TypeVar("T")
SIZE = r"[0-9]+(x[0-9]+)+\S*|[a-z][0-9]+(-\S*)?"  # what is never taken for the name of a file
LEVELS = "levels"  # the name of the level pack that comes with the package

__all__ = ["FORMATS", "dump", "load", "names", "notes", "parse", "read_solution"]


class Several(NamedTuple):
    """The puzzles of a text that is several: what each is called, and each in turn."""

    titles: list[str]
    puzzles: Iterator[Puzzle]


class Format(NamedTuple):
    """How texts of a format are read and written.

    parse: the puzzle of a text (and, where a text holds several, of its problem by number from 0); NotationError quotes what is wrong.
    dump:  the text of a puzzle; NotationError says what the format cannot hold.
    notes: where the program that reads the format would understand the puzzle differently.
    problem_titles: the names of the puzzles in a text that holds several.
    several: all puzzles of a text that is as many, and none of them before the others.
    """

    parse: Callable[..., Puzzle]
    dump: Callable[[Any], str]
    notes: Callable[[Any], list[str]] | None = None
    problem_titles: Callable[[str], list[str]] | None = None
    several: Callable[[str], Several] | None = None

    def titles(self, text: str) -> list[str]:
        """Return the names of the puzzles in a text; one that holds a single puzzle has none."""
        if self.several is not None:
            return self.several(text).titles
        return self.problem_titles(text) if self.problem_titles is not None else []


class FormatEntry(NamedTuple):
    """What is known of a format before its module is imported.

    module, name: of its functions, a `Format`.
    kind:     the kind of puzzles it holds; "" for all.
    suffixes: of its files.
    one_line: whether a text of it may stand where the name of a file may.
    written:  whether a puzzle can be written as it.
    """

    module: str
    name: str
    recognizes: Callable[[str], bool]
    kind: str = ""
    suffixes: tuple[str, ...] = ()
    one_line: bool = False
    written: bool = True

    def suits(self, puzzle: Puzzle) -> bool:
        """Return True if the format holds puzzles of this kind."""
        return self.kind in ("", puzzle.kind)

    def load(self) -> Format:
        """Return the functions of the format; its module is imported."""
        found: Format = getattr(import_module(f"tilewright.formats.{self.module}"), self.name)
        return found


def _begins(mark: str, pattern: str) -> Callable[[str], bool]:
    """What recognizes texts that hold the mark and begin, blanks apart, with the pattern."""
    return lambda text: mark in text and re.match(pattern, text.strip(), re.ASCII) is not None


# A URL of puzz.link or its relatives; a game id `WxH:desc`, or the address of the game with one behind its #.
PUZZLINK = r"(https?://)?([\w.-]*\.)?(puzz\.link|pzv\.jp|pzprxs\.vercel\.app|pzplus\.tck\.mn)/\S*\Z"
GAME_ID = rf"({TATHAM_PAGE})?\d{{1,6}}x\d{{1,6}}(e[\d.]+)?a?:[^\s@]*\Z"
# One line with a set of tiles before an @; a missing number is reported.
TILES_AT = r"((macmahon|triangles|hexagons|wang)\d{0,2}|jeandel-rao)[*+?]?(!\w+)?@\S+([ \t]+\S+)*\Z"

# By name, in the order in which they are tried.
FORMATS: dict[str, FormatEntry] = {
    "levels": FormatEntry("tables", "LEVELS", is_levels, written=False),
    "puzzle-studio": FormatEntry("burrtools", "STUDIO", is_puzzle_studio, "packing"),
    "json": FormatEntry("tables", "JSON", is_json, suffixes=(".json",), one_line=True),
    "xmpuzzle": FormatEntry(
        "burrtools", "XMPUZZLE", _begins("<", r"(<\?xml[^>]*\?>\s*)?<puzzle\b"), "packing", (".xmpuzzle",)
    ),
    "gams-table": FormatEntry("gams", "GAMS_TABLE", is_gams_table, "shikaku", (".gms",)),
    "edge-notation": FormatEntry("edge_texts", "EDGE_NOTATION", _begins("@", TILES_AT), "edges", one_line=True),
    "janko": FormatEntry(
        "shikaku_sites", "JANKO", _begins("begin", r"begin[ \t]*\r?\n\s*puzzle[ \t]"), "shikaku", written=False
    ),
    "boxed": FormatEntry("drawn_pieces", "BOXED", is_boxed, "packing", written=False),
    "tetravex": FormatEntry("edge_texts", "TETRAVEX", is_tetravex, "edges"),
    "sized-shikaku": FormatEntry("shikaku_sites", "SIZED", lambda text: sized_rows(text) is not None, "shikaku"),
    "edge-list": FormatEntry("edge_texts", "EDGE_LIST", is_edge_list, "edges", (".edges",)),
    "penpa": FormatEntry("shikaku_sites", "PENPA", is_penpa, "shikaku", one_line=True),
    "toml": FormatEntry("tables", "TOML", is_toml, suffixes=(".toml",)),
    "regions": FormatEntry("drawn_pieces", "REGIONS", is_regions, "packing", written=False),
    "puzz.link": FormatEntry("shikaku_sites", "PUZZLINK", _begins("/", PUZZLINK), "shikaku", one_line=True),
    "tatham": FormatEntry("shikaku_sites", "TATHAM", _begins(":", GAME_ID), "shikaku", one_line=True),
    "pzprv3": FormatEntry("shikaku_sites", "PZPRV3", _begins("pzprv3", r"pzprv3(\.\d+)?([/\n\r]|\Z)"), "shikaku"),
    "blocks": FormatEntry("drawing", "BLOCKS", is_blocks, "packing", (".blocks",)),
    "shikaku": FormatEntry("shikaku_sites", "GRID", is_shikaku_grid, "shikaku", (".shikaku",)),
    "soma": FormatEntry("drawing", "SOMA", is_soma, "packing", (".soma",)),
    "notation": FormatEntry(
        "notation",
        "NOTATION",
        lambda text: "@" in text and text.strip(" .@\r\n") != "" and len(text.split()) == 1,
        "packing",
        one_line=True,
    ),
}


def names() -> tuple[str, ...]:
    """The names of all formats that `dump` writes."""
    return tuple(name for name, entry in FORMATS.items() if entry.written)


def load(source: str | Path | Mapping[str, Any]) -> Puzzle:
    """The puzzle of a file, `-` (standard input), a puzz.link URL, the notation PIECES@BOARD, a level as `levels#heart`,
    a box of the shelf as `kanoodle/pyramid`, or a text.

    A dictionary is what a JSON or TOML file holds: `load({"pieces": "FNPUV", "board": "5x5"})`.
    BOARD may be a file that draws it, or a level: `pentominoes@heart.txt`, `tetrominoes*@levels#heart`.
    `FILE#2` is the second problem of a file that holds several.

    A string with several lines is a text. The kind of a text is recognized by its content, then by the file's suffix.
    Raises NotationError, which quotes what cannot be read.

    >>> load("FNPUV@5x5").piece_names
    ('F', 'N', 'P', 'U', 'V')
    >>> load({"pieces": [[[1, 1], [0, 1]]], "board": ["11", "01"]}).piece_names
    ('A',)
    """
    if isinstance(source, Mapping):
        from tilewright.formats.tables import parse_mapping  # with msgspec, which a notation does not need

        return parse_mapping(source)
    name = str(source)
    if isinstance(source, str) and "\n" in source:
        return parse(source)
    if name == "-" or _exists(name):
        return _named(name, lambda text: parse(text, suffix_of(name)))
    if isinstance(source, str):
        if source.partition("#")[0] == LEVELS:
            from tilewright.formats.drawing import load_level  # JSON, which few puzzles need

            return load_level(source)
        if " @" in source or "@ " in source:
            source = "@".join(map(str.strip, source.split("@")))
        pieces, at, drawing = source.partition("@")
        if at and pieces and (_names_drawing(drawing) or is_pieces_file(pieces)):
            from tilewright.formats.drawing import load_on  # for boards in files alone

            return load_on(pieces, drawing)
        if at and is_shelf_name(pieces):
            from tilewright.pieces.sets import set_names  # for boxes that are called as a set is

            if pieces not in set_names():
                raise NotationError(
                    f"{quote(pieces)} is a box with boards of its own: expected {pieces} or {pieces}/BOARD, or a set of pieces before "
                    "the @, one of those in `tilewright sets`"
                )
        file, mark, number = source.rpartition("#")
        if mark and _exists(file):
            return _named(file, lambda text: parse_problem(text, number, suffix_of(file)))
        if is_shelf_name(source):
            from tilewright.shelf.box import load_board  # TOML and msgspec, which few puzzles need

            return load_board(source).member()
        for entry in FORMATS.values():
            if entry.one_line and entry.recognizes(source):
                return entry.load().parse(source)
        _refuse_address(source)
    if advice := _lacks_board(name):
        raise MissingFileError(f"{quote(name)} is a set of pieces and no file: expected {advice}")
    raise MissingFileError(
        f"{quote(name)}: no such file{closest_file(name, shelf_names())}, and not the notation PIECES@BOARD such as FNPUV@5x5"
    )


def load_several(source: str) -> Several | None:
    """Return the puzzles of a file, or of standard input, that is several puzzles; of any other source None.

    Standard input and pipes are read only once: what is a single puzzle there is returned as one of one.
    """
    if source != "-" and not _exists(source):
        return None
    is_read_once = source == "-" or not os.path.isfile(source)  # noqa: PTH113

    def read(text: str) -> Several | None:
        suffix = suffix_of(source)
        entry = entry_of(text, suffix) if is_regions(text) else None  # of the one format that has several
        found = entry.load().several if entry else None
        several = found(text) if found else None
        if is_read_once and (several is None or len(several.titles) == 1):
            return Several([""], iter((parse(text, suffix),)))
        return several if several is not None and len(several.titles) > 1 else None

    return _named(source, read)


def _names_drawing(text: str) -> bool:
    """Whether a board is that of a file or of a level. Raises NotationError for what looks like a file that is not there."""
    if re.fullmatch(SIZE, text):
        return False
    if not _exists(text) and re.fullmatch(r"[^\s:#]+\.(txt|png|toml|json)", text):
        raise MissingFileError(f"{quote(text)}: no such file{closest_file(text, shelf_names())}")
    return _exists(text) or text.startswith(f"{LEVELS}#")


def _refuse_address(text: str) -> None:
    if re.match(r"\s*https?://\S+\s*$", text, re.IGNORECASE):
        raise NotationError(
            f"{quote(text.strip(), 100)}: nothing is fetched, and this address holds no puzzle: expected the one that a browser shows "
            "once the puzzle is open, such as https://puzz.link/p?shikaku/COLUMNS/ROWS/CLUES"
        )


def _lacks_board(name: str) -> str:
    """What a message says is missing behind the name of a set of pieces; empty for another name."""
    if not re.fullmatch(r"[A-Za-z][\w+!:*-]{2,60}", name):
        return ""
    from tilewright.kinds import find_named_sets  # for a message alone
    from tilewright.pieces import select  # as above

    if (sets := find_named_sets(name)) and sets.lacks:
        return sets.lacks.format(name=name)
    try:
        select(name)
    except TilewrightError:
        return ""
    return f"a board behind it, as {name}@ROWSxCOLUMNS"


def _named(name: str, read: Callable[[str], T]) -> T:
    """What `read` makes of a file's text; errors say which file."""
    text = read_text(name)
    try:
        return read(text)
    except TilewrightError as error:
        raise type(error)(f"{'standard input' if name == '-' else name}: {error}") from None


def _exists(name: str) -> bool:
    try:
        return bool(name) and os.path.exists(name)  # noqa: PTH110
    except (OSError, ValueError):  # too long for a path, or a character that none has
        return False


def is_pieces_file(pieces: str) -> bool:
    """Return True for the name of a file of pieces that is there: notations have neither dots nor slashes."""
    return not {".", "/", "\\"}.isdisjoint(pieces) and _exists(pieces) and os.path.isfile(pieces)  # noqa: PTH113


def parse_problem(text: str, number: str, suffix: str = "") -> Puzzle:
    """One of several puzzles in a text, counted from 1. Raises NotationError where there is no such one."""
    entry = entry_of(text, suffix)
    found = entry.load() if entry else None
    there = len(found.titles(text)) if found else 0
    if found is None or not there:
        raise NotationError(f"#{quote(number)[1:-1]}: the file holds one puzzle: expected its name without a number")
    if not re.fullmatch(r"[1-9]\d{0,5}", number, re.ASCII) or int(number) > there:
        raise NotationError(f"problem {quote(number)}: expected a number from 1 to {there} behind the #")
    return found.parse(text, int(number) - 1)


def problem_titles(source: str) -> list[str]:
    """The names of the puzzles in a file that holds several; nothing for any other source.

    >>> problem_titles("FNPUV@5x5")
    []
    """
    if source == "-" or not _exists(source):
        return []
    text = read_text(source)
    entry = entry_of(text, suffix_of(source))
    found = entry.load().titles(text) if entry else []
    return found if len(found) > 1 else []


def entry_of(text: str, suffix: str = "") -> FormatEntry | None:
    """The format of a text, by the content, then by a file's suffix."""
    by_content = (entry for entry in FORMATS.values() if entry.recognizes(text))
    fits = suffix == ".shikaku" or not is_row_list(text)
    by_suffix = (entry for entry in FORMATS.values() if suffix in entry.suffixes and fits)
    return next(by_content, None) or (next(by_suffix, None) if text.strip() else None)


def parse(text: str, suffix: str = "") -> Puzzle:
    """The puzzle of a text, its kind recognized by the content, then by a file's suffix."""
    if (entry := entry_of(text, suffix)) is not None:
        return entry.load().parse(text)
    line = next((line for line in text.splitlines() if line.strip()), "")
    if not line:
        raise NotationError("the text is empty: expected a puzzle")
    _refuse_address(text)
    if suffix == ".dlx":
        raise NotationError("an exact cover, and no puzzle on a board: expected `tilewright cover FILE.dlx`")
    if suffix == ".cnf":
        raise NotationError(
            "a formula for a solver: expected the puzzle; `tilewright read PUZZLE ANSWER` reads its answer"
        )
    if line.lstrip().startswith(("POLYGON", "MULTIPOLYGON")):
        if line.split()[1:] == ["EMPTY"]:
            raise NotationError(f"{quote(line)}: nothing is in it: expected corners, as POLYGON ((0 0, 3 0, 3 3, 0 0))")
        raise NotationError(
            f'{quote(line)}: an outline without pieces: expected a TOML file with outline = "POLYGON ..." and pieces = '
            '"tetrominoes*" or others'
        )
    from tilewright.formats.drawing import is_board, is_drawing  # for what has no format
    from tilewright.puzzle.rows import read_rows  # as above

    if is_drawing(text) and is_divided(text):
        raise NotationError(
            "drawings divided by empty lines are pieces without a board: expected one, as FILE@5x12 or FILE@BOARD, or for one "
            "board . in each row"
        )
    if is_row_list(text) and re.search("[2-9]|null", text) and not is_board(text):
        raise NotationError(f"{quote(line)}: {LISTS_ONLY}")
    if is_number_rows(text) and not is_row_list(text):
        read_rows(text)  # which says where several tables, or two separators, are
        raise NotationError(f"{quote(line)}: {NUMBERS_ONLY}")
    if is_drawing(text):
        raise NotationError(
            "this is the drawing of a board without pieces: expected some, as pentominoes@FILE or --pieces 'tetrominoes*'"
        )
    if (wrong := unexpected_in_drawing(text)) is not None:
        row, character = wrong
        raise NotationError(
            f"{quote(row)}: unexpected {character!r} in a drawing: expected # for cells and . for none, such as '##.' above '.##'"
        )
    raise NotationError(
        f"{quote(line)}: expected blocks text (a shape, then blocks divided by lines ---), TOML, JSON, a Shikaku grid, "
        "a list of tiles below their board (edges 4x4, or 4 4), a puzz.link URL or PIECES@BOARD; a board is drawn in # and ., "
        "its pieces stand before it, as 'tetrominoes*@FILE'"
    )


def dump(puzzle: Puzzle, name: str) -> str:
    """The puzzle as a text of the format called `name`; NotationError says what it cannot hold."""
    if name not in names():
        raise NotationError(f"unknown format {quote(name)}: expected one of {', '.join(names())}")
    entry = FORMATS[name]
    if not entry.suits(puzzle):
        like = [each for each, other in FORMATS.items() if other.kind == puzzle.kind and each.endswith(name)]
        raise NotationError(
            f"the format {name} holds {entry.kind} puzzles only, not {puzzle.kind} puzzles: "
            f"write it as {', '.join([*like, 'TOML or JSON'])}"
        )
    if name not in ("toml", "json") and puzzle.constraints:
        raise NotationError(f"the format {name} cannot hold constraints: write it as TOML or JSON, or as a model")
    return entry.load().dump(puzzle)


def notes(puzzle: Puzzle, name: str) -> list[str]:
    """Where the program that reads the format would understand the puzzle otherwise."""
    entry = FORMATS.get(name)
    if entry is None or not entry.suits(puzzle):
        return []
    return find(puzzle) if (find := entry.load().notes) else []


def read_solution(path: Path | str, puzzle: Puzzle) -> tuple[Placement, ...]:
    """The placements in a file with one solution: our JSON, a drawing, or what a solver wrote."""
    from tilewright.formats.solution import parse_solution  # msgspec, which reading a puzzle may not need

    return _named(str(path), lambda text: parse_solution(text, puzzle))


def read_solutions(path: Path | str, puzzle: Puzzle) -> list[tuple[Placement, ...]]:
    """The placements of every solution in a file."""
    from tilewright.formats.solution import parse_solutions  # msgspec, which reading a puzzle may not need

    return _named(str(path), lambda text: parse_solutions(text, puzzle))
