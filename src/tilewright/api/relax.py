"""What would make an impossible puzzle possible: the smallest changes, each tried by solving the changed puzzle."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from tilewright.api.optimise import largest_filling
from tilewright.api.solve import solve
from tilewright.arguments import check_puzzle
from tilewright.cover.choice import check_arguments
from tilewright.cover.engine import lookup
from tilewright.cover.limits import Limit
from tilewright.puzzle import Puzzle, Tiling

SECONDS = 5.0  # for each change, unless told otherwise


@dataclass(frozen=True)
class Relaxation:
    """A change that helps; `tiling` shows that it does.

    kind: unpin | flip | more | fewer | exchange, for a Shikaku unpin | number | drop | move | numbers, for both cells.
    text: the change as a sentence; puzzle: what it makes of the puzzle.
    For "cells" the tiling is partial and leaves as few cells empty as any can, if `proven`.

    >>> from tilewright import load, relaxations
    >>> change = next(relaxations(load("tetrominoes:OS@2x4")))
    >>> change.kind, change.text, [placement.piece for placement in change.tiling.placements]
    ('exchange', 'another piece O instead of one piece S', ['O', 'O'])
    """

    kind: str
    text: str
    puzzle: Puzzle
    tiling: Tiling
    proven: bool = True


def relaxations(puzzle: Puzzle, limit: Limit = Limit(seconds=SECONDS)) -> Iterator[Relaxation]:
    """The changes that make the puzzle solvable, one by one, and the fewest cells left empty.

    Pieces: a pin dropped, a piece flipped, a copy more or fewer, all pieces flipped; one piece exchanged for another if
    nothing smaller helps. A Shikaku: a pin dropped, a clue with another number, without it, or moved by one cell; two
    clues with other numbers if nothing smaller helps. `limit` is for each change; what it cuts short is not reported.

    >>> from tilewright import load, relaxations
    >>> [change.text for change in relaxations(load("tetrominoes:OS@2x4"))]
    ['another piece O instead of one piece S', '4 of 8 cells stay empty']
    """
    check_puzzle(puzzle)
    check_arguments("auto", limit, 1)
    yield from _helpful_changes(puzzle, limit)
    if not lookup("cp").unavailable():
        best = largest_filling(puzzle, limit=limit)
        if best.tiling is not None:
            left = f"{puzzle.board.area - best.value:g} of {puzzle.board.area:g} cells stay empty"
            if best.value < puzzle.board.area:
                yield Relaxation("cells", left, puzzle, best.tiling, best.ended == "exhausted")


def _helpful_changes(puzzle: Puzzle, limit: Limit) -> Iterator[Relaxation]:
    helped = {False: 0, True: 0}  # changes of the first resort, of the last
    for change in puzzle.changes():
        if change.last_resort and (helped[False] or helped[True] == change.last_resort):
            break
        found = solve(change.puzzle, 1, limit=limit)
        if found.tilings:
            helped[bool(change.last_resort)] += 1
            tiling, text, changed = found.tilings[0], change.text, change.puzzle
            if change.finish is not None:
                text, changed = change.finish(tiling)
                tiling = replace(tiling, puzzle=changed)
            yield Relaxation(change.kind, text, changed, tiling)
