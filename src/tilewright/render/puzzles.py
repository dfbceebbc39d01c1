"""What the pictures of a puzzle show beyond its board; each kind draws its own, in `picture.py` of its folder."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tilewright.errors import NotationError
from tilewright.puzzle import Placement, Puzzle, Tiling
from tilewright.puzzle.compiled import Compiled, Owner
from tilewright.render import draw
from tilewright.render.canvas import Canvas, Drawing, Point


class Picture:
    """What draws a puzzle; a kind's own class says what stands and lies on the board."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle

    def draw_given(self, canvas: Canvas, at: Point = (0, 0)) -> None:
        """Draw what is given on the board: clues, pinned pieces."""
        self.draw_placements(canvas, self.puzzle.pinned_placements, at)

    def draw_placements(
        self, canvas: Canvas, placements: Sequence[Placement], at: Point = (0, 0), labels: bool = True
    ) -> None:
        """Draw what lies on the board."""
        raise NotImplementedError(self.puzzle.kind)

    def draw_piece_list(self, canvas: Canvas, at: Point, width: float) -> None:
        """Draw what is to be laid, in rows at most `width` cells long; nothing where the board says it all."""

    def piece_colors(self) -> dict[str, str]:
        """Return a color for each piece by name; none where neighbors are just colored differently."""
        return {}

    def candidates(self, compiled: Compiled, owners: Collection[Owner]) -> list[tuple[Drawing, str]]:
        """Return drawings of what may be placed of these owners (pieces, clues), each with its caption."""
        raise NotationError(f"there are no pictures of the placements of this {self.puzzle.title}: expected no -o")

    def puzzle_svg(self) -> str:
        """Return the board with what is given on it, and the pieces below, as SVG."""
        from tilewright.render.svg import puzzle_svg  # it imports this module

        return puzzle_svg(self.puzzle)

    def tiling_svg(self, tiling: Tiling) -> str:
        """Return the board with the placements of a tiling as SVG."""
        from tilewright.render.svg import tiling_svg  # it imports this module

        return tiling_svg(tiling)


def draw_puzzle_board(canvas: Canvas, puzzle: Puzzle, at: Point = (0, 0)) -> None:
    """The board with what is given on it."""
    draw.board(canvas, puzzle.board, at)
    puzzle.picture.draw_given(canvas, at)


def draw_tiling(canvas: Canvas, tiling: Tiling, at: Point = (0, 0), labels: bool = True) -> None:
    """The board and what lies on it (a whole tiling or a part of one)."""
    draw.board(canvas, tiling.puzzle.board, at)
    tiling.puzzle.picture.draw_placements(canvas, tiling.placements, at, labels)
