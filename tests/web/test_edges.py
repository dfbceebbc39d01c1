"""Edge matching in the studio: what the page is told, and playing with tiles by mouse, keys, fingers and hints."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pypdfium2
import pytest
from playwright.sync_api import Browser, Page, expect

from tests.helpers.browser import visiting
from tests.helpers.fingers import TOUCH, Fingers
from tests.helpers.player import Player
from tests.helpers.tiler import Tiler, motions
from tests.helpers.visitor import HINTED, atoms_of, open_text, open_view, solution
from tilewright import load, verdict
from tilewright.lattice import lattice
from tilewright.web.puzzles import puzzle_view
from tilewright.web.work import TILES, make_puzzle

browsers = [pytest.mark.full, pytest.mark.ci]
NINE = "#play/gallery/edges/nine"
PUZZLES = ["macmahon3@4x6 border=a", "triangles4@h2", "hexagons2@2x7", "wang2@4x4~~", "macmahon2!free@2x3"]


@pytest.mark.parametrize("text", PUZZLES)
def test_labels_of_every_orientation_go_with_the_sides_when_it_is_turned(text: str) -> None:
    view = puzzle_view(load(text))
    grid = lattice(view["lattice"]).plane
    for tile in view["pieces_list"]:
        first = tile["orientations"][0]
        origin = grid.join((0, 0), 0)
        sides = dict(zip(grid.adjacent(origin), first["labels"], strict=True))
        for each in tile["orientations"]:
            motion = grid.motion(each["motion"])
            (slot,) = (grid.split(atom)[1] for atom in each["atoms"])
            there = grid.apply(motion, origin)
            assert grid.split(there)[1] == slot
            shown = {grid.apply(motion, other): label for other, label in sides.items()}
            assert list(each["labels"]) == [shown[other] for other in grid.adjacent(there)]


@pytest.mark.parametrize("text", PUZZLES)
def test_turns_lead_through_all_orientations_and_back(text: str) -> None:
    for tile in puzzle_view(load(text))["pieces_list"]:
        seen, to = set[int](), [0]
        while to:
            at = to.pop()
            if at not in seen:
                seen.add(at)
                to += [turns[at] for turns in tile["turns"].values()]
        assert seen == set(range(len(tile["orientations"])))


def test_a_tile_that_may_not_turn_or_flip_stays() -> None:
    (first, *_) = puzzle_view(load("edges 1x2 motion=fixed\nabca\nbbcc"))["pieces_list"]
    assert first["turns"] == {"turn": [0], "flip": [0]}
    turning = puzzle_view(load("edges 1x2\naabb\nbbcc"))["pieces_list"][0]
    assert turning["turns"]["flip"] == [0, 1, 2, 3], "also where its mirror image is the tile turned"


def test_partners_have_one_look_one_of_them_hollow() -> None:
    looks = puzzle_view(load("edges 1x2 match=partner\naBcc\nbbcC"))["tile_labels"]
    assert looks["a"]["partner"] == "A" and looks["A"]["partner"] == "a"
    assert {name for name, look in looks.items() if look["hollow"]} == {"A", "B", "C"}
    assert looks["b"]["color"] == looks["B"]["color"] != looks["a"]["color"]


@pytest.mark.parametrize("difficulty", TILES)
def test_new_puzzles_have_one_solution_and_come_again(difficulty: str) -> None:
    texts = [make_puzzle({"system": "edges", "difficulty": difficulty, "seed": seed}) for seed in (1, 1, 2, 3, 4)]
    assert texts[0] == texts[1] and len(set(texts)) == 4
    assert {verdict(load(text)).verdict for text in texts} == {"unique"}


def rows(page: Page) -> list[tuple[str, list[int], str]]:
    player = Player(page)
    found = solution(player.view["puzzle"])
    return [(row["piece"], atoms_of(player, row["cells"])[0], row["id"].rpartition("/")[2]) for row in found]


def free_row(page: Page) -> tuple[str, list[int], str]:
    """Return the first row of a solution whose tile is not given."""
    return next(row for row in rows(page) if row[0] not in motions(page))


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    with visiting(browser, f"{address}/{NINE}") as page:
        page.wait_for_selector("#play-board")
        yield page


class TestPlaying:
    """In a browser."""

    pytestmark = browsers

    @pytest.mark.parametrize("name", ["nine", "triangles-hexagon", "heads-and-tails"])
    def test_tiles_are_dragged_to_the_end(self, browser: Browser, address: str, name: str) -> None:
        with visiting(browser, f"{address}/#play/gallery/edges/{name}") as page:
            page.wait_for_selector("#play-board")
            tiler = Tiler(page)
            pinned = {placement["piece"] for placement in tiler.placed}
            *most, last = [row for row in rows(page) if row[0] not in pinned]
            for tile, atom, motion in most:
                tiler.drag(tile, atom, motion)
            expect(page.locator("#play-board .clash")).to_have_count(0)
            assert page.locator("#play-board .lights .meets:not(.casing)").count() > 5
            tiler.drag(*last)
            expect(page.locator("#play-finish")).to_be_visible()
            expect(page.locator("#play-board .lights")).to_have_count(0)  # a finished board is shown as it is

    def test_turn_turns_the_tile_that_was_laid_last(self, browser: Browser, address: str) -> None:
        with visiting(browser, f"{address}/#play/gallery/edges/nine") as page:
            page.wait_for_selector("#play-board")
            tiler = Tiler(page)
            tile, atom, motion = free_row(page)
            tiler.drag(tile, atom, motion)
            page.click("#play-turn")
            assert motions(page)[tile][0] == atom and motions(page)[tile][1] != motion

    def test_a_wrong_border_is_taken_back_by_hints(self, browser: Browser, address: str) -> None:
        with visiting(browser, f"{address}/#play/gallery/edges/nine") as page:
            page.wait_for_selector("#play-board")
            tiler = Tiler(page)
            tile, atom, motion = free_row(page)
            tiler.drag(tile, atom, motion)
            page.click("#play-turn")
            said = page.locator("#play-text")
            for _ in range(30):  # three, but a busy machine may find no step in time
                page.click("#play-hint")
                expect(said).not_to_have_text(re.compile("^$|Working"))
                if "taken back" in said.inner_text():
                    break
            expect(said).to_contain_text("taken back")
            assert tile not in motions(page)

    def test_keys_alone_play_to_the_end(self, page: Page) -> None:
        tiler = Tiler(page)
        labels = {row["id"]: row["labels"] for row in solution(tiler.view["puzzle"])}
        pinned = {placement["piece"] for placement in tiler.placed}
        for name, shown in labels.items():
            tile, _, place = name.partition("@")
            atom = [int(number) for number in place.partition("/")[0].split(",")]
            if tile not in pinned:
                tiler.key(tile, atom, shown)
        expect(page.locator("#play-finish")).to_be_visible()

    def test_hints_lead_to_the_end(self, page: Page) -> None:
        said, steps = page.locator("#play-text"), 0
        for _ in range(9 * 9):
            if page.locator("#play-finish").is_visible():
                break
            page.click("#play-hint")
            expect(said).to_have_text(HINTED)
            steps += "in time" not in said.inner_text()  # what a busy machine says
        expect(page.locator("#play-finish")).to_be_visible()
        assert steps <= 3 * 9

    def test_a_click_turns_a_laid_tile_and_a_drop_swaps_two(self, page: Page) -> None:
        tiler = Tiler(page)
        tiler.drag("2", [0, 0], "0")
        page.mouse.click(*tiler.on_screen([0, 0]))
        assert motions(page)["2"] == ([0, 0], "90")
        tiler.drag("3", [0, 1], "0")
        tiler.carry(tiler.on_screen([0, 0]), tiler.on_screen([0, 1]))
        assert motions(page)["2"] == ([0, 1], "90") and motions(page)["3"] == ([0, 0], "0")
        page.reload()
        page.wait_for_selector("#play-board .laid")
        assert motions(page)["2"] == ([0, 1], "90"), "how it lies is kept"
        for expected in (([0, 0], "90"), ([0, 0], "90"), ([0, 0], "0")):
            page.click("#play-undo")
            assert motions(page)["2"] == expected
        page.click("#play-redo")
        tiler.carry(tiler.on_screen([0, 0]), (1100, 500))
        assert "2" not in motions(page), "dropped beside the board it is in the tray again"
        tiler.drag("2", [2, 1], "0")
        assert "2" not in motions(page), "a given tile stays"

    def test_on_the_board_keys_turn_take_up_and_take_back(self, page: Page) -> None:
        tiler = Tiler(page)
        tiler.drag("2", [0, 0], "0")
        page.locator("#play-board").focus()
        for key in ("ArrowRight", "ArrowLeft", "r"):
            page.keyboard.press(key)
        assert motions(page)["2"] == ([0, 0], "90")
        for key in ("Enter", "ArrowRight", "ArrowDown", "r", "Enter"):
            page.keyboard.press(key)
        assert motions(page)["2"] == ([1, 1], "180")
        page.keyboard.press("Delete")
        assert "2" not in motions(page)

    def test_sides_light_up_by_more_than_color_and_check_names_the_place(self, page: Page) -> None:
        tiler = Tiler(page)
        found = {tile: (atom, motion) for tile, atom, motion in rows(page)}
        name = next(tile for tile, (atom, _) in found.items() if atom == [0, 0])
        tiler.drag(name, *found[name])
        expect(page.locator("#play-board .lights .meets:not(.casing)")).to_have_count(3)  # one is the given tile's
        page.mouse.click(*tiler.on_screen([0, 0]))
        expect(page.locator("#play-board .clash:not(.casing)")).to_have_count(1)
        shapes = [
            (page.locator(f"#play-board .{sort}:not(.casing)").first.get_attribute("d") or "").count("L")
            for sort in ("meets", "clash")
        ]
        assert shapes[0] == 1 < shapes[1], "a bar is straight, the other line is jagged"
        page.click("#play-check")
        expect(page.locator("#play-text")).to_contain_text("row 1, column 1")

    def test_fingers_turn_and_drag(self, browser: Browser, address: str) -> None:
        with visiting(browser, f"{address}/{NINE}", **TOUCH) as page:
            page.wait_for_selector("#play-board")
            tiler, fingers = Tiler(page), Fingers(page)
            start, end = tiler.middle("2"), tiler.on_screen([1, 1])
            fingers("touchStart", start)
            for part in (0.3, 0.7, 1):  # a carried tile floats above the finger
                fingers(
                    "touchMove",
                    tuple(a + (b - a) * part + 56 * part * i for i, (a, b) in enumerate(zip(start, end, strict=True))),
                )
            fingers("touchEnd")
            assert motions(page)["2"] == ([1, 1], "0")
            fingers.tap(tiler.on_screen([1, 1]))
            assert motions(page)["2"] == ([1, 1], "90")

    def test_on_a_torus_sides_meet_across_the_seam(self, browser: Browser, address: str) -> None:
        with visiting(browser, f"{address}/#play/gallery/edges/wang2%404x4~~") as page:
            page.wait_for_selector("#play-board")
            tiler = Tiler(page)
            tiler.drag("aaaa", [0, 0], "0")
            tiler.drag("aaab", [0, 3], "0")
            expect(page.locator("#play-board .meets:not(.casing)")).to_have_count(1)
            light = page.locator("#play-board .meets:not(.casing)").get_attribute("d") or ""
            assert light.count("M") == 2, "seen at both ends"
            for tile, atom, motion in rows(page):
                if tile not in motions(page) or motions(page)[tile][0] != atom:
                    tiler.drag(tile, atom, motion) if tile not in motions(page) else tiler.carry(
                        tiler.on_screen(motions(page)[tile][0]), tiler.on_screen(atom)
                    )
            expect(page.locator("#play-finish")).to_be_visible()

    def test_solve_shows_tiles_and_a_text_opens(self, page: Page) -> None:
        open_text(page, "macmahon2@2x3")
        expect(page.locator("#puzzle-tabs")).not_to_contain_text("Edit")
        open_view(page, "Solve")
        page.click("#solve-all")
        expect(page.locator("#solve-text")).to_contain_text("416", timeout=60_000)
        expect(page.locator("#solve-picture .tile-shape")).to_have_count(6)
        expect(page.locator("#solve-wall .tile-shape").first).to_be_visible()

    def test_a_new_one_is_made(self, page: Page) -> None:
        open_view(page, "Puzzles")
        page.click("#new-edges")
        page.wait_for_selector("#play-board .board")
        assert Player(page).view["kind"] == "edges"
        expect(page.locator("#play-another")).to_be_visible()

    def test_tiles_are_saved_as_cards(self, page: Page) -> None:
        open_view(page, "Share and print")
        with page.expect_download() as waiting:
            page.click("#share-cards")
        (sheet,) = pypdfium2.PdfDocument(waiting.value.path())
        assert "9 tiles" in str(sheet.get_textpage().get_text_range())
