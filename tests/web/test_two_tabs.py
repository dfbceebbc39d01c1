"""Two tabs of one browser: what one does the other takes up, also after it slept, and neither loses anything."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.helpers.browser import DESKTOP, PATIENCE
from tests.helpers.player import Player
from tests.helpers.requests import on_site
from tests.helpers.studio import is_site
from tests.helpers.visitor import atoms_of, solution

pytestmark = [pytest.mark.full, pytest.mark.ci]
FIVE = "#play/gallery/FNPUV@5x5"
# A tab that sleeps hears nothing of other tabs, until it is looked at again.
ASLEEP = (
    "for (const name of ['storage', 'focus', 'pageshow']) addEventListener(name, (e) => e.stopImmediatePropagation());"
)
WAKE = "dispatchEvent(new CustomEvent('focus'))"


@contextmanager
def tabs(browser: Browser, address: str, asleep: bool = False) -> Iterator[tuple[Page, Page]]:
    """Two tabs at an address; the second may be one that sleeps. Whatever they complain of fails the test."""
    complaints: list[str] = []
    with browser.new_context(viewport=DESKTOP, service_workers="block") as context:
        if is_site():
            on_site(context)
        pages = [tab(context, address, complaints, ASLEEP if sleeps else "") for sleeps in (False, asleep)]
        yield pages[0], pages[1]
    assert not complaints, complaints


def tab(context: BrowserContext, address: str, complaints: list[str], script: str) -> Page:
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.add_init_script(script)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(address)
    page.wait_for_selector("main section:not([hidden])")
    return page


def name(page: Page, text: str) -> None:
    """Name the draft."""
    page.locator("#make-name").fill(text)
    page.locator("#make-name").press("Tab")


def lay(page: Page, first: int, last: int) -> list[str]:
    """Lay some pieces of a solution; return the names of all that lie there."""
    page.wait_for_selector("#play-board")
    player = Player(page)
    for row in solution(player.view["puzzle"])[first:last]:
        player.lay(row, atoms_of(player, row["cells"]))
    return names(page)


def names(page: Page) -> list[str]:
    return sorted(placement["piece"] for placement in Player(page).placed)


@pytest.mark.site
def test_a_draft_is_one_in_all_tabs_and_undo_goes_back_through_both(browser: Browser, address: str) -> None:
    with tabs(browser, f"{address}/#make") as (first, second):
        name(first, "From the first")
        expect(second.locator("#make-name")).to_have_value("From the first")
        name(second, "From the second")
        expect(first.locator("#make-name")).to_have_value("From the second")
        first.click("#make-undo")
        expect(second.locator("#make-name")).to_have_value("From the first")
        first.click("#make-undo")
        expect(second.locator("#make-name")).to_have_value("")


def test_a_tab_that_slept_shows_the_newer_draft_when_it_is_looked_at(browser: Browser, address: str) -> None:
    with tabs(browser, f"{address}/#make", asleep=True) as (first, second):
        name(first, "Newer")
        expect(second.locator("#make-name")).to_have_value("")
        second.get_by_role("link", name="Puzzles", exact=True).click()
        second.get_by_role("link", name="Make", exact=True).click()
        expect(second.locator("#make-name")).to_have_value("Newer")


def test_of_two_drafts_changed_at_once_the_other_can_be_had_back(browser: Browser, address: str) -> None:
    with tabs(browser, f"{address}/#make", asleep=True) as (first, second):
        name(first, "One")
        first.locator("#make-set option").first.wait_for(state="attached")
        first.click("#make-add-set")
        expect(first.locator("#make-list li").first).to_be_visible()
        pieces = first.locator("#make-list li").count()
        name(second, "Other")
        expect(second.locator("#note")).to_contain_text("Earlier drafts")
        expect(first.locator("#make-name")).to_have_value("Other")
        second.reload()
        second.locator("#make-shelf summary").click()
        expect(second.locator("#make-shelf li")).to_have_text(re.compile("^One, 6 × 10"))
        second.locator(".bring-back").click()
        expect(second.locator("#make-name")).to_have_value("One")
        expect(second.locator("#make-list li")).to_have_count(pieces)
        second.click("#make-undo")
        expect(second.locator("#make-name")).to_have_value("Other")


def test_a_draft_that_another_puzzle_took_the_place_of_can_be_had_back(browser: Browser, address: str) -> None:
    with tabs(browser, f"{address}/#edit/gallery/FNPUV@5x5") as (page, _):
        expect(page.locator("#make-name")).to_have_value("Five pentominoes")
        page.goto(f"{address}/#edit/gallery/pentominoes@6x10")
        expect(page.locator("#make-name")).to_have_value("All twelve, 6 × 10")
        page.locator("#make-shelf summary").click()
        page.locator(".bring-back").click()
        expect(page.locator("#make-name")).to_have_value("Five pentominoes")
        expect(page.locator("#make-shelf li")).to_have_text(re.compile("^All twelve"))


def test_what_is_being_typed_stays_when_another_tab_changes_the_draft(browser: Browser, address: str) -> None:
    with tabs(browser, f"{address}/#make") as (first, second):
        name(first, "AAA")
        first.locator("#make-name").click()
        first.keyboard.press("End")
        first.keyboard.type("xyz")
        second.locator("#make-columns").fill("7")
        second.locator("#make-columns").press("Tab")
        expect(first.locator("#make-columns")).to_have_value("7")
        expect(first.locator("#make-name")).to_be_focused()
        expect(first.locator("#make-name")).to_have_value("AAAxyz")
        first.keyboard.type("!")
        name(second, "Other")
        expect(first.locator("#make-name")).to_have_value("AAAxyz!")
        first.keyboard.press("Tab")
        expect(second.locator("#make-name")).to_have_value("AAAxyz!")
        expect(second.locator("#make-columns")).to_have_value("7")


def test_a_field_that_is_only_looked_at_shows_what_another_tab_wrote(browser: Browser, address: str) -> None:
    with tabs(browser, f"{address}/#make") as (first, second):
        first.locator("#make-name").click()
        name(second, "Other")
        expect(first.locator("#make-name")).to_have_value("Other")
        expect(first.locator("#make-name")).to_be_focused()


@pytest.mark.site
def test_a_move_in_a_tab_that_slept_keeps_the_moves_of_the_other(browser: Browser, address: str) -> None:
    with tabs(browser, f"{address}/{FIVE}", asleep=True) as (first, second):
        one = lay(first, 0, 2)
        other = lay(second, 3, 4)
        assert len(other) == 1
        expect(first.locator("#play-board .laid")).to_have_count(1)
        first.click("#play-undo")
        assert names(first) == one
        first.click("#play-redo")
        assert names(first) == other


def test_a_mark_once_earned_stays_whatever_another_tab_still_shows(browser: Browser, address: str) -> None:
    with tabs(browser, f"{address}/{FIVE}", asleep=True) as (first, second):
        lay(second, 0, 1)
        lay(first, 1, 5)
        expect(first.locator("#play-text")).to_contain_text("Well played")
        second.click("#play-undo")  # an older board, and a move on it
        second.get_by_role("link", name="Puzzles", exact=True).click()
        expect(second.locator(".card", has_text="Five pentominoes").locator(".solved")).to_be_visible()


def test_a_setting_chosen_in_one_tab_holds_in_the_other(browser: Browser, address: str) -> None:
    with tabs(browser, f"{address}/{FIVE}") as (first, second):
        first.click("#settings-open")
        first.check("#settings-big")
        expect(second.locator("html.big")).to_be_attached()
        second.click("#settings-open")
        second.check("#settings-patterns")
        first.reload()
        expect(first.locator("html.big.patterned")).to_be_attached()
