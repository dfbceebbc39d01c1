"""What the pictures of a puzzle show beyond its board; each kind draws its own, in the file of its name."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.puzzle import Placement, Puzzle, Tiling
from tilewright.puzzle.by_kind import by_kind
from tilewright.render import draw
from tilewright.render.canvas import Canvas, Point


@by_kind
def draw_given(puzzle: Puzzle, canvas: Canvas, at: Point = (0, 0)) -> None:
    """What is given on the board: clues, pinned pieces."""
    raise NotImplementedError(puzzle.kind)


@by_kind
def draw_placements(
    puzzle: Puzzle, canvas: Canvas, placements: Sequence[Placement], at: Point = (0, 0), labels: bool = True
) -> None:
    """What lies on the board."""
    raise NotImplementedError(puzzle.kind)


@by_kind
def draw_piece_list(puzzle: Puzzle, canvas: Canvas, at: Point, width: float) -> None:
    """What is to be laid, in rows at most `width` cells long; nothing where the board says it all."""


def draw_puzzle_board(canvas: Canvas, puzzle: Puzzle, at: Point = (0, 0)) -> None:
    """The board with what is given on it."""
    draw.board(canvas, puzzle.board, at)
    draw_given(puzzle, canvas, at)


def draw_tiling(canvas: Canvas, tiling: Tiling, at: Point = (0, 0), labels: bool = True) -> None:
    """The board and what lies on it (a whole tiling or a part of one)."""
    draw.board(canvas, tiling.puzzle.board, at)
    draw_placements(tiling.puzzle, canvas, tiling.placements, at, labels)
