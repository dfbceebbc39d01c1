"""The loader: turn a source (a file, text, notation, name, dictionary or link) into a puzzle, board or catalogue.

A string is interpreted in this order: a text of several lines; a catalogue of silhouettes or one silhouette in
it (`fridgeiq-D4#12`, `catalogue.json#Dice`); a file, or `-`; a level of the pack (`levels#heart`); a box of the
shelf; a URL or a notation, whose board may also be a file or a name (`fridgeiq@fridgeiq-D4#12`). `formats`
recognizes and reads the text.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from tilewright.errors import (
    LimitError,
    MissingFileError,
    NotationError,
    TilewrightError,
    argument_error,
    did_you_mean,
    quote,
)
from tilewright.files import PNG, check_notation_length, closest_file, read_bytes, read_text, suffix_of
from tilewright.formats import FORMATS, LISTS_ONLY, NUMBERS_ONLY, Several, entry_of, is_number_rows, is_row_list
from tilewright.formats.drawn_texts import is_divided, is_regions, unexpected_in_drawing
from tilewright.shelf import is_shelf_name, shelf_names

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.kinds import Packing
    from tilewright.movement.disassembly import Disassembly
    from tilewright.puzzle import Board, Placement, Puzzle, Tiling
    from tilewright.silhouettes.catalogue import CatalogueFile

BUILTIN = "fridgeiq-"  # prefix of the names of built-in catalogues
T = TypeVar("T")
SIZE = r"[0-9]+(x[0-9]+)+\S*|[a-z][0-9]+(-\S*)?"  # sizes of boards, which are never taken for file names
LEVELS = "levels"  # the name of the level pack that comes with the package


def load(source: str | Path | Mapping[str, Any] | Sequence[Sequence[Any]]) -> Puzzle:
    """Return the puzzle that a source describes: a file, `-`, text, URL, notation, silhouette, level, box or data.

    A string of several lines is a text. The format of a text is recognized by its content, then by the suffix
    of the file. A dictionary has the form of a JSON or TOML file: `load({"pieces": "FNPUV", "board": "5x5"})`.
    Lists, or an array, are the rows of a Shikaku, with 0 or None for no clue: `load([[3, 0, 0], [0, 6, 0], [0,
    0, 0]])`. `FILE#2` is the second problem in a file with several. The board of a notation may be a file with
    a drawing, a level or a silhouette: `pentominoes@heart.txt`, `tetrominoes*@levels#heart`.

    Raises NotationError, which quotes what cannot be read and, for a whole catalogue or pack, names one of its
    puzzles.

    >>> load("FNPUV@5x5").piece_names
    ('F', 'N', 'P', 'U', 'V')
    >>> load({"pieces": [[[1, 1], [0, 1]]], "board": ["11", "01"]}).piece_names
    ('A',)
    >>> load("fridgeiq-D4#sprocket").name
    'The Sprocket'
    """
    if isinstance(source, Mapping):
        from tilewright.formats.tables import parse_mapping

        return parse_mapping(source)
    if isinstance(source, list | tuple) or hasattr(source, "tolist"):
        from tilewright.puzzle.rows import rows_text

        return parse(rows_text(source))
    if not isinstance(source, str | os.PathLike):
        raise argument_error("source", source, "a text, a path or a dictionary", False)
    name = str(source)
    if isinstance(source, str) and "\n" in source:
        return parse(source)
    if isinstance(source, str) and (found := _silhouette(source) or _on_named_board(source)):
        return found
    if name == "-" or _exists(name):
        return _named(name, lambda text: parse(text, suffix_of(name)))
    if isinstance(source, str):
        if source.partition("#")[0] == LEVELS:
            from tilewright.formats.drawing import load_level

            return load_level(source)
        if " @" in source or "@ " in source:
            source = "@".join(map(str.strip, source.split("@")))
        pieces, at, drawing = source.partition("@")
        if at and pieces and (_names_drawing(drawing) or is_pieces_file(pieces)):
            return load_on(pieces, drawing)
        if at and is_shelf_name(pieces):
            from tilewright.pieces.sets import set_names

            if pieces not in set_names():
                raise NotationError(
                    f"{quote(pieces)} is a box with boards of its own: expected {pieces} or {pieces}/BOARD, or a set of pieces before "
                    "the @, one of those in `tilewright sets`"
                )
        file, mark, number = source.rpartition("#")
        if mark and _exists(file):
            return _named(file, lambda text: parse_problem(text, number, suffix_of(file)))
        if is_shelf_name(source):
            from tilewright.shelf.box import load_board

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


def parse(text: str, suffix: str = "") -> Puzzle:
    """Return the puzzle of a text, whose format is recognized by its content, then by the suffix of the file."""
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
    from tilewright.formats.drawing import is_board, is_drawing
    from tilewright.puzzle.rows import read_rows

    if is_drawing(text) and is_divided(text):
        raise NotationError(
            "drawings divided by empty lines are pieces without a board: expected one, as FILE@5x12 or FILE@BOARD, or for one "
            "board . in each row"
        )
    if is_row_list(text) and re.search("[2-9]|null", text) and not is_board(text):
        raise NotationError(f"{quote(line)}: {LISTS_ONLY}")
    if is_number_rows(text) and not is_row_list(text):
        read_rows(text)  # raises an error that locates several tables or two separators
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


def load_several(source: str) -> Several | None:
    """Return the puzzles in a file, or in standard input, with several puzzles; None for any other source.

    Standard input and pipes can be read only once, so a single puzzle there is also returned.
    """
    if source != "-" and not _exists(source):
        return None
    is_read_once = source == "-" or not os.path.isfile(source)  # noqa: PTH113

    def read(text: str) -> Several | None:
        suffix = suffix_of(source)
        entry = entry_of(text, suffix) if is_regions(text) else None  # only this format has several puzzles
        found = entry.load().several if entry else None
        several = found(text) if found else None
        if is_read_once and (several is None or len(several.titles) == 1):
            return Several([""], iter((parse(text, suffix),)))
        return several if several is not None and len(several.titles) > 1 else None

    return _named(source, read)


def problem_titles(source: str) -> list[str]:
    """Return the names of the puzzles in a file that holds several; empty for any other source.

    >>> problem_titles("FNPUV@5x5")
    []
    """
    if source == "-" or not _exists(source):
        return []
    text = read_text(source)
    entry = entry_of(text, suffix_of(source))
    found = entry.load().titles(text) if entry else []
    return found if len(found) > 1 else []


def parse_problem(text: str, number: str, suffix: str = "") -> Puzzle:
    """Return one of several puzzles in a text, counted from 1; raise NotationError if there is none with this number."""
    entry = entry_of(text, suffix)
    found = entry.load() if entry else None
    there = len(found.titles(text)) if found else 0
    if found is None or not there:
        raise NotationError(f"#{quote(number)[1:-1]}: the file holds one puzzle: expected its name without a number")
    if not re.fullmatch(r"[1-9]\d{0,5}", number, re.ASCII) or int(number) > there:
        raise NotationError(f"problem {quote(number)}: expected a number from 1 to {there} behind the #")
    return found.parse(text, int(number) - 1)


def read_board(name: str, lattice_name: str = "square", cell: int | None = None) -> Board:
    """Return the board of a file: a drawing, a PNG of black cells, or the board of a puzzle.

    `cell` is the side of a cell of the PNG in pixels; with None it is determined from the picture. Raises
    NotationError with what is wrong with the file.
    """
    return _board(_content(name), name, lattice_name, cell)


def board_alone(name: str, cell: int | None = None) -> Board | None:
    """Return the board of a file without pieces; None if the file is a puzzle in one of the formats."""
    from tilewright.formats.drawing import is_drawing

    content = _content(name)
    if isinstance(content, str) and (not is_drawing(content) or entry_of(content, os.path.splitext(name)[1])):  # noqa: PTH122
        return None
    return _board(content, name, "square", cell)


def load_on(pieces: str, name: str, cell: int | None = None) -> Packing:
    """Return the puzzle of pieces on a board.

    The pieces are given in the short notation or in a file, the board as a size or as a file that draws it.
    Raises NotationError for input that cannot be parsed, LimitError for a puzzle that is too large.
    """
    from tilewright.kinds import Packing
    from tilewright.pieces.sets import select
    from tilewright.puzzle.board import Board, as_size, refuse_too_large

    content = _content(name)
    size = as_size(name) if content is None and cell is None else ""

    def board_on(lattice_name: str) -> Board:
        return Board.of_size(size, lattice_name) if size else _board(content, name, lattice_name, cell)

    if is_pieces_file(pieces):
        from tilewright.formats.drawn_pieces import pieces_of_file

        chosen = pieces_of_file(pieces)
    else:
        chosen = select(check_notation_length(pieces), lambda: board_on("square").extent)
    board = board_on(chosen[0].lattice)
    refuse_too_large({piece.forms for piece in chosen}, len(board.atoms) + len(board.optional))
    return Packing(board, chosen, name=f"{pieces}@{name}")


def _board(content: str | bytes | None, name: str, lattice_name: str, cell: int | None) -> Board:
    from tilewright.formats.drawing import board_of_picture, is_drawing, parse_drawing
    from tilewright.puzzle import Board

    if isinstance(content, bytes):
        return board_of_picture(content, name, lattice_name, cell)
    if cell is not None:
        raise NotationError(f"--cell {cell}: {name} is not a PNG: expected a picture whose black cells are the board")
    if content is not None and is_drawing(content):
        try:
            return parse_drawing(content, lattice_name)
        except NotationError as error:
            raise NotationError(f"{name}: {error}") from None
    board = getattr(load(name) if content is None else parse(content), "board", None)
    if not isinstance(board, Board):
        raise NotationError(f"{name}: expected a drawing of # and ., rows of 0 and 1, a PNG, or a puzzle with a board")
    return board


MAX_PICTURE = 16 << 20  # bytes of a PNG


def _content(name: str) -> str | bytes | None:
    """Return the text of a file or the bytes of a PNG; None if the name is not a file."""
    if name != "-" and not os.path.exists(name):  # noqa: PTH110  pathlib is slow to import
        return None
    if name == "-" or read_bytes(name, len(PNG)) != PNG:
        return read_text(name)
    data = read_bytes(name, MAX_PICTURE + 1)
    if len(data) > MAX_PICTURE:
        raise LimitError(f"{name} has more than {MAX_PICTURE:,} bytes: expected a smaller picture")
    return data


def read_solution(path: Path | str, puzzle: Puzzle) -> tuple[Placement, ...]:
    """Return the placements in a file with one solution: our JSON, a drawing, or the answer of a solver."""
    from tilewright.formats.solution import parse_solution

    return _named(str(path), lambda text: parse_solution(text, puzzle))


def read_assemblies(path: str) -> list[Tiling] | None:
    """Return the tilings of a file that is an answer of ours, as assemblies without the rules of their puzzle; None for others."""
    from tilewright.formats.solution import parse_assemblies  # msgspec, which reading a puzzle may not need

    return _named(path, parse_assemblies) if _exists(path) else None


def read_disassemblies(path: Path | str, puzzle: Puzzle) -> list[Disassembly]:
    """Return the disassemblies in a file, not checked; none where it has none."""
    from tilewright.formats.disassemblies import parse_disassemblies  # msgspec, which reading a puzzle may not need

    return _named(str(path), lambda text: parse_disassemblies(text, puzzle))


def read_solutions(path: Path | str, puzzle: Puzzle) -> list[tuple[Placement, ...]]:
    """Return the placements of every solution in a file."""
    from tilewright.formats.solution import parse_solutions

    return _named(str(path), lambda text: parse_solutions(text, puzzle))


def is_pieces_file(pieces: str) -> bool:
    """Return True for the name of an existing file of pieces; it must contain a dot or slash, unlike a notation."""
    return not {".", "/", "\\"}.isdisjoint(pieces) and _exists(pieces) and os.path.isfile(pieces)  # noqa: PTH113


def board_of(source: str, lattice: str = "square") -> Board:
    """Return the board of a name: a size such as `6x6`, a drawing, a picture, or anything that `load` accepts.

    `lattice` is that of a size or a drawing, which do not state theirs.

    >>> board_of("2x3").area, board_of("fridgeiq-D4#Dice").lattice
    (6.0, 'halfsquare')
    """
    from tilewright.puzzle import Board

    if source != "-" and not os.path.exists(source):  # noqa: PTH110  pathlib is slow to import
        if "#" not in source and "@" not in source and "/" not in source and not read_catalogues(source):
            return Board.of_size(source, lattice)
        board: Board = load(source).board
        return board
    return read_board(source, lattice)


def names_puzzle(source: str) -> bool:
    """Return whether a name that could also be a set of pieces stands for a puzzle.

    If a set and a box have the same name, the set is meant.

    >>> names_puzzle("kanoodle/pyramid"), names_puzzle("genius-square"), names_puzzle("kanoodle"), names_puzzle("FNPUV")
    (True, True, False, False)
    """
    from tilewright.pieces.sets import set_names
    from tilewright.shelf import is_shelf_name

    if source == "-" or any(mark in source for mark in "@#\n") or os.path.exists(source):  # noqa: PTH110
        return True
    return is_shelf_name(source) and source not in set_names()


def read_catalogues(source: str) -> list[CatalogueFile]:
    """Return the catalogues of silhouettes that a name stands for, not yet checked; empty for anything else."""
    # A cheap test first, because most names are not catalogues.
    if not source.startswith(BUILTIN) and not (source.endswith(".json") and os.path.isfile(source)):  # noqa: PTH113
        return []
    from tilewright.silhouettes.comparison import catalogue_files

    return catalogue_files(source)


def _silhouette(source: str) -> Puzzle | None:
    """Return the puzzle of `CATALOGUE#NUMBER`; raise NotationError for a whole catalogue."""
    if files := read_catalogues(source):
        number = len({each for file in files for each in file.ids})
        raise NotationError(
            f"{quote(source)} is a catalogue of {number} silhouettes: expected one of them, e.g. {source}#1; "
            "`tilewright show` lists them"
        )
    if "#" not in source:
        return None
    from tilewright.silhouettes.comparison import silhouette_puzzle

    found = silhouette_puzzle(source)
    name = source.partition("#")[0]
    if found is None and re.fullmatch(r"fridgeiq\w*(-\w+)*", name, re.IGNORECASE) and not os.path.exists(source):  # noqa: PTH110
        names = [each for each, _, _ in collection_rows()]
        if same := [each for each in names if each.lower() == name.lower().replace("_", "-")]:
            meant = f"{same[0]}#{source[len(name) :].strip('#')}"
            raise NotationError(f"{quote(source)}: expected CATALOGUE#NUMBER (did you mean {quote(meant)}?)")
        guess = did_you_mean(f"fridgeiq{name[8:].upper()}", names)
        raise NotationError(f"no catalogue {quote(name)}{guess}: expected one of those that `tilewright sets` lists")
    return found


def _on_named_board(source: str) -> Puzzle | None:
    """Return the puzzle of `PIECES@CATALOGUE#NUMBER`: these pieces on the board of a silhouette."""
    pieces, at, name = source.partition("@")
    if not at or "#" not in name or os.path.exists(source) or (found := _silhouette(name)) is None:  # noqa: PTH110
        return None
    from tilewright.kinds import Packing
    from tilewright.pieces.sets import select

    board: Board = found.board
    return Packing(board, select(check_notation_length(pieces), lambda: board.extent), name=source)


def collection_rows() -> list[tuple[str, int, str]]:
    """Return (name, number of puzzles, summary) of the packs and catalogues that come with the package.

    >>> [(name, number) for name, number, _ in collection_rows()][:2]
    [('levels', 22), ('fridgeiq-D4', 96)]
    """
    from tilewright.formats.drawing import pack_levels
    from tilewright.silhouettes.catalogue import BUILTIN as CATALOGUES
    from tilewright.silhouettes.comparison import catalogue_files, merged

    names = list(dict.fromkeys(name for each in CATALOGUES for name in (each.rpartition("-")[0], each)))
    rows = [("levels", len(pack_levels()), "levels of blocks that are not turned; one: levels#heart")]
    return rows + [
        (name, len(merged(catalogue_files(name))), f"symmetric silhouettes; one: {name}#1") for name in names
    ]


def _names_drawing(text: str) -> bool:
    """Return whether the text names a board in a file or a level; raise NotationError for a file that does not exist."""
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
    """Return what is missing after the name of a set of pieces, as a message; "" for other names."""
    if not re.fullmatch(r"[A-Za-z][\w+!:*-]{2,60}", name):
        return ""
    from tilewright.kinds import find_named_sets
    from tilewright.pieces import select

    if (sets := find_named_sets(name)) and sets.lacks:
        return sets.lacks.format(name=name)
    try:
        select(name)
    except TilewrightError:
        return ""
    return f"a board behind it, as {name}@ROWSxCOLUMNS"


def _named(name: str, read: Callable[[str], T]) -> T:
    """Return the result of `read` for the text of a file; errors name the file."""
    text = read_text(name)
    try:
        return read(text)
    except TilewrightError as error:
        raise type(error)(f"{'standard input' if name == '-' else name}: {error}") from None


def _exists(name: str) -> bool:
    try:
        return bool(name) and os.path.exists(name)  # noqa: PTH110
    except (OSError, ValueError):  # too long for a path, or with a character that paths cannot have
        return False
