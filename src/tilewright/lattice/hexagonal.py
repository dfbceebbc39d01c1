"""The hexagonal lattice: a cell is one atom (row, column); its point group has the 12 motions of the hexagon.

Rows are horizontal and each begins half a cell further left than the one above, so the neighbours of (0, 0) are, clockwise
from the right, (0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0). The hexagons stand on a corner.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import sqrt

from tilewright.lattice.lattice import Atom, CellText, Lattice, Motion, Size, Vector

AROUND: tuple[Vector, ...] = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))
BASIS = ((-0.5, sqrt(3) / 2), (1.0, 0.0))
LEAN = -1

TURN_NAMES = ("0", "60", "120", "180", "240", "300")


def _powers(step: tuple[Vector, ...]) -> tuple[tuple[Vector, ...], ...]:
    """The identity, the step, the step done twice, ... until it is the identity again."""
    found: list[tuple[Vector, ...]] = [((1, 0), (0, 1))]
    while (following := _product(step, found[-1])) != found[0]:
        found.append(following)
    return tuple(found)


def _product(a: tuple[Vector, ...], b: tuple[Vector, ...]) -> tuple[Vector, ...]:
    return tuple(
        tuple(sum(x * y for x, y in zip(row, column, strict=True)) for column in zip(*b, strict=True)) for row in a
    )


# Clockwise turns by 60 degrees; f mirrors left to right *before* the turn.
TURNS = _powers(((0, 1), (-1, 1)))
FLIPPED = tuple(_product(turn, ((1, 0), (1, -1))) for turn in TURNS)

# A mirror line of D1 or D3 is perpendicular to a row direction, one of D1d or D3d runs along it; D2 and D6 have both.
# "0f" has the upright mirror line; turning by 60 degrees more turns the line by 30. Rows of one name are one group in
# several positions.
GROUPS = (
    ("C1", ("0",)),
    ("C2", ("0", "180")),
    ("C3", ("0", "120", "240")),
    ("C6", TURN_NAMES),
    *(("D1", ("0", f"{turn}f")) for turn in (0, 120, 240)),
    *(("D1d", ("0", f"{turn}f")) for turn in (180, 60, 300)),
    *(("D2", ("0", "180", f"{turn}f", f"{(turn + 180) % 360}f")) for turn in (0, 60, 120)),
    ("D3", ("0", "120", "240", "0f", "120f", "240f")),
    ("D3d", ("0", "120", "240", "60f", "180f", "300f")),
    ("D6", (*TURN_NAMES, *(f"{name}f" for name in TURN_NAMES))),
)


def distance(row: int, column: int) -> int:
    """Steps from (0, 0) to the cell (on the triangular lattice: to the point) at (row, column)."""
    return max(abs(row), abs(column), abs(row - column))


def hexagon(side: int) -> Iterator[Atom]:
    """The hexagon with `side` cells along each side."""
    for row, column in product(range(2 * side - 1), repeat=2):
        if distance(row - side + 1, column - side + 1) < side:
            yield row, column


def triangle(side: int) -> Iterator[Atom]:
    """The triangle with `side` cells along each side, a corner up."""
    return ((row, column) for row in range(side) for column in range(row + 1))


HEXAGONAL = Lattice(
    name="hexagonal",
    dimension=2,
    neighbours=(tuple((vector, 0) for vector in AROUND),),
    motions=tuple(
        [Motion(name, matrix) for name, matrix in zip(TURN_NAMES, TURNS, strict=True)]
        + [Motion(f"{name}f", matrix, mirrored=True) for name, matrix in zip(TURN_NAMES, FLIPPED, strict=True)]
    ),
    # A corner is the centre of three cells that meet: the sum of two neighbouring directions, in thirds.
    corners=(tuple((a[0] + b[0], a[1] + b[1]) for a, b in zip(AROUND, (*AROUND[1:], AROUND[0]), strict=True)),),
    scale=3,
    basis=BASIS,
    glyphs=((frozenset(), ".·_ "), (frozenset({0}), "#■*█xX⬢")),
    cell_texts=(CellText("0 ", (0,)),),
    groups_of=lambda motions: GROUPS,
    pitch=2,
    spots=(0,),
    lean=LEAN,
    sizes=(
        Size("h", "hexagon by its side", hexagon, lambda n: 3 * n * (n - 1) + 1 if n else 0),
        Size("t", "triangle by its side", triangle, lambda n: n * (n + 1) // 2),
    ),
)
