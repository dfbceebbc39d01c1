"""What an isometry of the board does to the cover of a packing.

The rule is that of docs/reference/formats.md, "Up to symmetry": each piece becomes one of which there are as many, in all its
orientations and with all its placements. Paint matters by the placements that it leaves.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING

from tilewright.cover.problem import Automorphism
from tilewright.lattice.symmetry import Isometry, image
from tilewright.pieces import Piece
from tilewright.pieces.piece import MOTIONS

if TYPE_CHECKING:
    from tilewright.kinds.packing.compile import CompiledPacking
    from tilewright.puzzle.compiled import OptionImages


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
    first_pin = len(compiled.cover.lo) - len(pins)
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
