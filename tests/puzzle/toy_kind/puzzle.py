"""Stars: divide a grid into dominoes, each with exactly one star."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar

import msgspec

from tilewright.cover.limits import Deadline
from tilewright.errors import NotationError, quote
from tilewright.explain.checkers import Checkers
from tilewright.explain.difficulty import Hints
from tilewright.explain.reasons import Reasons
from tilewright.lattice import Atom
from tilewright.puzzle.board import Board
from tilewright.puzzle.check import Fault
from tilewright.puzzle.compiled import Compiled
from tilewright.puzzle.puzzle import Placement, Puzzle, Tiling, digest
from tilewright.puzzle.table import convert_table
from tilewright.render.page import Page
from tilewright.render.svg import Picture

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


class StarsTable(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A Stars puzzle in a file."""

    stars: str
    name: str = ""


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

    @classmethod
    def from_table(cls, data: object, text: str) -> Stars:
        """The puzzle of a decoded file."""
        table = convert_table(data, text, StarsTable, {}, {"stars": "a grid of * and o", "name": "a string"})
        return cls.parse(table.stars, table.name)

    def to_table(self) -> dict[str, Any]:
        """The puzzle as the plain data of a file."""
        return dict(msgspec.to_builtins(StarsTable(str(self), self.name)))

    def _compile(self, labelled: bool, deadline: Deadline) -> Compiled:
        from tests.puzzle.toy_kind.compile import compile_puzzle

        return compile_puzzle(self, labelled, deadline)

    def rule_faults(self, placements: Sequence[Placement], partial: bool) -> list[Fault]:
        """What breaks a rule of the stars."""
        from tests.puzzle.toy_kind.check import rule_faults

        return rule_faults(self, placements, partial)

    def draw(self, tiling: Tiling) -> str:
        """Both cells of a domino by the letter of its star."""
        from tests.puzzle.toy_kind.text import draw

        return draw(self, tiling.placements)

    def parse_drawing(self, text: str) -> tuple[Placement, ...]:
        """The dominoes of such a text."""
        from tests.puzzle.toy_kind.text import parse_drawing

        return parse_drawing(text, self)

    @property
    def picture(self) -> Picture:
        """What draws stars and dominoes."""
        from tests.puzzle.toy_kind.picture import StarsPicture

        return StarsPicture(self)

    @property
    def reasons(self) -> Reasons:
        """Reasons by counting."""
        from tests.puzzle.toy_kind.reasons import StarsReasons

        return StarsReasons(self)

    @property
    def checkers(self) -> Checkers:
        """What checks those reasons."""
        from tests.puzzle.toy_kind.reasons import StarsCheckers

        return StarsCheckers(self)

    @property
    def hints(self) -> Hints:
        """The usual techniques and words."""
        return Hints(self)

    @property
    def page(self) -> Page:
        """The usual page."""
        return Page(self)

    def __str__(self) -> str:
        rows, columns = self.board.extent
        marks = dict.fromkeys(self.cells, "o") | dict.fromkeys(self.stars, "*")
        return "\n".join("".join(marks.get((r, c), ".") for c in range(columns)) for r in range(rows))
