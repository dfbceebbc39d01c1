"""The page that the browser tests visit: a browser, and the address of one of the page's backends (tests/helpers/studio.py)."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.helpers.browser import DESKTOP, browsing
from tests.helpers.site import hosting, site_folder
from tests.helpers.site_page import PATH, opened, wait_for_solver
from tests.helpers.studio import is_site, page_address, serving

# Browser tests that visit the local server alone, and why. All others visit the static site as well (CONTRIBUTING.md).
ABOUT_THE_SERVER = {
    "test_a_server_that_ends_is_noticed": "ends the server's process",
    "test_a_server_that_was_away_is_found_again_and_the_address_stays": "ends the server's process and starts another",
    "test_a_board_filled_while_nobody_answers_is_solved_when_somebody_does": "the site's page checks a full board itself",
    "test_a_search_that_waits_says_so_and_one_that_runs_estimates": "two visitors share one server's search process",
}


# Seconds since 1970, set by .ci/run, which has 25 minutes: browser tests that have not begun by then are expected failures.
BROWSERS_UNTIL = float(os.environ.get("TILEWRIGHT_BROWSERS_UNTIL", "inf"))


def pytest_configure(config: pytest.Config) -> None:
    """Say what the marks of this folder mean."""
    config.addinivalue_line("markers", "browsers: tests that open a page in a browser; given to them here")
    config.addinivalue_line("markers", "site: browser tests that .ci/run repeats on the static site")


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Leave browser tests when their time is over."""
    if time.time() > BROWSERS_UNTIL and item.get_closest_marker("browsers"):
        pytest.xfail("no time is left for browsers")


@pytest.hookimpl(tryfirst=True)  # before tests are chosen by their marks
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark browser tests; with TILEWRIGHT_BACKEND=site leave the tests that have nothing to do with the site."""
    for item in items:
        if Path(__file__).parent in item.path.parents and "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browsers")
    if is_site():
        left = [item for item in items if Path(__file__).parent in item.path.parents and not visits_site(item)]
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in left]


def visits_site(item: pytest.Item) -> bool:
    """Whether the test visits the page in a browser and is not about the server."""
    is_about_server = getattr(item, "originalname", item.name) in ABOUT_THE_SERVER
    return "browser" in getattr(item, "fixturenames", ()) and not is_about_server


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with browsing() as browser:
        yield browser


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address, without its last slash, of a studio that a file of tests has for itself."""
    with page_address() as address:
        yield address


@pytest.fixture(scope="session")
def shared_address() -> Iterator[str]:
    """The address of a studio for all tests that only ask it, and leave it as it was."""
    with serving("--searches", "1") as (address, _):
        yield address


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    """The address of the static site, which lies below a path of its own."""
    with hosting(site_folder(), PATH) as address:
        yield address


@pytest.fixture(scope="module")
def solver(browser: Browser, site: str) -> Iterator[Page]:
    """A page of the static site whose solver is there; nothing it complained of is forgiven."""
    complaints: list[str] = []
    with browser.new_context(viewport=DESKTOP) as context:
        page = opened(context, site, complaints)
        wait_for_solver(page)
        yield page
        assert not complaints, complaints
