"""The lattices of the plane (squares, half squares, hexagons and triangles): their tables and their named boards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import sqrt

from tilewright.lattice.lattice import Atom, CellText, Lattice, Motion, Size, Vector

# The square lattice: a cell is one atom (row, column); its point group has the 8 motions of the square.


SQUARE_TURN_NAMES = ("0", "90", "180", "270")

# Clockwise quarter turns of (row, column), rows downwards; f mirrors left to right *before* the turn.
SQUARE_TURNS: tuple[tuple[Vector, ...], ...] = (
    ((1, 0), (0, 1)),
    ((0, 1), (-1, 0)),
    ((-1, 0), (0, -1)),
    ((0, -1), (1, 0)),
)
SQUARE_MIRROR = ((1, 0), (0, -1))  # left to right


def matrix_product(a: tuple[Vector, ...], b: tuple[Vector, ...]) -> tuple[Vector, ...]:
    """Return the motion `b` followed by the motion `a`."""
    return tuple(
        tuple(sum(x * y for x, y in zip(row, column, strict=True)) for column in zip(*b, strict=True)) for row in a
    )


def _motions(
    names: Sequence[str],
    turns: Sequence[tuple[Vector, ...]],
    mirror: tuple[Vector, ...],
    make: Callable[..., Motion] = Motion,
) -> tuple[Motion, ...]:
    """Return the turns, then each turn after the mirror; `make` is called with name, matrix and `mirrored`."""
    plain = [make(name, turn) for name, turn in zip(names, turns, strict=True)]
    flipped = ((f"{name}f", matrix_product(turn, mirror)) for name, turn in zip(names, turns, strict=True))
    return (*plain, *(make(name, matrix, mirrored=True) for name, matrix in flipped))


# D1 mirrors left to right, D1d along the main diagonal; D2 and D2d have both such mirrors. A second row of the
# same name is the same group turned by 90 degrees.
SQUARE_GROUPS = (
    ("C1", ("0",)),
    ("C2", ("0", "180")),
    ("C4", SQUARE_TURN_NAMES),
    ("D1", ("0", "0f")),
    ("D1", ("0", "180f")),
    ("D1d", ("0", "270f")),
    ("D1d", ("0", "90f")),
    ("D2", ("0", "180", "0f", "180f")),
    ("D2d", ("0", "180", "90f", "270f")),
    ("D4", (*SQUARE_TURN_NAMES, "0f", "90f", "180f", "270f")),
)


def aztec_diamond(order: int) -> Iterator[Atom]:
    """Yield the cells of an Aztec diamond: rows of 2, 4, ..., 2n, 2n, ..., 4, 2 cells, one above the other."""
    for row in range(2 * order):
        indent = max(order - 1 - row, row - order)
        yield from ((row, column) for column in range(indent, 2 * order - indent))


SQUARE = Lattice(
    name="square",
    dimension=2,
    neighbours=((((-1, 0), 0), ((0, 1), 0), ((1, 0), 0), ((0, -1), 0)),),
    motions=_motions(SQUARE_TURN_NAMES, SQUARE_TURNS, SQUARE_MIRROR),
    corners=(((0, 0), (0, 1), (1, 1), (1, 0)),),
    scale=1,
    glyphs=((frozenset(), ".·_ "), (frozenset({0}), "#■*█xX")),
    cell_texts=(CellText("0", (0,)),),
    groups_of=lambda motions: SQUARE_GROUPS,
    sizes=(Size("a", "Aztec diamond by its order", aztec_diamond, lambda n: 2 * n * (n + 1)),),
)


# The half-square lattice: every unit square is divided into four triangular atoms, north, east, south and west of its
# center.
#
# A whole square is 4 atoms; a half square, cut along either diagonal, is 2 adjacent ones.


N, E, S, W = range(4)


def _halfsquare_motion(name: str, matrix: tuple[Vector, ...], mirrored: bool = False) -> Motion:
    turn = SQUARE_TURN_NAMES.index(name.rstrip("f"))
    return Motion(name, matrix, tuple(((-k if mirrored else k) + turn) % 4 for k in range(4)), mirrored=mirrored)


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
    motions=_motions(SQUARE_TURN_NAMES, SQUARE_TURNS, SQUARE_MIRROR, _halfsquare_motion),
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
    groups_of=lambda motions: SQUARE_GROUPS,
)


# The hexagonal lattice: a cell is one atom (row, column); its point group has the 12 motions of the hexagon.
#
# Rows are horizontal and each begins half a cell further left than the one above, so the neighbors of (0, 0) are,
# clockwise from the right, (0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0). The hexagons stand on a corner.


AROUND: tuple[Vector, ...] = ((0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0))
BASIS = ((-0.5, sqrt(3) / 2), (1.0, 0.0))
LEAN = -1

HEXAGONAL_TURN_NAMES = ("0", "60", "120", "180", "240", "300")


def _powers(step: tuple[Vector, ...]) -> tuple[tuple[Vector, ...], ...]:
    """Return the powers of the step, from the identity until the identity comes again."""
    found: list[tuple[Vector, ...]] = [((1, 0), (0, 1))]
    while (following := matrix_product(step, found[-1])) != found[0]:
        found.append(following)
    return tuple(found)


# Clockwise turns by 60 degrees; f mirrors left to right *before* the turn.
HEXAGONAL_TURNS = _powers(((0, 1), (-1, 1)))
HEXAGONAL_MIRROR = ((1, 0), (1, -1))

# The mirror line of D1 or D3 is perpendicular to a row direction, that of D1d or D3d is parallel to it; D2 and D6 have
# both. "0f" has the vertical mirror line; turning by 60 degrees more turns the line by 30. Rows of one name are one
# group in several positions.
HEXAGONAL_GROUPS = (
    ("C1", ("0",)),
    ("C2", ("0", "180")),
    ("C3", ("0", "120", "240")),
    ("C6", HEXAGONAL_TURN_NAMES),
    *(("D1", ("0", f"{turn}f")) for turn in (0, 120, 240)),
    *(("D1d", ("0", f"{turn}f")) for turn in (180, 60, 300)),
    *(("D2", ("0", "180", f"{turn}f", f"{(turn + 180) % 360}f")) for turn in (0, 60, 120)),
    ("D3", ("0", "120", "240", "0f", "120f", "240f")),
    ("D3d", ("0", "120", "240", "60f", "180f", "300f")),
    ("D6", (*HEXAGONAL_TURN_NAMES, *(f"{name}f" for name in HEXAGONAL_TURN_NAMES))),
)


def distance(row: int, column: int) -> int:
    """Return the number of steps from (0, 0) to the cell (on the triangular lattice: the point) at (row, column)."""
    return max(abs(row), abs(column), abs(row - column))


def hexagon_of_hexagons(side: int) -> Iterator[Atom]:
    """Yield the hexagon with `side` cells along each side."""
    for row, column in product(range(2 * side - 1), repeat=2):
        if distance(row - side + 1, column - side + 1) < side:
            yield row, column


def triangle_of_hexagons(side: int) -> Iterator[Atom]:
    """Yield the triangle with `side` cells along each side and a corner at the top."""
    return ((row, column) for row in range(side) for column in range(row + 1))


HEXAGONAL = Lattice(
    name="hexagonal",
    dimension=2,
    neighbours=(tuple((vector, 0) for vector in AROUND),),
    motions=_motions(HEXAGONAL_TURN_NAMES, HEXAGONAL_TURNS, HEXAGONAL_MIRROR),
    # A corner is the center of three cells that meet: the sum of two adjacent directions, in thirds.
    corners=(tuple((a[0] + b[0], a[1] + b[1]) for a, b in zip(AROUND, (*AROUND[1:], AROUND[0]), strict=True)),),
    scale=3,
    basis=BASIS,
    glyphs=((frozenset(), ".·_ "), (frozenset({0}), "#■*█xX⬢")),
    cell_texts=(CellText("0 ", (0,)),),
    groups_of=lambda motions: HEXAGONAL_GROUPS,
    pitch=2,
    spots=(0,),
    lean=LEAN,
    sizes=(
        Size("h", "hexagon by its side", hexagon_of_hexagons, lambda n: 3 * n * (n - 1) + 1 if n else 0),
        Size("t", "triangle by its side", triangle_of_hexagons, lambda n: n * (n + 1) // 2),
    ),
)


# The triangular lattice: the rhombus (row, column) is two atoms, the triangle pointing up and the one pointing down.
#
# Points of the lattice are numbered like the cells of the hexagonal lattice: rows are horizontal, and each begins half
# a step further left than the one above. The corners of the rhombus (row, column) are the points (row, column), (row,
# column + 1), (row + 1, column) and (row + 1, column + 1).


UP, DOWN = range(2)
CORNERS: tuple[tuple[Vector, ...], ...] = (((0, 0), (1, 1), (1, 0)), ((0, 0), (0, 1), (1, 1)))
CENTRES = ((2, 1), (1, 2))  # sums of the corners: three times the center


def _triangular_motion(name: str, matrix: tuple[Vector, ...], mirrored: bool = False) -> Motion:
    """Return the motion about the point (0, 0); the image of a slot is found from the image of its center."""
    slots, offsets = [], []
    for centre in CENTRES:
        moved = tuple(sum(m * v for m, v in zip(row, centre, strict=True)) for row in matrix)
        slot = next(
            k for k, other in enumerate(CENTRES) if all((m - v) % 3 == 0 for m, v in zip(moved, other, strict=True))
        )
        slots.append(slot)
        offsets.append(tuple((m - v) // 3 for m, v in zip(moved, CENTRES[slot], strict=True)))
    return Motion(name, matrix, tuple(slots), tuple(offsets), mirrored)


def hexagon_of_triangles(side: int) -> Iterator[Atom]:
    """Yield the hexagon with `side` triangles along each side."""
    for row, column, slot in product(range(2 * side), range(2 * side), (UP, DOWN)):
        if all(distance(row + r - side, column + c - side) <= side for r, c in CORNERS[slot]):
            yield row, column, slot


def triangle_of_triangles(side: int) -> Iterator[Atom]:
    """Yield the triangle with `side` triangles along each side and a corner at the top."""
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
    motions=_motions(HEXAGONAL_TURN_NAMES, HEXAGONAL_TURNS, HEXAGONAL_MIRROR, _triangular_motion),
    corners=CORNERS,
    scale=1,
    basis=BASIS,
    blocks=((UP,), (DOWN,)),
    glyphs=((frozenset(), ".·_ "), (frozenset({UP}), "▲A^"), (frozenset({DOWN}), "▼Vv")),
    cell_texts=(CellText("01", (0, 1)),),
    groups_of=lambda motions: HEXAGONAL_GROUPS,
    unit=1,
    pitch=2,
    spots=(0, 1),
    lean=LEAN,
    sizes=(
        Size("h", "hexagon by its side", hexagon_of_triangles, lambda n: 6 * n * n),
        Size("t", "triangle by its side", triangle_of_triangles, lambda n: n * n),
    ),
)
