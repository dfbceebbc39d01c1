"""One step of a hint for the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tilewright.formats.answer import placement_row
from tilewright.puzzle import Placement, Puzzle, Shikaku


def next_step(puzzle: Puzzle | Shikaku, placements: Sequence[Placement]) -> dict[str, Any]:
    """The easiest next step in one sentence: its text, the atoms to mark, and the placement where it makes one.

    A step that lays a piece marks where it goes; one that rules out or finds a fault marks its reason.
    """
    from tilewright.explain.hint import hint

    step = hint(puzzle, placements)
    lays = step.kind == "place" and len(step.placements) == 1
    row: dict[str, Any] = {"kind": step.kind, "text": step.text}
    if lays:
        return {**row, "atoms": step.placements[0].atoms, "placement": placement_row(puzzle, step.placements[0])}
    named = step.placements[0].atoms if step.placements else ()  # the one the sentence is about; others are counted
    return {**row, "atoms": sorted(set(step.atoms or named))}
