"""How the way from a puzzle's text to its drawn first tiling grows with the puzzle: dominoes, Shikaku, sets of pentominoes.

    uv run python benchmarks/growth_large.py [--json docs/data/bench-growth-large.json] [--only WORD] [--folder DIR]

Each point is a process of its own: CPU seconds to read the text, to compile it, to solve it (compiling, reasons and the
check included) and to draw the tiling; and the most memory beyond that of the process before it read anything.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from large_instances import SETS, written
from measurements import Rows, options

from tilewright import Limit, load, solve

SIDES = (30, 100, 200, 300, 500, 700, 1000)
SECONDS = 60.0  # of a solve


def points(files: dict[str, str]) -> Iterator[tuple[str, int, str]]:
    """(family, size, what the command line takes)."""
    for side in SIDES:
        yield "dominoes", side, f"dominoes*@{side}x{side}"
    for side in (100, 300, 1000):
        yield "Shikaku", side, files[f"shikaku-{side}"]
    for copies in SETS:
        yield "pentominoes", 12 * copies, files[f"sets-{copies}.json"]


def measure(source: str) -> dict[str, Any]:
    """The laps of one puzzle, in this process."""
    solve(load("dominoes*@2x2"))  # what is imported when it is first used
    before, last = _peak(), time.process_time()
    laps: dict[str, float] = {}

    def lap(name: str) -> None:
        nonlocal last
        now = time.process_time()
        laps[name], last = round(now - last, 4), now

    puzzle = load(source)
    lap("read")
    compiled = puzzle.compile()
    lap("compile")
    items, options, entries = compiled.cover.size
    bytes_an_option = (_peak() - before) / options
    del compiled
    last = time.process_time()
    found = solve(puzzle, limit=Limit(seconds=SECONDS))
    lap("solve")
    text = next(iter(puzzle.text.drawings(found.tilings)), "")
    lap("draw")
    size = {"items": items, "options": options, "entries": entries, "bytes_an_option": round(bytes_an_option, 1)}
    return {**size, **laps, "ended": found.ended, "nodes": found.nodes, "text": len(text), "peak": _peak() - before}


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10


def in_a_process(source: str) -> dict[str, Any]:
    """The same in a process of its own."""
    done = subprocess.run([sys.executable, __file__, "--one", source], capture_output=True, text=True, check=True)
    row: dict[str, Any] = json.loads(done.stdout)
    return row


def main() -> None:
    parser = options(__doc__, only="", folder="")
    parser.add_argument("--one", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.one:
        print(json.dumps(measure(args.one)))
        return
    rows = Rows(args.json)
    with tempfile.TemporaryDirectory() as temporary:
        for family, size, source in points(written(Path(args.folder or temporary))):
            if args.only in f"{family} {size}":
                rows.add({"family": family, "size": size, "load": os.getloadavg()[0], **in_a_process(source)})


if __name__ == "__main__":
    main()
