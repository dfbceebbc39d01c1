"""Somebody at the page without a mouse: everything is done by keys, which are counted."""

from __future__ import annotations

import re
from collections import deque
from typing import Any

from playwright.sync_api import Page

from tests.helpers.player import STATE
from tests.helpers.visitor import solution

MOTIONS = {"turn": "r", "flip": "f", "tumble": "t"}
AXES = {"layer": ("PageDown", "PageUp"), "row": ("ArrowDown", "ArrowUp"), "column": ("ArrowRight", "ArrowLeft")}
FOCUSED = "(selector) => document.activeElement?.matches(selector) ?? false"
# The atoms of the cells of a placement, moved to the origin as the pieces of the view are.
NORMAL = """async (cells) => {
  const { store } = await import('/static/state/store.js');
  const lattice = store.lattices[store.view.lattice];
  const atoms = lattice.atomsOf(cells);
  return { corner: lattice.corner(atoms), shape: lattice.normal(atoms) };
}"""


class Keyboard:
    """Keys alone. `pressed` is how many."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.pressed = 0

    def press(self, key: str, times: int = 1) -> None:
        """Press a key so many times."""
        self.pressed += times
        for _ in range(times):
            self.page.keyboard.press(key)

    def tab_to(self, selector: str, most: int = 60) -> None:
        """Press Tab until the focus is there. Raises AssertionError when it never is."""
        for _ in range(most):
            if self.page.evaluate(FOCUSED, selector):
                return
            self.press("Tab")
        raise AssertionError(f"{selector} is not within {most} tabs")

    def open_puzzle(self, system: str, title: str) -> None:
        """From anywhere to a puzzle of the catalogue, past what stands above it."""
        self.tab_to('header nav a[href="#puzzles"]')
        self.press("Enter")
        self.page.locator("#catalogue .card").first.wait_for()
        self.tab_to("#jump-catalogue")
        self.press("Enter")
        self.tab_to("#filter-system")
        options = self.page.locator("#filter-system option").evaluate_all("(all) => all.map(({ value }) => value)")
        self.press("ArrowDown", options.index(system))
        cards = self.page.locator("#catalogue .card > span").all_text_contents()
        self.tab_to("#catalogue .card")
        self.press("Tab", cards.index(title))
        self.press("Enter")
        self.page.wait_for_selector("#play-board")

    def solve(self) -> None:
        """Lay a solution piece by piece, or rectangle by rectangle."""
        view = self.page.evaluate(STATE)["view"]
        for number, row in enumerate(solution(view["puzzle"]), start=1):
            if "rect" in row:
                self.draw(row["rect"])
            else:
                self.lay(next(piece for piece in view["pieces_list"] if piece["name"] == row["piece"]), row["cells"])
            assert len(self.page.evaluate(STATE)["placed"]) == number, row

    def lay(self, piece: dict[str, Any], cells: list[list[Any]]) -> None:
        """Choose a piece in the tray, turn it, and move it to its place by what the page says of where it is."""
        there = self.page.evaluate(NORMAL, cells)
        tile = f'#play-tray [data-piece="{piece["name"]}"]'
        self.tab_to(tile)
        for key in self._turns(
            piece, there["shape"], int(self.page.locator(tile).get_attribute("data-orientation") or 0)
        ):
            self.press(key)
        self.press("Enter")
        told = self.page.locator("#play-where").text_content() or ""
        axes = list(AXES)[-len(there["corner"]) :]
        for axis, wanted in zip(axes, there["corner"], strict=True):
            found = re.search(rf"{axis} (-?\d+)", told)
            assert found, told
            away = wanted - (int(found[1]) - 1)  # people count from 1
            self.press(AXES[axis][away < 0], abs(away))
        self.press("Enter")

    @staticmethod
    def _turns(piece: dict[str, Any], wanted: list[list[int]], start: int) -> list[str]:
        """The fewest keys that bring the piece from an orientation to the one with these atoms."""
        found: dict[int, list[str]] = {start: []}
        queue = deque(found)
        while queue:
            at = queue.popleft()
            if sorted(piece["orientations"][at]["atoms"]) == sorted(wanted):
                return found[at]
            for how, key in MOTIONS.items():
                after = piece["turns"].get(how, {at: at})[at]
                if after not in found:
                    found[after] = [*found[at], key]
                    queue.append(after)
        raise AssertionError(f"piece {piece['name']} cannot be turned to lie as {wanted}")

    def draw(self, rect: list[int]) -> None:
        """Draw a rectangle of a Shikaku from its first cell to its last."""
        top, left, height, width = rect
        self.tab_to("#play-board")
        self.press("ArrowUp", 20)
        self.press("ArrowLeft", 20)
        self.press("ArrowDown", top)
        self.press("ArrowRight", left)
        self.press("Enter")
        self.press("ArrowDown", height - 1)
        self.press("ArrowRight", width - 1)
        self.press("Enter")
