"""Solids and balls in Play: layers as pages on a phone, named beside one another elsewhere; pieces dropped into the picture in space."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.helpers.browser import visiting
from tests.helpers.player import Player
from tests.helpers.visitor import open_text, shape

pytestmark = [pytest.mark.full, pytest.mark.ci]
PHONE = {"width": 390, "height": 844}
CELL = "document.getElementById('play-board').getScreenCTM().a"
# Where the middle of some atoms is seen in the picture in space: the corner of the box that is nearest to the ground's back.
IN_SPACE = """async (atoms) => {
  const { viewOf } = await import('/static/core/solid.js');
  const { store } = await import('/static/state/store.js');
  const view = viewOf(store.lattices[store.view.lattice], store.view.atoms);
  view.root = document.querySelector('#play .solid-view');
  return view.onScreen(atoms);
}"""


def shown(page: Page) -> str:
    """The page that the board is at."""
    return page.locator('#play-pages [aria-pressed="true"]').inner_text()


@pytest.mark.parametrize(("text", "layers"), [("soma@3x3x3", 3), ("kanoodle@p5", 5)])
def test_on_a_phone_a_layer_is_a_page_with_cells_for_fingers(
    browser: Browser, address: str, text: str, layers: int
) -> None:
    with visiting(browser, f"{address}/#puzzles", viewport=PHONE) as page:
        open_text(page, text)
        assert page.evaluate(CELL) >= 36
        expect(page.locator("#play-pages button")).to_have_count(layers)
        assert shown(page) == "1"
        page.locator("#play-pages button").last.click()
        assert shown(page) == str(layers)
        name = page.locator("#play-tray .tile").first.get_attribute("data-piece")
        page.locator(f'#play-tray [data-piece="{name}"]').focus()
        page.keyboard.press("Enter")
        placed = page.locator(".ghost .target")
        expect(placed).to_have_count(1)
        board, ghost = page.locator("#play-board").bounding_box(), placed.bounding_box()
        assert board and ghost and ghost["x"] < board["x"] + board["width"], "its page is turned to"
        page.keyboard.press("Enter")
        assert len(Player(page).placed) == 1
        page.set_viewport_size({"width": 1280, "height": 800})
        expect(page.locator("#play-pages")).to_be_hidden()
        expect(page.locator(".name-of-layer")).to_have_count(layers)
        expect(page.locator(".name-of-layer").first).to_have_text("Layer 1 (top)")


def test_on_a_phone_a_piece_is_dropped_on_the_page_that_is_seen(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles", viewport=PHONE) as page:
        open_text(page, "soma@3x3x3")
        player = Player(page)
        page.locator("#play-pages button").nth(1).click()
        piece = shape(player, "L")
        assert {layer for layer, *_ in piece} == {0}
        spot = player.on_screen([1, *piece[0][1:]])
        drag(page, "L", spot)
        (placement,) = player.placed
        assert sorted(placement["atoms"]) == sorted([1, *rest] for _, *rest in piece)


def test_a_piece_is_dropped_into_the_picture_in_space(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        open_text(page, "soma@3x3x3")
        player = Player(page)
        piece = shape(player, "L")
        lowest = [[2, *rest] for _, *rest in piece]
        x, y = page.evaluate(IN_SPACE, lowest)
        start(page, "L")
        page.mouse.move(x, y, steps=4)
        assert page.locator(".side.floating").count() > 5, "its ghost is seen before it lands"
        assert page.locator(".carried").evaluate("each => getComputedStyle(each).opacity") == "0"
        page.mouse.up()
        (placement,) = player.placed
        assert sorted(placement["atoms"]) == sorted(lowest)
        assert page.locator(".side.floating").count() == 0


def start(page: Page, name: str) -> None:
    """Take a piece of the tray into the hand."""
    box = page.locator(f'#play-tray [data-piece="{name}"]').bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()


def drag(page: Page, name: str, to: tuple[float, float]) -> None:
    """Drag a piece of the tray to a place on the screen."""
    start(page, name)
    page.mouse.move(*to, steps=4)
    page.mouse.up()


ORDER = """async () => {
  const { store, placementsOf } = await import('/static/state/store.js');
  const { assembly } = await import('/static/solve/assembly.js');
  return store.tilings.map((tiling) => {
    const placements = placementsOf(tiling);
    const order = assembly(store.lattices[store.view.lattice], placements);
    return order.map(({ index, from }) => [placements[index].atoms, from]);
  });
}"""
COMES_FROM = {"above": (-1, 0, 0), "below": (1, 0, 0), "front": (0, 1, 0), "back": (0, -1, 0), "left": (0, 0, -1)}
COMES_FROM["right"] = (0, 0, 1)


def test_solids_are_put_together_in_an_order_in_which_each_piece_finds_its_way(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#solve/gallery/soma@3x3x3") as page:
        page.click("#solve-all")
        expect(page.locator("#solve-text")).to_contain_text("240", timeout=60_000)
        orders = page.evaluate(ORDER)
        ways = set()
        for order in orders:
            assert sum(len(atoms) for atoms, _ in order) == 27
            there: set[tuple[int, ...]] = set()
            for atoms, way in order:
                ways.add(way)
                step = COMES_FROM[way]
                path = {tuple(v + k * s for v, s in zip(atom, step, strict=True)) for atom in atoms for k in range(4)}
                assert not path & there, (atoms, way)
                there |= {tuple(atom) for atom in atoms}
        assert "above" in ways
        slider = page.get_by_label("Step by step")
        slider.focus()
        page.keyboard.press("ArrowLeft")
        expect(page.locator("#solve-last")).to_contain_text("Piece")


def test_balls_are_put_together_from_above(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        open_text(page, "kanoodle@p5")
        page.get_by_role("link", name="Solve", exact=True).click()
        page.click("#solve-one")
        expect(page.locator("#solve-laid")).to_be_visible(timeout=60_000)
        (order,) = page.evaluate(ORDER)
        tops = [min(layer for layer, *_ in atoms) for atoms, _ in order]
        assert len(order) == 12 and {way for _, way in order} <= {"above", ""} and tops[-1] == 0
