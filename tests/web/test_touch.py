"""Fingers on the board: double tap, long press, a second finger, pinching and moving a large board."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.helpers.browser import visiting
from tests.helpers.fingers import TOUCH, Fingers, Point
from tests.helpers.player import Player
from tests.helpers.visitor import FIVE, shape

pytestmark = [pytest.mark.full, pytest.mark.ci]
MANY = "#play/gallery/pentominoes@6x10"


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    with visiting(browser, f"{address}/{FIVE}", **TOUCH) as page:
        page.wait_for_selector("#play-board")
        yield page


@pytest.fixture
def large(browser: Browser, address: str) -> Iterator[Page]:
    with visiting(browser, f"{address}/{MANY}", **TOUCH) as page:
        page.wait_for_selector("#play-board")
        yield page


def seen(page: Page) -> list[float]:
    """The part of the board in sight: left, top, width, height in cells."""
    box = page.locator("#play-board").get_attribute("viewBox") or ""
    return [float(number) for number in box.split()]


def middle(page: Page) -> Point:
    box = page.locator("#play-board").bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def pinch(page: Page, before: float, after: float, moved: float = 0.0) -> None:
    """Two fingers so many pixels from the middle, then so many, moved to the right."""
    x, y = middle(page)
    end = ((x - after + moved, y), (x + after + moved, y))
    Fingers(page).spread(((x - before, y), (x + before, y)), end)


def test_a_double_tap_turns_and_taps_apart_do_not(page: Page) -> None:
    player, touch = Player(page), Fingers(page)
    before = shape(player, "P")
    spot = player.grip("P", before)
    touch.tap(spot, at=0.0)
    touch.tap(spot, at=0.2)
    expect(page.locator('#play-tray [data-piece="P"]')).not_to_have_attribute("data-orientation", "0")
    turned = shape(player, "P")
    assert turned != before
    touch.tap(spot, at=2.0)  # a tap on the piece that waits on the board puts it back
    touch.tap(spot, at=3.0)
    assert shape(player, "P") == turned
    expect(page.locator("#play-controls")).to_be_visible()


def test_a_long_press_flips(page: Page) -> None:
    player, touch = Player(page), Fingers(page)
    before = shape(player, "P")
    touch("touchStart", player.grip("P", before))
    expect(page.locator('#play-tray [data-piece="P"]')).not_to_have_attribute("data-orientation", "0")
    touch("touchEnd")
    flipped = sorted([row, 1 - column] for row, column in before)
    assert sorted(shape(player, "P")) == flipped
    assert player.placed == [] and page.locator(".carried").count() == 0


def test_a_second_finger_turns_the_piece_that_is_carried(page: Page) -> None:
    player, touch = Player(page), Fingers(page)
    before = shape(player, "P")
    start = player.grip("P", before)
    touch("touchStart", start)
    touch("touchMove", (start[0], start[1] - 40))
    touch("touchMove", (200, 400))
    touch("touchStart", (200, 400), (300, 700))
    touch("touchEnd", (200, 400))
    expect(page.locator('#play-tray [data-piece="P"]')).not_to_have_attribute("data-orientation", "0")
    expect(page.locator(".carried")).to_have_count(1)
    assert page.evaluate("visualViewport.scale") == 1, "the page itself is not pinched"
    touch("touchEnd")


def test_two_fingers_look_closer_and_move_the_board(large: Page) -> None:
    whole = seen(large)
    pinch(large, 30, 90)
    closer = seen(large)
    assert closer[2] == pytest.approx(whole[2] / 3, rel=0.05)
    assert closer[0] + closer[2] / 2 == pytest.approx(whole[0] + whole[2] / 2, abs=0.2)
    assert Player(large).placed == []
    pinch(large, 60, 60, moved=60)
    moved = seen(large)
    assert moved[0] < closer[0] - 0.3 and moved[2] == pytest.approx(closer[2], rel=0.02)
    pinch(large, 90, 20)
    assert seen(large) == pytest.approx(whole, abs=0.01), "never smaller than the board"
    assert large.evaluate("scrollY") == 0 and large.evaluate("visualViewport.scale") == 1


def test_one_finger_moves_the_ground_of_a_closer_board(large: Page) -> None:
    large.click("#zoom-in")
    large.click("#zoom-in")
    before = seen(large)
    x, y = middle(large)
    touch = Fingers(large)
    touch("touchStart", (x, y))
    for step in range(1, 5):
        touch("touchMove", (x + 15 * step, y))
    touch("touchEnd")
    after = seen(large)
    assert after[0] < before[0] - 0.5 and after[2:] == before[2:]
    large.click("#zoom-all")
    assert seen(large)[2] > 10


def test_pieces_fit_a_closer_board_to_the_cell(large: Page) -> None:
    large.click("#zoom-in")
    player = Player(large)
    inside = [[row, column] for row, column in ((2, 4), (2, 5), (3, 4), (3, 5), (4, 4))]
    player.drag_piece("P", inside)
    assert [sorted(placement["atoms"]) for placement in player.placed] == [inside]
    before = seen(large)
    large.click("#play-undo")
    assert seen(large) == before, "a move leaves the board as it is looked at"


def test_a_pinch_draws_no_rectangle(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#play/gallery/shikaku/blog-6x6", **TOUCH) as page:
        page.wait_for_selector("#play-board")
        whole = seen(page)
        pinch(page, 30, 60)
        assert seen(page)[2] == pytest.approx(whole[2] / 2, rel=0.05)
        assert Player(page).placed == []
        expect(page.locator(".ghost .target")).to_have_count(0)


def test_a_closer_board_moves_on_under_a_piece_held_at_its_edge(large: Page) -> None:
    for _ in range(3):
        large.click("#zoom-in")
    player, touch = Player(large), Fingers(large)
    before = seen(large)
    box = large.locator("#play-board").bounding_box()
    assert box
    start = player.grip("P", shape(player, "P"))
    right = (box["x"] + box["width"] - 10, box["y"] + box["height"] / 2 + 56)  # the piece floats above the finger
    touch("touchStart", start)
    touch("touchMove", (start[0], start[1] - 40))
    touch("touchMove", right)
    large.wait_for_timeout(500)
    assert seen(large)[0] > before[0] + 0.5 and seen(large)[2:] == before[2:]
    touch("touchEnd")
