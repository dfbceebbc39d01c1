"""Everything that may lie on a board, in one picture; each kind draws its own in the file of its name."""

from __future__ import annotations

from collections.abc import Collection

from tilewright.errors import LimitError, NotationError
from tilewright.puzzle import Puzzle
from tilewright.puzzle.by_kind import by_kind
from tilewright.puzzle.compiled import Compiled, Owner
from tilewright.render.canvas import Picture
from tilewright.render.sheet import sheet_svg
from tilewright.render.theme import LIGHT, Theme

MAX_DRAWN = 5000  # candidates of a Shikaku, orientations of pieces: more is a file that no program shows
COLUMNS = 6
CELL = 24.0  # pixels


@by_kind
def candidate_pictures(puzzle: Puzzle, compiled: Compiled, owners: Collection[Owner]) -> list[tuple[Picture, str]]:
    """Pictures of what may be placed of these owners (pieces, clues), each with its caption."""
    raise NotationError(f"there are no pictures of the placements of this {puzzle.title}: expected no -o")


def candidates_svg(compiled: Compiled, owners: Collection[Owner], theme: Theme = LIGHT, cell: float = CELL) -> str:
    """One sheet of all pictures. Raises LimitError when there are too many."""
    drawn = candidate_pictures(compiled.puzzle, compiled, owners)
    pictures, captions = zip(*drawn, strict=True)
    return sheet_svg(pictures, captions, COLUMNS, theme, cell)


def check_drawn(count: int) -> None:
    """Raise LimitError for more candidates than a picture should have."""
    if count > MAX_DRAWN:
        raise LimitError(
            f"{count:,} candidates are too many for a picture: expected at most {MAX_DRAWN:,}; see --piece"
        )
