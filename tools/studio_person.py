"""Somebody at the studio's page, whose steps are counted: for tools/studio_tasks.py."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Page

from tests.helpers.player import Player
from tests.helpers.visitor import atoms_of, solution


@dataclass
class Person:
    """Somebody at the page, whose steps are counted."""

    page: Page
    address: str
    steps: int = 0

    def click(self, what: str) -> None:
        """Click what a selector or `text=` names."""
        self.steps += 1
        self.page.locator(what).first.click()

    def link(self, name: str) -> None:
        """Follow a link by its words."""
        self.steps += 1
        self.page.get_by_role("link", name=name, exact=True).first.click()

    def fill(self, what: str, text: str) -> None:
        """Type or paste into a field."""
        self.steps += 1
        self.page.locator(what).first.fill(text)

    def choose(self, what: str, value: str) -> None:
        """Choose in a list."""
        self.steps += 1
        self.page.locator(what).select_option(value)

    def press(self, key: str, times: int = 1) -> None:
        """Press a key."""
        self.steps += times
        for _ in range(times):
            self.page.keyboard.press(key)

    def tab_to(self, what: str) -> None:
        """Press Tab until it has the focus. Raises AssertionError when it never has."""
        for _ in range(80):
            if self.page.locator(what).first.evaluate("(node) => node === document.activeElement"):
                return
            self.press("Tab")
        raise AssertionError(f"{what} is out of reach of Tab")

    def open(self, fragment: str) -> None:
        """Come to the page, which is no step."""
        self.page.goto("about:blank")
        self.page.goto(f"{self.address}/{fragment}")
        self.page.wait_for_selector("main section:not([hidden])")

    def play(self, puzzle: str) -> None:
        """Come to a puzzle of the catalogue, which is no step."""
        self.open(f"#play/gallery/{puzzle}")
        self.page.wait_for_selector("#play-board")

    def choose_card(self, title: str) -> None:
        """Choose a puzzle in the catalogue."""
        self.open("#puzzles")
        self.click(f'.card:has-text("{title}")')

    def set_size(self, rows: str, columns: str) -> None:
        """Say how large the board is."""
        for what, length in (("#make-rows", rows), ("#make-columns", columns)):
            self.fill(what, length)
            self.press("Tab")

    def verdict(self) -> None:
        """Ask whether there is exactly one solution."""
        self.click("#make-solve")
        self.click("#solve-verdict")

    def shared(self, button: str) -> bytes:
        """Go to Share and take a file from there."""
        self.link("Share and print")
        return self.download(button)

    def download(self, what: str) -> bytes:
        """Click and take the file."""
        with self.page.expect_download() as saved:
            self.click(what)
        return saved.value.path().read_bytes()

    def lay(self, count: int | None = None, keys: bool = False) -> None:
        """Lay pieces of a solution; each turn, drag or key is a step."""
        player = Player(self.page)
        rows = solution(player.view["puzzle"])
        for row in rows[:count]:
            counted = self.page.evaluate("() => window.pressed ?? 0")
            player.lay(row, atoms_of(player, row["cells"]), keys)
            pressed = self.page.evaluate("() => window.pressed ?? 0") - counted
            self.steps += pressed + (0 if keys else 1)
