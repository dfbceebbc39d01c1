"""Tools of the player: pencil, what if, sizes while dragging, ways from here, mistakes at once, zoom by keys, the finish."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Browser, Page, expect

from tests.helpers.browser import visiting
from tests.helpers.player import Player
from tests.helpers.visitor import atoms_of, solution
from tilewright import load, tilings

pytestmark = [pytest.mark.full, pytest.mark.ci]
FIVE = "#play/gallery/FNPUV@5x5"
BLOG = "#play/gallery/shikaku/blog-6x6"
# How many numbers of the board lie under the badge.
COVERED = """() => {
  const badge = document.querySelector('.size-badge').getBoundingClientRect();
  const numbers = [...document.querySelectorAll('#play-board .clues text')].map((text) => text.getBoundingClientRect());
  const covers = (box) =>
    box.left < badge.right && badge.left < box.right && box.top < badge.bottom && badge.top < box.bottom;
  return [numbers.length, numbers.filter(covers).length];
}"""
HELP = "localStorage.setItem('tilewright:settings', JSON.stringify({ ways: true, mistakes: true }))"


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    with visiting(browser, f"{address}/{FIVE}") as page:
        page.wait_for_selector("#play-board")
        yield page


@pytest.fixture
def shikaku(browser: Browser, address: str) -> Iterator[Page]:
    with visiting(browser, f"{address}/{BLOG}") as page:
        page.wait_for_selector("#play-board")
        yield page


def rows_of(page: Page, address: str) -> list[dict[str, Any]]:
    return solution(Player(page).view["puzzle"])


def lay(page: Page, rows: list[dict[str, Any]]) -> Player:
    player = Player(page)
    for row in rows:
        player.lay(row, atoms_of(player, row["cells"]))
    return player


def notes(page: Page) -> dict[str, str]:
    found: dict[str, str] = page.evaluate("async () => (await import('/static/state/store.js')).store.progress.notes")
    return found


def test_pencil_marks_by_mouse_are_kept_and_undone(shikaku: Page) -> None:
    page, player = shikaku, Player(shikaku)
    page.click("#play-pencil")
    spots = [player.on_screen([0, column]) for column in range(3)]
    page.mouse.click(*spots[0])
    assert notes(page) == {"0,0": "•"}
    page.mouse.click(*spots[0])
    assert notes(page) == {"0,0": "×"}
    page.mouse.move(*spots[1])
    page.mouse.down()
    page.mouse.move(*spots[2], steps=3)
    page.mouse.up()
    assert notes(page) == {"0,0": "×", "0,1": "•", "0,2": "•"}, "a drag writes what it began with"
    expect(page.locator(".note")).to_have_count(3)
    assert player.placed == []
    page.click("#play-undo")
    assert notes(page) == {"0,0": "×"}
    page.reload()
    page.wait_for_selector("#play-board")
    expect(page.locator(".note")).to_have_text("×")
    Player(page).drag_rectangle([0, 0, 2, 1])  # the pencil is down: rectangles are drawn again
    assert len(Player(page).placed) == 1


def test_pencil_marks_by_keys_name_pieces(page: Page) -> None:
    page.locator("#play-board").focus()
    for key in ("n", "f", "p", "ArrowRight", " ", "ArrowDown", "v", "v", "Escape"):
        page.keyboard.press(key)
    assert notes(page) == {"0,0": "FP", "0,1": "•"}
    page.locator('#play-tray [data-piece="U"]').click()
    page.keyboard.press("Escape")
    page.click("#play-pencil")
    page.locator('#play-tray [data-piece="U"]').click()
    page.mouse.click(*Player(page).on_screen([4, 4]))
    assert notes(page)["4,4"] == "U" and Player(page).placed == []


@pytest.mark.parametrize("kind", ["pieces", "rectangles"])
def test_what_if_is_kept_or_dropped(browser: Browser, address: str, kind: str) -> None:
    with visiting(browser, f"{address}/{FIVE if kind == 'pieces' else BLOG}") as page:
        page.wait_for_selector("#play-board")
        rows = rows_of(page, address)
        lay(page, rows[:1])
        page.click("#play-try")
        player = lay(page, rows[1:3])
        expect(page.locator(".laid.tried")).to_have_count(2)
        page.reload()
        page.wait_for_selector("#play-board")
        expect(page.locator(".laid.tried")).to_have_count(2)
        page.click("#play-drop")
        assert len(player.placed) == 1
        page.click("#play-undo")
        assert len(player.placed) == 3, "undo brings back what was dropped"
        expect(page.locator(".tried")).to_have_count(0)
        page.click("#play-try")
        lay(page, rows[3:4])
        page.click("#play-keep")
        assert len(player.placed) == 4
        expect(page.locator(".tried")).to_have_count(0)


def test_a_rectangle_tells_its_size_at_its_edge_and_not_by_color_alone(shikaku: Page) -> None:
    page, player = shikaku, Player(shikaku)
    row = next(row for row in solution(player.view["puzzle"]) if row["rect"][2] * row["rect"][3] >= 3)
    top, left, height, width = row["rect"]
    badge, target = page.locator(".size-badge"), page.locator(".ghost .target")
    number_at = next((r, c) for r, c, _ in player.view["clues"] if top <= r < top + height and left <= c < left + width)
    page.mouse.move(*player.on_screen(list(number_at)))
    page.mouse.down()
    expect(badge).to_have_text(f"1 of {height * width}")
    expect(target).to_have_class(re.compile("open"))
    page.mouse.up()

    page.mouse.move(*player.on_screen([top, left]))
    page.mouse.down()
    page.mouse.move(*player.on_screen([top + height - 1, left + width - 1]), steps=4)
    expect(badge).to_have_text(f"{height * width} of {height * width} ✓")
    expect(target).to_have_class(re.compile("fits"))
    numbers, covered = page.evaluate(COVERED)
    assert numbers == len(player.view["clues"]) and not covered
    rows, columns = player.view["rows"], player.view["columns"]
    page.mouse.move(*player.on_screen([0 if top else rows - 1, 0 if left else columns - 1]), steps=4)
    expect(badge).to_contain_text("✗")
    expect(target).to_have_class(re.compile("clashes"))
    page.keyboard.press("Escape")
    page.mouse.up()
    expect(badge).to_be_hidden()
    assert player.placed == []


def test_ways_from_here_and_mistakes_at_once(browser: Browser, address: str) -> None:
    puzzle = load("FNPUV@5x5")
    with visiting(browser, f"{address}/{FIVE}") as page:
        page.evaluate(HELP)
        page.reload()
        page.wait_for_selector("#play-board")
        rows = rows_of(page, address)
        lay(page, rows[:1])
        lying = (rows[0]["piece"], tuple(map(tuple, rows[0]["cells"])))
        there = sum(lying in [(p.piece, p.atoms) for p in t.placements] for t in tilings(puzzle))
        expect(page.locator("#play-outlook")).to_have_text(re.compile(rf"^{there} ways? from here"))
        page.click("#play-undo")
        Player(page).drag_piece(
            "P", [[0, 1], [0, 2], [1, 1], [1, 2], [2, 1]]
        )  # which leaves a hole of one cell and less
        if any(
            ("P", ((0, 1), (0, 2), (1, 1), (1, 2), (2, 1))) in [(p.piece, p.atoms) for p in t.placements]
            for t in tilings(puzzle)
        ):
            pytest.fail("the test's mistake is none")
        expect(page.locator("#play-text")).to_contain_text("cannot be solved any more")
        expect(page.locator("#play-board .mark")).to_have_count(1)
        expect(page.locator("#play-outlook")).to_contain_text("0 ways from here")


def test_a_setting_turns_the_help_on(page: Page, address: str) -> None:
    page.click("#settings-open")
    page.check("#settings-ways")
    page.click("#settings-close")
    lay(page, rows_of(page, address)[:1])
    expect(page.locator("#play-outlook")).to_contain_text("from here")


def test_keys_look_closer_and_the_view_follows_the_piece(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#play/gallery/pentominoes@6x10") as page:
        page.wait_for_selector("#play-board")
        page.locator('#play-tray [data-piece="P"]').focus()
        page.keyboard.press("Enter")
        for _ in range(3):
            page.keyboard.press("+")
        for key in ["ArrowRight"] * 9 + ["ArrowDown"] * 6:
            page.keyboard.press(key)
        ghost, board = (page.locator(name).bounding_box() for name in (".ghost .target", "#play-board"))
        assert ghost and board
        assert ghost["x"] >= board["x"] - 3 and ghost["x"] + ghost["width"] <= board["x"] + board["width"] + 4
        page.keyboard.press("0")
        box = (page.locator("#play-board").get_attribute("viewBox") or "").split()
        assert float(box[2]) > 10


def test_the_finish_has_a_wave_and_a_card(page: Page, address: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    rows = rows_of(page, address)
    lay(page, rows[:1])
    page.click("#play-hint")
    expect(page.locator("#play-hint")).not_to_have_text("Hint", timeout=90_000)  # it has come, and may be asked why
    lay(page, rows[1:])
    card = page.locator("#play-finish")
    expect(card).to_contain_text("Solved")
    delays = page.eval_on_selector_all(
        "#play-board.wave .laid", "all => all.map(each => parseFloat(getComputedStyle(each).animationDelay))"
    )
    assert delays == sorted(set(delays)) and len(delays) == 5, "one after the other, in the order they were laid"
    names = page.eval_on_selector_all("#play-board .laid .letter", "all => all.map(each => each.textContent)")
    assert names == [row["piece"] for row in rows]
    told = card.locator("dd").all_inner_texts()
    assert told[2:] == ["1", "5"], "one hint, five moves"
    page.click("#finish-share")
    expect(page.locator("#note")).to_contain_text("copied")
    text = page.evaluate("navigator.clipboard.readText()")
    assert text.splitlines()[0].startswith("Five pentominoes: solved in ") and "1 hint" in text
    assert text.splitlines()[1] == "🟩" * 5
    expect(page.locator("#finish-next")).to_have_attribute("href", re.compile("^#play/gallery/"))
    page.click("#play-undo")
    expect(card).to_be_hidden()
    page.click("#play-redo")
    expect(card).to_be_visible()


def test_without_motion_nothing_moves_at_the_finish(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/{FIVE}", reduced_motion="reduce") as page:
        page.wait_for_selector("#play-board")
        lay(page, rows_of(page, address))
        expect(page.locator("#play-finish")).to_be_visible()
        moving = "all => all.map(each => getComputedStyle(each).animationName)"
        assert set(page.eval_on_selector_all("#play-board .laid", moving)) == {"none"}
        assert page.locator(".carried").count() == 0


def test_a_finished_board_is_sent_as_a_picture_with_its_colors(page: Page, address: str) -> None:
    rows = rows_of(page, address)
    lay(page, rows)
    with page.expect_download() as waiting:
        page.click("#finish-picture")
    picture = Image.open(waiting.value.path()).convert("RGB")
    assert picture.width == 1200 and 1200 < picture.height < 1500, "a square board and a line of words"
    seen = {color for count, color in picture.getcolors(1 << 20) if count > 10_000}
    fills = page.eval_on_selector_all("#play-board .laid .fill", "all => all.map(each => each.getAttribute('fill'))")
    assert seen >= {tuple(bytes.fromhex(fill[1:])) for fill in fills}


def test_the_finish_counts_the_solutions_found_and_asks_for_another(page: Page, address: str) -> None:
    """The board of five pentominoes has two solutions, each in eight images."""
    puzzle = load("FNPUV@5x5")
    first, *others = [{p.piece: p.atoms for p in t.placements} for t in tilings(puzzle)]
    images = [{frozenset(map(_moved(turn), atoms)) for atoms in first.values()} for turn in range(8)]
    other = next(tiling for tiling in others if set(map(frozenset, tiling.values())) not in images)
    image = next(tiling for tiling in others if set(map(frozenset, tiling.values())) in images)
    found, another = page.locator("#finish-found"), page.locator("#finish-another")
    for tiling, told in ((first, "1 of 2"), (image, "1 of 2"), (other, "All 2")):
        player = Player(page)
        for piece, atoms in tiling.items():
            player.lay({"piece": piece}, [list(atom) for atom in atoms])
        expect(found).to_contain_text(told)
        if told != "All 2":
            another.click()
            expect(page.locator("#play-board .laid")).to_have_count(0)
    expect(another).to_have_count(0)
    page.reload()
    expect(found).to_contain_text("All 2")


def _moved(turn: int) -> Callable[[tuple[int, ...]], tuple[int, ...]]:
    """One of the eight motions of the square of five cells."""

    def moved(atom: tuple[int, ...]) -> tuple[int, ...]:
        row, column = atom
        for _ in range(turn % 4):
            row, column = column, 4 - row
        return (row, 4 - column) if turn > 3 else (row, column)

    return moved


def test_a_replay_is_seen_and_sent_with_a_picture_for_each_piece(page: Page, address: str) -> None:
    lay(page, rows_of(page, address))
    page.click("#finish-replay")
    delays = page.eval_on_selector_all(
        "#play-board.replay .laid", "all => all.map(each => parseFloat(getComputedStyle(each).animationDelay))"
    )
    assert delays == sorted(set(delays)) and len(delays) == 5
    with page.expect_download() as waiting:
        page.click("#finish-film")
    with Image.open(waiting.value.path()) as film:
        assert (film.width, film.n_frames) == (600, 6), "the empty board, and each piece after the other"  # type: ignore[attr-defined]
        pictures = []
        for number in range(6):
            film.seek(number)
            pictures.append(film.convert("RGB"))
    for before, after in pairwise(pictures):
        left, top, right, bottom = ImageChops.difference(before, after).getbbox() or (0, 0, 0, 0)
        assert (right - left) * (bottom - top) > 5 * 50 * 50, "five cells of each piece"


def test_who_was_led_by_hints_to_the_end_is_told_so(page: Page, address: str) -> None:
    for number in range(1, 6):
        while len(Player(page).placed) < number:
            page.click("#play-hint")
            expect(page.locator("#play-text")).not_to_have_text(re.compile("^(Working.*)?$"))
    expect(page.locator("#play-finish")).to_contain_text("The hints led you")
    page.click("#finish-another")
    lay(page, rows_of(page, address))
    expect(page.locator("#play-finish dl")).to_be_visible()
    expect(page.locator("#play-finish")).not_to_contain_text("The hints led you")
