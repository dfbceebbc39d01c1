"""The page's views are functions of its address: nothing is drawn twice, and a late answer to an old question is dropped."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from tests.helpers.browser import visiting
from tests.helpers.player import Player
from tests.helpers.requests import held_back, wait_for
from tests.helpers.visitor import open_view

pytestmark = [pytest.mark.full]


def test_the_list_of_puzzles_is_drawn_once_however_often_it_is_asked_for(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#make") as page:
        waiting = held_back(page, "/api/gallery")
        for view in ("Puzzles", "Make", "Puzzles"):
            page.get_by_role("link", name=view, exact=True).click()
        wait_for(waiting, 1, page)
        waiting[0].go_on()
        cards = page.locator("#puzzles .card", has_text="Five pentominoes")
        expect(cards).to_have_count(1)
        page.wait_for_timeout(200)
        expect(cards).to_have_count(1)


@pytest.mark.site
def test_of_two_cards_clicked_in_a_row_the_second_is_opened(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        waiting = held_back(page, "/api/gallery/.*%40.*")
        page.locator(".card", has_text="Five pentominoes").click()
        page.locator(".card", has_text="All twelve, 6 × 10").click()
        wait_for(waiting, 2, page)
        waiting[1].go_on()
        page.wait_for_selector("#play-board")
        waiting[0].go_on()  # late: nobody asks for it any more
        page.wait_for_timeout(300)
        assert Player(page).view["cells"] == 60
        expect(page.locator("#puzzle-name")).to_have_text("All twelve, 6 × 10")


def test_back_and_forward_open_the_puzzles_of_their_addresses(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        for title in ("Five pentominoes", "Six by six"):
            page.get_by_role("link", name="Puzzles", exact=True).click()
            page.locator(".card", has_text=title).first.click()
            expect(page.locator("#puzzle-name")).to_have_text(title)
        page.get_by_role("link", name="Solve", exact=True).click()
        expect(page.locator("#solve")).to_be_visible()
        for name, back in (("Six by six", 1), ("Five pentominoes", 2)):
            for _ in range(back):
                page.go_back()
            expect(page.locator("#puzzle-name")).to_have_text(name)
            expect(page.locator("#play-board")).to_be_visible()
        page.go_forward()
        page.go_forward()
        expect(page.locator("#puzzle-name")).to_have_text("Six by six")


def test_a_late_hint_is_not_shown_on_another_puzzle(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#play/gallery/FNPUV@5x5") as page:
        waiting = held_back(page, "/api/hint")
        page.click("#play-hint")
        wait_for(waiting, 1, page)
        page.goto(f"{address}/#play/gallery/pentominoes@6x10")
        expect(page.locator("#puzzle-name")).to_have_text("All twelve, 6 × 10")
        waiting[0].go_on()
        page.wait_for_timeout(500)
        expect(page.locator("#play-text")).to_be_empty()


def test_a_puzzle_being_made_is_opened_with_the_pieces_that_were_still_to_come(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#make") as page:
        waiting = held_back(page, "/api/pieces")
        page.select_option("#make-set", "pentominoes")
        for _ in range(2):
            page.click("#make-add-set")
        page.click("#make-play")
        wait_for(waiting, 2, page)
        for request in reversed(waiting):
            request.go_on()
        expect(page.locator("#play-tray .tile")).to_have_count(12)
        open_view(page, "Edit")
        expect(page.locator("#make-list li select").first).to_have_value("2,2")


def test_pieces_that_come_too_late_for_their_grid_are_left_out(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#make") as page:
        waiting = held_back(page, "/api/pieces")
        page.select_option("#make-set", "pentominoes")
        page.click("#make-add-set")
        wait_for(waiting, 1, page)
        page.select_option("#make-grid", "hexagonal")
        page.click("#make-add-set")
        wait_for(waiting, 2, page)
        for request in waiting:
            request.go_on()
        expect(page.locator("#make-list li")).to_have_count(7)  # tetrahexes
