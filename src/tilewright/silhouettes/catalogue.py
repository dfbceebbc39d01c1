"""The catalogue of outlines: what was asked, whether it is complete, the outlines; its file, its comparison with another."""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, get_args

from tilewright.cover.check import faults
from tilewright.cover.problem import ExactCover
from tilewright.cover.search.report import Ended
from tilewright.errors import NotationError, quote
from tilewright.formats.cells import read_cells, write_cells
from tilewright.formats.source import read_text
from tilewright.lattice import Atom, Lattice, lattice
from tilewright.pieces import Piece, select
from tilewright.puzzle.digest import digest
from tilewright.silhouettes.document import is_document, parse_document, read_json, sealed, text_of
from tilewright.silhouettes.pieces import piece_rows, read_pieces
from tilewright.silhouettes.silhouette import (
    Outline,
    Part,
    components,
    doubled,
    outline_id,
    overlapping,
    require_same_lattice,
)

CONTACTS = ("edge", "corner", "concentric")
KIND = "silhouettes"
MAX_BYTES = 64 << 20  # some 20,000 outlines


@dataclass(frozen=True)
class Query:
    """What was asked: pieces in the short notation, group, contact, and the board that bounds the outline, if any.

    own: the pieces themselves, when no notation names them; `pieces` is then the name of their file, or OWN.
    """

    pieces: str
    symmetry: str
    contact: str = "edge"
    within: tuple[int, int] | None = None
    own: tuple[Piece, ...] = ()

    def __post_init__(self) -> None:
        if self.contact not in CONTACTS:
            raise NotationError(f"unknown contact {self.contact!r}: expected one of {', '.join(CONTACTS)}")

    @property
    def chosen(self) -> tuple[Piece, ...]:
        """The pieces."""
        return self.own or select(self.pieces)

    @property
    def command(self) -> str:
        """The command that answers it."""
        bound = f" --within {self.within[0]}x{self.within[1]}" if self.within else ""
        return f"tilewright design silhouettes --pieces {shlex.quote(self.pieces)} --symmetry {self.symmetry} --contact {self.contact}{bound}"


@dataclass(frozen=True)
class Catalogue:
    """The answer. `ended`: "exhausted" when it is complete, else why not.

    complete_for: groups that contain the one asked for, all of whose outlines are there.
    """

    query: Query
    pieces: tuple[Piece, ...]
    outlines: tuple[Outline, ...]
    ended: Ended = "exhausted"
    complete_for: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Whether no outline is missing."""
        return self.ended == "exhausted"

    def dump(self) -> dict[str, Any]:
        """The catalogue as JSON."""
        head = {
            "pieces": self.query.pieces,
            "pieces_digest": pieces_digest(self.pieces),
            **({"lattice": self.pieces[0].lattice} if self.query.own else {}),
            "symmetry": self.query.symmetry,
            "contact": self.query.contact,
            **({"within": list(self.query.within)} if self.query.within else {}),
            "complete": self.complete,
            "ended": self.ended,
            **({"complete_for": list(self.complete_for)} if self.complete_for else {}),
            "command": self.query.command,
        }
        own = {"piece": piece_rows(self.query.own)} if self.query.own else {}
        rows = [outline_row(outline, self.query.symmetry) for outline in self.outlines]
        return sealed(KIND, head, {**own, "outlines": rows})

    def text(self) -> str:
        """The catalogue as a file: JSON, one outline a line."""
        return text_of(self.dump())


def pieces_digest(pieces: Sequence[Piece]) -> str:
    """A hash of what decides the answer: names, orientations and supply of the pieces."""
    return digest("pieces", [(p.name, p.copies, sorted(atoms for _, atoms in p.orientations)) for p in pieces])


def outline_row(outline: Outline, symmetry: str) -> dict[str, Any]:
    """An outline as JSON; rows and columns in cells."""
    return {
        "id": outline.id,
        "group": outline.group,
        "centre": outline.centre,
        "contact": outline.contact,
        "concentric": outline.concentric(symmetry),
        "cells": _cells(outline.grid, outline.atoms),
        "solution": [{"piece": name, "cells": _cells(outline.grid, atoms)} for name, atoms in outline.solution],
    }


def _cells(grid: Lattice, atoms: Iterable[Atom]) -> list[list[float | str]]:
    rows = write_cells(grid, atoms)
    return [[*(_half(v) for v in row[: grid.dimension]), *row[grid.dimension :]] for row in rows]


def _half(value: int | str) -> float | int:
    number = int(value)
    return number / 2 if number % 2 else number // 2


def checked(outline: Outline, pieces: Sequence[Piece]) -> Outline:
    """The outline, if its solution tiles it with exactly these pieces; NotationError says what is wrong.

    Shares nothing with the search: the shapes are looked up among the pieces' orientations, the cover is judged by
    `cover.check`.
    """
    grid = outline.grid
    by_name = {piece.name: piece for piece in pieces}
    for name, atoms in outline.solution:
        if name not in by_name:
            raise NotationError(f"outline {outline.id}: no piece {quote(name)}: expected one of {', '.join(by_name)}")
        cells = [grid.split(atom)[0] for atom in atoms]
        if any((a - b) % 2 for cell in cells for a, b in zip(cell, cells[0], strict=True)):
            raise NotationError(f"outline {outline.id}: piece {name} does not lie on one lattice")
        start = grid.origin(atoms)
        shape = grid.normalize(
            grid.join(tuple((v - s) // 2 for v, s in zip(grid.split(a)[0], start, strict=True)), grid.split(a)[1])
            for a in atoms
        )
        if shape not in by_name[name].forms:
            raise NotationError(f"outline {outline.id}: what lies as piece {name} is no allowed position of it")
    item = {atom: number for number, atom in enumerate(outline.atoms)}
    if any(atom not in item for _, atoms in outline.solution for atom in atoms):
        raise NotationError(f"outline {outline.id}: a piece leaves the outline")
    supply = {piece.name: len(item) + number for number, piece in enumerate(pieces)}
    options = tuple(tuple(sorted([*(item[a] for a in atoms), supply[name]])) for name, atoms in outline.solution)
    copies = tuple(piece.copies[0] for piece in pieces)
    cover = ExactCover((1,) * len(item) + copies, (1,) * len(item) + copies, options)
    if wrong := faults(cover, range(len(options))):
        raise NotationError(
            f"outline {outline.id}: {wrong[0]}: expected each piece used and each cell covered as often as there are"
        )
    if (twice := overlapping(grid, outline.atoms)) is not None:
        raise NotationError(f"outline {outline.id}: cells overlap at {twice}")
    return outline


BUILTIN = ("fridgeiq-D4-concentric", "fridgeiq-D4-corner", "fridgeiq-free-D4-concentric", "fridgeiq-free-D4-corner")


def builtin(name: str) -> Catalogue:
    """A catalogue that comes with the package; its `query.command` writes it anew."""
    if name not in BUILTIN:
        raise NotationError(f"no built-in catalogue {quote(name)}: expected one of {', '.join(BUILTIN)}")
    with as_file(files("tilewright").joinpath(f"data/silhouettes/{name}.json")) as path:
        return load_catalogue(path)


def is_catalogue(text: str) -> bool:
    """Whether the text is meant to be a catalogue of outlines (of any version)."""
    return is_document(text, KIND)


def load_catalogue(path: Path) -> Catalogue:
    """A catalogue from its file, every outline checked; NotationError when it is none, or was edited by hand."""
    return parse_catalogue(read_text(path, MAX_BYTES), str(path))


def parse_catalogue(text: str, source: str = "catalogue") -> Catalogue:
    """A catalogue from its text, every outline checked; NotationError names the `source`."""
    return parse_document(text, source, KIND, "a catalogue of outlines", _read)


def _read(data: Mapping[str, Any]) -> Catalogue:
    within = tuple(data["within"]) if "within" in data else None
    query = Query(data["pieces"], data["symmetry"], data["contact"], within, read_pieces(data))
    pieces = query.chosen
    if data["pieces_digest"] != pieces_digest(pieces):
        raise NotationError(f"the pieces {quote(query.pieces)} are not those of the catalogue")
    if data["ended"] not in get_args(Ended) or data["complete"] != (data["ended"] == "exhausted"):
        raise NotationError(f'"ended" is {quote(str(data["ended"]))}: was the file edited by hand?')
    grid = lattice(require_same_lattice(piece.lattice for piece in pieces))
    outlines = tuple(_read_outline(grid, row, pieces, query) for row in data["outlines"])
    if twice := [key for key, times in Counter(outline.id for outline in outlines).items() if times > 1]:
        raise NotationError(f"outline {quote(twice[0])} stands there twice: was the file edited by hand?")
    return Catalogue(query, pieces, outlines, data["ended"], tuple(data.get("complete_for", ())))


def _read_outline(grid: Lattice, row: Mapping[str, Any], pieces: Sequence[Piece], query: Query) -> Outline:
    parts: list[Part] = [(part["piece"], _read_cells(grid, part["cells"])) for part in row["solution"]]
    atoms = tuple(sorted(_read_cells(grid, row["cells"])))
    if not atoms:
        raise NotationError(f"outline {quote(str(row['id']))} has no cells: expected at least one")
    outline = checked(Outline(grid.name, atoms, tuple(parts)), pieces)
    if outline_row(outline, query.symmetry) != dict(row):
        raise NotationError(
            f"outline {quote(str(row['id']))} does not match its own cells: was the file edited by hand?"
        )
    return outline


def _read_cells(grid: Lattice, cells: Sequence[Sequence[Any]]) -> tuple[Atom, ...]:
    whole = []
    for cell in cells:
        place = cell[: grid.dimension]
        if not all(isinstance(value, int | float) and 2 * value == int(2 * value) for value in place):
            raise NotationError(f"cell {quote(str(list(cell)))}: expected rows and columns in multiples of 0.5")
        whole.append([*(int(2 * value) for value in place), *cell[grid.dimension :]])
    return read_cells(grid, whole)


@dataclass(frozen=True)
class Comparison:
    """Ids of outlines: in both catalogues, only in the first, only in the second."""

    common: tuple[str, ...]
    only_here: tuple[str, ...]
    only_there: tuple[str, ...]


def compare(here: Catalogue, there: Mapping[str, str]) -> Comparison:
    """Our outlines against others', which are given as id -> name."""
    mine = {outline.id for outline in here.outlines}
    return Comparison(
        tuple(sorted(mine & there.keys())), tuple(sorted(mine - there.keys())), tuple(sorted(there.keys() - mine))
    )


@dataclass(frozen=True)
class Others:
    """The outlines of another file: id -> name, their lattice, and what was asked, where the file says so."""

    names: Mapping[str, str]
    lattice: str
    query: Query | None = None
    pieces: tuple[Piece, ...] = ()


def others_of(path: Path) -> Others:
    """The outlines in another file: our catalogue, or a published collection of challenges.

    The latter is `{"challenges": [{"id", "cells": [[x, y, "nesw"]], ...}]}` with y upwards; with letters the cells are
    those of the half squares, without them squares.
    """
    text = read_text(path, MAX_BYTES)
    if is_catalogue(text):
        found = parse_catalogue(text, str(path))
        names = {outline.id: outline.id for outline in found.outlines}
        return Others(names, found.pieces[0].lattice, found.query, found.pieces)
    what = "a catalogue of outlines or of challenges"
    data = read_json(text, str(path), what)
    try:
        rows = [(row["cells"], str(row.get("booklet_name") or row["id"])) for row in data["challenges"]]
        grid = lattice("halfsquare" if any(len(cell) > 2 for cells, _ in rows for cell in cells) else "square")
        return Others({outline_id(grid, _from_above(grid, cells)): name for cells, name in rows}, grid.name)
    except NotationError as error:
        raise NotationError(f"{path}: {error}") from None
    except (KeyError, TypeError, AttributeError, ValueError, IndexError):
        raise NotationError(f"{path}: it has no outlines that could be read: expected {what}") from None


def comparable(path: Path, there: Others, here: Query) -> str:
    """A note when the other catalogue answers another question, else nothing; NotationError for another lattice."""
    own = require_same_lattice(piece.lattice for piece in here.chosen)
    if there.lattice != own:
        raise NotationError(
            f"the outlines of {path} are on lattice {there.lattice}, those of --pieces {quote(here.pieces)} on {own}: "
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


def _from_above(grid: Lattice, cells: Sequence[Sequence[Any]]) -> tuple[Atom, ...]:
    """Cells [x, y, letters] with y upwards, as atoms with rows downwards: only the order of rows turns around."""
    rows = [[-int(y) - 1, int(x), *letters] for x, y, *letters in cells]
    return grid.normalize(doubled(grid, atom) for atom in read_cells(grid, rows))


def parse_within(text: str) -> tuple[int, int]:
    """The board `RxC` that bounds outlines; NotationError quotes the text."""
    if not (match := re.fullmatch(r"(\d{1,4})x(\d{1,4})", text)) or "0" in match.groups():
        raise NotationError(f"--within {quote(text)}: expected RxC, rows and columns, e.g. 12x12")
    return int(match[1]), int(match[2])


def parts_of(outline: Outline) -> list[float]:
    """The areas in cells of the parts that hang together through edges, greatest first."""
    found = components(outline.grid, outline.atoms, lambda contact: contact == "edge")
    return sorted((outline.grid.area(len(part)) for part in found), reverse=True)
