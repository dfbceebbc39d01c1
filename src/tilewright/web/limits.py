"""What one request to the studio may cost, in words a player understands."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from tilewright.puzzle import Puzzle
from tilewright.puzzle.by_kind import by_kind
from tilewright.web.refusals import PhrasedLimitError


@dataclass(frozen=True)
class StudioLimits:
    """Bytes of a request, cells of a board, pieces, seconds of a search and of a hint, tilings kept for browsing and
    their bytes, searches waiting.
    """

    body: int = 1 << 20
    cells: int = 2_500
    pieces: int = 500
    options: int = 200_000
    seconds: float = 1200.0
    hint: float = 1.5
    kept: int = 10_000
    kept_bytes: int = 16 << 20
    waiting: int = 500

    def check(self, puzzle: Puzzle) -> None:
        """LimitError when the puzzle is larger than the studio takes."""
        cells = len(puzzle.board.atoms) + len(puzzle.board.optional)
        cells = ceil(puzzle.grid.area(cells))
        if cells > self.cells:
            raise PhrasedLimitError(
                f"this board has {cells:,} cells; the studio solves up to {self.cells:,}: use the command line",
                "too many cells",
                count=cells,
                most=self.cells,
            )
        pieces = len(puzzle.piece_names)
        if pieces > self.pieces:
            raise PhrasedLimitError(
                f"this puzzle has {pieces:,} pieces; the studio takes up to {self.pieces:,}: use the command line",
                "too many pieces",
                count=pieces,
                most=self.pieces,
            )
        if (options := placements_of(puzzle)) > self.options:
            raise PhrasedLimitError(
                f"this puzzle has about {options:,} placements; the studio takes up to {self.options:,}: "
                "use the command line",
                "too many placements",
                count=options,
                most=self.options,
            )


EVERYDAY_CELLS, EVERYDAY_PLACEMENTS = 400, 10_000  # larger puzzles are seldom solved by hand


def is_everyday(puzzle: Puzzle) -> bool:
    """Return True for puzzles of the size people solve by hand, whose hints take a moment only."""
    cells = len(puzzle.board.atoms) + len(puzzle.board.optional)
    return puzzle.grid.area(cells) <= EVERYDAY_CELLS and placements_of(puzzle) <= EVERYDAY_PLACEMENTS


@by_kind
def placements_of(puzzle: Puzzle) -> int:
    """About how many placements the search has to weigh; 0 where that is no matter."""
    return 0
