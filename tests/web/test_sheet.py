"""The page that the browser prints by itself: board and pieces on one sheet, in one size, with nothing fetched for it."""

from __future__ import annotations

import pypdfium2
import pytest
from playwright.sync_api import Browser, expect

from tests.helpers.browser import visiting

pytestmark = pytest.mark.full
SHEETS = {
    "FNPUV@5x5": 5,
    "pentominoes@6x10": 12,
    "fridgeiq/square_04": 8,
    "soma@3x3x3": 7,
    "edges/nine": 9,
    "shikaku/blog-17x15": 0,
}
SIZES = """() => ['#sheet > svg', '.sheet-pieces svg'].map((selector) => {
  const picture = document.querySelector(selector);
  return picture && picture.getBoundingClientRect().width / Number(picture.getAttribute('viewBox').split(' ')[2]);
})"""


@pytest.mark.parametrize("name", SHEETS)
def test_board_and_pieces_stand_on_one_page_in_one_size(browser: Browser, address: str, name: str) -> None:
    with visiting(browser, f"{address}/#share/gallery/{name}") as page:
        page.wait_for_selector("#share-print")
        page.evaluate("() => { window.print = () => {}; }")
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.click("#share-print")
        expect(page.locator("#sheet")).to_have_count(1)
        assert not [url for url in asked if "/api/" in url]
        page.emulate_media(media="print")
        board, piece = page.evaluate(SIZES)
        assert page.locator(".sheet-pieces figure").count() >= SHEETS[name] - 1
        assert piece is None or abs(board - piece) < 0.02 * board
        assert 15 < board <= 20 * 96 / 25.4 + 0.1  # pixels a cell: 4 to 20 mm
        page.emulate_media(media="null")
        paper = page.pdf(format="A4", margin=dict.fromkeys(("top", "right", "bottom", "left"), "12mm"))
        assert len(pypdfium2.PdfDocument(paper)) == 1
        expect(page.locator("#sheet")).to_have_count(0)  # it was printed
        expect(page.locator("#share-print")).to_be_visible()
