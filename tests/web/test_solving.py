"""Solve as a place to explore: the wall of solutions, filters, comparing, the map of places, a search to watch, the queue."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.helpers.browser import visiting
from tests.helpers.player import Player
from tests.helpers.visitor import atoms_of, open_text, solution
from tilewright import count, load, tilings
from tilewright.web.work import search_steps

pytestmark = [pytest.mark.full, pytest.mark.ci]
TWELVE = "#solve/gallery/pentominoes@6x10"


def all_solutions(page: Page, many: str) -> None:
    page.click("#solve-all")
    expect(page.locator("#solve-text")).to_contain_text(f"All {many} solutions", timeout=60_000)


@pytest.mark.site
def test_the_wall_holds_thousands_and_draws_those_in_sight(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/{TWELVE}") as page:
        all_solutions(page, "2,339")
        wall, thumbs = page.locator("#solve-wall"), page.locator(".thumb")
        assert 4 < thumbs.count() < 120
        wall.evaluate("each => { each.scrollTop = each.scrollHeight; }")
        last = page.get_by_role("button", name="Solution 2,339")
        expect(last).to_be_visible()
        assert thumbs.count() < 120
        before = page.locator("#solve-picture .piece path.fill").first.get_attribute("d")
        last.click()
        expect(page.locator("#solve-go")).to_have_value("2339")
        assert page.locator("#solve-picture .piece path.fill").first.get_attribute("d") != before
        page.locator("#solve-go").fill("1")
        page.keyboard.press("Enter")
        page.locator("h2").first.click()
        page.keyboard.press("ArrowRight")
        expect(page.get_by_role("button", name="Solution 2", exact=True)).to_have_attribute("aria-pressed", "true")
        assert wall.evaluate("each => each.scrollTop") < 200, "the wall follows the keys"


def test_a_click_on_a_piece_keeps_the_solutions_that_have_it_there(browser: Browser, address: str) -> None:
    puzzle = load("FNPUV@5x5")
    with visiting(browser, f"{address}/#solve/gallery/FNPUV@5x5") as page:
        page.select_option("#solve-upto", "none")
        all_solutions(page, "16")
        row = page.evaluate("""async () => {
          const { store } = await import('/static/state/store.js');
          return store.tilings[store.shown].placements[0];
        }""")
        lying = (row["piece"], tuple(map(tuple, row["cells"])))
        there = sum(lying in [(p.piece, p.atoms) for p in tiling.placements] for tiling in tilings(puzzle))
        assert 1 <= there < 16
        piece = page.get_by_role("button", name=f"Only solutions with piece {row['piece']} here")
        piece.focus()
        page.keyboard.press("Enter")
        expect(page.locator("#solve-at")).to_have_text(f"of {there} with this, 16 in all")
        expect(piece).to_have_attribute("aria-pressed", "true")
        page.locator("#solve-filter .chip").click()
        expect(page.locator("#solve-at")).to_have_text("of 16")
        spot = page.locator("#solve-picture .piece .fill").first.bounding_box()
        assert spot
        page.mouse.click(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)
        expect(page.locator("#solve-filter .chip")).to_have_count(1)


def test_two_solutions_are_compared(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#solve/gallery/FNPUV@5x5") as page:
        all_solutions(page, "2")
        page.click("#solve-compare")
        expect(page.locator("#solve-picture svg")).to_have_count(2)
        told = page.locator(".compare-told").inner_text()
        alike = int(told.split()[0])
        assert page.locator("#solve-picture .piece.alike").count() == 2 * alike < 10
        page.click("#solve-compare")
        expect(page.locator("#solve-picture svg")).to_have_count(1)


@pytest.mark.site
def test_the_map_tells_how_many_solutions_use_a_place(browser: Browser, address: str) -> None:
    puzzle = load("FNPUV@5x5")
    with visiting(browser, f"{address}/#solve/gallery/FNPUV@5x5") as page:
        page.click("#solve-places")
        cell = page.locator("#solve-map-cell")
        page.locator("#solve-map svg").focus()
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowRight")
        expect(cell).to_contain_text("row 2, column 2")
        for name in "FNPUV":
            many = sum(any(p.piece == name and (1, 1) in p.atoms for p in t.placements) for t in tilings(puzzle))
            expect(cell).to_contain_text(re.compile(rf"piece {name}: {many} \(")) if many else None
        page.get_by_role("button", name="Show where piece U lies").click()
        expect(page.locator("#solve-map .heat").first).to_be_visible()
        page.click("#solve-leave")
        expect(page.locator("#solve-map")).to_have_count(0)


def test_a_search_is_watched_step_by_step(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#solve/gallery/FNPUV@5x5") as page:
        page.click("#solve-steps-of")
        text = page.locator("#watch-text")
        expect(text).to_have_text("The empty board.")
        page.click("#watch-next")
        expect(text).to_contain_text("fewest possibilities")
        page.click("#watch-next")
        expect(page.locator("#solve-watch .piece")).to_have_count(1)
        page.select_option("#watch-speed", "12")
        page.click("#watch-play")
        slider = page.locator("#watch-at")
        expect(slider).not_to_have_value("2")  # it goes on by itself
        page.click("#watch-play")
        steps = search_steps(load("FNPUV@5x5"), 20.0)["steps"]
        slider.fill(str(steps.index(["found"]) + 1))
        expect(text).to_have_text("A solution!")
        expect(page.locator("#solve-watch .piece")).to_have_count(5)
        here = slider.input_value()
        slider.focus()
        page.keyboard.press("ArrowLeft")
        assert int(slider.input_value()) == int(here) - 1


def test_solving_goes_on_from_what_lies_in_play(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#play/gallery/FNPUV@5x5") as page:
        page.wait_for_selector("#play-board")
        player = Player(page)
        row = solution(player.view["puzzle"])[0]
        player.lay(row, atoms_of(player, row["cells"]))
        page.click("#play-solve")
        expect(page.locator("#solve-text")).to_contain_text("Solved")
        page.click("#solve-count")
        lying = (row["piece"], tuple(map(tuple, row["cells"])))
        there = sum(lying in [(p.piece, p.atoms) for p in t.placements] for t in tilings(load("FNPUV@5x5")))
        expect(page.locator("#solve-text")).to_contain_text(f"{there} solution")
        page.locator("#solve-from .chip").click()
        page.select_option("#solve-upto", "none")
        page.click("#solve-count")
        expect(page.locator("#solve-text")).to_contain_text(f"{count(load('FNPUV@5x5')).value} solutions")


def test_a_search_that_waits_says_so_and_one_that_runs_estimates(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as first, visiting(browser, f"{address}/#puzzles") as second:
        open_text(first, "pentominoes!turn@9x10")
        first.get_by_role("link", name="Solve", exact=True).click()
        first.click("#solve-all")
        expect(first.locator("#solve-live")).to_contain_text(" s")
        open_text(second, "FNPUV@5x5")
        second.get_by_role("link", name="Solve", exact=True).click()
        second.click("#solve-one")
        expect(second.locator("#solve-live")).to_contain_text("number 1 in the queue")
        first.click("#solve-stop")
        expect(second.locator("#solve-text")).to_contain_text("Solved")


def test_a_map_that_is_stopped_says_nothing_of_the_question_before(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#solve/gallery/pentominoes@6x10") as page:
        page.click("#solve-verdict")
        expect(page.locator("#solve-text")).to_contain_text("More than one solution")
        page.click("#solve-places")
        expect(page.locator("#solve-found")).to_be_hidden()
        page.click("#solve-stop")
        expect(page.locator("#solve-text")).to_have_text("Stopped before the map was there.")
        page.click("#solve-leave")
        expect(page.locator("#solve-found")).to_be_visible()


def test_a_solution_is_laid_piece_by_piece_and_is_one_of_perhaps_several(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#solve/gallery/FNPUV@5x5") as page:
        page.click("#solve-one")
        expect(page.locator("#solve-at")).to_have_text("of perhaps several")
        seen = page.locator("#solve-picture .piece:not(.to-come)")
        expect(seen).to_have_count(5)
        slider = page.get_by_label("Step by step")
        slider.focus()
        for count in (4, 3):
            page.keyboard.press("ArrowLeft")
            expect(seen).to_have_count(count)
        expect(slider).to_have_attribute("aria-valuetext", re.compile("^3 of 5 pieces. Piece [FNPUV]$"))
        all_solutions(page, "2")
        expect(page.locator("#solve-at")).to_contain_text("of 2")
        expect(seen).to_have_count(5)
