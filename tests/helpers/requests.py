"""Requests of a page that are held back, so that a test decides when they are answered."""

from __future__ import annotations

import time

from playwright.sync_api import Page, Route


def held_back(page: Page, pattern: str) -> list[Route]:
    """The requests that match, which wait until the test lets them go on."""
    waiting: list[Route] = []
    page.route(pattern, lambda route: waiting.append(route))
    return waiting


def wait_for(waiting: list[Route], count: int, page: Page) -> None:
    """Wait until so many requests are held back."""
    until = time.monotonic() + 15
    while len(waiting) < count and time.monotonic() < until:
        page.wait_for_timeout(20)
    assert len(waiting) == count
