"""Formats of puzzles: which there are, how they are recognized, read and written.

A new format is a `Format` in a file of this folder and a line in `FORMATS`, before every format that would recognize its texts too. Only the
format that a text has is imported.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from tilewright.errors import MissingFileError, NotationError, TilewrightError, did_you_mean, quote
from tilewright.files import read_text
from tilewright.formats import recognize
from tilewright.shelf import is_shelf_name, shelf_names

if TYPE_CHECKING:
    from pathlib import Path  # slow to import

    from tilewright.puzzle import Placement, Puzzle

T = TypeVar("T")
MOST_NAMES = 10_000  # of files that are compared with one that does not exist
SIZE = r"[0-9]+(x[0-9]+)+\S*|[a-z][0-9]+(-\S*)?"  # what is never taken for the name of a file
LEVELS = "levels"  # the name of the level pack that comes with the package

__all__ = ["FORMATS", "dump", "load", "names", "notes", "parse", "read_solution"]


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

    def load(self) -> Format:
        """Return the functions of the format; its module is imported."""
        found: Format = getattr(import_module(f"{__name__}.{self.module}"), self.name)
        return found


# By name, in the order in which they are tried.
FORMATS: dict[str, FormatEntry] = {
    "levels": FormatEntry("tables", "LEVELS", recognize.is_levels, written=False),
    "puzzle-studio": FormatEntry("puzzle_studio", "STUDIO", recognize.is_puzzle_studio, "packing"),
    "json": FormatEntry("tables", "JSON", recognize.is_json, suffixes=(".json",), one_line=True),
    "xmpuzzle": FormatEntry("burrtools", "XMPUZZLE", recognize.is_xmpuzzle, "packing", (".xmpuzzle",)),
    "gams-table": FormatEntry("gams", "GAMS_TABLE", recognize.is_gams_table, "shikaku", (".gms",)),
    "edge-notation": FormatEntry("edge_texts", "EDGE_NOTATION", recognize.is_edge_notation, "edges", one_line=True),
    "janko": FormatEntry("sized_grids", "JANKO", recognize.is_janko, "shikaku", written=False),
    "sized-shikaku": FormatEntry("sized_grids", "SIZED", recognize.is_sized_grid, "shikaku"),
    "edge-list": FormatEntry("edge_texts", "EDGE_LIST", recognize.is_edge_list, "edges", (".edges",)),
    "toml": FormatEntry("tables", "TOML", recognize.is_toml, suffixes=(".toml",)),
    "puzz.link": FormatEntry("shikaku_sites", "PUZZLINK", recognize.is_puzzlink, "shikaku", one_line=True),
    "tatham": FormatEntry("shikaku_sites", "TATHAM", recognize.is_tatham, "shikaku", one_line=True),
    "pzprv3": FormatEntry("shikaku_sites", "PZPRV3", recognize.is_pzprv3, "shikaku"),
    "blocks": FormatEntry("blocks", "BLOCKS", recognize.is_blocks, "packing", (".blocks",)),
    "shikaku": FormatEntry("shikaku_sites", "GRID", recognize.is_shikaku_grid, "shikaku", (".shikaku",)),
    "soma": FormatEntry("soma_figures", "SOMA", recognize.is_soma, "packing", (".soma",)),
    "notation": FormatEntry("notation", "NOTATION", recognize.is_notation, "packing", one_line=True),
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
        return _of_mapping(source)
    name = str(source)
    if isinstance(source, str) and "\n" in source:
        return parse(source)
    if name == "-" or _exists(name):
        return _named(name, lambda text: parse(text, _suffix(name)))
    if isinstance(source, str):
        if source.partition("#")[0] == LEVELS:
            from tilewright.formats.blocks import load_level  # JSON, which few puzzles need

            return load_level(source)
        pieces, at, drawing = source.partition("@")
        if at and pieces and _names_drawing(drawing):
            from tilewright.formats.drawing import load_on  # for boards in files alone

            return load_on(pieces, drawing)
        file, mark, number = source.rpartition("#")
        if mark and _exists(file):
            return _named(file, lambda text: parse_problem(text, number, _suffix(file)))
        if is_shelf_name(source):
            from tilewright.shelf.box import load_board  # TOML and msgspec, which few puzzles need

            return load_board(source).member()
        for entry in FORMATS.values():
            if entry.one_line and entry.recognizes(source):
                return entry.load().parse(source)
    if recognize.is_penpa(name):
        raise NotationError(f"{quote(name)}: {recognize.PENPA_ONLY}")
    raise MissingFileError(
        f"{quote(name)}: no such file{_near(name)}, and not the notation PIECES@BOARD such as FNPUV@5x5"
    )


def _names_drawing(text: str) -> bool:
    """Whether a board is that of a file or of a level. Raises NotationError for what looks like a file that is not there."""
    if re.fullmatch(SIZE, text):
        return False
    if not _exists(text) and re.fullmatch(r"[^\s:#]+\.(txt|png|toml|json)", text):
        raise MissingFileError(f"{quote(text)}: no such file{_near(text)}")
    return _exists(text) or text.startswith(f"{LEVELS}#")


def _near(name: str) -> str:
    """What a message says of the file whose name is closest to one that does not exist."""
    folder, base = os.path.split(name)
    try:
        there = sorted(os.listdir(folder or "."))[:MOST_NAMES]  # noqa: PTH208
    except (OSError, ValueError):
        there = []
    if not folder:
        there += shelf_names()
    return did_you_mean(base, there) if base else ""


def _of_mapping(data: Mapping[str, Any]) -> Puzzle:
    from tilewright.kinds.packing.family import read_puzzle  # with msgspec, which a notation does not need
    from tilewright.pieces import Piece, PieceSet
    from tilewright.puzzle import Board

    if data.get("kind", "polygons") != "polygons":
        raise NotationError(
            f"a dictionary of kind {quote(str(data['kind']))}: expected that of a puzzle; see from_dict"
        )
    arrays = ("board", "optional")  # NumPy's, of 0 and 1
    plain = {key: each.tolist() if key in arrays and hasattr(each, "tolist") else each for key, each in data.items()}
    for key, each in plain.items():
        if isinstance(each, Board | Piece | PieceSet):
            raise NotationError(
                f"{key} is a {type(each).__name__}: expected plain lists and texts; Packing(board, pieces) takes values"
            )
    return read_puzzle(plain, "")


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


def _suffix(name: str) -> str:
    return os.path.splitext(name)[1]  # noqa: PTH122


def parse_problem(text: str, number: str, suffix: str = "") -> Puzzle:
    """One of several puzzles in a text, counted from 1. Raises NotationError where there is no such one."""
    entry = entry_of(text, suffix)
    found = entry.load() if entry else None
    if found is None or found.problem_titles is None:
        raise NotationError(f"#{quote(number)[1:-1]}: the file holds one puzzle: expected its name without a number")
    there = len(found.problem_titles(text))
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
    entry = entry_of(text, _suffix(source))
    titles = entry.load().problem_titles if entry else None
    found = titles(text) if titles else []
    return found if len(found) > 1 else []


def entry_of(text: str, suffix: str = "") -> FormatEntry | None:
    """The format of a text, by the content, then by a file's suffix."""
    by_content = (entry for entry in FORMATS.values() if entry.recognizes(text))
    by_suffix = (entry for entry in FORMATS.values() if suffix in entry.suffixes)
    return next(by_content, None) or next(by_suffix, None)


def parse(text: str, suffix: str = "") -> Puzzle:
    """The puzzle of a text, its kind recognized by the content, then by a file's suffix."""
    if (entry := entry_of(text, suffix)) is not None:
        return entry.load().parse(text)
    line = next((line for line in text.splitlines() if line.strip()), "")
    if recognize.is_penpa(text):
        raise NotationError(f"{quote(line)}: {recognize.PENPA_ONLY}")
    if recognize.is_number_rows(text):
        raise NotationError(f"{quote(line)}: {recognize.NUMBERS_ONLY}")
    from tilewright.formats.drawing import is_drawing  # for what has no format

    if is_drawing(text):
        raise NotationError(
            "this is the drawing of a board without pieces: expected some, as pentominoes@FILE or --pieces 'tetrominoes*'"
        )
    raise NotationError(
        f"{quote(line)}: expected blocks text (a shape, then blocks divided by lines ---), TOML, JSON, a Shikaku grid, "
        "a list of tiles below their board (edges 4x4, or 4 4), a puzz.link URL or PIECES@BOARD"
    )


def dump(puzzle: Puzzle, name: str) -> str:
    """The puzzle as a text of the format called `name`; NotationError says what it cannot hold."""
    if name not in names():
        raise NotationError(f"unknown format {quote(name)}: expected one of {', '.join(names())}")
    entry = FORMATS[name]
    if entry.kind not in ("", puzzle.kind):
        like = [each for each, other in FORMATS.items() if other.kind == puzzle.kind and each.endswith(name)]
        raise NotationError(
            f"the format {name} holds {entry.kind} puzzles only, not {puzzle.kind} puzzles: "
            f"write it as {', '.join([*like, 'TOML or JSON'])}"
        )
    if name not in ("toml", "json") and getattr(puzzle, "constraints", None):
        raise NotationError(f"the format {name} cannot hold constraints: write it as TOML or JSON, or as a model")
    return entry.load().dump(puzzle)


def notes(puzzle: Puzzle, name: str) -> list[str]:
    """Where the program that reads the format would understand the puzzle otherwise."""
    entry = FORMATS.get(name)
    if entry is None or entry.kind not in ("", puzzle.kind):
        return []
    find = entry.load().notes
    return find(puzzle) if find else []


def read_solution(path: Path | str, puzzle: Puzzle) -> tuple[Placement, ...]:
    """The placements in a file with one solution: our JSON, a drawing, or what a solver wrote."""
    from tilewright.formats.solution import parse_solution  # msgspec, which reading a puzzle may not need

    return _named(str(path), lambda text: parse_solution(text, puzzle))


def read_solutions(path: Path | str, puzzle: Puzzle) -> list[tuple[Placement, ...]]:
    """The placements of every solution in a file."""
    from tilewright.formats.solution import parse_solutions  # msgspec, which reading a puzzle may not need

    return _named(str(path), lambda text: parse_solutions(text, puzzle))
