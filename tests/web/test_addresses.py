"""An address always tells the truth: what cannot be opened says why in words and keeps its address, until it can."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.helpers.browser import DESKTOP, visiting
from tests.helpers.player import Player
from tests.helpers.requests import answered
from tests.helpers.studio import serving
from tests.helpers.visitor import FIVE, atoms_of, open_view, solution

pytestmark = [pytest.mark.full, pytest.mark.ci]
GERMAN = {"locale": "de-DE"}

# Each address, and what the page says of it.
NOT_OPENED = {
    "#foo": "names no puzzle",
    "#play/": "names no puzzle",
    "#make/of/nothing": "names no puzzle",
    "#play/nonsense": "names no puzzle",
    "#play/gallery/nonsense": "no such puzzle",
    "#play/gallery/": "no such puzzle",
    "#play/gallery/..": "no such puzzle",
    "#play/gallery/../lattices": "no such puzzle",
    "#play/gallery/..%2Flattices": "no such puzzle",
    "#play/gallery/%2e%2e/lattices": "no such puzzle",
    "#play/gallery/katamino//5x3": "no such puzzle",
    "#play/gallery/../../etc/passwd": "no such puzzle",
    "#play/day/../gallery": "names no puzzle",
    "#play/1.AAAA": "damaged",
    "#play/7.AAAA": "newer studio",
    "#play/shikaku/8x8x8/easy/1": "5 to 20 rows and columns",
    "#play/shikaku/1e1x8/easy/1": "5 to 20 rows and columns",
    "#play/shikaku/-8x8/easy/1": "5 to 20 rows and columns",
    "#play/shikaku/4x800/easy/1": "5 to 20 rows and columns",
    "#play/shikaku/8x8/horrible/1": "easy, medium or hard",
    "#play/shikaku/8x8/easy/-1": "up to 12 digits",
    "#play/shikaku/8x8/easy/1e9": "up to 12 digits",
    "#play/shikaku/8x8/easy/99999999999999999999": "up to 12 digits",
    "#play/shikaku/8x8/easy": "names no puzzle",
    "#play/new/chess/easy/1": "There are: shikaku",
    "#play/new/tetris/constructor/1": "easy, medium or hard",
    "#play/day/shikaku/2026-02-30": "is no date",
    "#play/day/shikaku/1999-01-01": "from January 1, 2026 to December 31, 2099",
    "#play/day/shikaku/tomorrow": "is no date",
    "#today/2026-02-30": "is no date",
    "#today/tomorrow": "names no puzzle",
    "#play/day/chess/2026-02-03": "There are: shikaku",
    "#play/katamino/FFFFF": "at most once",
    "#play/katamino/ABC": "at most once",
    "#play/katamino/FILNPTUVWXYZF": "at most once",
}
MACHINE = re.compile(r"[{}\[\]]|undefined|NaN|Invalid|expected|object|at `")


def trouble(page: Page, words: str, address: str) -> None:
    """The page says these words under this address."""
    expect(page.locator("#trouble-text")).to_contain_text(words)
    expect(page.locator("main > section:visible")).to_have_count(1)
    expect(page.locator("#puzzle-bar")).to_be_hidden()
    assert not MACHINE.search(page.locator("#trouble").inner_text())
    assert page.url.endswith(address)


@pytest.mark.site
def test_addresses_that_name_nothing_say_so_and_stay(browser: Browser, address: str) -> None:
    with complaining(browser, f"{address}/{FIVE}") as page:
        page.wait_for_selector("#play-board")
        for fragment, words in NOT_OPENED.items():
            page.goto(f"{address}/{fragment}")
            trouble(page, words, fragment)
        page.get_by_role("link", name="To the puzzles").click()
        expect(page.locator("#puzzles .card").first).to_be_visible()
        page.go_back()
        trouble(page, words, fragment)
        page.goto(f"{address}/{FIVE}")
        expect(page.locator("#play-board")).to_be_visible()
        expect(page.locator("#trouble")).to_be_hidden()


def test_they_say_so_in_german(browser: Browser, address: str) -> None:
    with complaining(browser, f"{address}/#play/shikaku/8x8x8/easy/1", **GERMAN) as page:
        trouble(page, "5 bis 20 Zeilen und Spalten", "#play/shikaku/8x8x8/easy/1")
        page.goto(f"{address}/#play/1.AAAA")
        trouble(page, "beschädigt", "#play/1.AAAA")
        expect(page.get_by_role("button", name="Noch einmal versuchen")).to_be_visible()


@contextmanager
def complaining(browser: Browser, url: str, **options: str) -> Iterator[Page]:
    """A page whose browser may report requests that were refused; its own errors fail the test."""
    complaints: list[str] = []
    with browser.new_context(viewport=DESKTOP, service_workers="block", **options) as context:  # type: ignore[arg-type]
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(url)
        page.wait_for_selector("main section:not([hidden])")
        yield page
    assert not complaints, complaints


VIEWS = {
    "#puzzles": ("puzzles/puzzles.js", "#puzzles .card"),
    "#today": ("puzzles/today.js", "#today .card"),
    "#make": ("make/make.js", "#make-board"),
    FIVE.replace("play", "solve"): ("solve/solve.js", "#solve-one"),
    FIVE.replace("play", "share"): ("share/share.js", "#share-link"),
}


@pytest.mark.site
def test_a_view_whose_module_does_not_come_says_so_and_comes_later(browser: Browser, address: str) -> None:
    comes_later(browser, address, "en", "no connection", "Try again", *VIEWS)


def test_it_says_so_in_german(browser: Browser, address: str) -> None:
    comes_later(browser, address, "de", "keine Verbindung", "Noch einmal versuchen", "#today")


def comes_later(browser: Browser, address: str, locale: str, words: str, button: str, *fragments: str) -> None:
    """Open views whose modules are lost on the way; a button opens them, once they can come."""
    for fragment in fragments:
        module, shown = VIEWS[fragment]
        with complaining(browser, f"{address}/{FIVE}", locale=locale) as page:
            page.wait_for_selector("#play-board")
            page.context.route(f"**/{module}*", lambda route: route.abort())
            page.reload()
            page.wait_for_selector("#play-board")
            page.goto(f"{address}/{fragment}")
            expect(page.locator("#trouble-text")).to_contain_text(words)
            assert page.url.endswith(fragment)
            page.context.unroute_all()
            page.get_by_role("button", name=button).click()
            expect(page.locator(shown).first).to_be_visible()
            assert page.url.endswith(fragment)


def test_a_server_that_was_away_is_found_again_and_the_address_stays(browser: Browser) -> None:
    with serving() as (address, process), complaining(browser, f"{address}/{FIVE}") as page:
        page.wait_for_selector("#play-board")
        page.wait_for_load_state("networkidle")  # all views are here
        process.kill()
        process.wait()
        for view in ("Puzzles", "Today"):
            open_view(page, view)
            trouble(page, "does not answer", f"#{view.lower()}")
        page.go_back()
        page.go_back()
        expect(page.locator("#play-board")).to_be_visible()  # what was open needs nobody
        page.goto(f"{address}/#play/day/shikaku/2026-11-22")
        trouble(page, "does not answer", "#play/day/shikaku/2026-11-22")
        with serving("--port", address.rpartition(":")[2]):
            expect(page.locator("#play-board")).to_be_visible()  # by itself
            expect(page.locator("#puzzle-name")).to_contain_text("Shikaku")
            assert page.url.endswith("#play/day/shikaku/2026-11-22")


def test_a_shared_board_waits_in_the_address_until_it_can_be_laid(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/{FIVE}?at=q1Y") as page:
        expect(page.locator("#note")).to_contain_text("could not be laid")
        assert page.url.endswith("?at=q1Y")


def test_a_stranger_who_answers_is_no_studio(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/{FIVE}") as page:
        answered(page, "/api/day/2.*", "<html>no studio</html>")
        open_view(page, "Today")
        expect(page.locator("#trouble-text")).to_contain_text("which the page does not understand")


def test_the_same_puzzle_under_another_address_has_the_name_of_that_address(browser: Browser, address: str) -> None:
    made, of_day = "#play/shikaku/7x7/easy/20261123", "#play/day/shikaku/2026-11-23"
    with visiting(browser, f"{address}/{made}") as page:
        expect(page.locator("#puzzle-name")).to_have_text(re.compile("7 × 7.*20,261,123|7 × 7.*20261123"))
        puzzle = Player(page).view["puzzle"]
        page.goto(f"{address}/{of_day}")
        expect(page.locator("#puzzle-name")).to_have_text(re.compile("November"))
        expect(page.locator("#play-another")).to_have_count(0)
        assert Player(page).view["puzzle"] == puzzle
        page.go_back()
        expect(page.locator("#puzzle-name")).to_have_text(re.compile("7 × 7"))
        expect(page.locator("#play-another")).to_be_visible()


def test_a_board_filled_while_nobody_answers_is_solved_when_somebody_does(browser: Browser, address: str) -> None:
    with complaining(browser, f"{address}/{FIVE}") as page:
        page.wait_for_selector("#play-board")
        player = Player(page)
        rows = solution(player.view["puzzle"])
        for row in rows[:-1]:
            player.lay(row, atoms_of(player, row["cells"]))
        page.route("**/api/check", lambda route: route.abort())
        player.lay(rows[-1], atoms_of(player, rows[-1]["cells"]))
        expect(page.locator("#note")).to_contain_text("does not answer")
        page.unroute_all()
        page.click("#play-check")
        expect(page.locator("#play-text")).to_contain_text("Well played")
