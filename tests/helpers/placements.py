"""The cover of a packing puzzle as a plain loop over atoms makes it: the oracle of what the kernel enumerates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from tilewright.kinds.packing.compile import PieceClass, piece_classes
from tilewright.kinds.packing.puzzle import Packing
from tilewright.lattice import Atom
from tilewright.pieces import Piece

Items = tuple[int, ...]


@dataclass
class PlainCover:
    """What a compiled packing must agree with."""

    lo: list[int]
    hi: list[int | None]
    options: dict[Items, tuple[int, str]] = field(default_factory=dict)  # with the class and motion of each
    pins: dict[int, str] = field(default_factory=dict)
    order: Items = ()
    adjacent: tuple[Items, ...] = ()


def plain_cover(puzzle: Packing, labelled: bool = False) -> PlainCover:
    classes = piece_classes(puzzle.pieces, labelled, puzzle.pinned)
    board = puzzle.board
    atoms = sorted((*board.atoms, *board.optional))
    item_of = {atom: item for item, atom in enumerate(atoms)}
    plain = PlainCover([0 if atom in board.optional else 1 for atom in atoms], [1] * len(atoms))
    counters = [_counter(plain, each, classes) for each in classes]
    wanted = _wanted_pins(puzzle, classes, item_of)
    first_pin = len(plain.lo)
    for number, each in enumerate(classes):
        for motion, items in _laid(puzzle, each.pieces[0], atoms, item_of):
            pins = _pin_items(wanted, number, items, first_pin)
            if pins is not None:
                plain.options.setdefault((*items, *counters[number], *pins), (number, motion))
    for number, option in enumerate(plain.options):
        if option[-1] >= first_pin:
            plain.pins[number] = puzzle.pinned[option[-1] - first_pin].piece
    plain.lo += [1] * len(wanted)
    plain.hi += [1] * len(wanted)
    plain.order, plain.adjacent = _order(puzzle, atoms), _adjacent(puzzle, atoms, item_of, len(plain.lo))
    return plain


def _counter(plain: PlainCover, each: PieceClass, classes: Sequence[PieceClass]) -> Items:
    """The item that counts a class: where it is bounded, or some classes without bounds can lie on the same atoms."""
    free = Counter(form for other in classes if not other.bounded for form in other.pieces[0].forms)
    if not each.bounded and all(times == 1 for times in free.values()):
        return ()
    plain.lo.append(each.copies[0])
    plain.hi.append(each.copies[1])
    return (len(plain.lo) - 1,)


def _laid(
    puzzle: Packing, piece: Piece, atoms: Sequence[Atom], item_of: dict[Atom, int]
) -> Iterator[tuple[str, Items]]:
    """(motion, items) of every position of a piece that the board's paint allows."""
    paint = dict(puzzle.board.paint)
    for motion, items in _positions(piece, item_of):
        allowed = piece.allowed_motion([atoms[item] for item in items], paint) if paint else motion
        if allowed is not None:
            yield allowed if piece.allowed_paints else motion, items


def _positions(piece: Piece, item_of: dict[Atom, int]) -> Iterator[tuple[str, Items]]:
    """(motion, items) of every position of a piece on the board, by orientation, row and column."""
    grid = piece.grid
    cells = sorted({grid.split(atom)[0] for atom in item_of})
    for motion, orientation in piece.orientations:
        anchor, slot = grid.split(orientation[0])
        for cell in cells:
            if grid.join(cell, slot) in item_of:
                moved = list(grid.shift(orientation, tuple(map(int.__sub__, cell, anchor))))
                if all(atom in item_of for atom in moved):
                    yield motion, tuple(sorted(item_of[atom] for atom in moved))


def _wanted_pins(puzzle: Packing, classes: Sequence[PieceClass], item_of: dict[Atom, int]) -> list[tuple[int, Items]]:
    """(class, items of its atoms) of each pin."""
    return [
        (
            next(n for n, each in enumerate(classes) if any(piece.name == pin.piece for piece in each.pieces)),
            tuple(sorted(item_of[atom] for atom in pin.atoms)),
        )
        for pin in puzzle.pinned
    ]


def _pin_items(wanted: list[tuple[int, Items]], number: int, items: Items, first_pin: int) -> Items | None:
    """The items of the pins that a placement is; None where it overlaps one that it is not."""
    taken = {item for _, pin in wanted for item in pin}
    if taken.isdisjoint(items):
        return ()
    return tuple(first_pin + n for n, pin in enumerate(wanted) if pin == (number, items)) or None


def _order(puzzle: Packing, atoms: Sequence[Atom]) -> Items:
    """The atoms along the board's narrow sides: the longest side's coordinate counts most."""
    extent = puzzle.board.extent
    axes = sorted(range(len(extent)), key=lambda axis: (-extent[axis], axis))
    return tuple(sorted(range(len(atoms)), key=lambda item: ([atoms[item][axis] for axis in axes], atoms[item])))


def _adjacent(puzzle: Packing, atoms: Sequence[Atom], item_of: dict[Atom, int], items: int) -> tuple[Items, ...]:
    rows = (tuple(sorted(item_of[n] for n in puzzle.grid.adjacent(atom) if n in item_of)) for atom in atoms)
    return (*rows, *[()] * (items - len(atoms)))
