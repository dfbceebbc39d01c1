"""Shikaku: divide a grid into rectangles, each with exactly one clue, the number of its cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from itertools import accumulate, product
from operator import add, itemgetter
from typing import TYPE_CHECKING, Any, ClassVar

from tilewright.errors import (
    TITLE,
    LimitError,
    NotationError,
    argument_error,
    check_whole,
    check_whole_tuples,
    printable,
)
from tilewright.exact_cover.limits import NEVER, Deadline
from tilewright.lattice import Atom
from tilewright.puzzle.board import MAX_CELLS, Board
from tilewright.puzzle.placement import Placement, digest
from tilewright.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from tilewright.kinds.shikaku.text import ShikakuText
    from tilewright.puzzle.puzzle import Checkers, Compiled, DirectSearch, Hints, Picture, Reasons


Clue = tuple[int, int, int | None]  # row, column, cells of its rectangle (None: unknown)
Rect = tuple[int, int, int, int]  # top, left, height, width
MOST_SIDE = 1 << 62
MAX_CANDIDATES = 20_000_000


@dataclass(frozen=True)
class Shikaku(Puzzle):
    """A grid to divide into rectangles, each with exactly one clue, the number of its cells.

    rows, columns: the size of the grid.
    clues:  (row, column, cells), stored sorted; cells is None for a clue of unknown size.
    pinned: rectangles (top, left, height, width) that every division contains, stored sorted and without duplicates.
    name:   a title, which is not part of the puzzle's identity.

    Raises NotationError for clues off the grid, two clues on one cell and pins that no division can have, and
    LimitError for a grid that is too large.

    >>> puzzle = Shikaku(2, 3, ((0, 0, 2), (1, 2, 4)))
    >>> print(puzzle)
    2 . .
    . . 4
    >>> [rect for clue, rect in puzzle.candidates()]
    [(0, 0, 2, 1), (0, 0, 1, 2), (0, 1, 2, 2)]
    """

    kind = "shikaku"
    text_format = "shikaku"
    title = "Shikaku"
    owner_word = "clue"
    rules: ClassVar[dict[str, str]] = {
        "off-board": "every rectangle lies on the grid",
        "overlap": "no cell is covered twice",
        "uncovered": "every cell is covered",
        "shape": "every region is a rectangle",
        "clue": "every rectangle holds exactly one clue",
        "name": "every rectangle bears the place of the clue it holds",
        "size": "every rectangle has as many cells as its clue says",
        "pin": "pinned rectangles are there",
    }

    rows: int
    columns: int = 0
    clues: tuple[Clue, ...] = ()
    pinned: tuple[Rect, ...] = ()
    name: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", printable(self.name, TITLE))
        if not isinstance(self.rows, int):
            raise argument_error("rows", self.rows, "a number of rows; tw.load takes rows of clues", False)
        if isinstance(self.clues, tuple | list) and all(isinstance(clue, list) for clue in self.clues):
            object.__setattr__(self, "clues", tuple(map(tuple, self.clues)))
        check_whole("rows", self.rows, 0, MOST_SIDE)
        check_whole("columns", self.columns, 0, MOST_SIDE)
        check_whole_tuples("clues", self.clues, "tuples (row, column, cells), e.g. ((0, 0, 2),)", 3, optional=True)
        check_whole_tuples("pinned", self.pinned, "tuples (top, left, height, width)", 4)
        cells = self.rows * self.columns
        if self.rows < 1 or self.columns < 1:
            raise NotationError(f"a Shikaku of {self.rows} x {self.columns} cells: expected at least 1 x 1")
        if cells > MAX_CELLS:
            raise LimitError(f"a Shikaku of {cells:,} cells: expected at most {MAX_CELLS:,}")
        self._check_clues()
        object.__setattr__(self, "clues", tuple(sorted(self.clues, key=itemgetter(0, 1))))
        object.__setattr__(self, "pinned", tuple(sorted(set(self.pinned))))
        self._check_pins()

    def _check_clues(self) -> None:
        for row, column, value in self.clues:
            if not (0 <= row < self.rows and 0 <= column < self.columns):
                raise NotationError(
                    f"the clue at row {row}, column {column} is not on the {self.rows} x {self.columns} grid, "
                    "whose rows and columns count from 0"
                )
            if value is not None and value < 1:
                raise NotationError(f"the clue {value} at row {row}, column {column}: expected 1 or more")
        if len(set(map(itemgetter(0, 1), self.clues))) != len(self.clues):
            raise NotationError("two clues are on one cell")

    def _check_pins(self) -> None:
        if not self.pinned:
            return
        owner: dict[tuple[int, int], Rect] = {}
        values = {clue[:2]: clue[2] for clue in self.clues}
        for rect in self.pinned:
            top, left, height, width = rect
            text = f"the pinned rectangle {list(rect)}"
            if min(height, width) < 1 or not (0 <= top <= self.rows - height and 0 <= left <= self.columns - width):
                raise NotationError(f"{text}: expected one on the {self.rows} x {self.columns} grid")
            cells = list(cells_of(rect))
            if met := next((owner[cell] for cell in cells if cell in owner), None):
                raise NotationError(f"{text} overlaps {list(met)}: expected pinned rectangles that do not overlap")
            owner.update(dict.fromkeys(cells, rect))
            inside = [cell for cell in cells if cell in values]
            if len(inside) != 1:
                raise NotationError(f"{text} holds {len(inside)} clues: expected one")
            if values[inside[0]] not in (None, len(cells)):
                raise NotationError(f"{text} has {len(cells)} cells: expected {values[inside[0]]}, as its clue says")

    @cached_property
    def board(self) -> Board:
        """The whole grid."""
        return Board.of_size(f"{self.rows}x{self.columns}")

    @cached_property
    def digest(self) -> str:
        return digest("shikaku", self.rows, self.columns, self.clues, sorted(self.pinned))

    def candidates(self, deadline: Deadline = NEVER) -> list[tuple[int, Rect]]:
        """Return every (clue number, rectangle) that holds only that clue, by top row, left column, width and height.

        Each clue is tried with all factor pairs of its number and all positions. A two-dimensional prefix sum counts
        the clues inside. Raises LimitError if there are too many candidates, and OutOfTimeError at the deadline.
        """
        deadline.check()
        clues_up_to = self._prefix_sums()
        found: list[tuple[int, Rect]] = []
        sizes = cache(lambda value: tuple(self._sizes(value)))  # many clues are equal
        for number, clue in enumerate(self.clues):
            for top, left, height, width in deadline.watch(self._around(clue, sizes(clue[2]))):
                bottom, right = top + height, left + width
                inside = (
                    clues_up_to[bottom][right]
                    - clues_up_to[top][right]
                    - clues_up_to[bottom][left]
                    + clues_up_to[top][left]
                )
                if inside == 1:
                    found.append((number, (top, left, height, width)))
            if len(found) > MAX_CANDIDATES:
                raise LimitError(f"more than {MAX_CANDIDATES:,} candidate rectangles: expected fewer or smaller clues")
        for pin in self.pinned:
            found = [(number, rect) for number, rect in found if rect == pin or not overlap(rect, pin)]
        found.sort(key=lambda candidate: (candidate[1][0], candidate[1][1], candidate[1][3], candidate[1][2]))
        return found

    def _around(self, clue: Clue, sizes: Iterable[tuple[int, int]]) -> Iterator[Rect]:
        """Yield every rectangle on the grid that holds the clue's cell and has one of these sizes."""
        row, column, _ = clue
        for height, width in sizes:
            for top in range(max(0, row - height + 1), min(row, self.rows - height) + 1):
                for left in range(max(0, column - width + 1), min(column, self.columns - width) + 1):
                    yield top, left, height, width

    def _sizes(self, value: int | None) -> Iterator[tuple[int, int]]:
        for height in range(1, self.rows + 1):
            if value is None:
                yield from ((height, width) for width in range(1, self.columns + 1))
            elif value % height == 0 and value // height <= self.columns:
                yield height, value // height

    def _prefix_sums(self) -> list[list[int]]:
        marks = [[0] * (self.columns + 1) for _ in range(self.rows + 1)]
        for row, column, _ in self.clues:
            marks[row + 1][column + 1] = 1
        return list(accumulate(map(list, map(accumulate, marks)), lambda above, line: list(map(add, above, line))))

    @property
    def piece_names(self) -> tuple[str, ...]:
        return tuple(f"{row},{column}" for row, column, _ in self.clues)

    @property
    def pinned_placements(self) -> tuple[Placement, ...]:
        number_of = {clue[:2]: number for number, clue in enumerate(self.clues)}
        held = (next(number_of[cell] for cell in cells_of(rect) if cell in number_of) for rect in self.pinned)
        return tuple(self.rectangle_of(number, rect) for number, rect in zip(held, self.pinned, strict=True))

    def with_placements(self, placements: Iterable[Placement]) -> Shikaku:
        """Return the puzzle with these rectangles pinned as well.

        Raises NotationError if they and its pins exclude each other.
        """
        return replace(self, pinned=(*self.pinned, *map(rectangle, placements)))

    def placement(self, name: str, atoms: Iterable[Atom]) -> Placement:
        """Return the rectangle of a clue as a placement; its motion is the size of the bounding box."""
        placed = Placement(name, tuple(sorted(atoms)))
        _, _, height, width = rectangle(placed)
        return replace(placed, motion=f"{height}x{width}")

    def rectangle_of(self, number: int, rect: Rect) -> Placement:
        """Return the rectangle of the clue with this number as a placement."""
        row, column, _ = self.clues[number]
        return Placement(f"{row},{column}", tuple(cells_of(rect)), f"{rect[2]}x{rect[3]}")

    @cached_property
    def text(self) -> ShikakuText:
        from tilewright.kinds.shikaku.text import ShikakuText

        return ShikakuText(self)

    def direct_search(self, labelled: bool = False) -> DirectSearch:
        """Return the search that needs no exact cover."""
        from tilewright.kinds.shikaku.search import ShikakuSearch

        return ShikakuSearch(self)

    @classmethod
    def from_table(cls, data: object, text: str) -> Shikaku:
        from tilewright.kinds.shikaku.text import read_table

        return read_table(data, text)

    def to_table(self) -> dict[str, Any]:
        from tilewright.kinds.shikaku.text import to_table

        return to_table(self)

    def _compile(self, labelled: bool, deadline: Deadline) -> Compiled:
        from tilewright.kinds.shikaku.compile import compile_puzzle

        return compile_puzzle(self, labelled, deadline)

    @property
    def picture(self) -> Picture:
        from tilewright.kinds.shikaku.picture import ShikakuPicture

        return ShikakuPicture(self)

    @property
    def reasons(self) -> Reasons:
        from tilewright.kinds.shikaku.reasons import ShikakuReasons

        return ShikakuReasons(self)

    @property
    def hints(self) -> Hints:
        from tilewright.kinds.shikaku.reasons import ShikakuHints

        return ShikakuHints(self)

    @property
    def checkers(self) -> Checkers:
        from tilewright.kinds.shikaku.check import ShikakuCheckers

        return ShikakuCheckers(self)

    def placement_row(self, placement: Placement) -> dict[str, Any]:
        return {**super().placement_row(placement), "rect": list(rectangle(placement))}

    def __str__(self) -> str:
        width = max([1, *(len(str(value)) for _, _, value in self.clues if value)])
        values = {clue[:2]: "?" if clue[2] is None else str(clue[2]) for clue in self.clues}
        lines = (" ".join(values.get((r, c), ".").rjust(width) for c in range(self.columns)) for r in range(self.rows))
        return "\n".join(lines)


def cells_of(rect: Rect) -> Iterator[tuple[int, int]]:
    """Return the cells of a rectangle, row by row."""
    top, left, height, width = rect
    return product(range(top, top + height), range(left, left + width))


def overlap(a: Rect, b: Rect) -> bool:
    """Return whether two rectangles share a cell."""
    return a[0] < b[0] + b[2] and b[0] < a[0] + a[2] and a[1] < b[1] + b[3] and b[1] < a[1] + a[3]


def rectangle(placement: Placement) -> Rect:
    """Return the (top, left, height, width) of a placement's bounding box."""
    rows, columns = [r for r, _ in placement.atoms], [c for _, c in placement.atoms]
    return min(rows), min(columns), max(rows) - min(rows) + 1, max(columns) - min(columns) + 1
