"""The plane as one row of cells, which the kernel numbers from 0.

The layers lie behind one another, each with a rim that no piece can cross, so that a placement is one offset to add.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tilewright.lattice import Lattice, Vector
from tilewright.silhouettes.growth.cell_masks import FilledCells
from tilewright.silhouettes.orbits.graph import Site


@dataclass(frozen=True)
class FlatPlane:
    """The cells of all layers in one row.

    origin, shape: first cell, and rows and columns of one layer. layers: how many there are. each: cells of a vector;
    where each atom is a cell of its own, those of a vector follow one another, told apart by their masks.
    """

    origin: Vector
    shape: Vector
    layers: int
    each: int = 1

    @classmethod
    def around(cls, grid: Lattice, filled: Sequence[Sequence[Site]], rim: int) -> FlatPlane:
        """Return the plane that holds all these sites, with a rim of so many cells."""
        sites = [site for orbit in filled for site in orbit]
        cells = [cell for _, cell, _ in sites] or [(0, 0)]
        low = tuple(min(axis) - rim for axis in zip(*cells, strict=True))
        high = tuple(max(axis) + rim for axis in zip(*cells, strict=True))
        shape = tuple(h - w + 1 for w, h in zip(low, high, strict=True))
        layers = 1 + max((layer for layer, _, _ in sites), default=0)
        return cls(low, shape, layers, grid.slot_count if grid.unit == 1 else 1)

    @property
    def size(self) -> int:
        """How many cells it has."""
        return self.layers * self.shape[0] * self.shape[1] * self.each

    def offsets(self, orientation: FilledCells) -> list[int]:
        """Return the numbers of an orientation's cells, less that of the first."""
        numbers = [self._number(v[0] * self.shape[1] + v[1], mask) for v, mask in orientation]
        return [number - numbers[0] for number in numbers]

    def number(self, site: Site) -> int:
        """Return the number of a filled cell."""
        (layer, (row, column), mask), (rows, columns) = site, self.shape
        return self._number((layer * rows + row - self.origin[0]) * columns + column - self.origin[1], mask)

    def _number(self, vector: int, mask: int) -> int:
        return vector if self.each == 1 else vector * self.each + mask.bit_length() - 1

    def cell(self, number: int) -> tuple[int, Vector]:
        """Return (layer, cell) of a number."""
        line, column = divmod(number // self.each, self.shape[1])
        layer, row = divmod(line, self.shape[0])
        return layer, (row + self.origin[0], column + self.origin[1])
