"""The square lattice: a cell is one atom (row, column); its point group has the 8 motions of the square."""

from __future__ import annotations

from collections.abc import Iterator

from tilewright.lattice.lattice import Atom, CellText, Lattice, Motion, Size, Vector

TURN_NAMES = ("0", "90", "180", "270")

# Clockwise quarter turns of (row, column), rows downwards; f mirrors left to right *before* the turn.
TURNS: tuple[tuple[Vector, ...], ...] = (((1, 0), (0, 1)), ((0, 1), (-1, 0)), ((-1, 0), (0, -1)), ((0, -1), (1, 0)))
FLIPPED: tuple[tuple[Vector, ...], ...] = tuple(tuple((row[0], -row[1]) for row in turn) for turn in TURNS)

# D1 mirrors left to right, D1d along the main diagonal; D2 and D2d have both such mirrors. A second row of the
# same name is the same group turned by 90 degrees.
GROUPS = (
    ("C1", ("0",)),
    ("C2", ("0", "180")),
    ("C4", TURN_NAMES),
    ("D1", ("0", "0f")),
    ("D1", ("0", "180f")),
    ("D1d", ("0", "270f")),
    ("D1d", ("0", "90f")),
    ("D2", ("0", "180", "0f", "180f")),
    ("D2d", ("0", "180", "90f", "270f")),
    ("D4", (*TURN_NAMES, "0f", "90f", "180f", "270f")),
)


def aztec_diamond(order: int) -> Iterator[Atom]:
    """The cells of an Aztec diamond: rows of 2, 4, ..., 2n, 2n, ..., 4, 2 cells, one above the other."""
    for row in range(2 * order):
        indent = max(order - 1 - row, row - order)
        yield from ((row, column) for column in range(indent, 2 * order - indent))


SQUARE = Lattice(
    name="square",
    dimension=2,
    neighbours=((((-1, 0), 0), ((0, 1), 0), ((1, 0), 0), ((0, -1), 0)),),
    motions=tuple(
        [Motion(name, matrix) for name, matrix in zip(TURN_NAMES, TURNS, strict=True)]
        + [Motion(f"{name}f", matrix, mirrored=True) for name, matrix in zip(TURN_NAMES, FLIPPED, strict=True)]
    ),
    corners=(((0, 0), (0, 1), (1, 1), (1, 0)),),
    scale=1,
    glyphs=((frozenset(), ".·_ "), (frozenset({0}), "#■*█xX")),
    cell_texts=(CellText("0", (0,)),),
    groups_of=lambda motions: GROUPS,
    sizes=(Size("a", "Aztec diamond by its order", aztec_diamond, lambda n: 2 * n * (n + 1)),),
)
