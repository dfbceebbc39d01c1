"""Triangular prisms in layers, from the top: each layer is the triangular lattice.

A motion is one of the triangular lattice's, named as there, with a `v` behind where it also turns the layers upside down.
"""

from __future__ import annotations

from tilewright.lattice.lattice import Lattice, Motion, Vector
from tilewright.lattice.space import determinant, groups, isometric
from tilewright.lattice.triangular import TRIANGULAR


def _motion(flat: Motion, layers: int) -> Motion:
    matrix = ((layers, 0, 0), *((0, *row) for row in flat.matrix))
    offsets = tuple((0, *offset) for offset in flat.offsets)
    name = flat.name + "v" * (layers < 0)
    return Motion(name, matrix, flat.slots, offsets, mirrored=determinant(matrix) < 0)


def _faces(slot: int) -> tuple[tuple[Vector, ...], ...]:
    """Top and bottom, then the side towards each neighbour in the layer."""
    ring = TRIANGULAR.corners[slot]
    top, bottom = [(0, *corner) for corner in reversed(ring)], [(1, *corner) for corner in ring]
    sides = []
    for vector, other in TRIANGULAR.neighbours[slot]:
        theirs = {tuple(map(int.__add__, corner, vector)) for corner in TRIANGULAR.corners[other]}
        a, b = next((a, b) for a, b in zip(ring, (*ring[1:], ring[0]), strict=True) if {a, b} <= theirs)
        sides.append(((0, *a), (0, *b), (1, *b), (1, *a)))
    return (tuple(top), tuple(bottom), *sides)


MOTIONS = tuple(
    sorted(
        (_motion(flat, layers) for layers in (1, -1) for flat in TRIANGULAR.motions), key=lambda motion: motion.mirrored
    )
)
SPACE = ((0.0, 0.0, -1.0), *((x, -y, 0.0) for x, y in TRIANGULAR.basis))
FACES = tuple(_faces(slot) for slot in range(TRIANGULAR.slot_count))

PRISM = Lattice(
    name="prism",
    dimension=3,
    letters=TRIANGULAR.letters,
    neighbours=tuple(
        (((-1, 0, 0), slot), ((1, 0, 0), slot), *(((0, *vector), other) for vector, other in near))
        for slot, near in enumerate(TRIANGULAR.neighbours)
    ),
    motions=MOTIONS,
    corners=tuple(faces[0] for faces in FACES),
    scale=TRIANGULAR.scale,
    basis=isometric(SPACE),
    blocks=TRIANGULAR.blocks,
    glyphs=TRIANGULAR.glyphs,
    cell_texts=TRIANGULAR.cell_texts,
    groups_of=groups,
    unit=TRIANGULAR.unit,
    default_motion="turn",
    pitch=TRIANGULAR.pitch,
    spots=TRIANGULAR.spots,
    lean=TRIANGULAR.lean,
    layer="triangular",
    faces=FACES,
    space=SPACE,
)
