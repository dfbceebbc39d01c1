"""A booklet as PDF: title, contents, one challenge a page at true size, pieces to cut out, solutions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from tilewright.errors import NotationError
from tilewright.publish.challenge import Challenge, sheet, svg
from tilewright.publish.cut_outs import RIM, cut_out_sheets, piece_cut_out
from tilewright.publish.length import paper_size
from tilewright.publish.words import check_language, decimal, note, words
from tilewright.render.page import CutOut, PieceCount
from tilewright.render.pdf import pdf, template
from tilewright.render.sheet import sheet_svg
from tilewright.render.theme import LIGHT, PRINT, Theme

EDGE, BOUND = 4.3, 20.0  # margins in mm: what printers need, and where holes or staples go
HEAD, FOOT = 12.0, 12.0  # for name and ruler
PENCIL_CELL = 12.0  # largest cell, in mm, of what is solved with a pencil
CHOICE, CHOICE_CELL = 22.0, 3.6  # mm for the pieces to use, and the largest cell they are drawn with
COLUMNS = 5  # of the contents
MOST_ON_COVER = 25
PRINTING = "Print at 100 %, without fitting to the page: this ruler is 100 mm long, as is the one on every page."
ON_PAGES = ("Contents", "page", "Pieces to cut out", "Solutions", "from page", PRINTING)  # words of the template


@dataclass(frozen=True)
class Style:
    """cell: mm; paper: its name; binding: "left" or "none"; patterned: hatching instead of colors; language: "en" or "de"."""

    cell: float = 20.0
    paper: str = "a4"
    binding: str = "left"
    patterned: bool = False
    language: str = "en"

    def __post_init__(self) -> None:
        paper_size(self.paper)
        if self.binding not in ("left", "none"):
            raise NotationError(f"--binding {self.binding!r}: expected left or none")
        check_language(self.language)

    @property
    def theme(self) -> Theme:
        """How pieces are drawn."""
        return PRINT if self.patterned else LIGHT

    @property
    def bound(self) -> float:
        """The margin on the side that is bound (the top of a page laid across)."""
        return BOUND if self.binding == "left" else EDGE

    def room(self, flipped: bool = False, choice: bool = False) -> tuple[float, float]:
        """(width, height) in mm of the place for a picture, page upright or laid across."""
        width, height = paper_size(self.paper)
        used = HEAD + FOOT + CHOICE * choice
        if flipped:
            return height - 2 * EDGE, width - self.bound - EDGE - used
        return width - self.bound - EDGE, height - 2 * EDGE - used

    def scale(self, cell: float) -> str:
        """What a page says about its scale."""
        if cell == self.cell:
            return words("1:1, one cell is {cell} mm", self.language, cell=decimal(cell, "g", self.language))
        return words(
            "scaled to {share} %, one cell is {cell} mm: 1:1 does not fit on {paper}",
            self.language,
            share=f"{100 * cell / self.cell:.0f}",
            cell=decimal(cell, ".1f", self.language),
            paper=self.paper,
        )


def booklet(challenges: Sequence[Challenge], style: Style, title: str, subtitle: str = "") -> bytes:
    """The PDF."""
    if not challenges:
        raise NotationError("no challenges for the booklet: expected at least one challenge")
    width, height = paper_size(style.paper)
    data = {
        "title": title,
        "subtitle": subtitle or note(f"{len(challenges)} challenge" + "s" * (len(challenges) != 1), style.language),
        "language": style.language,
        "words": {each: words(each, style.language) for each in ON_PAGES},
        "sheet": {"width": width, "height": height, "edge": EDGE, "bound": style.bound, "head": HEAD},
        "cover": _cover(challenges),
        "columns": COLUMNS,
        "challenges": [_page(challenge, number, style) for number, challenge in enumerate(challenges, start=1)],
        "pieces": _cut_outs(challenges, style),
        "answerheight": (height - 2 * EDGE) / 3 - 22,
    }
    return pdf(template("booklet"), data)


def _page(challenge: Challenge, number: int, style: Style) -> dict[str, Any]:
    """Everything the template says of a challenge; the cell is the largest that fits, upright or across."""
    wide, high = challenge.size()
    wanted = style.cell if challenge.to_scale else min(style.cell, PENCIL_CELL)
    rooms = {flipped: style.room(flipped, challenge.choice is not None) for flipped in (False, True)}
    fits = {flipped: min(room[0] / (wide + RIM), room[1] / (high + RIM)) for flipped, room in rooms.items()}
    flipped = min(fits[True], wanted) > min(fits[False], wanted)
    cell = min(wanted, fits[flipped])
    return {
        "heading": f"{number}. {challenge.name}" if challenge.name else f"{number}",
        "note": note(challenge.note, style.language),
        "thumb": svg(challenge.picture, 2.0),
        "answer": svg(challenge.answer, 8.0, style.theme) if challenge.answer else None,
        "remark": note(challenge.remark, style.language),
        "picture": svg(challenge.picture, cell, margin=RIM / 2),
        "width": (wide + RIM) * cell,
        "flipped": flipped,
        "roomheight": rooms[flipped][1],
        "choice": _choice(challenge, rooms[flipped][0]),
        "scale": style.scale(cell) if challenge.to_scale else "",
    }


def _choice(challenge: Challenge, width: float) -> str | None:
    """The pieces to use, small, in the strip above the ruler."""
    if challenge.choice is None:
        return None
    canvas = sheet(CHOICE_CELL)
    challenge.choice(canvas)
    left, top, right, bottom = canvas.box
    return svg(challenge.choice, min(CHOICE_CELL, (CHOICE - 4) / (bottom - top + RIM), width / (right - left + RIM)))


def _cover(challenges: Sequence[Challenge]) -> str:
    """Some of the pictures in a square, small."""
    side = int(min(len(challenges), MOST_ON_COVER) ** 0.5)
    return sheet_svg([challenge.picture for challenge in challenges[: side * side]], columns=side, cell=2.0, unit="mm")


def _cut_outs(challenges: Sequence[Challenge], style: Style) -> list[dict[str, Any]]:
    """Sheets with the pieces that the challenges need, and those with their cards."""
    pieces = [piece_cut_out(need) for need in needed_pieces(challenges)]
    cards = [card for challenge in challenges for card in challenge.cards]
    return [page for parts in (pieces, cards) for page in cut_out_pages(parts, style)]


def cut_out_pages(parts: Sequence[CutOut], style: Style) -> list[dict[str, Any]]:
    """Sheets with what is to be cut out, as the templates take them: picture, width in mm, a line about the scale."""
    sheets, cell = cut_out_sheets(parts, style.room(), style.cell, style.theme)
    return [
        {
            "picture": canvas.svg(RIM / 2),
            "width": (canvas.box[2] - canvas.box[0] + RIM) * cell,
            "scale": style.scale(cell),
        }
        for canvas in sheets
    ]


def needed_pieces(challenges: Sequence[Challenge]) -> list[PieceCount]:
    """Every piece as often as the challenge that needs most of it, tall ones first."""
    most: dict[tuple[str, object], PieceCount] = {}
    for need in (need for challenge in challenges for need in challenge.needs):
        key = (need.piece.name, need.piece.forms)
        if key not in most or most[key].count < need.count:
            most[key] = replace(most.get(key, need), count=need.count)
    found = [need for need in most.values() for _ in range(need.count)]
    return sorted(found, key=lambda need: -max(atom[0] for atom in need.piece.atoms))
