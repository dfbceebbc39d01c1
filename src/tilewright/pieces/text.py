"""Shapes as rows of 0 and 1, the classic way: `[[1, 1], [1, 0]]` is three cells. Never coordinates.

Shapes as text: one character a cell, as the lattice's `glyphs` say; `parse_cells(draw_cells(x)) == x`.

Where the lattice leans, a row is moved against the row above it, and a cell takes `pitch` characters: hexagons stand two
columns apart and half way between those above, triangles pointing up and down take turns, a character each.

Layers of a solid, outermost coordinate first, are separated by an empty line.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from itertools import product
from operator import index
from typing import Any

from tilewright.errors import LimitError, NotationError, quote
from tilewright.lattice import Atom, Lattice, Vector, lattice

EXPECTED = "rows of 0 and 1, all of one length"
COORDINATES = "coordinates are given as cells = [[row, column], ...]"


def atoms_of_rows(grid: Lattice, rows: Iterable[Any], drawn: bool = False) -> tuple[Atom, ...]:
    """Return the atoms of the cells marked 1; rows of a solid stand in layers. Raises NotationError quoting the rows.

    drawn: they cannot be coordinates, so that a row of two may be empty.

    >>> from tilewright.lattice import lattice
    >>> atoms_of_rows(lattice("square"), [[1, 1], [1, 0]])
    ((0, 0), (0, 1), (1, 0))
    """
    given = _as_lists(rows)
    layers = given if grid.dimension == 3 else [given]
    if not _is_box(layers):
        what = f"layers of {EXPECTED}" if grid.dimension == 3 else EXPECTED
        raise NotationError(f"{quote(str(given))}: expected a drawing or {what}; {COORDINATES}")
    if not drawn and grid.dimension == 2 and len(given[0]) == 2 and [0, 0] in given:
        # such lists are what files with coordinates used to have: [[0, 0], [1, 0]] would be another piece
        raise NotationError(f"{quote(str(given))}: expected a 1 in every row; {COORDINATES}")
    return tuple(atom for cell in _marked(grid, layers) for atom in grid.atoms_of(cell))


def is_rows_text(text: str) -> bool:
    """Return True for a drawing in 0 and 1, with or without blanks between them."""
    return "1" in text and set(text) <= set("01 \t\r\n")


def rows_of_text(text: str, dimension: int) -> list[Any]:
    """Return the rows of such a drawing; of a solid its layers, which empty lines divide."""
    lines = [[int(digit) for digit in "".join(line.split())] for line in text.strip().splitlines()]
    if dimension == 2:
        return lines
    layers: list[list[list[int]]] = [[]]
    for line in lines:
        if line:
            layers[-1].append(line)
        elif layers[-1]:
            layers.append([])
    return layers


def _as_lists(value: Any, depth: int = 3) -> Any:
    """Nested lists, tuples and arrays as lists, whole numbers as int; anything else, and what is nested deeper, as it is."""
    try:
        return index(value)
    except TypeError:
        nested = hasattr(value, "__iter__") and not isinstance(value, (str, bytes, dict)) and depth
        return [_as_lists(each, depth - 1) for each in value] if nested else value


def _is_box(layers: object) -> bool:
    """Whether these are lists of lists of lists of 0 and 1, none empty, those of a depth equally long."""
    if not isinstance(layers, list) or not all(isinstance(layer, list) and layer for layer in layers):
        return False
    rows = [row for layer in layers for row in layer]
    if not all(isinstance(row, list) and row for row in rows):
        return False
    return (
        bool(rows)
        and len({len(layer) for layer in layers}) == len({len(row) for row in rows}) == 1
        and all(type(value) is int and value in (0, 1) for row in rows for value in row)
    )


def _marked(grid: Lattice, layers: list[list[list[int]]]) -> Iterable[Vector]:
    for layer, rows in enumerate(layers):
        for row, column in product(range(len(rows)), range(len(rows[0]))):
            if rows[row][column]:
                yield (layer, row, column)[-grid.dimension :]


MAX_SIDE = 10_000  # of a drawing: more is a mistake or an attack, not a puzzle
MAX_DRAWN = 1_000_000  # characters in all: an atom takes some 100 bytes


def parse_cells(text: str, lattice_name: str, filled: str = "") -> tuple[Atom, ...]:
    """The atoms of a drawing, its first row and column being 0; NotationError quotes the line that is wrong.

    `filled` are further characters that stand for a whole cell (where the lattice leans: for what is drawn there).
    A drawing in 0 and 1 has whole cells where there is a 1.
    """
    grid = lattice(lattice_name)
    if is_rows_text(text):
        return atoms_of_rows(grid, rows_of_text(text, grid.dimension), drawn=True)
    glyphs = _readable(lattice_name)
    marks: list[tuple[Vector, frozenset[int] | None, str]] = []
    for place, character, line in _characters(text.expandtabs(), grid.dimension):
        slots = glyphs.get(character)
        if character not in filled and slots is None:
            raise NotationError(f"{quote(line)}: unexpected {character!r}, expected one of {_expected(lattice_name)}")
        if slots or character in filled:
            marks.append((place, None if character in filled else slots, line))
    return tuple(atom for mark in _aligned(grid, marks) for atom in mark)


def parse_shape(text: str, lattice_name: str) -> tuple[Atom, ...]:
    """The atoms of a drawing of a piece, which may also be drawn in 0 and 1; NotationError as `parse_cells`."""
    if not is_rows_text(text):
        return parse_cells(text, lattice_name)
    grid = lattice(lattice_name)
    return atoms_of_rows(grid, rows_of_text(text, grid.dimension))


def _aligned(grid: Lattice, marks: list[tuple[Vector, frozenset[int] | None, str]]) -> Iterator[Iterator[Atom]]:
    """The atoms of each character of a drawing. What is drawn fixes which columns are which, and all must agree."""
    spots = _spots(grid)
    known = ((place, slots) for place, slots, _ in marks if slots or len(spots) == 1)
    phase = (
        next((_column(grid, place) - spot for place, slots in known for spot in _spot_of(grid, slots)), 0) % grid.pitch
    )
    for place, slots, line in marks:
        column, spot = divmod(_column(grid, place) - phase, grid.pitch)
        there = spots.get(spot, frozenset())
        if not there or not (slots or there) <= there:
            raise NotationError(
                f"{quote(line)}: column {place[-1] + 1} is off the lattice {grid.name}: expected cells in step with those above"
            )
        yield (grid.join((*place[:-1], column), slot) for slot in sorted(slots or there))


def _column(grid: Lattice, place: Vector) -> int:
    """The column of a character if every row began below the first."""
    return place[-1] - grid.lean * place[-2]


def _spots(grid: Lattice) -> dict[int, frozenset[int]]:
    """For each character of a cell that shows something, the slots it shows."""
    spots = grid.spots or (0,) * grid.slot_count
    return {spot: frozenset(slot for slot in range(grid.slot_count) if spots[slot] == spot) for spot in spots}


def _spot_of(grid: Lattice, slots: frozenset[int] | None) -> Iterator[int]:
    return (spot for spot, there in _spots(grid).items() if slots is None or slots <= there)


def draw_cells(
    atoms: Collection[Atom], lattice_name: str, blank: str = ".", marked: Collection[Atom] = (), mark: str = "o"
) -> str:
    """The shape as text, from its bounding box on; a cell that no glyph shows is drawn `?`, one with a marked atom `mark`."""
    grid = lattice(lattice_name)
    glyphs = {slots: characters[0] for slots, characters in grid.glyphs}
    glyphs[frozenset()] = blank
    shown: dict[Vector, set[int]] = {}
    for atom in (*atoms, *marked):
        shown.setdefault(_place(grid, atom), set()).add(grid.split(atom)[1])
    special = {_place(grid, atom) for atom in marked}
    texts = {place: mark if place in special else glyphs.get(frozenset(slots), "?") for place, slots in shown.items()}
    return "\n".join(_lines(grid, texts, blank))


def _place(grid: Lattice, atom: Atom) -> Vector:
    """(layer,) row and column of the character that shows an atom; columns may be negative where the lattice leans."""
    cell, slot = grid.split(atom)
    spot = grid.spots[slot] if grid.spots else 0
    return (*cell[:-1], grid.pitch * cell[-1] + grid.lean * cell[-2] + spot)


def _lines(grid: Lattice, texts: dict[Vector, str], blank: str) -> Iterable[str]:
    *outer, rows, columns = [range(min(axis), max(axis) + 1) for axis in zip(*texts, strict=True)]
    spots = _spots(grid)
    for number, layer in enumerate(product(*outer)):
        if number:
            yield ""
        for row in rows:
            empty = (blank if (column - grid.lean * row) % grid.pitch in spots else " " for column in columns)
            yield "".join(texts.get((*layer, row, column), bare) for column, bare in zip(columns, empty, strict=True))


def _characters(text: str, dimension: int) -> Iterator[tuple[Vector, str, str]]:
    lines = text.splitlines()
    while lines and not lines[-1].strip():
        lines.pop()
    while lines and not lines[0].strip():
        lines.pop(0)
    if len(lines) > MAX_SIDE or any(len(line) > MAX_SIDE for line in lines):
        raise NotationError(f"a drawing of {len(lines)} lines: expected at most {MAX_SIDE} rows and columns")
    if sum(map(len, lines)) > MAX_DRAWN:
        raise LimitError(f"a drawing of {sum(map(len, lines)):,} characters: expected at most {MAX_DRAWN:,}")
    layer = row = 0
    for line in lines:
        if dimension == 3 and not line.strip():
            layer, row = layer + bool(row), 0  # any number of empty lines divide two layers
            continue
        for column, character in enumerate(line):
            yield ((layer, row, column) if dimension == 3 else (row, column)), character, line
        row += 1


@lru_cache
def _readable(lattice_name: str) -> dict[str, frozenset[int]]:
    return {c: slots for slots, characters in lattice(lattice_name).glyphs for c in characters}


def _expected(lattice_name: str) -> str:
    return " ".join(repr(characters[0]) for _, characters in lattice(lattice_name).glyphs)
