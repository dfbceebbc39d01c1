"""A catalogue of silhouettes, and how it is written.

The file is JSON, one silhouette a line. Its keys `outlines` and `centre` are those of the first version of the format.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from tilewright.cover.search.report import Ended
from tilewright.lattice import Atom, Lattice
from tilewright.pieces import Piece
from tilewright.puzzle.cells import write_cells
from tilewright.puzzle.digest import digest
from tilewright.silhouettes.catalogues.document import document_text, with_digest
from tilewright.silhouettes.pieces import piece_tables
from tilewright.silhouettes.query import Query
from tilewright.silhouettes.silhouette import Silhouette

KIND = "silhouettes"


@dataclass(frozen=True)
class Catalogue:
    """The answer to a query. `ended`: "exhausted" when it is complete, else why it is not.

    complete_for: groups that contain the one asked for, all of whose silhouettes are there.

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
        own = {"piece": piece_tables(self.query.own)} if self.query.own else {}
        rows = [silhouette_row(silhouette, self.query.symmetry) for silhouette in self.silhouettes]
        return with_digest(KIND, head, {**own, "outlines": rows})

    def text(self) -> str:
        """Return the catalogue as the text of a file: JSON, one silhouette a line."""
        return document_text(self.dump())


def pieces_digest(pieces: Sequence[Piece]) -> str:
    """Return a hash of what decides the answer: names, orientations and copies of the pieces."""
    return digest("pieces", [(p.name, p.copies, sorted(atoms for _, atoms in p.orientations)) for p in pieces])


def silhouette_row(silhouette: Silhouette, symmetry: str) -> dict[str, Any]:
    """Return a silhouette as JSON; rows and columns in cells, halves where lattices are mixed."""
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
