"""Named sets of pieces, and the notation that selects from them: `pentominoes`, `tetrominoes:SIO*`, `A+B!turn`.

A set is drawn (pieces that players know by letters; `/` ends a row, `//` a layer, layers from the top), or the
polyforms of a lattice (every connected shape of n of its `blocks`, free, one-sided or fixed), or made for a board (all
rectangles that are no longer and no wider than it).

Sources: letters of the polyiamonds, polyhexes and polycubes as in David Goodger's Polyform Puzzler (copy
github.com/tiwo/puzzler, commit 7ad3d9a792f0), which follows Kadon's names for solids; the Bedlam cube's pieces as in
Ange Albertini's and Scott Kurowski's solvers, under the letters that these pieces have here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import product
from typing import TYPE_CHECKING, overload

from tilewright.errors import LimitError, NotationError, check_instance, check_whole, check_word, did_you_mean, quote
from tilewright.lattice import Atom, Lattice, lattice
from tilewright.lattice.symmetry import canonical_form
from tilewright.pieces.piece import COPIES, Piece

Shape = tuple[Atom, ...]
MOST_CELLS = 100  # of a polyform; there are more than a million polyominoes of 15 cells


def polyforms(lattice_name: str, cells: int, motion: str = "free") -> tuple[Shape, ...]:
    """Return all polyforms of `cells` cells, one of each class under `motion` ("free", "turn" or "fixed"), sorted.

    Raises ArgumentError for less than 1 cell and for more than 100. Numbers of polyominoes: OEIS A000105 (free), A000988 (one-sided), A001168 (fixed).

    >>> [len(polyforms("square", 5, motion)) for motion in ("free", "turn", "fixed")]
    [12, 18, 63]
    """
    check_instance("lattice_name", lattice_name, str, "the name of a lattice, e.g. 'square'")
    check_whole("cells", cells, 1, MOST_CELLS)
    check_word("motion", motion, ("free", "turn", "fixed"))
    if motion == "free":
        return _free(lattice_name, cells)
    grid = lattice(lattice_name)
    still = grid.motions[:1]
    mirrors = [m for m in grid.motions if m.mirrored][:1]
    # Turning or mirroring a shape first changes its class only as far as the class tells turns or mirror images apart.
    before = (*still, *mirrors) if motion == "turn" else grid.motions
    images = (grid.image(m, shape) for shape in _free(lattice_name, cells) for m in before)
    return tuple(
        sorted({canonical_form(grid, shape, grid.turns(shape) if motion == "turn" else still) for shape in images})
    )


@lru_cache
def _free(lattice_name: str, cells: int) -> tuple[Shape, ...]:
    grid = lattice(lattice_name)
    if cells == 1:
        return tuple(sorted({canonical_form(grid, block) for block in _blocks(grid)}))
    found, seen = [], set()
    for shape in _free(lattice_name, cells - 1):
        for larger in _grow(grid, shape):
            if grid.normalize(larger) not in seen:
                images = {grid.image(motion, larger) for motion in grid.motions}
                found.append(min(images))
                seen |= images
    return tuple(sorted(found))


def _blocks(grid: Lattice) -> Iterator[Shape]:
    start = (0,) * grid.dimension
    for slots in grid.blocks:
        yield tuple(grid.join(start, slot) for slot in slots)


def _grow(grid: Lattice, shape: Shape) -> Iterator[Shape]:
    """The shape with one block more, for every block that is free and meets the shape in an edge."""
    there = frozenset(shape)
    for atom in shape:
        for neighbour in grid.adjacent(atom):
            if neighbour in there:
                continue
            cell, slot = grid.split(neighbour)
            for slots in grid.blocks:
                if slot in slots:
                    block = tuple(grid.join(cell, k) for k in slots)
                    if there.isdisjoint(block):
                        yield shape + block


# Letters and colors as in shared use among players; I cyan, O yellow, T purple, S green, Z red, J blue, L orange.
TETROMINOES = {
    "I": "####",
    "J": "#../###",
    "L": "..#/###",
    "O": "##/##",
    "S": ".##/##.",
    "T": ".#./###",
    "Z": "##./.##",
}
TETROMINO_COLORS = {
    "I": "#00b8d4", "J": "#2f6fde", "L": "#ef8a17", "O": "#e8c200", "S": "#3faf46", "T": "#9c4dcc", "Z": "#dc3b3b",
}  # fmt: skip
PENTOMINOES = {
    "F": ".##/##./.#.", "I": "#/#/#/#/#", "L": "#./#./#./##", "N": ".#/.#/##/#.", "P": "##/##/#.", "T": "###/.#./.#.",
    "U": "#.#/###", "V": "#../#../###", "W": "#../##./.##", "X": ".#./###/.#.", "Y": ".#/##/.#/.#", "Z": "##./.#./.##",
}  # fmt: skip
# The 16 magnets of the FridgeIQ set: github.com/MarianAldenhoevel/FridgeIQ, commit 368cc9e39417 (may turn, never flip).
FRIDGEIQ = {
    "A": "■◣/■.", "R": "◢■/.■", "E": "◢■/.■", "L": ".■◣/■■.", "O": "■./■◣", "M": "◢/■", "T": ".◣./■■◣", "S": "◢/■/■",
    "Q": "■/■", "D": "◢◣", "J": ".■/■■", "B": "■■", "N": "■■■/■..", "Y": "◣/■", "I": ".◢/◢■", "U": "■./■■/.■",
}  # fmt: skip

HEXIAMONDS = {
    "C": "...▲▼/▲▼▲▼.", "E": "▲▼▲▼▲/..▼..", "F": ".▲.▲/▲▼▲▼", "G": "..▼▲/▲▼▲▼", "H": "▲▼▲▼/..▼▲", "I": "▲▼▲▼▲▼",
    "J": "▲▼▲▼▲/▼....", "O": "▲▼▲/▼▲▼", "P": "...▲./▲▼▲▼▲", "S": "...▲/▲▼▲▼/▼...", "V": ".▲▼./▲▼▲▼",
    "X": ".▲../▲▼▲▼/..▼.",
}  # fmt: skip
HEPTIAMONDS = {
    "A": "▲▼▲▼/▼.▼▲", "B": ".▲▼./▲▼▲▼/..▼.", "C": "▲▼▲▼▲/▼...▼", "D": ".▲./▲▼▲/▼▲▼", "E": "...▲../▲▼▲▼▲▼",
    "F": "▲▼▲▼▲/▼.▼..", "G": "..▼▲./▲▼▲▼▲", "H": "...▲▼/▲▼▲▼▲", "I": "▲▼▲▼▲▼▲", "J": "▲▼▲▼▲/▼▲...",
    "L": ".....▲/▲▼▲▼▲▼", "M": ".▲.▲./▲▼▲▼▲", "N": "...▲▼/▲▼▲▼./▼....", "P": ".▲..../▲▼▲▼▲▼",
    "Q": ".▲.../▲▼▲▼▲/....▼", "R": ".▲▼▲▼▲/▲▼....", "S": "..▼▲/▲▼▲▼/▼...", "T": ".▲.../▲▼▲▼▲/▼....",
    "U": ".▲.▲▼/▲▼▲▼.", "V": "..▲./..▼▲/▲▼▲▼", "W": "...▲/▲▼▲▼/..▼▲", "X": ".▲.../▲▼▲▼▲/..▼..", "Y": "▲▼▲▼▲/.▲▼..",
    "Z": "▲▼▲▼./..▼▲▼",
}  # fmt: skip
TETRAHEXES = {
    "I": "# # # #", "J": " . . #/# # #", "O": " # #/# #", "P": " . #/# # #", "S": " . # #/# # .", "U": "# . #/ # #",
    "Y": " . #/# #/ . #",
}  # fmt: skip
PENTAHEXES = {
    "A": " . #/# # #/ . #", "B": " . # #/# # #", "C": "# . . #/ # # #", "D": " # #/# # #", "E": " . # ./# # # #",
    "F": " # . #/# # #", "G": " . # #/# # . #", "H": ". # ./ . # #/# # .", "I": "# # # # #", "J": " . . . #/# # # #",
    "L": ". . . #/ . . #/# # # .", "N": " . . # #/# # # .", "P": " . . #/# # # #", "Q": " . . #/# # #/ # . .",
    "R": ". . #/ . . #/# # #", "S": ". . . #/ # # #/# . . .", "T": " . . #/# # #/ . # .", "U": " # ./# . #/ # #",
    "V": ". # ./ # ./# # #", "W": ". . . #/ . # #/# # . .", "X": " # ./# # #/ . #", "Y": " . . #/# # #/ . . #",
}  # fmt: skip
# A and B are mirror images of each other; P has three arms.
SOMA = {
    "A": "../.#//#./##", "B": "#./##//../.#", "L": "#../###", "P": "../#.//#./##", "T": "#./##/#.", "V": "#./##",
    "Z": "#./##/.#",
}  # fmt: skip
TETRACUBES = {
    "A": "../.#//#./##", "B": "#./..//#./##", "I": "####", "L": "..#/###", "O": "##/##", "P": "../#.//#./##",
    "S": ".##/##.", "T": ".#./###",
}  # fmt: skip
# Pentacubes that lie in no plane; J1, J2, J4 are mirror images of L1, L2, L4, N1 and N2 of S1 and S2, V1 of V2.
SOLID_PENTACUBES = {
    "A": ".#/#.//.#/##", "J1": "..#/###//.../#..", "J2": "..#/###//.../.#.", "J4": "..#/###//..#/...",
    "L1": ".../#..//..#/###", "L2": ".../.#.//..#/###", "L3": ".../..#//..#/###", "L4": "..#/...//..#/###",
    "N1": ".##/##.//.../#..", "N2": ".##/##.//.../.#.", "Q": "../#.//##/##", "S1": ".../#..//.##/##.",
    "S2": ".../.#.//.##/##.", "T1": "../#./..//#./##/#.", "T2": "../.#/..//#./##/#.", "V1": "../#./#.//.#/##/..",
    "V2": ".##/...//.#./##.",
}  # fmt: skip
PENTACUBES = {**PENTOMINOES, **SOLID_PENTACUBES}
# 12 pentacubes and a tetracube for the 4x4x4 cube.
BEDLAM = {
    **{name: PENTACUBES[name] for name in ("F", "W", "X", "J4", "L1", "L2", "L3", "S1", "S2", "T1", "T2", "V2")},
    "A": TETRACUBES["A"],
}

# 12 pieces of 55 balls, sold under several names with a 5x11 board and a pyramid; the letters are those that solvers use.
KANOODLE = {
    "A": "#../###", "B": "##./###", "C": "#.../####", "D": ".#../####", "E": "##../.###", "F": "#./##", "G": "#../#../###",
    "H": "#../##./.##", "I": "#.#/###", "J": "####", "K": "##/##", "L": ".#./###/.#.",
}  # fmt: skip

# name: (what it is, drawings, lattice, motion ("": the lattice's usual one), whether they are all classes of a size)
DRAWN: Mapping[str, tuple[str, Mapping[str, str], str, str, bool]] = {
    "tetrominoes": ("the 7 one-sided tetrominoes of the falling-blocks game", TETROMINOES, "square", "turn", True),
    "pentominoes": ("the 12 pentominoes (Katamino)", PENTOMINOES, "square", "", True),
    "fridgeiq": ("the 16 pieces of whole and half squares of FridgeIQ", FRIDGEIQ, "halfsquare", "turn", False),
    "hexiamonds": ("the 12 hexiamonds", HEXIAMONDS, "triangular", "", True),
    "heptiamonds": ("the 24 heptiamonds", HEPTIAMONDS, "triangular", "", True),
    "tetrahexes": ("the 7 tetrahexes", TETRAHEXES, "hexagonal", "", True),
    "pentahexes": ("the 22 pentahexes", PENTAHEXES, "hexagonal", "", True),
    "soma": ("the 7 pieces of the Soma cube", SOMA, "cubic", "", False),
    "kanoodle": ("12 pieces of 3, 4 and 5 balls in a plane, for 5x11 and the pyramid", KANOODLE, "spheres", "", False),
    "bedlam": ("the 13 pieces of the Bedlam cube", BEDLAM, "cubic", "", False),
    "tetracubes": ("the 8 tetracubes, mirror images apart", TETRACUBES, "cubic", "", True),
    "pentacubes": ("the 29 pentacubes, mirror images apart", PENTACUBES, "cubic", "", True),
    "solid-pentominoes": ("the 12 pentacubes that lie in a plane", PENTOMINOES, "cubic", "", True),
    "nonplanar-pentacubes": ("the 17 pentacubes that lie in no plane", SOLID_PENTACUBES, "cubic", "", True),
}


BOARD_SETS = {
    "rectangles": "all rectangles that fit the board",
    "squares": "all squares that fit the board",
    "oblongs": "all rectangles that fit the board and are no squares",
    "bars": "all rectangles 1 wide that fit the board",
}
MOST_PIECES = 2000


def made_for(name: str, extent: tuple[int, ...]) -> tuple[Piece, ...]:
    """The pieces of a board's set, once for each shape whichever way it lies; `2x3` is the name of one.

    Raises NotationError for a board in space, LimitError beyond MOST_PIECES pieces.

    >>> [piece.name for piece in made_for("rectangles", (2, 3))]
    ['1x1', '1x2', '1x3', '2x2', '2x3']
    """
    if len(extent) != 2:
        raise NotationError(f"the set {name} is made for a flat board: expected rows and columns, as {name}*@5x5")
    low, high = sorted(extent)
    if (low if name == "squares" else high if name == "bars" else low * (2 * high - low + 1) // 2) > MOST_PIECES:
        raise LimitError(f"the set {name} has more than {MOST_PIECES:,} pieces on that board: expected a smaller one")
    pieces = tuple(
        Piece(f"{height}x{width}", tuple(product(range(height), range(width))))
        for height, width in _sides(name, low, high)
    )
    if not pieces:
        raise NotationError(f"no piece of the set {name} fits the board: expected a larger one")
    return pieces


def _sides(name: str, low: int, high: int) -> Iterator[tuple[int, int]]:
    if name == "squares":
        return ((side, side) for side in range(1, low + 1))
    most = 1 if name == "bars" else low
    least = 1 if name == "oblongs" else 0  # longer than wide
    return ((height, width) for height in range(1, most + 1) for width in range(height + least, high + 1))


def no_board(name: str) -> NotationError:
    """The error where such a set is named without a board."""
    return NotationError(f"the set {quote(name)} is made for a board: expected it in PIECES@BOARD, as {name}*@5x5")


@dataclass(frozen=True)
class PieceSet(Sequence[Piece]):
    """Pieces under a name: a sequence, in which a piece is found by its name as well.

    `classes` says that the pieces are all polyforms of one size, one of each class: then a stricter motion asks for
    the finer classes (`pentominoes!turn` are 18). Otherwise it is a set of physical pieces, which merely move less.

    >>> pentominoes = piece_set("pentominoes")
    >>> pentominoes.letters
    'FILNPTUVWXYZ'
    >>> pentominoes["X"].area
    5.0
    >>> len(pentominoes), pentominoes[0].name, "Q" in pentominoes
    (12, 'F', False)
    >>> len(pentominoes.with_motion("turn").pieces)
    18
    """

    name: str
    summary: str
    pieces: tuple[Piece, ...]
    classes: bool = False

    if TYPE_CHECKING:

        def __init__(self, name: str, summary: str, pieces: Iterable[Piece], classes: bool = False) -> None: ...

    def __post_init__(self) -> None:
        object.__setattr__(self, "pieces", tuple(self.pieces))

    def __len__(self) -> int:
        return len(self.pieces)

    def __iter__(self) -> Iterator[Piece]:
        return iter(self.pieces)

    def __contains__(self, piece: object) -> bool:
        return piece in self.pieces or any(each.name == piece for each in self.pieces)

    def __str__(self) -> str:
        return "\n\n".join(f"{piece.name}\n{piece}" for piece in self.pieces)

    def __repr__(self) -> str:
        return f"<PieceSet {self.name}: {self.summary}>"

    @overload
    def __getitem__(self, name: str | int) -> Piece: ...
    @overload
    def __getitem__(self, name: slice) -> tuple[Piece, ...]: ...
    def __getitem__(self, name: str | int | slice) -> Piece | tuple[Piece, ...]:
        if not isinstance(name, str):
            return self.pieces[name]
        for piece in self.pieces:
            if piece.name == name:
                return piece
        raise NotationError(
            f"{self.name} has no piece {name!r}: expected some of {self.letters} (`tilewright sets {self.name}` draws them)"
        )

    @cached_property
    def letters(self) -> str:
        """The names of the pieces, as `select` takes them."""
        names = [piece.name for piece in self.pieces]
        return "".join(names) if all(len(name) == 1 for name in names) else ",".join(names)

    def with_motion(self, motion: str) -> PieceSet:
        """Return the set with another rule of motion: "free", "turn" or "fixed"."""
        if self.classes and motion != "free":
            finer = tuple(form for piece in self.pieces for form in _finer(piece, motion))
            return replace(self, pieces=finer)
        return replace(self, pieces=tuple(replace(piece, motion=motion) for piece in self.pieces))


def _finer(piece: Piece, motion: str) -> Iterable[Piece]:
    """The classes under `motion` of what the piece may become; a mirror image gets the small letter."""
    grid = piece.grid
    seen: set[tuple[tuple[int, ...], ...]] = set()
    for name, atoms in piece.orientations:
        if atoms in seen:
            continue
        mirrored = grid.motion(name).mirrored
        own = piece.name.lower() if mirrored and piece.name.lower() != piece.name else piece.name + "'" * mirrored
        label = own if motion == "turn" else piece.name if name == grid.motions[0].name else f"{piece.name}{name}"
        form = replace(piece, name=label, atoms=atoms, motion=motion)
        seen.update(orientation for _, orientation in form.orientations)
        yield form


def _plural(names: str, ending: str) -> tuple[str, ...]:
    first, *others = names.split()
    return (first, *(name + ending for name in others))


def _drawn(
    drawings: Mapping[str, str], lattice_name: str, motion: str, colors: Mapping[str, str] = {}
) -> tuple[Piece, ...]:
    return tuple(
        Piece.parse(drawing.replace("/", "\n"), name, lattice_name, motion=motion, color=colors.get(name))
        for name, drawing in drawings.items()
    )


# family: lattice and the names of its sets, by number of cells
GENERATED: Mapping[str, tuple[str, ...]] = {
    "square": _plural("monomino domino tromino tetromino pentomino hexomino heptomino octomino", "es"),
    "halfsquare": _plural("monabolo diabolo triabolo tetrabolo pentabolo hexabolo heptabolo", "es"),
    "triangular": _plural("moniamond diamond triamond tetriamond pentiamond hexiamond heptiamond octiamond", "s"),
    "hexagonal": _plural("monohex dihex trihex tetrahex pentahex hexahex heptahex", "es"),
    "cubic": _plural("monocube dicube tricube tetracube pentacube hexacube", "s"),
    "spheres": _plural("monosphere disphere trisphere tetrasphere pentasphere", "s"),
}

UNITS: Mapping[str, str] = {  # what a cell is, in a sentence
    "square": "square",
    "halfsquare": "half square",
    "triangular": "triangle",
    "hexagonal": "hexagon",
    "cubic": "cube",
    "spheres": "ball",
}

# How many polyforms each of these sets has (OEIS A000105, A006074, A000577, A000228, A000162): enumerating them all, as
# a test does, takes seconds.
NUMBERS: Mapping[str, tuple[int, ...]] = {
    "square": (1, 1, 2, 5, 12, 35, 108, 369),
    "halfsquare": (1, 3, 4, 14, 30, 107, 318),
    "triangular": (1, 1, 1, 3, 4, 12, 24, 66),
    "hexagonal": (1, 1, 3, 7, 22, 82, 333),
    "cubic": (1, 1, 2, 8, 29, 166),
    "spheres": (1, 1, 4, 25, 210),
}


@lru_cache
def generated() -> dict[str, tuple[str, int]]:
    """Names of the generated sets: (lattice, cells)."""
    return {name: (family, cells) for family, names in GENERATED.items() for cells, name in enumerate(names, start=1)}


@lru_cache
def set_names() -> tuple[str, ...]:
    """The names of all sets: drawn ones first."""
    return tuple(DRAWN) + tuple(name for name in generated() if name not in DRAWN)


def set_rows() -> list[tuple[str, int, str]]:
    """All sets as (name, number of pieces, summary), without making their pieces."""
    rows = [(name, len(drawings), summary) for name, (summary, drawings, *_) in DRAWN.items()]
    for name, (lattice_name, cells) in generated().items():
        if name not in DRAWN:
            number = NUMBERS[lattice_name][cells - 1]
            rows.append((name, number, _summary(number, cells, lattice_name)))
    return rows


def _summary(number: int, cells: int, lattice_name: str) -> str:
    unit = UNITS[lattice_name]
    if cells == 1:
        return f"the single {unit}" if number == 1 else f"the {number} shapes of a single {unit}"
    return f"the only shape of {cells} {unit}s" if number == 1 else f"the {number} shapes of {cells} {unit}s"


class UnknownSetError(NotationError):
    """A name that no set of pieces has."""


@lru_cache
def piece_set(name: str) -> PieceSet:
    """Return the set called `name`. Raises NotationError with the closest name, and where all are listed.

    >>> piece_set("soma").summary
    'the 7 pieces of the Soma cube'
    """
    check_instance("name", name, str, 'the name of a set, e.g. "pentominoes"')
    if name in DRAWN:
        summary, drawings, lattice_name, motion, classes = DRAWN[name]
        colors = TETROMINO_COLORS if name == "tetrominoes" else {}
        return PieceSet(name, summary, _drawn(drawings, lattice_name, motion, colors), classes)
    if name not in generated():
        guess = did_you_mean(name, set_names())
        if (
            name.islower()
            and len(set(name)) == len(name)
            and set(name.upper()) <= set(piece_set("pentominoes").letters)
        ):
            guess = f" (did you mean the pentominoes {name.upper()}?)"
        some = ", ".join(DRAWN)
        raise UnknownSetError(
            f"unknown set {quote(name)}{guess}: expected one of {some} or others in `tilewright sets`"
        )
    lattice_name, cells = generated()[name]
    shapes = polyforms(lattice_name, cells, lattice(lattice_name).default_motion)
    pieces = tuple(Piece(str(number), shape, lattice_name) for number, shape in enumerate(shapes, start=1))
    return PieceSet(name, _summary(len(pieces), cells, lattice_name), pieces, classes=True)


_TERM = (
    r"(?P<name>[A-Za-z]+(-[a-z]+)*)(:(?P<letters>[^!*+?@]*))?(?P<many1>[*+?])?(!(?P<motion>[a-z]*))?(?P<many2>[*+?])?\Z"
)
_SUM = re.compile(r"\+(?=\s*[^+!\s])")  # a sum; other `+` signs say "each at least once"


def select(text: str, extent: Callable[[], tuple[int, ...]] | None = None) -> tuple[Piece, ...]:
    """Return the pieces of a notation such as `FNPUV`, `pentominoes!turn`, `tetrominoes:SIO*+pentominoes:X`.

    `*` allows any number of each, a `+` with nothing to add behind it any number but at least one of each, `?` at most
    one of each. Names that clash between terms get the number of cells appended; the same piece in two terms has two copies.
    `extent` tells the size of the board, for sets that are made for one, such as `rectangles*`.
    Raises NotationError quoting the term that is wrong.

    >>> [piece.name for piece in select("tetrominoes:SIO*+pentominoes:X")]
    ['S', 'I', 'O', 'X']
    >>> select("tetrominoes:I*")[0].copies, select("tetrominoes:I+")[0].copies
    ((0, None), (1, None))
    """
    check_instance("text", text, str, 'a text, e.g. "FNPUV" or "tetrominoes*"')
    terms = [_select_term(term.strip(), text, extent) for term in _SUM.split(text)]
    lattices = {piece.lattice for term in terms for piece in term}
    if len(lattices) > 1:
        raise NotationError(
            f"{quote(text)}: pieces of the lattices {' and '.join(sorted(lattices))}: expected one lattice"
        )
    used: dict[str, Piece] = {}
    clashing = _clashes(terms)
    for piece in (piece for term in terms for piece in term):
        name = f"{piece.name}{_cells(piece)}" if piece.name in clashing else piece.name
        if name in used and used[name].forms != piece.forms:
            raise NotationError(f"{quote(text)}: two different pieces are called {name}: expected names that differ")
        before = used[name].copies if name in used else (0, 0)
        hi = None if before[1] is None or piece.copies[1] is None else before[1] + piece.copies[1]
        copies = (before[0] + piece.copies[0], hi)
        same = (name, copies) == (piece.name, piece.copies)  # and with it what was worked out of it before
        used[name] = piece if same else replace(piece, name=name, copies=copies)
    return tuple(used.values())


def _cells(piece: Piece) -> int:
    """Size in polyform cells: half squares on the half-square lattice."""
    return len(piece.atoms) // len(piece.grid.blocks[0])


def _clashes(terms: list[tuple[Piece, ...]]) -> set[str]:
    pieces = [piece for term in terms for piece in term]
    if len({piece.name for piece in pieces}) == len(pieces):
        return set()
    shapes: dict[str, set[object]] = {}
    for piece in pieces:
        shapes.setdefault(piece.name, set()).add(piece.forms)
    return {name for name, found in shapes.items() if len(found) > 1}


def _refuse_letters_of_tetrominoes(letters: str, text: str) -> None:
    """Raise NotationError for letters without a set that are those of tetrominoes and not all of pentominoes."""
    if not set(letters) <= set(piece_set("pentominoes").letters) and set(letters) <= set(
        piece_set("tetrominoes").letters
    ):
        raise NotationError(
            f"{quote(text)}: letters without a set are pentominoes (FILNPTUVWXYZ): expected tetrominoes:{letters} for tetrominoes"
        )


def _select_term(term: str, text: str, extent: Callable[[], tuple[int, ...]] | None) -> tuple[Piece, ...]:
    match = re.match(_TERM, term)
    if not match or (match["many1"] and match["many2"]):
        raise NotationError(
            f"{quote(text)}: cannot read the pieces {quote(term)}: expected SET, SET:LETTERS or LETTERS, then !free, !turn, !fixed, *, + or ?"
        )
    name, letters, motion = match["name"], match["letters"], match["motion"]
    if letters is None and name not in DRAWN and name not in generated() and name.isupper():
        if name.lower() in set_names():
            raise NotationError(f"{quote(text)}: unknown set {quote(name)} (did you mean {name.lower()}?)")
        _refuse_letters_of_tetrominoes(name, text)
        name, letters = "pentominoes", name
    found = _made_for_board(name, extent) if name in BOARD_SETS else piece_set(name)
    if letters is not None:
        found = replace(found, pieces=tuple(found[letter] for letter in _split_letters(found, letters, text)))
    if motion is not None:
        if motion not in ("free", "turn", "fixed"):
            raise NotationError(f"{quote(text)}: unknown motion !{motion}: expected !free, !turn or !fixed")
        found = found.with_motion(motion)
    if match["many1"] or match["many2"]:
        copies = COPIES[match["many1"] or match["many2"]]
        found = replace(found, pieces=tuple(piece.with_copies(*copies) for piece in found.pieces))
    return found.pieces


def _made_for_board(name: str, extent: Callable[[], tuple[int, ...]] | None) -> PieceSet:
    if extent is None:
        raise no_board(name)
    return PieceSet(name, BOARD_SETS[name], made_for(name, extent()), classes=True)


def _split_letters(found: PieceSet, letters: str, text: str) -> list[str]:
    if not letters:
        raise NotationError(f"{quote(text)}: no letters after {found.name}: expected some of {found.letters}")
    names = letters.split(",") if "," in found.letters else list(letters)
    there = {piece.name for piece in found}
    if not there.issuperset(names) and there.issuperset(map(str.upper, names)):
        raise NotationError(f"{quote(text)}: names are in capitals (did you mean {found.name}:{letters.upper()}?)")
    for name in names:
        if names.count(name) > 1:
            raise NotationError(
                f"{quote(text)}: {name} appears twice: expected each letter once, of {found.letters}; "
                f"copies are added, as {found.name}:{name}+{found.name}:{name}"
            )
    return names
