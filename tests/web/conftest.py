"""The page that the browser tests visit: a browser, and the address of one of the page's backends (tests/helpers/studio.py)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.helpers.browser import browsing
from tests.helpers.studio import page_address


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with browsing() as browser:
        yield browser


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """The address, without its last slash, of a studio that a file of tests has for itself."""
    with page_address() as address:
        yield address
