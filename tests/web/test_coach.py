"""Hints in three steps: where to look, why, then it is done; they say that they work and never keep anybody waiting."""

from __future__ import annotations

import json
import re
import time

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.helpers.browser import visiting
from tests.helpers.player import Player
from tests.helpers.requests import answered, held_back, wait_for
from tests.helpers.visitor import atoms_of, solution

pytestmark = [pytest.mark.full, pytest.mark.ci]
FORCED = "#play/shikaku/6x6/easy/7"
MOVES = "tilewright:puzzle:"


def hinted(page: Page, kind: str, **fields: object) -> None:
    """Let the server's next hint be this one."""
    row = {
        "kind": kind,
        "technique": "",
        "atoms": [],
        "pieces": [],
        "placements": [],
        "others": 0,
        "ended": "exhausted",
    }
    answered(page, "/api/hint", json.dumps({**row, **fields}))


@pytest.mark.site
def test_a_hint_shows_where_then_why_and_then_lays_the_piece(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/{FORCED}") as page:
        page.wait_for_selector("#play-board")
        hint, said = page.locator("#play-hint"), page.locator("#play-text")
        for _ in range(3):  # the whole of an easy puzzle could be played so
            before = len(Player(page).placed)
            hint.click()
            expect(said).to_contain_text("Look at")
            expect(hint).to_have_text("Why?")
            assert len(Player(page).placed) == before
            hint.click()
            expect(said).not_to_contain_text("Look at")
            expect(hint).to_have_text("Do it")
            hint.click()
            expect(said).to_contain_text("is laid")
            assert len(Player(page).placed) == before + 1
            expect(hint).to_have_text("Hint")
        page.click("#play-undo")
        assert len(Player(page).placed) == before


def test_the_refuted_placement_is_shaded_only_when_the_reason_is_told(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#play/gallery/FNPUV@5x5") as page:
        page.click("#play-hint")
        expect(page.locator("#play-text")).to_contain_text("Look at")
        expect(page.locator("#play-board .mark")).to_have_count(1)
        expect(page.locator("#play-board .refuted")).to_have_count(0)
        page.click("#play-hint")
        expect(page.locator("#play-board .refuted")).to_have_count(1)
        expect(page.locator("#play-text")).to_have_text(re.compile("here (would|leaves)|cannot lie here|no room"))
        page.click("#play-hint")  # a piece of a solution
        expect(page.locator("#play-board .laid")).to_have_count(1)


def test_a_move_begins_the_steps_anew(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#play/gallery/FNPUV@5x5") as page:
        page.click("#play-hint")
        expect(page.locator("#play-hint")).to_have_text("Why?")
        page.evaluate("async () => { const m = await import('/static/play/moves.js'); m.commit([]); }")
        expect(page.locator("#play-hint")).to_have_text("Hint")


def test_what_is_wrong_is_taken_back(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#play/gallery/FNPUV@5x5") as page:
        player = Player(page)
        player.drag_piece("V", [[2, 2], [2, 3], [2, 4], [3, 2], [4, 2]])
        for said in ("something cannot stay", "wrong here", "taken back"):
            page.click("#play-hint")
            expect(page.locator("#play-text")).to_contain_text(said)
        assert player.placed == []


def test_check_says_that_the_rest_cannot_be_done_and_what_to_take_back(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#play/gallery/FNPUV@5x5") as page:
        player = Player(page)
        player.drag_piece("V", [[2, 2], [2, 3], [2, 4], [3, 2], [4, 2]])
        said = page.locator("#play-text")
        for _ in range(90):  # a busy machine may not know within a second
            page.click("#play-check")
            expect(said).to_have_text(re.compile("no longer|not known"))
            if "no longer" in said.inner_text():
                break
        expect(said).to_have_text("This can no longer be finished. Take back piece V.")
        expect(page.locator("#play-board .mark")).to_have_count(1)
        page.click("#play-undo")
        page.click("#play-check")
        expect(said).to_have_text(re.compile("can be finished from here|not known"))


def test_a_page_whose_modules_do_not_come_says_so(browser: Browser, address: str) -> None:
    with browser.new_context() as context:
        page = context.new_page()
        page.route("**/static/main.js", lambda route: route.abort())
        page.goto(address)
        expect(page.locator("#blank")).to_contain_text("did not load")
        expect(page.locator("#blank")).to_contain_text("nicht geladen")


def test_letters_stand_in_the_middle_without_what_webkit_ignores(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#play/gallery/shikaku/blog-17x15") as page:
        page.wait_for_selector("#play-board .clues")
        styles = page.evaluate(
            "() => [...document.querySelectorAll('#play-board text')].map((text) => {"
            " const style = getComputedStyle(text);"
            " return [style.dominantBaseline, style.transformBox === 'fill-box', text.getAttribute('dy')].join(); })"
        )
        assert styles and set(styles) == {"auto,false,.35em"}


def test_a_hint_that_takes_time_says_so_and_is_given_up_after_two_seconds(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#play/gallery/FNPUV@5x5") as page:
        waiting = held_back(page, "/api/hint")
        began = time.monotonic()
        page.click("#play-hint")
        wait_for(waiting, 1, page)
        expect(page.locator("#play-text")).to_have_text("Working …")
        expect(page.locator("#play-text")).to_contain_text("No easy step")
        assert time.monotonic() - began > 1.5  # not before its time
        expect(page.locator("#play-hint")).to_have_text("Do it")
        waiting[0].go_on()


def test_a_hint_that_gives_up_says_which_piece_it_lays(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#play/gallery/FNPUV@5x5") as page:
        hinted(page, "none")
        page.click("#play-hint")
        said = page.locator("#play-text")
        expect(said).to_have_text(re.compile("No easy step.*“Do it” lays piece [FNPUV]"))
        name = said.inner_text()[-2]
        page.click("#play-hint")
        expect(said).to_contain_text(f"Piece {name} is laid")
        assert [each["piece"] for each in Player(page).placed] == [name]


def test_a_hint_that_gives_up_says_which_piece_it_takes_back(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#play/gallery/FNPUV@5x5") as page:
        player = Player(page)
        wrong = {"piece": "V", "atoms": [[2, 2], [2, 3], [2, 4], [3, 2], [4, 2]]}
        rows = [(row["piece"], atoms_of(player, row["cells"])) for row in solution(player.view["puzzle"])]
        name, atoms = next((n, a) for n, a in rows if n != "V" and not any(atom in wrong["atoms"] for atom in a))
        placed = [wrong, {"piece": name, "atoms": atoms}]
        page.evaluate("async (placed) => (await import('/static/play/moves.js')).commit(placed)", placed)
        hinted(page, "none")
        page.click("#play-hint")
        expect(page.locator("#play-text")).to_contain_text("“Do it” takes piece V back")
        page.click("#play-hint")
        expect(page.locator("#play-text")).to_contain_text("Piece V is taken back")
        assert [each["piece"] for each in player.placed] == [name]


def test_a_puzzle_without_a_solution_is_not_played_on(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#play/gallery/FNPUV@5x5") as page:
        hinted(page, "impossible")
        page.click("#play-hint")
        expect(page.locator("#play-text")).to_contain_text("no solution")
        expect(page.locator("#play-hint")).to_have_text("Hint")
