"""The two pictures of cell states: every oriented piece with the numbers of its cells, and a filled board with its margin.

The formula of the Tetris-filling report says of each cell which cell of which oriented piece lies there; these are its numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tilewright.kinds import Packing
from tilewright.kinds.packing.cellstate import margin_of, numbered_orientations
from tilewright.lattice import Atom
from tilewright.puzzle import Tiling
from tilewright.render import draw
from tilewright.render.canvas import Canvas, Point
from tilewright.render.theme import LIGHT, Theme, ink_on, palette_colors

CELL = 32.0  # pixels
NUMBER = 0.36  # height of a number, in cells
GAP = 0.6  # between pieces, in cells


def states_svg(puzzle: Packing, tiling: Tiling | None, theme: Theme = LIGHT, cell: float = CELL) -> str:
    """Return all states, a line for each piece, and below them the board: with the states of a tiling if one is given."""
    canvas = Canvas(theme, cell)
    colors = palette_colors(puzzle.pieces)
    numbers = numbered_orientations(puzzle)
    bottom = 0.0
    for name in puzzle.piece_names:
        bottom = _piece_line(
            canvas, puzzle, [each for key, each in numbers.items() if key[0] == name], colors[name], bottom
        )
    _board(canvas, puzzle, tiling, numbers, colors, bottom + GAP)
    return canvas.svg(title=f"cell states of {puzzle.name or 'a puzzle'}")


def _piece_line(canvas: Canvas, puzzle: Packing, orientations: list[dict[Atom, int]], color: str, top: float) -> float:
    """Draw the orientations side by side; return where the next line begins."""
    left, high = 0.0, 0
    for cells in orientations:
        draw.shape(canvas, puzzle.grid, tuple(cells), color, at=(left, top))
        _numbers(canvas, cells, ink_on(color), (left, top))
        left += max(column for _, column in cells) + 1 + GAP
        high = max(high, max(row for row, _ in cells) + 1)
    return top + high + GAP


def _board(
    canvas: Canvas,
    puzzle: Packing,
    tiling: Tiling | None,
    numbers: Mapping[tuple[str, str], dict[Atom, int]],
    colors: Mapping[str, str],
    top: float,
) -> None:
    margin = margin_of(puzzle)
    at = (float(margin), top + margin)
    rows, columns = puzzle.board.extent
    for row, column in _margin_cells(puzzle, margin):
        x, y = column + at[0], row + at[1]
        corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
        canvas.polygons([corners], fill=canvas.theme.board, stroke=canvas.theme.soft, width=canvas.edge / 3)
        canvas.text("–", (x + 0.5, y + 0.5), NUMBER, canvas.theme.soft)
    canvas.include((0, top), (columns + 2 * margin, top + rows + 2 * margin))
    draw.board(canvas, puzzle.board, at)
    for placement in tiling.placements if tiling else ():
        shape = numbers[placement.piece, placement.motion]
        cells = dict(zip(sorted(placement.atoms), shape.values(), strict=True))
        draw.shape(canvas, puzzle.grid, tuple(cells), colors[placement.piece], at=at)
        _numbers(canvas, cells, ink_on(colors[placement.piece]), at)


def _margin_cells(puzzle: Packing, margin: int) -> Iterator[Atom]:
    """The cells around the board, and its holes."""
    there = set(puzzle.board.atoms)
    rows, columns = puzzle.board.extent
    cells = ((row, column) for row in range(-margin, rows + margin) for column in range(-margin, columns + margin))
    return (cell for cell in cells if cell not in there)


def _numbers(canvas: Canvas, cells: Mapping[Atom, int], color: str, at: Point) -> None:
    for (row, column), number in cells.items():
        canvas.text(str(number), (column + 0.5 + at[0], row + 0.5 + at[1]), NUMBER, color)
