"""Pictures of Shikaku: clues, and rectangles colored as a map."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.lattice.outline import regions
from tilewright.puzzle import Placement, Shikaku
from tilewright.render import draw
from tilewright.render.canvas import Canvas, Point
from tilewright.render.puzzles import draw_given, draw_placements
from tilewright.render.theme import REGIONS, ink_on


@draw_given.register(Shikaku)
def draw_clues(puzzle: Shikaku, canvas: Canvas, at: Point = (0, 0), ink: str = "") -> None:
    """The numbers of a Shikaku."""
    for row, column, value in puzzle.clues:
        text = "?" if value is None else str(value)
        place = (column + 0.5 + at[0], row + 0.5 + at[1])
        canvas.text(text, place, draw.fitting_size(text, 0.42), ink or canvas.theme.ink, bold=True)


@draw_placements.register(Shikaku)
def draw_rectangles(
    puzzle: Shikaku, canvas: Canvas, placements: Sequence[Placement], at: Point = (0, 0), labels: bool = True
) -> None:
    """The rectangles, neighbours in different colors, with the clues."""
    grid = puzzle.grid
    for placement, color in zip(placements, draw.map_colors(grid, [p.atoms for p in placements]), strict=True):
        fill = canvas.theme.paper if canvas.theme.patterned else REGIONS[color % len(REGIONS)]
        canvas.regions(grid, regions(grid, placement.atoms), at, fill=fill, stroke=canvas.theme.edge, width=canvas.edge)
    draw_clues(puzzle, canvas, at, ink_on(REGIONS[0]) if placements else "")
