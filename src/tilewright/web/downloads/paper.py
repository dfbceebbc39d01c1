"""Exports to print: a tiling, the puzzle on one page, and a booklet of board and pieces at their true size."""

from __future__ import annotations

import re

from tilewright.cover.search.limit import Limit
from tilewright.publish.booklet import Style, booklet
from tilewright.publish.cards import card_set, cards_pdf
from tilewright.publish.challenge import Challenge, puzzle_challenge
from tilewright.publish.cut_outs import RIM
from tilewright.puzzle import Puzzle, Tiling
from tilewright.render.pdf import pdf, tilings_pdf
from tilewright.render.svg import CELL, puzzle_svg
from tilewright.render.theme import LIGHT

CELL_SIZES = (20.0, 15.0, 12.0, 10.0, 8.0, 6.0, 5.0)  # mm: the first at which the board fits on the page
CARD = 40.0  # mm of a cell of tiles and pieces without a board
SHEET = (210.0, 297.0)  # mm of paper
EDGE = 14.0  # mm around what is printed
HEAD = 16.0  # mm for the name of the puzzle
ON_SHEET = """
#let data = json(bytes(sys.inputs.data))
#set page(width: data.width * 1mm, height: data.height * 1mm, margin: data.edge * 1mm)
#set text(size: 15pt)
#set block(spacing: 0pt)
#block(height: data.head * 1mm, strong(data.name))
#align(center, image(bytes(data.picture), format: "svg", width: data.picturewidth * 1mm))
"""
SOLUTION_SECONDS = 5.0  # that the solution at the back of a booklet may take


def page_of(tiling: Tiling) -> bytes:
    """A PDF of one tiling, or of the empty board."""
    return tilings_pdf([tiling])


def sheet_of(puzzle: Puzzle) -> bytes:
    """The puzzle on one page: its board and below it its pieces in the same size, cells of at most 20 mm; no solution."""
    picture = puzzle_svg(puzzle, LIGHT)
    wide, high = _size(picture)
    fits = {across: _scale(wide, high, SHEET[::-1] if across else SHEET) for across in (False, True)}
    across = fits[True] > fits[False]
    width, height = SHEET[::-1] if across else SHEET
    data = {
        "name": puzzle.name or puzzle.title,
        "picture": picture,
        "picturewidth": wide * fits[across],
        "width": width,
        "height": height,
        "edge": EDGE,
        "head": HEAD,
    }
    return pdf(ON_SHEET, data)


def _size(picture: str) -> tuple[float, float]:
    """Width and height of an SVG of ours, in cells."""
    width, height = (float(v) / CELL for v in re.findall(r'(?:width|height)="([0-9.]+)"', picture)[:2])
    return width, height


def _scale(wide: float, high: float, paper: tuple[float, float]) -> float:
    """Millimeters of a cell."""
    return min(CELL_SIZES[0], (paper[0] - 2 * EDGE) / wide, (paper[1] - 2 * EDGE - HEAD - 1) / high)


def booklet_of(puzzle: Puzzle, language: str = "en") -> bytes:
    """Board and pieces at their true size to cut out, and the solution if it is found soon."""
    name = puzzle.name or "Puzzle"
    challenge = puzzle_challenge(puzzle, Limit(seconds=SOLUTION_SECONDS), name)
    styles = [Style(cell, language=language) for cell in CELL_SIZES]
    fitting = (style for style in styles if _fits(challenge, style))
    return booklet([challenge], next(fitting, styles[-1]), name)


def cards_of(puzzle: Puzzle, language: str = "en") -> bytes:
    """The tiles of the puzzle, or its pieces, to cut out. Raises NotationError where it has none."""
    return cards_pdf([card_set(puzzle)], Style(CARD, binding="none", language=language))


def _fits(challenge: Challenge, style: Style) -> bool:
    """Whether the board is printed at the size of the pieces, on a page upright or across."""
    size = [(length + RIM) * style.cell for length in challenge.size()]
    rooms = [style.room(flipped, challenge.choice is not None) for flipped in (False, True)]
    return any(size[0] <= width and size[1] <= height for width, height in rooms)
