"""The symmetries of a puzzle: isometries of its board under which its rules stay as they are, on the cover.

Board, optional cells, pins and clues must be kept, and every allowed placement must become an allowed one; a piece
may become its mirror image if that is a piece with equal copies.
"""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.cover.problem import Automorphism
from tilewright.cover.search.deadline import NEVER, Deadline
from tilewright.lattice.symmetry import Isometry, image, symmetries
from tilewright.puzzle.packing.compile import Compiled
from tilewright.puzzle.shikaku.puzzle import Shikaku


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
        rules = _rules(compiled, isometry)
        if rules is None:
            continue
        items = [index[atom] for atom in image(board.grid, isometry, deadline.watch(compiled.atoms))] + rules
        options = [numbers.get(tuple(sorted(map(items.__getitem__, o)))) for o in deadline.watch(cover.options)]
        if None not in options:
            found.append((isometry, Automorphism(tuple(items), tuple(o for o in options if o is not None))))
    return tuple(found)


def _rules(compiled: Compiled, isometry: Isometry) -> list[int] | None:
    """Where the items behind the atoms go (supplies, then pins), or None when a rule is not kept."""
    if isinstance(compiled.puzzle, Shikaku):  # pinned rectangles are kept if their options are
        clues = {(row, column): value for row, column, value in compiled.puzzle.clues}
        moved = image(compiled.puzzle.grid, isometry, clues)
        return [] if dict(zip(moved, clues.values(), strict=True)) == clues else None
    kinds = _kind_map(compiled, isometry)
    if kinds is None:
        return None
    supplies = [
        item for number in range(len(kinds)) if compiled.supply[number] for item in compiled.supply[kinds[number]]
    ]
    pins = _pin_map(compiled, kinds, isometry)
    first_pin = len(compiled.atoms) + len(supplies)
    return None if pins is None else supplies + [first_pin + place for place in pins]


def _kind_map(compiled: Compiled, isometry: Isometry) -> list[int] | None:
    """The kind that each kind becomes, or None when one becomes no kind."""
    taken: set[int] = set()
    result = []
    for kind in compiled.kinds:
        turned = tuple(sorted(compiled.puzzle.grid.image(isometry.motion, aspect) for aspect in kind.pieces[0].kind))
        match = (
            number
            for number, other in enumerate(compiled.kinds)
            if number not in taken and other.pieces[0].kind == turned and other.copies == kind.copies
        )
        if (number := next(match, None)) is None:
            return None
        taken.add(number)
        result.append(number)
    return result


def _pin_map(compiled: Compiled, kind_map: Sequence[int], isometry: Isometry) -> list[int] | None:
    """The pin that each pin becomes, or None when one becomes no pin."""
    assert not isinstance(compiled.puzzle, Shikaku)
    kind_of = {piece.name: number for number, kind in enumerate(compiled.kinds) for piece in kind.pieces}
    pins = [(kind_of[pin.piece], frozenset(pin.atoms)) for pin in compiled.puzzle.pinned]
    images = [(kind_map[kind], frozenset(image(compiled.puzzle.grid, isometry, atoms))) for kind, atoms in pins]
    return [pins.index(moved) for moved in images] if set(images) == set(pins) else None
