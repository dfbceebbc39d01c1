"""Compile a packing puzzle to an exact cover: the items are atoms and classes of pieces, the options are placements.

Pieces with the same orientations are one class with their copies added, so that no tiling is counted twice; with
`labelled`, each piece is a class of its own. Classes without bounds need no item, unless two of them can lie on the
same atoms: then items distinguish their options.

The kernel finds the placements from the tables of the lattice and the orientations. They are sorted by class,
orientation, row and column. A wrapped board is laid out in the plane for the kernel: each atom with those of its copies
that a shape may reach. A position that begins on a copy is found a second time on the atom itself, so duplicates are
removed.

A pin gives its option an item of its own, and excludes every other option that overlaps it. It fixes a class at a
place. `tiling` restores the name of the pin, for which the copies of the class leave room (`PieceClass.copies`).

An isometry of the board is a symmetry if it maps each piece to a piece with the same copies, with all its orientations
and placements (docs/reference/rules.md, "Up to symmetry"). Paint matters only through the placements that it allows.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, product
from operator import itemgetter
from typing import TYPE_CHECKING

from tilewright._kernel import BoardAtoms
from tilewright._kernel import Placements as KernelPlacements
from tilewright.exact_cover.limits import NEVER, Deadline
from tilewright.exact_cover.problem import Automorphism, ExactCover, Rows, int_array
from tilewright.kinds.packing.puzzle import Packing, Pin
from tilewright.lattice import Atom, Lattice, Vector
from tilewright.lattice.symmetry import Isometry, image
from tilewright.pieces import Piece
from tilewright.pieces.piece import MOTIONS
from tilewright.puzzle.board import refuse_too_large
from tilewright.puzzle.puzzle import Owner
from tilewright.puzzle.supplied import CompiledClasses, OwnerClass, add_copy_items, owner_classes

if TYPE_CHECKING:
    from tilewright._kernel import WallDrawing
    from tilewright.kinds.packing.constrain import ConstraintItems
    from tilewright.kinds.packing.text import DrawingSums
    from tilewright.puzzle.symmetry import OptionImages


PieceClass = OwnerClass[Piece]


def piece_classes(
    pieces: Sequence[Piece], labelled: bool, pins: Sequence[Pin] = (), told_apart: Collection[str] = ()
) -> tuple[PieceClass, ...]:
    """Return the pieces grouped into classes, in order of first occurrence.

    labelled:   whether each piece is a class of its own.
    pins:       the pinned placements.
    told_apart: names of pieces that are classes of their own.
    """

    def key(piece: Piece) -> object:
        if labelled or piece.name in told_apart:
            return piece.name
        return piece.equivalence_key if piece.allowed_paints else piece.forms

    return owner_classes(pieces, key, [pin.piece for pin in pins])


STEPS = 200_000  # atoms to try between two checks of the time: about 10 ms

Shape = tuple[int, int, int, list[int], list[tuple[int, list[int]]]]  # the form that KernelPlacements expects
Pinned = tuple[int, int, list[int]]


@dataclass(frozen=True)
class PlacementList:
    """The options of a puzzle, the owner and motion of each, and which of them are pins."""

    options: Rows
    meanings: tuple[tuple[Owner, str], ...]
    pinned: list[int]


class BoardTable:
    """The atoms of a board for the kernel: item k is the k-th atom.

    is_flat: whether the kernel sees the board as it is; a wrapped one is laid out in the plane (`UnrolledTable`).
    added:   the number of atoms that the kernel sees beyond those of the board.
    """

    is_flat = True
    added = 0

    def __init__(self, grid: Lattice, atoms: Sequence[Atom], reach: int) -> None:
        """Pass the atoms to the kernel. `reach` is the largest number of cells that a piece spans along an axis."""
        self.grid, self.atoms = grid, atoms
        try:
            numbers = array("i", chain.from_iterable(atoms))
        except OverflowError:
            numbers = array("i", chain.from_iterable(_without_gaps(atoms, grid.dimension, reach)))
        width = grid.dimension + bool(grid.letters)
        self.kernel = BoardAtoms(grid.dimension, width, memoryview(numbers))

    def order(self) -> memoryview:
        """Return the items line by line along the narrow sides: the coordinate of the longest side counts most."""
        extent = self.kernel.extent
        return self.kernel.order(sorted(range(len(extent)), key=lambda axis: (-extent[axis], axis)))

    def adjacent(self, item_count: int) -> Rows:
        """Return the neighbors of each item; items behind the atoms have none."""
        near = [(slot, vector, other) for slot, row in enumerate(self.grid.neighbours) for vector, other in row]
        starts, items = self.kernel.adjacency(near)
        ends = array("q", starts.tolist())
        ends.extend([len(items)] * (item_count + 1 - len(ends)))
        return Rows(ends, items)

    def folded(self, found: PlacementList, pins: Sequence[Pinned]) -> PlacementList:
        """Return the placements that the kernel found, with items of the board."""
        return found


def _without_gaps(atoms: Sequence[Atom], dimension: int, reach: int) -> Iterator[Atom]:
    """Yield the atoms with wide gaps along each coordinate narrowed to slightly more than pieces span."""
    places: list[dict[int, int]] = []
    for column in list(zip(*atoms, strict=True))[:dimension]:
        place, before, at = {}, 0, 0
        for value in sorted(set(column)):
            at += min(value - before, reach + 1)
            place[value], before = at, value
        places.append(place)
    for atom in atoms:
        yield (*(place[value] for place, value in zip(places, atom, strict=False)), *atom[dimension:])


def list_placements(
    puzzle: Packing,
    classes: Sequence[PieceClass],
    copy_items: Sequence[int | None],
    atoms: Sequence[Atom],
    board: BoardTable,
    first_pin: int,
    deadline: Deadline,
) -> PlacementList:
    """Return every placement that the rules allow.

    classes:    the classes of pieces.
    copy_items: for each class the item that counts its copies, or None.
    atoms:      the atoms of the board.
    board:      the same atoms for the kernel.
    first_pin:  the item of the first pin.

    Raises OutOfTimeError at the deadline.
    """
    paints = _PaintTable(puzzle, board.atoms)
    shapes: list[Shape] = []
    meanings: list[tuple[Owner, str]] = []  # for the orientations of a piece, then for their rules of paint
    for owner, each in enumerate(classes):
        piece, first, copies = each.pieces[0], len(meanings), copy_items[owner]
        item = -1 if copies is None else copies + board.added
        meanings += [(owner, motion) for motion, _ in piece.orientations]
        numbered = zip(piece.orientations, piece.numbered_orientations, strict=True)
        for number, ((_, orientation), numbers) in enumerate(numbered, first):
            rules = paints.rules(piece, orientation)
            labelled = [(label, ground) for label, (_, ground) in enumerate(rules, len(meanings))]
            meanings += [(owner, motion) for motion, _ in rules]
            shapes.append((owner, item, number, numbers, labelled))
    pins = _pins(puzzle, classes, atoms, first_pin) if puzzle.pinned else []
    search = KernelPlacements(board.kernel, shapes, pins if board.is_flat else [], paints.table)
    starts, items, pinned = array("q"), array("i"), array("i")
    found: list[tuple[Owner, str]] = []
    done = False
    while not done:
        deadline.check()
        done = search.run(STEPS)
        some_starts, some_items, labels, some_pinned = search.take()
        for whole, some in ((starts, some_starts), (items, some_items), (pinned, some_pinned)):
            whole.frombytes(some.tobytes())
        found += [meanings[label] for label in labels.tolist()]
    return board.folded(PlacementList(Rows(starts, items), tuple(found), pinned.tolist()), pins)


def _pins(puzzle: Packing, classes: Sequence[PieceClass], atoms: Sequence[Atom], first_pin: int) -> list[Pinned]:
    """Return (class, its item, items of its atoms) for each pin."""
    item_of = {atom: item for item, atom in enumerate(atoms)}
    owner_of = {piece.name: owner for owner, each in enumerate(classes) for piece in each.pieces}
    return [
        (owner_of[pin.piece], item, sorted(item_of[atom] for atom in pin.atoms))
        for item, pin in enumerate(puzzle.pinned, first_pin)
    ]


class _PaintTable:
    """The paint of the board as numbers, and the sets of paints on which atoms of pieces may lie."""

    def __init__(self, puzzle: Packing, atoms: Sequence[Atom]) -> None:
        self._paint = dict(puzzle.board.paint)
        self._paints = sorted(set(self._paint.values()))
        self._atoms = tuple(puzzle.grid.reduce(atoms)) if self._paint else ()
        self._numbers: dict[frozenset[str], int] = {frozenset(self._paints): 0}

    def rules(self, piece: Piece, orientation: tuple[Atom, ...]) -> list[tuple[str, list[int]]]:
        """Return (motion, ground of each atom) for each paint rule of an orientation; none without such rules."""
        found: list[tuple[str, list[int]]] = []
        if self._paint and piece.allowed_paints:
            for allowed, motion in piece.paint_variants[orientation].items():
                may = dict.fromkeys(orientation, frozenset(self._paints))
                for atom, paints in allowed:
                    may[atom] &= frozenset(paints)
                found.append((motion, [self._numbers.setdefault(each, len(self._numbers)) for each in may.values()]))
        return found

    @property
    def table(self) -> tuple[int, list[int], list[int]] | None:
        """The number of paints, the paint of each atom or -1, and for each ground and paint whether it is allowed."""
        if not self._paint:
            return None
        number = {paint: place for place, paint in enumerate(self._paints)}
        of = [number[self._paint[atom]] if atom in self._paint else -1 for atom in self._atoms]
        return len(number), of, [int(paint in ground) for ground in self._numbers for paint in self._paints]


class UnrolledTable(BoardTable):
    """The flat copy of a wrapped board, with the item of each of its atoms."""

    is_flat = False

    def __init__(self, grid: Lattice, atoms: Sequence[Atom], shapes: Iterable[Sequence[Atom]]) -> None:
        """Lay the board out for the shapes of the pieces, which are in normal position."""
        origin = (0,) * len(atoms[0])
        reach = tuple(max(column) for column in zip(origin, *chain.from_iterable(shapes), strict=True))
        item_of = {moved: item for item, atom in enumerate(atoms) for moved in _copies(grid, atom, reach)}
        super().__init__(grid, tuple(sorted(item_of)), max(reach) + 1)
        self.own = atoms
        self.added = len(self.atoms) - len(atoms)
        self._item_of = [item_of[atom] for atom in self.atoms]

    def order(self) -> memoryview:
        """Return the items in an order that keeps the border of the filled part short.

        Between wrapped ends there are two borders.
        """
        extents = [max(column) + 1 for column in zip(*self.own, strict=True)]
        borders = [extents[1 - axis] * (2 if period else 1) for axis, period in enumerate(self.grid.periods)]
        axes = sorted(range(len(borders)), key=lambda axis: (borders[axis], axis))
        items = sorted(range(len(self.own)), key=lambda item: [self.own[item][axis] for axis in axes])
        return memoryview(array("i", items))

    def adjacent(self, item_count: int) -> Rows:
        """Return the neighbors of each item, also across the seam; items behind the atoms have none."""
        item_of = {atom: item for item, atom in enumerate(self.own)}
        near = [sorted(item_of[other] for other in self.grid.adjacent(atom) if other in item_of) for atom in self.own]
        return Rows.of([*near, *[()] * (item_count - len(near))])

    def folded(self, found: PlacementList, pins: Sequence[Pinned]) -> PlacementList:
        """Return the positions on the wrapped board, each once.

        A position equal to a pin covers the pin's item; others that overlap a pin are dropped.
        """
        pin_at = {(owner, tuple(atoms)): item for owner, item, atoms in pins}
        barred = {atom for _, _, atoms in pins for atom in atoms}
        starts, items, pinned, count = array("q", [0]), array("i"), [], len(self.atoms)
        meanings: dict[tuple[Owner, tuple[int, ...]], tuple[Owner, str]] = {}
        for meaning, row in zip(found.meanings, found.options, strict=True):
            atoms = tuple(sorted(self._item_of[item] for item in row if item < count))
            others = [item - self.added for item in row if item >= count]
            key = (meaning[0], atoms)
            pin = pin_at.get(key)
            if key in meanings or (pin is None and not barred.isdisjoint(atoms)):
                continue
            if pin is not None:
                pinned.append(len(meanings))
                others.append(pin)
            meanings[key] = meaning
            items.extend((*atoms, *others))
            starts.append(len(items))
        return PlacementList(Rows(starts, items), tuple(meanings.values()), pinned)


def _copies(grid: Lattice, atom: Atom, reach: Vector) -> Iterator[Atom]:
    """Yield the copies of an atom that a shape can reach if it begins within the periods."""
    steps = [
        range(0, period + far - place, period) if period else (0,)
        for period, far, place in zip(grid.periods, reach, atom, strict=False)
    ]
    return (copy for step in product(*steps) for copy in grid.plane.shift((atom,), step))


def _image_options(
    compiled: CompiledPacking, isometry: Isometry, number: int, goal: int, items: array[int], images: OptionImages
) -> list[int] | None:
    """Return the images of the options of class `number` if it is mapped to class `goal`, or None if it cannot be.

    The image of the class's item is written to `items`.
    """
    own, others = compiled.class_options[number], compiled.class_options[goal]
    one, other = compiled.classes[number], compiled.classes[goal]
    if (len(own), one.copies, len(one.pinned)) != (len(others), other.copies, len(other.pinned)):
        return None
    if not _becomes(one.pieces[0], isometry, other.pieces[0]):
        return None
    item, becomes = compiled.copy_items[number], compiled.copy_items[goal]
    if item is not None and becomes is not None:
        items[item] = becomes
    found = images(memoryview(items), own.start, own.stop)
    if not found or (min(found) in others and max(found) in others):  # the options may belong to another class
        return found
    return None


def _becomes(piece: Piece, isometry: Isometry, other: Piece) -> bool:
    """Return whether the isometry maps the orientations of a piece to those of the other.

    If both move by the same normal subgroup of the point group, their sets of orientations are equal as soon as they
    share one. That does not hold for motions given by name, which need not be a group. It does not hold on a wrapped
    lattice either, where different shapes may become equal in one orientation, or overlap themselves.
    """
    if len(piece.forms) != len(other.forms) or len(piece.atoms) != len(other.atoms):
        return False
    flat = not piece.grid.periods
    if flat and piece is other and piece.motion == "free":
        return True  # its orientations come from the whole point group
    turned = (piece.grid.image(isometry.motion, form) for form in piece.forms)
    if flat and piece.motion == other.motion and piece.motion in MOTIONS:
        return next(turned) in other.forms
    return tuple(sorted(turned)) == other.forms


def _image_pins(compiled: CompiledPacking, isometry: Isometry) -> list[int] | None:
    """Return the image of each pin by its atoms, or None if one has no image."""
    grid = compiled.puzzle.grid
    number = {frozenset(pin.atoms): place for place, pin in enumerate(compiled.puzzle.pinned)}
    moved = (number.get(frozenset(image(grid, isometry, pin))) for pin in number)
    found = [place for place in moved if place is not None]
    return found if len(found) == len(number) else None


@dataclass(frozen=True)
class CompiledPacking(CompiledClasses[Piece]):
    """The cover of a packing puzzle. Behind the atoms come the items of classes, of pins and of constraints.

    base: the cover without the items of constraints; None if there are none.
    """

    puzzle: Packing
    base: ExactCover | None = None
    constraint_items: ConstraintItems | None = None

    @property
    def constraint_count(self) -> int:
        return 0 if self.constraint_items is None else len(self.constraint_items.groups)

    def without_constraints(self) -> CompiledPacking:
        """Return the cover without the items of constraints; options that a constraint excludes by itself stay out."""
        if self.base is None:
            return self
        return replace(self, cover=self.base, base=None, constraint_items=None, isometries=())

    def constraint_of(self, item: int) -> str:
        place = item - len(self.cover.lo) + self.constraint_count
        return self.constraint_items.texts[place] if self.constraint_items is not None and place >= 0 else ""

    @cached_property
    def drawing_sums(self) -> DrawingSums:
        from tilewright.kinds.packing.text import DrawingSums

        return DrawingSums(self.puzzle, self)

    @cached_property
    def wall_drawing(self) -> WallDrawing | None:
        """An object that draws solutions with walls without making placements; None if they cannot be drawn so."""
        from tilewright.kinds.packing.text import wall_drawing

        return wall_drawing(self)

    @cached_property
    def class_options(self) -> tuple[range, ...]:
        """The options of each class, which are consecutive."""
        starts = [bisect_left(self.meanings, number, key=itemgetter(0)) for number in range(len(self.classes) + 1)]
        return tuple(map(range, starts, starts[1:]))

    def automorphism(self, isometry: Isometry, atoms: Sequence[int], images: OptionImages) -> Automorphism | None:
        """Return the automorphism of an isometry; None if a pin or the placements of a class have no image.

        atoms: the images of the items of atoms.

        A class is mapped to itself if possible, and of equal classes the first is mapped to the first, and so on.
        Therefore the automorphism of a product of isometries is the product of their automorphisms.
        """
        pins = _image_pins(self, isometry)
        if pins is None:
            return None
        base = len(self.cover.lo) - self.constraint_count
        first_pin = base - len(pins)
        items = array("i", (*atoms, *range(len(atoms), first_pin), *(first_pin + pin for pin in pins)))
        options: list[int] = []
        left = dict.fromkeys(self.owners)
        for number in self.owners:
            goals = chain((number,) if number in left else (), (goal for goal in left if goal != number))
            moved = ((goal, _image_options(self, isometry, number, goal, items, images)) for goal in goals)
            goal, found = next((pair for pair in moved if pair[1] is not None), (number, None))
            if found is None:
                return None
            del left[goal]
            options += found
        if self.constraint_items is not None:
            if (further := self.constraint_items.images(options, base)) is None:
                return None
            return Automorphism((*items, *further), tuple(options))
        return Automorphism(tuple(items), tuple(options))

    def form_of(self, option: int) -> tuple[Atom, ...]:
        return self.puzzle.grid.normalize(self.atoms_of(option))


def compile_puzzle(puzzle: Packing, labelled: bool = False, deadline: Deadline = NEVER) -> CompiledPacking:
    """Return the exact cover of a puzzle.

    Raises LimitError with the estimated size if it is too large, and OutOfTimeError at the deadline.
    """
    classes = piece_classes(puzzle.pieces, labelled, puzzle.pinned, puzzle.told_apart)
    board = puzzle.board
    atoms = tuple(sorted((*board.atoms, *board.optional))) if board.optional else board.atoms
    refuse_too_large((each.pieces[0].forms for each in classes), len(atoms) // puzzle.grid.slot_count)
    optional = set(board.optional)
    lo = [int(atom not in optional) for atom in atoms] if optional else [1] * len(atoms)
    hi = [1] * len(atoms)
    copy_items = add_copy_items(classes, lo, hi)
    first_pin = len(lo)
    lo += [1] * len(puzzle.pinned)
    hi += [1] * len(puzzle.pinned)

    deadline.check()
    table: BoardTable
    if puzzle.grid.periods:
        table = UnrolledTable(puzzle.grid, atoms, [form for each in classes for form in each.pieces[0].forms])
    else:
        table = BoardTable(puzzle.grid, atoms, max(each.pieces[0].span for each in classes))
    found = list_placements(puzzle, classes, copy_items, atoms, table, first_pin, deadline)
    deadline.check()  # the neighbors of a million cells take 0.1 s
    cover = ExactCover(int_array(lo), int_array(hi), found.options, table.order(), table.adjacent(len(lo)))
    names = {option: puzzle.pinned[cover.options[option][-1] - first_pin].piece for option in found.pinned}
    compiled = CompiledPacking(puzzle, cover, atoms, found.meanings, (), names, classes, copy_items)
    return _constrained(compiled, deadline) if puzzle.constraints else compiled


def _constrained(compiled: CompiledPacking, deadline: Deadline) -> CompiledPacking:
    """Return the cover with its constraints: some options are removed, and items are added.

    An option that a constraint excludes by itself is removed. Items express constraints on several placements.
    """
    from tilewright.kinds.packing.constrain import Constrainer

    kept = Constrainer(compiled, deadline).kept()
    number = {option: place for place, option in enumerate(kept)}
    base = compiled.cover.replace(options=compiled.cover.options.chosen(kept, deadline))
    meanings = tuple(compiled.meanings[option] for option in kept)
    pins = {number[option]: name for option, name in compiled.pins.items() if option in number}
    left = replace(compiled, cover=base, meanings=meanings, pins=pins)
    items = Constrainer(left, deadline).items()
    return replace(left, cover=items.added_to(base), base=base, constraint_items=items)
