"""What a name stands for: the one place where the source of a puzzle, a board or a catalogue is resolved.

In this order: a file (or `-`, or a text of several lines); a catalogue of silhouettes or one silhouette of it
(`fridgeiq-D4#12`, `catalogue.json#Dice`); a level of the pack (`levels#heart`); a URL or a notation, whose board may be a
name, too (`fridgeiq@fridgeiq-D4#12`).
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from tilewright import formats
from tilewright.errors import NotationError, argument_error, did_you_mean, quote

if TYPE_CHECKING:
    from pathlib import Path  # slow to import

    from tilewright.puzzle import Board, Puzzle
    from tilewright.silhouettes.catalogue import CatalogueFile

BUILTIN = "fridgeiq-"  # how the names of built-in catalogues begin


def load(source: str | Path | Mapping[str, Any] | Sequence[Sequence[Any]]) -> Puzzle:
    """Return the puzzle of a name: a file, `-`, a text, a URL, a notation, a silhouette of a catalogue, a level.

    A dictionary is what a JSON or TOML file holds: `load({"pieces": "FNPUV", "board": "5x5"})`. Lists, or an array, are the rows
    of a Shikaku, with 0 or None where there is no clue: `load([[3, 0, 0], [0, 6, 0], [0, 0, 0]])`.
    `FILE#2` is the second problem of a file that holds several. Raises NotationError, which quotes what cannot be read,
    and says of a whole catalogue or pack what one of its puzzles is called.

    >>> load("FNPUV@5x5").piece_names
    ('F', 'N', 'P', 'U', 'V')
    >>> load("fridgeiq-D4#sprocket").name
    'The Sprocket'
    """
    if isinstance(source, list | tuple) or hasattr(source, "tolist"):
        from tilewright.puzzle.rows import rows_text  # for lists alone

        return formats.parse(rows_text(source))
    if not isinstance(source, str | os.PathLike | Mapping):
        raise argument_error("source", source, "a text, a path or a dictionary", False)
    if isinstance(source, str) and "\n" not in source:
        return _silhouette(source) or _on_named_board(source) or formats.load(source)
    return formats.load(source)


def board_of(source: str, lattice: str = "square") -> Board:
    """Return the board of a name: a size such as `6x6`, a drawing, a picture, or whatever `load` takes.

    lattice: of a size and a drawing, which do not say theirs.

    >>> board_of("2x3").area, board_of("fridgeiq-D4#Dice").lattice
    (6.0, 'halfsquare')
    """
    from tilewright.formats.drawing import read_board  # for boards without pieces
    from tilewright.puzzle import Board  # as above

    if source != "-" and not os.path.exists(source):  # noqa: PTH110  pathlib is slow to import
        if "#" not in source and "@" not in source and "/" not in source and not read_catalogues(source):
            return Board.of_size(source, lattice)
        board: Board = load(source).board
        return board
    return read_board(source, lattice)


def names_puzzle(source: str) -> bool:
    """Whether a name stands for a puzzle where a set of pieces may stand as well. A set goes before a box of its name.

    >>> names_puzzle("kanoodle/pyramid"), names_puzzle("genius-square"), names_puzzle("kanoodle"), names_puzzle("FNPUV")
    (True, True, False, False)
    """
    from tilewright.pieces.sets import set_names  # what puzzles do not need, as the next
    from tilewright.shelf import is_shelf_name  # as above

    if source == "-" or any(mark in source for mark in "@#\n") or os.path.exists(source):  # noqa: PTH110  as above
        return True
    return is_shelf_name(source) and source not in set_names()


def read_catalogues(source: str) -> list[CatalogueFile]:
    """Return the catalogues of silhouettes that a name stands for, not checked yet; none for anything else."""
    # A cheap test, for most puzzles are none.
    if not source.startswith(BUILTIN) and not (source.endswith(".json") and os.path.isfile(source)):  # noqa: PTH113  as above
        return []
    from tilewright.silhouettes.comparison import catalogue_files  # for few puzzles

    return catalogue_files(source)


def _silhouette(source: str) -> Puzzle | None:
    """Return the puzzle of `CATALOGUE#NUMBER`. Raises NotationError for a whole catalogue."""
    if files := read_catalogues(source):
        number = len({each for file in files for each in file.ids})
        raise NotationError(
            f"{quote(source)} is a catalogue of {number} silhouettes: expected one of them, e.g. {source}#1; "
            "`tilewright show` lists them"
        )
    if "#" not in source:
        return None
    from tilewright.silhouettes.comparison import silhouette_puzzle  # for few puzzles

    found = silhouette_puzzle(source)
    name = source.partition("#")[0]
    if found is None and re.fullmatch(r"fridgeiq\w*(-\w+)*", name, re.IGNORECASE) and not os.path.exists(source):  # noqa: PTH110  as above
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
    if not at or "#" not in name or os.path.exists(source) or (found := _silhouette(name)) is None:  # noqa: PTH110  as above
        return None
    from tilewright.files import check_notation_length  # as above
    from tilewright.kinds import Packing  # for few puzzles
    from tilewright.pieces.sets import select  # as above

    board: Board = found.board
    return Packing(board, select(check_notation_length(pieces), lambda: board.extent), name=source)


def collection_rows() -> list[tuple[str, int, str]]:
    """Return (name, number of puzzles, summary) of the packs and catalogues that come with the package.

    >>> [(name, number) for name, number, _ in collection_rows()][:2]
    [('levels', 22), ('fridgeiq-D4', 96)]
    """
    from tilewright.formats.drawing import pack_levels  # for the list alone, as the next
    from tilewright.silhouettes.catalogue import BUILTIN as CATALOGUES  # as above
    from tilewright.silhouettes.comparison import catalogue_files, merged  # as above

    names = list(dict.fromkeys(name for each in CATALOGUES for name in (each.rpartition("-")[0], each)))
    rows = [("levels", len(pack_levels()), "levels of blocks that are not turned; one: levels#heart")]
    return rows + [
        (name, len(merged(catalogue_files(name))), f"symmetric silhouettes; one: {name}#1") for name in names
    ]
