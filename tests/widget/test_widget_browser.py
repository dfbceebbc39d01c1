"""The widget in a notebook, played in a browser: what the player does arrives in Python."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import FrameLocator

from tests.helpers.browser import browsing
from tilewright.widget import PuzzleWidget

NOTEBOOK = Path(__file__).with_name("notebook.py")
PATIENCE = 120.0  # seconds until a test gives up

pytestmark = [pytest.mark.full, pytest.mark.ci]


@contextmanager
def notebook(told: Path) -> Iterator[str]:
    """The address of the notebook, run by marimo in a process that has ended afterwards."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "marimo", "run", str(NOTEBOOK), "--headless", "--no-token", "--port", str(port)]
    with subprocess.Popen(
        [*command, "--host", "127.0.0.1"],
        env={**os.environ, "TOLD": str(told)},
        cwd=told.parent,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        try:
            assert process.stdout and any("URL" in line for line in process.stdout), "marimo ended"
            yield f"http://127.0.0.1:{port}/"
        finally:
            process.terminate()


def rows_of(told: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in told.read_text().splitlines()]


def wait_for(told: Path, after: int, **wanted: Any) -> None:
    """Until a line after so many others says what is wanted."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if any(all(row[key] == value for key, value in wanted.items()) for row in rows_of(told)[after:]):
            return
        time.sleep(0.2)
    raise AssertionError(f"nobody was told {wanted}: {told.read_text()}")


def play_by_hints(frame: FrameLocator, told: Path) -> None:
    """Ask for hints, and let each be done, until the board is full."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and not any(row["done"] for row in rows_of(told)):
        frame.locator("#play-hint").click()
        time.sleep(0.5)


def test_what_is_played_and_solved_arrives_in_python(tmp_path: Path) -> None:
    told = tmp_path / "told.jsonl"
    told.touch()
    with notebook(told) as address, browsing() as browser, browser.new_page() as page:
        page.set_default_timeout(PATIENCE * 1000)
        complaints: list[str] = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(address)
        frame = page.frame_locator("iframe[title=Tilewright]")
        play_by_hints(frame, told)
        wait_for(told, 0, name="tiling", pieces=["L", "P", "V"], done=True)
        played = len(rows_of(told))
        frame.locator("#puzzle-tabs a", has_text="Solve").click()
        frame.locator("#solve-all").click()
        frame.locator("#solve").get_by_text("All", exact=False).first.wait_for()
        frame.locator("#solve-next").click()
        wait_for(told, played, pieces=["L", "P", "V"], done=True)
        assert not complaints


CELL = """<!doctype html><body style="margin: 0">
<div id="cell" style="width: {width}px; padding: 8px; overflow: hidden"><div id="widget" style="margin: 2px"></div></div>
"""
MODEL = """
const heard = {}, values = VALUES;
window.model = {
  get: (name) => values[name],
  set: () => {},
  save_changes: () => {},
  on: (name, listener) => (heard[name] = listener),
  off: () => {},
  send: async (message) => heard["msg:custom"](await window.askPython(message), []),
};
render({ model: window.model, el: document.getElementById("widget") });
"""


@pytest.mark.parametrize(("puzzle", "width"), [("LPV@3x5", 700), ("pentominoes@6x10", 900), ("soma@3x3x3", 500)])
def test_all_of_the_widget_is_seen_at_its_default_height(puzzle: str, width: int, tmp_path: Path) -> None:
    """As in a cell of JupyterLab, which cuts off what is wider than it: no scrolling inside, no edge outside."""
    widget = PuzzleWidget(puzzle)
    sent: list[dict[str, Any]] = []
    widget.send = lambda content, buffers=None: sent.append(content)

    def ask(message: dict[str, Any]) -> dict[str, Any]:
        widget._asked(None, message, [])
        return sent[-1]

    values = json.dumps({"_address": widget._address, "height": widget.height})
    with browsing() as browser, browser.new_page(viewport={"width": 1000, "height": 700}) as page:
        page.set_default_timeout(PATIENCE * 1000)
        complaints: list[str] = []
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.expose_function("askPython", ask)
        page.route(
            "http://localhost/", lambda route: route.fulfill(body=CELL.format(width=width), content_type="text/html")
        )
        page.goto("http://localhost/")
        script = widget._esm.replace("export default { render };", MODEL.replace("VALUES", values))
        page.add_script_tag(content=script, type="module")
        frame = page.frame_locator("iframe[title=Tilewright]")
        frame.locator("#play-hint").wait_for()
        page.wait_for_timeout(1500)  # until the page has its final size
        inside = frame.locator(":root").evaluate(
            "(root) => [root.scrollHeight - root.clientHeight, root.scrollWidth - root.clientWidth]"
        )
        box, cell = page.locator("iframe").bounding_box(), page.locator("#widget").bounding_box()
        if os.environ.get("SCREENSHOTS"):
            page.screenshot(path=f"{os.environ['SCREENSHOTS']}/{width}.png", full_page=True)
    assert not complaints
    assert inside[0] <= 1 and inside[1] <= 1, inside
    assert box and cell and box["x"] + box["width"] <= cell["x"] + cell["width"]
    assert box["height"] < 1300  # the board alone was as high as the frame had been, again and again
