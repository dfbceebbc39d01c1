"""How long a first visit takes until a piece can be moved, in a browser with nothing in its cache.

    python benchmarks/studio_opening.py [--times 9]

Prints one line of JSON with the median and the worst of some visits: first paint, first move possible, processor time of the
page, layout shift while it opens. Needs Debian's chromium and the development tools of the project; run it on a quiet machine.
"""

from __future__ import annotations

import argparse
import json
import statistics

from tests.helpers.browser import browsing
from tests.helpers.studio import serving

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


def main() -> None:
    """Measure and print one line of JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--times", type=int, default=9)
    times = parser.parse_args().times
    with serving("--searches", "1") as (address, _):
        rows = [visit(address) for _ in range(times + 1)][1:]  # the first one reads the files from the disk
    columns = {name: [row[name] for row in rows] for name in rows[0]}
    told = {name: [round(statistics.median(values), 3), round(max(values), 3)] for name, values in columns.items()}
    print(json.dumps({"visits": times, "median and worst of": told}))


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
    main()
