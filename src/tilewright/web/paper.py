"""Exports to print: a tiling on a page, and a booklet of board and pieces at their true size."""

from __future__ import annotations

from tilewright.cover.search.limit import Limit
from tilewright.publish.booklet import RIM, Style, booklet
from tilewright.publish.challenge import Challenge, puzzle_challenge
from tilewright.puzzle import Puzzle, Tiling
from tilewright.render.pdf import tilings_pdf

CELL_SIZES = (20.0, 15.0, 12.0, 10.0, 8.0, 6.0, 5.0)  # mm: the first at which the board fits on the page
SOLUTION_SECONDS = 5.0  # that the solution at the back of a booklet may take


def page_of(tiling: Tiling) -> bytes:
    """A PDF of one tiling, or of the empty board."""
    return tilings_pdf([tiling])


def booklet_of(puzzle: Puzzle) -> bytes:
    """Board and pieces at their true size to cut out, and the solution if it is found soon."""
    name = puzzle.name or "Puzzle"
    challenge = puzzle_challenge(puzzle, Limit(seconds=SOLUTION_SECONDS), name)
    styles = [Style(cell) for cell in CELL_SIZES]
    fitting = (style for style in styles if _fits(challenge, style))
    return booklet([challenge], next(fitting, styles[-1]), name)


def _fits(challenge: Challenge, style: Style) -> bool:
    """Whether the board is printed at the size of the pieces, on a page upright or across."""
    size = [(length + RIM) * style.cell for length in challenge.size()]
    rooms = [style.room(flipped, challenge.choice is not None) for flipped in (False, True)]
    return any(size[0] <= width and size[1] <= height for width, height in rooms)
