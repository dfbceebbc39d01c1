"""How the page is laid out: nothing is cut or scrolls sideways, on a phone with big type either; on a phone's side; on paper."""

from __future__ import annotations

import io
import json
import re

import pypdfium2
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.helpers.browser import DESKTOP, color_of, visiting
from tests.helpers.player import Player
from tests.helpers.visitor import shape

pytestmark = [pytest.mark.full, pytest.mark.ci]
COLD = 90_000  # milliseconds: who comes first waits until the server has worked out its lists and sets
NARROW = {"width": 390, "height": 844}
SIDEWAYS = {"width": 844, "height": 390}
SETTINGS = json.dumps(dict.fromkeys(("patterns", "big", "contrast", "mistakes", "ways"), True))
VIEWS = {
    "#puzzles": "#catalogue .card",
    "#today": "#today .day",
    "#make": "#make-board",
    "#play/gallery/FNPUV@5x5": "#play:not([hidden]) #play-board",
    "#play/gallery/shikaku/blog-6x6": "#play:not([hidden]) #play-board .clues",
    "#solve/gallery/FNPUV@5x5": "#solve:not([hidden]) #solve-verdict",
    "#share/gallery/FNPUV@5x5": "#share:not([hidden]) #share-page",
    "#nothing": "#trouble:not([hidden])",
}
# What has more in it than it shows from left to right.
CUT = """() => [document.documentElement, ...document.querySelectorAll('.dock, .pieces, #settings, nav, .bar')]
  .filter((node) => node.getClientRects().length && node.scrollWidth > node.clientWidth + 1)
  .map((node) => `${node.tagName}.${node.className}: ${node.scrollWidth} of ${node.clientWidth}`)"""
IDS = """() => {
  const names = [...document.querySelectorAll('[id]')].map((node) => node.id);
  return names.filter((name, i) => names.indexOf(name) !== i);
}"""


def add_pieces(page: Page) -> None:
    page.locator("#make-set option").first.wait_for(state="attached", timeout=COLD)
    page.click("#make-add-set")
    page.locator(".pieces li").first.wait_for()


def go(page: Page, fragment: str) -> None:
    page.evaluate("(fragment) => { location.hash = fragment; }", fragment)
    page.locator(VIEWS[fragment]).first.wait_for(timeout=COLD)


# Where its own type comes too late, the page keeps the system's, which is wider.
@pytest.mark.parametrize(
    ("language", "font"),
    [("en", "own"), ("de", "own"), ("de", "the system's"), ("fr", "the system's"), ("es", "the system's")],
)
def test_no_view_scrolls_sideways_on_a_phone_with_big_type(
    browser: Browser, address: str, language: str, font: str
) -> None:
    with visiting(browser, f"{address}/#puzzles", viewport=NARROW, locale=language, service_workers="block") as page:
        if font != "own":
            page.route("**/*.woff2", lambda route: route.fulfill(body=""))
        page.evaluate("(kept) => localStorage.setItem('tilewright:settings', kept)", SETTINGS)
        page.reload()
        expect(page.locator("html.big.contrast")).to_be_attached()
        for fragment in VIEWS:
            go(page, fragment)
            if fragment == "#make":
                add_pieces(page)
            assert page.evaluate(CUT) == [], fragment
        page.click("#settings-open")
        boxes = page.locator("#settings .check input")
        expect(boxes).to_have_count(7)
        widths = boxes.evaluate_all("(nodes) => nodes.map((node) => node.getBoundingClientRect().width)")
        assert max(widths) - min(widths) < 0.5
        assert page.evaluate(CUT) == []


@pytest.mark.parametrize("language", ["en", "de", "fr"])
def test_pieces_in_make_show_all_that_is_done_with_them(browser: Browser, address: str, language: str) -> None:
    with visiting(browser, f"{address}/#make", locale=language) as page:
        add_pieces(page)
        for width in (1280, 1920, 390):
            page.set_viewport_size({"width": width, "height": 800})
            page.wait_for_function("(width) => innerWidth === width", arg=width)
            assert page.evaluate(CUT) == []
            assert page.locator(".pieces select").first.evaluate("(node) => node.clientWidth") > 80


def test_no_two_elements_have_the_same_id(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        for fragment in VIEWS:
            go(page, fragment)
        assert page.evaluate(IDS) == []


def test_a_double_click_on_new_makes_one_puzzle(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        button = page.locator("#new-tetris")
        button.wait_for()
        before = page.evaluate("() => history.length")
        button.evaluate("(node) => { node.click(); node.click(); }")
        page.wait_for_selector("#play:not([hidden]) #play-board")
        assert page.evaluate("() => history.length") == before + 1
        page.go_back()
        expect(button).to_be_enabled()


def test_a_piece_in_the_hand_goes_home_when_another_view_is_opened(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#solve/gallery/FNPUV@5x5") as page:
        page.evaluate("() => { location.hash = '#play/gallery/FNPUV@5x5'; }")
        page.wait_for_selector("#play-board")
        player = Player(page)
        page.mouse.click(*player.grip("P", shape(player, "P")))
        expect(page.locator(".carried")).to_have_count(1)
        page.go_back()
        expect(page.locator("#solve")).to_be_visible()
        expect(page.locator(".carried")).to_have_count(0)
        page.go_forward()
        expect(page.locator('#play-tray [data-piece="P"]')).to_be_visible()
        page.mouse.move(300, 300)
        expect(page.locator(".carried")).to_have_count(0)


@pytest.mark.parametrize("name", ["FNPUV@5x5", "pentominoes@6x10", "soma@3x3x3"])
def test_on_a_phones_side_board_and_pieces_are_seen_together(browser: Browser, address: str, name: str) -> None:
    with visiting(browser, f"{address}/#play/gallery/{name}", viewport=SIDEWAYS, locale="de") as page:
        page.wait_for_selector("#play-board")
        board = page.locator("#play-board").bounding_box()
        tray = page.locator("#play-tray").bounding_box()
        assert board and tray
        assert tray["x"] > board["x"] + board["width"] and board["y"] + board["height"] <= 390
        bottoms = page.locator("#play-tray .tile").evaluate_all(
            "(nodes) => nodes.map((node) => node.getBoundingClientRect().bottom)"
        )
        assert max(bottoms) <= 390
        assert page.evaluate(CUT) == []


def test_play_on_paper_is_title_board_and_pieces_on_one_white_page(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#play/gallery/FNPUV@5x5", color_scheme="dark") as page:
        page.wait_for_selector("#play-board")
        document = pypdfium2.PdfDocument(io.BytesIO(page.pdf(format="A4")))
        assert len(document) == 1
        words = str(document[0].get_textpage().get_text_range()).split()
        assert " ".join(words[:2]) == "Five pentominoes"
        assert sorted(word for word in words[2:] if not word.isdigit()) == list("FNPUV")
        corner = document[0].render(scale=1).to_pil().convert("RGB").getpixel((40, 800))
        assert corner == (255, 255, 255)


def test_painted_cells_are_as_dark_as_boards_elsewhere(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#make", viewport=DESKTOP, color_scheme="light") as page:
        page.click("#make-fill")
        painted = color_of(page.locator("#make-paint .painted"), "fill")
        empty = color_of(page.locator("body"), "backgroundColor")
        assert sum(empty) - sum(painted) >= 40


def test_a_number_that_is_refused_leaves_its_field(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#make") as page:
        rows, note = page.locator("#make-rows"), page.locator("#note")
        rows.wait_for()
        for text, good in zip(("0", "-1", "1000000000", ""), "4545", strict=True):
            before = rows.input_value()
            rows.fill(text)
            rows.press("Tab")
            expect(note).to_have_class(re.compile("bad"))
            expect(rows).to_have_value(before)
            rows.fill(good)
            rows.press("Tab")
            expect(note).to_be_hidden()
            expect(page.locator("#make-rows")).to_have_value(good)
