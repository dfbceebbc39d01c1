"""A reason drawn: the board with the cells or the weights it speaks of, and its sentence below."""

from __future__ import annotations

import textwrap

from tilewright.explain.reasons.reason import Reason
from tilewright.puzzle import Puzzle
from tilewright.render import draw
from tilewright.render.canvas import Canvas
from tilewright.render.draw import GAP
from tilewright.render.svg import CAPTION, CELL, coloring_svg
from tilewright.render.theme import LIGHT, Theme

MARK = "#e8a33d"
LINE = 0.27  # of a caption, cells a character


def reason_svg(puzzle: Puzzle, reason: Reason, theme: Theme = LIGHT, cell: float = CELL) -> str:
    """The picture of why there is no tiling."""
    wide = max(24, int(puzzle.board.extent[-1] / LINE))
    caption = "\n".join(textwrap.wrap(reason.text, wide))
    if reason.weights:
        return coloring_svg(puzzle.board, dict(reason.weights), caption, theme, cell)
    canvas = Canvas(theme, cell)
    draw.board(canvas, puzzle.board)
    if reason.atoms:
        grid = draw.board_view(puzzle.board)
        draw.silhouette(canvas, grid, reason.atoms, MARK)
        draw.cell_lines(canvas, grid, reason.atoms)
    puzzle.picture.draw_given(canvas)
    left, _, right, bottom = canvas.box
    for number, line in enumerate(caption.splitlines()):
        canvas.text(line, (left, bottom + 0.7 + 0.75 * number), CAPTION, theme.ink, anchor="start")
    if not reason.atoms:
        _, _, _, bottom = canvas.box
        puzzle.picture.draw_piece_list(canvas, (left, bottom + GAP), max(right - left, 14.0))
    return canvas.svg(title=reason.text)
