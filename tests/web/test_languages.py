"""The page in every other language: nothing that is read or spoken in any view is left in English."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.helpers.browser import visiting
from tests.helpers.words import LANGUAGES, table

pytestmark = pytest.mark.full
# All that the page says: its text, also where it is hidden, and what screen readers and hovering tell.
TEXTS = """() => {
  const found = new Set([document.title]);
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode())
    if (!walk.currentNode.parentElement.closest('script, style, noscript')) found.add(walk.currentNode.data.trim());
  for (const name of ['title', 'aria-label', 'placeholder', 'alt'])
    for (const node of document.querySelectorAll(`[${name}]`)) found.add(node.getAttribute(name));
  return [...found];
}"""
ENGLISH = re.compile(
    r"\b(the|and|of|with|is|are|it|to|for|from|this|that|has|have|cells?|pieces?|puzzles?|solutions?|board|not|no|your?)\b",
    re.I,
)
ALSO_THEIRS = {"fr": {"puzzle", "puzzles", "solution", "solutions"}, "es": {"no", "has"}}
OWN = {"English", 'POKE USR "P"+0,60'}  # a language's own name, and a puzzle that is a line of a program
PUZZLES = ("FNPUV@5x5", "shikaku/blog-6x6", "soma@3x3x3", "fridgeiq/challenge_01", "tetris/8x7")


@pytest.fixture(
    scope="module",
    params=[pytest.param(each, marks=pytest.mark.ci if each == "de" else ()) for each in LANGUAGES[1:]],
)
def page(browser: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[Page]:
    with visiting(browser, f"{address}/#puzzles", locale=request.param) as page:
        yield page


def language(page: Page) -> str:
    return str(page.evaluate("() => document.documentElement.lang"))


def is_english(text: str, language: str) -> bool:
    words = {word.lower() for word in ENGLISH.findall(text)}
    return text not in OWN and bool(words - ALSO_THEIRS.get(language, set()))


def check(page: Page) -> None:
    texts = page.evaluate(TEXTS)
    assert len(texts) > 20
    assert not [text for text in texts if is_english(text, language(page))]


def go(page: Page, fragment: str, wait: str) -> None:
    page.evaluate("(fragment) => { location.hash = fragment; }", fragment)
    page.locator(wait).first.wait_for()


def test_english_is_noticed(page: Page) -> None:
    page.evaluate("document.querySelector('#settings-open').title = 'Choose pieces'")
    with pytest.raises(AssertionError, match="Choose pieces"):
        check(page)
    page.evaluate("document.querySelector('#settings-open').removeAttribute('title')")


def test_puzzles_today_and_settings(page: Page) -> None:
    go(page, "#puzzles", "#catalogue .card")
    page.click("#settings-open")
    page.locator("#settings").wait_for()
    check(page)
    page.keyboard.press("Escape")
    go(page, "#today", "#today .day")
    check(page)


def test_make_on_every_lattice(page: Page) -> None:
    go(page, "#make", "#make-board")
    for kind in page.locator("#make-grid option").evaluate_all("(options) => options.map(({ value }) => value)"):
        page.select_option("#make-grid", kind)
        if page.locator("#make-set").count() and kind != "prism":
            page.locator("#make-set option").first.wait_for(state="attached")
            page.click("#make-add-set")
            page.locator("#make-list li").first.wait_for()
        check(page)


@pytest.mark.parametrize("name", PUZZLES)
def test_a_puzzle_in_play_solve_and_share(page: Page, name: str) -> None:
    go(page, f"#play/gallery/{name}", "#play:not([hidden]) #play-board")
    words = table(language(page))
    for button in ("#play-hint", "#play-hint", "#play-check"):
        page.click(button)
        expect(page.locator("#play-text")).not_to_have_text(re.compile(f"^({words['play.working']})?$"))
        check(page)
        page.evaluate("document.getElementById('play-text').textContent = ''")
    page.click("#play-try")
    check(page)
    go(page, f"#solve/gallery/{name}", "#solve:not([hidden]) #solve-verdict")
    page.click("#solve-verdict")
    expect(page.locator("#solve-text")).to_have_text(re.compile("Lösung|solution|solución", re.I))
    check(page)
    go(page, f"#share/gallery/{name}", "#share:not([hidden]) #share-page")
    check(page)
