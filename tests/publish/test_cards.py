"""Cards to cut out: as many as the puzzle has tiles, at their true size, and in the booklet too; nets of cylinders."""

from __future__ import annotations

import re
from pathlib import Path

import pypdfium2 as pdfium
import pytest

from tests.helpers.cli import EXAMPLES, CommandLine
from tilewright.errors import NotationError
from tilewright.exact_cover.limits import Limit
from tilewright.loader import load
from tilewright.publish.booklet import Style, booklet, card_set, cards_pdf, cards_svg, puzzle_challenge

HEADS = EXAMPLES / "edges" / "heads-and-tails.edges"
POINT = 25.4 / 72  # mm


def words(pdf: pdfium.PdfDocument, page: int) -> str:
    return " ".join(str(pdf[page].get_textpage().get_text_range()).split())


@pytest.mark.parametrize(("text", "count"), [("macmahon3@4x6", 24), ("triangles4@h2", 24), ("FNPUV@5x5", 5)])
def test_every_tile_or_piece_is_a_card(text: str, count: int) -> None:
    assert len(card_set(load(text)).parts) == count


def test_copies_are_cards_too() -> None:
    assert len(card_set(load("edges 2x2\naabb *3\nabab")).parts) == 4


@pytest.mark.parametrize("text", ["wang2*@3x3", "soma@3x3x3", "2 . .\n. . 4\n. 3 ."])
def test_what_cannot_be_cut_out_is_refused(text: str) -> None:
    with pytest.raises(NotationError, match="nothing to cut out"):
        card_set(load(text))


def test_cards_are_as_large_as_asked_for() -> None:
    (sheet,) = cards_svg([card_set(load(str(HEADS)))], Style(40.0, binding="none"))
    width, height = (float(value) for value in re.findall(r'(?:width|height)="([0-9.]+)mm"', sheet)[:2])
    # Nine cards of 40 mm, four in a row, 4 mm between them, and the lines around.
    assert width == pytest.approx(4 * 40 + 3 * 4, abs=3) and height == pytest.approx(3 * 40 + 2 * 4, abs=3)


def test_the_pdf_says_its_scale_and_has_a_ruler() -> None:
    pdf = pdfium.PdfDocument(cards_pdf([card_set(load(str(HEADS)), "Nine")], Style(40.0, binding="none")))
    assert len(pdf) == 1
    assert "one cell is 40 mm" in words(pdf, 0) and "100 mm" in words(pdf, 0) and "9 tiles" in words(pdf, 0)
    assert pdf[0].get_width() * POINT == pytest.approx(210, abs=0.1)


def test_more_than_a_page_of_cards_goes_on_on_the_next() -> None:
    pdf = pdfium.PdfDocument(cards_pdf([card_set(load("macmahon3@4x6"))], Style(60.0, binding="none")))
    assert len(pdf) == 2  # three in a row, four rows
    large = pdfium.PdfDocument(cards_pdf([card_set(load("macmahon2@2x3"))], Style(300.0, binding="none")))
    assert "1:1 does not fit" in words(large, 0)


def test_a_booklet_has_the_cards_and_a_board_of_their_size() -> None:
    pdf = pdfium.PdfDocument(booklet([puzzle_challenge(load(str(HEADS)), Limit(nodes=10_000), "Nine")], Style(), "x"))
    pages = [words(pdf, page) for page in range(len(pdf))]
    assert "one cell is 20 mm" in pages[2] and "small letter meets its capital" in pages[2]
    assert any(page.startswith("Pieces to cut out") and "one cell is 20 mm" in page for page in pages)


def test_the_net_of_a_cylinder_is_at_true_size_and_says_what_to_do() -> None:
    pdf = pdfium.PdfDocument(booklet([puzzle_challenge(load("pentominoes@5x12~"), Limit(nodes=1))], Style(), "x"))
    assert "glue the pale cells under the first" in words(pdf, 2) and "1:1" in words(pdf, 2)
    torus = puzzle_challenge(load("tetrominoes:O*@4x4~~"), Limit(nodes=1000))
    assert "glue" not in torus.note


def test_the_command_writes_pdf_and_svg(run: CommandLine, tmp_path: Path) -> None:
    run("publish", "cards", str(HEADS), "macmahon2@2x3", "-o", tmp_path / "cards.pdf")
    assert len(pdfium.PdfDocument((tmp_path / "cards.pdf").read_bytes())) == 2
    run("publish", "cards", "macmahon3@4x6", "-o", tmp_path / "c.svg", "--cell", "60mm", "--colors", "hatch")
    assert sorted(path.name for path in tmp_path.glob("*.svg")) == ["c-1.svg", "c-2.svg"]
    assert "expected one of .pdf .svg" in run.refused("publish", "cards", "macmahon2@2x3", "-o", tmp_path / "c.png")
    large = run("publish", "cards", "macmahon2@2x3", "-o", tmp_path / "large.pdf", "--cell", "900mm")
    assert "scaled to 21 %" in large.err and large.err.count("note:") == 1
    assert run("publish", "cards", "macmahon2@2x3", "-o", tmp_path / "small.pdf").err.startswith("wrote ")
    assert "nothing to cut out" in run.refused("publish", "cards", "soma@3x3x3", "-o", tmp_path / "d.pdf")
