"""The page of what works in the browser build: complete, and true of the site as it is built."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser

from tests.helpers.site import hosting, site_folder
from tilewright.cli.main import COMMANDS
from tilewright.web.answers import ROUTES
from tools.make_in_the_browser import PAGE, written
from tools.site.features import features, goals, without_page


def test_everything_that_a_page_may_ask_for_is_asked_for() -> None:
    asked = [("GET" if feature.body is None else "POST", feature.path) for feature in features()]
    for method, pattern, _ in ROUTES:
        assert any(method == way and pattern.fullmatch(path) for way, path in asked), pattern.pattern
    assert goals() == {row.body["goal"] for row in features() if row.body and row.path == "/api/search"}


def test_every_command_has_a_line() -> None:
    named = re.findall(r"`tilewright ([a-z ]+)`", PAGE.read_text("utf-8"))
    assert set(COMMANDS) <= set(named) and {row.command for row in features()} - {""} <= set(COMMANDS)
    assert set(without_page()).isdisjoint(row.command for row in features())


@pytest.mark.full
@pytest.mark.ci
def test_the_page_says_what_the_site_answers(browser: Browser) -> None:
    with hosting(site_folder()) as address, browser.new_page() as page:
        page.goto(f"{address}/")
        page.wait_for_selector("main section:not([hidden])")
        assert written(page) == PAGE.read_text("utf-8"), "python -m tools.make_in_the_browser writes it again"
