"""Pictures of Stars: the stars, and dominoes colored as a map."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.puzzle.stars.puzzle import Stars  # type: ignore[import-not-found]

from tilewright.lattice.outline import regions
from tilewright.puzzle import Placement
from tilewright.render import draw
from tilewright.render.canvas import Canvas, Point
from tilewright.render.puzzles import draw_given, draw_placements
from tilewright.render.theme import REGIONS


@draw_given.register(Stars)
def draw_stars(puzzle: Stars, canvas: Canvas, at: Point = (0, 0)) -> None:
    """The stars."""
    for row, column in puzzle.stars:
        canvas.text("*", (column + 0.5 + at[0], row + 0.5 + at[1]), 0.6, canvas.theme.ink, bold=True)


@draw_placements.register(Stars)
def draw_dominoes(
    puzzle: Stars, canvas: Canvas, placements: Sequence[Placement], at: Point = (0, 0), labels: bool = True
) -> None:
    """The dominoes, neighbours in different colors, with the stars."""
    grid = puzzle.grid
    for placement, color in zip(placements, draw.map_colors(grid, [p.atoms for p in placements]), strict=True):
        fill = REGIONS[color % len(REGIONS)]
        canvas.regions(grid, regions(grid, placement.atoms), at, fill=fill, stroke=canvas.theme.edge, width=canvas.edge)
    draw_stars(puzzle, canvas, at)
