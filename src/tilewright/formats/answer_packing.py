"""What the row of a placement of a packing puzzle says, apart from the tables of such puzzles: those take as long to import as
all that a small puzzle is solved with.
"""

from __future__ import annotations

from typing import Any

from tilewright.formats.answer import placement_row, plain_row
from tilewright.puzzle import Packing, Placement


@placement_row.register(Packing)
def _placement_row(puzzle: Packing, placement: Placement) -> dict[str, Any]:
    return plain_row(puzzle, placement)
