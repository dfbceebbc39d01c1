"""What tests of symmetries share: the definition of an automorphism, and shapes that meet their mirror images around a board."""

from __future__ import annotations

from tilewright.exact_cover.problem import Automorphism, ExactCover
from tilewright.lattice import NAMES, Atom, lattice
from tilewright.pieces import Piece
from tilewright.pieces.sets import polyforms

FLAT = tuple(name for name in NAMES if lattice(name).dimension == 2)
LARGEST = {
    "square": 6,
    "hexagonal": 4,
    "triangular": 5,
    "halfsquare": 3,
    "cubic": 4,
    "prism": 3,
    "spheres": 4,
}  # pieces


def holds(cover: ExactCover, automorphism: Automorphism) -> None:
    """The definition: items go to items of equal bounds, one to one, and each option to the option of its items' images."""
    items, options = automorphism.items, automorphism.options
    assert sorted(items) == list(range(len(cover.lo))) and sorted(options) == list(range(len(cover.options)))
    for item, to in enumerate(items):
        assert (cover.lo[item], cover.hi[item]) == (cover.lo[to], cover.hi[to])
    for option, to in enumerate(options):
        assert tuple(sorted(items[item] for item in cover.options[option])) == cover.options[to]
    assert {items[item] for item in cover.order} == set(cover.order)
    for item, near in enumerate(cover.adjacent):
        assert {items[other] for other in near} == set(cover.adjacent[items[item]])


def meeting(wrapped: str, name: str, size: int) -> list[tuple[Atom, ...]]:
    """The shapes that around the board look in some orientations like their mirror images, but not in all."""
    found = []
    for shape in polyforms(name, size):
        mirror = next(motion for motion in lattice(name).motions if motion.mirrored)
        pair = (shape, lattice(name).image(mirror, shape))
        one, other = (set(Piece("A", atoms, wrapped, motion="turn").forms) for atoms in pair)
        if one & other and one != other:
            found.append(shape)
    return found
