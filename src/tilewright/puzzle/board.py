"""A board: the region to fill, with holes and optional cells, from a drawing, a size, cells or a polygon."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from math import ceil, floor
from typing import TYPE_CHECKING, Any

from tilewright.errors import LimitError, NotationError, quoted
from tilewright.lattice import Atom, Lattice, Vector, lattice
from tilewright.lattice.outline import Ring, regions
from tilewright.pieces.glyphs import draw_cells, parse_cells

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

MAX_CELLS = 1_000_000  # of a board; an atom takes some 100 bytes before the search has begun
OPTIONAL = "o"  # draws a whole cell that may stay empty


@dataclass(frozen=True)
class Board:
    """The atoms to cover, and those that may be covered or stay empty, from the bounding box's top left."""

    atoms: tuple[Atom, ...]
    optional: tuple[Atom, ...] = ()
    lattice: str = "square"

    def __post_init__(self) -> None:
        together = (*self.atoms, *self.optional)
        if not together:
            raise NotationError("the board has no cells: expected at least one")
        if len(set(together)) != len(together):
            raise NotationError("the board names a cell twice")
        grid = self.grid
        if not all(len(atom) == grid.dimension + bool(grid.letters) for atom in together):
            raise NotationError(f"the board has cells that are none of lattice {self.lattice}")
        back = tuple(-v for v in grid.origin(together))
        object.__setattr__(self, "atoms", tuple(sorted(grid.shift(self.atoms, back))))
        object.__setattr__(self, "optional", tuple(sorted(grid.shift(self.optional, back))))

    @classmethod
    def parse(cls, drawing: str, lattice: str = "square", optional: str | None = None) -> Board:
        """A board from a drawing; `o` is a cell that may stay empty, or `optional` draws them on their own."""
        extra = parse_cells(optional, lattice) if optional else ()
        if OPTIONAL in drawing:
            every = parse_cells(drawing, lattice, filled=OPTIONAL)
            there = set(parse_cells(drawing.replace(OPTIONAL, "."), lattice))
            extra += tuple(atom for atom in every if atom not in there)
            return cls(tuple(atom for atom in every if atom in there), extra, lattice)
        may = set(extra)
        return cls(tuple(atom for atom in parse_cells(drawing, lattice) if atom not in may), extra, lattice)

    @classmethod
    def of_size(cls, size: str, lattice: str = "square") -> Board:
        """A board from `RxC` (in space `LxRxC`), or `RxC-r0c0,r7c7` without those cells (0-based)."""
        grid = _grid(lattice)
        extent, _, without = size.partition("-")
        if not re.fullmatch(rf"\d+(x\d+){{{grid.dimension - 1}}}", extent):
            expected = "x".join("LRC"[-grid.dimension :])
            raise NotationError(f"board {quoted(size)}: expected {expected} or {expected}-r0c0,r7c7")
        sides = [int(side) for side in extent.split("x")]
        cells = 1
        for side in sides:
            cells *= side
        if not 0 < cells <= MAX_CELLS:
            text = f"board {quoted(size)} has {cells:,} cells: expected 1 to {MAX_CELLS:,}"
            raise LimitError(text) if cells else NotationError(text)
        missing = {_without(hole, sides, size) for hole in without.split(",")} if without else set()
        there = (cell for cell in product(*map(range, sides)) if cell not in missing)
        return cls(tuple(atom for cell in there for atom in grid.whole(cell)), lattice=lattice)

    @classmethod
    def from_outline(cls, outline: str | BaseGeometry, lattice: str = "square") -> Board:
        """A board from a shapely geometry or WKT, x to the right, y up, one unit a cell, holes allowed."""
        return cls(tuple(_atoms_inside(_geometry(outline), _grid(lattice))), lattice=lattice)

    def __str__(self) -> str:
        if not self.optional:
            return draw_cells(self.atoms, self.lattice)
        grid, every = self.grid, (*self.atoms, *self.optional)
        optional = {grid.split(atom)[0] for atom in self.optional}
        drawn = draw_cells(every, self.lattice).split("\n")
        marked = [
            "".join(OPTIONAL if (row, column) in optional else c for column, c in enumerate(line))
            for row, line in enumerate(drawn)
        ]
        return "\n".join(marked)

    def _repr_svg_(self) -> str:
        from tilewright.render.svg import board_svg

        return board_svg(self)

    @property
    def grid(self) -> Lattice:
        """The lattice of the board."""
        return lattice(self.lattice)

    @property
    def extent(self) -> Vector:
        """Cells of the bounding box along each coordinate."""
        columns = zip(*(*self.atoms, *self.optional), strict=True)
        return tuple(max(column) + 1 for _, column in zip(range(self.grid.dimension), columns, strict=False))

    @property
    def area(self) -> float:
        """Cells that must be covered."""
        return len(self.atoms) / self.grid.kinds

    @property
    def polygon(self) -> BaseGeometry:
        """The region as a shapely geometry, y up (flat lattices only)."""
        return polygon(self.grid, (*self.atoms, *self.optional), self.extent[0])


def polygon(grid: Lattice, atoms: Iterable[Atom], top: int) -> BaseGeometry:
    """The atoms as a shapely geometry, x to the right, y up from the bottom of row `top` - 1."""
    import shapely

    def ring(corners: Ring) -> list[tuple[float, float]]:
        return [(x, top - y) for x, y in map(grid.point, corners)]

    parts = [
        shapely.Polygon(ring(region.outer), [ring(hole) for hole in region.holes]) for region in regions(grid, atoms)
    ]
    return parts[0] if len(parts) == 1 else shapely.MultiPolygon(parts)


def _grid(name: str) -> Lattice:
    return lattice(name)


def _without(hole: str, sides: list[int], size: str) -> Vector:
    cell = tuple(int(number) for number in re.findall(r"\d+", hole))
    if not re.fullmatch(r"r\d+c\d+", hole) or any(v >= side for v, side in zip(cell, sides, strict=False)):
        raise NotationError(
            f"board {quoted(size)}: no cell {quoted(hole)}: expected r0c0 to r{sides[0] - 1}c{sides[-1] - 1}"
        )
    return cell


def _geometry(outline: Any) -> BaseGeometry:
    import shapely

    if isinstance(outline, str):
        try:
            outline = shapely.from_wkt(outline)
        except shapely.errors.GEOSException as error:
            raise NotationError(
                f"outline {quoted(str(outline))}: {str(error).splitlines()[0]}: expected WKT such as POLYGON ((0 0, 3 0, 3 3, 0 0))"
            ) from None
    if outline.geom_type not in ("Polygon", "MultiPolygon") or outline.is_empty:
        raise NotationError(f"outline is a {outline.geom_type}: expected a POLYGON or MULTIPOLYGON with area")
    if not shapely.is_valid(outline):
        raise NotationError(f"outline is no simple polygon: {shapely.is_valid_reason(outline)}")
    return outline


def _atoms_inside(outline: BaseGeometry, grid: Lattice) -> Iterable[Atom]:
    """The atoms the outline covers; NotationError when it cuts one."""
    import shapely

    left, bottom, right, top = outline.bounds
    rows, columns = range(ceil(top) - floor(bottom)), range(floor(left), ceil(right))
    if not len(rows) * len(columns) <= MAX_CELLS:
        raise LimitError(
            f"the outline's bounding box has {len(rows) * len(columns):,} cells: expected at most {MAX_CELLS:,}"
        )
    atoms = [atom for cell in product(rows, columns) for atom in grid.whole(cell)]
    height = ceil(top)
    shapes = shapely.polygons([[(x, height - y) for x, y in grid.polygon(atom)] for atom in atoms])
    shares = shapely.area(shapely.intersection(shapes, outline)) / shapely.area(shapes)
    for atom, share in zip(atoms, shares, strict=True):
        if 1e-6 < share < 1 - 1e-6:
            row, column = grid.split(atom)[0]
            where = f"x {column} to {column + 1}, y {height - 1 - row} to {height - row}"
            raise NotationError(
                f"the outline cuts through an atom of lattice {grid.name} at {where}: expected corners on the lattice"
            )
        if share > 0.5:
            yield atom
