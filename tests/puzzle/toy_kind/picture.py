"""Pictures of Stars: the stars, and dominoes colored as a map."""

from __future__ import annotations

from collections.abc import Sequence

from tests.puzzle.toy_kind.puzzle import Stars
from tilewright.lattice.outline import regions
from tilewright.puzzle import Placement
from tilewright.render import draw
from tilewright.render.canvas import REGIONS, Canvas, Point
from tilewright.render.svg import Picture


class StarsPicture(Picture):
    """What is drawn on the board."""

    puzzle: Stars

    def draw_given(self, canvas: Canvas, at: Point = (0, 0)) -> None:
        """The stars."""
        for row, column in self.puzzle.stars:
            canvas.text("*", (column + 0.5 + at[0], row + 0.5 + at[1]), 0.6, canvas.theme.ink, bold=True)

    def draw_placements(
        self, canvas: Canvas, placements: Sequence[Placement], at: Point = (0, 0), labels: bool = True
    ) -> None:
        """The dominoes, neighbors in different colors, with the stars."""
        grid = self.puzzle.grid
        for placement, color in zip(placements, draw.map_colors(grid, [p.atoms for p in placements]), strict=True):
            outline = regions(grid, placement.atoms)
            canvas.regions(grid, outline, at, fill=REGIONS[color % 4], stroke=canvas.theme.edge, width=canvas.edge)
        self.draw_given(canvas, at)
