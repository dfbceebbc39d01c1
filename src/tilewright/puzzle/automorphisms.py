"""The symmetries of a puzzle: isometries of its board under which its rules stay as they are, on the cover.

Board, optional cells, pins and clues must be kept, and every allowed placement must become an allowed one; a piece
may become its mirror image if that is a piece with equal copies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tilewright.cover.problem import Automorphism
from tilewright.cover.search.deadline import NEVER, Deadline
from tilewright.lattice.symmetry import Isometry, image, symmetries

if TYPE_CHECKING:
    from tilewright.puzzle.compiled import Compiled


def automorphisms(compiled: Compiled, deadline: Deadline = NEVER) -> tuple[tuple[Isometry, Automorphism], ...]:
    """Every symmetry of the puzzle with what it does to the items and options of its cover; identity first.

    Raises OutOfTimeError at the deadline.
    """
    board = compiled.puzzle.board
    cover = compiled.cover
    index = {atom: item for item, atom in enumerate(compiled.atoms)}
    numbers = {option: number for number, option in enumerate(deadline.watch(cover.options))}
    found = []
    for isometry in symmetries(board.grid, (*board.atoms, *board.optional), board.optional, watch=deadline.watch):
        rules = compiled.image_of_rules(isometry)
        if rules is None:
            continue
        items = [index[atom] for atom in image(board.grid, isometry, deadline.watch(compiled.atoms))] + rules
        options = [numbers.get(tuple(sorted(map(items.__getitem__, o)))) for o in deadline.watch(cover.options)]
        if None not in options:
            found.append((isometry, Automorphism(tuple(items), tuple(o for o in options if o is not None))))
    return tuple(found)
