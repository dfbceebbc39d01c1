"""Exports: pictures, pages to print, puzzle files and links as files to download."""

from __future__ import annotations

from tilewright.formats import dump
from tilewright.formats.solution import parse_solution
from tilewright.puzzle import Puzzle, Tiling
from tilewright.render.png import png
from tilewright.web.limits import StudioLimits
from tilewright.web.requests import ExportRequest, parse_puzzle

MEDIA_TYPES = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "pdf": "application/pdf",
    "page": "application/pdf",
    "booklet": "application/pdf",
    "cards": "application/pdf",
    "solids": "application/zip",
    "laser": "application/zip",
    "certificate": "application/zip",
    "json": "application/json",
    "toml": "application/toml",
    "txt": "text/plain; charset=utf-8",
    "puzz.link": "text/plain; charset=utf-8",
}
SUFFIXES = {
    "puzz.link": "txt",
    "page": "pdf",
    "booklet": "pdf",
    "cards": "pdf",
    **dict.fromkeys(("solids", "laser", "certificate"), "zip"),
}
PAPER, WORKSHOP = ("pdf", "page", "booklet", "cards"), ("solids", "laser")
SEARCHED = ("booklet", "certificate")  # there is a solution in a booklet, too
SLOW = (*PAPER, *WORKSHOP, "certificate")


def export_file(asked: ExportRequest, limits: StudioLimits) -> tuple[bytes, str, str]:
    """Return (content, media type, file name) of what was asked for."""
    puzzle = parse_puzzle(asked.puzzle, limits)
    if asked.form in SEARCHED:
        limits.check_search(puzzle)
    tiling = Tiling(puzzle, parse_solution(asked.solution, puzzle)) if asked.solution else None
    suffix = SUFFIXES.get(asked.form, asked.form)
    content = _content(asked, puzzle, tiling)
    return content if isinstance(content, bytes) else content.encode(), MEDIA_TYPES[asked.form], f"puzzle.{suffix}"


def _content(asked: ExportRequest, puzzle: Puzzle, tiling: Tiling | None) -> bytes | str:
    form = asked.form
    if form in ("json", "toml"):
        return dump(puzzle, form)
    if form == "puzz.link":
        return dump(puzzle, "puzz.link")
    if form == "txt":
        return f"{tiling or puzzle}\n"
    if form in PAPER:
        return _printed(asked, puzzle, tiling)
    if form == "certificate":
        from tilewright.web.downloads import certificate  # proofs are slow to import, and for doubters alone

        return certificate.certificate_of(puzzle)
    if form in WORKSHOP:
        from tilewright.web.downloads import workshop  # geometry of solids is slow to import, and for makers alone

        return workshop.solids_of(puzzle) if form == "solids" else workshop.laser_sheets_of(puzzle)
    svg = (tiling or puzzle)._repr_svg_()
    if form == "svg":
        return svg
    return png(svg)


def _printed(asked: ExportRequest, puzzle: Puzzle, tiling: Tiling | None) -> bytes:
    from tilewright.web.downloads import paper  # drawing and typesetting are slow to import, and for printing alone

    if asked.form == "cards":
        return paper.cards_of(puzzle, asked.language)
    if asked.form == "pdf":
        return paper.page_of(tiling or Tiling(puzzle, ()))
    return paper.booklet_of(puzzle, asked.language) if asked.form == "booklet" else paper.sheet_of(puzzle)
