"""Board, pieces and the toolbar of every puzzle of the gallery are seen on one screen, in German and with big type; of some
in French and Spanish; the words of the toolbar are whole.
"""

from __future__ import annotations

import time
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Page

from tests.helpers.browser import visiting, wait_until
from tests.helpers.words import LANGUAGES
from tilewright.web.puzzles import entries

pytestmark = pytest.mark.full
SETTLED = 5.0  # a busy machine may be late with a size or a typeface
WINDOWS = [(390, 844), (768, 1024), (1280, 800)]
OPEN = "(source) => { location.hash = `#play/${source}`; }"
IS_OPEN = """async (source) => {
  const { store } = await import('/static/state/store.js');
  return store.route?.source === source && document.querySelector('#play:not([hidden]) #play-board') !== null;
}"""
# What does not fit: names of parts that reach beyond the window, or below a toolbar at its end.
OUTSIDE = """async ([width, height]) => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame().then(frame); // the page has heard of its window's size
  if (innerWidth !== width || innerHeight !== height) return ['window'];
  scrollTo(0, 0);
  const box = (name) => document.querySelector(name)?.getBoundingClientRect();
  const bar = box('#play .toolbar');
  const isBelow = bar.left < box('.work').right;
  const end = isBelow ? bar.top : innerHeight;
  const parts = ['#play-board', '#play-tray'].filter((name) => box(name)?.height);
  const outside = parts.filter((name) => box(name).bottom > end + 1 || box(name).right > innerWidth);
  if (bar.bottom > innerHeight + 1) outside.push('toolbar');
  if (document.documentElement.scrollWidth > innerWidth) outside.push('page');
  return outside;
}"""

# The words of the toolbar that are cut at their end.
CUT = """async ([width, height]) => {
  const frame = () => new Promise(requestAnimationFrame);
  await frame().then(frame);
  if (innerWidth !== width || innerHeight !== height) return ['window'];
  return [...document.querySelectorAll('#play .tool span')]
    .filter((node) => node.scrollWidth > node.clientWidth)
    .map((node) => `${node.textContent}: ${node.scrollWidth} of ${node.clientWidth}`);
}"""


@pytest.mark.parametrize("are_flowers", [pytest.param(False, marks=pytest.mark.ci), True], ids=["others", "flowers"])
def test_every_puzzle_is_played_on_one_screen(browser: Browser, address: str, are_flowers: bool) -> None:
    """Flowers, of the same pieces all of them, are two thirds of the gallery: CI does without."""
    chosen = [entry for entry in entries() if (entry["system"] == "catalogue") == are_flowers]
    assert len(chosen) > 40
    assert not beyond(browser, address, "de", [str(entry["name"]) for entry in chosen])


@pytest.mark.parametrize("language", LANGUAGES[2:])
def test_some_puzzles_are_played_on_one_screen_in_other_languages(
    browser: Browser, address: str, language: str
) -> None:
    assert not beyond(browser, address, language, ["FNPUV@5x5", "soma@3x3x3", "shikaku/blog-17x15", "katamino/5x12"])


@pytest.mark.parametrize("size", ["usual", "big"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_the_toolbar_are_whole(browser: Browser, address: str, language: str, size: str) -> None:
    """In the system's wide typeface, which stays where the page's own comes late."""
    with visiting(browser, f"{address}/#make", locale=language, service_workers="block") as page:
        page.route("**/*.woff2", lambda route: route.fulfill(body=""))
        page.reload()
        page.evaluate("async (big) => (await import('/static/kept/settings.js')).setSetting('big', big)", size == "big")
        for name in ("FNPUV@5x5", "soma@3x3x3"):
            page.evaluate(OPEN, f"gallery/{name}")
            wait_until(page, IS_OPEN, f"gallery/{name}")
            for width, height in (*WINDOWS, (360, 740), (844, 390)):
                page.set_viewport_size({"width": width, "height": height})
                assert page.evaluate(CUT, [width, height]) == [], (name, width)


def beyond(browser: Browser, address: str, language: str, names: list[str]) -> list[str]:
    """What of Play, with big type, does not fit into the windows."""
    found: list[str] = []
    with visiting(browser, f"{address}/#make", locale=language) as page:
        page.evaluate("async () => (await import('/static/kept/settings.js')).setSetting('big', true)")
        for name in names:
            source = "gallery/" + "/".join(quote(part, safe="") for part in name.split("/"))
            page.evaluate(OPEN, source)
            wait_until(page, IS_OPEN, source)
            found += [f"{name} {window}: {parts}" for window in WINDOWS if (parts := outside(page, window))]
    return found


def outside(page: Page, window: tuple[int, int]) -> list[str]:
    """What of Play does not fit into a window, and has not done so for SETTLED seconds."""
    page.set_viewport_size({"width": window[0], "height": window[1]})
    until = time.monotonic() + SETTLED
    while (parts := page.evaluate(OUTSIDE, window)) and time.monotonic() < until:
        page.wait_for_timeout(100)
    return list(parts)
