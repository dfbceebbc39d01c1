"""What can go wrong with the static site: the page says it in a sentence, and playing goes on with nothing lost."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.helpers.browser import DESKTOP, PHONE, wait_until
from tests.helpers.site import hosting, site_folder
from tests.helpers.site_page import LOADED, PATH, asked, laid, opened, play, searched, wait_for_solver
from tools.site.page import write_files

pytestmark = [pytest.mark.full, pytest.mark.ci]
FIVE = "#play/gallery/FNPUV@5x5"


def is_kept(page: Page) -> None:
    """What was laid is there again after the page was loaded anew."""
    before = laid(page)
    assert before
    page.reload()
    page.wait_for_selector("#play-board")
    assert laid(page) == before


def test_playing_to_the_end_needs_no_python(browser: Browser, site: str) -> None:
    with browser.new_context(viewport=PHONE) as context:
        context.route("**/python/**", lambda route: route.abort())
        page = opened(context, site)
        play(page)
        expect(page.locator("#play")).to_contain_text("Well played")
        expect(page.locator("#loading")).to_contain_text("Playing works")


def test_it_works_without_a_network_afterwards(browser: Browser, site: str) -> None:
    with browser.new_context(viewport=DESKTOP) as context:
        page = opened(context, site)
        wait_for_solver(page)
        wait_until(page, KEPT, patience=LOADED)
        context.set_offline(True)
        for fragment, shown in OFFLINE.items():
            page.goto("about:blank")
            page.goto(f"{site}/{fragment}")
            expect(page.locator(shown).first).to_be_visible(timeout=LOADED)
        page.click("#settings-open")
        expect(page.locator("#settings")).to_be_visible()
        assert searched(page, puzzle="FNPUV@5x5", goal="count")["end"]["count"]["value_text"] == "16"


# Every view, opened with no network at all, and something of each.
OFFLINE = {
    "": "#puzzles .card",
    "#today": "#today .card svg",
    "#make": "#make-board",
    FIVE: "#play-board",
    FIVE.replace("play", "solve"): "#solve-one",
    FIVE.replace("play", "share"): "#share-link",
    FIVE.replace("play", "edit"): "#make-board",
    "#play/shikaku/6x6/easy/4711": "#play-board",
    "#play/day/calendar/2026-11-22": "#play-board",
    "#play/katamino/FNP": "#play-board",
    "#nonsense": "#trouble-text",
}

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


def test_a_kept_file_that_is_cut_short_is_fetched_anew(browser: Browser, site: str) -> None:
    with browser.new_context(viewport=DESKTOP) as context:
        page = opened(context, site, view=FIVE)
        wait_for_solver(page)
        wait_until(page, KEPT, patience=LOADED)
        play(page, 3)
        page.evaluate(CUT)
        is_kept(page)
        wait_for_solver(page)


def test_a_new_version_is_offered_and_taken_whole(browser: Browser, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    shutil.copytree(site_folder(), folder)
    with hosting(folder, PATH) as address, browser.new_context(viewport=DESKTOP) as context:
        page = opened(context, address, view=FIVE)
        wait_for_solver(page)
        wait_until(page, KEPT, patience=LOADED)
        other = opened(context, address, view="#play/gallery/katamino/5x3")  # a second tab, which stays as it is
        play(page, 3)
        play(other, 2)
        renew(folder)
        page.evaluate("async () => (await navigator.serviceWorker.getRegistration()).update()")
        page.locator("#new-version").wait_for(timeout=LOADED)
        assert "Tilewright" in other.title() and "second edition" not in other.content()
        with page.expect_navigation(timeout=LOADED):
            page.locator("#new-version").click()
        for tab, pieces in ((page, 3), (other, 2)):  # there is one version at a time, and no move is lost
            tab.wait_for_selector("#play-board")
            assert "second edition" in tab.content() and len(laid(tab)) == pieces


def renew(folder: Path) -> None:
    """The same site with another page, as a later build would write it."""
    page = folder / "index.html"
    page.write_text(page.read_text().replace("</main>", "</main><!-- second edition -->"))
    (folder / "files.json").unlink()
    (folder / "sw.js").unlink()
    write_files(folder, "0.2.0")


def test_an_interrupted_download_says_so_and_playing_goes_on(browser: Browser, site: str) -> None:
    whole = (site_folder() / "python" / "app.zip.gz").read_bytes()
    with browser.new_context(viewport=DESKTOP, service_workers="block") as context:
        context.route("**/python/app.zip.gz", lambda route: route.fulfill(body=whole[: len(whole) // 2]))
        page = opened(context, site, view=FIVE)
        expect(page.locator("#loading")).to_contain_text("interrupted", timeout=LOADED)
        play(page)
        expect(page.locator("#play")).to_contain_text("Well played")
        is_kept(page)


def test_a_browser_without_simd_is_told_and_plays(browser: Browser, site: str) -> None:
    with browser.new_context(viewport=DESKTOP, service_workers="block") as context:
        context.add_init_script("WebAssembly.validate = () => false")
        page = opened(context, site, view=FIVE)
        expect(page.locator("#loading")).to_contain_text("SIMD", timeout=LOADED)
        play(page)
        expect(page.locator("#play")).to_contain_text("Well played")
        is_kept(page)
        with pytest.raises(Exception, match="SIMD"):
            asked(page, "/api/puzzle", puzzle="I@1x5")


REFUSED = """
const refuse = () => { throw new DOMException("refused", "SecurityError"); };
Storage.prototype.getItem = Storage.prototype.setItem = refuse;
CacheStorage.prototype.open = () => Promise.reject(new DOMException("refused", "SecurityError"));
navigator.serviceWorker.register = () => Promise.reject(new DOMException("refused", "SecurityError"));
"""
FULL = """
Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
"""


@pytest.mark.parametrize("trouble", [REFUSED, FULL], ids=["refused", "quota of 0"])
def test_where_nothing_can_be_kept_the_page_says_so_and_all_else_works(
    browser: Browser, site: str, trouble: str
) -> None:
    complaints: list[str] = []
    with browser.new_context(viewport=DESKTOP) as context:
        context.add_init_script(trouble)
        if trouble == FULL:  # of the service worker's files, too
            no_quota(context, site)
        page = opened(context, site, complaints, view=FIVE)
        play(page, 2)
        expect(page.locator("#note")).to_contain_text("keep nothing")
        wait_for_solver(page)
        assert len(laid(page)) == 2
        play(page)
        expect(page.locator("#play")).to_contain_text("Well played")
    assert not complaints, complaints


def no_quota(context: BrowserContext, site: str) -> None:
    """No page of the site's origin gets any storage."""
    page = context.new_page()
    origin = "/".join(site.split("/")[:3])
    context.new_cdp_session(page).send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 0})


def test_from_a_disk_the_page_says_what_to_do(browser: Browser) -> None:
    with browser.new_context(viewport=DESKTOP) as context:
        page = context.new_page()
        page.goto((site_folder() / "index.html").as_uri())
        expect(page.locator("main")).to_contain_text("python3 -m http.server")


def test_a_hint_waits_for_the_solver(browser: Browser, site: str) -> None:
    with browser.new_context(viewport=DESKTOP, service_workers="block") as context:
        held: list[Route] = []
        context.route("**/python/kernel.wasm.gz", lambda route: held.append(route))
        page = opened(context, site, view=FIVE)
        page.click("#play-hint")
        page.wait_for_timeout(3000)  # longer than a hint may take once the solver is there
        expect(page.locator("#play-text")).to_contain_text("Working")
        for route in held:
            route.continue_()
        expect(page.locator("#play-text")).to_contain_text("Look at", timeout=LOADED)


def test_printing_says_what_it_fetches_and_prints_without_a_network(browser: Browser, site: str) -> None:
    with browser.new_context(viewport=DESKTOP) as context:
        page = opened(context, site)
        wait_for_solver(page)
        wait_until(page, KEPT, patience=LOADED)
        context.set_offline(True)
        page.goto("about:blank")
        page.goto(f"{site}/{FIVE.replace('play', 'share')}")
        expect(page.locator("#share-loads")).to_contain_text(re.compile(r"2\d\.\d MB"), timeout=LOADED)
        page.click("#share-page")
        expect(page.locator("#note")).to_contain_text("needs the network once", timeout=LOADED)
        page.evaluate("() => { window.print = () => {}; }")
        page.click("#share-print")
        expect(page.locator("#sheet")).to_have_count(1)
