"""Queries for silhouettes: pieces, symmetry group, contact and a bounding board, and what follows from them.

The checker of silhouettes is here as well. It checks their tilings, and that they answer the query. It uses no code of
the search: shapes are looked up among the pieces' orientations, `puzzle/check.py` checks the cover, and `silhouette.py`
the contacts. It shares with the search the tables of the lattice, the orientations of the pieces, and the names of
centers.
"""

from __future__ import annotations

import re
import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, TypeVar

from tilewright.errors import NotationError, TilewrightError, quote
from tilewright.exact_cover.problem import ExactCover, faults
from tilewright.formats.drawn_pieces import pieces_of_file
from tilewright.kinds.packing.compile import PieceClass, piece_classes
from tilewright.kinds.packing.table import read_pieces as pieces_of
from tilewright.lattice import Atom, Lattice, lattice
from tilewright.pieces import Piece, select
from tilewright.pieces.piece import refuse_parts
from tilewright.silhouettes.growth import cell_masks
from tilewright.silhouettes.silhouette import (
    GroupPosition,
    Silhouette,
    first_overlap,
    group_positions,
    shift_of,
    to_whole_cells,
)

OWN = "own pieces"  # the name of pieces without a notation or a file


def own_pieces(text: str) -> tuple[Piece, ...]:
    """Return the pieces of the file named `text`, or () for a notation, which has neither dots nor slashes.

    The file contains any puzzle, whose board does not matter, or pieces alone: `pieces` and `[[piece]]` tables, or
    drawings. Raises NotationError, naming the file, if it cannot be read.
    """
    if not {".", "/", "\\"} & set(text):
        return ()
    if not Path(text).is_file():
        expected = "expected one, or a notation such as fridgeiq:DIY"
        raise NotationError(f"pieces {quote(text)}: there is no such file: {expected}")
    pieces = pieces_of_file(text)
    try:
        return _check_pieces(pieces)
    except TilewrightError as error:
        raise type(error)(f"{text}: {error}") from None


def name_pieces(pieces: str | Sequence[Piece]) -> tuple[str, tuple[Piece, ...]]:
    """Return the name of the pieces, and the pieces themselves if no notation names them."""
    if isinstance(pieces, str):
        return pieces, own_pieces(pieces)
    return OWN, _check_pieces(tuple(pieces))


def _check_pieces(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    if not pieces:
        raise NotationError("there are no pieces: expected at least one")
    if twice := [name for name, times in Counter(piece.name for piece in pieces).items() if times > 1]:
        raise NotationError(
            f"two pieces are called {quote(twice[0])}: expected names that differ; copies = 2 makes copies"
        )
    if painted := [piece.name for piece in pieces if piece.allowed_paints]:
        raise NotationError(f"piece {quote(painted[0])} has allowed paints: expected none, for no board is painted")
    return pieces


def read_pieces(data: Mapping[str, Any]) -> tuple[Piece, ...]:
    """Return the pieces contained in a document, or () if it names them by a notation."""
    if "piece" not in data:
        return ()
    return _check_pieces(pieces_of({"lattice": data["lattice"], "piece": data["piece"]}, ""))


def common_lattice(pieces: Iterable[Piece]) -> str:
    """Return the name of the pieces' common lattice. Raises NotationError if there are several."""
    found = sorted({piece.lattice for piece in pieces})
    if len(found) != 1:
        raise NotationError(f"pieces of the lattices {' and '.join(found)}: expected one lattice")
    return found[0]


ALL = "all"
CORNER_CONCENTRIC = "corner-concentric"
CONTACTS = ("edge", "corner", "concentric", CORNER_CONCENTRIC, ALL)
THROUGH_CORNERS = ("corner", CORNER_CONCENTRIC)  # the classes in which parts that share a point are joined


PARTS = ("concentric", "corner")  # the contacts whose union is "all"


class PieceQuery:
    """A query about pieces: `pieces` is their notation; `own` holds them if no notation names them."""

    pieces: str
    own: tuple[Piece, ...]

    @property
    def chosen(self) -> tuple[Piece, ...]:
        """The pieces."""
        return self.own or select(self.pieces)

    @property
    def command(self) -> str:
        """The command that answers the query."""
        raise NotImplementedError


@dataclass(frozen=True)
class Query(PieceQuery):
    """A query for silhouettes: pieces in the short notation, group, contact, and the board that bounds the region.

    within: rows and columns of that board, if any.

    own: the pieces themselves, if no notation names them; `pieces` is then the name of their file, or OWN.

    >>> Query("fridgeiq", "D4", within=(12, 12)).command
    'tilewright design silhouettes --pieces fridgeiq --symmetry D4 --contact edge --within 12x12'
    """

    pieces: str
    symmetry: str
    contact: str = "edge"
    within: tuple[int, int] | None = None
    own: tuple[Piece, ...] = ()

    def __post_init__(self) -> None:
        if self.contact not in CONTACTS:
            raise NotationError(f"unknown contact {quote(self.contact)}: expected one of {', '.join(CONTACTS)}")

    @property
    def command(self) -> str:
        """The command that answers the query."""
        pieces = f"--pieces {shlex.quote(self.pieces)}"
        bound = f" --within {self.within[0]}x{self.within[1]}" if self.within else ""
        return f"tilewright design silhouettes {pieces} --symmetry {self.symmetry} --contact {self.contact}{bound}"


def parse_within(text: str) -> tuple[int, int]:
    """Parse the board `RxC` that bounds silhouettes. Raises NotationError, quoting the text, if it is invalid.

    >>> parse_within("12x9")
    (12, 9)
    """
    if not (match := re.fullmatch(r"(\d{1,4})x(\d{1,4})", text)) or "0" in match.groups():
        raise NotationError(f"--within {quote(text)}: expected RxC, rows and columns, e.g. 12x12")
    return int(match[1]), int(match[2])


Layers = tuple[GroupPosition, ...]


Q = TypeVar("Q", bound=PieceQuery)


class PieceProblem(Generic[Q]):
    """What follows from the pieces of a query."""

    query: Q

    def check_copies(self, what: str) -> None:
        """Raise NotationError if a piece has no fixed number of copies; `what` names what needs it."""
        for piece in self.pieces:
            if piece.copies[0] != piece.copies[1]:
                raise NotationError(
                    f"piece {piece.name} comes in any number: {what} needs a fixed number of each piece"
                )

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces."""
        return self.query.chosen

    @cached_property
    def classes(self) -> tuple[PieceClass, ...]:
        """The pieces in classes of identical ones."""
        return piece_classes(self.pieces, labelled=False)

    @cached_property
    def grid(self) -> Lattice:
        """The lattice of the pieces. Raises NotationError if there are several."""
        return lattice(common_lattice(self.pieces))


@dataclass(frozen=True)
class Problem(PieceProblem[Query]):
    """What follows from a query without any search.

    Raises NotationError for pieces without a fixed number of copies, and for other pieces that the search does not
    support.
    """

    query: Query

    def __post_init__(self) -> None:
        if self.query.contact == ALL:
            raise NotationError(
                "contact all is a union of searches: expected edge, corner, concentric or corner-concentric for one of them"
            )
        self.check_copies("a silhouette")
        if self.grid.dimension != 2:
            raise NotationError(
                f"lattice {self.grid.name} is not planar: expected pieces of a planar lattice for silhouettes"
            )
        refuse_parts(self.pieces, "the search for silhouettes")
        for piece in self.pieces:
            if not _fills_halves(piece):
                raise NotationError(
                    f"piece {quote(piece.name)} covers part of a cell other than a half: expected whole cells and halves, "
                    "as only of these is the decomposition into shifted lattices unique"
                )

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """The ways in which a cell can be filled."""
        return cell_masks(self.grid, self.classes)

    @cached_property
    def piece_areas(self) -> list[int]:
        """The area of each piece in atoms."""
        return [len(piece.atoms) for piece in self.pieces for _ in range(piece.copies[0])]

    @cached_property
    def area(self) -> int:
        """The area of a silhouette in atoms."""
        return sum(self.piece_areas)

    @cached_property
    def positions(self) -> list[Layers]:
        """All positions of the group, grouped by common center, because silhouettes may mix these."""
        positions = group_positions(self.grid, self.query.symmetry)
        if not any(position.place == "line" for position in positions):
            return with_common_center(positions)
        if self.query.contact in ("concentric", CORNER_CONCENTRIC):
            raise NotationError(
                f"contact {self.query.contact} with symmetry {self.query.symmetry}: parts could slide along the mirror; "
                "expected a group with a center, or contact edge or corner"
            )
        return [(position,) for position in positions]

    @property
    def mirror_only(self) -> bool:
        """True if the group is a single mirror; a silhouette then lies on one lattice."""
        return self.positions[0][0].place == "line"


def _fills_halves(piece: Piece) -> bool:
    """Return whether a piece fills whole cells and halves (two adjacent quarters) only, as the search requires."""
    grid = lattice(piece.lattice)
    filled: dict[Atom, set[int]] = {}
    for atom in piece.atoms if grid.name == "halfsquare" else ():
        cell, slot = grid.split(atom)
        filled.setdefault(cell, set()).add(slot)
    return all(len(slots) == 4 or slots in ({0, 1}, {1, 2}, {2, 3}, {3, 0}) for slots in filled.values())


def with_common_center(positions: Sequence[GroupPosition]) -> list[Layers]:
    """Return the positions in groups whose centers coincide after shifts by half cells."""
    found: dict[tuple[Fraction, ...], list[GroupPosition]] = {}
    for position in positions:
        found.setdefault(tuple(2 * v % 1 for v in position.point), []).append(position)
    return [tuple(some) for some in found.values()]


def check_answers(silhouette: Silhouette, query: Query) -> Silhouette:
    """Return the silhouette if it has the requested group and contact and fits the board.

    Raises NotationError with the first fault.
    """
    return _without_fault(silhouette, _answer_faults(silhouette, query))


def _without_fault(silhouette: Silhouette, faults_of_it: Iterator[str]) -> Silhouette:
    if fault := next(faults_of_it, ""):
        raise NotationError(f"silhouette {silhouette.id}: {fault}")
    return silhouette


def _answer_faults(silhouette: Silhouette, query: Query) -> Iterator[str]:
    if any(silhouette.grid.origin(silhouette.atoms)):
        yield "expected its least row and column to be 0"
    if not silhouette.has_symmetry(query.symmetry):
        yield f"it has the symmetries {silhouette.group}: expected those of {query.symmetry}"
    if not _is_in_contact(silhouette, query):
        yield f"it is not in contact as {query.contact} says"
    if not fits(silhouette, query.within):
        yield "it does not fit the board"
    if silhouette.mixed and Problem(replace(query, contact="edge")).mirror_only:
        yield "it mixes lattices: expected one, with a mirror alone"


def fits(silhouette: Silhouette, within: tuple[int, int] | None) -> bool:
    """Return whether the silhouette, possibly turned, fits the board, or there is no board."""
    return within is None or all(
        side <= most for side, most in zip(sorted(silhouette.extent), sorted(within), strict=True)
    )


def _is_in_contact(silhouette: Silhouette, query: Query) -> bool:
    if query.contact == ALL:
        return silhouette.contact != "none" or silhouette.is_concentric(query.symmetry)
    if query.contact == "concentric":
        return silhouette.is_concentric(query.symmetry)
    if query.contact == CORNER_CONCENTRIC:
        return silhouette.is_concentric(query.symmetry, through_corners=True)
    return silhouette.contact in ("edge", query.contact)


def check_silhouette(silhouette: Silhouette, pieces: Sequence[Piece]) -> Silhouette:
    """Return the silhouette if its solution tiles it with exactly these pieces.

    Raises NotationError with the first fault.
    """
    return _without_fault(silhouette, _tiling_faults(silhouette, pieces))


def _tiling_faults(silhouette: Silhouette, pieces: Sequence[Piece]) -> Iterator[str]:
    """Yield faults: each piece must have its shape, each atom be covered once, and each copy be used."""
    for placed in silhouette.solution:
        yield from _shape_faults(silhouette.grid, *placed, pieces)
    item = {atom: number for number, atom in enumerate(silhouette.atoms)}
    if any(atom not in item for _, atoms in silhouette.solution for atom in atoms):
        yield "a piece lies outside the silhouette"
    piece_item = {piece.name: len(item) + number for number, piece in enumerate(pieces)}
    options = tuple(tuple(sorted([*(item[a] for a in atoms), piece_item[name]])) for name, atoms in silhouette.solution)
    bounds = (1,) * len(item) + tuple(piece.copies[0] for piece in pieces)
    if wrong := faults(ExactCover(bounds, bounds, options), range(len(options))):
        yield f"{wrong[0]}: expected each piece used and each cell covered as often as there are"
    if (atom := first_overlap(silhouette.grid, silhouette.atoms)) is not None:
        yield f"cells overlap at {atom}"


def _shape_faults(grid: Lattice, name: str, atoms: tuple[Atom, ...], pieces: Sequence[Piece]) -> Iterator[str]:
    """Yield a fault unless the atoms are an orientation of the piece of that name."""
    piece = next((piece for piece in pieces if piece.name == name), None)
    if piece is None:
        expected = ", ".join(piece.name for piece in pieces)
        yield f"no piece {quote(name)}: expected one of {expected}"
    elif len({shift_of(grid, atom) for atom in atoms}) != 1:
        yield f"piece {name} does not lie on one lattice"
    else:
        back = tuple(-v for v in grid.origin(atoms))
        shape: tuple[Atom, ...] = grid.normalize(to_whole_cells(grid, atom) for atom in grid.shift(atoms, back))
        if shape not in piece.forms:
            yield f"what lies as piece {name} is not an orientation of it"
