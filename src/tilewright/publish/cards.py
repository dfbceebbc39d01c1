"""Cards: the tiles or pieces of puzzles, to print and to cut out, without a booklet around them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.errors import NotationError
from tilewright.publish.booklet import EDGE, HEAD, Style, cut_out_pages
from tilewright.publish.cut_outs import RIM, cut_out_sheets, fitting_cell, piece_cut_out
from tilewright.publish.length import paper_size
from tilewright.publish.words import note
from tilewright.puzzle import Puzzle
from tilewright.render.page import CutOut
from tilewright.render.pdf import pdf, template


@dataclass(frozen=True)
class CardSet:
    """What one puzzle has to be cut out: its title, a line about it, the parts."""

    title: str
    note: str
    parts: tuple[CutOut, ...]


def card_set(puzzle: Puzzle, name: str = "") -> CardSet:
    """Return the tiles or pieces of a puzzle; `name` is for one without. Raises NotationError where it has none to cut out.

    >>> from tilewright import load
    >>> len(card_set(load("macmahon3@4x6")).parts)
    24
    """
    task = puzzle.page.task(None)
    counts = [need for need in task.needs for _ in range(need.count)]
    parts = (*map(piece_cut_out, counts), *task.cards)
    if not parts:
        raise NotationError(
            f"this {puzzle.title} has nothing to cut out: expected tiles or flat pieces, a known number of each"
        )
    return CardSet(puzzle.name or name or puzzle.title, task.note, parts)


def card_notes(sets: Sequence[CardSet], style: Style) -> list[str]:
    """Return a line for each set whose cards are smaller than asked for, because they do not fit on the paper.

    >>> from tilewright import load
    >>> card_notes([card_set(load("macmahon3@4x6"), "macmahon")], Style(cell=20.0))
    []
    """
    cells = [(each.title, fitting_cell(each.parts, style.room(), style.cell)) for each in sets]
    return [f"{title}: {style.scale(cell)}" for title, cell in cells if cell < style.cell]


def cards_pdf(sets: Sequence[CardSet], style: Style) -> bytes:
    """Return a PDF with the cards at their true size, each set beginning a page, with a ruler to check the print."""
    width, height = paper_size(style.paper)
    pages = [
        {**page, "title": each.title, "note": note(each.note, style.language)}
        for each in sets
        for page in cut_out_pages(each.parts, style)
    ]
    sheet = {"width": width, "height": height, "edge": EDGE, "head": HEAD}
    return pdf(template("cards"), {"sheet": sheet, "bound": style.bound, "language": style.language, "pages": pages})


def cards_svg(sets: Sequence[CardSet], style: Style) -> list[str]:
    """Return an SVG for each sheet of cards, in millimeters."""
    found = []
    for each in sets:
        sheets, _ = cut_out_sheets(each.parts, style.room(), style.cell, style.theme)
        found += [canvas.svg(RIM / 2) for canvas in sheets]
    return found
