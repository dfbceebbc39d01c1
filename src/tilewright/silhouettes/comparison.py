"""Catalogues by name: those that come with the package, files, several of them as one; and one silhouette as a puzzle.

`fridgeiq-D4` is what all built-in catalogues with that beginning hold together, each silhouette once.

Compare a catalogue with another one, or with a collection as it was published.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tilewright.errors import NotationError, quote
from tilewright.kinds import Packing
from tilewright.lattice import Atom, Lattice, lattice
from tilewright.pieces import Piece
from tilewright.puzzle import Board
from tilewright.puzzle.board import read_cells
from tilewright.silhouettes.catalogue import (
    BUILTIN,
    MAX_BYTES,
    Catalogue,
    CatalogueFile,
    builtin_file,
    is_catalogue,
    parse_catalogue,
    parse_file,
    pieces_digest,
    published_names,
    read_json,
)
from tilewright.silhouettes.query import Query, common_lattice
from tilewright.silhouettes.silhouette import Silhouette, silhouette_id, to_half_cells
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


@dataclass(frozen=True)
class Comparison:
    """Ids of silhouettes: in both catalogues, only in the first, only in the second."""

    common: tuple[str, ...]
    only_here: tuple[str, ...]
    only_there: tuple[str, ...]


@dataclass(frozen=True)
class OtherCatalogue:
    """The silhouettes of another file: id -> name, their lattice, and what was asked, where the file says so."""

    names: Mapping[str, str]
    lattice: str
    query: Query | None = None
    pieces: tuple[Piece, ...] = ()


def compare(here: Catalogue, there: Mapping[str, str]) -> Comparison:
    """Compare our silhouettes with others', which are given as id -> name."""
    ours = {silhouette.id for silhouette in here.silhouettes}
    return Comparison(
        tuple(sorted(ours & there.keys())), tuple(sorted(ours - there.keys())), tuple(sorted(there.keys() - ours))
    )


def read_other(path: Path) -> OtherCatalogue:
    """Read the silhouettes of another file: our catalogue, or a published collection of challenges.

    The latter is `{"challenges": [{"id", "cells": [[x, y, "nesw"]], ...}]}` with y upwards; with letters the cells are
    those of the half squares, without them squares. Raises NotationError when it is neither.
    """
    text = read_text(path, MAX_BYTES)
    if is_catalogue(text):
        found = parse_catalogue(text, str(path))
        names = {silhouette.id: silhouette.id for silhouette in found.silhouettes}
        return OtherCatalogue(names, found.pieces[0].lattice, found.query, found.pieces)
    expected = "a catalogue of silhouettes or of challenges"
    data = read_json(text, str(path), expected)
    try:
        rows = [(row["cells"], str(row.get("booklet_name") or row["id"])) for row in data["challenges"]]
        grid = lattice("halfsquare" if any(len(cell) > 2 for cells, _ in rows for cell in cells) else "square")
        return OtherCatalogue({silhouette_id(grid, _with_y_up(grid, cells)): name for cells, name in rows}, grid.name)
    except NotationError as error:
        raise NotationError(f"{path}: {error}") from None
    except (KeyError, TypeError, AttributeError, ValueError, IndexError):
        raise NotationError(f"{path}: it has no silhouettes that could be read: expected {expected}") from None


def comparison_note(path: Path, there: OtherCatalogue, here: Query) -> str:
    """Return a note when the other catalogue answers another query, else "". Raises NotationError for another lattice."""
    own = common_lattice(here.chosen)
    if there.lattice != own:
        raise NotationError(
            f"the silhouettes of {path} are on lattice {there.lattice}, those of --pieces {quote(here.pieces)} on {own}: "
            "expected one lattice"
        )
    if there.query is None:
        return ""
    differing = []
    if pieces_digest(there.pieces) != pieces_digest(here.chosen):
        differing.append(f"of the pieces {there.query.pieces}")
    if there.query.symmetry != here.symmetry:
        differing.append(f"with symmetry {there.query.symmetry}")
    return f"note: {path} is a catalogue {' and '.join(differing)}" if differing else ""


def _with_y_up(grid: Lattice, cells: Sequence[Sequence[Any]]) -> tuple[Atom, ...]:
    """Return the atoms of cells [x, y, letters] with y upwards: only the order of rows is reversed."""
    rows = [[-int(y) - 1, int(x), *letters] for x, y, *letters in cells]
    return grid.normalize(to_half_cells(grid, atom) for atom in read_cells(grid, rows))
