"""Takes the pictures of docs/guides/studio.md and docs/measured/studio.md: every view in four windows, light and dark.

`uv run --group dev python -m tools.make_studio` starts a studio and walks through it; names of views after it take these alone.
"""

from __future__ import annotations

import argparse
import io
from collections.abc import Callable
from pathlib import Path
from typing import Literal

from PIL import Image
from playwright.sync_api import Page, Route, expect

from tests.helpers.browser import browsing, visiting
from tests.helpers.keyboard import Keyboard
from tests.helpers.studio import serving
from tests.helpers.visitor import atoms_of, open_puzzle, open_view, solution

PICTURES = Path(__file__).parents[1] / "docs" / "pictures" / "studio"
WINDOWS = {"phone": (390, 844), "tablet": (768, 1024), "1280": (1280, 800), "1920": (1920, 1080)}
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
QUALITY = 72  # of WebP
Walk = Callable[[Page, str], None]


def keep(page: Page, name: str) -> None:
    """The window in both schemes, as pictures small enough for a page."""
    page.evaluate("document.getElementById('note').className = ''")
    page.evaluate("document.body.classList.add('by-pointer')")
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        page.wait_for_timeout(400)
        picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
        picture.save(PICTURES / f"{name}-{scheme}.webp", quality=QUALITY, method=6)


def with_own_type(page: Page) -> None:
    """Load the page anew, and wait for its typeface, which the page itself does not on a slow machine."""

    def patient(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text().replace("font-display: optional", "font-display: block"))

    page.route("**/style/tokens.css", patient)
    page.reload()
    page.wait_for_selector("main section:not([hidden])")
    page.evaluate("() => document.fonts.ready")


def half_done(page: Page, address: str, title: str) -> None:
    """A puzzle of the gallery with half of its pieces laid, and what its hint says."""
    player = open_puzzle(page, title)
    rows = solution(player.view["puzzle"])
    for row in rows[: len(rows) // 2]:
        player.lay(row, atoms_of(player, row["cells"]))
    for _ in range(2):  # where, and why
        page.click("#play-hint")
        page.wait_for_timeout(900)
    page.evaluate("scrollTo(0, 0)")


def first_visit(page: Page, address: str) -> None:
    page.goto(f"{address}/")
    page.wait_for_selector("#play-board")


def puzzles(page: Page, _: str) -> None:
    page.locator("#catalogue .card").first.wait_for()
    page.locator(".today-picture .thumbnail").first.wait_for()
    page.wait_for_timeout(3_000)  # until half of the puzzle of today lies there


def today(page: Page, _: str) -> None:
    open_view(page, "Today")
    expect(page.locator("#today .thumbnail")).to_have_count(8, timeout=60_000)


def play(page: Page, address: str) -> None:
    half_done(page, address, "Five pentominoes")


def shikaku(page: Page, address: str) -> None:
    half_done(page, address, "blog 6 × 6")


def edges(page: Page, address: str) -> None:
    """Tiles half laid, one of them turned wrong."""
    player = open_puzzle(page, "Sixteen squares")
    rows = solution(player.view["puzzle"])[:9]
    placed = [
        {"piece": row["piece"], "atoms": row["cells"], "motion": row["id"].rpartition("/")[2]}
        for row in rows
        if row["piece"] not in {pin["piece"] for pin in player.view["pinned"]}
    ]
    page.evaluate(
        """async (placed) => {
          const { commit } = await import('/static/play/moves.js');
          commit([...(await import('/static/state/store.js')).pinned(), ...placed]);
        }""",
        placed,
    )
    page.mouse.click(*player.on_screen([1, 1]))
    page.evaluate("scrollTo(0, 0)")


def solid(page: Page, address: str) -> None:
    view = open_puzzle(page, "Soma cube").view
    keyboard = Keyboard(page)
    for row in solution(view["puzzle"])[:4]:
        keyboard.lay(next(piece for piece in view["pieces_list"] if piece["name"] == row["piece"]), row["cells"])
    page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")


def solve(page: Page, _: str) -> None:
    open_puzzle(page, "All twelve, 6 × 10")
    open_view(page, "Solve")
    page.click("#solve-all")
    page.get_by_text("2,339").first.wait_for()


def make(page: Page, _: str) -> None:
    open_puzzle(page, "Twelve hexiamonds")
    open_view(page, "Edit")
    page.locator("#make-list li").first.wait_for()


def share(page: Page, _: str) -> None:
    open_puzzle(page, "Five pentominoes")
    page.locator('#puzzle-tabs a[href^="#share/"]').click()  # its name is shorter on a phone
    page.locator("#share-page").wait_for()


def finish(page: Page, address: str) -> None:
    player = open_puzzle(page, "Katamino 5 × 3")
    for row in solution(player.view["puzzle"]):
        player.lay(row, atoms_of(player, row["cells"]))
    page.locator("#play-finish").wait_for()
    page.wait_for_timeout(1500)  # the wave through the pieces is over
    page.evaluate("scrollTo(0, 0)")


def settings(page: Page, address: str) -> None:
    half_done(page, address, "Five pentominoes")
    page.click("#settings-open")
    page.locator("#settings").wait_for()


WALKS: dict[str, Walk] = {
    walk.__name__.replace("_", "-"): walk
    for walk in (first_visit, puzzles, today, play, shikaku, solid, edges, finish, solve, make, share, settings)
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("views", nargs="*", metavar="VIEW", help=f"all, or some of: {', '.join(WALKS)}")
    names = parser.parse_args().views
    if unknown := set(names) - set(WALKS):
        parser.error(f"no view {', '.join(sorted(unknown))}")
    PICTURES.mkdir(exist_ok=True)
    with serving() as (address, _), browsing() as browser:
        for name in names or WALKS:
            for window, (width, height) in WINDOWS.items():
                size = {"width": width, "height": height}
                with visiting(browser, f"{address}/#puzzles", viewport=size) as page:
                    with_own_type(page)
                    WALKS[name](page, address)
                    keep(page, f"{name}-{window}")


if __name__ == "__main__":
    main()
