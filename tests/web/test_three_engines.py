"""The studio in Chromium, Firefox and WebKit, at the size of a phone and of a desk: twenty things people do, and how it looks."""

from __future__ import annotations

import contextlib
import io
import shutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from tests.helpers.engines import SIZES, Chromium, Engine, Visit, is_there
from tests.helpers.player import Player
from tests.helpers.site import hosting
from tests.helpers.visitor import FIVE, solution
from tilewright import web

pytestmark = [pytest.mark.full, pytest.mark.ci, pytest.mark.browsers]
BLOG = "#play/gallery/shikaku/blog-6x6"
NINE = "#play/gallery/edges/nine"
STATIC = Path(web.__file__).parent / "static"
INK = 60  # of 765: how far a pixel's color is from the ground it stands on
# Each label of a picture: where its middle should be in the window, and how many pixels around it are nothing but ground.
LABELS = """([selector, share]) => [...document.querySelectorAll(selector)].map((text) => {
  const here = text.getScreenCTM();
  const middle = new DOMPoint(+text.getAttribute("x"), +text.getAttribute("y")).matrixTransform(here);
  const circle = text.parentNode.querySelector("circle");
  return [middle.x, middle.y, here.a * (circle ? 0.6 * circle.getAttribute("r") : share)];
}).filter(([x, y, half]) => x > half && y > half + 60 && x + half < innerWidth && y + half < innerHeight - 70)"""
SET = "(values) => localStorage.setItem('tilewright:settings', JSON.stringify(values))"
PLACED = "async () => (await import('/static/state/store.js')).store.placed.length"
SAID = "(text) => document.getElementById('play-text').textContent.includes(text)"
WIDER = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(scope="module", params=["chromium", "firefox", "webkit"])
def engine(request: pytest.FixtureRequest) -> Iterator[Chromium | Engine]:
    if request.param == "chromium":
        yield Chromium(request.getfixturevalue("browser"))
        return
    if not is_there(request.param):
        pytest.skip(f"no {request.param}: .ci/programs installs it")
    engine = Engine(request.param)
    yield engine
    engine.close()


@pytest.fixture(params=list(SIZES))
def size(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def view() -> str:
    """What a test opens."""
    return FIVE


@pytest.fixture
def visit(engine: Chromium | Engine, address: str, size: str, view: str) -> Iterator[Visit]:
    with engine.visiting(address, size, view) as visit:
        yield visit


def opens(*views: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("view", views)


@pytest.fixture
def player(visit: Visit) -> Player:
    visit.page.wait_for_selector("#play-board")
    return Player(visit.page)


def off_center(visit: Visit, selector: str, share: float) -> list[tuple[float, float]]:
    """How far the ink of each label is from the middle of its place, right and down, in parts of the place's size."""
    picture = Image.open(io.BytesIO(visit.picture())).convert("RGB")
    found = []
    for x, y, half in visit.page.evaluate(LABELS, [selector, share]):
        part = picture.crop((round(x - half), round(y - half), round(x + half), round(y + half)))
        pixels = np.asarray(part, dtype=int)  # rows x columns x 3
        ground = Counter(map(tuple, pixels.reshape(-1, 3).tolist())).most_common(1)[0][0]
        ink = np.argwhere(np.abs(pixels - ground).sum(axis=2) > INK)
        assert len(ink), f"{selector}: nothing stands at {x:.0f}, {y:.0f}"
        down, right = (ink.min(axis=0) + ink.max(axis=0) + 1) / 2 / pixels.shape[:2] - 0.5
        found.append((float(right), float(down)))
    assert found, f"{selector}: no label is seen"
    return found


def assert_centered(visit: Visit, selector: str, share: float) -> None:
    worst = max(abs(part) for away in off_center(visit, selector, share) for part in away)
    assert worst < 0.15, f"{selector}: a label is {worst:.0%} of its place away from the middle"


def lay(player: Player, row: dict[str, Any]) -> None:
    player.lay(row, row["cells"])


def middle_of(visit: Visit, selector: str) -> tuple[float, float]:
    box = "(selector) => { const it = document.querySelector(selector).getBoundingClientRect(); return [it.x, it.y, it.width, it.height]; }"
    left, top, width, height = visit.page.evaluate(box, selector)
    return left + width / 2, top + height / 2


@opens("")
def test_the_first_visit_finds_a_puzzle(visit: Visit) -> None:
    visit.page.wait_for_selector("#play-board")
    visit.page.wait_for_selector("#welcome")
    assert visit.page.evaluate("document.querySelector('header nav').innerText.trim()")


def test_no_view_is_wider_than_the_window(visit: Visit) -> None:
    for view in (
        FIVE,
        BLOG,
        NINE,
        "#puzzles",
        "#today",
        "#make",
        "#solve/gallery/FNPUV@5x5",
        "#share/gallery/FNPUV@5x5",
    ):
        visit.page.evaluate("(view) => void (location.hash = view)", view)
        visit.page.wait_for_selector(f"body[data-view={view[1:].partition('/')[0]}]")
        assert visit.page.evaluate(WIDER) <= 0, view


@opens(BLOG)
def test_numbers_stand_in_the_middle_of_their_cells(visit: Visit) -> None:
    assert_centered(visit, "#play-board .clues text", 0.36)


def test_letters_stand_in_the_middle_of_their_cells(visit: Visit) -> None:
    visit.page.evaluate(SET, {"letters": "normal"})
    visit.page.reload()
    visit.page.wait_for_selector("#play-tray .letter")
    assert_centered(visit, "#play-tray .letter", 0.3)


@opens(NINE)
def test_names_of_tiles_stand_in_their_circles(visit: Visit) -> None:
    visit.page.evaluate(SET, {"letters": "normal"})
    visit.page.reload()
    visit.page.wait_for_selector("#play-tray .tile:not([hidden]) .tile-name text")
    assert_centered(visit, ":is(#play-tray, #play-board) .tile-name text", 0.0)


def test_a_puzzle_is_played_to_its_end_with_the_mouse(visit: Visit, player: Player) -> None:
    for number, row in enumerate(solution(player.view["puzzle"])):
        lay(player, row)
        assert visit.page.evaluate(PLACED) == number + 1, row
    visit.eventually(SAID, "Well played")


def test_a_piece_is_laid_by_keys(visit: Visit, player: Player) -> None:
    row = solution(player.view["puzzle"])[0]
    player.key_piece(row["piece"], row["cells"])
    assert visit.page.evaluate(PLACED) == 1


def test_a_finger_lays_a_piece(visit: Visit, player: Player) -> None:
    row = next(row for row in solution(player.view["puzzle"]) if not turns(player, row))
    start, (x, y) = player.grip(row["piece"], row["cells"]), player.on_screen(min(row["cells"]))
    visit.drag([start, (start[0], start[1] - 40), (x, y + 56)], finger=True)  # the piece floats above the finger
    visit.eventually(PLACED)


def turns(player: Player, row: dict[str, Any]) -> list[str]:
    piece = next(piece for piece in player.view["pieces_list"] if piece["name"] == row["piece"])
    return player.turns_to(piece, row["cells"])


@opens(BLOG)
def test_rectangles_are_drawn(visit: Visit, player: Player) -> None:
    rows = solution(player.view["puzzle"])[:3]
    for row in rows:
        lay(player, row)
    assert [place["rect"] for place in player.placed] == [row["rect"] for row in rows]


def test_moves_are_taken_back_and_kept(visit: Visit, player: Player) -> None:
    for row in solution(player.view["puzzle"])[:2]:
        lay(player, row)
    visit.page.click("#play-undo")
    assert visit.page.evaluate(PLACED) == 1
    visit.page.click("#play-redo")
    assert visit.page.evaluate(PLACED) == 2
    visit.page.reload()
    visit.page.wait_for_selector("#play-board .laid")
    assert visit.page.evaluate(PLACED) == 2


@opens(FIVE, BLOG)
def test_a_hint_is_told_and_done(visit: Visit) -> None:
    told = "/^(?!Working)./.test(document.getElementById('play-text').textContent)"
    for _ in range(6):  # where, why, and done; on a busy machine a hint may be given up first
        visit.page.click("#play-hint")
        visit.eventually(f"async () => {told} || await ({PLACED})()")
        if visit.page.evaluate(PLACED):
            return
    visit.eventually(PLACED)


def test_check_says_what_it_finds(visit: Visit, player: Player) -> None:
    lay(player, solution(player.view["puzzle"])[0])
    visit.page.click("#play-check")
    visit.eventually("document.getElementById('play-text').textContent.length > 5")


@opens("#play/gallery/soma@3x3x3")
def test_a_solid_is_turned_by_dragging_it(visit: Visit) -> None:
    visit.page.wait_for_selector("#play .solid-view")
    visit.page.locator("#play .solid-view").scroll_into_view_if_needed()
    look = "document.querySelector('#play .solid-view').innerHTML"
    before = visit.page.evaluate(look)
    start = middle_of(visit, "#play .solid-view")
    visit.drag([start, (start[0] + 60, start[1] + 20)])
    visit.eventually(f"(before) => {look} !== before", before)


@opens(NINE)
def test_a_tile_is_dragged_to_the_board(visit: Visit, player: Player) -> None:
    before = visit.page.evaluate(PLACED)
    x, y = middle_of(visit, "#play-tray .tile:not([hidden]) svg")
    visit.drag([(x, y), (x, y - 40), player.on_screen([0, 0])])
    visit.eventually(f"async (before) => await ({PLACED})() === before + 1", before)


@opens("#play/gallery/shikaku/blog-17x15")
def test_a_large_board_is_looked_at_closer(visit: Visit) -> None:
    cell = "document.getElementById('play-board').getScreenCTM().a"
    before = visit.page.evaluate(cell)
    visit.page.click("#zoom-in")
    visit.eventually(f"(before) => {cell} > 1.2 * before", before)


@opens("#make")
def test_a_board_is_drawn_in_strokes(visit: Visit) -> None:
    visit.page.click("#make-clear")
    visit.page.locator("#make-board").scroll_into_view_if_needed()
    spot = """([row, column]) => {
      const place = new DOMPoint(column + 0.5, row + 0.5).matrixTransform(document.getElementById('make-board').getScreenCTM());
      return [place.x, place.y];
    }"""
    visit.drag([tuple(visit.page.evaluate(spot, [0, column])) for column in (0, 5)])
    cells = "async () => Object.keys((await import('/static/make/draft.js')).make.draft.cells).length"
    visit.eventually(f"async () => await ({cells})() === 6")


@opens("#solve/gallery/FNPUV@5x5")
def test_all_solutions_are_found_and_stepped_through(visit: Visit) -> None:
    visit.page.click("#solve-all")
    visit.eventually("/of [1-9]/.test(document.getElementById('solve-at')?.textContent)")


@opens("#share/gallery/FNPUV@5x5")
def test_a_link_opens_the_puzzle_anywhere(visit: Visit) -> None:
    link = visit.eventually("document.getElementById('share-link')?.value")
    visit.page.goto(link)
    visit.page.wait_for_selector("#play-board")
    assert (
        visit.page.evaluate("async () => (await import('/static/state/store.js')).store.view.pieces_list.length") == 5
    )


@opens("#puzzles")
def test_a_card_opens_its_puzzle_and_back_comes_back(visit: Visit) -> None:
    visit.page.wait_for_selector("#catalogue .card")
    visit.page.click("#catalogue .card")
    visit.page.wait_for_selector("#play-board")
    visit.page.evaluate("history.back()")
    visit.page.wait_for_selector("#catalogue .card")


@opens("#puzzles")
def test_settings_change_language_and_colors(visit: Visit) -> None:
    choose = """([name, value]) => {
      const list = document.getElementById(name);
      list.value = value;
      list.dispatchEvent(new Event("change", { bubbles: true }));
    }"""
    ground = "getComputedStyle(document.body).backgroundColor"
    before = visit.page.evaluate(ground)
    visit.page.click("#settings-open")
    visit.page.wait_for_selector("#settings-theme")
    visit.page.evaluate(choose, ["settings-theme", "dark"])
    visit.eventually(f"(before) => {ground} !== before", before)
    visit.page.evaluate(choose, ["settings-language", "de"])
    visit.eventually("document.documentElement.lang === 'de' && !!document.body?.dataset.view")
    assert visit.page.evaluate("document.getElementById('puzzles').textContent.includes('Rätsel')")


@opens("#puzzles")
def test_what_cannot_be_opened_says_so(visit: Visit) -> None:
    visit.page.evaluate("() => void (location.hash = '#nowhere/at/all')")
    visit.page.wait_for_selector("#trouble-text")
    visit.page.click("#trouble a")
    visit.page.wait_for_selector("#catalogue .card")


def test_a_page_that_stays_blank_says_so(engine: Chromium | Engine, address: str, size: str, tmp_path: Path) -> None:
    shutil.copytree(STATIC, tmp_path / "static")
    shutil.copy(STATIC / "index.html", tmp_path)
    (tmp_path / "static" / "trouble.js").unlink()
    with (
        hosting(tmp_path) as broken,
        contextlib.suppress(AssertionError),  # the browser complains as well, now or later
        engine.visiting(address, size, "#puzzles") as visit,
    ):
        visit.page.goto(broken)
        visit.page.wait_for_selector("#blank a")
