"""Smoothness that can be counted: nothing shifts while one plays, and a move of the hand changes next to nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.helpers.browser import visiting
from tests.helpers.fingers import TOUCH
from tests.helpers.player import Player
from tests.helpers.visitor import atoms_of, open_text, solution
from tilewright import web

pytestmark = [pytest.mark.full, pytest.mark.ci]
SEEN = 1e-3  # of the score of a shift: less is a word that changes within its button
SLOWER = 6  # times the time that the page's own work takes
STATIC = Path(web.__file__).parent / "static"
WATCH = """() => {
  window.shifts = [];
  const note = (list) => list.getEntries().forEach((each) => each.hadRecentInput || window.shifts.push(
    [each.value, ...each.sources.map((source) => source.node?.id || source.node?.className || source.node?.nodeName)]));
  new PerformanceObserver(note).observe({ type: 'layout-shift' });
}"""
COUNT = """() => {
  window.changes = 0;
  const watch = new MutationObserver((rows) => { window.changes += rows.length; });
  watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
}"""


@pytest.mark.parametrize("phone", [False, True])
@pytest.mark.parametrize("source", ["FNPUV@5x5", "shikaku/blog-6x6"])
def test_nothing_shifts_while_one_plays(browser: Browser, address: str, phone: bool, source: str) -> None:
    """On a slow machine, on which the finish learns late how many solutions there are."""
    with visiting(browser, f"{address}/#play/gallery/{source}", **(TOUCH if phone else {})) as page:
        page.wait_for_selector("#play-board")
        page.wait_for_timeout(600)
        player = Player(page)
        rows = solution(player.view["puzzle"])
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        page.evaluate(WATCH)
        for number, row in enumerate(rows):
            player.lay(row, atoms_of(player, row["cells"]))
            if number == 1:
                page.click("#play-hint")
                expect(page.locator("#play-text")).not_to_be_empty()
                page.click("#play-try")
                page.click("#play-keep")
        expect(page.locator("#play-finish")).to_be_visible()
        if source == "FNPUV@5x5":
            expect(page.locator("#finish-found")).to_contain_text("of 2")
        page.wait_for_timeout(600)
        assert not [shift for shift in page.evaluate("window.shifts") if shift[0] > SEEN]


@pytest.mark.parametrize("fragment", ["", "#puzzles"])
@pytest.mark.parametrize("phone", [False, True])
def test_nothing_shifts_while_the_page_opens(browser: Browser, address: str, phone: bool, fragment: str) -> None:
    with browser.new_context(**(TOUCH if phone else {})) as context:  # type: ignore[arg-type]
        page = context.new_page()
        page.add_init_script(f"({WATCH})()")
        page.goto(f"{address}/{fragment}")
        page.wait_for_selector("main section:not([hidden])")
        page.wait_for_timeout(600)
        assert page.evaluate("window.shifts") == []


def test_a_move_of_the_hand_changes_next_to_nothing(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        open_text(page, "pentominoes*@15x17")
        page.wait_for_selector("#play-tray .tile")
        box = page.locator("#play-board").bounding_box()
        tile = page.locator("#play-tray .tile").first.bounding_box()
        assert box and tile
        page.mouse.move(tile["x"] + tile["width"] / 2, tile["y"] + tile["height"] / 2)
        page.mouse.down()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.evaluate(COUNT)
        moves = 40
        for step in range(moves):
            page.mouse.move(box["x"] + box["width"] / 2 + step, box["y"] + box["height"] / 2 + step / 2)
        assert page.locator(".carried").count() == 1
        changes = page.evaluate("window.changes")
        assert 0 < changes <= 4 * moves, "the picture that is carried, and now and then the place that lights up"
        page.mouse.up()


def test_taking_a_piece_changes_next_to_nothing(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        open_text(page, "pentominoes*@15x17")
        player = Player(page)
        for row in solution(player.view["puzzle"])[:3]:
            player.lay(row, atoms_of(player, row["cells"]))
        page.evaluate("() => { window.board = document.getElementById('play-board'); }")
        tile = page.locator("#play-tray .tile:visible").first.bounding_box()
        assert tile
        page.evaluate(COUNT)
        page.mouse.move(tile["x"] + tile["width"] / 2, tile["y"] + tile["height"] / 2)
        page.mouse.down()
        page.mouse.move(tile["x"], tile["y"] + tile["height"])
        expect(page.locator(".carried")).to_have_count(1)
        assert 0 < page.evaluate("window.changes") <= 40, "its tile and the picture that is carried"
        assert page.evaluate("window.board === document.getElementById('play-board')")
        page.mouse.up()


def test_no_style_of_the_whole_page_looks_into_it() -> None:
    styles = "".join(file.read_text(encoding="utf-8") for file in (STATIC / "style").glob("*.css"))
    assert not re.search(r"(html|body|:root)[.\w]*:has\(", styles), "it would cost a millisecond a frame while dragging"


def violations(page: Page, view: str) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [f"{view}: {each['id']}: {each['nodes'][0]['html'][:160]}" for each in found]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_barrier_where_solutions_are_explored(browser: Browser, address: str, scheme: str) -> None:
    with visiting(browser, f"{address}/#solve/gallery/FNPUV@5x5", color_scheme=scheme) as page:
        page.click("#solve-all")
        expect(page.locator("#solve-text")).to_contain_text("All 2")
        wrong = violations(page, "wall")
        page.locator("#solve-picture .askable").first.focus()
        page.keyboard.press("Enter")
        page.click("#solve-compare")
        wrong += violations(page, "compare")
        page.click("#solve-places")
        page.wait_for_selector("#solve-map")
        wrong += violations(page, "map")
        page.click("#solve-steps-of")
        page.wait_for_selector("#solve-watch")
        wrong += violations(page, "watch")
        open_text(page, "soma@3x3x3")
        page.click("#play-pencil")
        wrong += violations(page, "solid")
        page.get_by_role("link", name="Edit", exact=True).click()
        page.wait_for_selector("#make-board")
        wrong += violations(page, "make in space")
        assert not wrong
