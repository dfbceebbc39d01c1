"""Named sets of pieces, and the notation that selects from them: `pentominoes`, `tetrominoes:SIO*`, `L2P3`, `A+B!turn`.

A set is either drawn (pieces that players know by letters, in `sets.txt`), or consists of the polyforms of a lattice
(every connected shape of n of its `blocks`, free, one-sided or fixed), or is made for a board (all rectangles that
fit).

Sources: letters of the polyiamonds, polyhexes and polycubes as in David Goodger's Polyform Puzzler (copy
github.com/tiwo/puzzler, commit 7ad3d9a792f0), which follows Kadon's names for solids; the Bedlam cube's pieces as in
Ange Albertini's and Scott Kurowski's solvers, under the letters that these pieces have here.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import chain, product
from typing import TYPE_CHECKING, overload

from tilewright.errors import LimitError, NotationError, check_instance, check_whole, check_word, did_you_mean, quote
from tilewright.lattice import Atom, Lattice, lattice
from tilewright.lattice.symmetry import canonical_form
from tilewright.pieces.piece import COPIES, MOST_COPIES, MOTIONS, Piece

Shape = tuple[Atom, ...]
MOST_CELLS = 100  # of a polyform; there are more than a million polyominoes of 15 cells


def polyforms(lattice_name: str, cells: int, motion: str = "free") -> tuple[Shape, ...]:
    """Return all polyforms of `cells` cells, one of each class under `motion` ("free", "turn" or "fixed"), sorted.

    Raises ArgumentError for fewer than 1 or more than 100 cells. The numbers of polyominoes are in the OEIS: A000105
    (free), A000988 (one-sided), A001168 (fixed).

    >>> [len(polyforms("square", 5, motion)) for motion in ("free", "turn", "fixed")]
    [12, 18, 63]
    """
    check_instance("lattice_name", lattice_name, str, "the name of a lattice, e.g. 'square'")
    check_whole("cells", cells, 1, MOST_CELLS)
    check_word("motion", motion, MOTIONS)
    if motion == "free":
        return _free(lattice_name, cells)
    grid = lattice(lattice_name)
    still = grid.motions[:1]
    mirrors = [m for m in grid.motions if m.mirrored][:1]
    # Turning or mirroring a shape first changes its class only if the classes distinguish turns or mirror images.
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
    """Yield the shape with one more block, for every free block that shares an edge with the shape."""
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


# The colors that players commonly use: I cyan, O yellow, T purple, S green, Z red, J blue, L orange.
TETROMINO_COLORS = {
    "I": "#00b8d4", "J": "#2f6fde", "L": "#ef8a17", "O": "#e8c200", "S": "#3faf46", "T": "#9c4dcc", "Z": "#dc3b3b",
}  # fmt: skip
# name: (summary, drawings, lattice, motion ("": the usual one of the lattice), whether they are all classes of a size)
DrawnSets = dict[str, tuple[str, dict[str, str], str, str, bool]]


def _read_drawn(path: str) -> DrawnSets:
    """Return the sets of a file; the file itself describes its format."""
    heads: dict[str, list[str]] = {}
    pieces: dict[str, list[tuple[str, str]]] = {}
    with open(path, encoding="utf-8") as file:  # noqa: PTH123
        for line in file.read().splitlines():
            word, _, rest = line.partition(" ")
            if word == "set":
                name, *head = rest.partition(": ")[0].split()
                heads[name], pieces[name] = [*head, rest.partition(": ")[2]], []
            elif word not in ("", ";"):
                pieces[name].append((word, rest))

    def drawings(name: str) -> dict[str, str]:
        found: dict[str, str] = {}
        for word, rest in pieces[name]:
            if word == "=":
                other, *names = rest.split()
                known = drawings(other)
                found |= {each: known[each] for each in names or known}
            else:
                found[word] = rest
        return found

    return {
        name: (summary, drawings(name), lattice_name, motion.replace("usual", ""), sort == "classes")
        for name, (lattice_name, motion, sort, summary) in heads.items()
    }


DRAWN = _read_drawn(os.path.join(os.path.dirname(__file__), "sets.txt"))  # noqa: PTH118, PTH120
BOARD_SETS = {
    "rectangles": "all rectangles that fit the board",
    "squares": "all squares that fit the board",
    "oblongs": "all rectangles that fit the board and are no squares",
    "bars": "all rectangles 1 wide that fit the board",
}
MOST_PIECES = 2000


def made_for(name: str, extent: tuple[int, ...]) -> tuple[Piece, ...]:
    """Return the pieces of a set made for a board, one for each shape in any orientation, with names such as `2x3`.

    Raises NotationError for a board in space or if no piece fits, LimitError for more than MOST_PIECES pieces.

    >>> [piece.name for piece in made_for("rectangles", (2, 3))]
    ['1x1', '1x2', '1x3', '2x2', '2x3']
    """
    if len(extent) != 2:
        raise NotationError(f"the set {name} is made for a flat board: expected rows and columns, as {name}*@5x5")
    low, high = sorted(extent)
    if (low if name == "squares" else high if name == "bars" else low * (2 * high - low + 1) // 2) > MOST_PIECES:
        raise LimitError(f"the set {name} has more than {MOST_PIECES:,} pieces on that board: expected a smaller one")
    sides = ((height, width) for height in range(1, low + 1) for width in range(height, high + 1))
    pieces = tuple(
        Piece(f"{height}x{width}", tuple(product(range(height), range(width))))
        for height, width in sides
        if (name, True) not in (("squares", height < width), ("oblongs", height == width), ("bars", height > 1))
    )
    if not pieces:
        raise NotationError(f"no piece of the set {name} fits the board: expected a larger one")
    return pieces


@dataclass(frozen=True)
class PieceSet(Sequence[Piece]):
    """A named sequence of pieces, which can also be looked up by name.

    `classes` says that the pieces are all polyforms of one size, one of each class: then a stricter motion selects
    the finer classes (`pentominoes!turn` are 18). Otherwise it is a set of physical pieces, whose motion is restricted.

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
        known = LETTERS_OF.get(self.name, {})
        for piece in self.pieces:
            if piece.name in (name, known.get(name)):
                return piece
        others = f", or of {''.join(known)}" if known else ""
        expected = f"some of {self.letters}{others} (`tilewright sets {self.name}` draws them)"
        raise NotationError(f"{self.name} has no piece {name!r}: expected {expected}")

    @cached_property
    def letters(self) -> str:
        """The names of the pieces in the form that `select` takes."""
        names = [piece.name for piece in self.pieces]
        return "".join(names) if all(len(name) == 1 for name in names) else ",".join(names)

    def with_motion(self, motion: str) -> PieceSet:
        """Return the set with another rule of motion: "free", "turn" or "fixed"."""
        if self.classes and motion != "free":
            finer = tuple(form for piece in self.pieces for form in _finer(piece, motion))
            return replace(self, pieces=finer)
        return replace(self, pieces=tuple(replace(piece, motion=motion) for piece in self.pieces))


def _finer(piece: Piece, motion: str) -> Iterable[Piece]:
    """Yield the classes under `motion` of the orientations of a piece; a mirror image gets the lower-case letter."""
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


# lattice: the word for a cell; the plural ending of names; the names of its sets by number of cells, the first without
# the ending; and the number of polyforms of each (OEIS A000105, A006074, A000577, A000228, A000162). The numbers are
# listed because enumerating all polyforms, as a test does, takes seconds.
GENERATED: Mapping[str, tuple[str, str, str, tuple[int, ...]]] = {
    "square": (
        "square",
        "es",
        "monomino domino tromino tetromino pentomino hexomino heptomino octomino",
        (1, 1, 2, 5, 12, 35, 108, 369),
    ),
    "halfsquare": (
        "half square",
        "es",
        "monabolo diabolo triabolo tetrabolo pentabolo hexabolo heptabolo",
        (1, 3, 4, 14, 30, 107, 318),
    ),
    "triangular": (
        "triangle",
        "s",
        "moniamond diamond triamond tetriamond pentiamond hexiamond heptiamond octiamond",
        (1, 1, 1, 3, 4, 12, 24, 66),
    ),
    "hexagonal": (
        "hexagon",
        "es",
        "monohex dihex trihex tetrahex pentahex hexahex heptahex",
        (1, 1, 3, 7, 22, 82, 333),
    ),
    "cubic": ("cube", "s", "monocube dicube tricube tetracube pentacube hexacube", (1, 1, 2, 8, 29, 166)),
    "spheres": ("ball", "s", "monosphere disphere trisphere tetrasphere pentasphere", (1, 1, 4, 25, 210)),
}


# The letters that players use for the pieces of generated sets, whose own names are numbers: Goodger's letters without
# the number of cells, and L for his V.
LETTERS_OF: Mapping[str, Mapping[str, str]] = {
    "dominoes": {"I": "1"},
    "trominoes": {"I": "1", "L": "2", "V": "2"},
    "dihexes": {"I": "1"},
    "triamonds": {"I": "1"},
    "tricubes": {"I": "1", "L": "2", "V": "2"},
    "trihexes": {"I": "1", "V": "2", "A": "3"},
    "tetriamonds": {"I": "1", "C": "2", "T": "3"},
    "pentiamonds": {"I": "1", "L": "2", "P": "3", "C": "4"},
}


@lru_cache
def generated() -> dict[str, tuple[str, int]]:
    """Return the names of the generated sets, each with (lattice, cells)."""
    return {
        name + ending * (cells > 1): (family, cells)
        for family, (_, ending, names, _) in GENERATED.items()
        for cells, name in enumerate(names.split(), start=1)
    }


@lru_cache
def set_names() -> tuple[str, ...]:
    """Return the names of all sets, drawn ones first."""
    return tuple(DRAWN) + tuple(name for name in generated() if name not in DRAWN)


def set_rows() -> list[tuple[str, int, str]]:
    """Return all sets as (name, number of pieces, summary), without building their pieces."""
    rows = [(name, len(drawings), summary) for name, (summary, drawings, *_) in DRAWN.items()]
    for name, (lattice_name, cells) in generated().items():
        if name not in DRAWN:
            number = GENERATED[lattice_name][3][cells - 1]
            rows.append((name, number, _summary(number, cells, lattice_name)))
    return rows


def _summary(number: int, cells: int, lattice_name: str) -> str:
    unit = GENERATED[lattice_name][0]
    if cells == 1:
        return f"the single {unit}" if number == 1 else f"the {number} shapes of a single {unit}"
    return f"the only shape of {cells} {unit}s" if number == 1 else f"the {number} shapes of {cells} {unit}s"


class UnknownSetError(NotationError):
    """The name of an unknown set of pieces."""


@lru_cache
def piece_set(name: str) -> PieceSet:
    """Return the set called `name`. Raises NotationError with the closest name and a pointer to the list of sets.

    >>> piece_set("soma").summary
    'the 7 pieces of the Soma cube'
    """
    check_instance("name", name, str, 'the name of a set, e.g. "pentominoes"')
    if name in DRAWN:
        summary, drawings, lattice_name, motion, classes = DRAWN[name]
        colors = TETROMINO_COLORS if name == "tetrominoes" else {}
        return PieceSet(
            name,
            summary,
            [
                Piece.parse(drawing.replace("/", "\n"), each, lattice_name, motion=motion, color=colors.get(each))
                for each, drawing in drawings.items()
            ],
            classes,
        )
    if name not in generated():
        guess = did_you_mean(name, set_names())
        if name.islower() and len(set(name)) == len(name) and DRAWN["pentominoes"][1].keys() >= set(name.upper()):
            guess = f" (did you mean the pentominoes {name.upper()}?)"
        expected = f"one of {', '.join(DRAWN)} or others in `tilewright sets`"
        raise UnknownSetError(f"unknown set {quote(name)}{guess}: expected {expected}")
    lattice_name, cells = generated()[name]
    shapes = polyforms(lattice_name, cells, lattice(lattice_name).default_motion)
    pieces = tuple(Piece(str(number), shape, lattice_name) for number, shape in enumerate(shapes, start=1))
    return PieceSet(name, _summary(len(pieces), cells, lattice_name), pieces, classes=True)


_TERM = r"(?P<name>[A-Za-z]+(-[a-z]+)*|([A-Z][0-9]{0,7})+)(:(?P<letters>[^!*+?@]*))?(?P<many1>[*+?])?(!(?P<motion>[a-z]*))?(?P<many2>[*+?])?\Z"
COPIES_WRITTEN = r"[1-9][0-9]{0,5}|1000000"
_SUM = re.compile(r"\+(?=\s*[^+!\s])")  # a sum; other `+` signs mean "at least one of each"


def select(text: str, extent: Callable[[], tuple[int, ...]] | None = None) -> tuple[Piece, ...]:
    """Return the pieces of a notation such as `FNPUV`, `pentominoes!turn`, `tetrominoes:SIO*+pentominoes:X`.

    `tetrominoes:O2T3` is two copies of O and three of T. `*` allows any number of each piece, a final `+` any number
    but at least one of each, and `?` at most one of each. Names that clash between terms get the number of cells
    appended. The same piece in two terms has two copies.

    extent: returns the size of the board, for sets that are made for one, such as `rectangles*`.

    Raises NotationError quoting the term that is wrong.

    >>> [piece.name for piece in select("tetrominoes:SIO*+pentominoes:X")]
    ['S', 'I', 'O', 'X']
    >>> select("tetrominoes:I*")[0].copies, select("tetrominoes:I+")[0].copies
    ((0, None), (1, None))
    """
    check_instance("text", text, str, 'a text, e.g. "FNPUV" or "tetrominoes*"')
    terms = [_select_term(term.strip(), text, extent) for term in _SUM.split(text)]
    pieces = [piece for term in terms for piece in term]
    lattices = {piece.lattice for piece in pieces}
    if len(lattices) > 1:
        names = " and ".join(sorted(lattices))
        raise NotationError(f"{quote(text)}: pieces of the lattices {names}: expected one lattice")
    used: dict[str, Piece] = {}
    shapes: dict[str, set[object]] = {}
    for piece in pieces if len(terms) > 1 else ():  # the names in one term differ
        shapes.setdefault(piece.name, set()).add(piece.forms)
    for piece in pieces:
        cells = len(piece.atoms) // len(piece.grid.blocks[0])  # half squares on the half-square lattice
        name = f"{piece.name}{cells}" if len(shapes.get(piece.name, ())) > 1 else piece.name
        if name in used and used[name].forms != piece.forms:
            raise NotationError(f"{quote(text)}: two different pieces are called {name}: expected names that differ")
        before = used[name].copies if name in used else (0, 0)
        hi = None if before[1] is None or piece.copies[1] is None else before[1] + piece.copies[1]
        copies = (before[0] + piece.copies[0], hi)
        same = (name, copies) == (piece.name, piece.copies)  # an unchanged piece keeps its cached values
        used[name] = piece if same else replace(piece, name=name, copies=copies)
    return tuple(used.values())


def _refuse_letters_of_tetrominoes(letters: str, name: str, text: str) -> None:
    """Raise NotationError for letters without a set that fit the tetrominoes but not the pentominoes."""
    if not DRAWN["pentominoes"][1].keys() >= set(letters) and DRAWN["tetrominoes"][1].keys() >= set(letters):
        expected = f"expected tetrominoes:{name} for tetrominoes"
        raise NotationError(f"{quote(text)}: letters without a set are pentominoes (FILNPTUVWXYZ): {expected}")


def _select_term(term: str, text: str, extent: Callable[[], tuple[int, ...]] | None) -> tuple[Piece, ...]:
    match = re.match(_TERM, term)
    if not match or (match["many1"] and match["many2"]):
        expected = "expected SET, SET:LETTERS or LETTERS, then !free, !turn, !fixed, *, + or ?"
        raise NotationError(f"{quote(text)}: cannot read the pieces {quote(term)}: {expected}")
    name, letters, motion = match["name"], match["letters"], match["motion"]
    if letters is None and name not in DRAWN and name not in generated() and name.isupper():
        bare = "".join(filter(str.isalpha, name))
        if name.lower() in set_names():
            raise NotationError(f"{quote(text)}: unknown set {quote(name)} (did you mean {name.lower()}?)")
        _refuse_letters_of_tetrominoes(bare, name, text)
        name, letters = "pentominoes", name
    if name not in BOARD_SETS:
        found = piece_set(name)
    elif extent is None:
        expected = f"expected it in PIECES@BOARD, as {name}*@5x5"
        raise NotationError(f"the set {quote(name)} is made for a board: {expected}")
    else:
        found = PieceSet(name, BOARD_SETS[name], made_for(name, extent()), classes=True)
    counted = False
    if letters is not None:
        chosen = _split_letters(found, letters, text)
        counted = any(number is not None for _, number in chosen)
        found = replace(found, pieces=tuple(_copied(found[letter], number) for letter, number in chosen))
    if motion is not None:
        if motion not in MOTIONS:
            raise NotationError(f"{quote(text)}: unknown motion !{motion}: expected !free, !turn or !fixed")
        found = found.with_motion(motion)
    if counted and (match["many1"] or match["many2"]):
        raise NotationError(
            f"{quote(text)}: a number behind a letter and {match['many1'] or match['many2']} behind all: expected one of them, "
            f"or a sum such as tetrominoes:O2+tetrominoes:T*"
        )
    if match["many1"] or match["many2"]:
        copies = COPIES[match["many1"] or match["many2"]]
        found = replace(found, pieces=tuple(piece.with_copies(*copies) for piece in found.pieces))
    return found.pieces


def _copied(piece: Piece, number: int | None) -> Piece:
    return piece if number is None else piece.with_copies(number, number)


def _split_letters(found: PieceSet, letters: str, text: str) -> list[tuple[str, int | None]]:
    """Return the names of the pieces with the number after each; None if there is none."""
    if not letters:
        raise NotationError(f"{quote(text)}: no letters after {found.name}: expected some of {found.letters}")
    chosen = _names_and_numbers(found, letters, text)
    names = [name for name, _ in chosen]
    there = {*(piece.name for piece in found), *LETTERS_OF.get(found.name, ())}
    in_capitals = [*map(str.upper, names)]
    if not there.issuperset(names) and there.issuperset(in_capitals) and len(set(in_capitals)) == len(names):
        raise NotationError(f"{quote(text)}: names are in capitals (did you mean {found.name}:{letters.upper()}?)")
    pieces = [found[name].name for name in names]
    if twice := next((name for name, piece in zip(names, pieces, strict=True) if pieces.count(piece) > 1), ""):
        copies = f"{found.name}:{twice}2" if _has_numbers(found) else f"{found.name}:{twice}+{found.name}:{twice}"
        raise NotationError(
            f"{quote(text)}: {twice} appears twice: expected each letter once, of {found.letters}; two copies are {copies}"
        )
    return chosen


def _has_numbers(found: PieceSet) -> bool:
    """Return whether a number after a piece's name gives its copies: no name contains digits or needs a comma."""
    return "," not in found.letters and not any(map(str.isdigit, found.letters))


def _names_and_numbers(found: PieceSet, letters: str, text: str) -> list[tuple[str, int | None]]:
    """Return the names as written, and the numbers of copies."""
    if "," in found.letters or letters == found.pieces[0].name:
        return [(name, None) for name in letters.split(",")]
    parts, bare = letters.split(","), letters.replace(",", "")
    if not all(parts):
        example = text.replace(letters, ",".join(part for part in parts if part) or found.letters)
        raise NotationError(f"{quote(text)}: expected a name on each side of a comma, as in {example}")
    if not any(map(str.isdigit, bare)) or (not _has_numbers(found) and bare.isdigit()):
        return [(name, None) for name in bare]
    if not _has_numbers(found):
        raise NotationError(
            f"{quote(text)}: {quote(letters)} may be several pieces, or a number of one: expected {found.name}:{found.letters} for "
            f"several, {found.name}:{found.letters[0]}+{found.name}:{found.letters[0]} for two of one"
        )
    pairs = [pair for part in parts for pair in re.findall(r"([^0-9])([0-9]*)", part)]
    numbers = [number for _, number in pairs if number]
    if "".join(chain.from_iterable(pairs)) != bare or not all(re.fullmatch(COPIES_WRITTEN, n) for n in numbers):
        first = next(filter(str.isalpha, letters), found.letters[0])
        raise NotationError(
            f"{quote(text)}: expected behind a letter how many there are, 1 to {MOST_COPIES:,}, as {found.name}:{first}2"
        )
    return [(name, int(number) if number else None) for name, number in pairs]
