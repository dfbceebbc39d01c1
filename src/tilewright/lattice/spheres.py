"""Balls in face-centred cubic packing: a cell is one ball (layer, row, column), layers from the top, each a square grid.

The balls of a layer lie in the hollows of the one below: layer, row and column + 1 is half a cell further down the page and
to the right, and 1/sqrt(2) lower. So a ball has four neighbours in its layer, four above and four below, and the same balls
lie in triangular layers, too, seen from four other sides. The cell around a ball is a rhombic dodecahedron, whose twelve
faces are where balls touch.

A motion is named by what becomes of the axes of the cubes that the packing is made of, as on the cubic lattice: `xyz` is the
identity, a capital letter stands for the axis backwards, and an `f` behind says that it mirrors. Here x + y + z is even.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations, product
from math import sqrt

from tilewright.lattice.lattice import Atom, CellText, Lattice, Motion, Size, Vector
from tilewright.lattice.space import determinant, groups, isometric

AXES = "xyz"
SCALE = 4  # of corners: those of the dodecahedra are at quarters


def to_cubes(cell: Vector) -> Vector:
    """The place of a ball by the axes of the cubes; neighbours differ by 1 along two of them.

    >>> to_cubes((1, 0, 0)), to_cubes((0, 1, 0)), to_cubes((0, 0, 1))
    ((1, 0, -1), (1, -1, 0), (1, 1, 0))
    """
    layer, row, column = cell
    return layer + row + column, column - row, -layer


def from_cubes(place: Vector) -> Vector:
    """The ball at a place whose coordinates have an even sum: what `to_cubes` undoes."""
    x, y, z = place
    return -z, (x + z - y) // 2, (x + z + y) // 2


def _motions() -> tuple[Motion, ...]:
    found = []
    for order, signs in product(permutations(range(3)), product((1, -1), repeat=3)):
        images = []
        for unit in ((1, 0, 0), (0, 1, 0), (0, 0, 1)):
            place = to_cubes(unit)
            images.append(from_cubes(tuple(sign * place[axis] for axis, sign in zip(order, signs, strict=True))))
        matrix: tuple[Vector, ...] = tuple(zip(*images, strict=True))
        name = "".join(AXES[axis] if sign > 0 else AXES[axis].upper() for axis, sign in zip(order, signs, strict=True))
        mirrored = determinant(matrix) < 0
        found.append(Motion(name + "f" * mirrored, matrix, mirrored=mirrored))
    return tuple(sorted(found, key=lambda motion: motion.mirrored))


def _quarters(place: Vector) -> Vector:
    """A place in halves of the cubes' axes as a corner in quarters of lattice coordinates."""
    x, y, z = place
    return -2 * z, x + z - y, x + z + y


def _faces() -> Iterator[tuple[Vector, ...]]:
    """The rhomb towards each neighbour, its corners counterclockwise as seen from outside."""
    for vector in NEIGHBOURS:
        way = to_cubes(vector)
        a, b = (axis for axis in range(3) if way[axis])
        (third,) = {0, 1, 2} - {a, b}

        def corner(along: dict[int, int]) -> Vector:
            return _quarters(tuple(along.get(axis, 0) for axis in range(3)))

        ends = corner({a: 2 * way[a]}), corner({b: 2 * way[b]})
        sides = [corner({a: way[a], b: way[b], third: sign}) for sign in (1, -1)]
        turn = way[a] * way[b] * (1 if (b - a) % 3 == 1 else -1)  # which way round the cubes' axes follow one another
        yield (ends[0], sides[1], ends[1], sides[0]) if turn > 0 else (ends[0], sides[0], ends[1], sides[1])


def pyramid(side: int) -> Iterator[Atom]:
    """The pyramid of square layers, one ball on top, `side` along each edge below."""
    for layer in range(side):
        yield from ((layer, row, column) for row, column in product(range(side - 1 - layer, side), repeat=2))


def tetrahedron(side: int) -> Iterator[Atom]:
    """The tetrahedron standing on an edge: each layer a rectangle of balls, 1 x side at the top, side x 1 at the bottom."""
    for layer in range(side):
        for row, column in product(range(side - 1 - layer, side), range(side - layer)):
            yield layer, row, column


NEIGHBOURS: tuple[Vector, ...] = (
    *((-1, row, column) for row, column in product((0, 1), repeat=2)),
    (0, -1, 0), (0, 1, 0), (0, 0, -1), (0, 0, 1),
    *((1, row, column) for row, column in product((0, -1), repeat=2)),
)  # fmt: skip
MOTIONS = _motions()
# x to the right, y away, z up
SPACE = ((0.5, -0.5, -sqrt(0.5)), (0.0, -1.0, 0.0), (1.0, 0.0, 0.0))

SPHERES = Lattice(
    name="spheres",
    dimension=3,
    neighbours=(tuple((vector, 0) for vector in NEIGHBOURS),),
    motions=MOTIONS,
    corners=(((0, -2, -2), (0, -2, 2), (0, 2, 2), (0, 2, -2)),),
    scale=SCALE,
    basis=isometric(SPACE),
    glyphs=((frozenset(), ".·_ "), (frozenset({0}), "O#■*●█xX")),
    cell_texts=(CellText("0", (0,)),),
    groups_of=groups,
    default_motion="turn",
    sizes=(
        Size("p", "square pyramid by its side", pyramid, lambda n: n * (n + 1) * (2 * n + 1) // 6),
        Size("t", "tetrahedron by its side", tetrahedron, lambda n: n * (n + 1) * (n + 2) // 6),
    ),
    layer="square",
    faces=(tuple(_faces()),),
    space=SPACE,
    ball=0.5,
)
