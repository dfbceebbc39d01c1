"""A hint as the page takes it: fields, no sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.cover.search.limit import Limit
from tilewright.explain.hints.hint import hint
from tilewright.formats import load
from tilewright.formats.solution import parse_solution
from tilewright.puzzle import Placement, Puzzle
from tilewright.puzzle.check import faults
from tilewright.web.work.tell import Tell


def tell_hint(job: dict[str, Any], tell: Tell) -> None:
    """The next step from what lies on the board."""
    puzzle = load(job["puzzle"])
    placements = parse_solution(job["partial"], puzzle)
    tell({"event": "end", "hint": next_step(puzzle, placements, Limit(seconds=job["seconds"]))})


def next_step(puzzle: Puzzle, placements: Sequence[Placement], limit: Limit) -> dict[str, Any]:
    """The easiest next step as fields, which the page phrases; `text` is the sentence of the command line.

    `placements` holds the placement the step is about, and `others` counts those for which the same holds; `atoms` and
    `pieces` are where and what the reason is about. A broken rule is named by `rule`.
    """
    step = hint(puzzle, placements, limit=limit)
    row: dict[str, Any] = {
        "kind": step.kind,
        "technique": step.technique,
        "tier": step.tier,
        "ended": step.ended,
        "text": step.text,
        "atoms": sorted(set(step.atoms)),
        "pieces": step.pieces,
        "placements": [{**puzzle.placement_row(p), "atoms": p.atoms} for p in step.placements[:1]],
        "others": max(0, len(step.placements) - 1),
    }
    if step.technique == "rules":
        row["rule"] = faults(puzzle, placements, partial=True)[0].rule
    return row
