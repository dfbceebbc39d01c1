"""Nothing is lost: what lies there, undo, the clock, drafts, marks; and links that carry puzzle and progress."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.helpers.browser import DESKTOP, visiting
from tests.helpers.player import Player
from tests.helpers.visitor import atoms_of, solution

pytestmark = [pytest.mark.full]
FIVE = "#play/gallery/FNPUV@5x5"


def lay(page: Page, address: str, count: int) -> Player:
    """Lay the first pieces of a solution."""
    page.wait_for_selector("#play-board")
    player = Player(page)
    for row in solution(player.view["puzzle"])[:count]:
        player.lay(row, atoms_of(player, row["cells"]))
    return player


def second_page(context: BrowserContext, url: str) -> Player:
    page = context.new_page()
    page.goto(url)
    page.wait_for_selector("#play-board")
    return Player(page)


def names(player: Player) -> list[str]:
    return sorted(placement["piece"] for placement in player.placed)


def test_reload_another_tab_and_another_puzzle_lose_nothing(browser: Browser, address: str) -> None:
    with browser.new_context(viewport=DESKTOP) as context:
        page = context.new_page()
        page.goto(f"{address}/{FIVE}")
        laid = names(lay(page, address, 3))
        page.reload()
        page.wait_for_selector("#play-board")
        assert names(Player(page)) == laid
        page.click("#play-undo")
        assert len(names(Player(page))) == 2
        page.goto(f"{address}/#play/gallery/pentominoes@6x10")
        expect(page.locator("#puzzle-name")).to_have_text("All twelve, 6 × 10")
        assert names(Player(page)) == []
        page.go_back()
        expect(page.locator("#puzzle-name")).to_have_text("Five pentominoes")
        page.click("#play-redo")
        assert names(Player(page)) == laid
        page.close()  # a browser that is closed
        again = second_page(context, f"{address}/{FIVE}")
        assert names(again) == laid


@pytest.mark.site
def test_what_one_tab_lays_another_shows(browser: Browser, address: str) -> None:
    with browser.new_context(viewport=DESKTOP) as context:
        first, second = (second_page(context, f"{address}/{FIVE}") for _ in range(2))
        lay(first.page, address, 2)
        expect(second.page.locator("#play-board .laid")).to_have_count(2)
        assert names(second) == names(first)


def test_the_same_puzzle_from_another_address_goes_on(browser: Browser, address: str) -> None:
    with browser.new_context(viewport=DESKTOP) as context:
        page = context.new_page()
        page.goto(f"{address}/{FIVE}")
        laid = names(lay(page, address, 2))
        page.get_by_role("link", name="Share and print").click()
        expect(page.locator("#share-link")).to_have_value(re.compile("#play/1"))
        again = second_page(context, page.locator("#share-link").input_value())
        assert names(again) == laid


@pytest.mark.parametrize("puzzle", [FIVE, "#play/gallery/shikaku/blog-6x6"])
def test_a_link_can_carry_what_lies_there_and_undo_takes_it_off(browser: Browser, address: str, puzzle: str) -> None:
    with visiting(browser, f"{address}/{puzzle}") as page:
        laid = names(lay(page, address, 2))
        page.get_by_role("link", name="Share and print").click()
        page.locator("#share input[value=board]").check(force=True)
        expect(page.locator("#share-link")).to_have_value(re.compile("at="))
        link = page.locator("#share-link").input_value()
        expect(page.locator("#share")).to_contain_text("on this computer")
    with visiting(browser, link) as page:
        expect(page.locator("#play-board .laid")).to_have_count(2)
        assert names(Player(page)) == laid and "at=" not in page.url
        page.click("#play-undo")
        assert names(Player(page)) == []


@pytest.mark.parametrize("at", ["", "nonsense", "AAAA", "q1Y"])
def test_a_damaged_progress_leaves_the_board_as_it_was(browser: Browser, address: str, at: str) -> None:
    with visiting(browser, f"{address}/{FIVE}?at={at}") as page:
        page.wait_for_selector("#play-board")
        page.wait_for_timeout(300)
        assert Player(page).placed == []


@pytest.mark.parametrize("kept", ["nonsense", "[]", '{"placed": 3}', '{"placed": [{"piece": "Q", "atoms": [[9, 9]]}]}'])
def test_a_spoiled_memory_is_forgotten(browser: Browser, address: str, kept: str) -> None:
    with visiting(browser, f"{address}/{FIVE}") as page:
        page.wait_for_selector("#play-board")
        digest = Player(page).view["digest"]
        page.evaluate("([name, text]) => localStorage.setItem(name, text)", [f"tilewright:puzzle:{digest}", kept])
        page.reload()
        page.wait_for_selector("#play-board")
        assert len(names(lay(page, address, 1))) == 1


def test_solved_puzzles_are_marked_with_the_best_time(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/{FIVE}") as page:
        lay(page, address, 5)
        expect(page.locator("#play-text")).to_contain_text("Well played")
        page.get_by_role("link", name="Puzzles", exact=True).click()
        card = page.locator(".card", has_text="Five pentominoes")
        expect(card.locator(".solved")).to_contain_text(re.compile(r"✓ \d+:\d\d"))


def test_the_clock_stops_when_solved_and_starts_again_from_nothing(browser: Browser, address: str) -> None:
    with browser.new_context(viewport=DESKTOP) as context:
        page = context.new_page()
        page.clock.install()
        page.goto(f"{address}/{FIVE}")
        clock = page.locator("#play-clock")
        page.wait_for_selector("#play-board")
        expect(clock).to_have_text("0:00")
        page.clock.run_for(20_000)
        expect(clock).to_have_text("0:00")  # no move yet
        lay(page, address, 4)
        page.clock.run_for(20_000)
        before = clock.text_content()
        assert before != "0:00"
        page.get_by_role("link", name="Solve", exact=True).click()
        expect(page.locator("#solve")).to_be_visible()
        page.clock.run_for(60_000)
        page.get_by_role("link", name="Play", exact=True).click()
        assert seconds(clock.text_content()) - seconds(before) <= 2  # it rested in the other view
        row = solution(Player(page).view["puzzle"])[4]
        Player(page).lay(row, row["cells"])
        text = page.locator("#play-text")
        expect(text).to_contain_text("Well played")
        done = text.text_content()
        page.clock.run_for(60_000)
        page.click("#play-undo")
        expect(text).to_be_empty()
        page.clock.run_for(60_000)
        page.click("#play-redo")
        expect(text).to_have_text(done or "")
        page.click("#play-again")
        expect(clock).to_have_text("0:00")


def seconds(text: str | None) -> int:
    minutes, rest = (text or "").split(":")
    return 60 * int(minutes) + int(rest)


def test_the_draft_of_make_is_there_after_a_reload(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#make") as page:
        page.locator("#make-name").fill("My board")
        page.keyboard.press("Tab")
        page.click("#make-clear")
        page.reload()
        expect(page.locator("#make-name")).to_have_value("My board")
        expect(page.locator("#make-paint .painted")).to_have_attribute("d", "")
        page.goto(f"{address}/#edit/gallery/FNPUV@5x5")
        expect(page.locator("#make-name")).to_have_value("Five pentominoes")
        page.click("#make-undo")
        expect(page.locator("#make-name")).to_have_value("My board")


def test_a_first_visit_finds_a_small_puzzle_and_a_later_one_the_list(browser: Browser, address: str) -> None:
    with visiting(browser, address) as page:
        expect(page.locator("#welcome")).to_be_visible()
        player = lay(page, address, 3)
        assert player.view["pieces"] == 3
        expect(page.locator("#play-text")).to_contain_text("Well played")
        page.goto("about:blank")
        page.goto(address)
        expect(page.locator("#puzzles .card").first).to_be_visible()
