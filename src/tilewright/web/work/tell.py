"""What a search process tells the server: progress while it works, and how it ended."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from tilewright.api.prepare import with_partial
from tilewright.cover.search.report import Report
from tilewright.formats import load
from tilewright.formats.solution import parse_solution
from tilewright.puzzle import Puzzle

EVERY = 0.25  # seconds between two words about progress
Tell = Callable[[dict[str, Any]], None]


def _tell_progress(tell: Tell, report: Report, over: threading.Event) -> None:
    while not over.wait(EVERY):
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


def watched(tell: Tell, report: Report, body: Callable[[], dict[str, Any]]) -> None:
    """Do the work and tell its end; its progress too, from a thread beside it."""
    over = threading.Event()
    watcher = threading.Thread(target=_tell_progress, args=(tell, report, over), daemon=True)
    watcher.start()
    try:
        end = body()
    finally:
        over.set()
        watcher.join()
    tell({"event": "end", **end})


def puzzle_from_here(job: dict[str, Any]) -> Puzzle:
    """The puzzle with what lies there pinned."""
    puzzle = load(job["puzzle"])
    return with_partial(puzzle, parse_solution(job["partial"], puzzle)) if job.get("partial") else puzzle
