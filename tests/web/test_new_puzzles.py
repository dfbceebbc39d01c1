"""New puzzles and those of the day: the same for everyone, solvable in one way, in the bounds asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.helpers.browser import browsing, visiting
from tests.helpers.player import Player
from tests.helpers.studio import serving
from tests.web.test_browser import play_to_the_end
from tilewright import load, verdict
from tilewright.errors import NotationError
from tilewright.web.new_puzzles import FIRST_DAY, day_of, pick_of_day, shikaku_of_day, systems


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with serving("--searches", "1") as (address, _):
        yield address


@pytest.fixture(scope="module")
def studio(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, timeout=60) as client:
        yield client


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with browsing() as browser:
        yield browser


def made(studio: httpx.Client, **changes: object) -> httpx.Response:
    return studio.post("/api/new", json={"rows": 7, "columns": 8, "difficulty": "easy", "seed": 5, **changes})


def test_the_same_seed_makes_the_same_puzzle_which_has_one_solution(studio: httpx.Client) -> None:
    first, again, other = (made(studio, seed=seed).json() for seed in (5, 5, 6))
    assert first["digest"] == again["digest"] != other["digest"]
    assert (first["rows"], first["columns"]) == (7, 8)
    assert verdict(load(first["puzzle"])).verdict == "unique"


@pytest.mark.parametrize(
    "wrong", [{"rows": 4}, {"columns": 21}, {"seed": -1}, {"seed": 10**12}, {"rows": 10**9}, {"columns": -3}]
)
def test_what_is_out_of_bounds_is_refused_in_one_line(studio: httpx.Client, wrong: dict[str, int]) -> None:
    answer = made(studio, **wrong)
    assert answer.status_code == 422 and "expected" in answer.json()["error"]


@pytest.mark.parametrize("wrong", [{"difficulty": "impossible"}, {"seed": "5"}, {"rows": 7.5}, {"more": 1}])
def test_what_is_of_another_type_is_not_understood(studio: httpx.Client, wrong: dict[str, object]) -> None:
    assert made(studio, **wrong).status_code == 400


def test_every_system_has_a_puzzle_each_day_and_days_differ(studio: httpx.Client) -> None:
    days = [FIRST_DAY + timedelta(days=n) for n in range(60)]
    assert len({shikaku_of_day(day) for day in days}) == 60
    for system in set(systems()) - {"shikaku"}:
        assert len({pick_of_day(system, day) for day in days}) > 1
    names = [row["system"] for row in studio.get("/api/day/2026-11-21").json()["systems"]]
    assert {"doodle-fit", "fridgeiq", "tetris", "katamino", "shikaku"} == set(names)
    for name in names:
        first, again = (studio.get(f"/api/day/{name}/2026-11-21").json() for _ in range(2))
        assert first["digest"] == again["digest"]


@pytest.mark.parametrize(
    "text", ["", "2025-12-31", "2100-01-01", "20261121", "2026-02-30", "today", "2026-W47-6", "9" * 99]
)
def test_other_days_are_refused(text: str) -> None:
    with pytest.raises(NotationError, match="expected one from"):
        day_of(text)
    assert day_of("2026-11-21") == date(2026, 11, 21)


@pytest.mark.full
def test_a_new_shikaku_is_made_played_and_followed_by_another(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        form = page.locator("#puzzles .new-box")
        form.get_by_label("Size").select_option("6")
        form.get_by_label("Difficulty").select_option("medium")
        page.click("#new-make")
        page.wait_for_selector("#play-board")
        assert re.search(r"#play/shikaku/6x6/medium/\d+$", page.url)
        play_to_the_end(Player(page), address)
        link = page.url
        page.click("#play-another")
        expect(page.locator("#play-board .laid")).to_have_count(0)
        assert page.url != link
        second = Player(page).view["digest"]
        page.reload()
        page.wait_for_selector("#play-board")
        assert Player(page).view["digest"] == second
    with visiting(browser, link) as page:  # for somebody else
        page.wait_for_selector("#play-board")
        assert Player(page).view["digest"] != second and Player(page).placed == []


@pytest.mark.full
def test_the_puzzle_of_the_day_is_marked_in_the_calendar(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#today") as page:
        expect(page.locator("#today .card")).to_have_count(5)
        expect(page.locator("#today-streak")).to_contain_text("to begin")
        page.locator('#today [data-system="shikaku"]').click()
        page.wait_for_selector("#play-board")
        play_to_the_end(Player(page), address)
        page.get_by_role("link", name="Today", exact=True).click()
        expect(page.locator('#today [data-system="shikaku"] .solved')).to_contain_text("✓")
        expect(page.locator("#today .day.is-today")).to_have_class(re.compile("solved"))
        expect(page.locator("#today-streak")).to_have_text("One day so far.")


@pytest.mark.full
def test_a_row_of_days_ends_with_a_day_left_out(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        lengths = page.evaluate(
            """async () => {
              const { streak } = await import('/static/puzzles/calendar.js');
              const now = new Date(2026, 2, 30, 9).getTime();  // the clocks change the night before in Europe
              const days = (...dates) => Object.fromEntries(dates.map((date) => [date, { shikaku: 60 }]));
              return [days(), days('2026-03-30'), days('2026-03-29', '2026-03-28'),
                days('2026-03-30', '2026-03-29', '2026-03-27')].map((each) => streak(each, now));
            }"""
        )
        assert lengths == [0, 1, 2, 2]
