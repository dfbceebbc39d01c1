"""What a search process tells the server: progress while it works, and how it ended."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from tilewright.api.prepare import with_partial
from tilewright.cover.search.report import Report
from tilewright.formats import load
from tilewright.formats.solution import parse_solution
from tilewright.puzzle import Puzzle

EVERY = 0.25  # seconds between two words about progress
Tell = Callable[[dict[str, Any]], None]


def watched(tell: Tell, report: Report, body: Callable[[], dict[str, Any]]) -> None:
    """Do the work and tell its end; its progress too."""
    with _watching(tell, report):
        end = body()
    tell({"event": "end", **end})


@contextmanager
def _watching(tell: Tell, report: Report) -> Iterator[None]:
    """Tell progress every now and then: from a thread beside the work, or in a browser, which has none, when it looks up."""
    if sys.platform == "emscripten":
        report.on_look = _now_and_then(lambda: _tell_progress(tell, report))
        yield
        return
    over = threading.Event()

    def watch() -> None:
        while not over.wait(EVERY):
            _tell_progress(tell, report)

    watcher = threading.Thread(target=watch, daemon=True)
    watcher.start()
    try:
        yield
    finally:
        over.set()
        watcher.join()


def _now_and_then(tell: Callable[[], None]) -> Callable[[], None]:
    """`tell`, but not more often than every so many seconds."""
    last = time.monotonic()

    def look() -> None:
        nonlocal last
        if time.monotonic() - last >= EVERY:
            last = time.monotonic()
            tell()

    return look


def _tell_progress(tell: Tell, report: Report) -> None:
    tell(
        {
            "event": "progress",
            "nodes": report.nodes,
            "solutions": report.solutions,
            "fraction": report.fraction,
            "estimate": report.estimate,
            "seconds": round(report.seconds, 2),
        }
    )


def puzzle_from_here(job: dict[str, Any]) -> Puzzle:
    """The puzzle with what lies there pinned."""
    puzzle = load(job["puzzle"])
    return with_partial(puzzle, parse_solution(job["partial"], puzzle)) if job.get("partial") else puzzle
