"""Write docs/reference/in-the-browser.md: what the static studio answers to all that its page asks.

TILEWRIGHT_SITE=build/site/www uv run --group dev python -m tools.make_in_the_browser      after tools.build_site
"""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

from tests.helpers.browser import browsing
from tests.helpers.site import hosting, site_folder
from tools.site.features import Feature, features, without_page

PAGE = Path(__file__).parents[1] / "docs" / "reference" / "in-the-browser.md"
LONGEST = 180_000  # milliseconds for an answer on a busy machine: the first one waits for the solver
HEAD = """# What works in the browser build

`python -m tools.make_in_the_browser` opens [the static studio](../guides/static-site.md) in a browser, asks it for each of these and writes this page; a test asks again and compares. After "no" stands the sentence that the page shows.

| | in the browser | on the command line |
|---|---|---|
"""
REST = """
## On the command line alone

The page has no counterpart of these commands. It uses the engine that `auto` chooses, on one thread, so SAT, MIP and CP solvers are not there.

"""


def written(page: Page) -> str:
    """Return the page's text, after asking for each line."""
    page.set_default_timeout(LONGEST)
    found: dict[str, list[str]] = {}  # what is answered alike shares a row
    for feature in features():
        found.setdefault(_cells(feature, feature.ask(page)), []).append(feature.what)
    rows = [f"| {'; '.join(each)} | {cells} |" for cells, each in found.items()]
    rest = ", ".join(f"`tilewright {name}`" for name in without_page())
    return HEAD + "\n".join(rows) + "\n" + REST + rest + "\n"


def _cells(feature: Feature, answer: str) -> str:
    command = f"`tilewright {feature.command}`" if feature.command else ""
    return f"{f'no: {answer}' if answer else 'yes'} | {command}"


def main() -> None:
    """Write the page."""
    with hosting(site_folder()) as address, browsing() as browser, browser.new_page() as page:
        page.goto(f"{address}/")
        page.wait_for_selector("main section:not([hidden])")
        PAGE.write_text(written(page), encoding="utf-8")


if __name__ == "__main__":
    main()
