"""Exports: pictures, pages to print, puzzle files and links as files to download."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.formats import dump
from tilewright.formats.solution import parse_solution
from tilewright.puzzle import Puzzle, Tiling
from tilewright.web.limits import StudioLimits
from tilewright.web.requests import ExportRequest, parse_puzzle

if TYPE_CHECKING:
    from tilewright.publish.booklet import Style
    from tilewright.publish.challenge import Challenge

MEDIA_TYPES = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "pdf": "application/pdf",
    "booklet": "application/pdf",
    "json": "application/json",
    "toml": "application/toml",
    "txt": "text/plain; charset=utf-8",
    "puzz.link": "text/plain; charset=utf-8",
}

CELL_SIZES = (20.0, 15.0, 12.0, 10.0, 8.0, 6.0, 5.0)  # mm: the first at which the board fits on the page
SOLUTION_SECONDS = 5.0  # that the solution at the back of a booklet may take


def export_file(asked: ExportRequest, limits: StudioLimits) -> tuple[bytes, str, str]:
    """Return (content, media type, file name) of what was asked for."""
    puzzle = parse_puzzle(asked.puzzle, limits)
    tiling = Tiling(puzzle, parse_solution(asked.solution, puzzle)) if asked.solution else None
    suffix = {"puzz.link": "txt", "booklet": "pdf"}.get(asked.form, asked.form)
    content = _booklet(puzzle) if asked.form == "booklet" else _content(asked.form, puzzle, tiling)
    return content if isinstance(content, bytes) else content.encode(), MEDIA_TYPES[asked.form], f"puzzle.{suffix}"


def _content(form: str, puzzle: Puzzle, tiling: Tiling | None) -> bytes | str:
    if form in ("json", "toml"):
        return dump(puzzle, form)
    if form == "puzz.link":
        return dump(puzzle, "puzz.link")
    if form == "txt":
        return f"{tiling or puzzle}\n"
    if form == "pdf":
        from tilewright.render.pdf import tilings_pdf

        return tilings_pdf([tiling or Tiling(puzzle, ())])
    svg = (tiling or puzzle)._repr_svg_()
    if form == "svg":
        return svg
    from tilewright.render.png import png

    return png(svg)


def _booklet(puzzle: Puzzle) -> bytes:
    """Board and pieces at their true size to cut out, and the solution if it is found soon."""
    from tilewright.cover.search.limit import Limit
    from tilewright.publish.booklet import Style, booklet
    from tilewright.publish.challenge import puzzle_challenge

    name = puzzle.name or "Puzzle"
    challenge = puzzle_challenge(puzzle, Limit(seconds=SOLUTION_SECONDS), name)
    styles = [Style(cell) for cell in CELL_SIZES]
    fitting = (style for style in styles if _fits(challenge, style))
    return booklet([challenge], next(fitting, styles[-1]), name)


def _fits(challenge: Challenge, style: Style) -> bool:
    """Whether the board is printed at the size of the pieces, on a page upright or across."""
    from tilewright.publish.booklet import RIM

    size = [(length + RIM) * style.cell for length in challenge.size()]
    rooms = [style.room(flipped, challenge.choice is not None) for flipped in (False, True)]
    return any(size[0] <= width and size[1] <= height for width, height in rooms)
