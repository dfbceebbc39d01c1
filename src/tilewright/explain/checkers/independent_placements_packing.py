"""The placements of a packing puzzle, made from its rules alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from tilewright.cover.search.deadline import Deadline
from tilewright.explain.checkers.independent_placements import UNLIMITED, Cells, PlacementRules, placement_rules
from tilewright.lattice import Atom
from tilewright.pieces import Piece
from tilewright.puzzle import Packing


@placement_rules.register(Packing)
def _stated_rules(puzzle: Packing, there: Collection[Atom], deadline: Deadline) -> PlacementRules:
    """Every position of every class of pieces."""
    classes: dict[object, list[Piece]] = {}
    for piece in puzzle.pieces:
        alike = frozenset((atoms, frozenset(allowed_paints)) for atoms, allowed_paints in piece.paint_variants.items())
        classes.setdefault(alike, []).append(piece)
    class_of = {piece.name: number for number, same in enumerate(classes.values()) for piece in same}
    pinned = Counter(pin.piece for pin in puzzle.pinned)
    multiplicities: list[tuple[int, int | None]] = []
    multiplicity_of = [_multiplicity(same, pinned, multiplicities) for same in classes.values()]
    pins = {(class_of[pin.piece], frozenset(pin.atoms)) for pin in puzzle.pinned}
    first = [same[0] for same in classes.values()]
    found = ((number, cells) for number, piece in enumerate(first) for cells in _laid(puzzle, piece, there, deadline))
    return PlacementRules(multiplicities, multiplicity_of, found, pins)


def _multiplicity(same: Sequence[Piece], pinned: Counter[str], multiplicities: list[tuple[int, int | None]]) -> int:
    """Enter the copies of a class; a pin is a copy of the very piece that it names."""
    fewest = sum(max(piece.copies[0], pinned[piece.name]) for piece in same)
    most = [piece.copies[1] for piece in same]
    if None in most and fewest == sum(pinned[piece.name] for piece in same):
        return UNLIMITED
    multiplicities.append((fewest, None if None in most else sum(n for n in most if n is not None)))
    return len(multiplicities) - 1


def _laid(puzzle: Packing, piece: Piece, there: Collection[Atom], deadline: Deadline) -> Iterator[Cells]:
    """The atoms of every position of a piece on the board, on paint that it may cover."""
    grid, paint = puzzle.grid, dict(puzzle.board.paint) if piece.allowed_paints else {}
    for orientation in piece.paint_variants:
        around: set[Cells] = set()  # on a wrapped board a shape may be its own translation
        for atom in deadline.watch(there):
            step = tuple(map(int.__sub__, atom, orientation[0]))
            if grid.letters and step[-1]:
                continue  # another slot of the cell: no translation leads there
            cells = list(grid.reduce(tuple(map(int.__add__, other, step)) for other in orientation))
            if all(cell in there for cell in cells) and (not paint or piece.allowed_motion(cells, paint) is not None):
                laid = frozenset(cells)
                if laid not in around:
                    yield laid
                if grid.periods:
                    around.add(laid)
