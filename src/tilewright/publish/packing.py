"""Pages with packing puzzles."""

from __future__ import annotations

from collections import Counter

from tilewright.pieces import Piece
from tilewright.publish.task import Task, physical_pieces, piece_counts, pieces_note, surface_note, task_of
from tilewright.puzzle import Packing, Tiling


@task_of.register(Packing)
def _task_of(puzzle: Packing, tiling: Tiling | None) -> Task:
    flat = puzzle.grid.dimension == 2  # nobody lays cubes on a sheet of paper
    used = Counter(placement.piece for placement in tiling.placements) if tiling else Counter[str]()
    counts = {piece.name: max(used[piece.name], piece.copies[0]) for piece in puzzle.pieces}
    any_number = any(piece.copies[1] is None for piece in puzzle.pieces)
    note = "any number of each" if any_number else pieces_note(sum(counts.values()))
    note = "; ".join(filter(None, [note, surface_note(puzzle)]))
    return Task(note, piece_counts(puzzle.pieces, counts) if flat else (), piece_list=True, to_scale=flat)


@physical_pieces.register(Packing)
def _real_pieces(puzzle: Packing) -> tuple[Piece, ...]:
    return puzzle.pieces
