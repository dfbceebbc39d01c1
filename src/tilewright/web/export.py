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
    "booklet": "application/pdf",
    "json": "application/json",
    "toml": "application/toml",
    "txt": "text/plain; charset=utf-8",
    "puzz.link": "text/plain; charset=utf-8",
}


def export_file(asked: ExportRequest, limits: StudioLimits) -> tuple[bytes, str, str]:
    """Return (content, media type, file name) of what was asked for."""
    puzzle = parse_puzzle(asked.puzzle, limits)
    tiling = Tiling(puzzle, parse_solution(asked.solution, puzzle)) if asked.solution else None
    suffix = {"puzz.link": "txt", "booklet": "pdf"}.get(asked.form, asked.form)
    content = _content(asked.form, puzzle, tiling)
    return content if isinstance(content, bytes) else content.encode(), MEDIA_TYPES[asked.form], f"puzzle.{suffix}"


def _content(form: str, puzzle: Puzzle, tiling: Tiling | None) -> bytes | str:
    if form in ("json", "toml"):
        return dump(puzzle, form)
    if form == "puzz.link":
        return dump(puzzle, "puzz.link")
    if form == "txt":
        return f"{tiling or puzzle}\n"
    if form in ("pdf", "booklet"):
        from tilewright.web import paper  # drawing and typesetting are slow to import, and for printing alone

        return paper.booklet_of(puzzle) if form == "booklet" else paper.page_of(tiling or Tiling(puzzle, ()))
    svg = (tiling or puzzle)._repr_svg_()
    if form == "svg":
        return svg
    return png(svg)
