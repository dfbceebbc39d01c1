"""How fast the page is there and how large it is: the figures of docs/measured/studio.md.

`uv run --group dev python -m tools.studio_speed`: cold loads from a local server, each in a fresh browser profile.
"""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser

from tests.helpers.browser import browsing
from tests.helpers.studio import serving
from tilewright import web

LOADS = 9
STATIC = Path(web.__file__).parent / "static"
PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN"
BOARD = """() => new Promise((resolve) => {
  const look = () => document.querySelector('#play-tray .tile') ? resolve(performance.now()) : setTimeout(look, 5);
  look();
})"""


def processes() -> dict[int, tuple[int, int]]:
    """{process: (its parent, clock ticks of CPU it has used)} of the whole machine."""
    found = {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = file.read_text().rpartition(") ")[2].split()
            found[int(file.parent.name)] = int(fields[1]), int(fields[11]) + int(fields[12])
    return found


def cpu() -> float:
    """Milliseconds of CPU that the server and the browser, all children of this process, have used so far."""
    every = processes()
    ours = {os.getpid()}
    for _ in range(10):  # generations
        ours |= {child for child, (parent, _) in every.items() if parent in ours}
    return 1000 * sum(every[each][1] for each in ours if each in every) / os.sysconf("SC_CLK_TCK")


def loads(browser: Browser, address: str) -> Iterator[tuple[float, float, float]]:
    """Milliseconds until something is painted, and until a piece can be taken, of each cold load; and CPU used for that."""
    for _ in range(LOADS):
        with browser.new_context() as fresh:
            page = fresh.new_page()
            before = cpu()
            page.goto(address, wait_until="commit")
            usable = page.evaluate(BOARD)
            used = cpu() - before
            page.wait_for_timeout(200)
            yield page.evaluate(PAINT), usable, used


def sizes() -> Iterator[tuple[str, int, int]]:
    """(part, bytes, bytes compressed) of the page; what the static site alone needs is `backend`."""
    parts: dict[str, list[bytes]] = {}
    for file in sorted(STATIC.rglob("*")):
        if file.is_file():
            place = file.relative_to(STATIC).parts
            parts.setdefault(place[0] if len(place) > 1 else "frame", []).append(file.read_bytes())
    parts["gallery of cards"] = [(STATIC.parent / "gallery.json").read_bytes()]
    for name, contents in parts.items():
        yield name, sum(map(len, contents)), sum(len(gzip.compress(content)) for content in contents)


def main() -> None:
    with serving() as (address, _), browsing() as browser:
        found = list(loads(browser, address))
    paint, usable, used = (sorted(values) for values in zip(*found, strict=True))
    print(
        f"first paint {median(paint):.0f} ms (worst {paint[-1]:.0f}), first move possible {median(usable):.0f} ms",
        end="",
    )
    print(f" (worst {usable[-1]:.0f}), CPU of server and browser till then {median(used):.0f} ms, {LOADS} cold loads; ")
    print(
        f"load of the machine {os.getloadavg()[0]:.0f} on {os.cpu_count()} cores\n\n| part | kB | kB compressed |\n|---|---|---|"
    )
    rows = list(sizes())
    for name, size, packed in [*rows, ("together", sum(row[1] for row in rows), sum(row[2] for row in rows))]:
        print(f"| {name} | {size / 1000:.0f} | {packed / 1000:.1f} |")


if __name__ == "__main__":
    main()
