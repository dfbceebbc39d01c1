"""A person's walks through the studio, in a real browser: open, solve, step, play to the end, take a link along."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import browsing, visiting
from tests.studio import serving
from tests.web_player import Player

# Of each system a puzzle of the gallery, by its title.
SYSTEMS = ("two", "square 01", "tetris 8x7", "Katamino 5x5", "blog 6x6")


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving() as (address, _):
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing() as browser:
        yield browser


def open_puzzle(page: Page, title: str) -> Player:
    """From the gallery into Play, as a visitor comes."""
    page.get_by_role("button", name="Gallery", exact=True).click()
    page.locator(".card", has_text=title).first.click()
    page.wait_for_selector("#play-board")
    return Player(page)


def solution(address: str, puzzle: str) -> list[dict[str, Any]]:
    """One solution, from the server, as rows of placements."""
    begun = httpx.post(f"{address}/api/search", json={"puzzle": puzzle, "number": 1}).json()["id"]
    text = httpx.get(f"{address}/api/search/{begun}/events", timeout=60).text
    first = next(line for line in text.splitlines() if line.startswith("data: "))
    return list(json.loads(first[6:])["solutions"][0]["placements"])


def atoms_of(player: Player, cells: list[list[Any]]) -> list[list[int]]:
    letters = player.page.evaluate("async () => (await import('/static/store.js')).store.lattice.letters")
    if not letters:
        return cells
    return [[row, column, letters.index(letter)] for row, column, names in cells for letter in names]


def play_to_the_end(player: Player, address: str, keys: bool = False) -> None:
    """With one hint on the way, which lights up what it speaks of."""
    rows = solution(address, player.view["puzzle"])
    for number, row in enumerate(rows):
        player.lay(row, atoms_of(player, row["cells"]), keys)
        assert len(player.placed) == number + 1, row
        if number == 0 and len(rows) > 1:
            player.page.click("#play-hint")
            expect(player.page.locator("#play-text")).not_to_be_empty()
    expect(player.page.locator("#play-text")).to_contain_text("Well played")


@pytest.mark.full
@pytest.mark.parametrize("title", SYSTEMS)
def test_a_walk_through_each_system(browser: Browser, address: str, title: str) -> None:
    with visiting(browser, address) as page:
        player = open_puzzle(page, title)
        play_to_the_end(player, address)
        page.get_by_role("button", name="Solve", exact=True).first.click()
        page.click("#solve-all")
        expect(page.locator("#solve-at")).to_contain_text("1 of")
        page.click("#solve-next")
        page.click("#solve-count")
        expect(page.locator("#solve-text")).to_contain_text("solution")


@pytest.mark.full
def test_a_walk_by_keys_alone(browser: Browser, address: str) -> None:
    with visiting(browser, address) as page:
        page.keyboard.press("Tab")
        card = page.locator(".card", has_text="Katamino 5x5").first
        card.focus()
        page.keyboard.press("Enter")
        page.wait_for_selector("#play-board")
        play_to_the_end(Player(page), address, keys=True)
