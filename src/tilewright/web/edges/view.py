"""The page has no way yet to draw and turn tiles with labels, so it says so instead of showing tiles that look alike."""

from __future__ import annotations

from typing import Any

from tilewright.errors import NotationError
from tilewright.puzzle import EdgeMatching
from tilewright.web.view import kind_view


@kind_view.register(EdgeMatching)
def refuse_edges(puzzle: EdgeMatching) -> dict[str, Any]:
    """Raise NotationError: what works is the command line."""
    raise NotationError("edge matching is not in the studio yet: expected pieces or a Shikaku; see `tilewright solve`")
