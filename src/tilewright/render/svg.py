"""Pictures as SVG documents: a piece, a board, a puzzle, a tiling, a coloring."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tilewright.lattice import Atom
from tilewright.pieces import Piece
from tilewright.puzzle import Board, Puzzle, Tiling
from tilewright.render import draw, solid
from tilewright.render.canvas import Canvas
from tilewright.render.draw import GAP, draw_pieces
from tilewright.render.puzzles import draw_puzzle_board, draw_tiling
from tilewright.render.theme import LIGHT, Theme, palette_colors

CELL = 32.0  # pixels
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
    """The board with what is given on it, and the pieces with their numbers of copies below."""
    canvas = Canvas(theme, cell)
    draw_puzzle_board(canvas, puzzle)
    left, _, right, bottom = canvas.box
    puzzle.picture.draw_piece_list(canvas, (left, bottom + 2 * GAP), max(right - left, 14.0))
    return canvas.svg(title=puzzle.name or puzzle.title)


def tiling_svg(tiling: Tiling, theme: Theme = LIGHT, cell: float = CELL, labels: bool = True) -> str:
    """Return the board with its placements; of a solid its layers, then the steps of assembly.

    >>> from tilewright import Packing
    >>> puzzle = Packing.parse("tetrominoes:O@2x2")
    >>> tiling_svg(Tiling(puzzle, puzzle.parse_drawing("OO\\nOO"))).startswith("<svg ")
    True
    """
    canvas = Canvas(theme, cell)
    draw_tiling(canvas, tiling, labels=labels)
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
    """Pieces in rows at most `width` cells long, with their numbers of copies."""
    canvas = Canvas(theme, cell)
    draw_pieces(canvas, pieces, (0, 0), width)
    return canvas.svg(title=f"{len(pieces)} pieces")
