"""The studio in a browser, by the browser's own clocks; prints one line of JSON.

    python -m benchmarks.studio opening [--times 9]     # until a piece can be moved, with nothing in the cache
    python -m benchmarks.studio drag [--slower 4]       # frames while a piece is dragged over a 17x15 board

`opening`: median and worst of some visits: first paint, first move possible, processor time of the page, layout shift while it
opens. `drag`: frames a second and layout shifts by the trace. Needs Debian's chromium and the development tools of the
project; run it on a quiet machine.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import time
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from playwright.sync_api import CDPSession, Page

from tests.helpers.browser import browsing, visiting
from tests.helpers.player import Player
from tests.helpers.studio import serving
from tests.helpers.visitor import atoms_of, open_text, solution

PUZZLE = "pentominoes*@15x17"
LAID = 20  # pieces on the board before the drag
SECONDS = 4.0
CATEGORIES = ("toplevel", "__metadata", "devtools.timeline", "disabled-by-default-devtools.timeline.frame", "loading")
# A piece can be moved when its tile stands in the tray and the board is drawn: `play.js` listens before it draws.
WATCH = """
  window.shifts = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((each) => { window.shifts += each.value; }))
    .observe({ type: 'layout-shift', buffered: true });
  const look = () => {
    const isThere = document.querySelector('#play-board') && document.querySelector('#play-tray .tile');
    if (isThere) window.movable ??= performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
"""
READ = """() => ({
  paint: performance.getEntriesByName('first-contentful-paint')[0].startTime,
  movable: window.movable,
  shifts: window.shifts,
})"""


def drag(slower: float) -> dict[str, Any]:
    """Frames and shifts while a piece goes round over the board."""
    with (
        serving("--searches", "1") as (address, _),
        browsing() as browser,
        visiting(browser, f"{address}/#puzzles") as page,
    ):
        open_text(page, PUZZLE)
        player = Player(page)
        fill(page, player, address)
        client = page.context.new_cdp_session(page)
        client.send("Emulation.setCPUThrottlingRate", {"rate": slower})
        return {"slower": slower, **summary(traced(client, page))}


def fill(page: Page, player: Player, address: str) -> None:
    """Lay the first pieces of a solution, as one move."""
    rows = solution(player.view["puzzle"])[:LAID]
    placed = [{"piece": row["piece"], "atoms": atoms_of(player, row["cells"])} for row in rows]
    page.evaluate("async (placed) => (await import('/static/play/moves.js')).commit(placed)", placed)


def traced(client: CDPSession, page: Page) -> list[dict[str, Any]]:
    """The trace's events while a piece goes round over the board."""
    events: list[dict[str, Any]] = []
    done: list[bool] = []
    client.on("Tracing.dataCollected", lambda told: events.extend(told["value"]))
    client.on("Tracing.tracingComplete", lambda _: done.append(True))
    tile = page.locator("#play-tray .tile:visible").first.bounding_box()
    assert tile
    page.mouse.move(tile["x"] + tile["width"] / 2, tile["y"] + tile["height"] / 2)
    page.mouse.down()
    client.send("Tracing.start", {"traceConfig": {"includedCategories": list(CATEGORIES)}})
    for x, y in around(page):
        page.mouse.move(x, y)
    client.send("Tracing.end")
    while not done:
        page.wait_for_timeout(50)
    page.mouse.up()
    return events


def around(page: Page) -> Iterator[tuple[float, float]]:
    """Points on a circle over the board, as fast as the browser takes them."""
    box = page.locator("#play-board").bounding_box()
    assert box
    end = time.monotonic() + SECONDS
    while (left := end - time.monotonic()) > 0:
        turn = 2 * math.pi * left
        yield (
            box["x"] + box["width"] * (0.5 + 0.3 * math.cos(turn)),
            box["y"] + box["height"] * (0.5 + 0.3 * math.sin(turn)),
        )


def work(events: list[dict[str, Any]]) -> list[float]:
    """Milliseconds of processor time of each task of the page's main thread, whatever else the machine does."""
    mains = {
        (e["pid"], e["tid"]) for e in events if e["name"] == "thread_name" and e["args"]["name"] == "CrRendererMain"
    }
    tasks = [e for e in events if e["name"].endswith("RunTask") and (e["pid"], e["tid"]) in mains]
    return [e.get("tdur", 0) / 1000 for e in tasks]


def summary(events: list[dict[str, Any]]) -> dict[str, Any]:
    """Frames a second by the median gap between drawn frames, the main thread's longest task, the layout shifts."""
    drawn = sorted(event["ts"] for event in events if event["name"] == "DrawFrame")
    gaps = [(later - earlier) / 1000 for earlier, later in pairwise(drawn)]
    moves = [
        e.get("tdur", e["dur"]) / 1000  # of the processor, whatever else the machine does
        for e in events
        if e["name"] == "EventDispatch" and e["args"]["data"]["type"] == "pointermove"
    ]
    shifts = [e["args"]["data"]["score"] for e in events if e["name"] == "LayoutShift"]
    return {
        "frames": len(drawn),
        "processor time of the main thread a frame, ms": round(sum(work(events)) / max(1, len(drawn)), 2),
        "longest task of the main thread, ms of processor time": round(max(work(events), default=0), 1),
        "frames a second": round(1000 / statistics.median(gaps), 1) if gaps else 0,
        "slowest frame, ms": round(max(gaps, default=0), 1),
        "moves": len(moves),
        "script of a move, ms (median, worst)": [round(statistics.median(moves), 3), round(max(moves), 2)]
        if moves
        else [],
        "layout shift": sum(shifts),
    }


def opening(times: int) -> dict[str, Any]:
    """Median and worst of so many visits."""
    with serving("--searches", "1") as (address, _):
        rows = [visit(address) for _ in range(times + 1)][1:]  # the first one reads the files from the disk
    columns = {name: [row[name] for row in rows] for name in rows[0]}
    told = {name: [round(statistics.median(values), 3), round(max(values), 3)] for name, values in columns.items()}
    return {"visits": times, "median and worst of": told}


def visit(address: str) -> dict[str, float]:
    """One visit by a new browser; times in milliseconds."""
    with browsing() as browser, browser.new_context(viewport={"width": 1280, "height": 800}) as context:
        page = context.new_page()
        page.add_init_script(WATCH)
        client = context.new_cdp_session(page)
        client.send("Performance.enable", {"timeDomain": "threadTicks"})
        page.wait_for_timeout(1000)  # until the browser itself has started
        page.goto(f"{address}/")
        page.wait_for_function("() => window.movable !== undefined")
        used = {each["name"]: each["value"] for each in client.send("Performance.getMetrics")["metrics"]}
        page.wait_for_timeout(1500)  # what comes late could shift
        seen = page.evaluate(READ)
    return {
        "first paint, ms": seen["paint"],
        "first move possible, ms": seen["movable"],
        "processor time of the main thread, ms": 1000 * used["TaskDuration"],
        "layout shift": seen["shifts"],
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["opening", "drag"])
    parser.add_argument("--times", type=int, default=9, help="visits of `opening`")
    parser.add_argument("--slower", type=float, default=1.0, help="how many times slower `drag` makes the page's CPU")
    asked = parser.parse_args()
    print(json.dumps(opening(asked.times) if asked.what == "opening" else drag(asked.slower)))
