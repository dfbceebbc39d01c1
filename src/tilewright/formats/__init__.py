"""The formats of puzzles: which exist, and how they are recognized, read and written.

To add a format, write a `Format` in a file of this folder and add a line to `FORMATS`, before every format that
would also recognize its texts. Cheap tests distinguish the formats, so that only the right one is imported.
Regular expressions are compiled only when a text passes the test before them, which few do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from tilewright.errors import NotationError, quote
from tilewright.formats.drawn_texts import (
    SHIKAKU_HEAD,
    is_blocks,
    is_boxed,
    is_regions,
    is_soma,
)
from tilewright.formats.tetravex import SIZE_LINE, framed_side, has_empty_cells, is_tetravex, may_be_tetravex

if TYPE_CHECKING:
    from tilewright.puzzle import Puzzle


HEAD = 500  # characters at the start of a file that identify it


def is_json(text: str) -> bool:
    """Return True for a JSON object that is neither a file of levels nor a file of another program."""
    return _is_object(text) and not is_levels(text) and not is_puzzle_studio(text)


def is_puzzle_studio(text: str) -> bool:
    """Return True for a JSON object whose first keys identify it as a PuzzleFile."""
    return _is_object(text, r'"type"\s*:\s*"PuzzleFile"')


def is_levels(text: str) -> bool:
    """Return True for a JSON object whose first keys identify it as levels or cards of a box."""
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
    from tilewright.puzzle.table import parse_json

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
    """Return True for an address of Penpa+ or a related site, or for the part after its `#`."""
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
    """Return True if most words in the first row are clues or blanks.

    The text may then be a Shikaku grid, a list of tiles, or neither.
    """
    lines = (line for line in text.splitlines() if not line.lstrip().startswith("#"))
    first = next(filter(None, (re.findall(r"[^\s,;\[\](){}\"']+", line) for line in lines)), [])
    return 2 * sum(re.fullmatch(NUMBER_WORD, word) is not None for word in first) > len(first)


NUMBER_WORD = r"[0-9]{1,7}|\.{1,2}|-{1,7}|_{1,7}|[?xX·]|null"


def is_shikaku_grid(text: str) -> bool:
    """Return True for rows of numbers that can only be a Shikaku, or that a comment above them calls one."""
    if re.match(SHIKAKU_HEAD, text, re.IGNORECASE):
        return sized_rows(text) is None
    is_packed = re.match(r"\s*(#.*\n\s*)*[0-9?._xX·-]{2,}\s*(\n|\Z)", text) is not None
    if not (is_packed or is_number_rows(text)) or sized_rows(text) is not None or may_be_tetravex(text):
        return False
    from tilewright.kinds.shikaku.grid import is_grid

    return is_grid(text)


def sized_rows(text: str) -> tuple[set[tuple[int, int]], list[str]] | None:
    """Return the possible sizes (rows, columns) in the head of a sized Shikaku and the rows below it; else None.

    A list of tiles also has rows and columns at the top, and a grid of two columns may begin like a size. The
    rows must therefore agree with the size in number and length, and hold blanks, or clues whose sum is the
    number of cells. A text with two columns is no sized Shikaku if the sum is right with the size as a row of
    clues.
    """
    # Most texts begin differently and are not read further.
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
    """Return True for a list of edges.

    Its first line is `edges` with a board, or two numbers above lines of four or five; or the text is a framed
    square.
    """
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


__all__ = ["FORMATS", "dump", "names", "notes"]


class Several(NamedTuple):
    """The puzzles of a text that holds several: their titles, and the puzzles in turn."""

    titles: list[str]
    puzzles: Iterator[Puzzle]


class Format(NamedTuple):
    """The functions that read and write a format.

    parse:          Returns the puzzle of a text; if the text holds several, the one with the given number, from
                    0. Raises NotationError that quotes the fault.
    dump:           Returns the text of a puzzle. Raises NotationError for what the format cannot hold.
    notes:          Returns how the program that reads the format would interpret the puzzle differently.
    problem_titles: Returns the names of the puzzles in a text that holds several.
    several:        Returns all puzzles of a text that holds several and gives none of them precedence.
    """

    parse: Callable[..., Puzzle]
    dump: Callable[[Any], str]
    notes: Callable[[Any], list[str]] | None = None
    problem_titles: Callable[[str], list[str]] | None = None
    several: Callable[[str], Several] | None = None

    def titles(self, text: str) -> list[str]:
        """Return the names of the puzzles in a text; empty for a text with a single puzzle."""
        if self.several is not None:
            return self.several(text).titles
        return self.problem_titles(text) if self.problem_titles is not None else []


class FormatEntry(NamedTuple):
    """What is known of a format before its module is imported.

    module, name: Where the `Format` with its functions is defined.
    kind:         The kind of puzzles it holds; "" for all.
    suffixes:     The suffixes of its files.
    one_line:     Whether a text in this format may stand in place of a file name.
    written:      Whether puzzles can be written in it.
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
        """Return the functions of the format, importing its module."""
        found: Format = getattr(import_module(f"tilewright.formats.{self.module}"), self.name)
        return found


def _begins(mark: str, pattern: str) -> Callable[[str], bool]:
    """Return a test for texts that contain `mark` and, after blanks, begin with `pattern`."""
    return lambda text: mark in text and re.match(pattern, text.strip(), re.ASCII) is not None


# A URL of puzz.link or a related site. A game id `WxH:desc`, or the address of the game with an id after its #.
PUZZLINK = r"(https?://)?([\w.-]*\.)?(puzz\.link|pzv\.jp|pzprxs\.vercel\.app|pzplus\.tck\.mn)/\S*\Z"
GAME_ID = rf"({TATHAM_PAGE})?\d{{1,6}}x\d{{1,6}}(e[\d.]+)?a?:[^\s@]*\Z"
# One line with a set of tiles before an @; a missing number is reported as an error.
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
    """Return the names of all formats that `dump` writes."""
    return tuple(name for name, entry in FORMATS.items() if entry.written)


def entry_of(text: str, suffix: str = "") -> FormatEntry | None:
    """Return the format of a text, decided by its content and then by the suffix of the file; None if unknown."""
    by_content = (entry for entry in FORMATS.values() if entry.recognizes(text))
    fits = suffix == ".shikaku" or not is_row_list(text)
    by_suffix = (entry for entry in FORMATS.values() if suffix in entry.suffixes and fits)
    return next(by_content, None) or (next(by_suffix, None) if text.strip() else None)


def dump(puzzle: Puzzle, name: str) -> str:
    """Return the puzzle as text in the format `name`; raise NotationError for what the format cannot hold."""
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
    """Return how the program that reads the format would interpret the puzzle differently."""
    entry = FORMATS.get(name)
    if entry is None or not entry.suits(puzzle):
        return []
    return find(puzzle) if (find := entry.load().notes) else []
