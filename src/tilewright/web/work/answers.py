"""Answers that come at once: how many tilings there are, or whether there is one."""

from __future__ import annotations

from typing import Any

from tilewright.api.count import count
from tilewright.api.verdict import verdict
from tilewright.cover.search.limit import Limit
from tilewright.cover.search.report import Report
from tilewright.formats import load
from tilewright.formats.answer import count_answer, line_of, reason_row
from tilewright.web.work.tell import Tell, puzzle_from_here, watched


def count_tilings(job: dict[str, Any], tell: Tell) -> None:
    """The number of tilings, also up to symmetry."""
    puzzle = puzzle_from_here(job)
    report = Report()

    def body() -> dict[str, Any]:
        found = count(puzzle, up_to=job.get("up_to", "none"), limit=Limit(seconds=job["seconds"]), report=report)
        return {**count_answer(puzzle, found), "seconds": round(report.seconds, 3)}

    watched(tell, report, body)


def tell_verdict(job: dict[str, Any], tell: Tell) -> None:
    """Whether there is a tiling, whether it is the only one, or why there is none."""
    puzzle = load(job["puzzle"])
    report = Report()

    def body() -> dict[str, Any]:
        found = verdict(puzzle, limit=Limit(seconds=job["seconds"]), report=report)
        tell({"event": "solutions", "lines": [line_of(tiling) for tiling in found.tilings]})
        answer: dict[str, Any] = {"verdict": found.verdict, "ended": found.ended, "engine": found.engine}
        if found.reason:
            answer["reason"] = reason_row(puzzle, found.reason)
        return {**answer, "unique_up_to": found.unique_up_to, "seconds": found.times["total"], "asked": "verdict"}

    watched(tell, report, body)
