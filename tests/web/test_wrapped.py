"""Cylinders and tori in the studio: pieces are laid across the seam and taken up again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.helpers.browser import visiting
from tests.helpers.player import Player
from tests.helpers.visitor import open_text

pytestmark = [pytest.mark.full, pytest.mark.ci]


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    with visiting(browser, f"{address}/#play/gallery/FNPUV@5x5") as page:
        yield page


def columns(player: Player) -> list[set[int]]:
    return [{atom[1] for atom in placement["atoms"]} for placement in player.placed]


def test_a_piece_is_laid_across_the_seam_and_moved_on(page: Page) -> None:
    open_text(page, "tetrominoes:O*@2x5~")
    player = Player(page)
    assert page.locator("#play-board .seam").get_attribute("d")
    page.locator('#play-tray [data-piece="O"]').focus()
    for key in ("Enter", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    assert columns(player) == [{0, 4}]
    # Taken at its cell in column 0, which is its right one, and carried one column on.
    for start, to in (([0, 0], [0, 1]), ([0, 0], [0, 4])):
        page.mouse.move(*player.on_screen(start))
        page.mouse.down()
        page.mouse.move(*player.on_screen(to), steps=4)
        page.mouse.up()
    expect(page.locator("#play-board .laid")).to_have_count(1)
    assert columns(player) == [{0, 4}]


def test_a_torus_is_filled_and_finished(page: Page) -> None:
    open_text(page, "tetrominoes:O*@2x2~~")
    page.locator('#play-tray [data-piece="O"]').focus()
    for key in ("Enter", "ArrowDown", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    assert len(Player(page).placed) == 1
    expect(page.locator("#play-finish")).to_be_visible()
