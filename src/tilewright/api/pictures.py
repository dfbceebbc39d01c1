"""Answers as pictures, for notebooks."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.markup import escape
from tilewright.puzzle import Puzzle, Tiling
from tilewright.puzzle.check import Reason

MOST_SHOWN = 6  # tilings of an answer, in rows of COLUMNS
COLUMNS = 3


def answer_svg(puzzle: Puzzle, tilings: Sequence[Tiling], reason: Reason | None) -> str:
    """Return the first tilings as SVG, where there are none why not, or else the puzzle."""
    from tilewright.render.svg import reason_svg, tilings_svg  # drawing, for notebooks alone

    if len(tilings) > 1:
        return tilings_svg(tilings[:MOST_SHOWN], min(COLUMNS, len(tilings)))
    if tilings:
        return tilings[0]._repr_svg_()
    return puzzle._repr_svg_() if reason is None else reason_svg(puzzle, reason)


def answer_html(words: str, svg: str) -> str:
    """Return the answer in words, and its picture below."""
    return f"<p>{escape(words)}</p>{svg}"
