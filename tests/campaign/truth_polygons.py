"""Polygons made of squares or triangles: their corners as exact numbers, and the truth about them, which is that of cells.

A puzzle whose board and pieces are made of unit squares, or of unit triangles, has no other tilings than those of cells: where
the least corner of what is uncovered lies on the lattice and its sides along it, so does every piece that can lie there,
and what is then uncovered is again made of cells.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from tests.campaign.puzzles import Atom, Cut, Frame, Packed
from tests.campaign.truth import Truth
from tests.campaign.truth_lattice import Cells, Grid, grid

Corner = tuple[int, ...]  # of the lattice
HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Number:
    """a + b * sqrt(root)."""

    a: Fraction
    b: Fraction
    root: int

    def __add__(self, other: Number) -> Number:
        return Number(self.a + other.a, self.b + other.b, self.root)

    def __mul__(self, other: Number) -> Number:
        return Number(self.a * other.a + self.root * self.b * other.b, self.a * other.b + self.b * other.a, self.root)

    def __neg__(self) -> Number:
        return Number(-self.a, -self.b, self.root)

    def __float__(self) -> float:
        return float(self.a) + float(self.b) * sqrt(self.root)

    def __str__(self) -> str:
        if not self.b:
            return str(self.a)
        return f"{self.a}{'+' if self.b > 0 else '-'}{abs(self.b)}*sqrt({self.root})"


Point = tuple[Number, Number]


def number(a: Fraction | int, b: Fraction | int, root: int) -> Number:
    """A number of the field; the root of 1 is a number."""
    if root == 1:
        return Number(Fraction(a) + Fraction(b), Fraction(0), 1)
    return Number(Fraction(a), Fraction(b), root)


def turns(root: int) -> list[Point]:
    """(cos, sin) of some turns whose numbers are in the field."""
    found = [(Fraction(1), 0, Fraction(0), 0), (Fraction(0), 0, Fraction(1), 0), (Fraction(3, 5), 0, Fraction(4, 5), 0)]
    found += {
        2: [(Fraction(0), HALF, Fraction(0), HALF), (Fraction(0), -HALF, Fraction(0), HALF)],
        3: [(HALF, 0, Fraction(0), HALF), (Fraction(0), HALF, HALF, 0), (-HALF, 0, Fraction(0), -HALF)],
    }.get(root, [])
    return [(number(a, b, root), number(c, d, root)) for a, b, c, d in found]


def placed(puzzle: Cut, frame: Frame, corner: tuple[Fraction | int, ...]) -> Point:
    """A corner of the lattice as a point of the plane, y up, in a frame."""
    root = puzzle.root
    row, column = corner
    if puzzle.lattice == "square":
        x, y = number(column, 0, root), number(-row, 0, root)
    else:
        x, y = number(column - row * HALF, 0, root), number(0, -row * HALF, root)
    cos, sin = turns(root)[frame.turn % len(turns(root))]
    (a, b, c, d), (e, f, g, h) = frame.x, frame.y
    right, up = number(Fraction(a, b), Fraction(c, d), root), number(Fraction(e, f), Fraction(g, h), root)
    return cos * x + -(sin * y) + right, sin * x + cos * y + up


def lattice_corner(puzzle: Cut, x: float, y: float) -> Corner | None:
    """The corner of the lattice at a point in the board's frame; None where there is none."""
    frame = puzzle.frame
    right, up = placed(puzzle, frame, (0, 0))
    cos, sin = map(float, turns(puzzle.root)[frame.turn % len(turns(puzzle.root))])
    x, y = x - float(right), y - float(up)
    x, y = cos * x + sin * y, -sin * x + cos * y
    row = -y if puzzle.lattice == "square" else -y / (sqrt(3) / 2)
    column = x if puzzle.lattice == "square" else x + row / 2
    near = round(row), round(column)
    return near if abs(near[0] - row) + abs(near[1] - column) < 1e-6 else None


# Rings.


def sides(lattice: Grid, atom: Atom) -> list[tuple[Corner, Corner]]:
    """The sides of a cell, counterclockwise as seen with y up."""
    row, column = atom[:2]
    if lattice.name == "square":
        ring = [(row, column), (row + 1, column), (row + 1, column + 1), (row, column + 1)]
    elif atom[2] == 0:
        ring = [(row, column), (row + 1, column), (row + 1, column + 1)]
    else:
        ring = [(row, column), (row + 1, column + 1), (row, column + 1)]
    return list(zip(ring, (*ring[1:], ring[0]), strict=True))


def rings(lattice: Grid, atoms: Iterable[Atom]) -> list[list[Corner]]:
    """The rings around cells: outer ones counterclockwise, holes clockwise; where two cells meet at a corner alone they part."""
    every = [side for atom in atoms for side in sides(lattice, atom)]
    known = set(every)
    leaving: dict[Corner, list[Corner]] = defaultdict(list)
    for start, end in every:
        if (end, start) not in known:
            leaving[start].append(end)
    found = []
    while leaving:
        start = min(leaving)
        ring, here = [start], leaving[start][0]
        _take(leaving, start, here)
        while here != start:
            ring.append(here)
            onward = min(leaving[here], key=lambda end: _turning(lattice, ring[-2], here, end))
            _take(leaving, here, onward)
            here = onward
        found += [_straightened(loop) for loop in _loops(ring)]
    return found


def _loops(ring: list[Corner]) -> list[list[Corner]]:
    """A ring that comes through a corner twice, as where a hole touches the border, in rings that do not."""
    way: list[Corner] = []
    found = []
    for corner in ring:
        if corner in way:
            start = way.index(corner)
            found.append(way[start:])
            del way[start:]
        way.append(corner)
    return [*found, way]


def _take(leaving: dict[Corner, list[Corner]], start: Corner, end: Corner) -> None:
    leaving[start].remove(end)
    if not leaving[start]:
        del leaving[start]


def _turning(lattice: Grid, before: Corner, here: Corner, after: Corner) -> float:
    """The sine and cosine of a turn as one number: least where the way turns most to the left, so that parts come apart."""
    a = here[0] - before[0], here[1] - before[1]
    b = after[0] - here[0], after[1] - here[1]
    cross = a[1] * -b[0] - -a[0] * b[1]  # y is minus the row
    if lattice.name == "square":
        dot = a[0] * b[0] + a[1] * b[1]
    else:
        dot = 2 * a[0] * b[0] + 2 * a[1] * b[1] - a[0] * b[1] - a[1] * b[0]
    return -cross if dot >= 0 else -2 * cross


def _straightened(ring: list[Corner]) -> list[Corner]:
    """The ring without corners in the middle of a side."""
    kept = []
    for place, corner in enumerate(ring):
        before, after = ring[place - 1], ring[(place + 1) % len(ring)]
        if (corner[0] - before[0]) * (after[1] - corner[1]) != (corner[1] - before[1]) * (after[0] - corner[0]):
            kept.append(corner)
    return kept


def is_simple(lattice: Grid, atoms: Iterable[Atom]) -> bool:
    """Whether cells are one polygon that does not touch itself."""
    found = rings(lattice, atoms)
    return len(found) == 1 and len(set(found[0])) == len(found[0]) and _sides_apart(lattice, list(atoms))


def _sides_apart(lattice: Grid, atoms: list[Atom]) -> bool:
    """Whether no corner of the border has four sides of the border."""
    every = {side for atom in atoms for side in sides(lattice, atom)}
    starts: dict[Corner, int] = defaultdict(int)
    for start, end in every:
        starts[start] += (end, start) not in every
    return all(times < 2 for times in starts.values())


def cells_in(puzzle: Cut, ring: list[Corner], atoms: Iterable[Atom]) -> Cells:
    """The cells whose middle lies in a ring of corners of the lattice."""
    lattice = grid(puzzle.lattice)
    found = []
    for atom in atoms:
        corners = [start for start, _ in sides(lattice, atom)]
        row, column = (sum(corner[axis] for corner in corners) / len(corners) for axis in (0, 1))
        crossings = 0
        for (a, b), (c, d) in zip(ring, (*ring[1:], ring[0]), strict=True):
            if (a > row) != (c > row) and column < b + (row - a) * (d - b) / (c - a):
                crossings += 1
        if crossings % 2:
            found.append(atom)
    return frozenset(found)


def truth_of(puzzle: Cut) -> Truth:
    """The truth: of the same cells and shapes."""
    return Truth(Packed(puzzle.lattice, puzzle.atoms, puzzle.pieces, pins=puzzle.pins, partial=puzzle.partial))
