"""How the page looks: boards fit the window, trays are in proportion, letters are small, used pieces leave the tray."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, expect

from tests.helpers.browser import DESKTOP, PHONE, visiting
from tests.helpers.player import Player
from tests.helpers.visitor import atoms_of, solution
from tools.studio_preload import STATIC, reachable

pytestmark = [pytest.mark.full, pytest.mark.ci]
PUZZLES = (
    "FNPUV@5x5",
    "pentominoes@6x10",
    "fridgeiq/challenge_01",
    "shikaku/blog-17x15",
    "soma@3x3x3",
    "katamino/5x12",
    "tetris/8x7",
)
FEW_PIECES = {"FNPUV@5x5", "pentominoes@6x10", "tetris/8x7"}  # at least two fifths of the board's size in the tray
# Pixels a cell of the board and of the tray, where the board and its last tile end, and how high the page is.
SIZES = """() => {
  const board = document.getElementById('play-board');
  const face = document.querySelector('#play-tray svg');
  const tiles = [...document.querySelectorAll('#play-tray .tile')].map((tile) => tile.getBoundingClientRect().bottom);
  return {
    cell: board.getScreenCTM().a,
    tray: face ? face.getScreenCTM().a : null,
    board: board.getBoundingClientRect().bottom,
    tiles: Math.max(0, ...tiles),
    page: document.documentElement.scrollHeight,
  };
}"""
# Which of the elements cannot be clicked in their middle.
COVERED = """(nodes) => nodes.filter((node) => {
  const box = node.getBoundingClientRect();
  return !node.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}).map((node) => node.textContent)"""


@pytest.mark.parametrize("name", PUZZLES)
def test_board_and_tray_fit_a_window_of_1280_by_800(browser: Browser, address: str, name: str) -> None:
    with visiting(browser, f"{address}/#play/gallery/{name}", viewport=DESKTOP) as page:
        page.wait_for_selector("#play-board")
        sizes = page.evaluate(SIZES)
        assert sizes["board"] <= 800 and sizes["tiles"] <= 800
        assert sizes["cell"] >= 20
        if name in FEW_PIECES:
            assert sizes["tray"] >= 0.4 * sizes["cell"]


def test_a_used_piece_leaves_the_tray(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#play/gallery/FNPUV@5x5") as page:
        page.wait_for_selector("#play-board")
        player = Player(page)
        row = solution(player.view["puzzle"])[0]
        player.lay(row, atoms_of(player, row["cells"]))
        expect(page.locator(f'#play-tray [data-piece="{row["piece"]}"]')).to_be_hidden()
        expect(page.locator("#play-tray .tile:visible")).to_have_count(4)


def test_a_piece_casts_a_shadow_while_it_is_held_and_settles_in_120_milliseconds(
    browser: Browser, address: str
) -> None:
    with visiting(browser, f"{address}/#play/gallery/FNPUV@5x5") as page:
        page.wait_for_selector("#play-board")
        player = Player(page)
        page.evaluate(
            "() => { window.times = []; const animate = Element.prototype.animate;"
            "Element.prototype.animate = function (frames, options) { times.push(options.duration);"
            " return animate.call(this, frames, options); }; }"
        )
        row = solution(player.view["puzzle"])[0]
        x, y = player.grip(row["piece"], atoms_of(player, row["cells"]))
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x - 60, y, steps=3)
        shadow = page.locator(".carried .shadow").count()
        page.mouse.up()
        assert shadow == 1 and page.evaluate("() => times") == [120]


def test_letters_are_less_than_half_a_cell_high(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#play/gallery/FNPUV@5x5") as page:
        page.wait_for_selector("#play-board")
        letter = page.locator("#play-tray .letter").first
        expect(letter).to_be_hidden()  # letters are a setting
        page.evaluate("async () => (await import('/static/kept/settings.js')).setSetting('letters', 'small')")
        height = letter.evaluate("(node) => node.getBoundingClientRect().height")
        assert 0 < height < 0.6 * page.evaluate(SIZES)["tray"]


@pytest.mark.parametrize("window", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_message_in_make_covers_none_of_its_buttons_and_goes_by_a_click(
    browser: Browser, address: str, window: dict[str, int], language: str
) -> None:
    with visiting(browser, f"{address}/#make", viewport=window, locale=language) as page:
        page.wait_for_selector("#make-board")
        page.click("#make-clear")
        page.click("#make-solve")
        note, buttons = page.locator("#note"), page.locator(".dock button")
        for scroll in ("0", "document.body.scrollHeight"):
            page.evaluate(f"() => scrollTo(0, {scroll})")
            expect(note).to_have_class(re.compile("bad"))
            assert buttons.count() == 4 and buttons.evaluate_all(COVERED) == []
        note.click()
        expect(note).to_be_hidden()


def test_what_the_page_needs_at_first_is_asked_for_at_once() -> None:
    html = (STATIC / "index.html").read_text(encoding="utf-8")
    assert re.findall(r'rel="modulepreload" href="/static/([^"]+)"', html) == reachable(), "run tools.studio_preload"
