"""Make as one uses it: strokes without gaps, fields one tabs through, a board that is solved, and one that is cut into pieces."""

from __future__ import annotations

import base64
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.helpers.browser import visiting
from tests.helpers.keyboard import Keyboard
from tests.helpers.player import Player
from tilewright import load, verdict

CELLS = "async () => Object.keys((await import('/static/make/draft.js')).make.draft.cells)"


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    with visiting(browser, f"{address}/#make") as page:
        page.wait_for_selector("#make-board")
        yield page


def spot(page: Page, row: int, column: int) -> tuple[float, float]:
    """The middle of a cell of the board on the screen."""
    box = page.evaluate(
        """([row, column]) => {
          const here = document.getElementById('make-board').getScreenCTM();
          const place = new DOMPoint(column + 0.5, row + 0.5).matrixTransform(here);
          return [place.x, place.y];
        }""",
        [row, column],
    )
    return box[0], box[1]


@pytest.mark.full
@pytest.mark.ci
def test_a_fast_stroke_has_no_gap(page: Page) -> None:
    page.click("#make-clear")
    assert page.evaluate(CELLS) == []
    page.mouse.move(*spot(page, 0, 0))
    page.mouse.down()
    page.mouse.move(*spot(page, 0, 9))  # one event, nine cells away
    page.mouse.move(*spot(page, 5, 9))
    page.mouse.up()
    assert set(page.evaluate(CELLS)) == {f"0,{column}" for column in range(10)} | {f"{row},9" for row in range(6)}
    page.click("#make-undo")
    assert page.evaluate(CELLS) == [], "the stroke is one step"


@pytest.mark.full
@pytest.mark.ci
def test_tab_goes_from_rows_to_columns_and_keeps_what_is_typed(page: Page) -> None:
    page.locator("#make-rows").fill("4")
    page.keyboard.press("Tab")
    expect(page.locator("#make-columns")).to_be_focused()
    page.keyboard.type("7")  # over what stands there, which Tab has selected
    page.keyboard.press("Tab")
    expect(page.locator("#make-columns")).to_have_value("7")
    expect(page.locator("#make-rows")).to_have_value("4")
    assert len(page.evaluate(CELLS)) == 28


@pytest.mark.full
@pytest.mark.ci
def test_solve_it_solves_it(page: Page) -> None:
    page.goto(page.url.replace("#make", "#edit/gallery/FNPUV@5x5"))
    expect(page.locator("#make-list li")).to_have_count(5)
    page.click("#make-solve")
    expect(page.locator("#solve-text")).to_contain_text("Solved")


@pytest.mark.full
@pytest.mark.ci
def test_a_board_is_cut_into_pieces_and_played(page: Page) -> None:
    page.locator("#make-rows").fill("4")
    page.locator("#make-columns").fill("4")
    page.click("#make-cut")
    expect(page.locator("#make-list li")).not_to_have_count(0)
    expect(page.locator("#note")).to_contain_text("one solution")
    page.click("#make-play")
    page.wait_for_selector("#play-board")
    view = Player(page).view
    assert len(view["atoms"]) == 16
    assert verdict(load(view["puzzle"])).verdict == "unique"


@pytest.mark.parametrize("difficulty", ["easy", "hard"])
def test_pieces_have_about_the_size_asked_for_and_one_solution(difficulty: str, shared_address: str) -> None:
    cells = [[row, column] for row in range(4) for column in range(5)]
    asked = {"cells": cells, "size": 5, "difficulty": difficulty, "seed": 3}
    view = httpx.post(f"{shared_address}/api/cut", json=asked, timeout=60).json()
    refused = httpx.post(f"{shared_address}/api/cut", json={**asked, "cells": [[0, 0], [5, 5]]}, timeout=60)
    sizes = [len(piece["orientations"][0]["atoms"]) for piece in view["pieces_list"] for _ in range(piece["copies"][0])]
    assert sum(sizes) == 20 and set(sizes) <= {4, 5, 6}
    assert verdict(load(view["puzzle"])).verdict == "unique"
    assert refused.status_code == 422 and refused.json()["kind"] == "not cut"


DARK_CORNER = """() => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 100, height: 60 });
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, 100, 60);
  context.fillStyle = 'black';
  context.fillRect(0, 0, 50, 30);
  return canvas.toDataURL().split(',')[1];
}"""


@pytest.mark.full
def test_a_picture_behind_the_board_becomes_the_board(page: Page) -> None:
    picture = base64.b64decode(page.evaluate(DARK_CORNER))
    page.click("details.backdrop summary")
    page.locator("#make-backdrop").set_input_files({"name": "it.png", "mimeType": "image/png", "buffer": picture})
    expect(page.locator("#make-board image.backdrop")).to_have_count(1)
    page.click("#make-trace")
    assert set(page.evaluate(CELLS)) == {f"{row},{column}" for row in range(3) for column in range(5)}
    page.get_by_role("button", name="Take it away").click()
    expect(page.locator("#make-board image.backdrop")).to_have_count(0)


@pytest.mark.full
def test_a_level_is_made_by_keys_and_by_what_is_said(page: Page) -> None:
    keyboard = Keyboard(page)
    said = page.locator("#make-said")
    keyboard.tab_to("#make-rows", 40)
    page.keyboard.type("1")
    keyboard.tab_to("#make-columns")
    page.keyboard.type("4")
    keyboard.tab_to("#make-draw summary")
    keyboard.press("Enter")
    for _ in range(2):
        keyboard.tab_to("#make-pad")
        keyboard.press("Space")
        expect(said).to_have_text("row 1, column 1: painted. 1 cell")
        keyboard.press("ArrowRight")
        expect(said).to_have_text("row 1, column 2: empty. 1 cell")
        keyboard.press("Space")
        keyboard.tab_to("#make-add-drawn")
        keyboard.press("Enter")
        expect(said).to_contain_text("is added.")
    keyboard.tab_to("#make-board")
    keyboard.press("ArrowRight")
    expect(said).to_have_text("row 1, column 2: board")
    keyboard.press("Space")
    expect(said).to_have_text("row 1, column 2: hole")
    keyboard.press("Control+z")
    expect(said).to_have_text("Undone.")
    keyboard.tab_to("#make-solve")
    keyboard.press("Enter")
    expect(page.locator("#solve-text")).to_contain_text("Solved")
