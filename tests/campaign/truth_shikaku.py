"""What is true of a Shikaku, by trying every division into rectangles."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

from tests.campaign.puzzles import Divided
from tests.campaign.truth import MOST_TILINGS, TooManyError

Cell = tuple[int, int]
Cells = frozenset[Cell]
Named = tuple[str, Cells]
Tiling = frozenset[Named]
Rect = tuple[int, int, int, int]
MOST_NODES = 6000


def cells_of(rect: Rect) -> Cells:
    """The cells of a rectangle."""
    top, left, height, width = rect
    return frozenset(product(range(top, top + height), range(left, left + width)))


@dataclass(frozen=True)
class ShikakuTruth:
    """Everything that is true of a Shikaku; what lies there already counts as pinned."""

    puzzle: Divided

    @cached_property
    def pins(self) -> frozenset[Cells]:
        """The rectangles that must be there."""
        return frozenset(map(cells_of, (*self.puzzle.pins, *self.puzzle.partial)))

    def clue_of(self, cells: Cells) -> str | None:
        """The name of the one clue in these cells, if they are as many as it says."""
        inside = [clue for clue in self.puzzle.clues if clue[:2] in cells]
        if len(inside) != 1 or inside[0][2] not in (None, len(cells)):
            return None
        return f"{inside[0][0]},{inside[0][1]}"

    @cached_property
    def labelled(self) -> list[Tiling]:
        """The divisions, each rectangle by its clue."""
        every = frozenset(product(range(self.puzzle.rows), range(self.puzzle.columns)))
        found: list[Tiling] = []
        nodes = 0

        def fill(left: Cells, placed: tuple[Named, ...]) -> None:
            nonlocal nodes
            nodes += 1
            if nodes > MOST_NODES or len(found) > MOST_TILINGS:
                raise TooManyError
            if not left:
                if self.pins <= {cells for _, cells in placed}:
                    found.append(frozenset(placed))
                return
            top, first = min(left)
            for height, width in product(range(1, self.puzzle.rows + 1), range(1, self.puzzle.columns + 1)):
                cells = cells_of((top, first, height, width))
                if cells <= left and (name := self.clue_of(cells)) is not None:
                    fill(left - cells, (*placed, (name, cells)))

        fill(every, ())
        return found

    @cached_property
    def tilings(self) -> frozenset[Tiling]:
        """The divisions: clues are told apart by where they are."""
        return frozenset(self.labelled)

    def one_alike(self, placed: tuple[str, Hashable]) -> tuple[str, Hashable]:
        """Each clue is itself."""
        return placed

    def with_lying(self, lying: Iterable[Named]) -> ShikakuTruth:
        """What is true with these rectangles there."""
        return ShikakuTruth(
            replace(self.puzzle, partial=(*self.puzzle.partial, *(rect_of(cells) for _, cells in lying)))
        )

    @cached_property
    def candidates(self) -> list[Named]:
        """Every rectangle that holds one clue and meets no pin that it is not."""
        rows, columns = self.puzzle.rows, self.puzzle.columns
        found = []
        for top, left in product(range(rows), range(columns)):
            for height, width in product(range(1, rows - top + 1), range(1, columns - left + 1)):
                cells = cells_of((top, left, height, width))
                name = self.clue_of(cells)
                if name is not None and all(cells == pin or cells.isdisjoint(pin) for pin in self.pins):
                    found.append((name, cells))
        return found

    def orbits(self, mirrors: bool) -> int:
        """How many divisions there are up to rotations, or with mirrors."""
        clues = {clue[:2]: clue[2] for clue in self.puzzle.clues}
        last_row, last_column = self.puzzle.rows - 1, self.puzzle.columns - 1
        ways = [(r, c, swap) for r in (0, 1) for c in (0, 1) for swap in (0, 1) if not swap or last_row == last_column]
        images = []
        for down, right, swap in ways:
            if not mirrors and (down + right + swap) % 2:
                continue

            def moved(cell: Cell, down: int = down, right: int = right, swap: int = swap) -> Cell:
                row, column = (last_row - cell[0] if down else cell[0]), (last_column - cell[1] if right else cell[1])
                return (column, row) if swap else (row, column)

            if {moved(cell): value for cell, value in clues.items()} != clues:
                continue
            if {frozenset(map(moved, pin)) for pin in self.pins} != self.pins:
                continue
            images.append(moved)
        places = {frozenset(cells for _, cells in tiling) for tiling in self.labelled}
        orbits = {
            frozenset(frozenset(frozenset(map(image, cells)) for cells in each) for image in images) for each in places
        }
        return len(orbits)


def rect_of(cells: Cells) -> Rect:
    """The bounding box of cells."""
    rows, columns = [row for row, _ in cells], [column for _, column in cells]
    return min(rows), min(columns), max(rows) - min(rows) + 1, max(columns) - min(columns) + 1
