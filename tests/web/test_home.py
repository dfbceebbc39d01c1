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


def test_a_star_makes_a_favorite_that_stands_on_home_and_is_found_again(browser: Browser, address: str) -> None:
    made = "shikaku/6x6/hard/3"
    with visiting(browser, f"{address}/#play/{made}") as page:
        page.click("#play-star")
        expect(page.locator("#play-star")).to_have_attribute("aria-pressed", "true")
        page.goto(f"{address}/#puzzles")
        favorites, catalogue = page.locator("#favorites .card"), page.locator("#catalogue")
        expect(favorites).to_have_attribute("href", f"#play/{made}")
        expect(favorites.get_by_role("img", name="hard")).to_be_visible()
        catalogue.get_by_role("button", name="Favorite: Level 1", exact=True).click()
        expect(favorites).to_have_count(2)
        page.reload()
        expect(favorites.first).to_contain_text("Level 1")
        page.click("#filter-favorites")
        expect(catalogue.locator(".card")).to_have_count(1)
        catalogue.locator(".star").click()
        expect(catalogue.locator(".card")).to_have_count(0)
        expect(favorites).to_have_count(1)
        page.locator("#favorites .star").click()
        expect(page.locator("#favorites")).to_be_hidden()


@pytest.mark.full
def test_a_name_is_found_without_its_accents_and_with_them(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles", locale="es") as page:
        page.locator("#catalogue .card").first.wait_for()
        for letters in ("corazon", "Corazón", "CORAZÓN", "corazo\u0301n"):
            page.fill("#filter-name", letters)
            expect(page.locator("#catalogue .card").first).to_contain_text("Corazón")
            assert page.locator("#catalogue .card").count() < 5


@pytest.mark.full
def test_a_silhouette_that_is_no_puzzle_of_the_list_is_a_favorite_with_a_picture(
    browser: Browser, address: str
) -> None:
    with visiting(browser, f"{address}/#share/gallery/tangram/dog") as page:
        expect(page.locator("#share-link")).to_have_value(re.compile("#play/"))
        page.goto(page.input_value("#share-link"))
        page.click("#play-star")
        page.goto(f"{address}/#puzzles")
        card = page.locator("#favorites .card")
        expect(card).to_contain_text("Dog")
        expect(card.locator(".thumbnail .shape")).to_be_visible()
        page.wait_for_timeout(500)  # in which a solution would come that cannot be drawn in it


def test_what_no_longer_opens_is_still_a_card_whose_star_can_be_taken_away(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        page.evaluate("() => localStorage.setItem('tilewright:favorites', '[\"new/none/easy/1\", 7, \"\"]')")
        page.reload()
        expect(page.locator("#favorites .card")).to_have_count(1)
        page.locator("#favorites .star").click()
        expect(page.locator("#favorites")).to_be_hidden()
