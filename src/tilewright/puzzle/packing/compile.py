"""Packing puzzle -> exact cover: the items are the board's atoms and classes of pieces, the options are placements.

Pieces with the same orientations are one class with their copies added, so identical pieces never double-count;
`labelled` keeps them apart. Classes without bounds need no item, unless two of them can lie on the same atoms: then the
items tell their options apart.

A pin gives its option an item of its own, and excludes every other option that meets it. It fixes a class at a place;
the name it bears is given back by `tiling`, for which the class's copies leave room (`PieceClass.copies`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from tilewright.cover.problem import ExactCover
from tilewright.cover.search.deadline import NEVER, Deadline
from tilewright.lattice import Atom
from tilewright.lattice.symmetry import Isometry
from tilewright.pieces import Copies, Piece
from tilewright.puzzle.compiled import Compiled, Owner
from tilewright.puzzle.packing.classes import PieceClass, piece_classes
from tilewright.puzzle.packing.puzzle import Packing
from tilewright.puzzle.packing.symmetry import image_of_class_items
from tilewright.puzzle.placement import Placement
from tilewright.puzzle.size import refuse_too_large


@dataclass(frozen=True)
class CompiledPacking(Compiled):
    """The cover of a packing puzzle: behind the atoms stand the items of classes of pieces, then of pins.

    classes: the classes of identical pieces; they are the owners.
    copy_items: for each class the item that counts its copies, or nothing when any number is allowed.
    """

    puzzle: Packing
    classes: tuple[PieceClass, ...] = ()
    copy_items: tuple[tuple[int, ...], ...] = ()

    @property
    def owners(self) -> range:
        """The classes of pieces."""
        return range(len(self.classes))

    def owner_names(self, owner: Owner) -> tuple[str, ...]:
        """The names of the pieces."""
        return tuple(piece.name for piece in self.classes[owner].pieces)

    def owner_copies(self, owner: Owner) -> Copies:
        """(fewest, most) copies."""
        return self.classes[owner].copies

    def owner_item(self, owner: Owner) -> int | None:
        """The item that counts the copies."""
        return next(iter(self.copy_items[owner]), None)

    def image_of_rules(self, isometry: Isometry) -> list[int] | None:
        """Where the items of classes and pins go: a class may become that of its mirror image."""
        return image_of_class_items(self.puzzle, self.classes, self.copy_items, len(self.atoms), isometry)

    def placement(self, option: int, name: str = "") -> Placement:
        """What an option stands for; of several identical pieces, the pinned one, or that called `name` (else the first)."""
        placed = super().placement(option)
        name = self.pins.get(option, name)
        if name and name in self._own_motions:
            motion = self._own_motions[name][self.puzzle.grid.normalize(placed.atoms)]
            return Placement(name, placed.atoms, motion, self.puzzle.lattice)
        return placed

    def names_in_turn(self, owner: Owner, wanted: int) -> list[str]:
        """What each piece needs first, then what is left of each."""
        return self.classes[owner].names_in_turn(wanted)

    @cached_property
    def _own_motions(self) -> dict[str, dict[tuple[Atom, ...], str]]:
        """For each of several identical pieces, its own motion for an orientation: their drawings may be turned."""
        identical = (piece for each in self.classes if len(each.pieces) > 1 for piece in each.pieces)
        return {piece.name: {atoms: motion for motion, atoms in piece.orientations} for piece in identical}


def _counted(classes: Sequence[PieceClass]) -> list[bool]:
    """For each class whether it has an item: it is bounded, or another class without bounds can lie where it lies."""
    free = Counter(orientation for each in classes if not each.bounded for orientation in each.pieces[0].forms)
    return [each.bounded or any(free[orientation] > 1 for orientation in each.pieces[0].forms) for each in classes]


def compile_packing(puzzle: Packing, labelled: bool = False, deadline: Deadline = NEVER) -> CompiledPacking:
    """The exact cover of a puzzle.

    Raises LimitError with the estimate when it is too large, OutOfTimeError at the deadline.
    """
    classes = piece_classes(puzzle.pieces, labelled, puzzle.pinned)
    board = puzzle.board
    atoms = tuple(sorted((*board.atoms, *board.optional)))
    refuse_too_large((each.pieces[0].forms for each in classes), len(atoms) // puzzle.grid.slot_count)
    item_of = {atom: item for item, atom in enumerate(atoms)}
    optional = set(board.optional)
    lo: list[int] = [0 if atom in optional else 1 for atom in atoms]
    hi: list[int | None] = [1] * len(atoms)
    copy_items: list[tuple[int, ...]] = []
    for each, counted in zip(classes, _counted(classes), strict=True):
        copy_items.append((len(lo),) if counted else ())
        if counted:
            lo.append(each.copies[0])
            hi.append(each.copies[1])
    pins = _Pins(puzzle, classes, item_of, first_item=len(lo))
    lo += [1] * len(puzzle.pinned)
    hi += [1] * len(puzzle.pinned)

    options: dict[tuple[int, ...], tuple[int, str]] = {}
    for number, each in enumerate(classes):
        for motion, items in _laid(puzzle, each.pieces[0], atoms, item_of, deadline):
            extra = pins.items(number, items)
            if extra is not None:
                options.setdefault((*items, *copy_items[number], *extra), (number, motion))
    pinned = enumerate(deadline.watch(options)) if puzzle.pinned else ()
    names = {number: pins.name(option) for number, option in pinned if option[-1] >= pins.first_item}
    order, adjacent = _order(puzzle, atoms, deadline), _adjacent(puzzle, atoms, item_of, len(lo), deadline)
    cover = ExactCover(tuple(lo), tuple(hi), tuple(options), order, adjacent)
    meanings = tuple(options.values())
    return CompiledPacking(puzzle, cover, atoms, meanings, (), names, classes, tuple(copy_items))


def _laid(
    puzzle: Packing, piece: Piece, atoms: Sequence[Atom], item_of: dict[Atom, int], deadline: Deadline
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """(motion, items) of every position of a piece that the board's paint allows."""
    if not piece.allowed_paints or not puzzle.board.paint:
        yield from _placements(piece, item_of, deadline)
        return
    paint = dict(puzzle.board.paint)
    for _, items in _placements(piece, item_of, deadline):
        motion = piece.allowed_motion([atoms[item] for item in items], paint)
        if motion is not None:
            yield motion, items


def _placements(piece: Piece, item_of: dict[Atom, int], deadline: Deadline) -> Iterator[tuple[str, tuple[int, ...]]]:
    """(motion, items) of every position of a piece on the board, by orientation, row and column."""
    grid = piece.grid
    cells = sorted({grid.split(atom)[0] for atom in deadline.watch(item_of)})
    for motion, orientation in piece.orientations:
        anchor, slot = grid.split(orientation[0])
        for cell in deadline.watch(cells):
            if (first := item_of.get(grid.join(cell, slot))) is None:
                continue
            vector = tuple(map(int.__sub__, cell, anchor))
            items = [first]
            for atom in grid.shift(orientation[1:], vector):
                if (item := item_of.get(atom)) is None:
                    break
                items.append(item)
            else:
                yield motion, tuple(sorted(items))


class _Pins:
    """Pinned placements: each has an item that its own option alone covers; what overlaps it is no option."""

    def __init__(
        self, puzzle: Packing, classes: Sequence[PieceClass], item_of: dict[Atom, int], first_item: int
    ) -> None:
        self.taken: dict[int, int] = {}
        self.wanted: list[tuple[int, tuple[int, ...]]] = []
        self.first_item = first_item
        self.names = [pin.piece for pin in puzzle.pinned]
        for index, pin in enumerate(puzzle.pinned):
            number = next(n for n, each in enumerate(classes) if any(p.name == pin.piece for p in each.pieces))
            items = tuple(sorted(item_of[atom] for atom in pin.atoms))
            self.wanted.append((number, items))
            for item in items:
                self.taken.setdefault(item, index)

    def items(self, number: int, items: tuple[int, ...]) -> tuple[int, ...] | None:
        """The pin items of a placement: none, its own, or None when it overlaps a pin."""
        if not self.wanted:
            return ()
        met = {self.taken[item] for item in items if item in self.taken}
        if not met:
            return ()
        mine = tuple(self.first_item + n for n, want in enumerate(self.wanted) if want == (number, items))
        return mine or None

    def name(self, option: tuple[int, ...]) -> str:
        """The piece of the pin whose option this is."""
        return self.names[option[-1] - self.first_item]


def _order(puzzle: Packing, atoms: Sequence[Atom], deadline: Deadline) -> tuple[int, ...]:
    """The atoms along the board's narrow sides: the longest side's coordinate counts most."""
    extent = puzzle.board.extent
    axes = sorted(range(len(extent)), key=lambda axis: (-extent[axis], axis))
    if axes == sorted(axes):  # as the atoms are sorted already
        return tuple(range(len(atoms)))
    keys = [(*(atom[axis] for axis in axes), atom) for atom in deadline.watch(atoms)]
    return tuple(sorted(range(len(atoms)), key=keys.__getitem__))


def _adjacent(
    puzzle: Packing, atoms: Sequence[Atom], item_of: dict[Atom, int], items: int, deadline: Deadline
) -> tuple[tuple[int, ...], ...]:
    grid = puzzle.grid
    near = (sorted(item_of[n] for n in grid.adjacent(atom) if n in item_of) for atom in deadline.watch(atoms))
    rows = tuple(map(tuple, near))
    return rows + ((),) * (items - len(atoms))
