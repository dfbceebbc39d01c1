"""Boards: the region to fill, with holes and optional cells, built from a drawing, a size, cells or a polygon.

This module also estimates the size of a puzzle's cover before anything that large is built.

In files, atoms are lists: `[row, column]`, or `[row, column, "nesw"]` with the letters of the atoms covered.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, Literal

from tilewright.errors import LimitError, NotationError, as_tuple, check_instance, check_whole_tuples, quote
from tilewright.lattice import Atom, Lattice, Vector
from tilewright.lattice import lattice as _grid  # renamed, because `lattice` is a parameter here
from tilewright.lattice.lattice import Size
from tilewright.lattice.names import wrapped
from tilewright.pieces.marks import check_beside_optional, check_layout
from tilewright.pieces.piece import CellSet, atoms_of_rows, draw_cells, parse_cells

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from tilewright.lattice.outline import Ring


MAX_CELLS = 1_000_000  # largest number of cells of a board; an atom takes about 100 bytes before the search begins
Wrap = Literal["", "columns", "both"]  # the coordinates along which a board wraps around
CELLS = (
    "tuples of whole numbers, such as ((0, 0), (0, 1)); "
    "a size is for Board.of_size, a drawing for Board.parse, rows of 0 and 1 for Board.from_rows"
)
AT_LEAST_ONE = "expected at least one (`tilewright series` counts the empty board as the term of n = 0)"
OPTIONAL = "o"  # the mark of a whole cell that may stay empty
SIZE = r"(\d+(x\d+)+~{0,2}|[a-z]\d+)(-.*)?"  # the form of a size on any lattice


@dataclass(frozen=True)
class Board(CellSet):
    """A region to fill, moved so that its bounding box begins at 0.

    atoms:    the atoms that must be covered, sorted; on the square lattice `(row, column)`.
    optional: the atoms that may be covered or stay empty, sorted.
    lattice:  the name of the lattice.
    paint:    (atom, paint) pairs; pieces with `allowed_paints` may cover only some paints.

    Raises NotationError for a board without cells, a cell that appears twice, or cells of another lattice.

    >>> board = Board.of_size("3x3-r1c1")
    >>> print(board)
    ###
    #.#
    ###
    >>> board.area, board.extent
    (8.0, (3, 3))
    >>> len(board), (1, 1) in board, next(iter(board))
    (8, False, (0, 0))
    """

    atoms: tuple[Atom, ...]
    optional: tuple[Atom, ...] = ()
    lattice: str = "square"
    paint: tuple[tuple[Atom, str], ...] = ()

    if TYPE_CHECKING:

        def __init__(
            self,
            atoms: Iterable[Atom],
            optional: Iterable[Atom] = (),
            lattice: str = "square",
            paint: Iterable[tuple[Atom, str]] = (),
        ) -> None: ...

    def __post_init__(self) -> None:
        for name, expected in (("atoms", CELLS), ("optional", CELLS), ("paint", "pairs (cell, paint)")):
            object.__setattr__(self, name, as_tuple(name, getattr(self, name), expected))
        for name, atoms in (("atoms", self.atoms), ("optional", self.optional)):
            check_whole_tuples(name, atoms, CELLS)
        grid = self.grid
        every = (*self.atoms, *self.optional)
        if not {grid.dimension + bool(grid.letters)}.issuperset(map(len, every)):
            raise NotationError(f"the board has cells that do not belong to lattice {self.lattice}")
        if grid.letters and not {*range(grid.slot_count)}.issuperset(atom[-1] for atom in every):
            expected = f"expected 0 to {grid.slot_count - 1} as the last number of each"
            raise NotationError(f"cells of lattice {self.lattice}: {expected}")
        together = tuple(grid.reduce(every))
        if not together:
            raise NotationError(f"the board has no cells: {AT_LEAST_ONE}")
        if len(set(together)) != len(together):
            raise NotationError("a cell of the board is listed twice")
        back = tuple(-v for v in grid.origin(together))
        painted, paints = [atom for atom, _ in self.paint], [paint for _, paint in self.paint]
        if painted and (not set(painted) <= set(together) or len(set(painted)) != len(painted)):
            raise NotationError("the board's paint is on cells that it does not have, or twice on one")
        object.__setattr__(self, "paint", tuple(sorted(zip(grid.shift(painted, back), paints, strict=True))))
        object.__setattr__(self, "atoms", tuple(sorted(grid.shift(self.atoms, back))))
        object.__setattr__(self, "optional", tuple(sorted(grid.shift(self.optional, back))))

    @classmethod
    def parse(cls, drawing: str, lattice: str = "square", optional: str | None = None) -> Board:
        """Parse a drawing: `#` is a cell, `.` is no cell, and `o` is a cell that may stay empty.

        optional: a second drawing of the cells that may stay empty, instead of `o`.

        Raises NotationError quoting the line that is wrong.

        >>> board = Board.parse("##o")
        >>> board.atoms, board.optional
        (((0, 0), (0, 1)), ((0, 2),))
        """
        check_instance("drawing", drawing, str, "a text; rows in a list are for Board.from_rows")
        extra = parse_cells(optional, lattice) if optional else ()
        check_layout(drawing, lattice)
        if OPTIONAL in drawing:
            check_beside_optional(drawing, OPTIONAL, lattice)
            every = parse_cells(drawing, lattice, filled=OPTIONAL)
            there = set(parse_cells(drawing.replace(OPTIONAL, "."), lattice))
            extra += tuple(atom for atom in every if atom not in there)
            return cls(tuple(atom for atom in every if atom in there), extra, lattice)
        may = set(extra)
        return cls(tuple(atom for atom in parse_cells(drawing, lattice) if atom not in may), extra, lattice)

    @classmethod
    def from_rows(cls, rows: Sequence[Any], lattice: str = "square") -> Board:
        """Make a board from rows of 0 and 1, given as texts, lists or a NumPy array.

        A solid board is given as layers of such rows. Rows given as texts may also be drawn as `parse` reads them.
        Raises NotationError for anything else, such as coordinates or rows of different lengths.

        >>> print(Board.from_rows([[1, 1, 0], [0, 1, 1]]))
        ##.
        .##
        """
        texts = [] if isinstance(rows, str) or not hasattr(rows, "__iter__") else [*rows]
        if texts and all(isinstance(row, str) for row in texts):
            return cls.parse("\n".join(texts), lattice)
        return cls(atoms_of_rows(_grid(lattice), rows, drawn=True), lattice=lattice)

    @classmethod
    def of_size(cls, size: str, lattice: str = "square") -> Board:
        """Make the board of a size: `RxC` (in space `LxRxC`), or a size of the lattice such as `h4`.

        A suffix such as `-r0c0,r7c7` removes cells. `RxC~` is a cylinder, whose last column is adjacent to its first,
        and `RxC~~` is a torus. Cells are numbered from 0. Where a cell has several atoms, `r0c0u` removes only some of
        them. Raises NotationError listing the valid forms, and LimitError for more than MAX_CELLS cells.

        >>> Board.of_size("8x8-r0c0,r7c7").area
        62.0
        >>> Board.of_size("h3", "hexagonal").area
        19.0
        >>> Board.of_size("5x12~").lattice
        'square~12'
        """
        check_instance("size", size, str, 'a text, e.g. "5x5"')
        size = as_size(size) or size
        if re.fullmatch(r"\d+(x\d+)+", size, re.ASCII):
            return cls._of_atoms(tuple(_sized(_grid(lattice), size, size)), lattice)
        atoms, lattice_name = size_as_written(size, lattice), lattice_of_size(size, lattice)
        grid = _grid(lattice_name)
        if not atoms or grid.periods:
            return cls(atoms, lattice=lattice_name)
        return cls._of_atoms(grid.normalize(atoms), lattice_name)

    @classmethod
    def _of_atoms(cls, atoms: tuple[Atom, ...], lattice: str) -> Board:
        """Return the board of atoms that are already in normal position, without checking them again."""
        board = object.__new__(cls)
        for name, value in (("atoms", atoms), ("optional", ()), ("lattice", lattice), ("paint", ())):
            object.__setattr__(board, name, value)
        return board

    def wrapped(self, wrap: str) -> Board:
        """Return the board wrapped around: "columns" joins the last column to the first, "both" also joins the rows.

        Raises NotationError for any other word, and for boards in space.

        >>> Board.parse("##\\n##").wrapped("both").lattice
        'square~2x2'
        """
        lattice_name = wrapped_lattice(self.lattice, wrap, "x".join(map(str, self.extent)))
        return replace(self, lattice=lattice_name)

    @classmethod
    def from_outline(cls, outline: str | BaseGeometry, lattice: str = "square") -> Board:
        """Make a board from a shapely geometry or WKT: x to the right, y up, one unit per cell, holes allowed.

        Raises NotationError when an edge cuts through an atom of the lattice.

        >>> print(Board.from_outline("POLYGON ((0 0, 2 0, 2 1, 1 1, 1 2, 0 2, 0 0))"))
        #.
        ##
        """
        from tilewright.lattice.outline import atoms_inside, rings_of

        grid = _grid(lattice)
        atoms = tuple(atoms_inside(rings_of(outline), grid, MAX_CELLS))
        if not atoms or grid.periods:
            return cls(atoms, lattice=lattice)
        return cls._of_atoms(grid.normalize(atoms), lattice)

    def __str__(self) -> str:
        return draw_cells(self.atoms, self.lattice, marked=self.optional, mark=OPTIONAL)

    def __contains__(self, cell: object) -> bool:
        return cell in self._there

    @cached_property
    def cells(self) -> tuple[Atom, ...]:
        """All cells, including optional ones, sorted.

        A cell is an atom where each atom is a cell of its own. Otherwise it is a place that contains at least one atom.

        >>> Board.parse("#.#").cells
        ((0, 0), (0, 2))
        """
        return tuple(dict.fromkeys(map(self.grid.cell, sorted((*self.atoms, *self.optional)))))

    @cached_property
    def _there(self) -> frozenset[Atom]:
        return frozenset((*self.cells, *self.atoms, *self.optional))

    def svg(self) -> str:
        """Return a picture of the board as SVG."""
        from tilewright.render.svg import board_svg

        return board_svg(self)

    _repr_svg_ = svg

    @property
    def rings(self) -> tuple[tuple[tuple[float, float], ...], ...]:
        """The outline of a board without cells, with y down; empty for other boards."""
        return ()

    @cached_property
    def extent(self) -> Vector:
        """The number of cells of the bounding box along each coordinate."""
        columns = zip(*(*self.atoms, *self.optional), strict=True)
        return tuple(max(column) + 1 for _, column in zip(range(self.grid.dimension), columns, strict=False))

    @property
    def wrap(self) -> Wrap:
        """How the board wraps around: "" (flat), "columns" (a cylinder) or "both" (a torus)."""
        wraps: tuple[Wrap, ...] = ("", "columns", "both")
        return wraps[len(self.circumferences)]

    @property
    def circumferences(self) -> tuple[tuple[int, str], ...]:
        """The numbers of rows and columns after which the board repeats, as (number, name) pairs; empty if it is flat.

        >>> Board.of_size("5x12~").circumferences
        ((12, 'columns'),)
        """
        named = zip(self.grid.periods, ("rows", "columns"), strict=False)
        return tuple((period, name) for period, name in named if period)

    @property
    def area(self) -> float:
        """The number of cells that must be covered."""
        return self.grid.area(len(self.atoms))

    @property
    def polygon(self) -> BaseGeometry:
        """The region as a shapely geometry with y up (flat lattices only)."""
        return polygon(self.grid, (*self.atoms, *self.optional), self.extent[0])


def as_size(text: object) -> str:
    """Return a text as the size of a board, or "" for anything else.

    >>> as_size(" 4 X 5 "), as_size("3×3-r0c0"), as_size("##")
    ('4x5', '3x3-r0c0', '')
    """
    size = re.sub(r"(?<=\d) *[xX×*] *(?=\d)", "x", text.strip()) if isinstance(text, str) else ""
    return size if re.fullmatch(SIZE, size) else ""


def polygon(grid: Lattice, atoms: Iterable[Atom], top: int) -> BaseGeometry:
    """Return the atoms as a shapely geometry, with x to the right and y up from the bottom of row `top` - 1.

    Raises NotationError for a lattice in space.
    """
    if grid.dimension != 2:
        raise NotationError(f"lattice {grid.name} is not flat: expected a flat puzzle for outlines (WKT, GeoJSON)")
    import shapely

    from tilewright.lattice.outline import regions

    def ring(corners: Ring) -> list[tuple[float, float]]:
        return [(x, top - y) for x, y in map(grid.point, corners)]

    parts = [shapely.Polygon(ring(each.outer), list(map(ring, each.holes))) for each in regions(grid, atoms)]
    return parts[0] if len(parts) == 1 else shapely.MultiPolygon(parts)


def lattice_of_size(size: str, lattice_name: str) -> str:
    """Return the name of the lattice of a board of this size; a size that ends with `~` is on a wrapped lattice."""
    extent, tilde, _ = size.partition("-")[0].partition("~")
    return wrapped_lattice(lattice_name, "both" if "~~" in size else "columns", extent) if tilde else lattice_name


def wrapped_lattice(lattice_name: str, wrap: str, extent: str) -> str:
    """Return the name of the lattice on which a board of `RxC` is wrapped.

    Raises NotationError when the size has no rows and columns.
    """
    sides = re.fullmatch(r"(\d{1,9})x(\d{1,9})", extent)
    if wrap not in ("columns", "both") or not sides:
        raise NotationError(f"wrap {quote(wrap)} of a board {quote(extent)}: expected columns or both, and a board RxC")
    rows, columns = int(sides[1]), int(sides[2])
    return wrapped(_grid(lattice_name).plane, (rows if wrap == "both" else 0, columns)).name


def size_as_written(size: str, lattice_name: str) -> tuple[Atom, ...]:
    """Return the atoms of a size in its own coordinates, by which its holes are named.

    The first row and column are 0 even if they are removed. Raises NotationError and LimitError as `Board.of_size`
    does.
    """
    grid = _grid(lattice_name)
    extent, dash, without = size.partition("-")
    if re.fullmatch(SIZE, size):
        extent = extent.rstrip("~")
    every = tuple(_sized(grid, extent, size))
    missing = set(_removed(grid, without.split(","), set(every), size)) if dash else ()
    return tuple(atom for atom in every if atom not in missing) if missing else every


def atoms_of_size(grid: Lattice, extent: str) -> int | None:
    """Return the number of atoms of a size without holes, by a formula; None if it is not a size of the lattice."""
    if re.fullmatch(rf"\d{{1,9}}(x\d{{1,9}}){{{grid.dimension - 1}}}", extent):
        return prod(map(int, extent.split("x"))) * grid.slot_count
    named = _named(grid, extent)
    return named.number(int(extent[1:])) if named else None


def _named(grid: Lattice, extent: str) -> Size | None:
    return next((named for named in grid.sizes if re.fullmatch(rf"{named.letter}\d{{1,6}}", extent)), None)


def _sized(grid: Lattice, extent: str, size: str) -> Iterator[Atom]:
    """Return the atoms of a size without its holes.

    Raises NotationError listing the valid forms, and LimitError with the number of cells when there are too many.
    """
    rectangle = "x".join("LRC"[-grid.dimension :])
    number = atoms_of_size(grid, extent)
    if number is None:
        others = [f"{named.letter}N ({named.text})" for named in grid.sizes]
        others += [f"{rectangle}~ (a cylinder)"] * ("~" in size and grid.dimension == 2)
        flat = ""
        if re.fullmatch(r"\d+x\d+x\d+", extent) and grid.dimension == 2:
            flat = f" is a box, and these pieces lie flat (lattice {grid.name}); dicubes, soma and others fill boxes"
        expected = f"expected {' or '.join([rectangle, *others])}, or {rectangle}-{_cell_form(grid)}"
        raise NotationError(f"board {quote(size)}{flat}: {expected}")
    cells = -(-number // grid.slot_count)
    if not cells:
        raise NotationError(f"board {quote(size)} has no cells: {AT_LEAST_ONE}")
    if cells > MAX_CELLS:
        raise LimitError(f"board {quote(size)} has {cells:,} cells: expected 1 to {MAX_CELLS:,}")
    if named := _named(grid, extent):
        return named.atoms(int(extent[1:]))
    every = product(*(range(int(side)) for side in extent.split("x")))
    return (atom for cell in every for atom in grid.atoms_of(cell)) if grid.letters else every


def _cell_form(grid: Lattice) -> str:
    return "".join(f"{letter}0" for letter in "lrc"[-grid.dimension :])


def _removed(grid: Lattice, holes: Iterable[str], there: set[Atom], size: str) -> Iterator[Atom]:
    """Yield the atoms of holes such as `r0c3`. Raises NotationError when they are not on the board."""
    form = "".join(rf"{letter}(\d+)" for letter in "lrc"[-grid.dimension :])
    match = re.compile(rf"{form}([{grid.letters}]*)" if grid.letters else form).fullmatch
    for hole in holes:
        atoms: list[Atom] = []
        if found := match(hole):
            cell = tuple(map(int, found.groups()[: grid.dimension]))
            slots = map(grid.letters.index, found.groups()[-1] if grid.letters else "")
            atoms = [grid.join(cell, slot) for slot in slots] or [*there.intersection(grid.atoms_of(cell))]
        if not atoms or not there.issuperset(atoms):
            expected = f"expected cells of the board, such as {_cell_form(grid)}"
            raise NotationError(f"board {quote(size)}: no cell {quote(hole)}: {expected}")
        yield from atoms


MAX_ENTRIES = 60_000_000  # non-zeros of the matrix; each takes about 8 bytes in Python and 4 in the kernel


def refuse_too_large(kinds: Iterable[Collection[Collection[object]]], cells: int) -> None:
    """Raise LimitError when pieces, given by their orientations, have too many placements on `cells` cells."""
    refuse_entries(sum(sum(map(len, kind)) for kind in kinds) * cells)


def refuse_entries(entries: int) -> None:
    """Raise LimitError with the estimate when the cover's matrix is too large."""
    if entries > MAX_ENTRIES:
        raise LimitError(f"the puzzle has about {entries:,} matrix entries: expected at most {MAX_ENTRIES:,}")


def least_cells(size: str, grid: Lattice) -> int:
    """Return a lower bound of the number of cells of a board written as a size, from the text alone.

    The result is 0 if the text is not a size, or if the board is refused anyway.
    """
    extent, _, holes = size.partition("-")
    extent = extent.rstrip("~")
    cells = (atoms_of_size(grid, extent) or 0) // grid.slot_count
    return max(0, cells - (holes.count(",") + 1 if holes else 0)) if cells <= MAX_CELLS else 0


Cell = list[int | str]


def write_cells(grid: Lattice, atoms: Iterable[Atom]) -> list[Cell]:
    """Return atoms as the sorted list of cells that files contain.

    >>> from tilewright.lattice import lattice
    >>> write_cells(lattice("halfsquare"), [(0, 0, 0), (0, 0, 1)])
    [[0, 0, 'ne']]
    """
    if not grid.letters:
        return [list(atom) for atom in sorted(atoms)]
    cells: dict[tuple[int, ...], list[int]] = {}
    for atom in sorted(atoms):
        cell, slot = grid.split(atom)
        cells.setdefault(cell, []).append(slot)
    return [[*cell, "".join(grid.letters[slot] for slot in slots)] for cell, slots in cells.items()]


def read_cells(grid: Lattice, cells: Sequence[Sequence[object]]) -> tuple[Atom, ...]:
    """Return the atoms of cells, in order; a cell without letters is a whole cell.

    Raises NotationError quoting the cell that is wrong, and LimitError for cells that are too far apart.

    >>> from tilewright.lattice import lattice
    >>> read_cells(lattice("square"), [[0, 1], [0, 2]])
    ((0, 1), (0, 2))
    """
    atoms: list[Atom] = []
    dimension, known = grid.dimension, grid.letters
    for cell in cells:
        given = list(cell) if isinstance(cell, list | tuple) else [cell]
        place = tuple(value for value in given[:dimension] if type(value) is int and abs(value) <= MAX_CELLS)
        letters = given[dimension:]
        if len(place) == dimension and not letters:
            atoms.extend(grid.atoms_of(place))
            continue
        text = letters[0] if len(letters) == 1 else ""
        if len(place) != dimension or not isinstance(text, str) or not text or not set(text) <= set(known):
            names = ["layer", "row", "column"][-dimension:]
            expected = ", ".join([*names, f'letters of "{known}"'] if known else names)
            raise NotationError(f"cell {quote(str(given))}: expected [{expected}]")
        atoms.extend(grid.join(place, known.index(letter)) for letter in text)
    if len(set(atoms)) != len(atoms):
        raise NotationError(f"cells {quote(str(list(cells)))}: a cell appears twice")
    columns = zip(*atoms, strict=True)
    size = prod(max(column) - min(column) + 1 for column, _ in zip(columns, range(dimension), strict=False))
    if size > MAX_CELLS:  # a picture of cells that far apart would fill the memory
        raise LimitError(f"the cells spread over {size:,} places: expected at most {MAX_CELLS:,}")
    return tuple(atoms)
