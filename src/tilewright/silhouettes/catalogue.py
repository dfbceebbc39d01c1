"""Catalogues of silhouettes: JSON with a head and long lists, one silhouette per line, and a digest to detect changes.

A file may come from an unknown source: every silhouette is checked, and everything stated about it is derived anew. The
keys `outlines` and `centre` are those of the first version of the format.
"""

from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar, get_args

import msgspec

from tilewright.errors import NotationError, TilewrightError, quote
from tilewright.exact_cover.outcome import Ended
from tilewright.files import data_text, read_text
from tilewright.kinds.packing.table import piece_table
from tilewright.lattice import Atom, Lattice, lattice
from tilewright.pieces import Piece
from tilewright.puzzle.board import read_cells, write_cells
from tilewright.puzzle.placement import digest
from tilewright.puzzle.table import parse_json
from tilewright.silhouettes.query import (
    ALL,
    PARTS,
    PieceQuery,
    Problem,
    Query,
    check_answers,
    check_silhouette,
    common_lattice,
    parse_within,
    read_pieces,
)
from tilewright.silhouettes.silhouette import PlacedPiece, Silhouette
from tilewright.version import __version__

DATA = "silhouettes/fridgeiq-names.json"  # written by tools/make_silhouettes.py; the file names its source


@cache
def published_names() -> Mapping[str, str]:
    """Return the published names by id.

    >>> published_names()["0126af294064d825"]
    'Dice'
    """
    names: dict[str, str] = json.loads(data_text(DATA))["names"]
    return MappingProxyType(names)


def class_of(silhouette: Silhouette, symmetry: str) -> str:
    """Return the class of a silhouette: edge, corner, concentric or mixed parity, or two of them if both apply.

    concentric: several parts, each of which is invariant under the group named `symmetry`.

    mixed parity: parts that are shifted by half a cell against each other.
    """
    if silhouette.contact == "edge":
        return "edge"
    words = ["corner"] if silhouette.contact == "corner" else []
    words += ["concentric"] if silhouette.is_concentric(symmetry) else []
    words += ["mixed parity"] if silhouette.mixed else []
    return ", ".join(words) or "corner-concentric"


VERSION = 1
EDITED = "was the file edited by hand?"
T = TypeVar("T")


def document_of(
    kind: str, query: PieceQuery, asked: Mapping[str, Any], end: Mapping[str, Any], lists: Mapping[str, Sequence[Any]]
) -> dict[str, Any]:
    """Return the document of an answer, with a digest over all of it, so that a truncated list is detected.

    asked: the other fields of the query.

    end: "ended", and what else is known of an incomplete answer.
    """
    before = {
        "tilewright": VERSION,
        "kind": kind,
        "pieces": query.pieces,
        "pieces_digest": pieces_digest(query.chosen),
        **({"lattice": common_lattice(query.own)} if query.own else {}),
        **asked,
        "complete": end["ended"] == "exhausted",
        **end,
        "command": query.command,
        "version": __version__,
    }
    own = {"piece": [msgspec.to_builtins(piece_table(piece)) for piece in query.own]} if query.own else {}
    after = {**own, **lists}
    return {**before, "digest": digest_of({**before, **after}), **after}


def read_ended(data: Mapping[str, Any], query: PieceQuery) -> Ended:
    """Return how the search of a document ended.

    Raises NotationError if the document contradicts itself about this, or about its pieces.
    """
    if data["pieces_digest"] != pieces_digest(query.chosen):
        raise NotationError(f"the pieces {quote(query.pieces)} are not those of the catalogue of {data['kind']}")
    ended: Ended = data["ended"]
    if ended not in get_args(Ended) or data["complete"] is not (ended == "exhausted"):
        raise NotationError(f'"ended" is {quote(str(ended))}: {EDITED}')
    return ended


def digest_of(data: Mapping[str, Any]) -> str:
    """Return the digest of a document without its own digest field."""
    return digest("document", sorted((name, value) for name, value in data.items() if name != "digest"))


def document_text(data: Mapping[str, Any]) -> str:
    """Return the document as the text of a file: the head in one line, then each list with one row per line."""
    head = {name: value for name, value in data.items() if not _is_table(value)}
    parts = [json.dumps(head, ensure_ascii=False)[:-1]]
    for name, rows in data.items():
        if _is_table(rows):
            lines = ",\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
            parts.append(f"{json.dumps(name)}: [\n{lines}\n]")
    return ", ".join(parts) + "}\n"


def _is_table(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(row, dict) for row in value)


def is_document(text: str, kind: str) -> bool:
    """Return whether the text looks like a document of this kind, of any version."""
    head = text.lstrip()[:4096]
    return head.startswith("{") and f'"{kind}"' in head and '"kind"' in head


def parse_document(text: str, source: str, kind: str, what: str, read: Callable[[Mapping[str, Any]], T]) -> T:
    """Parse a document and return the result of `read`.

    what: the document in words, such as "a catalogue of silhouettes".

    Raises NotationError, naming the `source` and the fault, if the document is not valid.
    """
    data = read_json(text, source, what)
    with errors_of(source, what):
        if not isinstance(data, dict) or data.get("kind") != kind:
            raise NotationError(f'expected {what}, with "kind": "{kind}"')
        version = data.get("tilewright")
        if type(version) is not int or version != VERSION:
            raise NotationError(f"{what} of version {quote(str(version))}: expected {VERSION}")
        if "digest" not in data:
            raise NotationError(f"it has no digest: expected {what} as the program writes it")
        if data["digest"] != digest_of(data):
            raise NotationError(f"the digest does not match the content: {EDITED}")
        return read(data)


def same_json(one: object, other: object) -> bool:
    """Return whether two values are the same JSON: 1, 1.0 and true differ, the order of names does not matter."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


@contextmanager
def errors_of(source: str, what: str) -> Iterator[None]:
    """Turn any error that a malformed document raises into a NotationError that names the `source`."""
    try:
        yield
    except TilewrightError as error:
        raise type(error)(f"{source}: {error}") from None
    except KeyError as error:
        raise NotationError(
            f"{source}: {quote(str(error.args[0]))} is missing: expected {what} as the program writes it"
        ) from None
    except RecursionError:
        raise NotationError(f"{source}: brackets are nested too deeply: expected {what}") from None
    except (TypeError, AttributeError, ValueError, IndexError, OverflowError):
        raise NotationError(
            f"{source}: a value is of the wrong form: expected {what} as the program writes it"
        ) from None


def read_json(text: str, source: str, what: str) -> Any:
    """Parse JSON like `parse_json`. Raises NotationError with the `source` and the place of a syntax error."""
    try:
        return parse_json(text, what)
    except NotationError as error:
        raise NotationError(f"{source}: {error}") from None


KIND = "silhouettes"


@dataclass(frozen=True)
class Catalogue:
    """The answer to a query.

    ended: "exhausted" if it is complete, else the reason why it is not.

    complete_for: larger groups, containing the requested one, whose silhouettes are all included.

    >>> from tilewright import find_silhouettes
    >>> found = find_silhouettes("tetrominoes:IOJL", "D4")
    >>> len(found.silhouettes), found.ended, found.text().startswith('{"tilewright": 1')
    (1, 'exhausted', True)
    """

    query: Query
    pieces: tuple[Piece, ...]
    silhouettes: tuple[Silhouette, ...]
    ended: Ended = "exhausted"
    complete_for: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """True if no silhouette is missing."""
        return self.ended == "exhausted"

    def dump(self) -> dict[str, Any]:
        """Return the catalogue as JSON."""
        query = self.query
        asked = {
            "symmetry": query.symmetry,
            "contact": query.contact,
            **({"within": list(query.within)} if query.within else {}),
        }
        end = {"ended": self.ended, **({"complete_for": list(self.complete_for)} if self.complete_for else {})}
        rows = [silhouette_row(silhouette, query.symmetry) for silhouette in self.silhouettes]
        return document_of(KIND, query, asked, end, {"outlines": rows})

    def text(self) -> str:
        """Return the catalogue as the text of a file: JSON, one silhouette per line."""
        return document_text(self.dump())


def pieces_digest(pieces: Sequence[Piece]) -> str:
    """Return a hash of what determines the answer: names, orientations and copies of the pieces."""
    return digest("pieces", [(p.name, p.copies, sorted(atoms for _, atoms in p.orientations)) for p in pieces])


def silhouette_row(silhouette: Silhouette, symmetry: str) -> dict[str, Any]:
    """Return a silhouette as JSON; rows and columns are in cells, with halves if lattices are mixed."""
    grid = silhouette.grid
    return {
        "id": silhouette.id,
        "group": silhouette.group,
        "centre": silhouette.center,
        "contact": silhouette.contact,
        "concentric": silhouette.is_concentric(symmetry),
        "cells": _cells(grid, silhouette.atoms),
        "solution": [{"piece": name, "cells": _cells(grid, atoms)} for name, atoms in silhouette.solution],
    }


def _cells(grid: Lattice, atoms: Iterable[Atom]) -> list[list[float | str]]:
    rows = write_cells(grid, atoms)
    return [[*(_half(v) for v in row[: grid.dimension]), *row[grid.dimension :]] for row in rows]


def _half(value: int | str) -> float | int:
    number = int(value)
    return number / 2 if number % 2 else number // 2


MAX_BYTES = 64 << 20  # about 20,000 silhouettes
BUILTIN = ("fridgeiq-D4-concentric", "fridgeiq-D4-corner", "fridgeiq-free-D4-concentric", "fridgeiq-free-D4-corner")
WHAT = "a catalogue of silhouettes"
TEXTS = ("pieces", "pieces_digest", "symmetry", "contact", "ended", "command", "version", "digest")
FIELDS = {  # source: where the silhouettes of a manually made catalogue come from
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
    """A catalogue as read from a file: its digest and head are checked at once, each silhouette on request.

    ids: the ids of the silhouettes according to the file; `silhouette` verifies them.
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
        """The lattice of the pieces."""
        return lattice(common_lattice(self.pieces))

    def silhouette(self, index: int) -> Silhouette:
        """Return a checked silhouette. Raises NotationError if a statement of the file about it is wrong."""
        with errors_of(self.source, WHAT):
            return _read_silhouette(self.grid, self.rows[index], self.pieces, self.query)

    def catalogue(self) -> Catalogue:
        """Return the whole catalogue with every silhouette checked. Raises NotationError like `silhouette`."""
        silhouettes = tuple(map(self.silhouette, range(len(self.rows))))
        return Catalogue(self.query, self.pieces, silhouettes, self.ended, self.complete_for)


def builtin_file(name: str) -> CatalogueFile:
    """Return a catalogue that comes with the package, without checking its silhouettes. Raises like `builtin`."""
    if name not in BUILTIN:
        raise NotationError(f"no built-in catalogue {quote(name)}: expected one of {', '.join(BUILTIN)}")
    text = data_text(f"silhouettes/{name}.json")
    return parse_file(text, name)


def builtin(name: str) -> Catalogue:
    """Return a catalogue that comes with the package; its `query.command` creates it again.

    Raises NotationError for an unknown name.
    """
    return builtin_file(name).catalogue()


def is_catalogue(text: str) -> bool:
    """Return whether the text looks like a catalogue of silhouettes, of any version."""
    return is_document(text, KIND)


def load_catalogue(path: Path) -> Catalogue:
    """Read a catalogue and check every silhouette. Raises NotationError if it is invalid or was edited."""
    return parse_catalogue(read_text(path, MAX_BYTES), str(path))


def parse_catalogue(text: str, source: str = "catalogue") -> Catalogue:
    """Parse a catalogue and check every silhouette. Raises NotationError, naming the `source`, if it is invalid."""
    return parse_file(text, source).catalogue()


def parse_file(text: str, source: str = "catalogue") -> CatalogueFile:
    """Parse a catalogue whose silhouettes are checked on request.

    Raises NotationError, naming the `source`, if it is invalid.
    """
    return parse_document(text, source, KIND, WHAT, lambda data: _read(data, source))


def _read(data: Mapping[str, Any], source: str) -> CatalogueFile:
    if unknown := sorted(data.keys() - FIELDS):
        raise NotationError(f"unknown field {quote(unknown[0])}: expected {WHAT} as the program writes it")
    if wrong := [name for name in TEXTS if not isinstance(data[name], str)]:
        raise NotationError(f"{quote(wrong[0])} is {quote(str(data[wrong[0]]))}: expected text")
    query = Query(data["pieces"], data["symmetry"], data["contact"], _read_within(data), read_pieces(data))
    ended = read_ended(data, query)
    if shlex.split(data["command"]) != shlex.split(query.command):
        raise NotationError(f"the command {quote(data['command'])} is not that of the query: {EDITED}")
    for contact in PARTS if query.contact == ALL else (query.contact,):
        _ = Problem(replace(query, contact=contact)).positions  # refuses queries that no search can answer
    rows = data["outlines"]
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise NotationError('"outlines": expected a list of silhouettes')
    ids = tuple(str(row["id"]) for row in rows)
    if twice := [key for key, times in Counter(ids).items() if times > 1]:
        raise NotationError(f"silhouette {quote(twice[0])} is listed twice: {EDITED}")
    return CatalogueFile(source, query, ended, _read_complete_for(data, query), ids, rows)


def _read_within(data: Mapping[str, Any]) -> tuple[int, int] | None:
    """Return the board, or None if there is none.

    Raises NotationError for values that parse_within would not return.
    """
    if "within" not in data:
        return None
    sides = data["within"]
    if not isinstance(sides, list) or len(sides) != 2 or any(type(side) is not int for side in sides):
        raise NotationError(f'"within" is {quote(str(sides))}: expected [rows, columns]')
    return parse_within(f"{sides[0]}x{sides[1]}")


def _read_complete_for(data: Mapping[str, Any], query: Query) -> tuple[str, ...]:
    """Return the larger groups whose silhouettes are all included, according to the file.

    Raises NotationError for groups that are not larger.
    """
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
    if not same_json(silhouette_row(silhouette, query.symmetry), row):
        raise NotationError(f"silhouette {quote(str(row['id']))} does not match its own cells: {EDITED}")
    return silhouette


def _read_half_cells(grid: Lattice, cells: Sequence[Sequence[Any]]) -> tuple[Atom, ...]:
    """Return the atoms, in half cells, of cells given in multiples of 0.5."""
    doubled = []
    for cell in cells:
        place = cell[: grid.dimension]
        if not all(isinstance(value, int | float) and 2 * value == int(2 * value) for value in place):
            raise NotationError(f"cell {quote(str(list(cell)))}: expected rows and columns in multiples of 0.5")
        doubled.append([*(int(2 * value) for value in place), *cell[grid.dimension :]])
    return read_cells(grid, doubled)
