"""Requests of a page that a test holds back or answers itself, whichever backend the page has.

Of the local server they are requests of HTTP. In the static site they never leave the page: there a module stands before
`backend/site.js` (`on_site`) and asks over HTTP what a test watches, and the site itself where the test lets it go on.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass

from playwright.sync_api import BrowserContext, Page, Route

from tests.helpers.studio import is_site

GO_ON = 204  # a status that no answer of the studio has
BEFORE_SITE = """
import * as site from "./site.js?itself";
export * from "./site.js?itself";
export async function request(path, options) {
  const isWatched = (window.watched ?? []).some((pattern) => new RegExp(pattern).test(path));
  const answer = isWatched ? await fetch(path, options) : null;
  return answer && answer.status !== GO_ON ? answer : site.request(path, options);
}
""".replace("GO_ON", str(GO_ON))


@dataclass(frozen=True)
class Request:
    """A request that waits for the test."""

    route: Route

    def go_on(self) -> None:
        """Let the backend answer it."""
        if is_site():
            self.route.fulfill(status=GO_ON)
        else:
            self.route.continue_()


def on_site(context: BrowserContext) -> None:
    """Make requests of the site's pages visible to tests. Their service worker would hide files from us."""
    context.route(
        re.compile(r"/static/backend/site\.js$"),
        lambda route: route.fulfill(body=BEFORE_SITE, content_type="text/javascript"),
    )


def held_back(page: Page, pattern: str) -> list[Request]:
    """The requests whose path ends as the pattern says, which wait until the test lets them go on."""
    waiting: list[Request] = []
    _watch(page, pattern)
    page.route(re.compile(f"{pattern}$"), lambda route: waiting.append(Request(route)))
    return waiting


def answered(page: Page, pattern: str, body: str) -> None:
    """Answer the requests whose path ends as the pattern says."""
    _watch(page, pattern)
    page.route(re.compile(f"{pattern}$"), lambda route: route.fulfill(body=body))


def _watch(page: Page, pattern: str) -> None:
    if is_site():
        page.evaluate("(pattern) => { window.watched = [...(window.watched ?? []), pattern]; }", f"{pattern}$")


def wait_for(waiting: list[Request], count: int, page: Page) -> None:
    """Wait until so many requests are held back."""
    until = time.monotonic() + 15
    while len(waiting) < count and time.monotonic() < until:
        page.wait_for_timeout(20)
    assert len(waiting) == count
