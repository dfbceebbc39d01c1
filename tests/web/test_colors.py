"""Colors on the page: neighbors of a Shikaku never share one; light, dark and the system's choice; pieces as objects."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import Browser, expect

from tests.helpers.browser import visiting

pytestmark = [pytest.mark.full, pytest.mark.ci]
MAP = """async (steps) => {
  const { mapColors } = await import('/static/play/shikaku/mapcolors.js');
  const known = new Map();
  return steps.map((rects) => {
    const colors = mapColors(rects, known);
    rects.forEach((rect, i) => known.set(String(rect), colors[i]));
    return colors;
  });
}"""


def cut(rectangle: tuple[int, int, int, int], random: Random) -> list[tuple[int, int, int, int]]:
    """A rectangle cut at random into smaller ones: (top, left, height, width)."""
    top, left, height, width = rectangle
    if height * width <= 6 or (height == 1 and width == 1):
        return [rectangle]
    if width == 1 or (height > 1 and random.random() < 0.5):
        at = random.randrange(1, height)
        parts = [(top, left, at, width), (top + at, left, height - at, width)]
    else:
        at = random.randrange(1, width)
        parts = [(top, left, height, at), (top, left + at, height, width - at)]
    return [small for part in parts for small in cut(part, random)]


def neighbors(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    """Whether two rectangles share a side, by their cells."""
    cells = [{(r, c) for r in range(t, t + h) for c in range(x, x + w)} for t, x, h, w in (one, other)]
    return any((r + dr, c + dc) in cells[1] for r, c in cells[0] for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0)))


def test_neighbors_of_a_shikaku_never_share_a_color(browser: Browser, address: str) -> None:
    random = Random(7)
    steps = []
    for _ in range(4):
        whole = cut((0, 0, 12, 12), random)
        random.shuffle(whole)
        steps += [whole[:n] for n in range(0, len(whole) + 1, 4)] + [whole]
    with visiting(browser, f"{address}/#puzzles") as page:
        for rects, colors in zip(steps, page.evaluate(MAP, steps), strict=True):
            assert set(colors) <= set(range(6))
            for i, one in enumerate(rects):
                for j in range(i):
                    assert not (neighbors(one, rects[j]) and colors[i] == colors[j])


def test_light_and_dark_are_the_systems_choice_until_one_is_chosen(browser: Browser, address: str) -> None:
    paper = "() => getComputedStyle(document.body).backgroundColor"
    with visiting(browser, f"{address}/#puzzles", color_scheme="dark") as page:
        dark = page.evaluate(paper)
        page.click("#settings-open")
        page.select_option("#settings-theme", "light")
        light = page.evaluate(paper)
        page.select_option("#settings-theme", "dark")
        assert page.evaluate(paper) == dark != light


def test_a_piece_lies_inside_its_cells_with_round_corners(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#play/gallery/FNPUV@5x5") as page:
        page.wait_for_selector("#play-board")
        d, outline = page.evaluate(
            "async () => { const { store } = await import('/static/state/store.js');"
            " const atoms = [[0, 0], [0, 1], [1, 0]]; return [store.lattice.contour(atoms), store.lattice.outline(atoms)]; }"
        )
        assert d.count("Q") == 6 and d.count("M") == 1 and outline.count("L") == 7
        numbers = [float(n) for n in d.translate(str.maketrans("MLQZ", "    ")).split()]
        assert min(numbers) == 0.035 and max(numbers) == 1.965
        expect(page.locator("#play-tray .letter").first).to_be_hidden()
