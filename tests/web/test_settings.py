"""The settings of the page: language, big type, contrast, patterns and letters; they stay."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.helpers.browser import PHONE, color_of, visiting

pytestmark = [pytest.mark.full, pytest.mark.ci]
GERMAN = {"locale": "de-DE"}


def font_size(page: Page) -> float:
    return float(page.evaluate("() => parseFloat(getComputedStyle(document.body).fontSize)"))


def test_the_page_speaks_the_language_of_the_browser(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles", **GERMAN) as page:
        expect(page.locator("html")).to_have_attribute("lang", "de")
        expect(page.get_by_role("link", name="Heute", exact=True)).to_be_visible()
    for locale, today in (("fr-CA", "Du jour"), ("nl-NL", "Today")):
        with visiting(browser, f"{address}/#puzzles", locale=locale) as page:
            expect(page.get_by_role("link", name=today, exact=True)).to_be_visible()


def test_a_chosen_language_goes_before_the_browsers_and_stays(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles", **GERMAN) as page:
        page.click("#settings-open")
        names = page.locator("#settings-language option")
        expect(names).to_have_text([re.compile("Browser"), "English", "Deutsch", "Français", "Español"])
        page.select_option("#settings-language", "en")
        expect(page.get_by_role("link", name="Today", exact=True)).to_be_visible()
        page.reload()
        expect(page.get_by_role("link", name="Today", exact=True)).to_be_visible()


@pytest.mark.site
def test_hints_and_reasons_are_told_in_german(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#play/gallery/FNPUV@5x5", **GERMAN) as page:
        page.click("#play-hint")
        expect(page.locator("#play-text")).to_contain_text(re.compile("Teil|Feld"))
        page.goto(f"{address}/#puzzles")
        page.locator("#puzzles summary").click()
        page.locator("#puzzles textarea").fill("FNPUV@5x6")
        page.locator("#puzzles .open-text").click()
        page.get_by_role("link", name="Lösen", exact=True).click()
        page.click("#solve-one")
        expect(page.locator("#solve-text")).to_contain_text("Die Teile bedecken höchstens 25 Felder")


def test_type_grows_and_fits_a_phone(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#play/gallery/tetris/8x7", viewport=PHONE, **GERMAN) as page:
        usual = font_size(page)
        page.click("#settings-open")
        page.check("#settings-big")
        page.click("#settings-close")
        assert font_size(page) >= 1.2 * usual
        page.reload()
        page.wait_for_selector("#play-board")
        assert font_size(page) >= 1.2 * usual
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_high_contrast_is_ink_on_paper_and_has_no_fault(browser: Browser, address: str, scheme: str) -> None:
    with visiting(browser, f"{address}/#play/gallery/FNPUV@5x5", color_scheme=scheme) as page:
        page.click("#settings-open")
        page.check("#settings-contrast")
        faults = [rule["id"] for rule in Axe().run(page).response["violations"]]
        page.click("#settings-close")
        body = page.locator("body")
        assert sorted(color_of(body, name) for name in ("color", "backgroundColor")) == [[0, 0, 0], [255, 255, 255]]
        faults += [rule["id"] for rule in Axe().run(page).response["violations"]]
        assert not faults


def test_letters_and_patterns_can_be_chosen(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#play/gallery/FNPUV@5x5") as page:
        letter, grain = page.locator("#play-tray .letter").first, page.locator("#play-tray .grain").first
        expect(letter).to_be_hidden()
        expect(grain).to_be_hidden()
        page.click("#settings-open")
        page.select_option("#settings-letters", "small")
        page.check("#settings-patterns")
        page.keyboard.press("Escape")
        expect(letter).to_be_visible()
        assert grain.evaluate("(node) => getComputedStyle(node).display") != "none"


def test_puzzles_and_what_goes_wrong_are_named_in_german(browser: Browser, address: str) -> None:
    with browser.new_context(**GERMAN) as fresh:
        page = fresh.new_page()
        page.goto(f"{address}/#play/gallery/doodle-fit/house")
        expect(page.locator("#puzzle-name")).to_have_text("Haus")
        page.goto(f"{address}/#puzzles")
        expect(page.locator(".card", has_text="Kugelfisch")).to_be_visible()
        page.locator("#puzzles summary").click()
        for text, sentence in (
            ("FNPUQ@5x5", r"^'FNPUQ' nennt keine Teile: schreib vor das @ Buchstaben"),
            ("dominoes*@60x60", r"^Dieses Brett hat 3.600 Felder; das Studio löst bis zu 2.500"),
        ):
            page.locator("#puzzles textarea").fill(text)
            page.locator("#puzzles .open-text").click()
            expect(page.locator("#note")).to_have_text(re.compile(sentence))


def test_a_setting_that_cannot_be_kept_holds_while_the_page_is_open(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#play/gallery/katamino/5x3") as page:
        page.wait_for_selector("#play-board")
        page.evaluate(
            "() => { Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }; }"
        )
        usual = font_size(page)
        page.click("#settings-open")
        page.check("#settings-big")
        page.check("#settings-contrast")
        page.click("#settings-close")
        assert font_size(page) >= 1.2 * usual
        expect(page.locator("html.contrast")).to_be_attached()
