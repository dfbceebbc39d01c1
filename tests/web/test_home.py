"""Puzzles at a glance: the page is short, and no picture of a puzzle is blank."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.helpers.browser import visiting
from tilewright.web.puzzles import entries

pytestmark = [pytest.mark.full, pytest.mark.ci]
LONGEST = 2500  # pixels


def test_every_card_of_the_gallery_has_something_laid() -> None:
    assert [
        entry["name"] for entry in entries() if not entry["card"].get("laid") and entry["system"] != "tangram"
    ] == []


def test_home_is_short_and_its_pictures_are_not_blank(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        page.locator("#catalogue .card").first.wait_for()
        expect(page.locator("#today-card .thumbnail > .piece")).not_to_have_count(
            0
        )  # one of its pieces lies on the board
        assert page.evaluate("document.documentElement.scrollHeight") < LONGEST
        soma = page.locator(".card", has_text="Soma cube").locator(".thumbnail")
        expect(soma.locator(".side")).not_to_have_count(0)
        expect(soma.locator(".wall-face")).not_to_have_count(0)


@pytest.mark.full
def test_boxes_that_are_ticked_stand_on_the_shelf_and_are_played(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        expect(page.locator("#shelf .card")).to_have_count(0)
        page.click("#shelf-add")
        page.get_by_label("Kanoodle", exact=True).check()
        expect(page.locator("#shelf .card")).to_have_count(5)
        page.get_by_label("Soma", exact=True).check()
        page.reload()
        expect(page.locator("#shelf .card")).to_have_count(6)
        page.locator("#shelf .card", has_text="pyramid").click()
        expect(page.locator("#play-board .name-of-layer")).to_have_count(5)
        expect(page).to_have_url(re.compile("#play/box/balls-55/pyramid$"))
        expect(page.locator("#puzzle-name")).to_contain_text("Kanoodle")
