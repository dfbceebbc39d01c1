"""The one hook by which domain objects show themselves in notebooks: pictures are made by a layer above."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def picture(function: str, subject: Any) -> str:
    """Return the SVG that a function of `tilewright.render.svg` draws of a piece, board, puzzle or tiling.

    >>> from tilewright import Board
    >>> picture("board_svg", Board.of_size("2x2"))[:4]
    '<svg'
    """
    svg: str = getattr(import_module("tilewright.render.svg"), function)(subject)
    return svg
