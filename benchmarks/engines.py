"""Every engine on every instance that the documentation names: the same verdict, or unknown when time is up.

    uv run python benchmarks/engines.py --json docs/data/engines.json [--limit 60] [--only WORD]

A verdict is asked of the engine alone, on the cover as compiled: no reason is tried before. Times and the limit are CPU
seconds of this process and the programs it runs (Linux only), so that a busy machine changes little. Written after
every instance, so an interrupted run keeps what it has; what is in the file is not run again, but for verdicts that
were unknown at a lower limit.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import date
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from tests.helpers.stock import STOCK, stock_puzzle
from tilewright import formats
from tilewright.cover.engine import engines
from tilewright.cover.limits import Limit, Report
from tilewright.cover.problem import ExactCover, faults
from tilewright.kinds import Packing
from tilewright.puzzle import Puzzle

WARM = ExactCover.of([(0,), (1,), (0, 1)], primary=2)
LEFT_OUT = ("reference", "race")  # the oracle of the tests, not meant for these; native by another name when it lists


def instances() -> Iterator[tuple[str, str, Puzzle]]:
    """(group, name, puzzle)."""
    yield "Doodle Fit", "two", formats.load(ROOT / "examples/doodle-fit/two")
    for path in sorted((ROOT / "examples/katamino").iterdir(), key=lambda p: int(p.stem[2:])):
        yield "Katamino", path.stem, formats.load(path)
    for challenge in STOCK["challenges"]:
        yield "FridgeIQ", challenge["name"], stock_puzzle(challenge)
    for notation in ("fridgeiq:IQRST@3x4", "fridgeiq:IJLMNORSTUY@2x15"):  # the author says: no solution
        yield "FridgeIQ", notation, Packing.parse(notation)
    for name in ("blog-6x6", "blog-17x15"):
        yield "Shikaku", name, formats.load(ROOT / "examples/shikaku" / name)
    for number, row in enumerate(json.loads((ROOT / "tests/data/shikaku_urls.json").read_text())["instances"]):
        yield "Shikaku", f"url {number + 1}, {row['rows']}x{row['cols']}", formats.load(row["url"])
    for m in range(5, 16):
        for n in range(5, 16):
            if m * n % 4 == 0:
                yield "Tetris", f"{m}x{n}", Packing.parse(f"tetrominoes*@{m}x{n}")


class Stopwatch:
    """CPU seconds of this process and of the programs it runs, since this was made."""

    def __init__(self) -> None:
        self.children = children_seconds()
        self.own = time.process_time()  # last here and first below, so that looking at children is not counted

    @property
    def seconds(self) -> float:
        own = time.process_time() - self.own
        return own + children_seconds() - self.children


def children_seconds() -> float:
    """CPU seconds of the children that this process has had and of those it has."""
    used = os.times().children_user + os.times().children_system
    ticks = 0
    for thread in Path("/proc/self/task").iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):  # it has just ended
            for child in (thread / "children").read_text().split():
                fields = Path(f"/proc/{child}/stat").read_text().rsplit(")", 1)[1].split()
                ticks += int(fields[11]) + int(fields[12])
    return used + ticks / os.sysconf("SC_CLK_TCK")


@contextmanager
def stopping(report: Report, limit: float) -> Iterator[None]:
    """Ask the search to stop when it has used `limit` CPU seconds."""
    watch, done = Stopwatch(), threading.Event()

    def look() -> None:
        while not done.wait(0.1):
            report.stop = report.stop or watch.seconds >= limit

    watcher = threading.Thread(target=look)
    watcher.start()
    try:
        yield
    finally:
        done.set()
        watcher.join()


def ask(name: str, cover: ExactCover, limit: float) -> tuple[str, float]:
    """(verdict, CPU seconds); an engine that cannot take the cover answers "-"."""
    engine = engines()[name]
    if engine.unavailable() or engine.refuses(cover):
        return "-", 0.0
    report = Report()
    with stopping(report, limit):
        watch = Stopwatch()
        found = [s for b in engine.solutions(cover, Limit(solutions=2), report) for s in b]
        took = watch.seconds
    for solution in found:
        assert not faults(cover, solution)
    if len(set(found)) >= 2:
        return "several", took
    return ("unknown" if report.ended != "exhausted" else "unique" if found else "impossible"), took


def wanted(row: dict[str, Any], engine: str, limit: float) -> bool:
    """Whether the file does not hold the verdict yet, or only that a lower limit was too low."""
    word, took = row["engines"].get(engine, ("unknown", 0.0))
    return bool(word == "unknown" and took < limit)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path, required=True)
    parser.add_argument("--limit", type=float, default=60.0)
    parser.add_argument("--only", default="", help="instances whose group and name hold this")
    parser.add_argument("--engine", action="append", help="only these engines")
    args = parser.parse_args()
    names = args.engine or [name for name in engines() if name not in LEFT_OUT]
    data = json.loads(args.json.read_text()) if args.json.exists() else {"rows": []}
    data |= {"date": str(date.today()), "limit": args.limit, "command": "benchmarks/engines.py"}
    done = {(row["group"], row["name"]): row for row in data["rows"]}
    for engine in names:
        ask(engine, WARM, 10.0)  # imports and the start of HiGHS's process are no part of a search
    for group, name, puzzle in instances():
        if args.only not in f"{group} {name}":
            continue
        row = done.get((group, name))
        if row is None:
            row = {"group": group, "name": name, "engines": {}}
            data["rows"].append(row)
        cover = puzzle.compile().with_hints().cover
        for engine in names:
            if wanted(row, engine, args.limit):
                row["engines"][engine] = ask(engine, cover, args.limit)
                if row["engines"][engine][0] == "unknown":
                    ask(engine, WARM, 10.0)  # HiGHS's process was ended
        words = {word for word, _ in row["engines"].values()} - {"unknown", "-"}
        if len(words) > 1:
            raise SystemExit(f"{group} {name}: engines disagree: {row['engines']}")
        args.json.write_text(json.dumps(data, indent=1) + "\n")
        print(group, name, {k: (w, round(t, 3)) for k, (w, t) in row["engines"].items()}, flush=True)


if __name__ == "__main__":
    main()
