"""The colors of pieces by name; apart from what draws, for flat and solid pictures both need it."""

from __future__ import annotations

from tilewright.puzzle import Puzzle
from tilewright.puzzle.by_kind import by_kind


@by_kind
def piece_colors(puzzle: Puzzle) -> dict[str, str]:
    """A color for each piece by name; none where neighbours are just colored differently."""
    return {}
