"""Takes pictures of printed pages for docs/guide/publish.md: a worksheet with its solutions, and pieces to cut out.

uv run --group dev python -m tools.make_print_pages
"""

from __future__ import annotations

from pathlib import Path

import pypdfium2
from PIL import Image

import tilewright as tw
from tilewright.publish.booklet import piece_cards
from tilewright.publish.paper import Ink, PieceColors

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
WIDTH, GAP, GROUND = 420, 16, "#d9d4ca"  # pixels of a page, between pages; behind them


def worksheet() -> bytes:
    """Return the PDF of four levels on a page, in gray."""
    recipe = tw.LevelRecipe(tw.piece_set("pentominoes"), least=(4, 4), most=(6, 6), used=(3, 5))
    colors = PieceColors("gray")
    challenges = [
        tw.puzzle_challenge(colors.puzzle(level.puzzle), tw.Limit(seconds=60))
        for level in tw.make_levels(recipe, 4, seed=1)
    ]
    return tw.booklet(challenges, tw.BookletStyle(per_page=4, gray=True), "Four boards to fill")


def pieces(ink: Ink) -> bytes:
    """Return the PDF of the pentominoes to cut out, in color, in gray or hatched."""
    cards = piece_cards(PieceColors(ink).pieces(tw.piece_set("pentominoes")), "pentominoes")
    return tw.cards_pdf([cards], tw.BookletStyle(binding="none", patterned=ink == "hatch", gray=ink == "gray"))


def page(pdf: bytes, number: int) -> Image.Image:
    """Return a page as a picture; negative numbers count from the end."""
    pages = pypdfium2.PdfDocument(pdf)
    there = pages[number % len(pages)]
    picture: Image.Image = there.render(scale=WIDTH / there.get_width()).to_pil().convert("RGB")
    return picture


def write_row(name: str, pages: list[Image.Image]) -> None:
    """Write pages side by side."""
    width, height = (WIDTH + GAP) * len(pages) + GAP, max(each.height for each in pages) + 2 * GAP
    row = Image.new("RGB", (width, height), GROUND)
    for number, each in enumerate(pages):
        row.paste(each, (GAP + number * (WIDTH + GAP), GAP))
    row.save(PICTURES / name, quality=85, method=6)


def main() -> None:
    """Write both pictures."""
    sheet = worksheet()
    write_row("worksheet.webp", [page(sheet, 2), page(sheet, -1)])
    write_row("pieces-to-cut.webp", [page(pieces(ink), 0) for ink in ("color", "gray", "hatch")])


if __name__ == "__main__":
    main()
