"""The catalogue: pictures in color without solutions, filter and order, marks; ladders; new puzzles of each system."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.helpers.browser import color_of, visiting
from tests.helpers.player import Player
from tests.helpers.visitor import atoms_of, play_to_the_end, solution
from tilewright import solve
from tilewright.puzzle.check import faults
from tilewright.web import puzzles

browsers = [pytest.mark.full, pytest.mark.ci]


def test_every_card_has_a_name_a_difficulty_and_a_picture_half_laid() -> None:
    entries = puzzles.entries()
    assert len({entry["name"] for entry in entries}) == len(entries) > 100
    for entry in entries:
        assert entry["difficulty"] in ("easy", "medium", "hard", "extreme", "impossible") and entry["title"]
        card = entry["card"]
        assert set(card) <= {"lattice", "box", "board", "optional", "clues", "pieces", "tiles", "laid", "atoms"}
        if entry["system"] == "tangram":  # nothing but the shape
            assert set(card) == {"box", "board"} and card["board"].startswith("M")
            continue
        assert ("atoms" in card) == (card["lattice"] == "cubic")  # seen in space
        laid = {tuple(atom) for row in card["laid"] for atom in row["atoms"]}
        assert laid and len(laid) == sum(len(row["atoms"]) for row in card["laid"])
        left, top, width, height = card["box"]
        for column, row, _ in card.get("clues", []):
            assert left <= column < left + width and top <= row < top + height
        for *_, path, x, y, _, _ in card.get("pieces", []):  # where the piece lies in itself, not on the board
            assert path.startswith("M") and abs(x) < 2 and abs(y) < 2


def test_silhouettes_have_names_of_their_own_in_three_difficulties() -> None:
    silhouettes = [entry for entry in puzzles.entries() if entry["system"] == "catalogue"]
    assert len({entry["title"] for entry in silhouettes}) == len(silhouettes) == 88
    assert {"Dice", "Flying In", "Acanthus"} <= {
        entry["title"] for entry in silhouettes
    }  # published, by corners, nameless
    for tier in ("easy", "medium", "hard"):
        assert sum(entry["difficulty"] == tier for entry in silhouettes) in (29, 30)


def test_forty_tangrams_are_solved_counted_and_graded() -> None:
    """Every one of them has a solution by the rules, and none takes longer than others of its sort."""
    tangrams = [entry["name"] for entry in puzzles.entries() if entry["system"] == "tangram"]
    assert len(tangrams) == 40
    for name in tangrams[::13]:
        found = solve(puzzles.puzzle(name), None)
        assert found.tilings and not faults(found.tilings[0].puzzle, found.tilings[0].placements), name


def card(page: Page, title: str) -> Locator:
    return page.locator("#catalogue .card").filter(has=page.get_by_text(title, exact=True))


@pytest.mark.full
@pytest.mark.ci
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_cards_are_in_color_and_follow_dark_mode(browser: Browser, address: str, scheme: Any) -> None:
    with visiting(browser, f"{address}/#puzzles", color_scheme=scheme) as page:
        picture = card(page, "Five pentominoes").locator("svg")
        fills = picture.locator(".fill").evaluate_all("(all) => all.map((each) => each.getAttribute('fill'))")
        assert len(set(fills)) == 5
        assert (sum(color_of(picture.locator(".ground"), "fill")) > 380) == (scheme == "light")


@pytest.mark.full
@pytest.mark.ci
def test_a_card_shows_the_whole_solution_only_when_it_was_found(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        beside = card(page, "Katamino 5 × 3").locator("svg g[transform] .piece")
        expect(beside).to_have_count(2)  # of three
        card(page, "Katamino 5 × 3").click()
        page.wait_for_selector("#play-board")
        play_to_the_end(Player(page), address)
        page.locator("header").get_by_role("link", name="Puzzles", exact=True).click()
        expect(card(page, "Katamino 5 × 3").locator(".solved")).to_contain_text("✓")
        expect(beside).to_have_count(0)
        expect(card(page, "Katamino 5 × 3").locator("svg .piece")).to_have_count(3)
        page.select_option("#filter-done", "solved")
        expect(page.locator("#catalogue .card")).to_have_count(1)


@pytest.mark.full
@pytest.mark.ci
def test_filter_and_order_are_kept(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        page.select_option("#filter-system", "catalogue")
        page.select_option("#filter-difficulty", "easy")
        expect(page.locator("#catalogue .card")).to_have_count(30)
        expect(page.locator("#filter-count")).to_contain_text("30 of")
        page.select_option("#filter-difficulty", "")
        page.select_option("#filter-order", "name")
        titles = page.locator("#catalogue .card > span").all_text_contents()
        assert titles == sorted(titles, key=str.casefold) and len(titles) == 88
        page.reload()
        expect(page.locator("#catalogue .card")).to_have_count(88)
        page.select_option("#filter-difficulty", "impossible")
        expect(page.locator("#catalogue")).to_contain_text("No puzzle is like that")


@pytest.mark.full
@pytest.mark.ci
def test_the_catalogue_is_short_and_is_searched_by_name(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        page.locator("#catalogue .card").first.wait_for()
        assert page.evaluate("() => document.documentElement.scrollHeight") < 2700
        page.fill("#filter-name", "rhino")
        expect(page.locator("#catalogue")).to_contain_text("No puzzle is like that")
        page.fill("#filter-name", "bullsEYE")
        expect(page.locator("#catalogue .card")).to_have_count(1)
        page.locator("#catalogue .card").click()
        page.wait_for_selector("#play-board")
        player = Player(page)
        row = solution(player.view["puzzle"])[0]
        player.lay(row, atoms_of(player, row["cells"]))
        page.locator("header").get_by_role("link", name="Puzzles", exact=True).click()
        expect(page.locator(".recent")).to_have_text("Bullseye")  # what was played last


@pytest.mark.site
@pytest.mark.full
@pytest.mark.ci
def test_a_ladder_is_climbed_step_by_step(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        ladder = page.get_by_role("group", name="Ladder 1")
        expect(ladder.locator(".rung.next")).to_have_text("3")
        ladder.locator(".rung.next").click()
        page.wait_for_selector("#play-board")
        play_to_the_end(Player(page), address)
        page.locator("header").get_by_role("link", name="Puzzles", exact=True).click()
        expect(ladder.locator(".rung.solved")).to_have_count(1)
        expect(ladder.locator(".rung.next")).to_have_text("4")
        expect(ladder).to_contain_text("1 of 7")


@pytest.mark.full
@pytest.mark.ci
@pytest.mark.parametrize("system", ["doodle-fit", "tetris", "fridgeiq", "surprise"])
def test_a_new_puzzle_of_each_system_is_made_and_played(browser: Browser, address: str, system: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        page.click(f"#new-{system}")
        page.wait_for_selector("#play-board")
        assert re.search(rf"#play/new/{system}/easy/\d+$", page.url)
        play_to_the_end(Player(page), address)
        first = page.url
        page.click("#play-another")
        page.wait_for_function("(before) => location.href !== before", arg=first)


@pytest.mark.full
@pytest.mark.ci
def test_the_calendar_of_the_day_names_its_cells(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#play/day/calendar/2026-03-14") as page:
        page.wait_for_selector("#play-board")
        names = page.locator("#play-board .name-of-cell").all_text_contents()
        assert len(names) == 43 and {"MAR", "14"} <= set(names)
        play_to_the_end(Player(page), address)
        days = json.loads(page.evaluate("() => localStorage.getItem('tilewright:days')"))
        assert "calendar" in days["2026-03-14"]
