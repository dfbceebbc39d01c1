"""What every kind of puzzle offers, its placements and tilings.

A kind is a folder in `kinds/` with all that is known of it. Code outside does not ask of what kind a puzzle is: it calls
what stands here.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar, overload

from tilewright.errors import NotationError, argument_error, check_flag, quote
from tilewright.exact_cover.limits import NEVER, Deadline
from tilewright.lattice import Atom, Lattice, lattice
from tilewright.pieces.piece import CellSet, Counted
from tilewright.puzzle.board import Board, polygon, read_cells, write_cells
from tilewright.puzzle.walls import plain_walls

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

    from tilewright.explain.reasons import Reasons
    from tilewright.explain.techniques import Hints
    from tilewright.pieces import Piece
    from tilewright.puzzle.check import Checkers
    from tilewright.puzzle.compiled import CellModel, Compiled, DirectSearch
    from tilewright.puzzle.table import PlacementRow
    from tilewright.render.page import Page


def digest(*parts: object) -> str:
    """16 hex digits of the SHA-256 of the parts as JSON (a tuple has the digest of the list)."""
    import hashlib  # OpenSSL takes longer to load than solving a small puzzle does
    import json  # which a drawing does not need

    text = json.dumps(parts, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Placement(CellSet):
    """Which piece, the atoms it covers (sorted), and the motion that gave its orientation.

    For Shikaku the piece is `row,column` of the clue and the motion is the rectangle's `HxW`.

    >>> Placement("L", ((2, 1), (3, 1), (3, 2)), "90").id
    'L@2,1/90'
    >>> Placement("L", [[3, 1], [3, 2], [2, 1]], "90") == Placement("L", ((2, 1), (3, 1), (3, 2)), "90")
    True
    """

    piece: str
    atoms: tuple[Atom, ...]
    motion: str = "0"
    lattice: str = "square"

    if TYPE_CHECKING:

        def __init__(
            self, piece: str, atoms: Iterable[Sequence[int]], motion: str = "0", lattice: str = "square"
        ) -> None: ...

    def __post_init__(self) -> None:
        try:
            atoms = tuple(sorted(map(tuple, self.atoms)))
        except TypeError:
            raise argument_error("atoms", self.atoms, "cells, e.g. [(0, 0), (0, 1)]", False) from None
        object.__setattr__(self, "atoms", atoms)

    def region(self, board: Board) -> BaseGeometry:
        """What it covers of a board as a shapely geometry, x to the right, y up."""
        return polygon(board.grid, self.atoms, board.extent[0])

    @property
    def place(self) -> tuple[object, ...]:
        """What it covers, which distinguishes the placements of a piece: its atoms, or what a kind without cells has."""
        return self.atoms

    @property
    def id(self) -> str:
        """The placement's name everywhere: `PIECE@row,column/motion`."""
        corner = ",".join(map(str, self.grid.corners_of(self.atoms)[0]))
        return f"{self.piece}@{corner}/{self.motion}"


class Puzzle(ABC):
    """A board to be covered, what covers it, and by which rules. Kinds are frozen dataclasses.

    The class of a kind, in `puzzle.py` of its folder, knows what the puzzle is. What is done with it stands in files
    beside, which its methods import when they are called: `compile.py`, `check.py`, `text.py`, `table.py`, `picture.py`,
    `reasons.py`.

    kind:  the name of the kind, which is its folder in `kinds/`.
    title: what such a puzzle is called when it has no name.
    owner_word: the noun for what a placement belongs to: a piece, a clue.
    text_format: the format of plain text that holds it; "" if none does.
    is_drawn_as_text: whether `str(puzzle)` is in that format.
    rules: the rules of a tiling in words, by the names that faults carry.
    name:  a title, no part of the puzzle's identity.

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

    def __getstate__(self) -> dict[str, Any]:
        """What a copy is made of: the fields, and nothing that was worked out from them."""
        return {name: getattr(self, name) for name in getattr(self, "__dataclass_fields__", ())}

    @property
    def lattice(self) -> str:
        """The name of the lattice; squares unless the kind says otherwise."""
        return "square"

    @cached_property
    def grid(self) -> Lattice:
        """The lattice."""
        return lattice(self.lattice)

    if TYPE_CHECKING:  # a field of one kind and computed by another: a property here would be the field's default

        @property
        def board(self) -> Board:
            """What is to be covered."""

    @property
    @abstractmethod
    def digest(self) -> str:
        """A hash of everything that decides the answer."""

    @property
    @abstractmethod
    def piece_names(self) -> tuple[str, ...]:
        """The names that placements carry: of the pieces, or `row,column` of the clues."""

    def copies_of(self, name: str) -> tuple[int, int]:
        """Return (fewest, most) placements that may carry a name in a tiling, judged by rules and area; by default (1, 1)."""
        return 1, 1

    @property
    @abstractmethod
    def pinned_placements(self) -> tuple[Placement, ...]:
        """The placements that every tiling must contain."""

    def compile(self, labelled: bool = False, deadline: Deadline = NEVER) -> Compiled:
        """Return the exact cover whose solutions are the tilings; `with_symmetries` looks for its symmetries.

        labelled: whether pieces of equal shape are distinguished.

        Raises LimitError with the estimate when it is too large, OutOfTimeError at the deadline.
        """
        check_flag("labelled", labelled)
        return self._compile(labelled, deadline)

    @abstractmethod
    def _compile(self, labelled: bool, deadline: Deadline) -> Compiled:
        """Return the exact cover; the arguments are checked."""

    @classmethod
    @abstractmethod
    def from_table(cls, data: object, text: str) -> Self:
        """Return the puzzle of a decoded file. Raises NotationError naming the key that is wrong and quoting its line."""

    @abstractmethod
    def to_table(self) -> dict[str, Any]:
        """Return the puzzle as the plain data of a file; `from_table` reads it back as the same."""

    def placement_row(self, placement: Placement) -> dict[str, Any]:
        """Return one placement as JSON: piece, id, cells."""
        return {"piece": placement.piece, "id": placement.id, "cells": write_cells(self.grid, placement.atoms)}

    def read_row(self, row: PlacementRow) -> Placement:
        """Return the placement that `placement_row` wrote. Raises NotationError naming the cell or the piece that is wrong."""
        return self.placement(row.piece, atoms_of_row(self, row))

    @property
    @abstractmethod
    def picture(self) -> Page:
        """What draws the puzzle, and says what the studio and a page of paper show of it."""

    @property
    @abstractmethod
    def reasons(self) -> Reasons:
        """What finds reasons why there is no tiling."""

    @property
    @abstractmethod
    def hints(self) -> Hints:
        """The techniques by which a person solves it, and the words of a hint."""

    @property
    @abstractmethod
    def checkers(self) -> Checkers:
        """What checks reasons and counts, sharing nothing with the search."""

    def cell_states(self) -> CellModel | None:
        """Return the formula with a variable for each cell and state; None for kinds that have none.

        Raises NotationError for puzzles of other kinds that happen to have none.
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
        """Return the puzzle whose tilings also keep these constraints; NotationError for kinds without named pieces."""
        raise NotationError(f"this {self.title} has no pieces that constraints could name: expected a puzzle of pieces")

    @property
    def constraints(self) -> tuple[Any, ...]:
        """What else is true of every tiling, as `where` adds it."""
        return ()

    def with_every_kind(self) -> Puzzle:
        """The puzzle in which every kind of piece must be used at least once; NotationError for kinds without any choice."""
        raise NotationError(f"this {self.title} has no kinds of pieces to choose from: expected pieces in any number")

    def with_colors(self, color_of: Callable[[Piece], str]) -> Puzzle:
        """The puzzle with each piece in its color; a puzzle without pieces of a lattice as it is."""
        return self

    @abstractmethod
    def placement(self, name: str, atoms: Iterable[Atom]) -> Placement:
        """The placement of a piece on these atoms. Whether the rules allow it is not checked."""

    @property
    def text(self) -> TilingText:
        """What draws tilings as text, and reads them."""
        return TilingText(self)

    def draw(self, tiling: Tiling) -> str:
        """Return a tiling of the puzzle, also a partial one, as text."""
        return self.text.draw(tiling)

    def parse_drawing(self, text: str) -> tuple[Placement, ...]:
        """Return the placements of a drawing as `draw` has it, of the first if there are several. Raises NotationError quoting the line that is wrong."""
        return self.text.parse(text)

    def labels(self) -> dict[str, str]:
        """The characters that stand for each piece in `draw`, by its name; none where lines are drawn instead."""
        return {}

    @property
    def filler(self) -> Callable[[Deadline], tuple[Placement, ...]] | None:
        """A function that places as many pieces as it can by the deadline, breaking no rule; None where engines find tilings."""
        return None

    def direct_search(self, labelled: bool = False) -> DirectSearch | None:
        """A search that needs no exact cover, or None where engines do everything."""
        return None

    def svg(self) -> str:
        """Return a picture of the puzzle as SVG."""
        return self.picture.puzzle_svg()

    def _repr_svg_(self) -> str:
        return self.svg()


MOST_TOLD = 20  # names in a message
P = TypeVar("P", bound=Counted)


class SuppliedPuzzle(Puzzle, Generic[P]):
    """A puzzle of pieces with names and copies, some of which may be pinned."""

    @property
    @abstractmethod
    def supply(self) -> tuple[P, ...]:
        """The pieces, or what takes their place."""

    @property
    def piece_names(self) -> tuple[str, ...]:
        """The names of the pieces."""
        return tuple(piece.name for piece in self.supply)

    @cached_property
    def by_name(self) -> dict[str, P]:
        """The pieces by their names."""
        return {piece.name: piece for piece in self.supply}

    def named(self, name: str) -> P:
        """Return the piece called `name`. Raises NotationError listing the names there are."""
        if (found := self.by_name.get(name) if isinstance(name, str) else None) is None:
            names = ", ".join(self.piece_names[:MOST_TOLD]) + ", ..." * (len(self.supply) > MOST_TOLD)
            raise NotationError(f"no {self.owner_word} {quote(str(name))}: expected one of {names}")
        return found

    def copies_of(self, name: str) -> tuple[int, int]:
        """Return (fewest, most) placements that may carry a name, judged by copies and area."""
        piece = self.named(name)
        room = (len(self.board.atoms) + len(self.board.optional)) // piece.size
        lo, hi = piece.copies
        return lo, room if hi is None else min(room, hi)

    def _check_names(self) -> None:
        if twice := next((name for name, times in Counter(self.piece_names).items() if times > 1), None):
            raise NotationError(f"two {self.owner_word}s are called {quote(twice)}: expected names that differ")

    def _check_pins_compatible(self) -> None:
        word = self.owner_word
        owner: dict[Atom, Placement] = {}
        for pin in self.pinned_placements:
            if (met := next((owner[atom] for atom in pin.atoms if atom in owner), None)) is not None:
                how = "overlap at" if len(pin) > 1 else "both lie at"
                at = f"{how} {min(set(pin.atoms) & set(met.atoms))}"
                raise NotationError(
                    f"pinned {word}s {quote(met.piece)} and {quote(pin.piece)} {at}: expected one there"
                )
            owner.update(dict.fromkeys(pin.atoms, pin))
        for name, times in Counter(pin.piece for pin in self.pinned_placements).items():
            most = self.named(name).copies[1]
            if most is not None and times > most:
                raise NotationError(f"{word} {quote(name)} is pinned {times} times: expected at most its {most} copies")


def atoms_of_row(puzzle: Puzzle, row: PlacementRow) -> tuple[Atom, ...]:
    """Return the atoms of the cells in a row of JSON. Raises NotationError for one without cells."""
    if row.corners is not None:
        raise NotationError(f"this {puzzle.title} has cells: expected cells, not corners, of {quote(row.piece)}")
    if not (atoms := read_cells(puzzle.grid, row.cells)):
        raise NotationError(f"the placement of {quote(row.piece)} has no cells: expected at least one")
    return atoms


class TilingText:
    """Tilings as text, and back; a kind's own class draws in its own way. By default each cell is the label of its piece."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle

    def draw(self, tiling: Tiling) -> str:
        """Return a tiling, also a partial one, as text."""
        labels, board = self.puzzle.labels(), self.puzzle.board
        marks = dict.fromkeys(board.atoms, ".")
        marks |= {atom: labels[placement.piece] for placement in tiling.placements for atom in placement.atoms}
        rows, columns = board.extent
        return "\n".join("".join(marks.get((r, c), " ") for c in range(columns)) for r in range(rows))

    def drawings(self, tilings: Sequence[Tiling]) -> Iterable[str]:
        """Each of many tilings as `draw` has it."""
        return map(self.draw, tilings)

    @property
    def styles(self) -> Mapping[str, Callable[[Tiling], str]]:
        """Other ways to draw: with "walls" around what lies on the board, or as "numbers" of candidates; usually none."""
        return {}

    def note(self, tiling: Tiling) -> str:
        """Return what a reader should know of how a tiling is drawn; usually nothing."""
        return ""

    def notes(self, tilings: Sequence[Tiling]) -> list[str]:
        """Return what a reader of many drawings should know, each note once."""
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
        """How many rows are drawn; in space, of each layer."""
        return self.puzzle.board.extent[-2]

    def has_walls(self, first: str) -> bool:
        """Return True for the first line of a drawing with walls."""
        return plain_walls(first).lstrip().startswith("+-")

    def height(self, first: str) -> int:
        """Return how many lines a drawing has that begins with this one; those between the layers of a solid are counted."""
        if layers := self.puzzle.board.extent[:-2]:
            return layers[0] * (self.rows + 1) - 1
        return 2 * self.rows + 1 if self.has_walls(first) else self.rows


@dataclass(frozen=True)
class Tiling:
    """Placements on the board of a puzzle, usually all of them. Whether they solve it is for `faults` to say.

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
        return True  # an empty tiling is true, too, despite its length 0

    def __contains__(self, there: object) -> bool:
        """Whether a placement is part of it, or a cell is covered."""
        return there in self.placements if isinstance(there, Placement) else there in self._owners

    def __getitem__(self, cell: tuple[int, ...]) -> Placement:
        """The placement that covers a cell, or an atom of a cell that several share; KeyError where none does."""
        owners = self._owners[cell]
        if len(owners) > 1:
            raise KeyError(
                f"{cell} is shared by {' and '.join(each.piece for each in owners)}: expected one of its atoms"
            )
        return owners[0]

    @property
    def cells(self) -> tuple[Atom, ...]:
        """The cells that are covered, sorted."""
        return tuple(sorted({cell for placement in self.placements for cell in placement.cells}))

    def keys(self) -> tuple[Atom, ...]:
        """The cells that are covered, sorted; where several placements share one, its atoms that are covered.

        With them `dict(tiling)` says what covers each cell. Iteration goes over the placements.
        """
        shared = {cell for cell in self.cells if len(self._owners[cell]) > 1}
        parts = (atom for each in self.placements for atom in each.atoms if self.puzzle.grid.cell(atom) in shared)
        return tuple(sorted({*self.cells} - shared | {*parts}))

    def items(self) -> tuple[tuple[Atom, Placement], ...]:
        """The cells of `keys`, each with the placement that covers it."""
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
        """The names of pieces as rows of the board's box, "" where nothing lies; of a solid its layers of rows.

        dtype: for a NumPy array: `str` for the names, `int` for the number of the placement (-1 where nothing lies).

        A cell that several placements share has their names, separated by "/". Raises NotationError for numbers of such
        cells, and for lattices whose rows hold several cells at a column.

        >>> from tilewright import load, solve
        >>> solve(load("tetrominoes:O*@2x4"))[0].grid()
        [['O', 'O', 'O', 'O'], ['O', 'O', 'O', 'O']]
        >>> solve(load("tetrominoes:O*@2x4"))[0].grid(int).tolist()
        [[0, 0, 1, 1], [0, 0, 1, 1]]
        """
        board = self.puzzle.board
        if dtype is None:
            return _nested(board.extent, lambda cell: "/".join(each.piece for each in self._at(cell)))
        import numpy as np  # slow to import, and for tables alone

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
        """What a copy is made of: the fields, and nothing that was worked out from them."""
        return {"puzzle": self.puzzle, "placements": self.placements}

    def svg(self) -> str:
        """Return a picture of the tiling as SVG."""
        return self.puzzle.picture.tiling_svg(self)

    _repr_svg_ = svg

    def polygons(self) -> list[tuple[str, BaseGeometry]]:
        """(piece, region) of every placement as shapely geometries, x to the right, y up."""
        return [(p.piece, p.region(self.puzzle.board)) for p in self.placements]

    @property
    def wkt(self) -> str:
        """The regions as one GEOMETRYCOLLECTION."""
        return f"GEOMETRYCOLLECTION ({', '.join(_wkt(shape) for _, shape in self.polygons())})"

    @property
    def geojson(self) -> dict[str, Any]:
        """The regions as a FeatureCollection, the piece's name in each feature's properties."""
        features = [
            {"type": "Feature", "properties": {"piece": name}, "geometry": shape.__geo_interface__}
            for name, shape in self.polygons()
        ]
        return {"type": "FeatureCollection", "features": features}


def _nested(extent: Sequence[int], value: Callable[[Atom], object], cell: Atom = ()) -> list[Any]:
    """Lists of lists of what is at each cell of a box."""
    first, *rest = extent
    places = ((*cell, number) for number in range(first))
    return [_nested(rest, value, place) if rest else value(place) for place in places]


def _wkt(shape: BaseGeometry) -> str:
    import shapely  # slow to import, and for outlines only

    return str(shapely.to_wkt(shape, trim=True, rounding_precision=6))
