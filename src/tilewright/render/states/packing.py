"""The two pictures of cell states: every oriented piece with the numbers of its cells, and a filled board with its margin.

The formula of the Tetris-filling report says of each cell which cell of which oriented piece lies there; these are its numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tilewright.lattice import Atom
from tilewright.puzzle import Packing, Tiling
from tilewright.puzzle.packing.cellstate import check_puzzle, margin_of, states_of
from tilewright.render import draw
from tilewright.render.canvas import Canvas, Point
from tilewright.render.states.pictures import CELL, numbered_orientations, states_svg
from tilewright.render.theme import LIGHT, Theme, ink_on, palette_colors

NUMBER = 0.36  # height of a number, in cells
GAP = 0.6  # between pieces, in cells


@states_svg.register(Packing)
def _states_svg(puzzle: Packing, tiling: Tiling | None, theme: Theme = LIGHT, cell: float = CELL) -> str:
    check_puzzle(puzzle)
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


@numbered_orientations.register(Packing)
def _numbered_orientations(puzzle: Packing) -> dict[tuple[str, str], dict[Atom, int]]:
    check_puzzle(puzzle)
    number = iter(range(len(states_of(puzzle))))
    return {
        (piece.name, motion): {atom: next(number) for atom in atoms}
        for piece in puzzle.pieces
        for motion, atoms in piece.orientations
    }


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
