"""What an isometry of the board does to the classes of pieces and to the pins."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.kinds.packing.classes import PieceClass
from tilewright.kinds.packing.puzzle import Packing
from tilewright.lattice.symmetry import Isometry, image
from tilewright.pieces import Piece
from tilewright.pieces.piece import MOTIONS


def image_of_class_items(
    puzzle: Packing,
    classes: Sequence[PieceClass],
    copy_items: Sequence[tuple[int, ...]],
    first: int,
    isometry: Isometry,
) -> list[int] | None:
    """Where the items from `first` on go, those of classes and then those of pins; None when a rule is not kept."""
    images = _image_classes(puzzle, classes, isometry)
    if images is None:
        return None
    items = [item for number, own in enumerate(copy_items) if own for item in copy_items[images[number]]]
    pins = _image_pins(puzzle, classes, images, isometry)
    return None if pins is None else items + [first + len(items) + place for place in pins]


def _image_classes(puzzle: Packing, classes: Sequence[PieceClass], isometry: Isometry) -> list[int] | None:
    """The class that each class becomes, or None where there is no such class with equal copies."""
    taken: set[int] = set()
    result: list[int] = []
    for each in classes:
        own = len(result)
        match = (
            number
            for number in (own, *range(own), *range(own + 1, len(classes)))  # most become themselves
            if number not in taken
            and classes[number].copies == each.copies
            and _becomes(each.pieces[0], isometry, classes[number].pieces[0])
        )
        if (number := next(match, None)) is None:
            return None
        taken.add(number)
        result.append(number)
    return result


def _becomes(piece: Piece, isometry: Isometry, other: Piece) -> bool:
    """Whether the isometry makes the orientations of a piece those of the other.

    Where both may move by the same normal subgroup of the point group, their sets of orientations are equal as soon as
    they share one; motions given by name need not be a group.
    """
    if len(piece.forms) != len(other.forms) or len(piece.atoms) != len(other.atoms):
        return False
    if piece is other and piece.motion == "free" and not piece.grid.periods:
        return True  # its orientations are those by the whole point group
    turned = (piece.grid.image(isometry.motion, form) for form in piece.forms)
    if piece.motion == other.motion and piece.motion in MOTIONS:
        return next(turned) in other.forms
    return tuple(sorted(turned)) == other.forms


def _image_pins(
    puzzle: Packing, classes: Sequence[PieceClass], images: Sequence[int], isometry: Isometry
) -> list[int] | None:
    """The pin that each pin becomes, or None when one becomes none."""
    class_of = {piece.name: number for number, each in enumerate(classes) for piece in each.pieces}
    pins = [(class_of[pin.piece], frozenset(pin.atoms)) for pin in puzzle.pinned]
    moved = [(images[number], frozenset(image(puzzle.grid, isometry, atoms))) for number, atoms in pins]
    return [pins.index(pin) for pin in moved] if set(moved) == set(pins) else None
