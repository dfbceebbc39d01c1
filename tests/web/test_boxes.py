"""The shelf: what lies on somebody's table is laid by touch; the page says whether it can be finished, and leads to the end."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.helpers.browser import visiting
from tests.helpers.fingers import TOUCH, Fingers
from tests.helpers.player import Player
from tilewright.errors import TilewrightError
from tilewright.shelf.box import boxes, load_board
from tilewright.web.answers import answer
from tilewright.web.puzzles import box_entries, box_view
from tilewright.web.requests import StudioLimits

PHONE = {"width": 390, "height": 844}


def test_every_board_has_its_page() -> None:
    rows = answer("GET", "/api/boxes", b"", StudioLimits())
    with_boards = [box for box in boxes() if box.board_names]
    assert list(dict.fromkeys(row["box"] for row in rows)) == [box.name for box in with_boards]
    for box in with_boards:
        view = box_view(box.name)
        assert view["box"]["boards"] == list(box.board_names) and view["atoms"]
        json.dumps(view)


def test_cards_of_the_shelf_lead_to_boards_that_there_are() -> None:
    assert {(row["box"], row["board"], row["game"], row["title"]) for row in box_entries()} <= {
        (box.name, board, box.game, box.title) for box in boxes() for board in box.board_names
    }


def test_a_member_by_its_names() -> None:
    view = box_view("genius-square/6x6/A5,F2,D4,A1,B2,E6,C5".replace("A5,F2,", "F1,F2,"))
    member = load_board("genius-square").member(view["box"]["open"])
    assert sorted(view["box"]["open"]) == ["A1", "B2", "C5", "D4", "E6", "F1", "F2"]
    assert tuple(view["atoms"]) == member.board.atoms
    standing = {tuple(row[:-1]) for row in view["labels"]}
    assert len(standing) == 36 and standing >= set(member.board.atoms)


@pytest.mark.parametrize("names", ["1,2,10,12,18,19,25", "48,16,10,24,39,28,40"])
def test_names_stand_where_the_board_of_a_member_begins(names: str) -> None:
    """A star without its topmost triangle begins a row below."""
    view = box_view(f"genius-star/star/{names}")
    member = load_board("genius-star").member(view["box"]["open"])
    named = {tuple(row[:-1]): row[-1] for row in view["labels"]}
    assert len(named) == 48 and {named[atom] for atom in member.board.atoms} == {
        str(number) for number in range(1, 49)
    } - set(names.split(","))


@pytest.mark.parametrize("path", ["nobox", "kanoodle/tower", "genius-square/6x6/A1", "ubongo", "calendar/year/FEB,30"])
def test_boxes_that_there_are_not(path: str) -> None:
    with pytest.raises(TilewrightError):
        answer("GET", f"/api/shelf/{path}", b"", StudioLimits())


@pytest.fixture
def phone(browser: Browser, address: str) -> Iterator[Page]:
    with visiting(browser, f"{address}/#puzzles", **{**TOUCH, "viewport": PHONE}) as page:
        page.locator("#to-boxes").wait_for()
        yield page


def lay(page: Page, name: str, atoms: list[list[int]]) -> None:
    """Lay a piece by taps: turn it, take it at its first cell, and tap where that goes."""
    player, touch = Player(page), Fingers(page)
    piece = next(each for each in player.view["pieces_list"] if each["name"] == name)
    if turns := player.turns_to(piece, atoms):
        page.locator(f'#play-tray [data-piece="{name}"]').tap()
        for letter in turns:
            page.locator("#play-turn" if letter == "r" else "#play-flip").tap()
        page.keyboard.press("Escape")
    touch.tap(player.grip(name, atoms))
    touch.tap(player.on_screen(min(atoms)))


@pytest.mark.full
@pytest.mark.ci
def test_three_pieces_of_a_box_on_a_table_and_the_rest_by_touch(phone: Page) -> None:
    phone.locator("#to-boxes").tap()
    phone.locator('#boxes [data-box="balls-55"]').tap()
    phone.locator("#play-board").wait_for()
    for name, atoms in (("J", [[0, 0], [0, 1], [0, 2], [0, 3]]), ("K", [[3, 0], [3, 1], [4, 0], [4, 1]])):
        lay(phone, name, atoms)
        expect(phone.locator("#play-outlook")).to_contain_text(re.compile("can be finished"))
    expect(phone.locator("#play-outlook")).to_contain_text(re.compile(r"in [\d,]+ ways"))
    phone.locator("#play-hint").tap()
    expect(phone.locator("#play-text")).not_to_be_empty()
    for count in range(3, 13):
        phone.locator("#box-more").tap()
        expect(phone.locator("#play-board .pieces > *")).to_have_count(count)
    expect(phone.locator("#play-text")).to_contain_text("Done")


@pytest.mark.full
@pytest.mark.ci
def test_the_wrong_piece_is_named(phone: Page, address: str) -> None:
    phone.goto(f"{address}/#play/box/kanoodle-jr")
    phone.locator("#play-board").wait_for()
    lay(phone, "orange", [[0, 1], [1, 0], [1, 1]])  # which leaves a corner bare
    expect(phone.locator("#play-outlook")).to_contain_text("cannot be finished")
    expect(phone.locator("#play-text")).to_contain_text("orange")
    expect(phone.locator("#play-board .mark")).to_have_count(1)


@pytest.mark.full
@pytest.mark.ci
def test_dice_and_dates(phone: Page, address: str) -> None:
    phone.goto(f"{address}/#play/box/genius-square")
    phone.locator("#box-open-0").select_option("F1")
    phone.wait_for_url(re.compile("#play/box/dice-square/6x6/F1,"))
    expect(phone.locator("#box-open-0")).to_have_value("F1")
    phone.goto(f"{address}/#play/box/calendar/year/MAR,14")
    phone.locator("#box-open-1").select_option("15")
    phone.wait_for_url(re.compile("MAR,15"))
    expect(phone.locator("#play-board .name-of-cell", has_text="MAR")).to_be_visible()
