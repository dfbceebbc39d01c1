"""Catalogues by name: those that come with the package, files, several of them as one; and one outline as a puzzle.

`fridgeiq-D4` is what all built-in catalogues with that beginning hold together, each outline once.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from tilewright.errors import NotationError, quote
from tilewright.formats.source import read_text
from tilewright.puzzle import Board, Packing
from tilewright.silhouettes.catalogues.catalogue import Catalogue
from tilewright.silhouettes.catalogues.reading import BUILTIN, MAX_BYTES, builtin, is_catalogue, parse_catalogue
from tilewright.silhouettes.silhouette import Silhouette

Outline = tuple[Catalogue, Silhouette]


def catalogues_of(name: str) -> list[Catalogue]:
    """Return the catalogues that a name stands for: a file, or built-in ones; none for anything else."""
    if Path(name).is_file():
        text = read_text(name, MAX_BYTES)
        return [parse_catalogue(text, name)] if is_catalogue(text) else []
    return [builtin(each) for each in BUILTIN if name in (each, each.rpartition("-")[0])]


def merged(catalogues: Iterable[Catalogue]) -> list[Outline]:
    """Return every outline once by its id, in the order of the catalogues, each with the first that has it."""
    found: dict[str, Outline] = {}
    for catalogue in catalogues:
        for silhouette in catalogue.silhouettes:
            found.setdefault(silhouette.id, (catalogue, silhouette))
    return list(found.values())


def outline_puzzle(source: str) -> Packing | None:
    """Return the puzzle of `CATALOGUE#NUMBER` or `CATALOGUE#ID`, None for what names no catalogue.

    Numbers count from 1, in the order of a booklet; of an id the beginning is enough. Raises NotationError for an
    outline that is not there, or whose parts lie on lattices half a cell apart, which no board can hold.
    """
    name, mark, which = source.rpartition("#")
    if not mark or Path(source).is_file():
        return None
    outlines = merged(catalogues_of(name))
    if not outlines:
        return None
    catalogue, silhouette = _chosen(outlines, name, which)
    if silhouette.mixed:
        raise NotationError(
            f"outline {quote(which)} has parts half a cell apart: expected one on a single lattice; publish prints it"
        )
    board = Board(tuple(sorted(silhouette.whole_cells)), lattice=silhouette.lattice)
    return Packing(board, catalogue.pieces, name=f"{name} {silhouette.id}")


def _chosen(outlines: list[Outline], name: str, which: str) -> Outline:
    if which.isascii() and which.isdigit() and len(which) < 6 and 1 <= int(which) <= len(outlines):
        return outlines[int(which) - 1]
    found = [each for each in outlines if which and each[1].id.startswith(which)]
    if len(found) != 1:
        expected = f"a number from 1 to {len(outlines)}, or the beginning of one id"
        raise NotationError(f"no outline {quote(which)} in {quote(name)}: expected {expected}")
    return found[0]
