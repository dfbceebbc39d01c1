"""The static site in a real browser, from a path of its own on a plain file server: what works, without a network too,
and what the page says where it cannot.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.helpers.browser import DESKTOP, PHONE
from tests.helpers.site import hosting, site_folder
from tilewright import load, verdict
from tools.site.page import write_files

pytestmark = [pytest.mark.full, pytest.mark.ci]
PATH = "/games/tilewright/"
LOADED = 120_000  # milliseconds for the solver on a busy machine
API = "async ([path, body]) => (await import(new URL('static/core/api.js', document.baseURI))).postJson(path, body)"
SEARCH = """async ([job, stopAfter]) => {
  const api = await import(new URL('static/core/api.js', document.baseURI));
  const found = [], progress = [];
  let begun = 0;
  return await new Promise(async (resolve) => {
    const search = await api.search(job, {
      solutions: (rows) => found.push(...rows),
      progress: (event) => {
        progress.push(event);
        if (stopAfter && progress.length === stopAfter) { begun = performance.now(); search.stop(); }
      },
      end: (event) => resolve({ found, progress, end: event, stopping: performance.now() - begun }),
    });
  });
}"""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with hosting(site_folder(), PATH) as address:
        yield address


@pytest.fixture(scope="module")
def studio(browser: Browser, address: str) -> Iterator[Page]:
    """A page whose solver is there; nothing it complained of is forgiven."""
    complaints: list[str] = []
    with browser.new_context(viewport=DESKTOP) as context:
        page = opened(context, address, complaints)
        wait_for_solver(page)
        yield page
        assert not complaints, complaints


def opened(context: BrowserContext, address: str, complaints: list[str] | None = None) -> Page:
    page = context.new_page()
    page.set_default_timeout(30_000)
    if complaints is not None:
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.goto(f"{address}/")
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


def test_tilings_counts_and_verdicts_are_those_of_the_package(studio: Page) -> None:
    listed = searched(studio, puzzle="FNPUV@5x5", goal="list", number=100)
    assert len(listed["found"]) == listed["end"]["count"] == 16
    counted = searched(studio, puzzle="pentominoes@6x10", goal="count", up_to="symmetries")
    assert counted["end"]["count"]["value_text"] == "2339"
    for text in ("FNPUV@5x5", "FILNP@5x5", "soma@3x3x3", "tetrominoes@4x7"):
        judged = searched(studio, puzzle=text, goal="verdict")["end"]
        expected = verdict(load(text))
        assert judged["verdict"] == expected.verdict
        assert judged.get("reason", {}).get("text") == (expected.reason.text if expected.reason else None)


# Known numbers of tilings that are found in about a second.
KNOWN = {
    "pentominoes@6x10": "9356",
    "pentominoes@5x12": "4040",
    "pentominoes@4x15": "1472",
    "pentominoes@3x20": "8",
    "tetrominoes:I*@4x4": "2",
}


@pytest.mark.parametrize("text", KNOWN)
def test_known_counts(studio: Page, text: str) -> None:
    assert searched(studio, puzzle=text, goal="count")["end"]["count"]["value_text"] == KNOWN[text]


def test_a_search_tells_progress_stops_at_once_and_the_next_one_works(studio: Page) -> None:
    stopped = searched(studio, 3, puzzle="pentominoes*@12x20", goal="count")
    assert stopped["end"]["ended"] == "stopped" and len(stopped["progress"]) == 3
    assert searched(studio, puzzle="FNPUV@5x5", goal="count")["end"]["count"]["value_text"] == "16"


def test_hints_checks_making_and_days(studio: Page) -> None:
    puzzle = asked(studio, "/api/puzzle", puzzle="FNPUV@5x5")["puzzle"]
    assert asked(studio, "/api/hint", puzzle=puzzle, solution='{"placements": []}')["text"]
    assert asked(studio, "/api/check", puzzle=puzzle, solution='{"placements": []}') == {"faults": [], "done": False}
    made = asked(studio, "/api/new", system="shikaku", difficulty="easy", seed=7, rows=7, columns=7)
    assert made["cells"] == 49
    assert len(asked(studio, "/api/pieces", pieces="pentominoes:FNP")) == 3


EXPORT = """async ([form, solution]) => {
  const api = await import(new URL('static/core/api.js', document.baseURI));
  const answer = await api.post('/api/export', { puzzle: 'FNPUV@5x5', form, solution });
  return [...new Uint8Array(await answer.arrayBuffer())].slice(0, 400);
}"""
BEGINNINGS = {"svg": b"<svg", "png": b"\x89PNG", "json": b"{", "toml": b"name", "txt": b"FNPUV@5x5", "puzz.link": b""}


@pytest.mark.parametrize("form", BEGINNINGS)
def test_what_is_taken_away(studio: Page, form: str) -> None:
    if form == "puzz.link":
        with pytest.raises(Exception, match=r"puzz\.link"):  # which has no pieces
            studio.evaluate(EXPORT, [form, ""])
        return
    assert bytes(studio.evaluate(EXPORT, [form, ""])).startswith(BEGINNINGS[form])


def test_pages_are_printed_by_typst_which_is_loaded_only_then(studio: Page) -> None:
    asked_for: list[str] = []
    studio.context.on("request", lambda request: asked_for.append(request.url))
    assert bytes(studio.evaluate(EXPORT, ["pdf", ""])).startswith(b"%PDF")


@pytest.mark.parametrize("form", ["solids", "laser"])
def test_what_cannot_be_made_here_names_the_command(studio: Page, form: str) -> None:
    with pytest.raises(Exception, match=r"tilewright publish \w+"):
        studio.evaluate(EXPORT, [form, ""])


def test_bad_input_is_one_line(studio: Page) -> None:
    with pytest.raises(Exception, match="expected"):
        asked(studio, "/api/puzzle", puzzle="QQQ@5x5")
    with pytest.raises(Exception, match="not understood"):
        asked(studio, "/api/puzzle", puzle="typo")


def test_playing_to_the_end_needs_no_python(browser: Browser, address: str) -> None:
    with browser.new_context(viewport=PHONE) as context:
        context.route("**/python/**", lambda route: route.abort())
        page = opened(context, address)
        play(page)
        expect(page.locator("#play")).to_contain_text("Well played")
        expect(page.locator("#loading")).to_contain_text("Playing works")


def play(page: Page) -> None:
    """Lay a solution of the open puzzle as if by hand, and look whether that is the end."""
    view = page.evaluate("async () => (await import(new URL('static/state/store.js', document.baseURI))).store.view")
    tiling = verdict(load(view["puzzle"])).tilings[0]
    rows = [{"piece": p.piece, "atoms": [list(atom) for atom in p.atoms]} for p in tiling.placements]
    page.evaluate(
        """async (rows) => {
          const moves = await import(new URL('static/play/moves.js', document.baseURI));
          moves.commit(rows);
        }""",
        rows,
    )


def test_it_works_without_a_network_afterwards(browser: Browser, address: str) -> None:
    with browser.new_context(viewport=DESKTOP) as context:
        page = opened(context, address)
        wait_for_solver(page)
        page.wait_for_function(KEPT, timeout=LOADED)
        context.set_offline(True)
        page.reload()
        page.wait_for_selector("main section:not([hidden])")
        assert searched(page, puzzle="FNPUV@5x5", goal="count")["end"]["count"]["value_text"] == "16"


# Whether the service worker has kept what the solver needs.
KEPT = """async () => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    if (await cache.match(new URL('python/runtime.wasm.gz', document.baseURI).href)
      && await cache.match(new URL('python/kernel.wasm.gz', document.baseURI).href)) return true;
  }
  return false;
}"""
CUT = """async () => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    const address = new URL('python/app.zip.gz', document.baseURI).href;
    const kept = await cache.match(address);
    if (kept) await cache.put(address, new Response((await kept.arrayBuffer()).slice(0, 1000)));
  }
}"""


def test_a_kept_file_that_is_cut_short_is_fetched_anew(browser: Browser, address: str) -> None:
    with browser.new_context(viewport=DESKTOP) as context:
        page = opened(context, address)
        wait_for_solver(page)
        page.wait_for_function(KEPT, timeout=LOADED)
        page.evaluate(CUT)
        page.reload()
        wait_for_solver(page)


def test_a_new_version_is_offered_and_taken_whole(browser: Browser, tmp_path: Path) -> None:
    site = tmp_path / "site"
    shutil.copytree(site_folder(), site)
    with hosting(site, PATH) as address, browser.new_context(viewport=DESKTOP) as context:
        page = opened(context, address)
        wait_for_solver(page)
        page.wait_for_function(KEPT, timeout=LOADED)
        other = opened(context, address)  # a second tab, which stays as it is until the reader says so
        renew(site)
        page.evaluate("async () => (await navigator.serviceWorker.getRegistration()).update()")
        page.locator("#new-version").wait_for(timeout=LOADED)
        assert "Tilewright" in other.title() and "second edition" not in other.content()
        with page.expect_navigation(timeout=LOADED):
            page.locator("#new-version").click()
        page.wait_for_selector("main section:not([hidden])")
        assert "second edition" in page.content()


def renew(site: Path) -> None:
    """The same site with another page, as a later build would write it."""
    page = site / "index.html"
    page.write_text(page.read_text().replace("</main>", "</main><!-- second edition -->"))
    (site / "files.json").unlink()
    (site / "sw.js").unlink()
    write_files(site, "0.2.0")


def test_an_interrupted_download_says_so_and_playing_goes_on(browser: Browser, address: str) -> None:
    whole = (site_folder() / "python" / "app.zip.gz").read_bytes()
    with browser.new_context(viewport=DESKTOP, service_workers="block") as context:
        context.route("**/python/app.zip.gz", lambda route: route.fulfill(body=whole[: len(whole) // 2]))
        page = opened(context, address)
        expect(page.locator("#loading")).to_contain_text("interrupted", timeout=LOADED)
        play(page)
        expect(page.locator("#play")).to_contain_text("Well played")


def test_a_browser_without_simd_is_told_and_plays(browser: Browser, address: str) -> None:
    with browser.new_context(viewport=DESKTOP, service_workers="block") as context:
        context.add_init_script("WebAssembly.validate = () => false")
        page = opened(context, address)
        expect(page.locator("#loading")).to_contain_text("SIMD", timeout=LOADED)
        play(page)
        expect(page.locator("#play")).to_contain_text("Well played")
        with pytest.raises(Exception, match="did not start"):
            asked(page, "/api/puzzle", puzzle="I@1x5")


NO_STORAGE = """
const refuse = () => { throw new DOMException("refused", "SecurityError"); };
Storage.prototype.getItem = Storage.prototype.setItem = refuse;
if (globalThis.caches) CacheStorage.prototype.open = () => Promise.reject(new DOMException("quota", "QuotaExceededError"));
if (navigator.serviceWorker) navigator.serviceWorker.register = () => Promise.reject(new DOMException("refused"));
"""


def test_where_storage_is_refused_everything_but_remembering_works(browser: Browser, address: str) -> None:
    complaints: list[str] = []
    with browser.new_context(viewport=DESKTOP, service_workers="block") as context:
        context.add_init_script(NO_STORAGE)
        page = opened(context, address, complaints)
        wait_for_solver(page)
        play(page)
        expect(page.locator("#play")).to_contain_text("Well played")
    assert not complaints, complaints


def test_from_a_disk_the_page_says_what_to_do(browser: Browser) -> None:
    with browser.new_context(viewport=DESKTOP) as context:
        page = context.new_page()
        page.goto((site_folder() / "index.html").as_uri())
        expect(page.locator("main")).to_contain_text("python3 -m http.server")


def test_no_script_but_the_sites_own_files(browser: Browser, address: str) -> None:
    with browser.new_context(viewport=DESKTOP) as context:
        page = opened(context, address)
        policy = page.locator('meta[http-equiv="content-security-policy"]').get_attribute("content")
        assert policy is not None and "unsafe-inline" not in policy and "'unsafe-eval'" not in policy
        blocked = page.evaluate(
            """() => new Promise((resolve) => {
              addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective), { once: true });
              const script = document.createElement("script");
              script.textContent = "window.broken = true";
              document.head.append(script);
            })"""
        )
        assert blocked.startswith("script-src") and page.evaluate("window.broken") is None


def test_every_file_is_listed_with_its_digest() -> None:
    site = site_folder()
    listed = json.loads((site / "files.json").read_text())["files"]
    there = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    assert there == {*listed, "files.json", "sw.js"}
