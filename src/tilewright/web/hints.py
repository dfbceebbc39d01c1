"""One step of a hint for the page: worked out in a process of its own, which can be ended, and awaited by the server."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from tilewright.cover.search.limit import Limit
from tilewright.errors import LimitError, TilewrightError
from tilewright.formats.answer import placement_row
from tilewright.puzzle import Placement, Puzzle

if TYPE_CHECKING:
    from tilewright.web.pool import Pool

PROCESSES = 2  # for hints at once, beside those of searches
LOOK = 0.25  # seconds between looks at whether the asker is still there
WAIT = 30.0  # seconds from the question on, with all the waiting; a process that works on it then is ended


def next_step(puzzle: Puzzle, placements: Sequence[Placement], limit: Limit) -> dict[str, Any]:
    """The easiest next step in one sentence: its text, the atoms to mark, and the placement where it makes one.

    A step that lays a piece marks where it goes; one that rules out or finds a fault marks its reason.
    """
    from tilewright.explain.hint import hint

    step = hint(puzzle, placements, limit=limit)
    lays = step.kind == "place" and len(step.placements) == 1
    row: dict[str, Any] = {"kind": step.kind, "text": step.text}
    if lays:
        return {**row, "atoms": step.placements[0].atoms, "placement": placement_row(puzzle, step.placements[0])}
    named = step.placements[0].atoms if step.placements else ()  # the one the sentence is about; others are counted
    return {**row, "atoms": sorted(set(step.atoms or named))}


async def answer(pool: Pool, job: dict[str, Any], gone: Callable[[], Awaitable[bool]]) -> dict[str, Any]:
    """The step as a process of the pool finds it; the work is ended when the asker is gone, or waits too long.

    Raises LimitError after WAIT, and TilewrightError with what the process refused.
    """
    search = pool.begin(job)
    until = time.monotonic() + WAIT
    try:
        while search.end is None and not await gone():
            if time.monotonic() > until:
                raise LimitError("the studio is busy with many hints: try again in a moment")
            with suppress(TimeoutError):
                await asyncio.wait_for(search.changed.wait(), LOOK)
    finally:
        pool.drop(search)
    end = search.end or {}
    if "hint" not in end:
        raise TilewrightError(end.get("text", "the hint was not waited for"))
    step: dict[str, Any] = end["hint"]
    return step
