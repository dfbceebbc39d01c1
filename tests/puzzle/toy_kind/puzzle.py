"""Stars: divide a grid into dominoes, each with exactly one star; all that is known of this kind."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, ClassVar

import msgspec

from tilewright.errors import NotationError, quote
from tilewright.exact_cover.limits import NEVER, Deadline
from tilewright.exact_cover.problem import ExactCover
from tilewright.lattice import Atom
from tilewright.lattice.symmetry import Isometry, image
from tilewright.puzzle.board import Board
from tilewright.puzzle.picture import Page
from tilewright.puzzle.placement import Placement, digest
from tilewright.puzzle.puzzle import Checkers, Compiled, Hints, Owner, Puzzle, Reasons, uncovered_reasons
from tilewright.puzzle.rules import Fault, Reason, cells_text, pin_faults
from tilewright.puzzle.table import convert_table
from tilewright.render.canvas import Canvas, Point

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
        **Puzzle.rules,
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
        return compile_puzzle(self, labelled, deadline)

    @property
    def picture(self) -> Page:
        """What draws stars and dominoes."""
        return StarsPicture(self)

    @property
    def reasons(self) -> Reasons:
        """Reasons by counting."""
        return StarsReasons(self)

    @property
    def checkers(self) -> Checkers:
        """What checks those reasons."""
        return StarsCheckers(self)

    @property
    def hints(self) -> Hints:
        """The usual techniques and words."""
        return Hints(self)

    def __str__(self) -> str:
        rows, columns = self.board.extent
        marks = dict.fromkeys(self.cells, "o") | dict.fromkeys(self.stars, "*")
        return "\n".join("".join(marks.get((r, c), ".") for c in range(columns)) for r in range(rows))


def _shapes(placements: Sequence[Placement]) -> Iterator[Fault]:
    for placement in placements:
        (a, b), (c, d) = placement.atoms[0], placement.atoms[-1]
        if len(placement.atoms) != 2 or abs(a - c) + abs(b - d) != 1:
            yield Fault("shape", f"what lies at {cells_text(placement.atoms)} is not a domino", placement.atoms)


def _stars(puzzle: Stars, placements: Sequence[Placement]) -> Iterator[Fault]:
    for placement in placements:
        held = [f"{row},{column}" for row, column in puzzle.stars if (row, column) in placement.atoms]
        if held != [placement.piece]:
            text = f"the domino {placement.piece} at {cells_text(placement.atoms)} holds {len(held)} stars"
            yield Fault("star", text, placement.atoms)


@dataclass(frozen=True)
class CompiledStars(Compiled):
    """The cover of a Stars puzzle; its owners are the stars."""

    puzzle: Stars

    def owner_item(self, owner: Owner) -> int:
        """The star's own cell."""
        return self.atoms.index(self.puzzle.stars[owner])

    def image_of_rules(self, isometry: Isometry) -> list[int] | None:
        """There are no items behind the atoms; stars must become stars."""
        moved = image(self.puzzle.grid, isometry, self.puzzle.stars)
        return [] if set(moved) == set(self.puzzle.stars) else None


def compile_puzzle(puzzle: Stars, labelled: bool, deadline: Deadline) -> CompiledStars:
    """A star's options are the dominoes of its cell and a neighbour without a star, those that pins leave."""
    number = {atom: item for item, atom in enumerate(puzzle.cells)}
    options, meanings = [], []
    for owner, (row, column) in enumerate(puzzle.stars):
        for other in ((row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)):
            if other in number and other not in puzzle.stars:
                placed = puzzle.placement(puzzle.piece_names[owner], ((row, column), other))
                if all(pin.atoms == placed.atoms or not {*pin.atoms} & {*placed.atoms} for pin in puzzle.pinned):
                    options.append(tuple(sorted(number[atom] for atom in placed.atoms)))
                    meanings.append((owner, placed.motion))
    ones = (1,) * len(puzzle.cells)
    return CompiledStars(puzzle, ExactCover(ones, ones, tuple(options)), puzzle.cells, tuple(meanings))


class StarsReasons(Reasons):
    """Why there is no answer."""

    puzzle: Stars

    def of_placements(self, compiled: Compiled, deadline: Deadline) -> Iterator[Reason]:
        """Two cells for each star, and cells that nothing covers."""
        stars, cells = len(self.puzzle.stars), len(self.puzzle.cells)
        if 2 * stars != cells:
            yield Reason("area", f"{stars} dominoes cannot cover {cells} cells")
        yield from uncovered_reasons(compiled, deadline)


class StarsCheckers(Checkers):
    """What checks answers and such a reason."""

    puzzle: Stars

    def rule_faults(self, placements: Sequence[Placement], partial: bool) -> list[Fault]:
        """What breaks a rule of the stars."""
        pins = {frozenset(pin.atoms): pin.piece for pin in self.puzzle.pinned}
        pinned = pin_faults(pins, placements, partial, "domino of star")
        return [*_shapes(placements), *_stars(self.puzzle, placements), *pinned]

    def checkable_reasons(self) -> tuple[str, ...]:
        """By counting."""
        return ("area",)

    def reason_fault(self, reason: Reason, deadline: Deadline = NEVER) -> str | None:
        """None if the stars are too many or too few."""
        wrong = 2 * len(self.puzzle.stars) != len(self.puzzle.cells)
        return None if wrong and reason.kind == "area" else "the dominoes of the stars can cover the cells"


class StarsPicture(Page):
    """What is drawn on the board; the rest of the page is the usual one."""

    puzzle: Stars

    def draw_given(self, canvas: Canvas, at: Point = (0, 0)) -> None:
        """The stars."""
        for row, column in self.puzzle.stars:
            canvas.text("*", (column + 0.5 + at[0], row + 0.5 + at[1]), 0.6, canvas.theme.ink, bold=True)

    def draw_placements(
        self, canvas: Canvas, placements: Sequence[Placement], at: Point = (0, 0), labels: bool = True
    ) -> None:
        """The dominoes, and the stars upon them."""
        super().draw_placements(canvas, placements, at, labels)
        self.draw_given(canvas, at)
