"""Takes the screenshots of docs/guide/studio.md: `uv run --group dev python -m tools.make_studio` starts a studio and walks through it."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page

from tests.helpers.browser import DESKTOP, PHONE, browsing, visiting
from tests.helpers.player import Player
from tests.helpers.studio import serving
from tests.web.test_browser import atoms_of, open_puzzle, open_view, solution

HERE = Path(__file__).parents[1] / "docs"


def keep(page: Page, name: str) -> None:
    """The window as a PNG of few colours, small enough for a page."""
    picture = Image.open(io.BytesIO(page.screenshot())).convert("P", palette=Image.Palette.ADAPTIVE, colors=96)
    picture.save(HERE / "pictures" / f"studio-{name}.png", optimize=True)


def half_done(page: Page, address: str, title: str) -> Player:
    """A puzzle of the gallery with half of its pieces laid."""
    player = open_puzzle(page, title)
    rows = solution(address, player.view["puzzle"])
    for row in rows[: len(rows) // 2]:
        player.lay(row, atoms_of(player, row["cells"]))
    page.evaluate("scrollTo(0, 0)")
    return player


def wait_for_pictures(page: Page) -> None:
    """Until every picture in sight is there."""
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(300)


def light(browser: Browser, address: str) -> None:
    """Puzzles, today, a game with its hint, and a draft, as most people see them."""
    with visiting(browser, f"{address}/#puzzles", viewport=DESKTOP, color_scheme="light") as page:
        wait_for_pictures(page)
        keep(page, "gallery")
        open_view(page, "Today")
        page.locator("#today .card").first.wait_for()
        keep(page, "today")
        half_done(page, address, "Five pentominoes")
        page.click("#play-hint")
        page.locator("#play-text", has_text=".").wait_for()
        keep(page, "play")
        open_view(page, "Edit")
        page.locator("#make-list li").first.wait_for()
        wait_for_pictures(page)
        keep(page, "make")


def main() -> None:
    with serving() as (address, _), browsing() as browser:
        light(browser, address)
        with visiting(browser, f"{address}/#puzzles", viewport=DESKTOP, color_scheme="dark") as page:
            open_puzzle(page, "All twelve, 6 x 10")
            open_view(page, "Solve")
            page.click("#solve-all")
            page.get_by_text("All 2,339").wait_for()
            keep(page, "solve")
        with visiting(browser, f"{address}/#puzzles", viewport=PHONE, color_scheme="light") as page:
            half_done(page, address, "blog 6x6")
            keep(page, "phone")


if __name__ == "__main__":
    main()
