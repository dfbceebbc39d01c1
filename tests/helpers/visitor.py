"""What a visitor of the studio does: opens views and puzzles, and plays one to its end."""

from __future__ import annotations

import json
import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.helpers.player import Player
from tilewright import load, solve
from tilewright.api.answer import line_of

FIVE = "#play/gallery/FNPUV@5x5"

HINTED = re.compile(r"^(?!Working)\S")  # what the page says when the hint is there


def open_view(page: Page, name: str) -> None:
    """Follow a link of the navigation, or of the open puzzle."""
    page.get_by_role("link", name=name, exact=True).click()


def open_puzzle(page: Page, title: str) -> Player:
    """From the gallery into Play, as a visitor comes."""
    open_view(page, "Puzzles")
    page.locator(".card", has_text=title).first.click()
    page.wait_for_selector("#play-board")
    return Player(page)


def solution(puzzle: str) -> list[dict[str, Any]]:
    """One solution as rows of placements."""
    return list(json.loads(line_of(solve(load(puzzle)).tilings[0]))["placements"])


def atoms_of(player: Player, cells: list[list[Any]]) -> list[list[int]]:
    """The atoms of cells as solutions write them, half squares by their letters."""
    letters = player.page.evaluate("async () => (await import('/static/state/store.js')).store.lattice.letters")
    if not letters:
        return cells
    return [[row, column, letters.index(letter)] for row, column, names in cells for letter in names]


def play_to_the_end(player: Player, address: str, keys: bool = False) -> None:
    """With one hint on the way, which lights up what it speaks of."""
    rows = solution(player.view["puzzle"])
    for number, row in enumerate(rows):
        player.lay(row, atoms_of(player, row["cells"]), keys)
        assert len(player.placed) == number + 1, row
        if number == 0 and len(rows) > 1:
            player.page.click("#play-hint")
            expect(player.page.locator("#play-text")).to_have_text(HINTED)
    expect(player.page.locator("#play-text")).to_contain_text("Well played")


def open_text(page: Page, text: str) -> None:
    """Paste a puzzle into the gallery's box."""
    open_view(page, "Puzzles")
    page.locator("#puzzles summary").click()
    page.locator("#puzzles textarea").fill(text)
    page.locator("#puzzles .open-text").click()
    page.wait_for_selector("#play-board")


def shape(player: Player, name: str) -> list[list[int]]:
    """The piece as it lies in the tray."""
    piece = next(p for p in player.view["pieces_list"] if p["name"] == name)
    tile = player.page.locator(f'#play-tray [data-piece="{name}"]')
    return list(piece["orientations"][int(tile.get_attribute("data-orientation") or 0)]["atoms"])
