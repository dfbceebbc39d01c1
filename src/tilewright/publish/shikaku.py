"""Pages with Shikaku."""

from __future__ import annotations

from tilewright.publish.task import Task, task_of
from tilewright.puzzle import Shikaku, Tiling


@task_of.register(Shikaku)
def _task_of(puzzle: Shikaku, tiling: Tiling | None) -> Task:
    return Task(f"{len(puzzle.clues)} rectangles, {puzzle.rows} × {puzzle.columns}")
