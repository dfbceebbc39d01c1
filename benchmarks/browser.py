"""The static studio in a real browser: until a first puzzle can be played, until the solver is there, bytes, speed.

uv run --group dev --group site python -m benchmarks.browser     after python -m tools.build_site --out build/site/www
"""

from __future__ import annotations

import json
import statistics
import time
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page

from tests.helpers.browser import DESKTOP, browsing
from tests.helpers.site import hosting, site_folder
from tilewright import load
from tilewright.web.answers import ask
from tools.build_site import transfer

PATH = "/games/tilewright/"
RUNS = 2
API = "async ([path, body]) => (await import(new URL('static/core/api.js', document.baseURI))).postJson(path, body)"
LIST = """async () => {
  const api = await import(new URL('static/core/api.js', document.baseURI));
  return new Promise((resolve) => api.search({ puzzle: 'pentominoes@6x10', goal: 'list', number: 10000 },
    { solutions: () => {}, end: (event) => resolve(event.seconds) }));
}"""
STOP = """async () => {
  const api = await import(new URL('static/core/api.js', document.baseURI));
  let begun = 0;
  return new Promise(async (resolve) => {
    const running = await api.search({ puzzle: 'pentominoes*@12x20', goal: 'count' }, {
      solutions: () => {},
      progress: () => { begun ||= performance.now(); running.stop(); },
      end: () => resolve(performance.now() - begun),
    });
  });
}"""


def visit(context: BrowserContext, address: str) -> tuple[Page, float, float]:
    """(page, seconds until a puzzle can be played, seconds until the solver has answered)."""
    page = context.new_page()
    page.set_default_timeout(120_000)
    begun = time.perf_counter()
    page.goto(f"{address}/#play/gallery/katamino/5x3")
    page.wait_for_selector("#play-board")
    playable = time.perf_counter() - begun
    page.evaluate(API, ["/api/puzzle", {"puzzle": "I@1x5"}])
    return page, playable, time.perf_counter() - begun


def measure(browser: Browser, address: str) -> dict[str, float]:
    """Times of a cold and a warm visit, and of searches in the page."""
    with browser.new_context(viewport=DESKTOP) as context:  # type: ignore[arg-type]
        page, playable, cold = visit(context, address)
        seconds = min(page.evaluate(LIST) for _ in range(3))
        stopped = page.evaluate(STOP) / 1000
        page.wait_for_timeout(3000)  # the service worker keeps what was loaded
        page.close()
        _, again, warm = visit(context, address)
    return {
        "first play, cold": playable,
        "solver, cold": cold,
        "first play, warm": again,
        "solver, warm": warm,
        "6x10 listed in the page": seconds,
        "a search stopped": stopped,
    }


def native_seconds() -> float:
    """The same listing, as the server's process does it."""

    def once() -> float:
        events: list[str] = []
        job: dict[str, Any] = {"puzzle": "pentominoes@6x10", "goal": "list", "number": 10000}
        ask("POST", "/api/search", json.dumps(job), events.append)
        return float(json.loads(events[-1])["seconds"])

    return min(once() for _ in range(5))


def main() -> None:
    load("I@1x5")
    with hosting(site_folder(), PATH) as address, browsing() as browser:
        rows = [measure(browser, address) for _ in range(RUNS)]
    for name in rows[0]:
        values = [row[name] for row in rows]
        print(f"{name:25} {statistics.median(values):7.2f} s (least {min(values):.2f})")
    native = native_seconds()
    best = min(row["6x10 listed in the page"] for row in rows)
    print(f"{'6x10 listed natively':25} {native:7.2f} s: {best / native:.1f} times in the page")
    print(f"{'transfer, compressed':25} {transfer(site_folder()) / 1e6:7.2f} MB, all but printing")


if __name__ == "__main__":
    main()
