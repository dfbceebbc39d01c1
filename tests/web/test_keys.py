"""Without a mouse: the way past the navigation, settings and hints are near."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.helpers.browser import visiting
from tests.helpers.keyboard import Keyboard

pytestmark = [pytest.mark.full, pytest.mark.ci]
FIVE = "#play/gallery/FNPUV@5x5"
# Of each system a puzzle of the catalogue.
SYSTEMS = {
    "katamino": "Katamino 5 × 3",
    "shikaku": "Blog 6 × 6",
    "tetris": "Tetris 8 × 7",
    "fridgeiq": "Square 01",
    "doodle-fit": "Two",
    "more": "Soma cube",
}


def tabs_to(page: Page, selector: str, most: int) -> None:
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.locator(selector).evaluate("(node) => node === document.activeElement"):
            return
    raise AssertionError(f"{selector} is not within {most} tabs")


def test_the_first_tab_leads_past_the_navigation_and_stays_with_the_puzzle(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/{FIVE}") as page:
        page.wait_for_selector("#play-board")
        tabs_to(page, ".skip", 1)
        page.keyboard.press("Enter")
        expect(page.locator("#main")).to_be_focused()
        expect(page.locator("#play-board")).to_be_visible()
        assert page.url.endswith(FIVE)


def test_settings_are_within_six_tabs_and_closed_by_escape(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        tabs_to(page, "#settings-open", 6)
        page.keyboard.press("Enter")
        expect(page.locator("#settings-language")).to_be_focused()
        page.keyboard.press("Escape")
        expect(page.locator("#settings")).to_have_count(0)
        expect(page.locator("#settings-open")).to_be_focused()


def test_h_asks_for_a_hint(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/{FIVE}") as page:
        page.wait_for_selector("#play-board")
        page.keyboard.press("h")
        expect(page.locator("#play-text")).to_contain_text("Look at")


def test_another_view_takes_the_focus_along(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        page.evaluate("() => { location.hash = '#today'; }")
        expect(page.locator("#today")).to_be_visible()
        expect(page.locator("#main")).to_be_focused()


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_puzzle_of_each_system_from_the_first_load_to_the_finish(browser: Browser, address: str, system: str) -> None:
    with visiting(browser, f"{address}/") as page:
        page.wait_for_selector("#play-board")
        keyboard = Keyboard(page)
        keyboard.open_puzzle(system, SYSTEMS[system])
        keyboard.solve()
        expect(page.locator("#play-finish")).to_be_visible()
        expect(page.locator("#play-text")).to_contain_text("Well played")
        page.wait_for_selector("#finish-next")  # which puzzle comes next is asked for
        keyboard.tab_to("#finish-next", 12)
        before = page.url
        keyboard.press("Enter")
        page.wait_for_function("(before) => location.href !== before", arg=before)
