"""Where the page stands when its address changes: a link begins at the top, Back goes to where one was."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.helpers.browser import visiting

pytestmark = [pytest.mark.full, pytest.mark.ci]
LOW = 700  # pixels


def height(page: Page) -> int:
    return int(page.evaluate("() => Math.round(scrollY)"))


def test_a_link_begins_at_the_top_and_back_goes_to_where_one_was(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        page.wait_for_selector(".card")
        page.evaluate(f"() => scrollTo(0, {LOW})")
        page.locator(".card", has_text="Pufferfish").evaluate("(card) => card.click()")  # without scrolling to it
        expect(page.locator("#play-board")).to_be_visible()
        assert height(page) == 0
        page.go_back()
        expect(page.locator(".card", has_text="Pufferfish")).to_be_visible()
        page.wait_for_function(f"() => Math.round(scrollY) === {LOW}")
        page.get_by_role("link", name="Make", exact=True).click()
        expect(page.locator("#make-board")).to_be_visible()
        assert height(page) == 0


def test_a_rectangle_is_drawn_without_moving_the_page(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#play/shikaku/8x8/easy/357190") as page:
        board = page.locator("#play-board")
        box = board.bounding_box()
        assert box
        page.mouse.move(box["x"] + box["width"] * 0.45, box["y"] + box["height"] * 0.35)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] * 0.7, box["y"] + box["height"] * 0.35)
        assert height(page) == 0
        page.mouse.up()
        assert height(page) == 0
