"""Pictures of packing puzzles: placed pieces, pins, the list of pieces to use."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from tilewright.pieces import Piece
from tilewright.puzzle import Packing, Placement
from tilewright.render import draw
from tilewright.render.canvas import Canvas, Point
from tilewright.render.lattices.seam import join_pieces
from tilewright.render.piece_colors import piece_colors
from tilewright.render.place import letter_spot, shelves
from tilewright.render.puzzles import draw_given, draw_piece_list, draw_placements
from tilewright.render.theme import ink_on, palette_colors

GAP = 0.6  # cells between pieces
NOTE = 0.5  # size of the number of copies, in cells


@piece_colors.register(Packing)
def _piece_colors(puzzle: Packing) -> dict[str, str]:
    return palette_colors(puzzle.pieces)


@draw_placements.register(Packing)
def _draw_placements(
    puzzle: Packing, canvas: Canvas, placements: Iterable[Placement], at: Point = (0, 0), labels: bool = True
) -> None:
    colors = _piece_colors(puzzle)
    numbers = {piece.name: i for i, piece in enumerate(puzzle.pieces)}
    grid, placements = draw.board_view(puzzle.board), list(placements)
    for placement in placements:
        name = placement.piece
        draw.shape(canvas, grid, placement.atoms, colors[name], name if labels else "", at, numbers[name])
    join_pieces(canvas, puzzle.board, [(placement.atoms, colors[placement.piece]) for placement in placements], at)


@draw_given.register(Packing)
def _draw_given(puzzle: Packing, canvas: Canvas, at: Point = (0, 0)) -> None:
    """The pinned pieces, each with a ring around its letter."""
    _draw_placements(puzzle, canvas, puzzle.pinned_placements, at)
    grid = draw.board_view(puzzle.board)
    colors = _piece_colors(puzzle)
    marks = [(part, pin.piece) for pin in puzzle.pinned for part in grid.components(pin.atoms)]
    for part, name in marks:
        x, y, room = letter_spot(grid, part)
        ink = "#000000" if canvas.theme.patterned else ink_on(colors[name])
        canvas.circle((x + at[0], y + at[1]), min(0.9 * room, 0.42), fill="none", stroke=ink, width=0.6 * canvas.edge)


@draw_piece_list.register(Packing)
def _draw_piece_list(puzzle: Packing, canvas: Canvas, at: Point, width: float) -> None:
    draw_pieces(canvas, puzzle.pieces, at, width)


def draw_pieces(canvas: Canvas, pieces: Sequence[Piece], at: Point, width: float) -> None:
    """The pieces in rows, the number of copies beside each that is not there exactly once."""
    colors = palette_colors(pieces)
    notes = [copies_text(piece) for piece in pieces]
    boxes = [draw.figure_box(piece.grid, piece.atoms) for piece in pieces]
    sizes = [(r - x + 0.9 * bool(note), b - t) for (x, t, r, b), note in zip(boxes, notes, strict=True)]
    for i, (piece, (_, x, y)) in enumerate(zip(pieces, shelves(sizes, width, GAP), strict=True)):
        left, top, right, bottom = boxes[i]
        place = (at[0] + x - left, at[1] + y - top)
        draw.figure(canvas, piece.grid, piece.atoms, colors[piece.name], piece.name, place, i)
        if notes[i]:
            spot = (place[0] + right + 0.15, place[1] + bottom - 0.25)
            canvas.text(notes[i], spot, NOTE, canvas.theme.ink, anchor="start")


def copies_text(piece: Piece) -> str:
    """The number of copies as written beside the picture of a piece; empty for exactly one."""
    lo, hi = piece.copies
    if (lo, hi) == (1, 1):
        return ""
    if hi is None:
        return "×∞" if not lo else f"×{lo}–∞"
    return f"×{hi}" if lo == hi else f"×{lo}–{hi}"
