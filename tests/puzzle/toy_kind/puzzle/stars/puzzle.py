"""Stars: divide a grid into dominoes, each with exactly one star."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar

from tilewright.errors import NotationError, quote
from tilewright.lattice import Atom
from tilewright.puzzle.board import Board
from tilewright.puzzle.digest import digest
from tilewright.puzzle.placement import Placement
from tilewright.puzzle.puzzle import Puzzle

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Stars(Puzzle):
    """Cells of a grid, and those of them with a star, sorted. `pinned` are dominoes that every answer contains."""

    kind = "stars"
    title = "Stars puzzle"
    owner_word = "star"
    rules: ClassVar[dict[str, str]] = {
        "off-board": "every domino lies on the grid",
        "overlap": "no cell is covered twice",
        "uncovered": "every cell is covered",
        "shape": "every region is a domino",
        "star": "every domino has exactly one star, by which it is named",
        "pin": "pinned dominoes are there",
    }

    cells: tuple[Atom, ...]
    stars: tuple[Atom, ...]
    pinned: tuple[Placement, ...] = ()
    name: str = field(default="", compare=False)

    @classmethod
    def parse(cls, drawing: str, name: str = "") -> Stars:
        """A grid from lines of `*` for a star, `o` for a cell without, blank or `.` for none."""
        found: dict[str, list[Atom]] = {"*": [], "o": []}
        for row, line in enumerate(drawing.strip("\n").split("\n")):
            if wrong := set(line) - set("*o. "):
                raise NotationError(f"{quote(line)}: {quote(min(wrong))} in a grid of stars: expected * o .")
            for column, mark in enumerate(line):
                if mark in found:
                    found[mark].append((row, column))
        if len(found["*"]) > len(LETTERS):
            raise NotationError(f"{len(found['*'])} stars: expected at most {len(LETTERS)}")
        return cls(tuple(sorted(found["*"] + found["o"])), tuple(found["*"]), name=name)

    @property
    def lattice(self) -> str:
        """The name of the lattice."""
        return "square"

    @cached_property
    def board(self) -> Board:
        """All cells."""
        return Board(self.cells)

    @cached_property
    def digest(self) -> str:
        """A hash of cells, stars and pins."""
        return digest("stars", self.cells, self.stars, sorted((pin.piece, pin.atoms) for pin in self.pinned))

    @property
    def piece_names(self) -> tuple[str, ...]:
        """The places of the stars, `row,column`."""
        return tuple(f"{row},{column}" for row, column in self.stars)

    def copies_of(self, name: str) -> tuple[int, int]:
        """Each star has one domino."""
        return 1, 1

    @property
    def pinned_placements(self) -> tuple[Placement, ...]:
        """The pinned dominoes."""
        return self.pinned

    def with_placements(self, placements: Iterable[Placement]) -> Stars:
        """The puzzle with these dominoes pinned as well."""
        return replace(self, pinned=(*self.pinned, *placements))

    def placement(self, name: str, atoms: Iterable[Atom]) -> Placement:
        """The domino of a star; its motion says how it lies."""
        cells = tuple(sorted(atoms))
        return Placement(name, cells, "1x2" if len({row for row, _ in cells}) == 1 else "2x1")

    def labels(self) -> dict[str, str]:
        """A letter for each star."""
        return dict(zip(self.piece_names, LETTERS, strict=False))

    def __str__(self) -> str:
        rows, columns = self.board.extent
        marks = dict.fromkeys(self.cells, "o") | dict.fromkeys(self.stars, "*")
        return "\n".join("".join(marks.get((r, c), ".") for c in range(columns)) for r in range(rows))
