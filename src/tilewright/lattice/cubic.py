"""The cubic lattice: a cell is one atom (layer, row, column), layers from the top; 24 turns, 48 motions with reflections.

A motion is named by where the coordinates of the image come from: `lrc` is the identity, `rLc` has the old row as its layer
and the old layer, counted backwards, as its row; an `f` behind says that it mirrors.
"""

from __future__ import annotations

from itertools import permutations, product

from tilewright.lattice.lattice import CellText, Lattice, Motion, Vector
from tilewright.lattice.space import determinant, groups, isometric

AXES = "lrc"


def _motions() -> tuple[Motion, ...]:
    found = []
    for order, signs in product(permutations(range(3)), product((1, -1), repeat=3)):
        matrix = tuple(
            tuple(sign * (axis == column) for column in range(3)) for axis, sign in zip(order, signs, strict=True)
        )
        name = "".join(AXES[axis] if sign > 0 else AXES[axis].upper() for axis, sign in zip(order, signs, strict=True))
        mirrored = determinant(matrix) < 0
        found.append(Motion(name + "f" * mirrored, matrix, mirrored=mirrored))
    return tuple(sorted(found, key=lambda motion: motion.mirrored))


NEIGHBOURS: tuple[Vector, ...] = ((-1, 0, 0), (1, 0, 0), (0, -1, 0), (0, 1, 0), (0, 0, -1), (0, 0, 1))

# Corners counterclockwise as seen from outside: from above, below, behind, the front, the left, the right.
FACES: tuple[tuple[Vector, ...], ...] = (
    ((0, 0, 0), (0, 1, 0), (0, 1, 1), (0, 0, 1)),
    ((1, 0, 0), (1, 0, 1), (1, 1, 1), (1, 1, 0)),
    ((0, 0, 0), (0, 0, 1), (1, 0, 1), (1, 0, 0)),
    ((0, 1, 0), (1, 1, 0), (1, 1, 1), (0, 1, 1)),
    ((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)),
    ((0, 0, 1), (0, 1, 1), (1, 1, 1), (1, 0, 1)),
)
MOTIONS = _motions()
SPACE = ((0.0, 0.0, -1.0), (0.0, -1.0, 0.0), (1.0, 0.0, 0.0))

CUBIC = Lattice(
    name="cubic",
    dimension=3,
    neighbours=(tuple((vector, 0) for vector in NEIGHBOURS),),
    motions=MOTIONS,
    corners=(FACES[0],),
    scale=1,
    basis=isometric(SPACE),
    glyphs=((frozenset(), ".·_ "), (frozenset({0}), "#■*█xX")),
    cell_texts=(CellText("0", (0,)),),
    groups_of=groups,
    default_motion="turn",
    layer="square",
    faces=(FACES,),
    space=SPACE,
)
