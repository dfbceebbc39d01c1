"""Shikaku as tables (keys `name`, `shikaku`, `pinned`), and its answers as text that can be read back.

An answer is drawn as walls with the clues inside, or as the classic grid of candidate numbers.

    +-------+---+
    | 2     | . |
    +-------+---+

A cell that no rectangle covers has a dot behind its clue or in its place.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from operator import itemgetter
from typing import Any

import msgspec

from tilewright.errors import LimitError, NotationError
from tilewright.files import MAX_PIECES
from tilewright.kinds.shikaku.grid import grid_text, parse_grid
from tilewright.kinds.shikaku.puzzle import Rect, Shikaku, rectangle
from tilewright.kinds.shikaku.rooms import labelled_rooms, walled_rooms
from tilewright.kinds.shikaku.search import DivisionTilings
from tilewright.puzzle.placement import Placement
from tilewright.puzzle.puzzle import Tiling, TilingText
from tilewright.puzzle.rows import rows_text
from tilewright.puzzle.table import convert_table
from tilewright.puzzle.walls import POSTS, draw_walls, drawn_lines


def dump_grid(puzzle: Shikaku) -> str:
    """Return a Shikaku as a grid.

    Raises NotationError if it has pinned rectangles, which a grid cannot hold.
    """
    if puzzle.pinned:
        raise NotationError("a Shikaku grid cannot hold pinned rectangles: write it as TOML or JSON")
    return f"{grid_text(puzzle)}\n"


Cell = tuple[int, ...]


def _width(puzzle: Shikaku) -> int:
    """Return the number of characters inside a cell: the longest clue and one character on each side."""
    return len(str(max(filter(None, map(itemgetter(2), puzzle.clues)), default=1))) + 2


class ShikakuText(TilingText):
    """The drawings of Shikaku puzzles. They need no notes, because walls tell the rectangles apart."""

    puzzle: Shikaku

    def draw(self, tiling: Tiling) -> str:
        """Return the drawing with walls and clues. A partial answer shows a dot in each open cell."""
        puzzle, width = self.puzzle, _width(self.puzzle)
        owners = _owners(puzzle, tiling.placements)
        nothing: list[int | None] = [None] * (puzzle.columns + 2)
        return draw_walls([nothing, *owners, nothing], _cell_texts(puzzle, owners, width), width, POSTS)

    def drawings(self, tilings: Sequence[Tiling]) -> Iterator[str]:
        """Yield the drawing of each tiling. Divisions that a search found are drawn without making tilings."""
        if not isinstance(tilings, DivisionTilings):
            return map(self.draw, tilings)
        divisions = tilings.divisions
        return (_draw_division(self.puzzle, divisions.rectangles(place)) for place in range(len(divisions)))

    @property
    def styles(self) -> Mapping[str, Callable[[Tiling], str]]:
        return {"walls": self.draw, "numbers": self._draw_numbers}

    def notes(self, tilings: Sequence[Tiling]) -> list[str]:
        return []

    def _draw_numbers(self, tiling: Tiling) -> str:
        """Return the grid with the number of each cell's rectangle among the candidates, from 1, or a dot."""
        puzzle, placements = self.puzzle, tiling.placements
        numbers = {rect: number for number, rect in enumerate(_candidates(puzzle), start=1)}
        number_of = {atom: str(numbers.get(rectangle(p), "?")) for p in placements for atom in p.atoms}
        width = max(map(len, number_of.values()), default=1)
        return "\n".join(
            " ".join(number_of.get((row, column), ".").rjust(width) for column in range(puzzle.columns))
            for row in range(puzzle.rows)
        )

    def parse(self, text: str) -> tuple[Placement, ...]:
        """Return the rectangles of a drawing with walls, or of rows with a number or letters for each.

        Raises NotationError that quotes the wrong line.
        """
        lines = drawn_lines(text, "walls + - | around rectangles, or a number or letters for each")
        regions = walled_rooms(text, self.puzzle) if self.has_walls(lines[0]) else labelled_rooms(text, self.puzzle)
        clues = {(row, column) for row, column, _ in self.puzzle.clues}
        return tuple(_placement(cells, clues) for cells in regions)


def _owners(puzzle: Shikaku, placements: Iterable[Placement]) -> list[list[int | None]]:
    """Return the number of the placement that covers each cell, -1 for none, and None beyond both ends of each row."""
    owners: list[list[int | None]] = [[None, *[-1] * puzzle.columns, None] for _ in range(puzzle.rows)]
    for number, placement in enumerate(placements):
        for row, column in placement.atoms:
            if 0 <= row < puzzle.rows and 0 <= column < puzzle.columns:
                owners[row][column + 1] = number
    return owners


def _draw_division(puzzle: Shikaku, rects: Iterable[Rect]) -> str:
    """Return the drawing with walls for rectangles that cover every cell once.

    Each rectangle draws the walls above it and to its left, so that no cell needs to be visited.
    """
    width = _width(puzzle)
    pitch, length = width + 1, puzzle.columns * (width + 1)
    edge, line = b"+" + b"-" * width, length + 2  # including its end
    rows = (b" " * length + b"+\n" + b" " * length + b"|\n") * puzzle.rows
    text = bytearray(rows + edge * puzzle.columns + b"+")
    for top, left, height, wide in rects:
        first = 2 * top * line + left * pitch
        text[first : first + wide * pitch + 1] = edge * wide + b"+"
        text[first + line : first + 2 * height * line : line] = b"|" + b"+|" * (height - 1)
    numbers = {value: number.encode() for value, number in _clue_texts(puzzle, width).items()}
    for row, column, value in puzzle.clues:
        first = (2 * row + 1) * line + column * pitch + 1
        text[first : first + width - 1] = numbers[value]
    return text.decode()


def _clue_texts(puzzle: Shikaku, width: int) -> dict[int | None, str]:
    """Return the text of each number, without the character behind it. There are few different numbers."""
    values = set(map(itemgetter(2), puzzle.clues))
    return {value: ("?" if value is None else str(value)).rjust(width - 1) for value in values}


def _cell_texts(puzzle: Shikaku, owners: Sequence[Sequence[int | None]], width: int) -> list[list[str]]:
    """Return the text inside each cell: its clue, and a dot if nothing covers it."""
    open_, covered = ".".rjust(width), " " * width
    texts = [
        [open_ if owner == -1 else covered for owner in row[1:-1]] if -1 in row else [covered] * puzzle.columns
        for row in owners
    ]
    numbers = _clue_texts(puzzle, width)
    for row, column, value in puzzle.clues:
        texts[row][column] = numbers[value] + texts[row][column][-1]
    return texts


def _candidates(puzzle: Shikaku) -> list[Rect]:
    """Return the candidates in their classic order. Pins are ignored, because they would change the numbers."""
    return [rect for _, rect in replace(puzzle, pinned=()).candidates()]


def _placement(cells: Sequence[Cell], clues: Collection[Cell]) -> Placement:
    """Return the placement of a region, named by the first clue in it, or by its first cell if it has no clue."""
    atoms = tuple(sorted(cells))
    name = next((atom for atom in atoms if atom in clues), atoms[0])
    rows, columns = zip(*atoms, strict=True)
    return Placement(f"{name[0]},{name[1]}", atoms, f"{max(rows) - min(rows) + 1}x{max(columns) - min(columns) + 1}")


EXPECTED = {
    "name": "a string",
    "shikaku": "a grid of clues, as text or rows such as [[3, 0, 0], [0, 6, 0]]",
    "pinned": "[[pinned]] tables",
    "rect": "[top, left, height, width]",
}


class ShikakuPinTable(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A rectangle that every division contains: [top, left, height, width]."""

    rect: Rect


class ShikakuTable(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A Shikaku."""

    shikaku: str | list[Any]
    name: str = ""
    pinned: list[ShikakuPinTable] = []


def read_table(data: object, text: str) -> Shikaku:
    """Return the puzzle of a decoded file.

    Raises NotationError that names the wrong key and quotes its line, and LimitError for too many pins.
    """
    for key in ("lattice", "pieces", "board", "outline", "optional", "paint", "piece"):
        if isinstance(data, dict) and data.get(key):
            raise NotationError(f"shikaku and {key} exclude each other: expected shikaku, name and pinned only")
    table = convert_table(data, text, ShikakuTable, {"pinned": ShikakuPinTable}, EXPECTED)
    if len(table.pinned) > MAX_PIECES:
        raise LimitError(f"there are {len(table.pinned):,} pinned rectangles: expected at most {MAX_PIECES:,}")
    given = parse_grid(table.shikaku if isinstance(table.shikaku, str) else rows_text(table.shikaku))
    return Shikaku(given.rows, given.columns, given.clues, tuple(pin.rect for pin in table.pinned), table.name)


def to_table(puzzle: Shikaku) -> dict[str, Any]:
    """Return the puzzle as the plain data of a file."""
    pins = [ShikakuPinTable(rect) for rect in puzzle.pinned]
    data: dict[str, Any] = msgspec.to_builtins(ShikakuTable(grid_text(puzzle), puzzle.name, pins))
    return data
