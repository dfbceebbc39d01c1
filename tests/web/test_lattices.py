"""Every lattice as it is: cells drawn truly, solids to turn, shapes of boards, symmetries of the brush."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.helpers.browser import visiting
from tests.helpers.player import Player
from tests.helpers.visitor import open_text, shape

pytestmark = [pytest.mark.full, pytest.mark.ci]
# Cells of a shape of side n, by their formulas; halves of squares count as halves.
AREAS = {
    ("square", "diamond"): lambda n: 2 * n * n - 2 * n + 1,
    ("square", "stairs"): lambda n: n * (n + 1) // 2,
    ("square", "cross"): lambda n: 4 * n - 3,
    ("halfsquare", "diamond"): lambda n: 2 * n * n,
    ("halfsquare", "triangle"): lambda n: n * n / 2,
    ("halfsquare", "octagon"): lambda n: 7 * n * n,
    ("triangular", "triangle"): lambda n: n * n,
    ("triangular", "hexagon"): lambda n: 6 * n * n,
    ("triangular", "rhombus"): lambda n: 2 * n * n,
    ("hexagonal", "triangle"): lambda n: n * (n + 1) // 2,
    ("hexagonal", "hexagon"): lambda n: 3 * n * (n - 1) + 1,
    ("hexagonal", "rhombus"): lambda n: n * n,
    ("cubic", "pyramid"): lambda n: n * (4 * n * n - 1) // 3,
    ("cubic", "stairs"): lambda n: n * n * (n + 1) // 2,
    ("cubic", "tetrahedron"): lambda n: n * (n + 1) * (n + 2) // 6,
    ("spheres", "pyramid"): lambda n: n * (n + 1) * (2 * n + 1) // 6,
    ("spheres", "tetrahedron"): lambda n: n * (n + 1) * (n + 2) // 6,
    ("prism", "triangle"): lambda n: 2 * n * n,
    ("prism", "hexagon"): lambda n: 12 * n * n,
    ("prism", "rhombus"): lambda n: 4 * n * n,
}
SHAPES = """async (most) => {
  const { store } = await import('/static/state/store.js');
  const { templateAtoms, templatesOf } = await import('/static/make/templates.js');
  const rows = [];
  for (const lattice of Object.values(store.lattices))
    for (const shape of templatesOf(lattice.name))
      for (let n = 1; n <= most; n++)
        rows.push([lattice.name, shape, n, templateAtoms(lattice, shape, n, 2).length / lattice.unit]);
  return rows;
}"""
# For each lattice its groups: names in three steps, how many motions, and the orbit of one atom under each motion again.
GROUPS = """async (size) => {
  const { store } = await import('/static/state/store.js');
  const { images, symmetries } = await import('/static/make/symmetry.js');
  const rows = {};
  const offered = [...document.querySelectorAll("#make-grid option")].map((option) => store.lattices[option.value]);
  for (const lattice of offered.filter(Boolean)) {
    const frame = size.slice(0, lattice.dimension);
    const atom = lattice.atomsOfCell(frame.map(() => 1))[0];
    rows[lattice.name] = symmetries(lattice, frame).map((group) => {
      const orbit = images(lattice, group, atom);
      const names = new Set(orbit.map(String));
      const isClosed = orbit.every((each) => images(lattice, group, each).every((image) => names.has(String(image))));
      const { turns, mirrors, axis, motions } = group;
      return { turns, mirrors, axis, order: motions.length, orbit: names.size, isClosed };
    });
    rows[lattice.name].unshift(lattice.groups.length);
  }
  return rows;
}"""


@pytest.fixture
def make(browser: Browser, address: str) -> Iterator[Page]:
    with visiting(browser, f"{address}/#make") as page:
        page.wait_for_selector("#make-board")
        yield page


def draw_shape(page: Page, lattice: str, shape: str, side: int) -> None:
    page.select_option("#make-grid", lattice)
    page.select_option("#make-shape", shape)
    page.fill("#make-side", str(side))
    page.click("#make-draw-shape")


def painted(page: Page) -> list[list[int]]:
    text = "async () => Object.keys((await import('/static/make/draft.js')).make.draft.cells)"
    return [[int(part) for part in name.split(",")] for name in page.evaluate(text)]


def corners(page: Page, path: str) -> list[int]:
    """How many corners each closed part of a path has; a round corner is a curve."""
    d = page.locator(path).first.get_attribute("d") or ""
    return [part.count("Q") or part.count("L") + 1 for part in d.split("Z") if part]


@pytest.mark.parametrize(
    ("lattice", "shape", "sides", "cells"),
    [("triangular", "hexagon", 3, 24), ("hexagonal", "rhombus", 6, 4), ("square", "stairs", 4, 3)],
)
def test_cells_have_their_own_shape(make: Page, lattice: str, shape: str, sides: int, cells: int) -> None:
    draw_shape(make, lattice, shape, 2)
    assert corners(make, "#make-paint .painted") == [sides] * cells
    expect(make.locator("#make-set option")).not_to_have_count(0)
    make.click("#make-add-set")
    expect(make.locator("#make-list li")).not_to_have_count(0)
    make.click("#make-play")
    make.wait_for_selector("#play-board")
    assert corners(make, "#play-board .wells") == [sides] * cells


def test_half_squares_have_their_diagonals_as_guides(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#play/gallery/fridgeiq/square_01") as page:
        page.wait_for_selector("#play-board")
        assert corners(page, "#play-board .wells") == [4] * 9
        assert corners(page, "#play-board .guides") == [3] * 36
        style = "each => [getComputedStyle(each).fill, getComputedStyle(each).vectorEffect]"
        assert page.locator("#play-board .guides").evaluate(style) == ["none", "non-scaling-stroke"]


def test_a_solid_is_turned_beside_its_layers(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        open_text(page, "soma@3x3x3")
        faces, view = page.locator("#play .solid-view .side"), page.locator("#play .solid-view")
        assert faces.count() == 0
        expect(page.locator("#play .wall-face")).to_have_count(27)  # the three walls behind
        page.locator('#play-tray [data-piece="V"]').focus()
        page.keyboard.press("Enter")
        assert page.locator(".side.floating").count() > 5, "the piece that is being laid is seen in space"
        page.keyboard.press("Enter")
        assert len(Player(page).placed) == 1
        assert page.locator(".side.floating").count() == 0 and faces.count() > 5
        before = faces.first.get_attribute("d")
        box = view.bounding_box()
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + 70, y + 20, steps=3)
        page.mouse.up()
        dragged = faces.first.get_attribute("d")
        assert dragged != before
        view.focus()
        page.keyboard.press("ArrowLeft")
        assert faces.first.get_attribute("d") != dragged
        closed = page.locator("#play .wall-face").count()
        page.locator("#play .solid-apart input").fill("1")
        assert page.locator("#play .wall-face").count() > closed, "layers that are apart have floors of their own"
        page.get_by_role("link", name="Solve", exact=True).click()
        page.click("#solve-one")
        expect(page.locator("#solve-text")).to_contain_text("Solved")
        expect(page.locator("#solve .solid-view .side")).not_to_have_count(0)


def test_a_solid_piece_is_cubes_in_the_tray_and_is_dragged_by_its_first(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        open_text(page, "soma@3x3x3")
        player = Player(page)
        tile = page.locator('#play-tray [data-piece="V"]')
        outer = tile.locator(".solid-face path").count()
        assert 7 <= outer <= 9, "three cubes in a corner have three upper sides and four to six at the sides"
        atoms = sorted(shape(player, "V"))
        box = tile.bounding_box()
        assert box
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        page.mouse.move(*player.on_screen(shape(player, "V")[0]), steps=4)
        expect(page.locator(".target.fits")).to_have_count(1)
        page.mouse.up()
        assert [sorted(placement["atoms"]) for placement in player.placed] == [atoms]


def test_what_is_nearer_hides_what_is_behind(browser: Browser, address: str) -> None:
    """Of a full box of cubes only the three outer sides are on top, whichever way it is turned."""
    with visiting(browser, f"{address}/#puzzles") as page:
        open_text(page, "soma@3x3x3")
        page.get_by_role("link", name="Solve", exact=True).click()
        page.click("#solve-one")
        expect(page.locator("#solve-text")).to_contain_text("Solved")
        for key in ("ArrowLeft", "ArrowDown", "ArrowRight"):
            page.locator("#solve .solid-view").focus()
            for _ in range(3):
                page.keyboard.press(key)
            box = page.locator("#solve .solid-view").bounding_box()
            assert box
            middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            top = page.evaluate(
                "([x, y]) => document.elementFromPoint(x, y).getAttribute('class').trim()", list(middle)
            )
            assert top == "side"
            last = page.evaluate("""() => {
              const sides = [...document.querySelectorAll('#solve .solid-view .side')];
              return sides.slice(-9).filter((side) => {
                const box = side.getBoundingClientRect();
                return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2) === side;
              }).length;
            }""")
            assert last >= 3, "the nearest faces are drawn last and are seen"


def test_shapes_have_the_cells_of_their_formulas(make: Page) -> None:
    rows: list[tuple[str, str, int, float]] = make.evaluate(SHAPES, 5)
    assert {(lattice, shape) for lattice, shape, _, _ in rows} == set(AREAS)
    wrong = [row for row in rows if row[3] != AREAS[row[0], row[1]](row[2])]
    assert not wrong


def test_a_shape_is_drawn_and_undone(make: Page) -> None:
    draw_shape(make, "triangular", "triangle", 5)
    assert len(painted(make)) == 25
    expect(make.locator("#make-rows")).to_have_value("5")
    make.click("#make-undo")
    assert len(painted(make)) != 25
    make.fill("#make-side", "99")
    make.evaluate("document.getElementById('make-side').form.noValidate = true")
    make.click("#make-draw-shape")
    expect(make.locator("#note")).to_contain_text("1 to 20")


@pytest.mark.parametrize("size", [[4, 4, 4], [3, 5, 4]])
def test_every_symmetry_is_there_once_and_is_one(make: Page, size: list[int]) -> None:
    for lattice, (count, *groups) in make.evaluate(GROUPS, size).items():
        assert len(groups) == (10 if lattice == "spheres" else count), lattice
        assert all(group["isClosed"] and group["order"] % group["orbit"] == 0 for group in groups), lattice
        known: dict[tuple[str, str], list[str]] = {}
        for group in groups:
            known.setdefault((group["turns"], group["mirrors"]), []).append(group["axis"])
        assert len({turns for turns, _ in known}) <= 11, "a short list to begin with"
        assert max(len([key for key in known if key[0] == turns]) for turns, _ in known) <= 12
        if lattice not in ("cubic", "prism", "spheres"):
            assert max(map(len, known.values())) == 1, (lattice, "no label stands twice")


@pytest.mark.parametrize(
    ("lattice", "turns", "most"), [("triangular", "sixth turns", 6), ("hexagonal", "third turns", 3)]
)
def test_the_brush_paints_three_and_six_fold(make: Page, lattice: str, turns: str, most: int) -> None:
    draw_shape(make, lattice, "hexagon", 3)
    make.click("#make-clear")
    make.select_option("#make-turns", label=turns)
    board = make.locator("#make-board").bounding_box()
    assert board
    make.mouse.click(board["x"] + board["width"] * 0.5, board["y"] + board["height"] * 0.28)
    assert len(painted(make)) == most


def test_the_cube_s_symmetries_are_chosen_in_three_steps(make: Page) -> None:
    draw_shape(make, "cubic", "stairs", 4)
    make.select_option("#make-turns", label="half turn")
    make.select_option("#make-mirrors", label="2 mirrors")
    for name in ("#make-turns", "#make-mirrors", "#make-axis"):
        texts = make.locator(f"{name} option").all_inner_texts()
        assert len(texts) == len(set(texts)) <= 12, name
    make.select_option("#make-turns", label="all turns of a cube")
    expect(make.locator("#make-axis")).to_have_count(0)
