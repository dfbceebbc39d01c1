"""Packing puzzle -> exact cover: the items are the board's atoms and classes of pieces, the options are placements.

Pieces with the same orientations are one class with their copies added, so identical pieces never double-count;
`labelled` keeps them apart. Classes without bounds need no item, unless some of them can lie on the same atoms: then items
tell their options apart.

A pin gives its option an item of its own, and excludes every other option that meets it. It fixes a class at a place;
the name it bears is given back by `tiling`, for which the class's copies leave room (`PieceClass.copies`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING

from tilewright.cover.problem import UNLIMITED, ExactCover
from tilewright.cover.rows import int_array
from tilewright.cover.search.deadline import NEVER, Deadline
from tilewright.kinds.packing.classes import PieceClass, piece_classes
from tilewright.kinds.packing.placements import BoardTable, list_placements
from tilewright.kinds.packing.puzzle import Packing
from tilewright.lattice import Atom
from tilewright.pieces import Copies
from tilewright.puzzle.compiled import Compiled, OptionImages, Owner
from tilewright.puzzle.placement import Placement
from tilewright.puzzle.size import refuse_too_large

if TYPE_CHECKING:
    from tilewright._kernel import WallDrawing
    from tilewright.cover.problem import Automorphism
    from tilewright.kinds.packing.many import DrawingSums
    from tilewright.lattice.symmetry import Isometry


@dataclass(frozen=True)
class CompiledPacking(Compiled):
    """The cover of a packing puzzle: behind the atoms stand the items of classes of pieces, then of pins.

    classes: the classes of identical pieces; they are the owners.
    copy_items: for each class the item that counts its copies, or nothing when any number is allowed.
    """

    puzzle: Packing
    classes: tuple[PieceClass, ...] = ()
    copy_items: tuple[tuple[int, ...], ...] = ()

    @cached_property
    def drawing_sums(self) -> DrawingSums:
        """What the drawings of many tilings are made of."""
        from tilewright.kinds.packing.many import DrawingSums  # for many tilings alone

        return DrawingSums(self.puzzle, self)

    @cached_property
    def wall_drawing(self) -> WallDrawing | None:
        """What draws solutions with walls without making their placements; None where nothing does."""
        from tilewright.kinds.packing.wall_drawing import wall_drawing  # for many tilings alone

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
        from tilewright.kinds.packing.symmetry import automorphism  # as in `with_symmetries`

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
    classes = piece_classes(puzzle.pieces, labelled, puzzle.pinned)
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
    return CompiledPacking(puzzle, cover, atoms, found.meanings, (), names, classes, tuple(copy_items))


def _board_table(puzzle: Packing, classes: Sequence[PieceClass], atoms: Sequence[Atom]) -> BoardTable:
    if puzzle.grid.periods:
        from tilewright.kinds.packing.unrolled import UnrolledTable  # for wrapped boards alone

        return UnrolledTable(puzzle.grid, atoms, [form for each in classes for form in each.pieces[0].forms])
    return BoardTable(puzzle.grid, atoms, max(len(each.pieces[0].atoms) for each in classes))
