"""The triangular lattice: the rhombus (row, column) is two atoms, the triangle pointing up and the one pointing down.

Points of the lattice are numbered as the cells of the hexagonal lattice: rows are horizontal, each begins half a step further
left than the one above. The rhombus (row, column) has the points (row, column), (row, column + 1), (row + 1, column),
(row + 1, column + 1) as corners.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from tilewright.lattice.hexagonal import BASIS, FLIPPED, GROUPS, LEAN, TURN_NAMES, TURNS, distance
from tilewright.lattice.lattice import Atom, CellText, Lattice, Motion, Size, Vector

UP, DOWN = range(2)
CORNERS: tuple[tuple[Vector, ...], ...] = (((0, 0), (1, 1), (1, 0)), ((0, 0), (0, 1), (1, 1)))
CENTRES = ((2, 1), (1, 2))  # sums of the corners: three times the centre


def _motion(name: str, matrix: tuple[Vector, ...], mirrored: bool = False) -> Motion:
    """The motion about the point (0, 0); where a slot goes is read off the image of its centre."""
    slots, offsets = [], []
    for centre in CENTRES:
        moved = tuple(sum(m * v for m, v in zip(row, centre, strict=True)) for row in matrix)
        slot = next(
            k for k, other in enumerate(CENTRES) if all((m - v) % 3 == 0 for m, v in zip(moved, other, strict=True))
        )
        slots.append(slot)
        offsets.append(tuple((m - v) // 3 for m, v in zip(moved, CENTRES[slot], strict=True)))
    return Motion(name, matrix, tuple(slots), tuple(offsets), mirrored)


def hexagon(side: int) -> Iterator[Atom]:
    """The hexagon with sides of `side` triangles."""
    for row, column, slot in product(range(2 * side), range(2 * side), (UP, DOWN)):
        if all(distance(row + r - side, column + c - side) <= side for r, c in CORNERS[slot]):
            yield row, column, slot


def triangle(side: int) -> Iterator[Atom]:
    """The triangle with sides of `side` triangles, a corner up."""
    for row in range(side):
        for column in range(row):
            yield from ((row, column, UP), (row, column, DOWN))
        yield row, row, UP


TRIANGULAR = Lattice(
    name="triangular",
    dimension=2,
    letters="ud",
    neighbours=(
        (((0, 0), DOWN), ((1, 0), DOWN), ((0, -1), DOWN)),
        (((-1, 0), UP), ((0, 1), UP), ((0, 0), UP)),
    ),
    motions=tuple(
        [_motion(name, matrix) for name, matrix in zip(TURN_NAMES, TURNS, strict=True)]
        + [_motion(f"{name}f", matrix, mirrored=True) for name, matrix in zip(TURN_NAMES, FLIPPED, strict=True)]
    ),
    corners=CORNERS,
    scale=1,
    basis=BASIS,
    blocks=((UP,), (DOWN,)),
    glyphs=((frozenset(), ".·_ "), (frozenset({UP}), "▲A^"), (frozenset({DOWN}), "▼Vv")),
    cell_texts=(CellText("01", (0, 1)),),
    groups_of=lambda motions: GROUPS,
    unit=1,
    pitch=2,
    spots=(0, 1),
    lean=LEAN,
    sizes=(
        Size("h", "hexagon by its side", hexagon, lambda n: 6 * n * n),
        Size("t", "triangle by its side", triangle, lambda n: n * n),
    ),
)
