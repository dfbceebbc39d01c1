"""What an isometry of the board does to the cover of a packing.

The rule is that of docs/reference/formats.md, "Up to symmetry": each piece becomes one of which there are as many, in all its
orientations and with all its placements. Paint matters by the placements that it leaves.

Packing puzzle -> exact cover: the items are the board's atoms and classes of pieces, the options are placements.

Pieces with the same orientations are one class with their copies added, so identical pieces never double-count;
`labelled` keeps them apart. Classes without bounds need no item, unless some of them can lie on the same atoms: then items
tell their options apart.

A pin gives its option an item of its own, and excludes every other option that meets it. It fixes a class at a place;
the name it bears is given back by `tiling`, for which the class's copies leave room (`PieceClass.copies`).
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING

from tilewright.cover.limits import NEVER, Deadline
from tilewright.cover.problem import UNLIMITED, Automorphism, ExactCover, int_array
from tilewright.kinds.packing.placements import BoardTable, PieceClass, list_placements, piece_classes
from tilewright.kinds.packing.puzzle import Packing
from tilewright.lattice import Atom
from tilewright.lattice.symmetry import Isometry, image
from tilewright.pieces import Copies, Piece
from tilewright.pieces.piece import MOTIONS
from tilewright.puzzle.board import refuse_too_large
from tilewright.puzzle.compiled import Compiled, OptionImages, Owner
from tilewright.puzzle.puzzle import Placement

if TYPE_CHECKING:
    from tilewright._kernel import WallDrawing
    from tilewright.kinds.packing.constrain import ConstraintItems
    from tilewright.kinds.packing.text import DrawingSums


def automorphism(
    compiled: CompiledPacking, isometry: Isometry, atoms: Sequence[int], images: OptionImages
) -> Automorphism | None:
    """What the isometry does to the cover; None when it takes a pin to none, or the placements of a class to no class's.

    atoms: where the items of atoms go. Of classes with the same orientations and placements the first becomes the first, and so on, and a
    class becomes itself where it can: so what two isometries do one after the other is what their product does.
    """
    pins = _image_pins(compiled, isometry)
    if pins is None:
        return None
    base = len(compiled.cover.lo) - compiled.constraint_count
    first_pin = base - len(pins)
    items = array("i", (*atoms, *range(len(atoms), first_pin), *(first_pin + pin for pin in pins)))
    options: list[int] = []
    left = dict.fromkeys(compiled.owners)
    for number in compiled.owners:
        goals = chain((number,) if number in left else (), (goal for goal in left if goal != number))
        moved = ((goal, _image_options(compiled, isometry, number, goal, items, images)) for goal in goals)
        goal, found = next((pair for pair in moved if pair[1] is not None), (number, None))
        if found is None:
            return None
        del left[goal]
        options += found
    if compiled.constraint_items is not None:
        if (further := compiled.constraint_items.images(options, base)) is None:
            return None
        return Automorphism((*items, *further), tuple(options))
    return Automorphism(tuple(items), tuple(options))


def _image_options(
    compiled: CompiledPacking, isometry: Isometry, number: int, goal: int, items: array[int], images: OptionImages
) -> list[int] | None:
    """What the options of a class become if it becomes another with all of them; `items` then has where its item goes."""
    own, others = compiled.class_options[number], compiled.class_options[goal]
    one, other = compiled.classes[number], compiled.classes[goal]
    if (len(own), one.copies, len(one.pinned)) != (len(others), other.copies, len(other.pinned)):
        return None
    if not _becomes(one.pieces[0], isometry, other.pieces[0]):
        return None
    for item in compiled.copy_items[number]:
        items[item] = compiled.copy_items[goal][0]
    found = images(memoryview(items), own.start, own.stop)
    if not found or (min(found) in others and max(found) in others):  # options without an item may be those of others
        return found
    return None


def _becomes(piece: Piece, isometry: Isometry, other: Piece) -> bool:
    """Whether the isometry makes the orientations of a piece those of the other.

    Where both may move by the same normal subgroup of the point group, their sets of orientations are equal as soon as
    they share one. That does not hold for motions given by name, which need not be a group, nor on a wrapped lattice, where
    shapes that differ in the plane may meet around the board in one orientation, or overlap themselves.
    """
    if len(piece.forms) != len(other.forms) or len(piece.atoms) != len(other.atoms):
        return False
    flat = not piece.grid.periods
    if flat and piece is other and piece.motion == "free":
        return True  # its orientations are those by the whole point group
    turned = (piece.grid.image(isometry.motion, form) for form in piece.forms)
    if flat and piece.motion == other.motion and piece.motion in MOTIONS:
        return next(turned) in other.forms
    return tuple(sorted(turned)) == other.forms


def _image_pins(compiled: CompiledPacking, isometry: Isometry) -> list[int] | None:
    """The pin that each pin becomes by its atoms, or None when one becomes none."""
    grid = compiled.puzzle.grid
    number = {frozenset(pin.atoms): place for place, pin in enumerate(compiled.puzzle.pinned)}
    moved = [number.get(frozenset(image(grid, isometry, pin))) for pin in number]
    found = [place for place in moved if place is not None]
    return found if len(found) == len(moved) else None


@dataclass(frozen=True)
class CompiledPacking(Compiled):
    """The cover of a packing puzzle: behind the atoms stand the items of classes of pieces, then of pins, then of constraints.

    classes: the classes of identical pieces; they are the owners.
    copy_items: for each class the item that counts its copies, or nothing when any number is allowed.
    base: the cover without the items of constraints; None where there are none.
    """

    puzzle: Packing
    classes: tuple[PieceClass, ...] = ()
    copy_items: tuple[tuple[int, ...], ...] = ()
    base: ExactCover | None = None
    constraint_items: ConstraintItems | None = None

    @property
    def constraint_count(self) -> int:
        """How many items constraints have added."""
        return 0 if self.constraint_items is None else len(self.constraint_items.groups)

    def without_constraints(self) -> CompiledPacking:
        """The same without the items of constraints; the options that they rule out by themselves stay out."""
        if self.base is None:
            return self
        return replace(self, cover=self.base, base=None, constraint_items=None, isometries=())

    def constraint_of(self, item: int) -> str:
        """The constraint that an item is of; "" for other items."""
        place = item - len(self.cover.lo) + self.constraint_count
        return self.constraint_items.texts[place] if self.constraint_items is not None and place >= 0 else ""

    @cached_property
    def drawing_sums(self) -> DrawingSums:
        """What the drawings of many tilings are made of."""
        from tilewright.kinds.packing.text import DrawingSums  # for many tilings alone

        return DrawingSums(self.puzzle, self)

    @cached_property
    def wall_drawing(self) -> WallDrawing | None:
        """What draws solutions with walls without making their placements; None where nothing does."""
        from tilewright.kinds.packing.text import wall_drawing  # for many tilings alone

        return wall_drawing(self)

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

    @cached_property
    def class_options(self) -> tuple[range, ...]:
        """The options of each class: they come class by class."""
        starts = [bisect_left(self.meanings, number, key=itemgetter(0)) for number in range(len(self.classes) + 1)]
        return tuple(map(range, starts, starts[1:]))

    def automorphism(self, isometry: Isometry, atoms: Sequence[int], images: OptionImages) -> Automorphism | None:
        """What an isometry does to the cover: a class may become another, as that of its mirror image."""

        return automorphism(self, isometry, atoms, images)

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
    """For each class whether it has an item: it is bounded, or some classes without bounds can lie on the same atoms.

    Then all without bounds have one, for a symmetry, which may make one of them another, takes items to items.
    """
    free = Counter(orientation for each in classes if not each.bounded for orientation in each.pieces[0].forms)
    shared = any(times > 1 for times in free.values())
    return [each.bounded or shared for each in classes]


def compile_puzzle(puzzle: Packing, labelled: bool = False, deadline: Deadline = NEVER) -> CompiledPacking:
    """The exact cover of a puzzle.

    Raises LimitError with the estimate when it is too large, OutOfTimeError at the deadline.
    """
    classes = piece_classes(puzzle.pieces, labelled, puzzle.pinned, puzzle.told_apart)
    board = puzzle.board
    atoms = tuple(sorted((*board.atoms, *board.optional))) if board.optional else board.atoms
    refuse_too_large((each.pieces[0].forms for each in classes), len(atoms) // puzzle.grid.slot_count)
    optional = set(board.optional)
    lo = [int(atom not in optional) for atom in atoms] if optional else [1] * len(atoms)
    hi = [1] * len(atoms)
    copy_items: list[tuple[int, ...]] = []
    for each, counted in zip(classes, _counted(classes), strict=True):
        copy_items.append((len(lo),) if counted else ())
        if counted:
            lo.append(each.copies[0])
            hi.append(UNLIMITED if each.copies[1] is None else each.copies[1])
    first_pin = len(lo)
    lo += [1] * len(puzzle.pinned)
    hi += [1] * len(puzzle.pinned)

    deadline.check()
    table = _board_table(puzzle, classes, atoms)
    found = list_placements(puzzle, classes, copy_items, atoms, table, first_pin, deadline)
    deadline.check()  # of a million cells the neighbors take 0.1 s
    cover = ExactCover(int_array(lo), int_array(hi), found.options, table.order(), table.adjacent(len(lo)))
    names = {option: puzzle.pinned[cover.options[option][-1] - first_pin].piece for option in found.pinned}
    compiled = CompiledPacking(puzzle, cover, atoms, found.meanings, (), names, classes, tuple(copy_items))
    return _constrained(compiled, deadline) if puzzle.constraints else compiled


def _constrained(compiled: CompiledPacking, deadline: Deadline) -> CompiledPacking:
    """The same without the options that constraints rule out, and with an item for what they say of several placements."""
    from tilewright.kinds.packing.constrain import Constrainer  # for constraints alone

    puzzle, classes, cover = compiled.puzzle, compiled.classes, compiled.cover
    kept = Constrainer(puzzle, classes, compiled.atoms, cover.options, compiled.meanings, deadline).kept()
    number = {option: place for place, option in enumerate(kept)}
    base = cover.replace(options=cover.options.chosen(kept, deadline))
    meanings = tuple(compiled.meanings[option] for option in kept)
    items = Constrainer(puzzle, classes, compiled.atoms, base.options, meanings, deadline).items()
    pins = {number[option]: name for option, name in compiled.pins.items() if option in number}
    return replace(
        compiled, cover=items.added_to(base), meanings=meanings, pins=pins, base=base, constraint_items=items
    )


def _board_table(puzzle: Packing, classes: Sequence[PieceClass], atoms: Sequence[Atom]) -> BoardTable:
    if puzzle.grid.periods:
        from tilewright.kinds.packing.placements import UnrolledTable  # for wrapped boards alone

        return UnrolledTable(puzzle.grid, atoms, [form for each in classes for form in each.pieces[0].forms])
    return BoardTable(puzzle.grid, atoms, max(len(each.pieces[0].atoms) for each in classes))
