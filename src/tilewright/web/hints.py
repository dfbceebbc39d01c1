"""One step of a hint for the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.errors import EngineUnavailableError
from tilewright.puzzle import Placement, Puzzle, Shikaku


def next_step(puzzle: Puzzle | Shikaku, placements: Sequence[Placement]) -> dict[str, Any]:
    """The easiest next step in one sentence, with the placement it makes."""
    raise EngineUnavailableError("hints are not here yet")
