"""Named sets of pieces, and the notation that selects from them: `pentominoes`, `tetrominoes:SIO*`, `A+B!turn`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from tilewright.errors import NotationError, did_you_mean, quote
from tilewright.lattice import lattice
from tilewright.pieces.board_sets import BOARD_SETS, made_for, no_board
from tilewright.pieces.drawn import DRAWN, TETROMINO_COLORS
from tilewright.pieces.piece import Piece
from tilewright.pieces.polyforms import polyforms


@dataclass(frozen=True)
class PieceSet:
    """Pieces under a name.

    `classes` says that the pieces are all polyforms of one size, one of each class: then a stricter motion asks for
    the finer classes (`pentominoes!turn` are 18). Otherwise it is a set of physical pieces, which merely move less.

    >>> pentominoes = piece_set("pentominoes")
    >>> pentominoes.letters
    'FILNPTUVWXYZ'
    >>> pentominoes["X"].area
    5.0
    >>> len(pentominoes.with_motion("turn").pieces)
    18
    """

    name: str
    summary: str
    pieces: tuple[Piece, ...]
    classes: bool = False

    def __getitem__(self, name: str) -> Piece:
        for piece in self.pieces:
            if piece.name == name:
                return piece
        raise NotationError(f"{self.name} has no piece {name!r}: expected {self.letters}")

    @property
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
    return f"the {number} polyforms of {cells} cells, lattice {lattice_name}"


@lru_cache
def piece_set(name: str) -> PieceSet:
    """Return the set called `name`. Raises NotationError with the closest name, and where all are listed.

    >>> piece_set("soma").summary
    'the 7 pieces of the Soma cube'
    """
    if name in DRAWN:
        summary, drawings, lattice_name, motion, classes = DRAWN[name]
        colors = TETROMINO_COLORS if name == "tetrominoes" else {}
        return PieceSet(name, summary, _drawn(drawings, lattice_name, motion, colors), classes)
    if name not in generated():
        guess = did_you_mean(name, set_names())
        some = ", ".join(DRAWN)
        raise NotationError(f"unknown set {quote(name)}{guess}: expected one of {some} or others in `tilewright sets`")
    lattice_name, cells = generated()[name]
    shapes = polyforms(lattice_name, cells, lattice(lattice_name).default_motion)
    pieces = tuple(Piece(str(number), shape, lattice_name) for number, shape in enumerate(shapes, start=1))
    return PieceSet(name, _summary(len(pieces), cells, lattice_name), pieces, classes=True)


_TERM = (
    r"(?P<name>[A-Za-z]+(-[a-z]+)*)(:(?P<letters>[^!*+?@]*))?(?P<many1>[*+?])?(!(?P<motion>[a-z]*))?(?P<many2>[*+?])?\Z"
)
_SUM = re.compile(r"\+(?=\s*[^+!\s])")  # a sum; other `+` signs say "each at least once"
COPIES: Mapping[str, tuple[int, int | None]] = {"*": (0, None), "+": (1, None), "?": (0, 1)}


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
        used[name] = replace(piece, name=name, copies=(before[0] + piece.copies[0], hi))
    return tuple(used.values())


def _cells(piece: Piece) -> int:
    """Size in polyform cells: half squares on the half-square lattice."""
    return len(piece.atoms) // len(piece.grid.blocks[0])


def _clashes(terms: list[tuple[Piece, ...]]) -> set[str]:
    shapes: dict[str, set[object]] = {}
    for piece in (piece for term in terms for piece in term):
        shapes.setdefault(piece.name, set()).add(piece.forms)
    return {name for name, found in shapes.items() if len(found) > 1}


def _select_term(term: str, text: str, extent: Callable[[], tuple[int, ...]] | None) -> tuple[Piece, ...]:
    match = re.match(_TERM, term)
    if not match or (match["many1"] and match["many2"]):
        raise NotationError(
            f"{quote(text)}: cannot read the pieces {quote(term)}: expected SET, SET:LETTERS or LETTERS, then !free, !turn, !fixed, *, + or ?"
        )
    name, letters, motion = match["name"], match["letters"], match["motion"]
    if letters is None and name not in DRAWN and name not in generated() and name.isupper():
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
    for name in names:
        if names.count(name) > 1:
            raise NotationError(
                f"{quote(text)}: {name} appears twice: expected each letter once, of {found.letters}; "
                f"copies are added, as {found.name}:{name}+{found.name}:{name}"
            )
    return names
