"""Pictures as SVG documents: a piece, a board, a puzzle, a tiling, a coloring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilewright.lattice import Atom
from tilewright.pieces import Piece
from tilewright.puzzle import Board, Puzzle, Shikaku, Tiling
from tilewright.render import draw, solid
from tilewright.render.canvas import Canvas, Point
from tilewright.render.place import shelves
from tilewright.render.theme import LIGHT, Theme, palette_colors

CELL = 32.0  # pixels
GAP = 0.6  # cells between pieces
CAPTION = 0.5  # size of captions, in cells


def piece_svg(piece: Piece, theme: Theme = LIGHT, cell: float = CELL) -> str:
    """The piece as drawn, with its name."""
    canvas = Canvas(theme, cell)
    draw.figure(canvas, piece.grid, piece.atoms, palette_colors([piece])[piece.name], piece.name)
    return canvas.svg(title=f"piece {piece.name}")


def board_svg(board: Board, theme: Theme = LIGHT, cell: float = CELL) -> str:
    """The empty board."""
    canvas = Canvas(theme, cell)
    draw.board(canvas, board)
    return canvas.svg(title=f"board of {board.area:g} cells")


def puzzle_svg(puzzle: Puzzle, theme: Theme = LIGHT, cell: float = CELL) -> str:
    """The board with what is given on it, and the pieces with their supply below."""
    canvas = Canvas(theme, cell)
    draw.board(canvas, puzzle.board)
    if isinstance(puzzle, Shikaku):
        draw.clues(canvas, puzzle)
        return canvas.svg(title=puzzle.name or "Shikaku")
    draw.pins(canvas, puzzle)
    left, _, right, bottom = canvas.box
    supply(canvas, puzzle.pieces, (left, bottom + 2 * GAP), max(right - left, 14.0))
    return canvas.svg(title=puzzle.name or "puzzle")


def tiling_svg(tiling: Tiling, theme: Theme = LIGHT, cell: float = CELL, labels: bool = True) -> str:
    """The board filled, or filled in part; of a solid its layers, then the steps of putting it together."""
    canvas = Canvas(theme, cell)
    draw.tiling(canvas, tiling, labels=labels)
    if tiling.puzzle.grid.dimension == 3 and tiling.placements:
        left, _, right, bottom = canvas.box
        solid.steps(canvas, tiling, (left, bottom + 2 * GAP), max(right - left, 24.0), labels)
    return canvas.svg(title=tiling.puzzle.name or "tiling")


def coloring_svg(
    board: Board, weights: Mapping[Atom, int], caption: str = "", theme: Theme = LIGHT, cell: float = CELL
) -> str:
    """A board whose atoms carry weights, the reason that something is impossible, with a caption below."""
    canvas = Canvas(theme, cell)
    draw.coloring(canvas, board, weights)
    left, _, _, bottom = canvas.box
    for i, line in enumerate(caption.splitlines()):
        canvas.text(line, (left, bottom + 0.7 + 0.75 * i), CAPTION, theme.ink, anchor="start")
    return canvas.svg(title=caption)


def pieces_svg(pieces: Sequence[Piece], theme: Theme = LIGHT, cell: float = CELL, width: float = 16.0) -> str:
    """Pieces in rows at most `width` cells long, with their supply."""
    canvas = Canvas(theme, cell)
    supply(canvas, pieces, (0, 0), width)
    return canvas.svg(title=f"{len(pieces)} pieces")


def supply(canvas: Canvas, pieces: Sequence[Piece], at: Point, width: float) -> None:
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
            canvas.text(notes[i], spot, CAPTION, canvas.theme.ink, anchor="start")


def copies_text(piece: Piece) -> str:
    """The supply of a piece as one writes it beside its picture: nothing for one."""
    lo, hi = piece.copies
    if (lo, hi) == (1, 1):
        return ""
    if hi is None:
        return "×∞" if not lo else f"×{lo}–∞"
    return f"×{hi}" if lo == hi else f"×{lo}–{hi}"
