"""The lattices of space (cubes, triangular prisms, balls in face-centred cubic packing): tables, groups and views."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import permutations, product
from math import sqrt

from tilewright.lattice.lattice import Atom, CellText, GroupRow, Lattice, Motion, Size, Vector
from tilewright.lattice.planar import TRIANGULAR, matrix_product

# All lattices in space: point groups, whose subgroups are named after Schoenflies, and the isometric view.


Matrix = tuple[Vector, ...]

# (determinant, trace) identifies the type of an element: turns by 360, 180, 120, 90, 60 degrees, and the same with a
# reflection.
_ORDER = {3: 1, -1: 2, 0: 3, 1: 4, 2: 6}


def isometric(space: Sequence[tuple[float, float, float]]) -> tuple[tuple[float, float], ...]:
    """Return the picture's (x, y), y downwards, of steps in space, seen from the front, the right and above.

    Lengths along x, y and z are preserved.
    """
    return tuple((sqrt(3) / 2 * (x + y), (x - y) / 2 - z) for x, y, z in space)


def determinant(m: Matrix) -> int:
    """Return the determinant: 1 for a rotation, -1 for a reflection."""
    (a, b, c), (d, e, f), (g, h, i) = m
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


def groups(motions: Sequence[Motion]) -> tuple[GroupRow, ...]:
    """Return every subgroup of the motions as its name and the names of its motions, the smallest first.

    motions: a group, the identity first.
    """
    index = {motion.matrix: number for number, motion in enumerate(motions)}
    table = [[index[matrix_product(a.matrix, b.matrix)] for b in motions] for a in motions]
    cyclic = {_generated(table, {number}) for number in range(len(motions))}
    found = set(cyclic)
    latest = set(cyclic)
    while latest:
        latest = {_generated(table, set(group | other)) for group in latest for other in cyclic if not other <= group}
        latest -= found
        found |= latest
    rows = sorted((sorted(group) for group in found), key=lambda group: (len(group), group))
    return tuple((schoenflies([motions[n].matrix for n in row]), tuple(motions[n].name for n in row)) for row in rows)


def _generated(table: Sequence[Sequence[int]], generators: set[int]) -> frozenset[int]:
    """Return the group that some motions generate, as numbers of motions."""
    group = {0}
    latest = {0}
    while latest:
        latest = {table[a][b] for a in latest for b in generators} - group
        group |= latest
    return frozenset(group)


def schoenflies(matrices: Sequence[Matrix]) -> str:
    """Return the Schoenflies name of a group of 3x3 integer matrices, e.g. `D2d`, `Oh`."""
    turns, mirrored = Counter[int](), Counter[int]()
    for m in matrices:
        sign = determinant(m)
        (turns if sign > 0 else mirrored)[_ORDER[sign * (m[0][0] + m[1][1] + m[2][2])]] += 1
    proper = _turn_group(turns)
    if not mirrored:
        return proper
    if mirrored[1]:  # with the point reflection, the group is the rotations times {1, -1}
        return {"C1": "Ci", "C2": "C2h", "C3": "S6", "T": "Th", "O": "Oh", "D3": "D3d"}.get(proper, f"{proper}h")
    # Otherwise the elements with a reflection become rotations when multiplied by -1; together with them the rotations
    # form a larger group.
    larger = _turn_group(turns + mirrored)
    if larger == "O":
        return "Td"
    if larger.startswith("C"):
        return {"C2": "Cs", "C4": "S4", "C6": "C3h"}[larger]
    return f"{proper}v" if proper.startswith("C") else {"D4": "D2d", "D6": "D3h"}[larger]


def _turn_group(turns: Counter[int]) -> str:
    """Return the name of a group of rotations from the number of elements of each order."""
    if turns[3] == 8:
        return "O" if turns[4] else "T"
    order = max(turns)
    size = sum(turns.values())
    return f"C{order}" if size == order else f"D{size // 2}"


# The cubic lattice: a cell is one atom (layer, row, column), layers from the top; 24 rotations, 48 motions with
# reflections.
#
# A motion is named by the source of each coordinate of the image: `lrc` is the identity; `rLc` has the old row as its
# layer and the old layer, counted backwards, as its row; a final `f` means that it mirrors.


def _cube_motions(
    axes: str, to_cubes: Callable[[Vector], Vector] = tuple, from_cubes: Callable[[Vector], Vector] = tuple
) -> tuple[Motion, ...]:
    """Return the motions of a lattice whose cells lie along the axes of cubes, rotations first.

    axes: the letters of the axes.
    """
    found = []
    for order, signs in product(permutations(range(3)), product((1, -1), repeat=3)):
        places = map(to_cubes, ((1, 0, 0), (0, 1, 0), (0, 0, 1)))
        images = [tuple(sign * place[axis] for axis, sign in zip(order, signs, strict=True)) for place in places]
        matrix: Matrix = tuple(zip(*map(from_cubes, images), strict=True))
        name = "".join(axes[k] if sign > 0 else axes[k].upper() for k, sign in zip(order, signs, strict=True))
        mirrored = determinant(matrix) < 0
        found.append(Motion(name + "f" * mirrored, matrix, mirrored=mirrored))
    return tuple(sorted(found, key=lambda motion: motion.mirrored))


CUBIC_NEIGHBOURS: tuple[Vector, ...] = ((-1, 0, 0), (1, 0, 0), (0, -1, 0), (0, 1, 0), (0, 0, -1), (0, 0, 1))

# Corners counterclockwise as seen from outside: from above, below, behind, the front, the left, the right.
CUBIC_FACES: tuple[tuple[Vector, ...], ...] = (
    ((0, 0, 0), (0, 1, 0), (0, 1, 1), (0, 0, 1)),
    ((1, 0, 0), (1, 0, 1), (1, 1, 1), (1, 1, 0)),
    ((0, 0, 0), (0, 0, 1), (1, 0, 1), (1, 0, 0)),
    ((0, 1, 0), (1, 1, 0), (1, 1, 1), (0, 1, 1)),
    ((0, 0, 0), (1, 0, 0), (1, 1, 0), (0, 1, 0)),
    ((0, 0, 1), (0, 1, 1), (1, 1, 1), (1, 0, 1)),
)
CUBIC_SPACE = ((0.0, 0.0, -1.0), (0.0, -1.0, 0.0), (1.0, 0.0, 0.0))

CUBIC = Lattice(
    name="cubic",
    dimension=3,
    neighbours=(tuple((vector, 0) for vector in CUBIC_NEIGHBOURS),),
    motions=_cube_motions("lrc"),
    corners=(CUBIC_FACES[0],),
    scale=1,
    basis=isometric(CUBIC_SPACE),
    glyphs=((frozenset(), ".·_ "), (frozenset({0}), "#■*█xX")),
    cell_texts=(CellText("0", (0,)),),
    groups_of=groups,
    default_motion="turn",
    layer="square",
    faces=(CUBIC_FACES,),
    space=CUBIC_SPACE,
)


# Triangular prisms in layers, from the top: each layer is the triangular lattice.
#
# A motion is one of the triangular lattice, with the same name; a final `v` means that it also turns the layers upside
# down.


def _prism_motion(flat: Motion, layers: int) -> Motion:
    matrix = ((layers, 0, 0), *((0, *row) for row in flat.matrix))
    offsets = tuple((0, *offset) for offset in flat.offsets)
    name = flat.name + "v" * (layers < 0)
    return Motion(name, matrix, flat.slots, offsets, mirrored=determinant(matrix) < 0)


def _prism_faces(slot: int) -> tuple[tuple[Vector, ...], ...]:
    """Return the top and the bottom face, then the side towards each neighbor in the layer."""
    ring = TRIANGULAR.corners[slot]
    top, bottom = [(0, *corner) for corner in reversed(ring)], [(1, *corner) for corner in ring]
    sides = []
    for vector, other in TRIANGULAR.neighbours[slot]:
        theirs = {tuple(map(int.__add__, corner, vector)) for corner in TRIANGULAR.corners[other]}
        a, b = next((a, b) for a, b in zip(ring, (*ring[1:], ring[0]), strict=True) if {a, b} <= theirs)
        sides.append(((0, *a), (0, *b), (1, *b), (1, *a)))
    return (tuple(top), tuple(bottom), *sides)


PRISM_SPACE = ((0.0, 0.0, -1.0), *((x, -y, 0.0) for x, y in TRIANGULAR.basis))
PRISM_FACES = tuple(_prism_faces(slot) for slot in range(TRIANGULAR.slot_count))

PRISM = Lattice(
    name="prism",
    dimension=3,
    letters=TRIANGULAR.letters,
    neighbours=tuple(
        (((-1, 0, 0), slot), ((1, 0, 0), slot), *(((0, *vector), other) for vector, other in near))
        for slot, near in enumerate(TRIANGULAR.neighbours)
    ),
    motions=tuple(
        sorted(
            (_prism_motion(flat, layers) for layers in (1, -1) for flat in TRIANGULAR.motions),
            key=lambda motion: motion.mirrored,
        )
    ),
    corners=tuple(faces[0] for faces in PRISM_FACES),
    scale=TRIANGULAR.scale,
    basis=isometric(PRISM_SPACE),
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
    faces=PRISM_FACES,
    space=PRISM_SPACE,
)


# Balls in face-centred cubic packing: a cell is one ball (layer, row, column), layers from the top, each a square grid.
#
# The balls of a layer lie in the hollows of the one below: one layer further down, the ball with the same row and
# column is half a cell further down the page and to the right, and 1/sqrt(2) lower. So a ball has four neighbors in its
# layer, four above and four below. The same balls also lie in triangular layers, seen from four other sides. The cell
# around a ball is a rhombic dodecahedron, whose twelve faces are where balls touch.
#
# A motion is named by the images of the axes of the cubes of the packing, as on the cubic lattice: `xyz` is the
# identity, a capital letter stands for the reversed axis, and a final `f` means that it mirrors. Here x + y + z is
# even.


SCALE = 4  # unit of the corners: those of the dodecahedra are at quarters


def to_cubes(cell: Vector) -> Vector:
    """Return the place of a ball in the axes of the cubes; neighbors differ by 1 along two of them.

    >>> to_cubes((1, 0, 0)), to_cubes((0, 1, 0)), to_cubes((0, 0, 1))
    ((1, 0, -1), (1, -1, 0), (1, 1, 0))
    """
    layer, row, column = cell
    return layer + row + column, column - row, -layer


def from_cubes(place: Vector) -> Vector:
    """Return the ball at a place whose coordinates have an even sum; this is the inverse of `to_cubes`."""
    x, y, z = place
    return -z, (x + z - y) // 2, (x + z + y) // 2


def _spheres_faces() -> Iterator[tuple[Vector, ...]]:
    """Yield the rhombus towards each neighbor, its corners counterclockwise as seen from outside."""
    for vector in SPHERES_NEIGHBOURS:
        way = to_cubes(vector)
        a, b = (axis for axis in range(3) if way[axis])
        (third,) = {0, 1, 2} - {a, b}

        def corner(along: dict[int, int]) -> Vector:
            x, y, z = (along.get(axis, 0) for axis in range(3))  # in halves of the cubes' axes
            return -2 * z, x + z - y, x + z + y

        ends = corner({a: 2 * way[a]}), corner({b: 2 * way[b]})
        sides = [corner({a: way[a], b: way[b], third: sign}) for sign in (1, -1)]
        turn = way[a] * way[b] * (1 if (b - a) % 3 == 1 else -1)  # the sign of the cyclic order of the cubes' axes
        yield (ends[0], sides[1], ends[1], sides[0]) if turn > 0 else (ends[0], sides[0], ends[1], sides[1])


def pyramid(side: int) -> Iterator[Atom]:
    """Yield the pyramid of square layers, with one ball on top and `side` balls along each edge at the bottom."""
    return ((layer, *place) for layer in range(side) for place in product(range(side - 1 - layer, side), repeat=2))


def tetrahedron(side: int) -> Iterator[Atom]:
    """Yield the tetrahedron standing on an edge.

    Each layer is a rectangle of balls, 1 x side at the top and side x 1 at the bottom.
    """
    for layer in range(side):
        for row, column in product(range(side - 1 - layer, side), range(side - layer)):
            yield layer, row, column


SPHERES_NEIGHBOURS: tuple[Vector, ...] = (
    *((-1, row, column) for row, column in product((0, 1), repeat=2)),
    (0, -1, 0), (0, 1, 0), (0, 0, -1), (0, 0, 1),
    *((1, row, column) for row, column in product((0, -1), repeat=2)),
)  # fmt: skip
# x to the right, y away, z up
SPHERES_SPACE = ((0.5, -0.5, -sqrt(0.5)), (0.0, -1.0, 0.0), (1.0, 0.0, 0.0))

SPHERES = Lattice(
    name="spheres",
    dimension=3,
    neighbours=(tuple((vector, 0) for vector in SPHERES_NEIGHBOURS),),
    motions=_cube_motions("xyz", to_cubes, from_cubes),
    corners=(((0, -2, -2), (0, -2, 2), (0, 2, 2), (0, 2, -2)),),
    scale=SCALE,
    basis=isometric(SPHERES_SPACE),
    glyphs=((frozenset(), ".·_ "), (frozenset({0}), "O#■*●█xX")),
    cell_texts=(CellText("0", (0,)),),
    groups_of=groups,
    default_motion="turn",
    sizes=(
        Size("p", "square pyramid by its side", pyramid, lambda n: n * (n + 1) * (2 * n + 1) // 6),
        Size("t", "tetrahedron by its side", tetrahedron, lambda n: n * (n + 1) * (n + 2) // 6),
    ),
    layer="square",
    faces=(tuple(_spheres_faces()),),
    space=SPHERES_SPACE,
    ball=0.5,
)
