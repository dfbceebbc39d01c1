"""Without seeing: puzzles are learnt from what screen readers say, and solved by keys."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.helpers.browser import visiting
from tests.helpers.listener import Listener
from tests.helpers.visitor import solution
from tilewright import load
from tilewright.formats import dump

pytestmark = pytest.mark.full
PLAY = "#play/gallery/"
PACKINGS = {
    "katamino/5x3": "square",
    "doodle-fit/two": "square",
    "fridgeiq/square_01": "halfsquare",
    "soma@3x3x3": "cubic",
}


@pytest.mark.parametrize("name", PACKINGS)
def test_pieces_are_laid_to_the_end(browser: Browser, address: str, name: str) -> None:
    with visiting(browser, f"{address}/{PLAY}{name}") as page:
        page.wait_for_selector("#play-board")
        listener = Listener(page, PACKINGS[name])
        may_move = not name.startswith("doodle")
        listener.play(listener.puzzle(turn=may_move, flip=may_move and PACKINGS[name] != "cubic"))
        listener.hears_the_end()


def test_a_shikaku_is_heard_and_drawn(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/{PLAY}shikaku/blog-6x6") as page:
        page.wait_for_selector("#play-board")
        listener = Listener(page)
        listener.tab_to("#play-board")
        listener.press("ArrowLeft")
        numbers = listener.board()
        columns = 1 + max(column for _, column in numbers)
        rows = [[numbers[r, c] or "." for c in range(columns)] for r in range(len(numbers) // columns)]
        for row in solution("\n".join(" ".join(row) for row in rows)):
            listener.draw(row["rect"])
            if page.locator("#play-finish").is_hidden():
                assert re.search("is laid, .*left", listener.heard), listener.heard
        listener.hears_the_end()


def test_tiles_are_heard_and_laid(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/{PLAY}edges/macmahon2@2x3") as page:
        page.wait_for_selector("#play-board")
        listener = Listener(page)
        labels = {
            name: re.findall(r"(?:top|right|bottom|left) (\w+)", told) for name, told in listener.pieces().items()
        }
        order = list(labels)
        text = "edges 2x3\n" + "\n".join("".join(each) for each in labels.values())
        for row in solution(dump(load(text), "json")):
            listener.tab_to(f'#play-tray [data-piece="{order[int(row["piece"]) - 1]}"]')
            listener.press("Enter")
            listener.walk(tuple(row["cells"][0]))
            for _ in range(4):
                if re.findall(r"(?:top|right|bottom|left) (\w+)", listener.heard) == list(row["labels"]):
                    break
                listener.press("r")
            assert "0 do not" in listener.heard, listener.heard
            listener.press("Enter")
        listener.hears_the_end()


def test_what_lies_there_is_told_and_taken_back(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/{PLAY}FNPUV@5x5") as page:
        page.wait_for_selector("#play-board")
        listener = Listener(page)
        assert "5 cells, as it comes" in listener.pieces()["F"]
        listener.tab_to('#play-tray [data-piece="F"]')
        listener.press("r")
        assert "turned right" in listener.label and "turned right" in listener.heard
        listener.press("Enter")
        listener.press("Enter")
        assert "Piece F is laid, row 1, column 1. 20 cells left." in listener.heard
        listener.tab_to("#play-board")
        listener.press("ArrowRight")
        listener.walk((0, 1))
        assert listener.heard == "row 1, column 2: piece F"
        listener.press("Enter")  # takes it up
        listener.press("Escape")
        assert listener.heard == "Piece F is put away."
        listener.press("Delete")
        assert "Piece F is taken back. 25 cells left." in listener.heard
        listener.press("Control+z")
        assert "Piece F is laid" in listener.heard
        listener.press("n")
        assert listener.heard.startswith("Pencil in the hand.")
        listener.press("Space")
        assert "noted" in listener.heard
        expect(page.locator("#play-board .note")).to_have_count(1)
