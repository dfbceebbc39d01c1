"""Carrying pieces: by the point they were taken at, into places within 0.6 cells, home otherwise; by clicks, wheel and touch."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.helpers.browser import DESKTOP, visiting
from tests.helpers.fingers import TOUCH, Fingers
from tests.helpers.player import Player
from tests.helpers.visitor import FIVE, shape

pytestmark = [pytest.mark.full, pytest.mark.ci]
CARRIED = """() => {
  const carried = document.querySelector('.carried');
  if (!carried) return null;
  const here = carried.getScreenCTM();
  return [here.e, here.f, here.a];
}"""


@pytest.fixture
def player(browser: Browser, address: str) -> Iterator[Player]:
    with visiting(browser, f"{address}/{FIVE}") as page:
        page.wait_for_selector("#play-board")
        yield Player(page)


def cell_size(page: Page) -> float:
    return float(page.evaluate("document.getElementById('play-board').getScreenCTM().a"))


def laid_at(player: Player) -> list[list[int]]:
    return sorted(atom for placement in player.placed for atom in placement["atoms"])


def take(player: Player, name: str) -> tuple[float, float]:
    """Press the mouse on the piece's first atom and drag it a little."""
    x, y = player.grip(name, shape(player, name))
    player.page.mouse.move(x, y)
    player.page.mouse.down()
    player.page.mouse.move(x + 8, y)
    return x + 8, y


def test_the_piece_has_the_board_s_scale_and_stays_under_the_pointer_where_it_was_taken(player: Player) -> None:
    page = player.page
    first = sorted(shape(player, "P"))[0]
    start = take(player, "P")
    middle = player.page.evaluate("([r, c]) => [c + .5, r + .5]", first)
    for x, y in (start, (300, 300), (1200, 700), (640, 400)):
        page.mouse.move(x, y)
        left, top, scale = page.evaluate(CARRIED)
        assert abs(scale - cell_size(page)) < 0.5
        assert math.dist((left + middle[0] * scale, top + middle[1] * scale), (x, y)) < 2
    assert page.locator(".carried").evaluate("each => getComputedStyle(each).pointerEvents") == "none"


@pytest.mark.parametrize(("off", "snaps"), [(0.5, True), (0.7, False)])
def test_it_slides_into_a_place_within_six_tenths_of_a_cell(player: Player, off: float, snaps: bool) -> None:
    page, atoms = player.page, sorted(shape(player, "P"))
    take(player, "P")
    x, y = player.on_screen(atoms[0])
    page.mouse.move(x - off * cell_size(page), y, steps=4)  # to the left of the board's corner: no nearer place
    expect(page.locator(".target.fits")).to_have_count(int(snaps))
    page.mouse.up()
    expect(page.locator(".carried")).to_have_count(0)
    assert laid_at(player) == (atoms if snaps else [])


def test_a_piece_never_lies_on_another_and_glides_home(player: Player) -> None:
    page, atoms = player.page, sorted(shape(player, "P"))
    player.drag_piece("P", atoms)
    take(player, "U")
    page.mouse.move(*player.on_screen(atoms[0]), steps=3)
    expect(page.locator(".target")).to_have_count(0)
    page.mouse.up()
    expect(page.locator(".carried")).to_have_count(0)
    assert len(player.placed) == 1
    expect(page.locator('#play-tray [data-piece="U"]')).to_be_visible()
    expect(page.locator('#play-tray [data-piece="P"]')).to_be_hidden()  # what is used up leaves the tray


def test_a_click_picks_up_and_a_click_on_the_same_spot_lays_back(player: Player) -> None:
    page, atoms = player.page, sorted(shape(player, "P"))
    player.drag_piece("P", atoms)
    spot = player.on_screen(atoms[0])
    page.mouse.move(*spot)
    page.mouse.click(*spot)
    assert player.placed == []
    page.mouse.move(spot[0] + 100, spot[1] + 40)
    expect(page.locator(".carried")).to_have_count(1)
    page.mouse.click(*spot)
    assert laid_at(player) == atoms
    page.mouse.click(*spot)
    page.keyboard.press("Escape")
    assert laid_at(player) == atoms


def test_dragged_off_the_board_it_goes_back_to_the_tray(player: Player) -> None:
    page, atoms = player.page, sorted(shape(player, "P"))
    player.drag_piece("P", atoms)
    page.mouse.move(*player.on_screen(atoms[0]))
    page.mouse.down()
    page.mouse.move(1100, 700, steps=3)
    page.mouse.up()
    assert player.placed == []
    page.click("#play-undo")
    assert laid_at(player) == atoms


OUTSIDE = (1180, 740)  # the board and the tray


@pytest.mark.parametrize("how", ["key", "wheel", "right click"])
def test_turning_keeps_the_cell_that_is_held_under_the_pointer(player: Player, how: str) -> None:
    page, atoms = player.page, sorted(shape(player, "P"))
    take(player, "P")
    page.mouse.move(*OUTSIDE)
    if how == "key":
        page.keyboard.press("r")
    elif how == "wheel":
        page.mouse.wheel(0, 100)
    else:
        page.mouse.down(button="right")
        page.mouse.up(button="right")
    page.wait_for_timeout(100)
    turned = sorted(shape(player, "P"))
    assert turned != atoms
    left, top, scale = page.evaluate(CARRIED)
    under = [math.floor((OUTSIDE[1] - top) / scale), math.floor((OUTSIDE[0] - left) / scale)]
    assert under in turned
    page.mouse.up()
    assert player.placed == [] and page.locator(".carried").count() <= 1


def test_a_piece_that_cannot_flip_says_so(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        page.locator("#puzzles summary").click()
        page.locator("#puzzles textarea").fill("FNPUV!turn@5x5")
        page.locator("#puzzles .open-text").click()
        page.wait_for_selector("#play-board")
        page.locator('#play-tray [data-piece="F"]').focus()
        page.keyboard.press("f")
        expect(page.locator("#play-text")).to_have_text("Piece F may not be flipped.")


def test_keys_never_lead_the_piece_off_the_board(player: Player) -> None:
    page = player.page
    page.locator('#play-tray [data-piece="P"]').focus()
    page.keyboard.press("Enter")
    for key in ["ArrowUp"] * 9 + ["ArrowLeft"] * 9:
        page.keyboard.press(key)
    expect(page.locator("#play-where")).to_contain_text("row 1, column 1: fits")
    for key in ["ArrowDown"] * 9 + ["ArrowRight"] * 9 + ["Enter"]:
        page.keyboard.press(key)
    assert max(r for r, _ in laid_at(player)) == max(c for _, c in laid_at(player)) == 4


def test_on_touch_the_piece_floats_above_the_finger(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/{FIVE}", **TOUCH) as page:
        page.wait_for_selector("#play-board")
        player = Player(page)
        atoms = sorted(shape(player, "P"))
        start = player.grip("P", atoms)
        touch = Fingers(page)
        touch("touchStart", start)
        touch("touchMove", (start[0], start[1] - 30))
        touch("touchMove", (200, 600))
        page.wait_for_timeout(100)  # moves are told once a frame
        _, top, scale = page.evaluate(CARRIED)
        held = top + (atoms[0][0] + 0.5) * scale
        assert 40 <= 600 - held <= 80
        x, y = player.on_screen(atoms[0])
        touch("touchMove", (x, y + 56))
        touch("touchEnd")
        assert laid_at(player) == atoms


def test_a_tap_chooses_buttons_at_the_piece_turn_it_and_a_tap_lays_it(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/{FIVE}", **TOUCH) as page:
        page.wait_for_selector("#play-board")
        player = Player(page)
        page.locator('#play-tray [data-piece="P"]').tap()
        controls = page.locator("#play-controls")
        expect(controls).to_be_visible()
        before = shape(player, "P")
        controls.get_by_role("button", name="Turn").tap()
        assert shape(player, "P") != before
        controls.get_by_role("button", name="Lay").tap()
        assert len(player.placed) == 1
        expect(controls).to_be_hidden()


def test_the_board_never_moves_while_one_plays(browser: Browser, address: str) -> None:
    for context in ({"viewport": DESKTOP}, TOUCH):
        with visiting(browser, f"{address}/{FIVE}", **context) as page:
            page.wait_for_selector("#play-board")
            place = "JSON.stringify(document.getElementById('play-board').getBoundingClientRect())"
            before = page.evaluate(place)
            scrolled = page.evaluate("scrollY")
            for name in ("#play-check", "#play-hint", "#play-hint"):
                page.click(name)
                expect(page.locator("#play-text")).not_to_be_empty()
                page.wait_for_timeout(200)
                assert page.evaluate("scrollY") == scrolled, "everything important is above the fold"
                assert page.evaluate(place) == before, name


def test_a_swipe_outside_the_board_scrolls_the_page(browser: Browser, address: str) -> None:
    low = TOUCH | {"viewport": {"width": 390, "height": 560}}  # the whole view fits on a phone's usual height
    with visiting(browser, f"{address}/#play/gallery/pentominoes@6x10", **low) as page:
        page.wait_for_selector("#play-board")
        touch = Fingers(page)
        for step, y in enumerate((420, 380, 320, 240, 160)):
            touch("touchStart" if step == 0 else "touchMove", (4, y))
        touch("touchEnd")
        page.wait_for_timeout(300)
        assert page.evaluate("scrollY") > 0


def test_a_ring_shows_after_keys_and_not_after_the_mouse(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#play/gallery/shikaku/blog-6x6") as page:
        page.wait_for_selector("#play-board")
        width = "getComputedStyle(document.getElementById('play-board')).outlineStyle"
        Player(page).drag_rectangle([0, 0, 2, 1])
        assert page.evaluate("document.activeElement.id") == "play-board"
        assert page.evaluate(width) == "none"
        page.keyboard.press("ArrowDown")
        assert page.evaluate(width) != "none"
