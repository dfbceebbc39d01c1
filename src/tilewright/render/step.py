"""A hint as a picture: what lies, what the step is about, where the reason is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tilewright.lattice import Atom
from tilewright.lattice.outline import regions
from tilewright.puzzle import Placement, Tiling
from tilewright.render import draw
from tilewright.render.canvas import Canvas
from tilewright.render.puzzles import draw_tiling
from tilewright.render.theme import LIGHT, Theme

GOOD, BAD, WHY = "#0b7a3b", "#c62828", "#e08a00"


def step_svg(
    partial: Tiling,
    placements: Sequence[Placement],
    good: bool,
    reason: Iterable[Atom] = (),
    theme: Theme = LIGHT,
    cell: float = 32.0,
) -> str:
    """The partial tiling, the placements outlined (green: they must lie there; red: they cannot), the reason ringed."""
    puzzle = partial.puzzle
    grid = draw.board_view(puzzle.board)
    canvas = Canvas(theme, cell)
    draw_tiling(canvas, partial)
    color = GOOD if good else BAD
    for placement in placements[:1] if not good else placements:
        outline = regions(grid, placement.atoms)
        canvas.regions(grid, outline, (0, 0), fill=color, stroke="none", opacity=0.25)
        canvas.regions(grid, outline, (0, 0), fill="none", stroke=color, width=0.14)
    for atom in reason:
        corners = grid.polygon(atom)
        middle = (sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners))
        canvas.circle(middle, 0.4 if grid.slot_count == 1 else 0.12, fill="none", stroke=WHY, width=0.06)
    return canvas.svg(title="hint")
