"""The puzzle that the command line names."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Sequence
from typing import TYPE_CHECKING

from tilewright import formats
from tilewright.errors import NotationError, quote
from tilewright.puzzle import Placement, Puzzle

if TYPE_CHECKING:
    from pathlib import Path

    from tilewright.silhouettes.catalogues.reading import CatalogueFile

BUILTIN = "fridgeiq-"  # how the names of built-in catalogues begin


def read_puzzle(args: Namespace) -> Puzzle:
    """The puzzle of `PUZZLE`, or a silhouette of a catalogue; of a family's, the member that `--open` names."""
    if args.open_cells is None:
        return load_puzzle(args.puzzle)
    from tilewright.kinds.packing.family_table import load_family  # TOML and msgspec, which few puzzles need

    return load_family(args.puzzle).with_open_cells([name.strip() for name in args.open_cells.split(",")])


def load_puzzle(source: str) -> Puzzle:
    """The puzzle of a file, a notation, or a silhouette of a catalogue such as `fridgeiq-D4#12`."""
    return _silhouette(source) or formats.load(source)


def read_catalogues(source: str) -> list[CatalogueFile]:
    """The catalogues of silhouettes that a name stands for, not checked yet; none for a puzzle."""
    if not _may_be_catalogue(source):
        return []
    from tilewright.silhouettes.catalogues.named import catalogue_files  # for few puzzles

    return catalogue_files(source)


def _silhouette(source: str) -> Puzzle | None:
    """The puzzle of `CATALOGUE#NUMBER`; a whole catalogue is refused."""
    if files := read_catalogues(source):
        number = len({each for file in files for each in file.ids})
        raise NotationError(
            f"{quote(source)} is a catalogue of {number} silhouettes: expected one of them, e.g. {source}#1; "
            "`tilewright show` lists them"
        )
    if "#" not in source or "\n" in source:
        return None
    from tilewright.silhouettes.catalogues.named import silhouette_puzzle  # for few puzzles

    return silhouette_puzzle(source)


def _may_be_catalogue(source: str) -> bool:
    """Whether a name without `#` looks like that of a catalogue: a cheap test, for most puzzles are none."""
    return source.startswith(BUILTIN) or (source.endswith(".json") and "\n" not in source and os.path.isfile(source))  # noqa: PTH113  pathlib is slow


def read_partial(path: Path | None, puzzle: Puzzle) -> Sequence[Placement]:
    """The placements of `--with`."""
    return formats.read_solution(path, puzzle) if path else ()
