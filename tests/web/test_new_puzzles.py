"""New puzzles and those of the day: the same for everyone, solvable in one way, in the bounds asked for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, timedelta
from itertools import pairwise

import httpx
import pytest
from playwright.sync_api import Browser, expect

from tests.helpers.browser import visiting
from tests.helpers.player import Player
from tests.helpers.visitor import play_to_the_end
from tilewright import count, load, solve, verdict
from tilewright.errors import NotationError
from tilewright.web.puzzles import DAILY, FIRST_DAY, day_of, request_of_day
from tilewright.web.work import make_puzzle


@pytest.fixture(scope="module")
def studio(shared_address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=shared_address, timeout=60) as client:
        yield client


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


@pytest.mark.parametrize("system", ["doodle-fit", "tetris", "fridgeiq", "surprise"])
@pytest.mark.parametrize("difficulty", ["easy", "hard"])
def test_every_system_makes_puzzles_that_can_be_solved(system: str, difficulty: str) -> None:
    texts = [
        make_puzzle({"system": system, "difficulty": difficulty, "seed": seed, "rows": 0, "columns": 0})
        for seed in (1, 1, 2)
    ]
    assert texts[0] == texts[1] != texts[2]
    for text in texts[1:]:
        assert solve(load(text)).tilings
    if system == "doodle-fit":
        assert verdict(load(texts[0])).verdict == "unique"


def test_only_a_shikaku_has_a_size(studio: httpx.Client) -> None:
    answer = made(studio, system="surprise")
    assert answer.status_code == 422 and "expected 0 to 0 rows" in answer.json()["error"]


def test_every_system_has_a_puzzle_each_day_and_days_differ(studio: httpx.Client) -> None:
    days = [FIRST_DAY + timedelta(days=n) for n in range(60)]
    for system in set(DAILY) - {"katamino", "calendar"}:
        assert len({request_of_day(system, day) for day in days}) == 60
    names = [row["system"] for row in studio.get("/api/day/2026-11-21").json()["systems"]]
    assert {"doodle-fit", "fridgeiq", "tetris", "katamino", "shikaku", "edges", "surprise", "calendar"} == set(names)
    for name in names:
        first, again, other = (studio.get(f"/api/day/{name}/2026-11-{day}").json() for day in (21, 21, 22))
        assert first["digest"] == again["digest"] != other["digest"]
        assert solve(load(first["puzzle"])).tilings
    assert studio.get("/api/day/nothing/2026-11-21").status_code == 422


def test_the_calendar_leaves_the_month_and_the_day_open(studio: httpx.Client) -> None:
    view = studio.get("/api/day/calendar/2026-03-14").json()
    covered = {tuple(atom) for atom in view["atoms"]}
    assert {name for row, column, name in view["labels"] if (row, column) not in covered} == {"MAR", "14"}


def test_ladders_add_a_piece_a_step_and_every_step_can_be_solved(studio: httpx.Client) -> None:
    ladders = studio.get("/api/ladders").json()
    assert len(ladders) == 7 and all([len(step["letters"]) for step in steps] == [*range(3, 10)] for steps in ladders)
    for steps in ladders:
        assert all(set(a["letters"]) < set(b["letters"]) for a, b in pairwise(steps))
    step = ladders[0][1]
    assert count(load(f"{step['letters']}@5x4")).value == step["tilings"]


@pytest.mark.parametrize(
    "text", ["", "2025-12-31", "2100-01-01", "20261121", "2026-02-30", "today", "2026-W47-6", "9" * 99]
)
def test_other_days_are_refused(text: str) -> None:
    with pytest.raises(NotationError, match="expected one from"):
        day_of(text)
    assert day_of("2026-11-21") == date(2026, 11, 21)


@pytest.mark.site
@pytest.mark.full
def test_a_new_shikaku_is_made_played_and_followed_by_another(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        form = page.get_by_role("form", name="Shikaku")
        form.get_by_label("Size").select_option("6")
        form.get_by_label("medium").check()
        page.click("#new-shikaku")
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
        expect(page.locator("#today .card")).to_have_count(8)
        expect(page.locator("#today-streak")).to_contain_text("to begin")
        page.locator('#today [data-system="shikaku"]').click()
        page.wait_for_selector("#play-board")
        play_to_the_end(Player(page), address)
        page.get_by_role("link", name="Today", exact=True).click()
        expect(page.locator('#today [data-system="shikaku"] .solved')).to_contain_text("✓")
        expect(page.locator("#today .day.is-today")).to_have_class(re.compile("solved"))
        expect(page.locator("#today-streak")).to_contain_text("1 day ")


@pytest.mark.full
@pytest.mark.ci
def test_a_day_of_the_calendar_leads_to_all_its_puzzles(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#today") as page:
        page.locator("#today a.day").first.click()
        expect(page).to_have_url(re.compile(r"#today/\d{4}-\d\d-\d\d$"))
        day = page.url.partition("#today/")[2]
        expect(page.locator("#today .card").last).to_have_attribute("href", re.compile(rf"{day}$"))
        hrefs = page.locator("#today .card").evaluate_all("cards => cards.map(each => each.getAttribute('href'))")
        assert len(hrefs) == 8 and all(href.endswith(day) for href in hrefs)
        expect(page.locator("#today .day small").first).to_have_text(re.compile("[A-Z][a-z]{2}"))
        expect(page.locator("#today .day[aria-current]")).to_have_attribute("href", f"#today/{day}")
        page.get_by_role("link", name="Today", exact=True).click()
        expect(page.locator("#today .day[aria-current]")).to_have_class(re.compile("is-today"))


@pytest.mark.full
def test_a_row_of_days_ends_with_a_day_left_out(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        lengths = page.evaluate(
            """async () => {
              const { streak } = await import('/static/state/results.js');
              const now = new Date(2026, 2, 30, 9).getTime();  // the clocks change the night before in Europe
              const days = (...dates) => Object.fromEntries(dates.map((date) => [date, { shikaku: 60 }]));
              return [days(), days('2026-03-30'), days('2026-03-29', '2026-03-28'),
                days('2026-03-30', '2026-03-29', '2026-03-27')].map((each) => streak(each, now));
            }"""
        )
        assert lengths == [0, 1, 2, 2]
