"""What the browser keeps of its player: statistics, which can be saved, and sounds, which are off unless asked for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.helpers.browser import visiting
from tests.helpers.player import Player
from tests.helpers.visitor import atoms_of, solution

pytestmark = pytest.mark.full
THREE = "#play/gallery/katamino/5x3"
SOUNDS = """() => {
  window.sounds = [];
  const start = AudioScheduledSourceNode.prototype.start;
  AudioScheduledSourceNode.prototype.start = function (...at) {
    window.sounds.push(at);
    return start.apply(this, at);
  };
  navigator.vibrate = (pattern) => window.sounds.push(pattern);
}"""


def solve(page: Page) -> None:
    page.wait_for_selector("#play-board")
    player = Player(page)
    for row in solution(player.view["puzzle"]):
        player.lay(row, atoms_of(player, row["cells"]))
    expect(page.locator("#play-finish")).to_be_visible()


@pytest.mark.ci
def test_a_solved_puzzle_stands_in_the_statistics_and_in_the_file(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#today") as page:
        expect(page.locator("#statistics")).to_contain_text("Solve a puzzle")
        page.goto(f"{address}/{THREE}")
        solve(page)
        page.locator("header nav").get_by_role("link", name="Today").click()
        expect(page.locator("#statistics tbody tr")).to_have_count(1)
        expect(page.locator("#statistics tbody")).to_contain_text("Squares")
        expect(page.locator("#statistics .figures")).to_contain_text("100 %")
        with page.expect_download() as waiting:
            page.click("#statistics-export")
        saved = json.loads(Path(waiting.value.path()).read_text())
        assert [row["source"] for row in saved["solved"]] == ["gallery/katamino/5x3"]
        assert saved["solved"][0]["kind"] == "square" and saved["solved"][0]["seconds"] > 0


def test_spoiled_statistics_are_dropped_row_by_row(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#today") as page:
        good = {"day": "2026-11-20", "kind": "edges", "seconds": 61, "hints": 0, "source": ""}
        rows = [good, {**good, "seconds": "x"}, {**good, "day": "<b>"}, {**good, "kind": ["a"]}, 7, None]
        page.evaluate("(rows) => localStorage.setItem('tilewright:results', JSON.stringify(rows))", rows)
        page.reload()
        expect(page.locator("#statistics tbody tr")).to_have_count(1)
        expect(page.locator("#statistics tbody")).to_contain_text("1:01")


def test_sound_and_vibration_come_only_when_asked_for(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/{THREE}") as page:
        page.wait_for_selector("#play-board")
        page.evaluate(SOUNDS)
        player = Player(page)
        first, second, *_ = solution(player.view["puzzle"])
        player.lay(first, first["cells"])
        assert page.evaluate("sounds") == []
        page.click("#settings-open")
        page.check("#settings-sound")
        page.check("#settings-haptics")
        page.click("#settings-close")
        page.evaluate("() => { sounds.length = 0; }")
        player.lay(second, second["cells"])
        page.wait_for_function("() => sounds.length === 2")
