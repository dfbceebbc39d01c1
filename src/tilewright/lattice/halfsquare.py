"""The half-square lattice: every unit square is four triangular atoms, north east south west of its centre.

A whole square is 4 atoms; a half square, cut along either diagonal, is 2 neighbouring ones.
"""

from __future__ import annotations

from tilewright.lattice.lattice import CellText, Lattice, Motion
from tilewright.lattice.square import FLIPPED, GROUPS, TURN_NAMES, TURNS

N, E, S, W = range(4)

HALFSQUARE = Lattice(
    name="halfsquare",
    dimension=2,
    letters="nesw",
    neighbours=(
        (((-1, 0), S), ((0, 0), E), ((0, 0), W)),
        (((0, 1), W), ((0, 0), S), ((0, 0), N)),
        (((1, 0), N), ((0, 0), W), ((0, 0), E)),
        (((0, -1), E), ((0, 0), N), ((0, 0), S)),
    ),
    motions=tuple(
        [
            Motion(name, matrix, slots=tuple((k + turn) % 4 for k in range(4)))
            for turn, (name, matrix) in enumerate(zip(TURN_NAMES, TURNS, strict=True))
        ]
        + [
            Motion(f"{name}f", matrix, slots=tuple((-k + turn) % 4 for k in range(4)), mirrored=True)
            for turn, (name, matrix) in enumerate(zip(TURN_NAMES, FLIPPED, strict=True))
        ]
    ),
    corners=(
        ((0, 0), (0, 2), (1, 1)),
        ((0, 2), (2, 2), (1, 1)),
        ((2, 2), (2, 0), (1, 1)),
        ((2, 0), (0, 0), (1, 1)),
    ),
    scale=2,
    blocks=((E, S), (S, W), (N, W), (N, E)),
    glyphs=(
        (frozenset(), ".·_ "),
        (frozenset({N, E, S, W}), "■#█*"),
        (frozenset({E, S}), "◢J"),
        (frozenset({S, W}), "◣L"),
        (frozenset({N, W}), "◤F"),
        (frozenset({N, E}), "◥7"),
    ),
    cell_texts=(
        CellText("000", (0, 0, 0, 0)),
        CellText("0/1", (0, 1, 1, 0)),
        CellText("0\\1", (1, 1, 0, 0)),
    ),
    groups_of=lambda motions: GROUPS,
)
