"""The lattices by the corners of their cells: what shares an edge, what meets, what a motion does. No tables of the package.

A cell is known by its corner points, exact whole numbers in the lattice's own coordinates. Two cells of the plane share an
edge if they share two corners. A motion moves corners, and its image of a cell is the cell with those corners. Balls have
centers instead of corners.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import permutations, product
from operator import add

Atom = tuple[int, ...]
Point = tuple[int, ...]
Cells = frozenset[Atom]
Matrix = tuple[tuple[int, ...], ...]

# Corners of the cell at the origin in 1/scale of a step, for each of its letters.
TRIANGLES = {"u": ((0, 0), (1, 0), (1, 1)), "d": ((0, 0), (0, 1), (1, 1))}
PLANE: dict[str, tuple[int, dict[str, tuple[Point, ...]]]] = {
    "square": (1, {"": ((0, 0), (0, 1), (1, 0), (1, 1))}),
    "halfsquare": (
        2,
        {
            "n": ((0, 0), (0, 2), (1, 1)),
            "e": ((0, 2), (2, 2), (1, 1)),
            "s": ((2, 2), (2, 0), (1, 1)),
            "w": ((2, 0), (0, 0), (1, 1)),
        },
    ),
    "triangular": (1, TRIANGLES),
    # The center of a hexagon is a point of the lattice; its corners are centers of triangles, in thirds.
    "hexagonal": (3, {"": ((1, 2), (2, 1), (1, -1), (-1, -2), (-2, -1), (-1, 1))}),
}
# One turn clockwise and the mirror that exchanges left and right, on (row, column).
SQUARE_TURN, SQUARE_MIRROR = ((0, 1), (-1, 0)), ((1, 0), (0, -1))
SIXTH_TURN, SIXTH_MIRROR = ((0, 1), (-1, 1)), ((1, 0), (1, -1))
QUARTERS = {"plank": (4, {"a": ((0, 0), (0, 1), (4, 0), (4, 1)), "b": ((0, 1), (0, 4), (4, 1), (4, 4))})}


def multiply(a: Matrix, b: Matrix) -> Matrix:
    """The motion `a` after `b`."""
    return tuple(
        tuple(sum(x * y for x, y in zip(row, column, strict=True)) for column in zip(*b, strict=True)) for row in a
    )


def determinant(m: Matrix) -> int:
    """Negative for a motion that mirrors."""
    if len(m) == 2:
        return m[0][0] * m[1][1] - m[0][1] * m[1][0]
    return sum(
        m[0][i] * (m[1][(i + 1) % 3] * m[2][(i + 2) % 3] - m[1][(i + 2) % 3] * m[2][(i + 1) % 3]) for i in range(3)
    )


def _plane_motions(turn: Matrix, mirror: Matrix, degrees: int) -> dict[str, Matrix]:
    found: dict[str, Matrix] = {}
    power: Matrix = ((1, 0), (0, 1))
    for number in range(360 // degrees):
        found[str(number * degrees)] = power
        found[f"{number * degrees}f"] = multiply(power, mirror)
        power = multiply(turn, power)
    return found


def _space_motions(axes: str) -> dict[str, Matrix]:
    """Permutations of three axes with signs: `rLc` takes the old row as its layer and the old layer, backwards, as its row."""
    found = {}
    for order, signs in product(permutations(range(3)), product((1, -1), repeat=3)):
        matrix = tuple(
            tuple(sign * (axis == place) for place in range(3)) for axis, sign in zip(order, signs, strict=True)
        )
        name = "".join(axes[axis] if sign > 0 else axes[axis].upper() for axis, sign in zip(order, signs, strict=True))
        found[name + "f" * (determinant(matrix) < 0)] = matrix
    return found


@dataclass(frozen=True)
class Grid:
    """A lattice, flat or in space; `periods` of rows and columns are 0 where it does not begin again. `grid` makes each once."""

    name: str
    periods: tuple[int, int]

    @property
    def dimension(self) -> int:
        """Numbers of a cell without its letter."""
        return 3 if self.name in ("cubic", "prism", "spheres") else 2

    @cached_property
    def letters(self) -> str:
        """The letters of the cells at one place."""
        if self.name in ("cubic", "spheres"):
            return ""
        table = QUARTERS if self.name in QUARTERS else PLANE
        return "".join(table["triangular" if self.name == "prism" else self.name][1])

    @cached_property
    def motions(self) -> dict[str, Matrix]:
        """The motions that keep a point of the lattice, by name; the identity is among them."""
        if self.name == "cubic":
            return _space_motions("lrc")
        if self.name == "spheres":
            return _space_motions("xyz")
        if self.name in ("square", "halfsquare"):
            return _plane_motions(SQUARE_TURN, SQUARE_MIRROR, 90)
        flat = _plane_motions(SIXTH_TURN, SIXTH_MIRROR, 60)
        if self.name == "prism":
            return {
                f"{name}{'v' * (way < 0)}": ((way, 0, 0), *((0, *row) for row in matrix))
                for name, matrix in flat.items()
                for way in (1, -1)
            }
        if self.name == "plank":  # the plane turned by 180 degrees, and both mirrors; a is the narrow part
            return {
                "0": ((1, 0), (0, 1)),
                "180": ((-1, 0), (0, -1)),
                "0f": ((1, 0), (0, -1)),
                "180f": ((-1, 0), (0, 1)),
            }
        return flat

    @property
    def identity(self) -> str:
        """The name of the motion that changes nothing."""
        return {"cubic": "lrc", "spheres": "xyz"}.get(self.name, "0")

    def corners(self, atom: Atom) -> tuple[Point, ...]:
        """The corner points of a cell, not taken around; of a ball its center, by the axes of cubes."""
        return _corners(self.name, atom)

    def adjacent(self, one: Atom, other: Atom) -> bool:
        """Whether two cells share an edge, in space a face."""
        return any(_shared(self.name, one, copy) >= _needed(self.name) for copy in self.copies(other))

    def meet(self, one: Atom, other: Atom) -> bool:
        """Whether two cells share a corner point; of balls, whether they touch."""
        return any(_shared(self.name, one, copy) > 0 for copy in self.copies(other))

    def copies(self, atom: Atom) -> Iterator[Atom]:
        """A cell and its copies as near as matters, on a lattice that begins again."""
        rows, columns = self.periods
        for down in (-2 * rows, -rows, 0, rows, 2 * rows) if rows else (0,):
            for right in (-2 * columns, -columns, 0, columns, 2 * columns) if columns else (0,):
                yield (atom[0] + down, atom[1] + right, *atom[2:]) if rows or columns else atom

    def reduce(self, atoms: Iterable[Atom]) -> list[Atom]:
        """Cells as they are written where the lattice begins again."""
        rows, columns = self.periods
        if not columns:
            return list(atoms)
        return [(row % rows if rows else row, column % columns, *rest) for row, column, *rest in atoms]

    def moved(self, atoms: Iterable[Atom], step: tuple[int, ...]) -> list[Atom]:
        """Cells moved by whole steps."""
        if self.letters:
            step = (*step, 0)
        moved = [tuple(map(add, atom, step)) for atom in atoms]
        return self.reduce(moved) if self.periods[1] else moved

    def turned(self, atoms: Iterable[Atom], motion: str) -> list[Atom]:
        """The images of cells under a motion about a point of the lattice, not taken around."""
        return [_image(self.name, atom, self.motions[motion]) for atom in atoms]

    def normal(self, atoms: Iterable[Atom]) -> tuple[tuple[int, ...], Cells]:
        """One of the translations of a shape, the same for all of them, and the step from it to the shape; around the board, too."""
        atoms = self.reduce(atoms)
        low = tuple(min(atom[axis] for atom in atoms) for axis in range(self.dimension))
        if not any(self.periods):
            return low, frozenset(self.moved(atoms, tuple(-v for v in low)))
        rows, columns = self.periods
        steps = product(range(rows) if rows else (low[0],), range(columns))
        return min(((s, frozenset(self.moved(atoms, (-s[0], -s[1])))) for s in steps), key=lambda each: sorted(each[1]))

    def is_flat(self, atoms: Iterable[Atom]) -> bool:
        """Whether centers of cells of space lie in one plane."""
        points = [_center(self.name, atom) for atom in atoms]
        steps = [tuple(a - b for a, b in zip(point, points[0], strict=True)) for point in points]
        return all(determinant((u, v, w)) == 0 for u in steps for v in steps for w in steps)


@cache
def grid(name: str, periods: tuple[int, int] = (0, 0)) -> Grid:
    """The lattice, made once: its tables take longer than a small puzzle."""
    return Grid(name, periods)


def _center(name: str, atom: Atom) -> Point:
    if name == "spheres":
        layer, row, column = atom
        return layer + row + column, column - row, -layer
    return atom


@cache
def _corners(name: str, atom: Atom) -> tuple[Point, ...]:
    if name == "spheres":
        return (_center(name, atom),)
    if name == "cubic":
        return tuple(tuple(a + b for a, b in zip(atom, step, strict=True)) for step in product((0, 1), repeat=3))
    if name == "prism":
        flat = _corners("triangular", atom[1:])
        return tuple((layer, *corner) for layer in (atom[0], atom[0] + 1) for corner in flat)
    scale, shapes = (QUARTERS if name in QUARTERS else PLANE)[name]
    letters = list(shapes)
    corners = shapes[letters[atom[2]] if len(letters) > 1 else ""]
    return tuple((scale * atom[0] + down, scale * atom[1] + right) for down, right in corners)


def _needed(name: str) -> int:
    """Corners that two cells with a common edge or face share."""
    return {"cubic": 4, "prism": 3, "spheres": 1}.get(name, 2)


@cache
def _shared(name: str, one: Atom, other: Atom) -> int:
    if one == other:
        return 0
    if name == "spheres":
        return int(sum((a - b) ** 2 for a, b in zip(_center(name, one), _center(name, other), strict=True)) == 2)
    return len(set(_corners(name, one)) & set(_corners(name, other)))


@cache
def _image(name: str, atom: Atom, matrix: Matrix) -> Atom:
    if name == "spheres":
        x, y, z = (sum(m * v for m, v in zip(row, _center(name, atom), strict=True)) for row in matrix)
        return -z, (x - y + z) // 2, (x + y + z) // 2
    aside = int(name == "plank" and matrix[1][1] < 0)  # planks are mirrored in the middle of a narrow one
    corners = [
        [sum(m * v for m, v in zip(row, corner, strict=True)) for row in matrix] for corner in _corners(name, atom)
    ]
    return _atom_of(name, frozenset((*corner[:-1], corner[-1] + aside) for corner in corners))


@cache
def _atom_of(name: str, corners: frozenset[Point]) -> Atom:
    """The cell with these corners: near the least of them."""
    dimension = 3 if name in ("cubic", "prism") else 2
    scale = 1 if dimension == 3 else (QUARTERS if name in QUARTERS else PLANE)[name][0]
    low = [min(corner[axis] for corner in corners) // scale for axis in range(dimension)]
    slots = {"cubic": 1, "prism": 2}.get(name) or len((QUARTERS if name in QUARTERS else PLANE)[name][1])
    for step in product(range(-2, 3), repeat=dimension):
        cell = tuple(a + b for a, b in zip(low, step, strict=True))
        for slot in range(slots):
            atom = (*cell, slot) if slots > 1 else cell
            if frozenset(_corners(name, atom)) == corners:
                return atom
    raise ValueError(f"{name}: no cell has the corners {sorted(corners)}")
