"""Pages with edge-matching puzzles: the board, and the tiles beside it."""

from __future__ import annotations

from tilewright.publish.task import Task, pieces_note, task_of
from tilewright.puzzle import EdgeMatching, Tiling


@task_of.register(EdgeMatching)
def _task_of(puzzle: EdgeMatching, tiling: Tiling | None) -> Task:
    copies = [tile.copies for tile in puzzle.tiles]
    if any(most is None for _, most in copies):
        note = "any number of each"
    else:
        note = pieces_note(sum(most or 0 for _, most in copies)).replace("piece", "tile")
    matching = "; a small letter meets its capital" if puzzle.match == "partner" else ""
    return Task(note + matching, piece_list=True)
