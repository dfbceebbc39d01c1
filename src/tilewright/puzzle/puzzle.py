"""The interface of every kind of puzzle: the puzzle, its tilings, its exact cover, and the classes of its files.

A kind is a folder in `kinds/` with everything that is specific to it. Code outside does not ask which kind a puzzle is;
it calls the methods defined here. These classes refer to one another, so they share one file: `Puzzle` and `Tiling`;
`Compiled`, which gives the options their meaning; and the services of a kind, `TilingText`, `Checkers`, `Reasons`,
`Hints` and `Picture`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, NamedTuple, Protocol, Self, TypeVar, overload

from tilewright.errors import NotationError, check_flag, quote
from tilewright.exact_cover.limits import LONG_STEPS, NEVER, Deadline
from tilewright.exact_cover.outcome import Ended, Outcome
from tilewright.exact_cover.problem import Automorphism, ExactCover, Solution
from tilewright.lattice import Atom, Lattice, lattice
from tilewright.puzzle.board import Board, read_cells, write_cells
from tilewright.puzzle.placement import Placement
from tilewright.puzzle.rules import Fault, PlacementRules, Reason
from tilewright.puzzle.walls import plain_walls

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

    from tilewright.exact_cover.formula import Cnf
    from tilewright.lattice.symmetry import Isometry
    from tilewright.pieces import Piece
    from tilewright.puzzle.page import OutlinePiece, Task
    from tilewright.puzzle.symmetry import OptionImages
    from tilewright.puzzle.table import PlacementRow
    from tilewright.render.canvas import Canvas, Drawing, Point

K = TypeVar("K")
T = TypeVar("T")


class Puzzle(ABC):
    """A board to be covered, the pieces or clues that cover it, and the rules. Kinds are frozen dataclasses.

    The class of a kind, in `puzzle.py` of its folder, describes the puzzle. The operations on it are in neighboring
    files, which its methods import when they are called: `compile.py`, `check.py`, `text.py`, `table.py`, `picture.py`,
    `reasons.py`.

    kind:  the name of the kind, which is its folder in `kinds/`.
    title: the name for such a puzzle when it has no name of its own.
    owner_word: the noun for the owner of a placement, such as piece or clue.
    text_format: the plain text format that holds it; "" if there is none.
    is_drawn_as_text: whether `str(puzzle)` is in that format.
    rules: the rules of a tiling in words, by the names that faults carry.
    name:  a title; it is not part of the puzzle's identity.
    groups: names of pieces that may stay together when a tiling is taken apart.

    >>> from tilewright import Puzzle, load
    >>> puzzle = load("FNPUV@5x5")
    >>> isinstance(puzzle, Puzzle), puzzle.kind, puzzle.lattice, puzzle.piece_names
    (True, 'packing', 'square', ('F', 'N', 'P', 'U', 'V'))
    """

    kind: ClassVar[str]
    title: ClassVar[str]
    owner_word: ClassVar[str]
    rules: ClassVar[dict[str, str]] = {
        "off-board": "every placement lies on the board",
        "overlap": "no cell is covered twice",
        "uncovered": "every cell is covered",
    }
    text_format: ClassVar[str] = ""
    is_drawn_as_text: ClassVar[bool] = True
    name: str
    groups: tuple[tuple[str, ...], ...] = ()

    def __getstate__(self) -> dict[str, Any]:
        """Return the fields alone, without cached values, for copies and pickles."""
        return {name: getattr(self, name) for name in getattr(self, "__dataclass_fields__", ())}

    @property
    def lattice(self) -> str:
        """The name of the lattice; "square" unless the kind overrides it."""
        return "square"

    @cached_property
    def grid(self) -> Lattice:
        """The lattice."""
        return lattice(self.lattice)

    if TYPE_CHECKING:  # a field in one kind and computed in another: a real property would become the field's default

        @property
        def board(self) -> Board:
            """The board to be covered."""

    @property
    @abstractmethod
    def digest(self) -> str:
        """A hash of everything that affects the answer."""

    @property
    @abstractmethod
    def piece_names(self) -> tuple[str, ...]:
        """The names that placements carry: the names of the pieces, or `row,column` of the clues."""

    def copies_of(self, name: str) -> tuple[int, int]:
        """Return (fewest, most) placements that may carry a name in a tiling, by rules and area; by default (1, 1)."""
        return 1, 1

    @property
    @abstractmethod
    def pinned_placements(self) -> tuple[Placement, ...]:
        """The placements that every tiling must contain."""

    def compile(self, labelled: bool = False, deadline: Deadline = NEVER) -> Compiled:
        """Return the exact cover whose solutions are the tilings; `with_symmetries` adds its symmetries.

        labelled: whether pieces of equal shape are distinguished.

        Raises LimitError with the estimate when the cover is too large, OutOfTimeError at the deadline.
        """
        check_flag("labelled", labelled)
        return self._compile(labelled, deadline)

    @abstractmethod
    def _compile(self, labelled: bool, deadline: Deadline) -> Compiled:
        """Return the exact cover; the arguments have been checked."""

    @classmethod
    @abstractmethod
    def from_table(cls, data: object, text: str) -> Self:
        """Return the puzzle of a decoded file.

        Raises NotationError naming the key that is wrong and quoting its line.
        """

    @abstractmethod
    def to_table(self) -> dict[str, Any]:
        """Return the puzzle as plain data for a file; `from_table` reads it back unchanged."""

    def placement_row(self, placement: Placement) -> dict[str, Any]:
        """Return one placement as JSON data: piece, id, cells."""
        return {"piece": placement.piece, "id": placement.id, "cells": write_cells(self.grid, placement.atoms)}

    def read_row(self, row: PlacementRow) -> Placement:
        """Return the placement that `placement_row` wrote. Raises NotationError naming the wrong cell or piece."""
        return self.placement(row.piece, atoms_of_row(self, row))

    @property
    @abstractmethod
    def picture(self) -> Picture:
        """The object that draws the puzzle and prepares it for the studio and for paper."""

    @property
    @abstractmethod
    def reasons(self) -> Reasons:
        """The object that finds reasons why there is no tiling."""

    @property
    @abstractmethod
    def hints(self) -> Hints:
        """The techniques by which a person solves it, and the wording of hints."""

    @property
    @abstractmethod
    def checkers(self) -> Checkers:
        """The object that checks reasons and counts; it shares no code with the search."""

    def cell_states(self) -> CellModel | None:
        """Return the formula with a variable for each cell and state; None for kinds without cell states.

        Raises NotationError for a puzzle without cell states whose kind has them.
        """
        return None

    @abstractmethod
    def with_placements(self, placements: Iterable[Placement]) -> Puzzle:
        """Return the puzzle with these placements pinned as well. Raises NotationError if they contradict its pins."""

    def where(
        self,
        *sentences: str,
        each: Callable[[Placement], bool] | None = None,
        pair: Callable[[Placement, Placement], bool] | None = None,
    ) -> Puzzle:
        """Return the puzzle whose tilings also satisfy these constraints.

        Raises NotationError for kinds without named pieces.
        """
        raise NotationError(f"this {self.title} has no pieces that constraints could name: expected a puzzle of pieces")

    @property
    def constraints(self) -> tuple[Any, ...]:
        """The additional constraints on every tiling, as added by `where`."""
        return ()

    def with_every_kind(self) -> Puzzle:
        """Return the puzzle in which every kind of piece must be used at least once.

        Raises NotationError for kinds that offer no choice of pieces.
        """
        raise NotationError(f"this {self.title} has no kinds of pieces to choose from: expected pieces in any number")

    def with_colors(self, color_of: Callable[[Piece], str]) -> Puzzle:
        """Return the puzzle with each piece in the color that `color_of` gives.

        A puzzle without pieces of a lattice is returned unchanged.
        """
        return self

    @abstractmethod
    def placement(self, name: str, atoms: Iterable[Atom]) -> Placement:
        """Return the placement of a piece on these atoms, without checking whether the rules allow it."""

    @property
    def text(self) -> TilingText:
        """The object that draws tilings as text and parses them."""
        return TilingText(self)

    def draw(self, tiling: Tiling) -> str:
        """Return a tiling of the puzzle, which may be partial, as text."""
        return self.text.draw(tiling)

    def parse_drawing(self, text: str) -> tuple[Placement, ...]:
        """Return the placements of a drawing as produced by `draw`; only the first drawing is read.

        Raises NotationError quoting the line that is wrong.
        """
        return self.text.parse(text)

    def labels(self) -> dict[str, str]:
        """Return the characters that represent each piece in `draw`, by name; empty if lines are drawn instead."""
        return {}

    @property
    def filler(self) -> Callable[[Deadline], tuple[Placement, ...]] | None:
        """A function that places as many pieces as it can by the deadline, breaking no rule.

        It is None if the engines find tilings.
        """
        return None

    def direct_search(self, labelled: bool = False) -> DirectSearch | None:
        """Return a search that needs no exact cover, or None if the engines do all searches."""
        return None

    def svg(self) -> str:
        """Return a picture of the puzzle as SVG."""
        return self.picture.puzzle_svg()

    def _repr_svg_(self) -> str:
        return self.svg()


def atoms_of_row(puzzle: Puzzle, row: PlacementRow) -> tuple[Atom, ...]:
    """Return the atoms of the cells in a row of JSON data. Raises NotationError for a row without cells."""
    if row.corners is not None:
        raise NotationError(f"this {puzzle.title} has cells: expected cells, not corners, of {quote(row.piece)}")
    if not (atoms := read_cells(puzzle.grid, row.cells)):
        raise NotationError(f"the placement of {quote(row.piece)} has no cells: expected at least one")
    return atoms


class TilingText:
    """Tilings as text, and back; by default each cell shows the label of its piece. Kinds may override this."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle

    def draw(self, tiling: Tiling) -> str:
        """Return a tiling, which may be partial, as text."""
        labels, board = self.puzzle.labels(), self.puzzle.board
        marks = dict.fromkeys(board.atoms, ".")
        marks |= {atom: labels[placement.piece] for placement in tiling.placements for atom in placement.atoms}
        rows, columns = board.extent
        return "\n".join("".join(marks.get((r, c), " ") for c in range(columns)) for r in range(rows))

    def drawings(self, tilings: Sequence[Tiling]) -> Iterable[str]:
        """Return each of many tilings as `draw` draws it."""
        return map(self.draw, tilings)

    @property
    def styles(self) -> Mapping[str, Callable[[Tiling], str]]:
        """Other drawing styles: with "walls" around the placements, or as "numbers" of candidates; usually none."""
        return {}

    def note(self, tiling: Tiling) -> str:
        """Return a note on how a tiling is drawn; usually ""."""
        return ""

    def notes(self, tilings: Sequence[Tiling]) -> list[str]:
        """Return the notes on many drawings, each note once."""
        return [note for note in dict.fromkeys(map(self.note, tilings)) if note]

    def parse(self, text: str) -> tuple[Placement, ...]:
        """Return the placements of the first drawing in a text. Raises NotationError quoting the line that is wrong."""
        puzzle = self.puzzle
        names = {label: name for name, label in puzzle.labels().items()}
        found: dict[str, list[Atom]] = {}
        for row, line in enumerate(text.strip("\n").split("\n\n")[0].split("\n")):
            for column, label in enumerate(line):
                if label in names:
                    found.setdefault(names[label], []).append((row, column))
                elif label not in " .":
                    raise NotationError(f"{quote(line)}: {quote(label)} is not the label of a {puzzle.owner_word}")
        return tuple(puzzle.placement(name, atoms) for name, atoms in found.items())

    @property
    def rows(self) -> int:
        """The number of rows in a drawing; in space, in each layer."""
        return self.puzzle.board.extent[-2]

    def has_walls(self, first: str) -> bool:
        """Return True if this is the first line of a drawing with walls."""
        return plain_walls(first).lstrip().startswith("+-")

    def height(self, first: str) -> int:
        """Return the number of lines of a drawing that begins with this line.

        The lines between the layers of a solid are included.
        """
        if layers := self.puzzle.board.extent[:-2]:
            return layers[0] * (self.rows + 1) - 1
        return 2 * self.rows + 1 if self.has_walls(first) else self.rows


@dataclass(frozen=True)
class Tiling:
    """Placements on the board of a puzzle, usually all of them. `faults` tells whether they solve it.

    >>> from tilewright import Packing
    >>> puzzle = Packing.parse("tetrominoes:O*@2x4")
    >>> tiling = Tiling(puzzle, puzzle.parse_drawing("OO..\\nOO.."))
    >>> [placement.id for placement in tiling.placements]
    ['O@0,0/0']
    >>> tiling.wkt
    'GEOMETRYCOLLECTION (POLYGON ((0 2, 2 2, 2 0, 0 0, 0 2)))'
    >>> tiling[1, 0].piece, (0, 2) in tiling, len(tiling)
    ('O', False, 1)
    >>> {cell: placement.piece for cell, placement in tiling.items()}
    {(0, 0): 'O', (0, 1): 'O', (1, 0): 'O', (1, 1): 'O'}
    """

    puzzle: Puzzle
    placements: tuple[Placement, ...]

    if TYPE_CHECKING:

        def __init__(self, puzzle: Puzzle, placements: Iterable[Placement]) -> None: ...

    def __post_init__(self) -> None:
        object.__setattr__(self, "placements", tuple(self.placements))

    def __str__(self) -> str:
        return self.puzzle.draw(self)

    def __repr__(self) -> str:
        pieces, cells = len(self.placements), len(self.puzzle.board)
        return f"<Tiling: {pieces:,} placement{'s' * (pieces != 1)} on {cells:,} cell{'s' * (cells != 1)}>"

    def __iter__(self) -> Iterator[Placement]:
        return iter(self.placements)

    def __len__(self) -> int:
        return len(self.placements)

    def __bool__(self) -> bool:
        return True  # without this, an empty tiling would be false because of its length 0

    def __contains__(self, there: object) -> bool:
        """Return whether a placement is part of the tiling, or whether a cell is covered."""
        return there in self.placements if isinstance(there, Placement) else there in self._owners

    def __getitem__(self, cell: tuple[int, ...]) -> Placement:
        """Return the placement that covers a cell, or an atom of a shared cell. Raises KeyError if none does."""
        owners = self._owners[cell]
        if len(owners) > 1:
            raise KeyError(
                f"{cell} is shared by {' and '.join(each.piece for each in owners)}: expected one of its atoms"
            )
        return owners[0]

    @property
    def cells(self) -> tuple[Atom, ...]:
        """The covered cells, sorted."""
        return tuple(sorted({cell for placement in self.placements for cell in placement.cells}))

    def keys(self) -> tuple[Atom, ...]:
        """Return the covered cells, sorted; a cell shared by several placements is replaced by its covered atoms.

        With these keys, `dict(tiling)` maps each cell to its placement. Iteration yields the placements.
        """
        shared = {cell for cell in self.cells if len(self._owners[cell]) > 1}
        parts = (atom for each in self.placements for atom in each.atoms if self.puzzle.grid.cell(atom) in shared)
        return tuple(sorted({*self.cells} - shared | {*parts}))

    def items(self) -> tuple[tuple[Atom, Placement], ...]:
        """Return the cells of `keys`, each with the placement that covers it."""
        return tuple((cell, self[cell]) for cell in self.keys())

    @cached_property
    def _owners(self) -> dict[Atom, tuple[Placement, ...]]:
        """The placements that cover each cell, and each atom."""
        found: dict[Atom, tuple[Placement, ...]] = {}
        for placement in self.placements:
            for place in dict.fromkeys((*placement.cells, *placement.atoms)):
                found[place] = (*found.get(place, ()), placement)
        return found

    @overload
    def grid(self, dtype: None = None) -> list[Any]: ...
    @overload
    def grid(self, dtype: type) -> NDArray[Any]: ...
    def grid(self, dtype: type | None = None) -> list[Any] | NDArray[Any]:
        """Return the names of pieces as rows of the board's bounding box, with "" where nothing lies.

        dtype: gives a NumPy array: `str` for the names, `int` for the number of the placement (-1 where nothing lies).

        A solid is returned as layers of rows. A cell shared by several placements shows their names separated by "/".
        Raises NotationError for numbers of such cells, and for lattices that have several cells at a row and column.

        >>> from tilewright import load, solve
        >>> solve(load("tetrominoes:O*@2x4"))[0].grid()
        [['O', 'O', 'O', 'O'], ['O', 'O', 'O', 'O']]
        >>> solve(load("tetrominoes:O*@2x4"))[0].grid(int).tolist()
        [[0, 0, 1, 1], [0, 0, 1, 1]]
        """
        board = self.puzzle.board
        if dtype is None:
            return _nested(board.extent, lambda cell: "/".join(each.piece for each in self._at(cell)))
        import numpy as np

        if np.issubdtype(dtype, np.number):
            numbers = {id(placement): number for number, placement in enumerate(self.placements)}
            return np.array(_nested(board.extent, lambda cell: self._number(cell, numbers)), dtype)
        return np.array(self.grid(), dtype)

    def _at(self, cell: Atom) -> tuple[Placement, ...]:
        grid = self.puzzle.grid
        if grid.letters and grid.unit == 1:
            raise NotationError(f"lattice {grid.name} has several cells at a row and column: expected tiling[cell]")
        return self._owners.get(cell, ())

    def _number(self, cell: Atom, numbers: dict[int, int]) -> int:
        owners = self._at(cell)
        if len(owners) > 1:
            raise NotationError(f"several placements share the cell {cell}: expected dtype=str")
        return numbers[id(owners[0])] if owners else -1

    def __getstate__(self) -> dict[str, object]:
        """Return the fields alone, without cached values, for copies and pickles."""
        return {"puzzle": self.puzzle, "placements": self.placements}

    def svg(self) -> str:
        """Return a picture of the tiling as SVG."""
        return self.puzzle.picture.tiling_svg(self)

    _repr_svg_ = svg

    def polygons(self) -> list[tuple[str, BaseGeometry]]:
        """Return (piece, region) of every placement; regions are shapely geometries, x to the right, y up."""
        return [(p.piece, p.region(self.puzzle.board)) for p in self.placements]

    @property
    def wkt(self) -> str:
        """The regions as one GEOMETRYCOLLECTION in WKT."""
        return f"GEOMETRYCOLLECTION ({', '.join(_wkt(shape) for _, shape in self.polygons())})"

    @property
    def geojson(self) -> dict[str, Any]:
        """The regions as a GeoJSON FeatureCollection, with the piece's name in each feature's properties."""
        features = [
            {"type": "Feature", "properties": {"piece": name}, "geometry": shape.__geo_interface__}
            for name, shape in self.polygons()
        ]
        return {"type": "FeatureCollection", "features": features}


def _nested(extent: Sequence[int], value: Callable[[Atom], object], cell: Atom = ()) -> list[Any]:
    """Return nested lists of `value(cell)` for each cell of a box."""
    first, *rest = extent
    places = ((*cell, number) for number in range(first))
    return [_nested(rest, value, place) if rest else value(place) for place in places]


def _wkt(shape: BaseGeometry) -> str:
    import shapely

    return str(shapely.to_wkt(shape, trim=True, rounding_precision=6))


Owner = int  # the number of the owner of a placement: a class of identical pieces, or a clue


@dataclass(frozen=True)
class Compiled:
    """An exact cover and the meaning of its options; each kind of puzzle adds what it knows of its owners.

    atoms: the atoms of items 0, 1, ...; the items after them belong to the kind.
    meanings: for each option, its owner and the name of its motion.
    isometries: the isometry of the board for each of the cover's automorphisms; empty if they were not computed.
    pins:  the pinned options whose name is fixed by the pin, each with that name.
    """

    puzzle: Puzzle
    cover: ExactCover
    atoms: tuple[Atom, ...]
    meanings: tuple[tuple[Owner, str], ...]
    isometries: tuple[Isometry, ...] = ()
    pins: Mapping[int, str] = field(default_factory=dict)

    @property
    def owners(self) -> range:
        """All owners; by default one for each of the puzzle's names."""
        return range(len(self.puzzle.piece_names))

    def owner_names(self, owner: Owner) -> tuple[str, ...]:
        """Return the names that placements of an owner may carry."""
        return (self.puzzle.piece_names[owner],)

    def owner_copies(self, owner: Owner) -> tuple[int, int | None]:
        """Return (fewest, most) placements of an owner."""
        return self.puzzle.copies_of(self.puzzle.piece_names[owner])

    def owner_item(self, owner: Owner) -> int | None:
        """Return the item that all placements of an owner cover; None if there is none."""
        return None

    def image_of_rules(self, isometry: Isometry) -> list[int] | None:
        """Return the images of the items after the atoms under an isometry; None if it does not preserve the rules."""
        return []

    def automorphism(self, isometry: Isometry, atoms: Sequence[int], images: OptionImages) -> Automorphism | None:
        """Return the automorphism of the cover for an isometry of the board.

        atoms: the images of the items of atoms.

        The result is None if the isometry does not preserve the rules, or if the image of a placement is not a
        placement.
        """
        rules = self.image_of_rules(isometry)
        if rules is None:
            return None
        items = (*atoms, *rules)
        options = images(memoryview(array("i", items)), 0, len(self.cover.options))
        return None if options is None else Automorphism(items, tuple(options))

    def is_option(self, option: int, placement: Placement) -> bool:
        """Return whether an option that covers a placement's atoms with its piece is that placement (by default True)."""
        return True

    def without_constraints(self) -> Compiled:
        """Return the cover without items for constraints on several placements; most kinds have none."""
        return self

    def constraint_of(self, item: int) -> str:
        """Return the constraint on several placements that an item represents; "" if it represents something else."""
        return ""

    def names_in_turn(self, owner: Owner, wanted: int) -> list[str]:
        """Return the names of `wanted` placements of an owner, besides the pinned ones."""
        return [self.owner_names(owner)[0]] * wanted

    def placement(self, option: int, name: str = "") -> Placement:
        """Return the placement of an option, under `name` if its owner has several names (by default the first)."""
        owner, motion = self.meanings[option]
        return Placement(self.owner_names(owner)[0], self.atoms_of(option), motion, self.puzzle.lattice)

    def tiling(self, solution: Solution) -> Tiling:
        """Return the tiling of a solution, with its placements sorted by position."""
        return Tiling(self.puzzle, self.placements(solution))

    def placements(self, solution: Solution) -> tuple[Placement, ...]:
        """Return the placements of a solution, sorted by position. The tilings share one object for each placement."""
        options = self.by_position(solution)
        if self.owners_of_many:
            names = self.names_of(options)
            return tuple(self._named[option, names.get(option, "")] for option in options)
        return tuple(map(self._placed.__getitem__, options))

    def by_position(self, solution: Solution) -> list[int]:
        """Return the options of a solution, sorted by the first atom that each covers."""
        return sorted(solution, key=self._first_items.__getitem__)

    def names_of(self, options: Sequence[int]) -> dict[int, str]:
        """Return the names of the placements of a solution whose owners have several names; pins are left out.

        options: the options of the solution, sorted by position.
        """
        names: dict[int, str] = {}
        for owner in self.owners_of_many:
            mine = [option for option in options if self.meanings[option][0] == owner and option not in self.pins]
            names.update(zip(mine, self.names_in_turn(owner, len(mine)), strict=True))
        return names

    @cached_property
    def _placed(self) -> Lazy[int, Placement]:
        return Lazy(self.placement)

    @cached_property
    def _named(self) -> Lazy[tuple[int, str], Placement]:
        return Lazy(lambda key: self.placement(*key))

    @cached_property
    def _first_items(self) -> Lazy[int, int]:
        options = self.cover.options
        return Lazy(lambda option: options[option][0])

    @cached_property
    def owners_of_many(self) -> tuple[Owner, ...]:
        """The owners whose placements carry different names."""
        return tuple(owner for owner in self.owners if len(self.owner_names(owner)) > 1)

    def atoms_of(self, option: int) -> tuple[Atom, ...]:
        """Return the atoms that an option covers, sorted."""
        count = len(self.atoms)
        return tuple(sorted([self.atoms[item] for item in self.cover.options[option] if item < count]))

    def place_of(self, option: int) -> tuple[object, ...]:
        """Return what an option covers, in the form of `Placement.place`."""
        return self.atoms_of(option)

    def with_hints(self, deadline: Deadline = NEVER) -> Self:
        """Return the cover with its automorphisms, if they are likely to save a full search more time than they cost.

        Raises OutOfTimeError at the deadline.
        """
        return self if len(self.cover.options) > MAX_HINTED else self.with_symmetries(deadline)

    def with_symmetries(self, deadline: Deadline = NEVER) -> Self:
        """Return the cover with its automorphisms. Raises OutOfTimeError at the deadline."""
        if self.isometries:
            return self
        found = self.automorphisms(deadline)
        cover = self.cover.replace(automorphisms=tuple(automorphism for _, automorphism in found))
        return replace(self, cover=cover, isometries=tuple(isometry for isometry, _ in found))

    def automorphisms(self, deadline: Deadline) -> Sequence[tuple[Isometry, Automorphism]]:
        """Return each symmetry of the board that preserves the rules, with its automorphism; the identity first."""
        from tilewright.puzzle.symmetry import automorphisms

        return automorphisms(self, deadline)

    def label_symmetries(self, deadline: Deadline = NEVER) -> tuple[Automorphism, ...]:
        """Return the symmetries combined with exchanges of labels, the identity first.

        For kinds without labels these are the symmetries alone.
        """
        return self.with_symmetries(deadline).cover.automorphisms

    @cached_property
    def item_owners(self) -> dict[int, Owner]:
        """The owner of each item that represents an owner."""
        return {item: owner for owner in self.owners if (item := self.owner_item(owner)) is not None}


MAX_HINTED = 60_000  # options; beyond it finding the automorphisms costs more than it saves


class Lazy(dict[K, T], Generic[K, T]):
    """A dictionary that computes each value with `make` at the first access."""

    def __init__(self, make: Callable[[K], T]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: K) -> T:
        self[key] = made = self._make(key)
        return made


class DirectFound(NamedTuple):
    """The tilings found by a puzzle's own search, and how it ended.

    The tilings are None if all were wanted but do not fit in memory.
    """

    tilings: Sequence[Tiling] | None
    outcome: Outcome


class DirectSearch(Protocol):
    """The interface of a direct search. Its tilings have passed a check that shares no code with the search."""

    name: str  # the name by which it is selected, like an engine
    has_rivals: bool  # whether engines on the cover may finish earlier

    def find(self, most: int | None, deadline: Deadline) -> DirectFound:
        """Return the first `most` tilings (None: all)."""
        ...

    def count(self, deadline: Deadline) -> Outcome:
        """Return the number of tilings."""
        ...


@dataclass(frozen=True)
class CellState:
    """One cell of an oriented piece, with the other cells relative to it as (down, right, their state)."""

    piece: str
    motion: str
    others: tuple[tuple[int, int, int], ...]


class CellModel(ABC):
    """A formula with cell states: its clauses, and all states by number."""

    cnf: Cnf
    states: tuple[CellState, ...]

    @abstractmethod
    def variables(self) -> Iterator[tuple[int, tuple[int, ...], int]]:
        """Yield (variable, cell, state) for the cells on the board, ordered by cell and state."""

    @abstractmethod
    def numbered_orientations(self) -> dict[tuple[str, str], dict[Atom, int]]:
        """Return, for each (piece, motion), the number of the state at each of its cells when it lies at the origin."""

    @abstractmethod
    def svg(self, tiling: Tiling | None) -> str:
        """Return an SVG of all states, one line per piece, and of the board with the states of a tiling if given."""

    @abstractmethod
    def placements(self, model: list[int]) -> tuple[Placement, ...]:
        """Return the placements that a model represents."""


class Checkers:
    """Checks of tilings and claims by the rules of a puzzle, independent of `compile`; each kind has its own class."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle

    def rule_faults(self, placements: Sequence[Placement], partial: bool) -> list[Fault]:
        """Return the faults against the rules of the kind, beyond covering the board."""
        raise NotImplementedError(self.puzzle.kind)

    def checkable_reasons(self) -> tuple[str, ...]:
        """Return the kinds of reasons that `reason_fault` can check."""
        return ()

    def require_search_certificate(self) -> None:
        """Raise NotationError for kinds whose searches leave no checkable certificate."""

    def reason_fault(self, reason: Reason, deadline: Deadline = NEVER) -> str | None:
        """Return why the reason does not prove that there is no tiling, in one line; None if it does.

        Raises OutOfTimeError at the deadline.
        """
        return "reasons are not checked by counting for this kind of puzzle"

    def placement_rules(self, there: Collection[Atom], deadline: Deadline) -> PlacementRules:
        """Return the placements that the rules allow on the atoms `there` of the board."""
        raise NotImplementedError(self.puzzle.kind)


class Change(NamedTuple):
    """A changed puzzle, to be tried.

    kind, text: the change, as a word and as a sentence.
    last_resort: 0, or the number of its kind to report at most; it is tried only if nothing before it helped.
    finish: makes (text, puzzle) from the tiling found, if the change is known only then.
    """

    kind: str
    text: str
    puzzle: Puzzle
    last_resort: int = 0
    finish: Callable[[Tiling], tuple[str, Puzzle]] | None = None


class Reasons:
    """The search for reasons why a puzzle has no tiling; each kind's own class adds reasons."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle

    def of_areas(self, deadline: Deadline) -> Iterator[Reason]:
        """Yield reasons why the area to cover differs from the area of the pieces."""
        return iter(())

    def of_placements(self, compiled: Compiled, deadline: Deadline) -> Iterator[Reason]:
        """Yield reasons why there is no tiling, one after another, without those of areas."""
        return uncovered_reasons(compiled, deadline)

    def changes(self) -> Iterator[Change]:
        """Yield changes that might make an impossible puzzle solvable, the smallest first."""
        return iter(())


def uncovered_reasons(compiled: Compiled, deadline: Deadline) -> Iterator[Reason]:
    """Yield the reason that some cells cannot be covered, if there are any."""
    uncovered = set(range(len(compiled.atoms)))
    for part in deadline.parts(compiled.cover.options.flat, min(LONG_STEPS, 8 * len(uncovered) or 1)):
        uncovered.difference_update(part)
        if not uncovered:  # the options of the first piece usually cover everything
            return
    bare = [compiled.atoms[item] for item in sorted(uncovered) if compiled.cover.lo[item]]
    if bare:
        where = [f"({', '.join(map(str, atom))})" for atom in bare[:4]] + ["..."] * (len(bare) > 4)
        yield Reason("uncovered", f"nothing can cover {', '.join(where)}", tuple(bare))


Tier = Literal["easy", "medium", "hard", "extreme"]
FORCED: Tier = "easy"
SEARCH: Tier = "extreme"
Kind = Literal["place", "rule out", "wrong", "impossible", "done", "free", "none"]
# A name, its tier, and a function that finds impossible options: it takes an `explain.position.Position` and yields
# each `explain.techniques.Finding`.
NamedTechnique = tuple[str, Tier, Callable[[Any], Iterator[Any]]]


@dataclass(frozen=True)
class Hint:
    """One step of a solution.

    kind: one of
        place: the placement is in every solution.
        rule out: the placement is in no solution.
        wrong: a move, or a placement that was ruled out, is wrong.
        impossible: the puzzle itself has no solution.
        done: the puzzle is solved.
        free: nothing is forced; every placement that fits is in some solution.
        none: the budget was used up before a step was found.
    placements: the placements to add, ruled out, or wrong.
    atoms:      the location of the reason.
    pieces:     the names of the pieces or clues that the reason is about.
    ended:      "limit" or "stopped" if the step is the best one found until then; an easier one may exist.
    position:   the position before the step.

    >>> from tilewright import hint, load
    >>> step = hint(load("V@3x3-r1c1,r1c2,r2c1,r2c2"))
    >>> step.kind, step.placements[0].piece
    ('place', 'V')
    """

    kind: Kind
    technique: str
    tier: Tier
    text: str
    placements: tuple[Placement, ...] = ()
    atoms: tuple[Atom, ...] = ()
    ended: Ended = "exhausted"
    pieces: tuple[str, ...] = ()
    position: Tiling | None = field(default=None, repr=False, compare=False)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        what = " ".join((self.kind, *(placement.id for placement in self.placements)))
        return f"<Hint: {what}{f' ({self.technique})' if self.technique else ''}>"

    def _repr_svg_(self) -> str | None:
        if self.position is None:
            return None
        picture = self.position.puzzle.picture
        return picture.step_svg(self.position, self.placements, self.kind == "place", self.atoms)

    def _repr_html_(self) -> str:
        from tilewright.render.canvas import escape

        return f"<p>{escape(self.text)}</p>{self._repr_svg_() or ''}"


class Hints:
    """The techniques by which a person solves a puzzle, and the wording of hints; each kind adds its own."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle

    def own_techniques(self) -> tuple[NamedTechnique, ...]:
        """Return the techniques of this kind, in the order in which they are tried.

        They are used in addition to those of `explain/techniques.py`.
        """
        return ()

    def step(self, partial: Sequence[Placement], without: Sequence[str], deadline: Deadline) -> Hint | None:
        """Return the next step for a kind that finds it without its cover; None for other kinds."""
        return None

    def owner_text(self, compiled: Compiled, owner: int) -> str:
        """Return the name of a piece or a clue, as the subject of a sentence."""
        return f"{self.puzzle.owner_word} {'/'.join(compiled.owner_names(owner))}"

    def option_text(self, placement: Placement, owner: str) -> str:
        """Return a placement in words: the piece and its position."""
        return f"{self.puzzle.owner_word} {placement.piece} at {placement.id.partition('@')[2]}"

    def forced_text(self, placement: Placement, owner: str) -> str:
        """Return a clause which says that only this placement is left for a piece or a clue."""
        return f"{owner} can only lie at {placement.id.partition('@')[2]}"


class Picture(ABC):
    """The drawing of a puzzle, and its views for the studio and for paper; `Page` in `picture.py` has the defaults."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle

    @abstractmethod
    def draw_given(self, canvas: Canvas, at: Point = (0, 0)) -> None:
        """Draw the given elements of the board: clues and pinned pieces."""

    @abstractmethod
    def draw_placements(
        self, canvas: Canvas, placements: Sequence[Placement], at: Point = (0, 0), labels: bool = True
    ) -> None:
        """Draw the placements on the board."""

    @abstractmethod
    def outline(self, placement: Placement) -> list[list[Point]]:
        """Return the rings that outline a placement."""

    @abstractmethod
    def draw_piece_list(self, canvas: Canvas, at: Point, width: float) -> None:
        """Draw the pieces to be placed, in rows at most `width` cells long; nothing if the board shows them already."""

    @abstractmethod
    def piece_colors(self) -> dict[str, str]:
        """Return a color for each piece by name; empty if colors only tell neighbors apart."""

    @abstractmethod
    def candidates(self, compiled: Compiled, owners: Collection[Owner]) -> list[tuple[Drawing, str]]:
        """Return drawings of the possible placements of these owners (pieces or clues), each with its caption."""

    @abstractmethod
    def puzzle_svg(self) -> str:
        """Return the board with its given elements, and the pieces below, as SVG."""

    @abstractmethod
    def tiling_svg(self, tiling: Tiling) -> str:
        """Return the board with the placements of a tiling as SVG."""

    @abstractmethod
    def step_svg(
        self, partial: Tiling, placements: Sequence[Placement], good: bool, reason: Iterable[Atom] = ()
    ) -> str:
        """Return a step from a partial tiling as SVG, with the placements and the reason marked."""

    @abstractmethod
    def view(self) -> dict[str, Any]:
        """Return what the studio needs to know to play this kind of puzzle."""

    @abstractmethod
    def atoms_of(self, placement: Placement) -> Sequence[Sequence[object]]:
        """Return the atoms of a placement for the studio, or what represents them."""

    @abstractmethod
    def placements(self) -> int:
        """Return the approximate number of placements that the search considers; 0 if irrelevant."""

    @abstractmethod
    def task(self, tiling: Tiling | None) -> Task:
        """Return what a page of paper asks for; the tiling, if known, gives the number of copies of each piece."""

    @abstractmethod
    def pieces_to_make(self) -> tuple[Piece | OutlinePiece, ...]:
        """Return the pieces for fabrication. Raises NotationError for a kind of puzzle that is only drawn."""
