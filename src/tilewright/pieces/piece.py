"""Pieces: a shape on a lattice, its rule of motion, and its number of copies."""

from __future__ import annotations

import warnings
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain, product
from operator import index
from typing import TYPE_CHECKING, Any, Self

from tilewright.errors import (
    LimitError,
    NotationError,
    argument_error,
    as_tuple,
    check_flag,
    check_whole,
    check_whole_tuples,
    controls_terminal,
    quote,
)
from tilewright.lattice import Atom, Lattice, Motion, Vector, lattice
from tilewright.lattice import lattice as lattice_called
from tilewright.lattice.names import REGISTERED
from tilewright.pieces.marks import check_layout, check_one_mark, expanded, readable

Copies = tuple[int, int | None]
PaintRules = tuple[tuple[Atom, tuple[str, ...]], ...]

LONGEST_NAME = 100  # characters
# Largest number of atoms of one piece. Its motions are computed in Python, in about a second, without checking the
# time.
MOST_ATOMS = 100_000
MOST_KEPT_ATOMS = 64  # largest shape whose orientations are cached for the next piece of the same shape
MOST_COPIES = 1_000_000  # the largest number of cells of a board
MOTIONS = ("free", "turn", "fixed")
# The suffixes of pieces and tiles for their copies.
COPIES: Mapping[str, Copies] = {"": (1, 1), "*": (0, None), "+": (1, None), "?": (0, 1)}
RESERVED = "@/#."  # characters that separate the name of a piece from the rest of an id


class Counted:
    """Something with a number of copies: the base of pieces and tiles, which are dataclasses with these fields.

    name:   the name that its placements carry.
    copies: (fewest, most) to be used; most is None if there is no upper limit.
    """

    name: str
    copies: Copies

    @property
    def orientations(self) -> tuple[tuple[str, Any], ...]:
        """The distinct results of the allowed motions: (name of the first motion that gives it, form)."""
        raise NotImplementedError

    @property
    def size(self) -> int:
        """The number of atoms that it covers."""
        return 1

    @cached_property
    def motions(self) -> dict[Any, str]:
        """The motion that gives each form, that is, each orientation."""
        return {form: motion for motion, form in self.orientations}

    def with_copies(self, lo: int, hi: int | None) -> Self:
        """Return the same thing with another number of copies; `hi` is None for no upper limit."""
        return replace(self, copies=(lo, hi))  # type: ignore[type-var]

    def used(self) -> Self:
        """Return the same thing with at least one copy that must be used."""
        lo, hi = self.copies
        return self.with_copies(max(1, lo), hi)

    def _check_copies(self, what: str) -> None:
        if not isinstance(self.copies, tuple) or len(self.copies) != 2:
            raise argument_error("copies", self.copies, "(fewest, most)", False)
        lo, hi = self.copies
        check_whole("copies: fewest", lo, 0, MOST_COPIES)
        check_whole("copies: most", hi, 0, MOST_COPIES, optional=True)
        if hi is not None and hi < max(lo, 1):
            raise NotationError(f"{what}: copies {lo} to {hi}: expected 0 <= fewest <= most, most >= 1")


class CellSet:
    """A set of atoms of a lattice, as a collection of cells: the base of pieces, placements and boards."""

    atoms: tuple[Atom, ...]
    lattice: str

    @cached_property
    def grid(self) -> Lattice:
        """The lattice."""
        return lattice_called(self.lattice)

    def __getstate__(self) -> dict[str, object]:
        """Return the fields for copies and pickles, with a registered lattice, which another process may not know."""
        fields = {name: getattr(self, name) for name in getattr(self, "__dataclass_fields__", ())}
        return {**fields, "_own_lattice": self.grid} if self.lattice in REGISTERED else fields

    @property
    def cells(self) -> tuple[Atom, ...]:
        """The cells, sorted.

        A cell is an atom where each atom is a cell of its own. Otherwise it is a place that contains at least one atom.
        """
        return tuple(dict.fromkeys(map(self.grid.cell, self.atoms)))

    def __len__(self) -> int:
        return len(self.cells)

    def __iter__(self) -> Iterator[Atom]:
        return iter(self.cells)

    def __contains__(self, cell: object) -> bool:
        return cell in self.cells or cell in self.atoms


def check_label(what: str, text: object, reserved: str, longest: int = LONGEST_NAME) -> None:
    """Raise NotationError for a text that cannot be used in drawings and ids, ArgumentError for other types."""
    if not isinstance(text, str):
        raise argument_error(what.split()[-1], text, 'a text, e.g. "F"', False)
    if not 0 < len(text) <= longest or any(c.isspace() or c in reserved or controls_terminal(c) for c in text):
        others = f"characters other than white space, control characters and {' '.join(reserved)}"
        raise NotationError(f"{what} {quote(text)}: expected {others}, 1 to {longest} of them")


@dataclass(frozen=True)
class Piece(Counted, CellSet):
    """A shape with its rule of motion and its number of copies.

    name:    the name in drawings and ids; no white space and none of `@ / # .`.
    atoms:   the atoms of the shape; kept in normal position (bounding box at 0, sorted).
    lattice: the name of the lattice.
    copies:  (fewest, most) to be used; most is None if there is no upper limit.
    motion:  "free" (turn and flip), "turn", "fixed", or the names of the allowed motions; "" is the usual rule of the
             lattice: free in the plane, turn in space.
    color:   a CSS color, or None for one from the palette.
    allowed_paints: the atoms that may lie only on certain paints of the board (or on unpainted cells), with those
        paints.
    connected: False allows parts of the shape that meet only at corners or not at all. The attribute then says whether
             the shape is connected.

    Raises NotationError for an invalid name, motion or shape (empty, or in parts unless `connected` is False), and
    LimitError for a shape of more than MOST_ATOMS atoms.

    >>> piece = Piece.parse("##.\\n.##", "Z")
    >>> print(piece)
    ##.
    .##
    >>> [motion for motion, atoms in piece.orientations]
    ['0', '90', '0f', '90f']
    >>> Piece("I", ((0, 0), (0, 1)), motion="fixed").copies
    (1, 1)
    >>> len(Piece("X", ((0, 0), (1, 1)), connected=False).orientations)
    2
    """

    name: str
    atoms: tuple[Atom, ...]
    lattice: str = "square"
    copies: Copies = (1, 1)
    motion: str | tuple[str, ...] = ""
    color: str | None = None
    allowed_paints: PaintRules = ()
    connected: bool = True

    if TYPE_CHECKING:

        def __init__(
            self,
            name: str,
            atoms: Iterable[Atom],
            lattice: str = "square",
            copies: Copies = (1, 1),
            motion: str | tuple[str, ...] = "",
            color: str | None = None,
            allowed_paints: PaintRules = (),
            connected: bool = True,
        ) -> None: ...

    def __post_init__(self) -> None:
        check_label("piece name", self.name, RESERVED)
        check_flag("connected", self.connected)
        object.__setattr__(self, "atoms", as_tuple("atoms", self.atoms, "cells, e.g. ((0, 0), (0, 1))"))
        self._check_atoms()
        if len(self.atoms) > MOST_ATOMS:
            raise LimitError(
                f"piece {quote(self.name)} has {len(self.atoms):,} cells or parts of cells: expected at most {MOST_ATOMS:,}"
            )
        if not self.atoms:
            raise NotationError(f"piece {self.name!r} has no cells")
        if len(set(self.atoms)) != len(self.atoms):
            raise NotationError(f"piece {self.name!r} has a cell twice")
        self._check_copies(f"piece {self.name!r}")
        object.__setattr__(self, "motion", self.motion or self.grid.default_motion)
        allowed_motions(self.grid, self.motion)
        if not {atom for atom, _ in self.allowed_paints} <= set(self.atoms):
            raise NotationError(f"piece {self.name!r}: allowed paints of cells that it does not have")
        plane = self.grid.plane
        back = tuple(-v for v in plane.origin(self.atoms))
        object.__setattr__(self, "allowed_paints", tuple(sorted(_moved(plane, self.allowed_paints, back))))
        shape = _normal_shape if len(self.atoms) <= MOST_KEPT_ATOMS else _normal_shape.__wrapped__
        atoms, connected = shape(plane.name, self.atoms)
        object.__setattr__(self, "atoms", atoms)
        if self.connected and not connected:
            parts = len(plane.components(atoms))
            raise NotationError(
                f"piece {self.name!r} is not connected through edges: expected a piece for each of its {parts} parts, or, for "
                "one piece, connected = false in its [[piece]] table (in Python connected=False)"
            )
        object.__setattr__(self, "connected", connected)

    def _check_atoms(self) -> None:
        """Raise ArgumentError unless the atoms are tuples of the lattice.

        Without this check, rows of 0 and 1 would be read as other cells.
        """
        dimension, kinds = self.grid.dimension, self.grid.slot_count
        names = (*("layer", "row", "column")[-dimension:], *["kind"] * (kinds > 1))
        expected = f"tuples ({', '.join(names)}); rows of 0 and 1 are for Piece.from_rows"
        check_whole_tuples("atoms", self.atoms, expected, len(names))
        if kinds > 1 and not all(0 <= atom[-1] < kinds for atom in self.atoms):
            raise argument_error("atoms", self.atoms, f"a kind from 0 to {kinds - 1} as the last number of each")

    @classmethod
    def parse(
        cls,
        drawing: str,
        name: str = "A",
        lattice: str = "square",
        *,
        copies: Copies = (1, 1),
        motion: str | tuple[str, ...] = "",
        color: str | None = None,
        allowed_paints: PaintRules = (),
        connected: bool = True,
    ) -> Piece:
        """Parse a drawing, with one character per cell, or in 0 and 1; the other arguments are fields of Piece.

        Raises NotationError quoting the line that is wrong.

        >>> Piece.parse("###", "I", motion="fixed").atoms
        ((0, 0), (0, 1), (0, 2))
        """
        return cls(name, parse_shape(drawing, lattice), lattice, copies, motion, color, allowed_paints, connected)

    @classmethod
    def from_rows(
        cls,
        rows: Sequence[Sequence[Any]],
        name: str = "A",
        lattice: str = "square",
        *,
        copies: Copies = (1, 1),
        motion: str | tuple[str, ...] = "",
        color: str | None = None,
        connected: bool = True,
    ) -> Piece:
        """Make a piece of whole cells from rows of 0 and 1, given as lists or texts.

        A solid piece is given as layers of such rows. Raises NotationError for anything else, such as coordinates or
        rows of different lengths.

        >>> print(Piece.from_rows([[1, 1], [0, 1]]))
        ##
        .#
        """
        texts = not isinstance(rows, str) and len(rows) > 0 and all(isinstance(row, str) for row in rows)
        grid = lattice_called(lattice)
        atoms = parse_shape("\n".join(map(str, rows)), lattice) if texts else atoms_of_rows(grid, rows)
        return cls(name, atoms, lattice, copies, motion, color, connected=connected)

    def __str__(self) -> str:
        return draw_cells(self.atoms, self.lattice)

    def svg(self) -> str:
        """Return a picture of the piece as SVG."""
        from tilewright.render.svg import piece_svg

        return piece_svg(self)

    _repr_svg_ = svg

    @cached_property
    def orientations(self) -> tuple[tuple[str, tuple[Atom, ...]], ...]:
        """The distinct results of the allowed motions: (name of the first motion that gives it, atoms).

        On a wrapped lattice, orientations in which the piece would overlap itself are omitted.
        """
        find = _orientations if len(self.atoms) <= MOST_KEPT_ATOMS else _orientations.__wrapped__
        return find(self.lattice, self.motion, self.atoms)

    @cached_property
    def numbered_orientations(self) -> tuple[list[int], ...]:
        """The coordinates of each orientation in one flat list, as the kernel takes them."""
        return tuple(list(chain.from_iterable(atoms)) for _, atoms in self.orientations)

    @cached_property
    def forms(self) -> tuple[tuple[Atom, ...], ...]:
        """The atoms of every orientation, sorted; pieces with the same forms move alike."""
        return tuple(sorted(atoms for _, atoms in self.orientations))

    @cached_property
    def paint_variants(self) -> dict[tuple[Atom, ...], dict[PaintRules, str]]:
        """For each orientation, the allowed paints of its atoms, with the first motion that gives them."""
        found: dict[tuple[Atom, ...], dict[PaintRules, str]] = {}
        for motion in allowed_motions(self.grid, self.motion, self.atoms):
            moved = [self.grid.apply(motion, atom) for atom in self.atoms]
            turned = [(self.grid.apply(motion, atom), paints) for atom, paints in self.allowed_paints]
            if len(shape := self.grid.normalize(moved)) < len(moved):
                continue  # it overlaps itself
            for corner in self.grid.corners_of(moved):
                allowed_paints = tuple(sorted(_moved(self.grid, turned, tuple(-v for v in corner))))
                found.setdefault(shape, {}).setdefault(allowed_paints, motion.name)
        return found

    def allowed_motion(self, atoms: Sequence[Atom], paint: Mapping[Atom, str]) -> str | None:
        """Return the motion with which the piece may cover these atoms of a painted board; None if it may not."""
        grid = self.grid
        place = grid.corners_of(atoms)[0]
        for allowed_paints, motion in self.paint_variants.get(grid.normalize(atoms), {}).items():
            if all(atom not in paint or paint[atom] in paints for atom, paints in _moved(grid, allowed_paints, place)):
                return motion
        return None

    @property
    def equivalence_key(self) -> object:
        """The key that indistinguishable pieces share: the set of orientations with their allowed paints."""
        return tuple(sorted((atoms, tuple(sorted(each))) for atoms, each in self.paint_variants.items()))

    @property
    def size(self) -> int:
        """The number of atoms."""
        return len(self.atoms)

    @property
    def span(self) -> int:
        """An upper bound of the number of cells along any coordinate, in every orientation."""
        return len(self.atoms) if self.connected else 1 + max(chain.from_iterable(chain.from_iterable(self.forms)))

    @property
    def area(self) -> float:
        """The size in cells; half a square counts 0.5."""
        return self.grid.area(len(self.atoms))


def note_parts(piece: Piece) -> Piece:
    """Return a piece drawn in a text, with a warning if it is in several parts, as after a stray blank."""
    if not piece.connected:
        parts = len(piece.grid.plane.components(piece.atoms))
        warnings.warn(f"piece {piece.name} is drawn in {parts} parts, which are taken as one piece", stacklevel=2)
    return piece


def refuse_parts(pieces: Iterable[Piece], what: str) -> None:
    """Raise NotationError for a piece in several parts; `what` is the feature that needs connected pieces."""
    if piece := next((piece for piece in pieces if not piece.connected), None):
        raise NotationError(
            f"piece {piece.name} is in several parts: {what} needs pieces whose cells are joined through edges"
        )


# Programs load many puzzles with the same pieces, so the results for small shapes are cached.


@lru_cache(maxsize=4096)
def _normal_shape(lattice_name: str, atoms: tuple[Atom, ...]) -> tuple[tuple[Atom, ...], bool]:
    """Return the shape in normal position, and whether it is connected through edges."""
    grid = lattice(lattice_name)
    return grid.normalize(atoms), grid.is_connected(atoms)


@lru_cache(maxsize=4096)
def _orientations(
    lattice_name: str, motion: str | tuple[str, ...], atoms: tuple[Atom, ...]
) -> tuple[tuple[str, tuple[Atom, ...]], ...]:
    grid = lattice(lattice_name)
    found: dict[tuple[Atom, ...], str] = {}
    for each in allowed_motions(grid, motion, atoms):
        found.setdefault(grid.image(each, atoms), each.name)
    return tuple((name, image) for image, name in found.items() if len(image) == len(atoms))


def _moved(
    grid: Lattice, allowed_paints: Iterable[tuple[Atom, tuple[str, ...]]], vector: Vector
) -> Iterator[tuple[Atom, tuple[str, ...]]]:
    for atom, paints in allowed_paints:
        (moved,) = grid.shift((atom,), vector)
        yield moved, paints


def allowed_motions(grid: Lattice, motion: str | Iterable[str], atoms: Sequence[Atom] = ()) -> tuple[Motion, ...]:
    """Return the motions that a rule allows for a shape of these atoms. Raises NotationError for an unknown name."""
    if motion == "free":
        return grid.motions
    if motion == "turn":
        return grid.turns(atoms)
    names = (grid.motions[0].name,) if motion == "fixed" else (motion,) if isinstance(motion, str) else tuple(motion)
    try:
        return tuple(grid.motion(name) for name in names)
    except KeyError as unknown:
        choices = ", ".join((*MOTIONS, *(m.name for m in grid.motions)))
        raise NotationError(f"unknown motion {unknown} on lattice {grid.name}: expected one of {choices}") from None


EXPECTED = "rows of 0 and 1, all of one length"
COORDINATES = "coordinates are given as cells = [[row, column], ...]"


def atoms_of_rows(grid: Lattice, rows: Iterable[Any], drawn: bool = False) -> tuple[Atom, ...]:
    """Return the atoms of the cells marked 1; the rows of a solid are in layers. Raises NotationError quoting the rows.

    drawn: the rows cannot be coordinates, so a row of two may be empty.

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
        # files with coordinates used to contain such lists, and [[0, 0], [1, 0]] would be another piece
        raise NotationError(f"{quote(str(given))}: expected a 1 in every row; {COORDINATES}")
    marked = (
        (layer, row, column)[-grid.dimension :]
        for layer, lines in enumerate(layers)
        for row, values in enumerate(lines)
        for column, value in enumerate(values)
        if value
    )
    return tuple(atom for cell in marked for atom in grid.atoms_of(cell))


def is_rows_text(text: str) -> bool:
    """Return True for a drawing in 0 and 1, with or without blanks between them."""
    return "1" in text and set(text) <= set("01 \t\r\n")


def rows_of_text(text: str, dimension: int) -> list[Any]:
    """Return the rows of a drawing in 0 and 1; for a solid its layers, which are separated by empty lines."""
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
    """Return nested lists, tuples and arrays as lists, and whole numbers as int.

    Other values, and values nested deeper than `depth`, are returned unchanged.
    """
    if hasattr(value, "tolist"):  # NumPy's truth values have no `__index__`
        value = value.tolist()
    try:
        return index(value)
    except TypeError:
        nested = hasattr(value, "__iter__") and not isinstance(value, (str, bytes, dict)) and depth
        return [_as_lists(each, depth - 1) for each in value] if nested else value


def _is_box(layers: object) -> bool:
    """Return whether these are lists of lists of lists of 0 and 1, none empty, and equally long at each depth."""
    level: list[Any] = [layers]
    for _ in range(3):
        if not all(isinstance(each, list) and each for each in level) or len(set(map(len, level))) > 1:
            return False
        level = [*chain.from_iterable(level)]
    return all(type(value) is int and value in (0, 1) for value in level)


MAX_SIDE = 10_000  # largest side of a drawing; larger ones are a mistake or an attack, not a puzzle
MAX_DRAWN = 1_000_000  # characters in all; an atom takes about 100 bytes


def parse_cells(text: str, lattice_name: str, filled: str = "") -> tuple[Atom, ...]:
    """Return the atoms of a drawing, whose first row and column are 0. Raises NotationError quoting the wrong line.

    filled: further characters for a whole cell (on a leaning lattice: for the part that is drawn there).

    A drawing in 0 and 1 has a whole cell for each 1.
    """
    grid = lattice(lattice_name)
    if is_rows_text(text):
        return atoms_of_rows(grid, rows_of_text(text, grid.dimension), drawn=True)
    glyphs = readable(lattice_name)
    check_one_mark([character for character in text if character not in filled], lattice_name)
    each_is_cell = grid.pitch == 1 and not grid.lean and not grid.letters
    cells: list[Atom] = []
    marks: list[tuple[Vector, frozenset[int] | None, str]] = []
    for place, character, line in _characters(expanded(text), grid.dimension):
        slots = glyphs.get(character)
        if character not in filled and slots is None:
            expected = " ".join(repr(characters[0]) for _, characters in grid.glyphs)
            raise NotationError(f"{quote(line)}: unexpected {character!r}, expected one of {expected}")
        if slots or character in filled:
            if each_is_cell:
                cells.append(place)
            else:
                marks.append((place, None if character in filled else slots, line))
    return tuple(cells) or tuple(atom for mark in _aligned(grid, marks) for atom in mark)


def parse_shape(text: str, lattice_name: str) -> tuple[Atom, ...]:
    """Return the atoms of the drawing of a piece, which may be in 0 and 1.

    Raises NotationError as `parse_cells` does.
    """
    grid = lattice(lattice_name)
    if not is_rows_text(text):
        check_layout(text, lattice_name)
        lines = text.strip().splitlines()
        if grid.dimension == 2 and not all(map(str.strip, lines)):
            raise NotationError(
                "an empty line in the drawing of a piece may divide two pieces: expected one piece, with . in each row of it"
            )
        return parse_cells(text, lattice_name)
    no_blanks = all(len(line.split()) < 2 for line in text.splitlines())  # with blanks the numbers could be coordinates
    return atoms_of_rows(grid, rows_of_text(text, grid.dimension), drawn=no_blanks)


def _aligned(grid: Lattice, marks: list[tuple[Vector, frozenset[int] | None, str]]) -> Iterator[Iterator[Atom]]:
    """Yield the atoms of each character of a drawing.

    The marks determine the phase of the columns, and all marks must agree with it.
    """
    spots = _spots(grid)
    starts = (
        _column(grid, place) - spot
        for place, slots, _ in marks
        for spot, there in spots.items()
        if (slots <= there if slots else len(spots) == 1)
    )
    phase = next(starts, 0) % grid.pitch
    # A drawing that begins in the middle of a cell begins with that cell, in column 0. On a leaning lattice, columns
    # are relative to the shape anyway.
    before = 0 if grid.lean or not phase else 1
    for place, slots, line in marks:
        column, spot = divmod(_column(grid, place) - phase, grid.pitch)
        column += before
        there = spots.get(spot, frozenset())
        if not there or not (slots or there) <= there:
            raise NotationError(
                f"{quote(line)}: column {place[-1] + 1} is off the lattice {grid.name}: expected cells in step with those above"
            )
        yield (grid.join((*place[:-1], column), slot) for slot in sorted(slots or there))


def _column(grid: Lattice, place: Vector) -> int:
    """Return the column of a character relative to the start of a row without lean."""
    return place[-1] - grid.lean * place[-2]


def _spots(grid: Lattice) -> dict[int, frozenset[int]]:
    """Return the slots shown by each character of a cell that shows any."""
    spots = grid.spots or (0,) * grid.slot_count
    return {spot: frozenset(slot for slot in range(grid.slot_count) if spots[slot] == spot) for spot in spots}


def draw_cells(
    atoms: Collection[Atom], lattice_name: str, blank: str = ".", marked: Collection[Atom] = (), mark: str = "o"
) -> str:
    """Return the shape as text, from the corner of its bounding box.

    A cell that no glyph shows is drawn as `?`; a cell with a marked atom is drawn as `mark`.
    """
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
    """Return the (layer,) row and column of the character for an atom; columns may be negative on a leaning lattice."""
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
    filled = [number for number, line in enumerate(lines) if line.strip()]
    lines = lines[filled[0] : filled[-1] + 1] if filled else []
    if len(lines) > MAX_SIDE or any(len(line) > MAX_SIDE for line in lines):
        raise NotationError(f"a drawing of {len(lines)} lines: expected at most {MAX_SIDE} rows and columns")
    if sum(map(len, lines)) > MAX_DRAWN:
        raise LimitError(f"a drawing of {sum(map(len, lines)):,} characters: expected at most {MAX_DRAWN:,}")
    layer = row = 0
    for line in lines:
        if dimension == 3 and not line.strip():
            layer, row = layer + bool(row), 0  # one or more empty lines divide two layers
            continue
        for column, character in enumerate(line):
            yield ((layer, row, column) if dimension == 3 else (row, column)), character, line
        row += 1
