"""Cylinders and tori in the studio: pieces are laid across the seam and taken up again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.helpers.browser import visiting
from tests.helpers.player import Player
from tests.helpers.visitor import open_text, open_view

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


DRAFT = "async () => (await import('/static/make/draft.js')).make.draft"


def test_a_cylinder_is_made_sized_and_solved(page: Page) -> None:
    open_view(page, "Make")
    page.select_option("#make-surface", "torus")
    page.select_option("#make-surface", "cylinder")
    for name, number in (("rows", "2"), ("columns", "4")):
        page.fill(f"#make-{name}", number)
        page.keyboard.press("Tab")
    assert page.evaluate(DRAFT)["lattice"] == "square~4", "as far around as the frame is wide"
    page.select_option("#make-set", "tetrominoes")
    page.fill("#make-letters", "O")
    for _ in range(2):
        page.click("#make-add-set")
    page.click("#make-solve")
    page.click("#solve-all")
    expect(page.locator("#solve-wall .thumb")).to_have_count(1)  # the other one is this turned on
    open_view(page, "Edit")
    expect(page.locator("#make-surface")).to_have_value("cylinder")
    page.select_option("#make-surface", "plane")
    page.click("#make-undo")
    expect(page.locator("#make-surface")).to_have_value("cylinder")
