"""Compare a catalogue with another one, or with a collection as it was published."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tilewright.errors import NotationError, quote
from tilewright.lattice import Atom, Lattice, lattice
from tilewright.pieces import Piece
from tilewright.puzzle.cells import read_cells
from tilewright.silhouettes.catalogues.catalogue import Catalogue, pieces_digest
from tilewright.silhouettes.catalogues.document import read_json
from tilewright.silhouettes.catalogues.reading import MAX_BYTES, is_catalogue, parse_catalogue
from tilewright.silhouettes.half_cells import to_half_cells
from tilewright.silhouettes.pieces import common_lattice
from tilewright.silhouettes.query import Query
from tilewright.silhouettes.silhouette import silhouette_id
from tilewright.source import read_text


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
