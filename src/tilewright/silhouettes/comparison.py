"""Catalogues by name: built-in ones, files, and several merged into one; and single silhouettes as puzzles.

`fridgeiq-D4` stands for all built-in catalogues whose names start like this, with each silhouette included once.

Catalogues can be compared with each other, or with a published collection.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise, product
from os.path import isfile  # pathlib raises an error for texts that are too long for a path
from pathlib import Path
from typing import Any

from tilewright.errors import NotationError, did_you_mean, quote
from tilewright.files import read_text
from tilewright.kinds import Packing
from tilewright.lattice import Atom, Lattice, Vector, lattice
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


@dataclass(frozen=True)
class Entry:
    """A silhouette of a catalogue, which is read and checked on request."""

    file: CatalogueFile
    index: int

    @property
    def id(self) -> str:
        """Its id according to the file."""
        return self.file.ids[self.index]

    @property
    def name(self) -> str:
        """The name under which it was published, or an empty text."""
        return published_names().get(self.id, "")

    def silhouette(self) -> Silhouette:
        """Return the checked silhouette. Raises NotationError if a statement of the file about it is wrong."""
        return self.file.silhouette(self.index)


def catalogue_files(name: str) -> list[CatalogueFile]:
    """Return the catalogues for a name: those of a file, or built-in ones; an empty list for other names."""
    if isfile(name):  # noqa: PTH113
        text = read_text(name, MAX_BYTES)
        return [parse_file(text, name)] if is_catalogue(text) else []
    return [builtin_file(each) for each in builtin_names(name)]


def builtin_names(name: str) -> list[str]:
    """Return the names of the built-in catalogues for a name.

    >>> builtin_names("fridgeiq-D4")
    ['fridgeiq-D4-concentric', 'fridgeiq-D4-corner']
    """
    return [each for each in BUILTIN if name in (each, each.rpartition("-")[0])]


def merged(files: Iterable[CatalogueFile]) -> list[Entry]:
    """Return every silhouette once by its id, in the order of the catalogues, from the first that contains it."""
    found: dict[str, Entry] = {}
    for file in files:
        for index, each in enumerate(file.ids):
            found.setdefault(each, Entry(file, index))
    return list(found.values())


def entry_of(source: str) -> Entry | None:
    """Return the silhouette of `CATALOGUE#NUMBER`, `CATALOGUE#ID` or `CATALOGUE#NAME`.

    Return None if the text names no catalogue. Numbers count from 1, in the order of a booklet. The beginning of an id
    suffices. Raises NotationError if there is no such silhouette.
    """
    name, mark, which = source.rpartition("#")
    if not mark or isfile(source):  # noqa: PTH113
        return None
    entries = merged(catalogue_files(name))
    return _chosen(entries, name, which) if entries else None


def silhouette_puzzle(source: str) -> Packing | None:
    """Return the puzzle of the silhouette that `entry_of` finds, or None; only this silhouette is checked.

    If its parts are shifted by half a cell, board and pieces are twice as large; see `board_of`.

    >>> silhouette_puzzle("fridgeiq-D4#Dice").name
    'Dice'
    """
    if (entry := entry_of(source)) is None:
        return None
    silhouette = entry.silhouette()
    name = entry.name or f"{source.rpartition('#')[0]} {silhouette.id}"
    return Packing(board_of(silhouette), pieces_for(silhouette, entry.file.pieces), name=name)


def board_of(silhouette: Silhouette) -> Board:
    """Return the board of a silhouette, in half cells if its parts are shifted by half a cell."""
    if silhouette.mixed:
        return Board(doubled(silhouette.grid, silhouette.atoms), lattice=silhouette.lattice)
    return Board(tuple(sorted(silhouette.whole_cells)), lattice=silhouette.lattice)


def pieces_for(silhouette: Silhouette, pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """Return the pieces for `board_of`, twice as large if the silhouette's parts are shifted by half a cell.

    >>> from tilewright.pieces import select
    >>> [each.area for each in pieces_for(entry_of("fridgeiq-D4#19").silhouette(), select("fridgeiq:AB"))]  # 2.5 and 2
    [10.0, 8.0]
    """
    return twice_as_large(pieces) if silhouette.mixed else tuple(pieces)


def twice_as_large(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """Return the pieces with all sides twice as long. Raises NotationError like `doubled`."""
    return tuple(
        replace(piece, atoms=grid.normalize(doubled(grid, (to_half_cells(grid, atom) for atom in piece.atoms))))
        for piece, grid in ((piece, piece.grid) for piece in pieces)
    )


def doubled(grid: Lattice, atoms: Iterable[Atom]) -> tuple[Atom, ...]:
    """Return the atoms that cover atoms given in half cells when all sides are twice as long; sorted.

    Raises NotationError on a lattice whose atoms do not form larger ones of the same shape, such as hexagons.
    """
    found = []
    for atom in atoms:
        cell, slot = grid.split(atom)
        found += [grid.join(tuple(map(int.__add__, cell, step)), other) for step, other in _slots_within(grid, slot)]
    return tuple(sorted(found))


@cache
def _slots_within(grid: Lattice, slot: int) -> tuple[tuple[Vector, int], ...]:
    """Return (cell, slot) of the atoms that cover the atom `slot` of cell 0 when it is twice as large."""
    large = [tuple(2 * v for v in corner) for corner in grid.corners[slot]]
    near = (atom for cell in product((-1, 0, 1, 2), repeat=grid.dimension) for atom in grid.atoms_of(cell))
    found = [atom for atom in near if _contains(large, grid.corner_points(atom))]
    if grid.dimension != 2 or len(found) != 4:
        raise NotationError(
            f"a silhouette with parts half a cell apart on lattice {grid.name}: no board of that lattice holds both"
        )
    return tuple(map(grid.split, found))


def _contains(polygon: Sequence[Vector], points: Sequence[Vector]) -> bool:
    """Return whether all points lie within a convex polygon or on its border."""
    turns = [
        (end[0] - start[0]) * (y - start[1]) - (end[1] - start[1]) * (x - start[0])
        for start, end in pairwise([*polygon, polygon[0]])
        for x, y in points
    ]
    return min(turns) >= 0 or max(turns) <= 0


def _chosen(entries: list[Entry], name: str, which: str) -> Entry:
    if which.isascii() and which.isdigit() and len(which) < 6 and 1 <= int(which) <= len(entries):
        return entries[int(which) - 1]
    found = [each for each in entries if which and _plain(each.name) == _plain(which)]
    found = found or [each for each in entries if which and each.id.startswith(which)]
    if len(found) != 1:
        expected = f"a number from 1 to {len(entries)}, a name, or the beginning of one id"
        guess = did_you_mean(_plain(which), [_plain(each.name) for each in entries if each.name])
        raise NotationError(f"no silhouette {quote(which)} in {quote(name)}{guess}: expected {expected}")
    return found[0]


def _plain(name: str) -> str:
    """Return a name without case, article, blanks and punctuation, to compare typed names."""
    return "".join(re.findall(r"\w+", name.casefold())).removeprefix("the")


@dataclass(frozen=True)
class Comparison:
    """Ids of silhouettes that are in both catalogues, only in the first, and only in the second."""

    common: tuple[str, ...]
    only_here: tuple[str, ...]
    only_there: tuple[str, ...]


@dataclass(frozen=True)
class OtherCatalogue:
    """The silhouettes of another file as id -> name, their lattice, and the query if the file contains it."""

    names: Mapping[str, str]
    lattice: str
    query: Query | None = None
    pieces: tuple[Piece, ...] = ()


def compare(here: Catalogue, there: Mapping[str, str]) -> Comparison:
    """Compare our silhouettes with others, given as id -> name."""
    ours = {silhouette.id for silhouette in here.silhouettes}
    return Comparison(
        tuple(sorted(ours & there.keys())), tuple(sorted(ours - there.keys())), tuple(sorted(there.keys() - ours))
    )


def read_other(path: Path | str) -> OtherCatalogue:
    """Read the silhouettes of another catalogue: a file, a built-in one, or a published collection of challenges.

    Such a collection is `{"challenges": [{"id", "cells": [[x, y, "nesw"]], ...}]}` with y upwards. With letters, the
    cells are those of half squares, otherwise squares. Raises NotationError if the file is neither.
    """
    if not isfile(path) and (files := [builtin_file(each) for each in builtin_names(str(path))]):  # noqa: PTH113
        entries = merged(files)
        names = {each.id: each.name or each.id for each in entries}
        return OtherCatalogue(names, files[0].grid.name, files[0].query, files[0].pieces)
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


def comparison_note(path: Path | str, there: OtherCatalogue, here: Query) -> str:
    """Return a note if the other catalogue answers another query, else an empty text.

    Raises NotationError if the lattices differ.
    """
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
    """Return the atoms of cells [x, y, letters] with y upwards; only the order of rows is reversed."""
    rows = [[-int(y) - 1, int(x), *letters] for x, y, *letters in cells]
    return grid.normalize(to_half_cells(grid, atom) for atom in read_cells(grid, rows))
