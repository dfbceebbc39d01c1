"""What the kernel's outline search needs to know of the pieces and the plane, as plain tables of integers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from math import inf

from tilewright.lattice import Atom, Lattice, Vector
from tilewright.puzzle.packing.classes import PieceClass
from tilewright.silhouettes.graph import OutlineGraph, in_time

# (cell, mask), the first cell 0; where each atom is a cell of its own (`Lattice.unit` 1), each has an entry of its own
Orientation = tuple[tuple[Vector, int], ...]


def orientations_of(grid: Lattice, kind: PieceClass) -> list[Orientation]:
    """The orientations of a kind as cells and masks."""
    return [_cells(grid, atoms) for atoms in kind.pieces[0].forms]


def _cells(grid: Lattice, atoms: Sequence[Atom]) -> Orientation:
    filled = [(cell, 1 << kind) for cell, kind in map(grid.split, sorted(atoms))]
    if grid.unit != 1:
        masks: dict[Vector, int] = defaultdict(int)
        for cell, mask in filled:
            masks[cell] |= mask
        filled = sorted(masks.items())
    first = filled[0][0]
    return tuple((tuple(map(int.__sub__, cell, first)), mask) for cell, mask in filled)


def masks_of(grid: Lattice, kinds: Sequence[PieceClass]) -> tuple[int, ...]:
    """The ways in which pieces can fill a cell: unions of what single pieces put into it, or its atoms by themselves."""
    parts = {mask for kind in kinds for orientation in orientations_of(grid, kind) for _, mask in orientation}
    found = set(parts)
    if grid.unit == 1:
        return tuple(sorted(1 << kind for kind in range(grid.slot_count)))
    while more := {a | b for a in found for b in parts if not a & b} - found:
        found |= more
    return tuple(sorted(found))


@dataclass(frozen=True)
class FlatPlane:
    """The cells of all frames in one row: the frames behind one another, each with a rim no piece can leave.

    Where each atom is a cell of its own, those of a vector follow one another, told apart by their masks.
    """

    origin: Vector
    shape: Vector  # rows and columns of one frame
    each: int = 1  # cells of a vector

    @classmethod
    def around(cls, grid: Lattice, filled: Sequence[Sequence[tuple[int, Vector, int]]], rim: int) -> FlatPlane:
        """The plane that holds all these sites (frame, cell, mask)."""
        cells = [cell for orbit in filled for _, cell, _ in orbit] or [(0, 0)]
        low = tuple(min(axis) - rim for axis in zip(*cells, strict=True))
        high = tuple(max(axis) + rim for axis in zip(*cells, strict=True))
        each = grid.slot_count if grid.unit == 1 else 1
        return cls(low, tuple(h - w + 1 for w, h in zip(low, high, strict=True)), each)

    def steps(self, orientation: Orientation) -> list[int]:
        """The flat numbers of an orientation's cells beyond that of its first."""
        numbers = [self._within((v[0] * self.shape[1] + v[1]), mask) for v, mask in orientation]
        return [number - numbers[0] for number in numbers]

    def number(self, frame: int, cell: Vector, mask: int) -> int:
        """The flat number of a cell filled so."""
        rows, columns = self.shape
        return self._within((frame * rows + cell[0] - self.origin[0]) * columns + cell[1] - self.origin[1], mask)

    def _within(self, number: int, mask: int) -> int:
        return number if self.each == 1 else number * self.each + mask.bit_length() - 1

    def cell(self, number: int) -> tuple[int, Vector]:
        """(frame, cell) of a flat number."""
        number //= self.each
        line, column = divmod(number, self.shape[1])
        frame, row = divmod(line, self.shape[0])
        return frame, (row + self.origin[0], column + self.origin[1])


# Weights of atoms (row, column, kind) with small periods. The chessboard is the one that matters: no piece can be
# more out of balance than its best position, and outlines that resist every other argument fall to it at once.
COLORINGS: tuple[Callable[[int, int], int], ...] = (
    lambda row, column: 1 - 2 * ((row + column) % 2),
    lambda row, column: 1 - 2 * (row % 2),
    lambda row, column: 1 - 2 * (column % 2),
)


def weights_of(
    graph: OutlineGraph, kinds: Sequence[PieceClass], deadline: float = inf
) -> list[tuple[list[int], int, int]]:
    """(weight of each node, least sum, greatest sum) for every coloring and every choice of its sign in each frame."""
    found = []
    frames = len(graph.frames)
    for color in COLORINGS:
        best = 0
        for kind in kinds:
            orientations = orientations_of(graph.grid, kind)
            sums = (abs(sum(m.bit_count() * color(*cell) for cell, m in orientation)) for orientation in orientations)
            best += kind.copies[0] * max(sums)
        for signs in product((1, -1), repeat=frames - 1):
            in_time(deadline)
            sign = (1, *signs)
            nodes = [sum(sign[f] * m.bit_count() * color(*cell) for f, cell, m in orbit) for orbit in graph.sites]
            found.append((nodes, -best, best))
    return found
