"""A person's walks through the studio, in a real browser: open, solve, step, play to the end, take a link along."""

from __future__ import annotations

import gzip
import json
import re

import pypdfium2
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.helpers.browser import PHONE, visiting
from tests.helpers.cli import EXAMPLES
from tests.helpers.player import Player
from tests.helpers.studio import serving
from tests.helpers.visitor import open_puzzle, open_text, open_view, play_to_the_end
from tests.helpers.words import LANGUAGES, STATIC, WORDS
from tilewright import load, web
from tilewright.formats import dump

# Of each system a puzzle of the gallery, by its title.
SYSTEMS = ("two", "square 01", "tetris 8 × 7", "Katamino 5 × 5", "blog 6 × 6")


@pytest.mark.full
@pytest.mark.ci
@pytest.mark.parametrize("title", SYSTEMS)
def test_a_walk_through_each_system(browser: Browser, address: str, title: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        player = open_puzzle(page, title)
        play_to_the_end(player, address)
        open_view(page, "Solve")
        page.click("#solve-all")
        expect(page.locator("#solve-at")).to_contain_text(re.compile("of [1-9]"))
        page.click("#solve-next")
        page.click("#solve-count")
        expect(page.locator("#solve-text")).to_contain_text("solution")


@pytest.mark.site
@pytest.mark.full
@pytest.mark.ci
def test_a_walk_by_keys_alone(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        page.keyboard.press("Tab")
        card = page.locator(".card", has_text="Katamino 5 × 5").first
        card.focus()
        page.keyboard.press("Enter")
        page.wait_for_selector("#play-board")
        play_to_the_end(Player(page), address, keys=True)


def shared_link(page: Page) -> str:
    open_view(page, "Share and print")
    field = page.locator("#share-link")
    expect(field).to_have_value(re.compile("#"))
    return field.input_value()


@pytest.mark.site
def test_smoke_the_studio_opens_and_solves(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        open_text(page, "FNPUV@5x5")
        open_view(page, "Solve")
        page.click("#solve-count")
        expect(page.locator("#solve-text")).to_contain_text("2 solutions")


@pytest.mark.full
@pytest.mark.parametrize("title", [SYSTEMS[0], pytest.param(SYSTEMS[1], marks=pytest.mark.ci), *SYSTEMS[2:]])
def test_a_link_holds_the_whole_puzzle(browser: Browser, address: str, title: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        here = open_puzzle(page, title).view
        link = shared_link(page)
    with visiting(browser, link) as page:
        page.wait_for_selector("#play-board")
        there = Player(page).view
    assert there["digest"] == here["digest"]
    assert json.loads(there["puzzle"]) == {**json.loads(here["puzzle"]), "name": here["title"]}
    assert there["name"] == here["name"]


@pytest.mark.full
@pytest.mark.parametrize(
    "fragment",
    ["#1.", pytest.param("#1.AAAA", marks=pytest.mark.ci), "#1.nonsense", "#9.abc", "#1." + "A" * 4000, "#%E0%A4%A"],
)
def test_a_damaged_link_opens_the_studio_with_a_note(browser: Browser, address: str, fragment: str) -> None:
    with visiting(browser, f"{address}/{fragment}") as page:
        expect(page.locator("#trouble-text")).not_to_be_empty()
        assert page.url.endswith(fragment)


@pytest.mark.site
@pytest.mark.full
@pytest.mark.ci
def test_a_board_is_drawn_and_solved_at_once(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        open_view(page, "Make")
        for label, number in (("Rows", "6"), ("Columns", "10")):
            page.locator("#make").get_by_label(label, exact=True).fill(number)
            page.keyboard.press("Tab")
        page.click("#make-fill")
        page.select_option("#make-set", "pentominoes")
        page.click("#make-add-set")
        expect(page.locator("#make-areas")).to_contain_text("60")
        page.click("#make-solve")
        page.click("#solve-all")
        expect(page.locator("#solve-text")).to_contain_text("All 2,339 solutions", timeout=60_000)
        page.locator("#solve-go").fill("2339")
        page.keyboard.press("Enter")
        expect(page.locator("#solve-picture svg")).to_be_visible()


@pytest.mark.full
@pytest.mark.ci
def test_a_search_is_stopped_and_its_process_is_free_again(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        open_text(page, "pentominoes!turn@9x10")
        open_view(page, "Solve")
        page.click("#solve-count")
        page.click("#solve-stop")
        expect(page.locator("#solve-text")).to_contain_text("Stopped")
        page.click("#solve-one")
        expect(page.locator("#solve-text")).to_contain_text("Solved", timeout=60_000)


@pytest.mark.site
@pytest.mark.full
@pytest.mark.ci
def test_impossible_says_why_with_a_picture(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        open_text(page, "dominoes*@8x8-r0c0,r7c7")
        open_view(page, "Solve")
        page.click("#solve-verdict")
        expect(page.locator("#solve-text")).to_contain_text("32 of one and 30 of the other")
        expect(page.locator("#solve-reason img, #solve-reason svg").first).to_be_visible()


@pytest.mark.full
@pytest.mark.ci
def test_a_shikaku_link_becomes_a_page_to_print_in_three_steps(browser: Browser, address: str) -> None:
    link = dump(load(EXAMPLES / "shikaku" / "blog-6x6"), "puzz.link")
    with visiting(browser, f"{address}/#puzzles") as page:
        open_text(page, link)  # one: open a link
        play_to_the_end(Player(page), address)  # two: play it
        open_view(page, "Share and print")
        with page.expect_download() as saved:  # three: print it
            page.click("#share-booklet")
        assert saved.value.path().read_bytes().startswith(b"%PDF")


@pytest.mark.full
@pytest.mark.ci
def test_from_a_link_to_printed_pieces_in_three_steps(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        open_puzzle(page, "square 01")
        link = shared_link(page)
    with visiting(browser, link) as page:  # one: open a link
        page.wait_for_selector("#play-board")
        open_view(page, "Share and print")  # two: take it away
        with page.expect_download() as saved:  # three: print board and pieces
            page.click("#share-booklet")
        document = pypdfium2.PdfDocument(saved.value.path())
    assert len(document) >= 3 and "100" in "".join(p.get_textpage().get_text_range() for p in document)


@pytest.mark.full
@pytest.mark.ci
def test_files_are_taken_away(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        open_text(page, "FNPUV@5x5")
        open_view(page, "Share and print")
        for form, start in (("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF"), ("toml", b""), ("json", b"{")):
            with page.expect_download() as saved:
                page.click(f"#share-{form}")
            content = saved.value.path().read_bytes()
            assert content.startswith(start) and saved.value.suggested_filename.endswith(form)
            if form in ("toml", "json"):
                assert load(content.decode()).digest == load("FNPUV@5x5").digest


@pytest.mark.full
@pytest.mark.ci
@pytest.mark.parametrize("title", ["Katamino 5 × 5", "blog 6 × 6"])
def test_a_phone_shows_everything_without_sideways_scrolling(browser: Browser, address: str, title: str) -> None:
    with visiting(browser, f"{address}/#puzzles", viewport=PHONE, has_touch=True, is_mobile=True) as page:
        open_puzzle(page, title)
        for view in ("Play", "Solve", "Share", "Edit"):
            open_view(page, view)
            page.wait_for_timeout(200)
            assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], view


@pytest.mark.full
@pytest.mark.ci
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_on_any_view(browser: Browser, address: str, scheme: str) -> None:
    with visiting(browser, f"{address}/#puzzles", color_scheme=scheme) as page:
        findings = []
        for view in ("", "Today", "Make", "Five pentominoes", "Solve", "Share and print"):
            if view == "Five pentominoes":
                open_puzzle(page, view)
            elif view:
                open_view(page, view)
            page.wait_for_timeout(300)
            for rule in Axe().run(page).response["violations"]:
                findings.append(f"{view}: {rule['id']}: {rule['nodes'][0]['html'][:120]}")
        assert not findings


def test_the_page_weighs_less_than_260_kilobytes_compressed() -> None:
    """With the words of one language, which is all that a reader's browser asks for."""
    files = [file for file in STATIC.rglob("*") if file.is_file()]
    sent = {file: file.read_bytes() for file in files}
    scripts = {
        file: web.without_comments(text.decode()).encode() for file, text in sent.items() if file.suffix == ".js"
    }
    sizes = {file: len(gzip.compress(content)) for file, content in {**sent, **scripts}.items()}
    spoken = [sum(size for file, size in sizes.items() if file.parent == WORDS / name) for name in LANGUAGES]
    assert sum(sizes.values()) - sum(spoken) + max(spoken) < 260_000
    assert not any(b"@param" in content for content in scripts.values()), "types are for tsc alone"
    text = "".join(file.read_text() for file in files if file.parent.name != "fonts")
    assert not re.findall(r"https?://(?!www\.w3\.org/|localhost:)", text), "nothing comes from outside"


@pytest.mark.full
@pytest.mark.ci
def test_a_server_that_ends_is_noticed(browser: Browser) -> None:
    with serving() as (address, process), browser.new_context() as context:
        page = context.new_page()
        page.goto(f"{address}/#puzzles")
        open_text(page, "pentominoes!turn@9x10")
        open_view(page, "Solve")
        page.click("#solve-count")
        expect(page.locator("#solve-stop")).to_be_enabled()
        process.kill()
        expect(page.locator("#solve-text")).to_contain_text(re.compile("was lost|does not answer"), timeout=30_000)
        expect(page.locator("#solve-stop")).to_be_disabled()


@pytest.mark.full
@pytest.mark.ci
def test_the_empty_draft_says_what_is_missing(browser: Browser, address: str) -> None:
    with visiting(browser, f"{address}/#puzzles") as page:
        open_view(page, "Make")
        page.click("#make-solve")
        expect(page.locator("#note")).to_contain_text("no pieces")
        expect(page.locator("#make")).to_be_visible()
