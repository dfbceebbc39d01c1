"""A browser for tests: Debian's chromium, installed when it is missing and the machine allows it."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache

import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright

from tests.helpers.requests import on_site
from tests.helpers.studio import is_site

QUIET = (
    "--no-sandbox",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--disable-sync",
)
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}
PATIENCE = 90_000 if is_site() else 15_000  # milliseconds on a busy machine; the site's solver has to load first
expect.set_options(timeout=PATIENCE)


@lru_cache
def chromium() -> str | None:
    """The path of a chromium; where there is none and we may, it is installed from the system's packages."""
    found = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    apt = shutil.which("apt-get")
    if found is None and apt and os.geteuid() == 0:
        for words in (("update", "-qq"), ("install", "-y", "-qq", "--no-install-recommends", "chromium")):
            subprocess.run((apt, *words), check=False, capture_output=True, timeout=600)
        found = shutil.which("chromium")
    return found


# Red, green and blue, 0 to 255, of what a style of the element is, in whatever notation it is written.
_PAINTED = """(node, name) => {
  const brush = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d");
  brush.fillStyle = getComputedStyle(node)[name];
  brush.fillRect(0, 0, 1, 1);
  return [...brush.getImageData(0, 0, 1, 1).data.slice(0, 3)];
}"""


def color_of(element: Locator, name: str) -> list[int]:
    """Return [red, green, blue], each 0 to 255, of a style such as "fill" of an element."""
    color: list[int] = element.evaluate(_PAINTED, name)
    return color


@contextmanager
def browsing() -> Iterator[Browser]:
    """A browser; the test is skipped, saying so, where there is none."""
    path = chromium()
    if path is None:
        pytest.skip("no chromium: install Debian's package chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        yield browser
        browser.close()


@contextmanager
def visiting(browser: Browser, address: str, **context: object) -> Iterator[Page]:
    """A page in a context of its own; whatever the page complains of fails the test."""
    complaints: list[str] = []
    options = {"viewport": DESKTOP, **({"service_workers": "block"} if is_site() else {}), **context}
    with browser.new_context(**options) as fresh:  # type: ignore[arg-type]
        if is_site():
            on_site(fresh)
        page = fresh.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
        page.goto(address)
        page.wait_for_selector("main section:not([hidden])")
        yield page
    assert not complaints, complaints


def wait_until(page: Page, script: str, arg: object = None, patience: float = PATIENCE) -> None:
    """Wait until an async function of the page returns something true; `patience` is in milliseconds.

    `page.wait_for_function` does not do for those: it takes the promise itself, which is true at once, for the answer.
    """
    until = time.monotonic() + patience / 1000
    while not page.evaluate(script, arg):
        assert time.monotonic() < until, f"still not so: {script}"
        page.wait_for_timeout(20)
