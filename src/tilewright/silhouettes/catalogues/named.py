"""Catalogues by name: those that come with the package, files, several of them as one; and one silhouette as a puzzle.

`fridgeiq-D4` is what all built-in catalogues with that beginning hold together, each silhouette once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tilewright.errors import NotationError, quote
from tilewright.kinds import Packing
from tilewright.puzzle import Board
from tilewright.silhouettes.catalogues.names import published_names
from tilewright.silhouettes.catalogues.reading import (
    BUILTIN,
    MAX_BYTES,
    CatalogueFile,
    builtin_file,
    is_catalogue,
    parse_file,
)
from tilewright.silhouettes.silhouette import Silhouette
from tilewright.source import read_text


@dataclass(frozen=True)
class Entry:
    """A silhouette of a catalogue, which is read and checked when it is asked for."""

    file: CatalogueFile
    index: int

    @property
    def id(self) -> str:
        """Its id, as the file says."""
        return self.file.ids[self.index]

    @property
    def name(self) -> str:
        """The name it was published by, or nothing."""
        return published_names().get(self.id, "")

    def silhouette(self) -> Silhouette:
        """Return it, checked. Raises NotationError when what the file says of it is not true."""
        return self.file.silhouette(self.index)


def catalogue_files(name: str) -> list[CatalogueFile]:
    """Return the catalogues that a name stands for: a file, or built-in ones; none for anything else."""
    if Path(name).is_file():
        text = read_text(name, MAX_BYTES)
        return [parse_file(text, name)] if is_catalogue(text) else []
    return [builtin_file(each) for each in builtin_names(name)]


def builtin_names(name: str) -> list[str]:
    """Return the built-in catalogues that a name stands for.

    >>> builtin_names("fridgeiq-D4")
    ['fridgeiq-D4-concentric', 'fridgeiq-D4-corner']
    """
    return [each for each in BUILTIN if name in (each, each.rpartition("-")[0])]


def merged(files: Iterable[CatalogueFile]) -> list[Entry]:
    """Return every silhouette once by its id, in the order of the catalogues, from the first that has it."""
    found: dict[str, Entry] = {}
    for file in files:
        for index, each in enumerate(file.ids):
            found.setdefault(each, Entry(file, index))
    return list(found.values())


def entry_of(source: str) -> Entry | None:
    """Return the silhouette of `CATALOGUE#NUMBER`, `CATALOGUE#ID` or `CATALOGUE#NAME`, None for what names no catalogue.

    Numbers count from 1, in the order of a booklet; of an id the beginning is enough. Raises NotationError for one that is
    not there.
    """
    name, mark, which = source.rpartition("#")
    if not mark or Path(source).is_file():
        return None
    entries = merged(catalogue_files(name))
    return _chosen(entries, name, which) if entries else None


def silhouette_puzzle(source: str) -> Packing | None:
    """Return the puzzle of what `entry_of` finds; only this silhouette is checked.

    Raises NotationError also for one whose parts lie on lattices half a cell apart, which no board can hold.

    >>> silhouette_puzzle("fridgeiq-D4#Dice").name
    'Dice'
    """
    if (entry := entry_of(source)) is None:
        return None
    silhouette = entry.silhouette()
    if silhouette.mixed:
        raise NotationError(
            f"silhouette {quote(source)} has parts half a cell apart: expected one on a single lattice; publish prints it"
        )
    board = Board(tuple(sorted(silhouette.whole_cells)), lattice=silhouette.lattice)
    return Packing(board, entry.file.pieces, name=entry.name or f"{source.rpartition('#')[0]} {silhouette.id}")


def _chosen(entries: list[Entry], name: str, which: str) -> Entry:
    if which.isascii() and which.isdigit() and len(which) < 6 and 1 <= int(which) <= len(entries):
        return entries[int(which) - 1]
    found = [each for each in entries if which and each.name.casefold() == which.casefold()]
    found = found or [each for each in entries if which and each.id.startswith(which)]
    if len(found) != 1:
        expected = f"a number from 1 to {len(entries)}, a name, or the beginning of one id"
        raise NotationError(f"no silhouette {quote(which)} in {quote(name)}: expected {expected}")
    return found[0]
