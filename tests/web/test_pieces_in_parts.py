"""Pieces in several parts in the studio: shown, laid, hinted at, solved, and made with a pin."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.helpers.browser import visiting
from tests.helpers.player import Player
from tests.helpers.visitor import open_text, open_view

pytestmark = [pytest.mark.full, pytest.mark.ci]
PAIRS = '{"board": "2x4", "piece": [{"name": "A", "shape": "#.\\n.#", "copies": 2, "connected": false}, {"name": "D", "shape": "##", "copies": 2}]}'
DRAFT = "async () => (await import('/static/make/draft.js')).make.draft"
FILE = "async () => { const { make } = await import('/static/make/draft.js'); return (await import('/static/make/cells.js')).fileOf(make.draft); }"


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    with visiting(browser, f"{address}/#play/gallery/FNPUV@5x5") as page:
        yield page


def test_a_piece_in_parts_is_laid(page: Page) -> None:
    open_text(page, PAIRS)
    expect(page.locator('#play-tray [data-piece="A"]')).to_be_visible()
    page.locator('#play-tray [data-piece="A"]').focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    (laid,) = Player(page).placed
    assert len(laid["atoms"]) == 2 and {abs(a - b) for a, b in zip(*laid["atoms"], strict=True)} == {1}


def test_it_is_solved_and_a_pin_of_it_is_one_pin(page: Page) -> None:
    open_text(page, PAIRS)
    open_view(page, "Edit")
    assert len(page.evaluate(DRAFT)["pieces"]) == 2
    page.evaluate(
        "async () => { const { make } = await import('/static/make/draft.js'); make.draft.given = {'0,0': 'A', '1,1': 'A'}; }"
    )
    file = page.evaluate(FILE)
    assert [(pin["piece"], sorted(pin["cells"])) for pin in file["pinned"]] == [("A", [[0, 0], [1, 1]])]
    assert file["piece"][0]["connected"] is False
