"""What an isometry of the board does to the classes of pieces and to the pins."""

from __future__ import annotations

from collections.abc import Sequence

from tilewright.lattice.symmetry import Isometry, image
from tilewright.puzzle.packing.classes import PieceClass
from tilewright.puzzle.packing.puzzle import Packing


def image_of_class_items(
    puzzle: Packing, classes: Sequence[PieceClass], supply: Sequence[tuple[int, ...]], first: int, isometry: Isometry
) -> list[int] | None:
    """Where the items from `first` on go, those of classes and then those of pins; None when a rule is not kept."""
    images = _image_classes(puzzle, classes, isometry)
    if images is None:
        return None
    items = [item for number, own in enumerate(supply) if own for item in supply[images[number]]]
    pins = _image_pins(puzzle, classes, images, isometry)
    return None if pins is None else items + [first + len(items) + place for place in pins]


def _image_classes(puzzle: Packing, classes: Sequence[PieceClass], isometry: Isometry) -> list[int] | None:
    """The class that each class becomes, or None where there is no such class with equal copies."""
    taken: set[int] = set()
    result = []
    for each in classes:
        turned = tuple(sorted(puzzle.grid.image(isometry.motion, orientation) for orientation in each.pieces[0].forms))
        match = (
            number
            for number, other in enumerate(classes)
            if number not in taken and other.pieces[0].forms == turned and other.copies == each.copies
        )
        if (number := next(match, None)) is None:
            return None
        taken.add(number)
        result.append(number)
    return result


def _image_pins(
    puzzle: Packing, classes: Sequence[PieceClass], images: Sequence[int], isometry: Isometry
) -> list[int] | None:
    """The pin that each pin becomes, or None when one becomes none."""
    class_of = {piece.name: number for number, each in enumerate(classes) for piece in each.pieces}
    pins = [(class_of[pin.piece], frozenset(pin.atoms)) for pin in puzzle.pinned]
    moved = [(images[number], frozenset(image(puzzle.grid, isometry, atoms))) for number, atoms in pins]
    return [pins.index(pin) for pin in moved] if set(moved) == set(pins) else None
