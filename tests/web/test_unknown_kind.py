"""A kind of puzzle that the page does not know is played by drawing regions, to the end: the kind of `tests/puzzle/toy_kind`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.helpers.browser import visiting
from tests.helpers.player import Player
from tests.helpers.studio import is_site, serving
from tests.helpers.visitor import HINTED, open_text, open_view
from tests.puzzle.toy_kind.puzzle import Stars
from tilewright import solve
from tilewright.api.answer import line_of

pytestmark = [
    pytest.mark.full,
    pytest.mark.skipif(is_site(), reason="the site's Python knows the package's kinds alone"),
]
UNIQUE = "*oo*\noo**\n*o*o\no**o"
SEVERAL = "*o*o\no*o*\n*o*o"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving("--searches", "1", module="tests.helpers.toy_command") as (found, _):
        yield found


def opened(page: Page, stars: str) -> tuple[Player, list[dict[str, Any]]]:
    """The puzzle in Play, and a solution of it."""
    open_text(page, f"name = 'stars'\nstars = '''\n{stars}\n'''")
    tiling = solve(Stars.parse(stars)).tilings[0]
    return Player(page), json.loads(line_of(tiling))["placements"]


def draw(player: Player, cells: list[list[int]]) -> None:
    """Drag from one cell to the others."""
    player.page.mouse.move(*player.on_screen(cells[0]))
    player.page.mouse.down()
    for cell in cells[1:]:
        player.page.mouse.move(*player.on_screen(cell), steps=3)
    player.page.mouse.up()


def test_it_is_played_to_the_end_with_the_mouse(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        player, rows = opened(page, SEVERAL)
        assert page.locator("#play-board .clues text").all_text_contents() == ["*"] * 6
        draw(player, [[0, 0], [1, 1]])
        expect(page.locator("#play-text")).to_contain_text("no place")
        assert player.placed == []
        draw(player, rows[0]["cells"])
        page.click("#play-hint")
        expect(page.locator("#play-text")).to_have_text(HINTED)
        for row in rows[1:]:
            draw(player, row["cells"])
        expect(page.locator("#play-text")).to_contain_text("Well played")
        page.reload()
        expect(page.locator("#play-board .laid")).to_have_count(len(rows))
        draw(player, rows[0]["cells"][:1])
        expect(page.locator("#play-board .laid")).to_have_count(len(rows) - 1)


def test_it_is_played_to_the_end_by_keys(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        player, rows = opened(page, SEVERAL)
        page.locator("#play-board").focus()
        at = [0, 0]
        for row in rows:
            for number, cell in enumerate(row["cells"]):
                for axis, (back, forth) in enumerate((("ArrowUp", "ArrowDown"), ("ArrowLeft", "ArrowRight"))):
                    for _ in range(abs(cell[axis] - at[axis])):
                        page.keyboard.press(forth if cell[axis] > at[axis] else back)
                at = cell
                if number == 0:
                    page.keyboard.press("Enter")
            page.keyboard.press("Enter")
        expect(page.locator("#play-text")).to_contain_text("Well played")
        assert len(player.placed) == len(rows)


def test_hints_alone_lead_to_the_end_and_solutions_are_counted(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        player, rows = opened(page, UNIQUE)
        for _ in range(len(rows)):
            before = len(player.placed)
            for _ in range(3):
                said = re.escape(page.locator("#play-text").inner_text().strip())
                page.click("#play-hint")
                expect(page.locator("#play-text")).to_have_text(re.compile(rf"^(?!Working|{said}\s*$)\S"))
                if len(player.placed) > before:
                    break
        expect(page.locator("#play-text")).to_contain_text("Well played")
        open_view(page, "Solve")
        page.click("#solve-count")
        expect(page.locator("#solve-text")).to_contain_text("1 solution")
