"""A piece: a shape on a lattice, how it may move, and how many of it there are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Any

from tilewright.errors import LimitError, NotationError, argument_error, check_whole, controls_terminal, quote
from tilewright.lattice import Atom, Lattice, Motion, Vector, lattice
from tilewright.lattice import lattice as lattice_called
from tilewright.pieces.text import atoms_of_rows, draw_cells, parse_shape

Copies = tuple[int, int | None]
PaintRules = tuple[tuple[Atom, tuple[str, ...]], ...]

LONGEST_NAME = 100  # characters
# Of one piece: its motions are made in Python, in about a second, which no limit of time interrupts.
MOST_ATOMS = 100_000
MOST_KEPT_ATOMS = 64  # of a shape whose orientations are kept for the next piece of that shape
MOST_COPIES = 1_000_000  # as many as a board may have cells
MOTIONS = ("free", "turn", "fixed")


@dataclass(frozen=True)
class Piece:
    """A shape with its rules of motion and its number of copies.

    name:    shown in drawings and ids; no white space and none of `@ / # .`.
    atoms:   the atoms of the shape; kept in normal position (bounding box at 0, sorted).
    lattice: the name of its lattice.
    copies:  (fewest, most) to be used; most is None when there is any number.
    motion:  "free" (turn and flip), "turn", "fixed", or the names of the allowed motions; "" is what is usual on the
             lattice: free in the plane, turn in space.
    color:   a CSS color, or None for one from the palette.
    allowed_paints: atoms that may lie only on some of the board's paints (and on what is not painted), with those paints.

    Raises NotationError for a name, a motion or a shape (empty, not edge-connected) that cannot be, LimitError for a
    shape of more than MOST_ATOMS atoms.

    >>> piece = Piece.parse("##.\\n.##", "Z")
    >>> print(piece)
    ##.
    .##
    >>> [motion for motion, atoms in piece.orientations]
    ['0', '90', '0f', '90f']
    >>> Piece("I", ((0, 0), (0, 1)), motion="fixed").copies
    (1, 1)
    """

    name: str
    atoms: tuple[Atom, ...]
    lattice: str = "square"
    copies: Copies = (1, 1)
    motion: str | tuple[str, ...] = ""
    color: str | None = None
    allowed_paints: PaintRules = ()

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise argument_error("name", self.name, 'a name, e.g. "F"', False)
        if not self.name or any(c.isspace() or c in "@/#." for c in self.name):
            raise NotationError(
                f"piece name {quote(self.name)}: expected characters other than white space and @ / # ."
            )
        if len(self.name) > LONGEST_NAME or any(map(controls_terminal, self.name)):
            raise NotationError(
                f"piece name {quote(self.name)}: expected at most {LONGEST_NAME} characters, none of them control characters"
            )
        self._check_atoms()
        if len(self.atoms) > MOST_ATOMS:
            raise LimitError(
                f"piece {quote(self.name)} has {len(self.atoms):,} cells or parts of cells: expected at most {MOST_ATOMS:,}"
            )
        if not self.atoms:
            raise NotationError(f"piece {self.name!r} has no cells")
        if len(set(self.atoms)) != len(self.atoms):
            raise NotationError(f"piece {self.name!r} has a cell twice")
        lo, hi = self._checked_copies()
        if hi is not None and hi < max(lo, 1):
            raise NotationError(f"piece {self.name!r}: copies {lo} to {hi}: expected 0 <= fewest <= most, most >= 1")
        object.__setattr__(self, "motion", self.motion or self.grid.default_motion)
        _motions(self.grid, self.motion, ())
        if not {atom for atom, _ in self.allowed_paints} <= set(self.atoms):
            raise NotationError(f"piece {self.name!r}: allowed paints of cells that it does not have")
        plane = self.grid.plane
        back = tuple(-v for v in plane.origin(self.atoms))
        object.__setattr__(self, "allowed_paints", tuple(sorted(_moved(plane, self.allowed_paints, back))))
        shape = _normal_shape if len(self.atoms) <= MOST_KEPT_ATOMS else _normal_shape.__wrapped__
        atoms, connected = shape(plane.name, self.atoms)
        object.__setattr__(self, "atoms", atoms)
        if not connected:
            raise NotationError(
                f"piece {self.name!r} is not connected through edges: parts that touch at corners are several pieces"
            )

    def _check_atoms(self) -> None:
        """Raise ArgumentError unless these are tuples of the lattice: rows of 0 and 1 would be read as other cells."""
        length = self.grid.dimension + (self.grid.slot_count > 1)
        if not isinstance(self.atoms, tuple | list) or not all(
            isinstance(atom, tuple) and len(atom) == length and all(type(number) is int for number in atom)
            for atom in self.atoms
        ):
            names = (*("layer", "row", "column")[-self.grid.dimension :], "kind")[:length]
            expected = f"tuples ({', '.join(names)}); rows of 0 and 1 are for Piece.from_rows"
            raise argument_error("atoms", self.atoms, expected, False)

    def _checked_copies(self) -> Copies:
        if not isinstance(self.copies, tuple) or len(self.copies) != 2:
            raise argument_error("copies", self.copies, "(fewest, most)", False)
        lo, hi = self.copies
        check_whole("copies: fewest", lo, 0, MOST_COPIES)
        check_whole("copies: most", hi, 0, MOST_COPIES, optional=True)
        return lo, hi

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
    ) -> Piece:
        """Parse a drawing, one character a cell, or in 0 and 1; the other arguments are fields of Piece.

        Raises NotationError quoting the line that is wrong.

        >>> Piece.parse("###", "I", motion="fixed").atoms
        ((0, 0), (0, 1), (0, 2))
        """
        return cls(name, parse_shape(drawing, lattice), lattice, copies, motion, color, allowed_paints)

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
    ) -> Piece:
        """Make a piece of whole cells from rows of 0 and 1, of a solid from layers of such rows.

        Raises NotationError for anything else: rows of different lengths, coordinates.

        >>> print(Piece.from_rows([[1, 1], [0, 1]]))
        ##
        .#
        """
        return cls(name, atoms_of_rows(lattice_called(lattice), rows), lattice, copies, motion, color)

    def __str__(self) -> str:
        return draw_cells(self.atoms, self.lattice)

    def _repr_svg_(self) -> str:
        from tilewright.render.svg import piece_svg  # drawing, for notebooks alone

        return piece_svg(self)

    def __len__(self) -> int:
        return len(self.cells)

    def __iter__(self) -> Iterator[Atom]:
        return iter(self.cells)

    def __contains__(self, cell: object) -> bool:
        return cell in self.cells or cell in self.atoms

    @property
    def cells(self) -> tuple[Atom, ...]:
        """The cells, sorted: the atoms themselves where each is a cell, else the places of which it has a part."""
        return tuple(dict.fromkeys(map(self.grid.cell, self.atoms)))

    @property
    def grid(self) -> Lattice:
        """The lattice the piece is on."""
        return lattice(self.lattice)

    @cached_property
    def orientations(self) -> tuple[tuple[str, tuple[Atom, ...]], ...]:
        """The distinct results of the allowed motions: (name of the first motion that gives it, atoms).

        On a wrapped lattice those are left out in which the piece would overlap itself.
        """
        find = _orientations if len(self.atoms) <= MOST_KEPT_ATOMS else _orientations.__wrapped__
        return find(self.lattice, self.motion, self.atoms)

    @cached_property
    def forms(self) -> tuple[tuple[Atom, ...], ...]:
        """The atoms of every orientation, sorted: pieces that move alike have the same."""
        return tuple(sorted(atoms for _, atoms in self.orientations))

    @cached_property
    def paint_variants(self) -> dict[tuple[Atom, ...], dict[PaintRules, str]]:
        """For each orientation, the paints its atoms may then lie on, each with the first motion that gives them."""
        found: dict[tuple[Atom, ...], dict[PaintRules, str]] = {}
        for motion in _motions(self.grid, self.motion, self.atoms):
            moved = [self.grid.apply(motion, atom) for atom in self.atoms]
            turned = [(self.grid.apply(motion, atom), paints) for atom, paints in self.allowed_paints]
            if len(shape := self.grid.normalize(moved)) < len(moved):
                continue  # it overlaps itself
            for corner in self.grid.corners_of(moved):
                allowed_paints = tuple(sorted(_moved(self.grid, turned, tuple(-v for v in corner))))
                found.setdefault(shape, {}).setdefault(allowed_paints, motion.name)
        return found

    def allowed_motion(self, atoms: Sequence[Atom], paint: Mapping[Atom, str]) -> str | None:
        """Return the motion in which the piece may cover these atoms of a board with this paint; None if it may not."""
        grid = self.grid
        place = grid.corners_of(atoms)[0]
        for allowed_paints, motion in self.paint_variants.get(grid.normalize(atoms), {}).items():
            if all(atom not in paint or paint[atom] in paints for atom, paints in _moved(grid, allowed_paints, place)):
                return motion
        return None

    @property
    def equivalence_key(self) -> object:
        """What makes pieces indistinguishable: the set of orientations with their allowed paints."""
        return tuple(sorted((atoms, tuple(sorted(each))) for atoms, each in self.paint_variants.items()))

    @property
    def area(self) -> float:
        """Size in cells; half a square counts 0.5."""
        return self.grid.area(len(self.atoms))

    def with_copies(self, lo: int, hi: int | None) -> Piece:
        """Return the same piece with another number of copies, `hi` None for no upper bound."""
        return replace(self, copies=(lo, hi))


# Programs load many puzzles of the same pieces: what is worked out of a small shape is kept.


@lru_cache(maxsize=4096)
def _normal_shape(lattice_name: str, atoms: tuple[Atom, ...]) -> tuple[tuple[Atom, ...], bool]:
    """The shape in normal position, and whether it is connected through edges."""
    grid = lattice(lattice_name)
    return grid.normalize(atoms), grid.is_connected(atoms)


@lru_cache(maxsize=4096)
def _orientations(
    lattice_name: str, motion: str | tuple[str, ...], atoms: tuple[Atom, ...]
) -> tuple[tuple[str, tuple[Atom, ...]], ...]:
    grid = lattice(lattice_name)
    found: dict[tuple[Atom, ...], str] = {}
    for each in _motions(grid, motion, atoms):
        found.setdefault(grid.image(each, atoms), each.name)
    return tuple((name, image) for image, name in found.items() if len(image) == len(atoms))


def _moved(
    grid: Lattice, allowed_paints: Iterable[tuple[Atom, tuple[str, ...]]], vector: Vector
) -> Iterator[tuple[Atom, tuple[str, ...]]]:
    for atom, paints in allowed_paints:
        (moved,) = grid.shift((atom,), vector)
        yield moved, paints


def _motions(grid: Lattice, motion: str | Iterable[str], atoms: Sequence[Atom]) -> tuple[Motion, ...]:
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
