"""Read catalogues. A file is a stranger's: every silhouette is checked, and everything said of it is derived anew."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any, get_args

from tilewright.cover.search.report import Ended
from tilewright.errors import NotationError, quote
from tilewright.lattice import Atom, Lattice, lattice
from tilewright.pieces import Piece
from tilewright.puzzle.cells import read_cells
from tilewright.silhouettes.catalogues.catalogue import KIND, Catalogue, pieces_digest, silhouette_row
from tilewright.silhouettes.catalogues.document import errors_of, is_document, parse_document, same_json
from tilewright.silhouettes.check import check_answers, check_silhouette
from tilewright.silhouettes.pieces import common_lattice, read_pieces
from tilewright.silhouettes.problem import Problem
from tilewright.silhouettes.query import ALL, PARTS, Query, parse_within
from tilewright.silhouettes.silhouette import PlacedPiece, Silhouette
from tilewright.source import read_text

MAX_BYTES = 64 << 20  # some 20,000 silhouettes
BUILTIN = ("fridgeiq-D4-concentric", "fridgeiq-D4-corner", "fridgeiq-free-D4-concentric", "fridgeiq-free-D4-corner")
EDITED = "was the file edited by hand?"
WHAT = "a catalogue of silhouettes"
TEXTS = ("pieces", "pieces_digest", "symmetry", "contact", "ended", "command", "version", "digest")
FIELDS = {  # source: where the silhouettes come from, of a catalogue made by hand
    *TEXTS,
    "tilewright",
    "kind",
    "lattice",
    "within",
    "complete",
    "complete_for",
    "piece",
    "outlines",
    "source",
}


@dataclass(frozen=True)
class CatalogueFile:
    """A catalogue as it was read: its digest and its head are checked, each silhouette when it is asked for.

    ids: of the silhouettes, as the file says; `silhouette` makes sure of it.
    """

    source: str
    query: Query
    ended: Ended
    complete_for: tuple[str, ...]
    ids: tuple[str, ...]
    rows: Sequence[Mapping[str, Any]]

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces."""
        return self.query.chosen

    @cached_property
    def grid(self) -> Lattice:
        """Their lattice."""
        return lattice(common_lattice(self.pieces))

    def silhouette(self, index: int) -> Silhouette:
        """Return a silhouette, checked. Raises NotationError when what the file says of it is not true."""
        with errors_of(self.source, WHAT):
            return _read_silhouette(self.grid, self.rows[index], self.pieces, self.query)

    def catalogue(self) -> Catalogue:
        """Return the whole catalogue, every silhouette checked. Raises NotationError as `silhouette`."""
        silhouettes = tuple(map(self.silhouette, range(len(self.rows))))
        return Catalogue(self.query, self.pieces, silhouettes, self.ended, self.complete_for)


def builtin_file(name: str) -> CatalogueFile:
    """Return a catalogue that comes with the package, its silhouettes not checked yet. Raises as `builtin`."""
    if name not in BUILTIN:
        raise NotationError(f"no built-in catalogue {quote(name)}: expected one of {', '.join(BUILTIN)}")
    text = files("tilewright").joinpath(f"data/silhouettes/{name}.json").read_text(encoding="utf-8")
    return parse_file(text, name)


def builtin(name: str) -> Catalogue:
    """Return a catalogue that comes with the package; its `query.command` writes it again.

    Raises NotationError for an unknown name.
    """
    return builtin_file(name).catalogue()


def is_catalogue(text: str) -> bool:
    """Return True if the text looks like a catalogue of silhouettes, of any version."""
    return is_document(text, KIND)


def load_catalogue(path: Path) -> Catalogue:
    """Read a catalogue, every silhouette checked. Raises NotationError when it is not one, or was edited by hand."""
    return parse_catalogue(read_text(path, MAX_BYTES), str(path))


def parse_catalogue(text: str, source: str = "catalogue") -> Catalogue:
    """Parse a catalogue, every silhouette checked. Raises NotationError naming the `source`."""
    return parse_file(text, source).catalogue()


def parse_file(text: str, source: str = "catalogue") -> CatalogueFile:
    """Parse a catalogue whose silhouettes are checked when they are asked for. Raises NotationError naming the `source`."""
    return parse_document(text, source, KIND, WHAT, lambda data: _read(data, source))


def _read(data: Mapping[str, Any], source: str) -> CatalogueFile:
    if unknown := sorted(data.keys() - FIELDS):
        raise NotationError(f"unknown field {quote(unknown[0])}: expected {WHAT} as the program writes it")
    if wrong := [name for name in TEXTS if not isinstance(data[name], str)]:
        raise NotationError(f"{quote(wrong[0])} is {quote(str(data[wrong[0]]))}: expected text")
    query = Query(data["pieces"], data["symmetry"], data["contact"], _read_within(data), read_pieces(data))
    if data["pieces_digest"] != pieces_digest(query.chosen):
        raise NotationError(f"the pieces {quote(query.pieces)} are not those of the catalogue")
    if shlex.split(data["command"]) != shlex.split(query.command):
        raise NotationError(f"the command {quote(data['command'])} is not that of the query: {EDITED}")
    for contact in PARTS if query.contact == ALL else (query.contact,):
        _ = Problem(replace(query, contact=contact)).positions  # refuses what no search can answer
    if data["ended"] not in get_args(Ended) or data["complete"] is not (data["ended"] == "exhausted"):
        raise NotationError(f'"ended" is {quote(str(data["ended"]))}: {EDITED}')
    rows = data["outlines"]
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise NotationError('"outlines": expected a list of silhouettes')
    ids = tuple(str(row["id"]) for row in rows)
    if twice := [key for key, times in Counter(ids).items() if times > 1]:
        raise NotationError(f"silhouette {quote(twice[0])} is listed twice: {EDITED}")
    return CatalogueFile(source, query, data["ended"], _read_complete_for(data, query), ids, rows)


def _read_within(data: Mapping[str, Any]) -> tuple[int, int] | None:
    """Return the board, None if there is none. Raises NotationError for what parse_within would not give."""
    if "within" not in data:
        return None
    sides = data["within"]
    if not isinstance(sides, list) or len(sides) != 2 or any(type(side) is not int for side in sides):
        raise NotationError(f'"within" is {quote(str(sides))}: expected [rows, columns]')
    return parse_within(f"{sides[0]}x{sides[1]}")


def _read_complete_for(data: Mapping[str, Any], query: Query) -> tuple[str, ...]:
    """Return the larger groups of which all is there, as the file says. Raises NotationError for groups that are not larger."""
    names = data.get("complete_for", [])
    groups = lattice(common_lattice(query.chosen)).groups
    own = [set(motions) for name, motions in groups if name == query.symmetry]
    larger = {name for name, motions in groups if any(each < set(motions) for each in own)}
    if not isinstance(names, list) or not set(names) <= larger or len(set(names)) < len(names):
        raise NotationError(f'"complete_for" is {quote(str(names))}: expected groups that contain {query.symmetry}')
    return tuple(names)


def _read_silhouette(grid: Lattice, row: Mapping[str, Any], pieces: Sequence[Piece], query: Query) -> Silhouette:
    placed: list[PlacedPiece] = [(part["piece"], _read_half_cells(grid, part["cells"])) for part in row["solution"]]
    atoms = tuple(sorted(_read_half_cells(grid, row["cells"])))
    if not atoms:
        raise NotationError(f"silhouette {quote(str(row['id']))} has no cells: expected at least one")
    silhouette = check_answers(check_silhouette(Silhouette(grid.name, atoms, tuple(placed)), pieces), query)
    if silhouette.mixed and Problem(replace(query, contact="edge")).mirror_only:
        raise NotationError(f"silhouette {silhouette.id} mixes lattices: expected one, with a mirror alone")
    if not same_json(silhouette_row(silhouette, query.symmetry), row):
        raise NotationError(f"silhouette {quote(str(row['id']))} does not match its own cells: {EDITED}")
    return silhouette


def _read_half_cells(grid: Lattice, cells: Sequence[Sequence[Any]]) -> tuple[Atom, ...]:
    """Return the atoms in half cells of cells given in multiples of 0.5."""
    doubled = []
    for cell in cells:
        place = cell[: grid.dimension]
        if not all(isinstance(value, int | float) and 2 * value == int(2 * value) for value in place):
            raise NotationError(f"cell {quote(str(list(cell)))}: expected rows and columns in multiples of 0.5")
        doubled.append([*(int(2 * value) for value in place), *cell[grid.dimension :]])
    return read_cells(grid, doubled)
