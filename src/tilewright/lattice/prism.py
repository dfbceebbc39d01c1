"""Triangular prisms in layers, from the top: each layer is the triangular lattice.

A motion is one of the triangular lattice's, named as there, with a `v` behind where it also turns the layers upside down.
"""

from __future__ import annotations

from tilewright.lattice.lattice import Lattice, Motion, Vector
from tilewright.lattice.space import determinant, groups, isometric
from tilewright.lattice.triangular import LATTICE as TRIANGLES


def _motion(flat: Motion, layers: int) -> Motion:
    matrix = ((layers, 0, 0), *((0, *row) for row in flat.matrix))
    offsets = tuple((0, *offset) for offset in flat.offsets)
    name = flat.name + "v" * (layers < 0)
    return Motion(name, matrix, flat.slots, offsets, mirrored=determinant(matrix) < 0)


def _faces(slot: int) -> tuple[tuple[Vector, ...], ...]:
    """Top and bottom, then the side towards each neighbour in the layer."""
    ring = TRIANGLES.corners[slot]
    top, bottom = [(0, *corner) for corner in reversed(ring)], [(1, *corner) for corner in ring]
    sides = []
    for vector, other in TRIANGLES.neighbours[slot]:
        theirs = {tuple(map(int.__add__, corner, vector)) for corner in TRIANGLES.corners[other]}
        a, b = next((a, b) for a, b in zip(ring, (*ring[1:], ring[0]), strict=True) if {a, b} <= theirs)
        sides.append(((0, *a), (0, *b), (1, *b), (1, *a)))
    return (tuple(top), tuple(bottom), *sides)


MOTIONS = tuple(
    sorted(
        (_motion(flat, layers) for layers in (1, -1) for flat in TRIANGLES.motions), key=lambda motion: motion.mirrored
    )
)
SPACE = ((0.0, 0.0, -1.0), *((x, -y, 0.0) for x, y in TRIANGLES.basis))
FACES = tuple(_faces(slot) for slot in range(TRIANGLES.slot_count))

LATTICE = Lattice(
    name="prism",
    dimension=3,
    letters=TRIANGLES.letters,
    neighbours=tuple(
        (((-1, 0, 0), slot), ((1, 0, 0), slot), *(((0, *vector), other) for vector, other in near))
        for slot, near in enumerate(TRIANGLES.neighbours)
    ),
    motions=MOTIONS,
    corners=tuple(faces[0] for faces in FACES),
    scale=TRIANGLES.scale,
    basis=isometric(SPACE),
    blocks=TRIANGLES.blocks,
    glyphs=TRIANGLES.glyphs,
    cell_texts=TRIANGLES.cell_texts,
    groups_of=groups,
    unit=TRIANGLES.unit,
    default_motion="turn",
    pitch=TRIANGLES.pitch,
    spots=TRIANGLES.spots,
    lean=TRIANGLES.lean,
    layer="triangular",
    faces=FACES,
    space=SPACE,
)
