"""The static site's page in a browser, for tests: opened with its solver, asked as its own modules ask, played to the end."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from tilewright import load, verdict

PATH = "/games/tilewright/"
LOADED = 120_000  # milliseconds for the solver on a busy machine
API = "async ([path, body]) => (await import(new URL('static/core/api.js', document.baseURI))).postJson(path, body)"
SEARCH = """async ([job, stopAfter]) => {
  const api = await import(new URL('static/core/api.js', document.baseURI));
  const found = [], progress = [];
  let begun = 0;
  return await new Promise(async (resolve) => {
    const search = await api.search(job, {
      solutions: (event) => found.push(...event.solutions),
      progress: (event) => {
        progress.push(event);
        if (stopAfter && progress.length === stopAfter) { begun = performance.now(); search.stop(); }
      },
      end: (event) => resolve({ found, progress, end: event, stopping: performance.now() - begun }),
    });
  });
}"""


def opened(context: BrowserContext, address: str, complaints: list[str] | None = None, view: str = "") -> Page:
    """A new tab with the site, at a view such as `#play/gallery/FNPUV@5x5`."""
    page = context.new_page()
    page.set_default_timeout(30_000)
    if complaints is not None:
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.goto(f"{address}/{view}")
    page.wait_for_selector("main section:not([hidden])")
    return page


def wait_for_solver(page: Page) -> None:
    assert asked(page, "/api/puzzle", puzzle="I@1x5")["cells"] == 5
    expect(page.locator("#loading")).to_be_hidden(timeout=LOADED)


def asked(page: Page, path: str, **body: Any) -> Any:
    page.set_default_timeout(LOADED)
    return page.evaluate(API, [path, body])


def searched(page: Page, stop_after: int = 0, **job: Any) -> dict[str, Any]:
    return dict(page.evaluate(SEARCH, [job, stop_after]))


def play(page: Page, pieces: int | None = None) -> None:
    """Lay so many pieces of a solution of the open puzzle as if by hand, or all."""
    view = page.evaluate("async () => (await import(new URL('static/state/store.js', document.baseURI))).store.view")
    tiling = verdict(load(view["puzzle"])).tilings[0]
    rows = [{"piece": p.piece, "atoms": [list(atom) for atom in p.atoms]} for p in tiling.placements][:pieces]
    page.evaluate(
        """async (rows) => {
          const moves = await import(new URL('static/play/moves.js', document.baseURI));
          moves.commit(rows);
        }""",
        rows,
    )


def laid(page: Page) -> list[str]:
    """The names of the pieces on the board of the open puzzle, as the page has them."""
    return list(
        page.evaluate(
            """async () => {
              const { store } = await import(new URL('static/state/store.js', document.baseURI));
              return store.placed.map(({ piece }) => piece);
            }"""
        )
    )
