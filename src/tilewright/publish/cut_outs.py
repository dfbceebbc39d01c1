"""What is cut out of paper: pieces and tiles on sheets, at their true size, each inside its own line to cut along."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from tilewright.errors import LimitError
from tilewright.render import draw
from tilewright.render.canvas import Canvas, Point
from tilewright.render.page import CutOut, PieceCount
from tilewright.render.place import box, shelves
from tilewright.render.theme import Theme

RIM = 0.06  # cells by which a picture is larger than what is drawn, for the lines' widths
GAP = 4.0  # mm between what is to be cut out
LINE = 0.4  # mm, the widest that outlines are drawn: they stand on the line that is to be measured or cut
MOST = 5_000  # in one file


def piece_cut_out(need: PieceCount) -> CutOut:
    """Return a piece as something to cut out."""
    left, top, right, bottom = box(need.piece.grid, need.piece.atoms)
    return CutOut((right - left, bottom - top), partial(_draw_piece, need=need, corner=(left, top)))


def _draw_piece(canvas: Canvas, at: Point, need: PieceCount, corner: Point) -> None:
    piece, place = need.piece, (at[0] - corner[0], at[1] - corner[1])
    draw.shape(canvas, piece.grid, piece.atoms, piece.color or "", piece.name, place, need.number)


def cut_out_sheets(
    parts: Sequence[CutOut], room: tuple[float, float], cell: float, theme: Theme
) -> tuple[list[Canvas], float]:
    """Return sheets with the parts in rows, and the millimeters of a cell: `cell`, or less where a part is too large.

    room: (width, height) of a sheet in mm. Raises LimitError for more parts than anyone cuts.

    >>> from tilewright.render.page import CutOut
    >>> from tilewright.render.theme import LIGHT
    >>> square = CutOut((1, 1), lambda canvas, at: None)
    >>> sheets, cell = cut_out_sheets([square] * 30, (100.0, 50.0), 20.0, LIGHT)
    >>> len(sheets), cell
    (4, 20.0)
    """
    if not parts:
        return [], cell
    if len(parts) > MOST:
        raise LimitError(f"{len(parts):,} pieces to cut out: expected at most {MOST:,}")
    wide, high = room
    sizes = [part.size for part in parts]
    cell = fitting_cell(parts, room, cell)
    placed = list(shelves(sizes, wide / cell - RIM, GAP / cell, high / cell - RIM))
    sheets = [Canvas(theme, cell, "mm", edge=min(Canvas.edge, LINE / cell)) for _ in range(placed[-1][0] + 1)]
    for part, (page, x, y) in zip(parts, placed, strict=True):
        part.draw(sheets[page], (x, y))
    return sheets, cell


def fitting_cell(parts: Sequence[CutOut], room: tuple[float, float], cell: float) -> float:
    """Return the millimeters of a cell with which all parts, of which there is one at least, fit: `cell`, or less."""
    wide, high = room
    width, height = (max(part.size[axis] for part in parts) + RIM for axis in (0, 1))
    return min(cell, wide / width, high / height)
