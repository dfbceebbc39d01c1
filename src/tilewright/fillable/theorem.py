"""The data behind the rules: reasons of what is impossible, and tilings of which all others are composed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Any

from tilewright.fillable.family import SizeFamily
from tilewright.pieces import Piece, piece_set

KINDS = "IJLOSTZ"
PERIOD = 8  # a board with a side of at least FROM + PERIOD behaves as one shorter by PERIOD
FROM = 12
DATA = "data/tetromino-boards.json"


@dataclass(frozen=True)
class Obstruction:
    """Why no set of these kinds fills the boards of these families.

    by: "area", "coloring", "strip", "edge" or "theorem"; words: in a sentence, as the command prints it.
    """

    kinds: str
    boards: tuple[SizeFamily, ...]
    by: str
    words: str

    def __contains__(self, sides: tuple[int, int]) -> bool:
        return any(sides in family for family in self.boards)


@dataclass(frozen=True)
class BaseTiling:
    """A tiling that is not composed of others: rows of labels, one a piece."""

    rows: tuple[str, ...]

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns."""
        return len(self.rows), len(self.rows[0])

    @cached_property
    def parts(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """The cells of each piece."""
        cells: dict[str, list[tuple[int, int]]] = {}
        for row, line in enumerate(self.rows):
            for column, label in enumerate(line):
                cells.setdefault(label, []).append((row, column))
        return tuple(map(tuple, cells.values()))

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The kinds of its pieces."""
        return frozenset(kind_of(part) for part in self.parts)

    def turned(self) -> BaseTiling:
        """Return it a quarter turn further, clockwise."""
        return BaseTiling(tuple("".join(column) for column in zip(*self.rows[::-1], strict=True)))


@dataclass(frozen=True)
class Theorem:
    """All reasons and base tilings."""

    reasons: tuple[Obstruction, ...]
    tilings: tuple[BaseTiling, ...]


@cache
def theorem() -> Theorem:
    """Return the reasons and base tilings that come with the package."""
    data = json.loads(files("tilewright").joinpath(DATA).read_text(encoding="utf-8"))
    return Theorem(tuple(map(_reason, data["reasons"])), tuple(BaseTiling(tuple(rows)) for rows in data["tilings"]))


def _reason(row: dict[str, Any]) -> Obstruction:
    return Obstruction(row["kinds"], tuple(map(SizeFamily.parse, row["boards"])), row["by"], _words(row))


def _words(row: dict[str, Any]) -> str:
    match row["by"]:
        case "area":
            return "4 does not divide the area"
        case "coloring":
            weights = "/".join(" ".join(map(str, line)) for line in row["weights"])
            modulo = f" modulo {row['modulus']}" if row["modulus"] else ""
            return (
                f"with the weights {weights} repeated over the plane, every placement of {row['kinds']} weighs 0{modulo}; "
                "the board, or the board turned, does not"
            )
        case "strip":
            return f"an automaton reads such boards column by column, of all lengths, and finds none for {row['kinds']}"
        case "edge":
            return f"{row['kinds']} cannot cover the topmost row of a board, whatever lies below"
        case _:
            return f"a theorem: {row['source']}"


@cache
def _orientations() -> dict[tuple[tuple[int, int], ...], str]:
    pieces: Sequence[Piece] = piece_set("tetrominoes").pieces
    return {
        tuple(sorted((atom[0], atom[1]) for atom in atoms)): piece.name
        for piece in pieces
        for _, atoms in piece.orientations
    }


def kind_of(cells: Sequence[tuple[int, int]]) -> str:
    """Return the kind of a tetromino. Raises KeyError for other cells."""
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    return _orientations()[tuple(sorted((row - top, column - left) for row, column in cells))]
