"""Polygon puzzles in the studio: dragged freely, turned, drawn to corners and sides, played to the end by mouse, fingers and keys."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.helpers.browser import DESKTOP, visiting
from tests.helpers.fingers import TOUCH, Fingers, Point
from tests.helpers.player import Player
from tests.helpers.visitor import HINTED, open_text, solution

pytestmark = [pytest.mark.full]
EXAMPLES = Path(__file__).parents[2] / "examples" / "polygons"
SQUARE = (EXAMPLES / "tangram-square.toml").read_text()
# The number of the orientation in which a piece lies at some corners, and on the screen: a point of the piece in the tray, and
# where that point comes to lie on the board.
WAY = """async ([name, corners]) => {
  const { store } = await import('/static/state/store.js');
  const index = store.view.pieces_list.findIndex((piece) => piece.name === name);
  const atoms = store.lattice.atomsIn({ corners });
  const { number, at } = store.lattice.laid(store.view.pieces_list[index].orientations, atoms);
  return { number, at: at.map(Number) };
}"""
SPOTS = """async ([name, number, at]) => {
  const { store } = await import('/static/state/store.js');
  const { orientations } = store.view.pieces_list.find((piece) => piece.name === name);
  const { lattice } = store;
  const corners = lattice.polygon(orientations[number].atoms[0]);
  const middle = [0, 1].map((axis) => corners.slice(0, 3).reduce((sum, p) => sum + p[axis], 0) / 3);
  const on = (id, [x, y]) => {
    const place = new DOMPoint(x, y).matrixTransform(document.querySelector(id).getScreenCTM());
    return [place.x, place.y];
  };
  const [dx, dy] = lattice.place(at);
  const tile = `#play-tray [data-piece="${CSS.escape(name)}"] svg`;
  return [on(tile, middle), on('#play-board', [middle[0] + dx, middle[1] + dy])];
}"""


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    with visiting(browser, f"{address}/#puzzles", viewport=DESKTOP) as page:
        open_text(page, SQUARE)
        yield page


@pytest.fixture
def phone(browser: Browser, address: str) -> Iterator[Page]:
    with visiting(browser, f"{address}/#puzzles", **TOUCH) as page:
        open_text(page, SQUARE)
        yield page


def turn_to(page: Page, name: str, number: int) -> None:
    """Turn and flip the piece in the tray until it lies so."""
    tile = page.locator(f'#play-tray [data-piece="{name}"]')
    piece = next(each for each in Player(page).view["pieces_list"] if each["name"] == name)
    tile.focus()
    for letter in ("", "f"):
        if letter:
            page.keyboard.press(letter)
        for _ in piece["orientations"]:
            if tile.get_attribute("data-orientation") == str(number):
                return
            page.keyboard.press("r")
    raise AssertionError((name, number))


def spots(page: Page, row: dict[str, Any]) -> tuple[Point, Point]:
    """Where the piece of a row is taken in the tray, turned as it will lie, and where it is let go."""
    way = page.evaluate(WAY, [row["piece"], row["corners"]])
    turn_to(page, row["piece"], way["number"])
    page.locator(f'#play-tray [data-piece="{row["piece"]}"]').scroll_into_view_if_needed()
    start, end = page.evaluate(SPOTS, [row["piece"], way["number"], way["at"]])
    return tuple(start), tuple(end)


def drag(page: Page, start: Point, end: Point) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    page.mouse.move(*end, steps=3)
    page.mouse.up()


def touch_drag(page: Page, start: Point, end: Point) -> None:
    """With a finger, above which the piece floats."""
    touch, below = Fingers(page), (end[0], end[1] + 56)
    touch("touchStart", start)
    touch("touchMove", (start[0], start[1] - 30))
    touch("touchMove", ((start[0] + below[0]) / 2, (start[1] + below[1]) / 2))
    touch("touchMove", below)
    touch("touchEnd")


def rows_of(page: Page) -> list[dict[str, Any]]:
    return solution(Player(page).view["puzzle"])


@pytest.mark.ci
def test_a_tangram_is_played_to_the_end_with_the_mouse(page: Page) -> None:
    for number, row in enumerate(rows_of(page)):
        start, (x, y) = spots(page, row)
        drag(page, start, (x + 5, y - 4))  # a few pixels off: the corners draw it
        laid = Player(page).placed
        assert len(laid) == number + 1, row
        corners = [[x, y] for x, y in zip(laid[-1]["atoms"][0][::2], laid[-1]["atoms"][0][1::2], strict=True)]
        assert corners == row["corners"], "it lies exactly where the solution has it"
    expect(page.locator("#play-text")).to_contain_text("Well played")
    expect(page.locator("#play-finish")).to_be_visible()


@pytest.mark.ci
def test_a_tangram_is_played_to_the_end_with_a_finger_on_a_phone(phone: Page) -> None:
    for number, row in enumerate(rows_of(phone)):
        start, end = spots(phone, row)
        touch_drag(phone, start, (end[0] - 3, end[1] + 3))
        assert len(Player(phone).placed) == number + 1, row
    expect(phone.locator("#play-text")).to_contain_text("Well played")


def test_a_tangram_is_played_by_keys_alone(page: Page) -> None:
    """The arrows go from place to place at corners; hints lay what is hard to reach."""
    tile = page.locator('#play-tray [data-piece="large triangle"]')
    tile.focus()
    page.keyboard.press("Enter")
    for letter in ("r", "ArrowRight", "ArrowDown", "ArrowLeft"):
        page.keyboard.press(letter)
    page.keyboard.press("Escape")
    assert Player(page).placed == []
    for _ in range(40):
        if page.locator("#play-finish").is_visible():
            break
        page.keyboard.press("h")
        page.wait_for_timeout(100)
        expect(page.locator("#play-text")).to_have_text(HINTED)
    expect(page.locator("#play-text")).to_contain_text("Well played")


def test_two_fingers_turn_what_they_hold(phone: Page) -> None:
    row = next(row for row in rows_of(phone) if row["piece"] == "parallelogram")
    start, end = spots(phone, row)
    touch_drag(phone, start, end)
    (before,) = Player(phone).placed
    x, y = end
    touch = Fingers(phone)
    touch("touchStart", end)
    touch("touchStart", end, (x + 100, y))
    for turned in ((x + 95, y - 30), (x + 80, y - 60), (x + 70, y - 70)):
        touch("touchMove", end, turned)
    expect(phone.locator(".carried")).to_have_count(1)
    assert Player(phone).placed == []
    touch("touchEnd", end)
    touch("touchEnd")
    number = phone.locator('#play-tray [data-piece="parallelogram"]').get_attribute("data-orientation")
    assert number is not None
    motions = [each["motion"] for each in piece_of(phone, "parallelogram")["orientations"]]
    lay = phone.evaluate(WAY, ["parallelogram", corners_of(before)])
    angle, was = (float(motions[int(k)].rstrip("f")) for k in (number, lay["number"]))
    assert (angle - was) % 180 == 45


def piece_of(page: Page, name: str) -> dict[str, Any]:
    return next(each for each in Player(page).view["pieces_list"] if each["name"] == name)


def corners_of(placed: dict[str, Any]) -> list[list[str]]:
    flat = placed["atoms"][0]
    return [list(pair) for pair in zip(flat[::2], flat[1::2], strict=True)]


def test_a_piece_slides_along_a_side_and_stays_exact(page: Page) -> None:
    """Far from every corner it is drawn to the side alone, at a fraction of it; the server finds no fault with it."""
    turn_to(page, "square", 1)
    box = page.locator("#play-board").bounding_box()
    assert box
    start, _ = page.evaluate(SPOTS, ["square", 1, [0, 0]])
    drag(page, tuple(start), (box["x"] + box["width"] * 0.6, box["y"] + box["height"] * 0.5))
    assert len(Player(page).placed) == 1
    page.click("#play-check")
    expect(page.locator("#play-text")).to_contain_text("No rule is broken")


def test_what_lies_there_is_kept_and_undone(page: Page) -> None:
    row = rows_of(page)[0]
    drag(page, *spots(page, row))
    assert len(Player(page).placed) == 1
    page.reload()
    page.wait_for_selector("#play-board .laid")
    assert corners_of(Player(page).placed[0]) == row["corners"]
    page.keyboard.press("Control+z")
    assert Player(page).placed == []
    damaged = json.loads(page.evaluate("JSON.stringify(localStorage)"))
    assert any(name.startswith("tilewright:puzzle:") for name in damaged)


def test_other_sets_open_and_are_solved(page: Page) -> None:
    for name in ("hexagon", "t-puzzle", "perigal"):
        open_text(page, (EXAMPLES / f"{name}.toml").read_text())
        expect(page.locator("#play-board.silhouette")).to_be_visible()
        row = rows_of(page)[0]
        drag(page, *spots(page, row))
        assert len(Player(page).placed) == 1, name
