"""Takes the screenshots of docs/guide/studio.md: `uv run --group dev python -m tools.make_studio` starts a studio and walks through it."""

from __future__ import annotations

import io
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page

from tests.helpers.browser import DESKTOP, PHONE, browsing, visiting
from tests.helpers.player import Player
from tests.helpers.studio import serving
from tests.web.test_browser import open_puzzle, solution

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
        letters = page.evaluate("async () => (await import('/static/store.js')).store.lattice.letters")
        atoms = [[r, c, letters.index(k)] for r, c, names in row["cells"] for k in names] if letters else row["cells"]
        player.lay(row, atoms)
    page.evaluate("scrollTo(0, 0)")
    return player


def main() -> None:
    with serving() as (address, _), browsing() as browser:
        with visiting(browser, address, viewport=DESKTOP, color_scheme="light") as page:
            page.wait_for_timeout(1500)  # the gallery's pictures
            keep(page, "gallery")
            half_done(page, address, "Five pentominoes")
            page.click("#play-hint")
            page.wait_for_timeout(500)
            keep(page, "play")
            page.get_by_role("button", name="Make", exact=True).click()
            page.wait_for_timeout(500)
            keep(page, "make")
        with visiting(browser, address, viewport=DESKTOP, color_scheme="dark") as page:
            open_puzzle(page, "All twelve, 6 x 10")
            page.get_by_role("button", name="Solve", exact=True).first.click()
            page.click("#solve-all")
            page.get_by_text("All 2,339").wait_for()
            keep(page, "solve")
        with visiting(browser, address, viewport=PHONE, color_scheme="light") as page:
            half_done(page, address, "blog 6x6")
            keep(page, "phone")


if __name__ == "__main__":
    main()
