"""Polygon puzzles: pieces with exact corners, to be placed in any position on a board that may be any polygon."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from itertools import chain
from typing import TYPE_CHECKING, Any, ClassVar

from tilewright.errors import TITLE, LimitError, NotationError, printable, quote
from tilewright.exact_cover.limits import Deadline
from tilewright.kinds.polygons.plane import difference, dot, sides_of, twice_area
from tilewright.kinds.polygons.shape import (
    Corners,
    corners_of_motion,
    counterclockwise,
    mirrored,
    rotated,
    simple_rings,
)
from tilewright.kinds.polygons.surd import ZERO, Point, Surd, field_degree, parse_ring
from tilewright.lattice import Atom
from tilewright.puzzle.board import Board
from tilewright.puzzle.placement import Placement, digest
from tilewright.puzzle.puzzle import Puzzle, TilingText

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

    from tilewright.puzzle.puzzle import Checkers, Compiled, DirectSearch, Hints, Picture, Reasons, Tiling
    from tilewright.puzzle.table import PlacementRow

MOST_PIECES = 60


@dataclass(frozen=True)
class PolygonPiece:
    """A piece.

    corners: the corners, counterclockwise and none of them straight.
    copies:  how many copies there are; all are used.
    flip:    whether the piece may be turned over.
    color:   the color in pictures; "" for one of the palette.
    """

    name: str
    corners: Corners
    copies: int = 1
    flip: bool = True
    color: str = ""

    @property
    def area(self) -> Surd:
        """The area of one copy."""
        return twice_area(self.corners) / 2

    @cached_property
    def sides_up(self) -> tuple[Corners, ...]:
        """The corners and, if the piece may be flipped to a different shape, those of its mirror image."""
        other = mirrored(self.corners)
        same = not self.flip or corners_of_motion(self.corners, other, False)
        return (self.corners,) if same else (self.corners, other)

    def is_like(self, other: PolygonPiece) -> bool:
        """Return whether both pieces may lie in the same places."""
        if len(self.sides_up) != len(other.sides_up):
            return False
        return corners_of_motion(self.corners, other.corners, len(self.sides_up) == 2) is not None


@dataclass(frozen=True)
class PolygonBoard(Board):
    """A board without cells: a region with counterclockwise outer rings and clockwise holes."""

    corners: tuple[Corners, ...] = ()

    def __post_init__(self) -> None:
        """Skip the checks of `Board`, which are about cells."""

    @property
    def rings(self) -> tuple[tuple[tuple[float, float], ...], ...]:
        return tuple(tuple((float(x), -float(y)) for x, y in ring) for ring in self.corners)

    @property
    def polygon(self) -> BaseGeometry:
        return region_shape(self.corners)

    @property
    def area(self) -> float:
        return float(region_area(self.corners))

    @property
    def extent(self) -> tuple[int, ...]:
        return tuple(
            max(1, round(max(values) - min(values)))
            for values in ([float(point[axis]) for ring in self.corners for point in ring] for axis in (1, 0))
        )

    def __str__(self) -> str:
        return "\n".join(f"board: {ring_text(ring)}" for ring in self.corners)


@dataclass(frozen=True)
class PolygonPlacement(Placement):
    """A placed piece: the exact position of each of its corners, in the order in which the piece lists them."""

    corners: Corners = ()

    @property
    def corners_ccw(self) -> Corners:
        """The corners, counterclockwise."""
        return counterclockwise(self.corners)

    @property
    def place(self) -> tuple[object, ...]:
        return place_of(self.corners)

    def region(self, board: Board) -> BaseGeometry:
        return region_shape([self.corners_ccw])

    @property
    def id(self) -> str:
        (x, y), (u, v) = self.corners[:2]  # the angle is rounded, so two exact corners identify the place
        return f"{self.piece}@{x},{y},{u},{v}/{self.motion}"


@dataclass(frozen=True)
class Polygons(Puzzle):
    """A region to be filled with pieces, each turned by any angle and, if allowed, flipped.

    rings:  the rings of the region: outer ones counterclockwise, then holes clockwise.
    pieces: the pieces, all of which must be used.
    pinned: placements that every tiling contains.
    moved:  the largest distance by which corners of SVG paths were moved to be exact; negative if there were no paths.

    Raises NotationError for a missing board or piece and for equal names, and LimitError for too many pieces.

    >>> from tilewright import load, solve
    >>> puzzle = load({"kind": "polygons", "board": {"square": 2}, "piece": [{"name": "A", "corners": "0 0, 2 0, 0 2", "copies": 2}]})
    >>> print(solve(puzzle)[0])
    A: -1 -1, 1 -1, -1 1
    A: 1 1, -1 1, 1 -1
    """

    kind = "polygons"
    title = "polygon puzzle"
    owner_word = "piece"
    rules: ClassVar[dict[str, str]] = {
        **Puzzle.rules,
        "name": "every placement is of a piece of the puzzle",
        "shape": "every placement is its piece, moved, and flipped only where it may be",
        "copies": "every piece is used as often as there are copies",
        "pin": "pinned pieces are there",
    }

    rings: tuple[Corners, ...]
    pieces: tuple[PolygonPiece, ...]
    pinned: tuple[PolygonPlacement, ...] = ()
    name: str = field(default="", compare=False)
    moved: float = field(default=-1.0, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", printable(self.name, TITLE))
        if not self.rings or not self.pieces:
            raise NotationError("a polygon puzzle needs a board and pieces: expected one of each at least")
        object.__setattr__(self, "rings", _in_order(self.rings))
        names = [piece.name for piece in self.pieces]
        if twice := [name for name in names if names.count(name) > 1]:
            raise NotationError(f"two pieces are called {quote(twice[0])}: expected each name once")
        if sum(piece.copies for piece in self.pieces) > MOST_PIECES:
            raise LimitError(f"more than {MOST_PIECES} pieces: expected fewer")

    @cached_property
    def board(self) -> Board:
        """The region, as a board without cells."""
        return PolygonBoard((), corners=self.rings)

    @cached_property
    def digest(self) -> str:
        pieces = [(piece.name, _texts(piece.corners), piece.copies, piece.flip) for piece in self.pieces]
        pins = sorted((pin.piece, _texts(pin.corners)) for pin in self.pinned)
        return digest("polygons", [_texts(ring) for ring in self.rings], pieces, pins)

    @property
    def piece_names(self) -> tuple[str, ...]:
        return tuple(piece.name for piece in self.pieces)

    def piece(self, name: str) -> PolygonPiece:
        """Return the piece with this name.

        Raises NotationError if there is none.
        """
        for piece in self.pieces:
            if piece.name == name:
                return piece
        raise NotationError(f"no piece {quote(name)}: expected one of {quote(', '.join(self.piece_names))}")

    def copies_of(self, name: str) -> tuple[int, int]:
        copies = self.piece(name).copies
        return copies, copies

    @property
    def pinned_placements(self) -> tuple[Placement, ...]:
        return self.pinned

    @cached_property
    def field_text(self) -> str:
        """The field of all lengths and corners, e.g. `Q(sqrt(2)), degree 2`."""
        found = {radicand for number in self._numbers() for radicand, _ in number.terms} - {1}
        degree = field_degree(found)
        return f"Q({', '.join(f'sqrt({m})' for m in sorted(found))}), degree {degree}" if found else "Q, degree 1"

    def _numbers(self) -> Iterable[Surd]:
        for ring in (*self.rings, *(piece.corners for piece in self.pieces)):
            for before, corner in sides_of(ring):
                yield from corner
                side = difference(corner, before)
                if (length := dot(side, side).sqrt()) is not None:
                    yield length

    def with_placements(self, placements: Iterable[Placement]) -> Polygons:
        pinned = {(pin.piece, pin.place): pin for pin in (*self.pinned, *placements)}
        for fault in self.checkers.rule_faults(tuple(pinned.values()), True):
            raise NotationError(f"what is pinned breaks a rule: {fault.text}")
        return replace(self, pinned=tuple(pin for pin in pinned.values() if isinstance(pin, PolygonPlacement)))

    def placement(self, name: str, atoms: Iterable[Atom]) -> Placement:
        raise NotationError(f"a {self.title} has no cells: expected the corners of piece {quote(name)}")

    def read_row(self, row: PlacementRow) -> Placement:
        return self.placement(row.piece, ()) if row.corners is None else self.placement_at(row.piece, row.corners)

    def placement_at(self, name: str, corners: Sequence[Sequence[object]]) -> PolygonPlacement:
        """Return the placement of a piece with these corners.

        If the corners are not an image of the piece, they are kept as they are, and the check reports them.
        """
        ring = parse_ring(corners)
        piece = next((piece for piece in self.pieces if piece.name == name), None)
        ring = counterclockwise(ring)
        found = piece and corners_of_motion(piece.corners, ring, piece.flip)
        if not found:
            return PolygonPlacement(name, (), "?", corners=ring)
        lying, angle, flipped = found
        return PolygonPlacement(name, (), f"{angle:.6g}{'f' * flipped}", corners=lying)

    def placement_row(self, placement: Placement) -> dict[str, Any]:
        assert isinstance(placement, PolygonPlacement)
        return {"piece": placement.piece, "id": placement.id, "corners": _texts(placement.corners)}

    @classmethod
    def from_table(cls, data: object, text: str) -> Polygons:
        from tilewright.kinds.polygons.table import read_table

        return read_table(data, text)

    def to_table(self) -> dict[str, Any]:
        from tilewright.kinds.polygons.table import write_table

        return write_table(self)

    @property
    def text(self) -> PolygonText:
        return PolygonText(self)

    def __str__(self) -> str:
        lines = [f"{self.board}, area {region_area(self.rings)}", f"numbers: {self.field_text}"]
        if self.moved >= 0:
            lines.append(f"corners of SVG paths were moved by {self.moved:.2g} at most")
        for piece in self.pieces:
            copies = f" x{piece.copies}" if piece.copies > 1 else ""
            lines.append(f"{piece.name}{copies}{'' if piece.flip else ' (not flipped)'}: {ring_text(piece.corners)}")
        return "\n".join(lines)

    def _compile(self, labelled: bool, deadline: Deadline) -> Compiled:
        from tilewright.kinds.polygons.compile import compile_puzzle

        return compile_puzzle(self, labelled, deadline)

    def direct_search(self, labelled: bool = False) -> DirectSearch | None:
        if labelled:
            return None
        from tilewright.kinds.polygons.compile import PolygonSearch

        return PolygonSearch(self)

    @property
    def picture(self) -> Picture:
        from tilewright.kinds.polygons.picture import PolygonPicture

        return PolygonPicture(self)

    @property
    def reasons(self) -> Reasons:
        from tilewright.kinds.polygons.reasons import PolygonReasons

        return PolygonReasons(self)

    @property
    def hints(self) -> Hints:
        from tilewright.kinds.polygons.reasons import PolygonHints

        return PolygonHints(self)

    @property
    def checkers(self) -> Checkers:
        from tilewright.kinds.polygons.check import PolygonCheckers

        return PolygonCheckers(self)


class PolygonText(TilingText):
    """Tilings as text: a line with the name and the corners of each piece."""

    puzzle: Polygons

    def draw(self, tiling: Tiling) -> str:
        lines = (placement for placement in tiling.placements if isinstance(placement, PolygonPlacement))
        return "\n".join(f"{placement.piece}: {ring_text(placement.corners)}" for placement in lines)

    @property
    def rows(self) -> int:
        """The number of lines, one for each piece."""
        return sum(piece.copies for piece in self.puzzle.pieces)

    def parse(self, text: str) -> tuple[Placement, ...]:
        found: list[Placement] = []
        for line in filter(str.strip, text.split("\n")):
            name, colon, corners = line.strip().rpartition(": ")
            if not colon:
                raise NotationError(f"{quote(line[:40])}: expected a piece and its corners, as `A: 0 0, 1 0, 0 1`")
            if name not in self.puzzle.piece_names:
                name = self._name_by_shape(corners, Counter(placement.piece for placement in found)) or name
            found.append(self.puzzle.placement_at(name, corners))
        return tuple(found)

    def _name_by_shape(self, corners: str, used: Mapping[str, int]) -> str:
        """Return the name of a piece with these corners and an unused copy; "" if there is none.

        This is for drawings that name the pieces differently.
        """
        ring = counterclockwise(parse_ring(corners))
        fitting = (piece for piece in self.puzzle.pieces if corners_of_motion(piece.corners, ring, piece.flip))
        return next((piece.name for piece in fitting if used[piece.name] < piece.copies), "")


def _in_order(rings: Iterable[Corners]) -> tuple[Corners, ...]:
    """Return the rings of a region in canonical order: outer ones first, each from its least corner."""
    from_least = sorted(map(rotated, rings))
    holes = [twice_area(ring).sign() < 0 for ring in from_least]
    outer, inner = (
        [ring for ring, hole in zip(from_least, holes, strict=True) if hole is each] for each in (False, True)
    )
    return (*outer, *inner)


def _texts(ring: Sequence[Point]) -> list[list[str]]:
    return [[str(x), str(y)] for x, y in ring]


def region_area(rings: Sequence[Corners]) -> Surd:
    """Return the area of a region."""
    return sum(map(twice_area, rings), ZERO) / 2


def region_shape(rings: Sequence[Corners]) -> BaseGeometry:
    """Return a region as a shapely geometry, with floats."""
    import shapely

    simple = chain.from_iterable(map(simple_rings, rings))
    shapes = [shapely.Polygon([(float(x), float(y)) for x, y in ring]) for ring in simple]
    return reduce(shapely.symmetric_difference, shapes)  # a ring inside a hole is part of the region again


def place_of(ring: Corners) -> tuple[str, ...]:
    """Return a key that is equal for all orders of a polygon's ring and different for other polygons.

    The set of corners would not be enough, because two polygons that are not convex can share it.
    """
    return tuple(f"{x} {y}" for x, y in rotated(counterclockwise(ring)))


def ring_text(ring: Sequence[Point]) -> str:
    """Return corners as text that `parse_ring` reads."""
    return ", ".join(f"{x} {y}" for x, y in ring)
