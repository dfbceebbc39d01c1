"""The static site in a real browser, from a path of its own on a plain file server: what works, and what it says where it cannot."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Browser, Page

from tests.helpers.browser import DESKTOP
from tests.helpers.site import site_folder
from tests.helpers.site_page import asked, opened, searched
from tilewright import load, verdict

pytestmark = [pytest.mark.full, pytest.mark.ci]


def test_tilings_counts_and_verdicts_are_those_of_the_package(solver: Page) -> None:
    listed = searched(solver, puzzle="FNPUV@5x5", goal="list", number=100)
    assert len(listed["found"]) == listed["end"]["count"] == 16
    counted = searched(solver, puzzle="pentominoes@6x10", goal="count", up_to="symmetries")
    assert counted["end"]["count"]["value_text"] == "2339"
    for text in ("FNPUV@5x5", "FILNP@5x5", "soma@3x3x3", "tetrominoes@4x7"):
        judged = searched(solver, puzzle=text, goal="verdict")["end"]
        expected = verdict(load(text))
        assert judged["verdict"] == expected.verdict
        assert judged.get("reason", {}).get("text") == (expected.reason.text if expected.reason else None)


def test_a_search_tells_progress_stops_at_once_and_the_next_one_works(solver: Page) -> None:
    stopped = searched(solver, 3, puzzle="pentominoes*@12x20", goal="count")
    assert stopped["end"]["ended"] == "stopped" and len(stopped["progress"]) == 3
    assert searched(solver, puzzle="FNPUV@5x5", goal="count")["end"]["count"]["value_text"] == "16"


def test_hints_checks_making_and_days(solver: Page) -> None:
    puzzle = asked(solver, "/api/puzzle", puzzle="FNPUV@5x5")["puzzle"]
    assert asked(solver, "/api/hint", puzzle=puzzle, solution='{"placements": []}')["text"]
    assert asked(solver, "/api/check", puzzle=puzzle, solution='{"placements": []}') == {
        "faults": [],
        "done": False,
        "searchable": True,
    }
    made = asked(solver, "/api/new", system="shikaku", difficulty="easy", seed=7, rows=7, columns=7)
    assert made["cells"] == 49
    assert len(asked(solver, "/api/pieces", pieces="pentominoes:FNP")) == 3


EXPORT = """async ([form, solution]) => {
  const api = await import(new URL('static/core/api.js', document.baseURI));
  const answer = await api.post('/api/export', { puzzle: 'FNPUV@5x5', form, solution });
  return [...new Uint8Array(await answer.arrayBuffer())].slice(0, 400);
}"""
BEGINNINGS = {"svg": b"<svg", "png": b"\x89PNG", "json": b"{", "toml": b"name", "txt": b"FNPUV@5x5", "puzz.link": b""}


@pytest.mark.parametrize("form", BEGINNINGS)
def test_what_is_taken_away(solver: Page, form: str) -> None:
    if form == "puzz.link":
        with pytest.raises(Exception, match=r"puzz\.link"):  # which has no pieces
            solver.evaluate(EXPORT, [form, ""])
        return
    assert bytes(solver.evaluate(EXPORT, [form, ""])).startswith(BEGINNINGS[form])


def test_pages_are_printed_by_typst_which_is_loaded_only_then(solver: Page) -> None:
    asked_for: list[str] = []
    solver.context.on("request", lambda request: asked_for.append(request.url))
    assert bytes(solver.evaluate(EXPORT, ["pdf", ""])).startswith(b"%PDF")


@pytest.mark.parametrize("form", ["solids", "laser"])
def test_what_cannot_be_made_here_names_the_command(solver: Page, form: str) -> None:
    with pytest.raises(Exception, match=r"tilewright publish \w+"):
        solver.evaluate(EXPORT, [form, ""])


def test_bad_input_is_one_line(solver: Page) -> None:
    with pytest.raises(Exception, match="names no pieces"):
        asked(solver, "/api/puzzle", puzzle="QQQ@5x5")
    with pytest.raises(Exception, match="not understood"):
        asked(solver, "/api/puzzle", puzle="typo")


def test_no_script_but_the_sites_own_files(browser: Browser, site: str) -> None:
    with browser.new_context(viewport=DESKTOP) as context:
        page = opened(context, site)
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
