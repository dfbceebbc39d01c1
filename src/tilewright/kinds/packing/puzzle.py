"""A packing puzzle: pieces, a board, and pins."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar

from tilewright.errors import (
    TITLE,
    NotationError,
    as_tuple,
    check_instance,
    check_instances,
    check_whole_tuples,
    printable,
    quote,
)
from tilewright.exact_cover.limits import Deadline
from tilewright.lattice import Atom
from tilewright.pieces import Piece
from tilewright.puzzle.board import Board, least_cells, refuse_too_large
from tilewright.puzzle.placement import Placement, digest
from tilewright.puzzle.supplied import SuppliedPuzzle

if TYPE_CHECKING:
    from tilewright.kinds.packing.constraints import Constraint
    from tilewright.kinds.packing.text import PackingText
    from tilewright.puzzle.puzzle import CellModel, Checkers, Compiled, Hints, Picture, Reasons

PIECES = 'pieces, e.g. select("FNPUV")'


@dataclass(frozen=True, order=True)
class Pin:
    """A placement that every tiling must contain: the name of a piece and the atoms that it covers, sorted."""

    piece: str
    atoms: tuple[Atom, ...]

    def __post_init__(self) -> None:
        check_whole_tuples("atoms", self.atoms, "tuples of whole numbers, e.g. ((0, 0), (0, 1))")
        object.__setattr__(self, "atoms", tuple(sorted(self.atoms)))


def _in_space(size: str) -> str:
    """Return a size of rows and columns as a box with one layer, for flat pieces in space.

    For example, `5x11-r0c0` becomes `1x5x11-l0r0c0`.
    """
    if re.fullmatch(r"\d+x\d+(-r\d+c\d+(,r\d+c\d+)*)?", size, re.ASCII):
        return "1x" + re.sub(r"\br(?=\d)", "l0r", size)
    return size


@dataclass(frozen=True)
class Packing(SuppliedPuzzle[Piece]):
    """Pieces that must fill a board.

    board:  the board to be covered.
    pieces: pieces with different names, on the board's lattice.
    pinned: placements that every tiling contains, stored sorted and without duplicates.
    name:   a title, which is not part of the puzzle's identity.
    constraints: further conditions on every tiling; `where` adds them.
    groups: names of pieces that may stay together when a tiling is taken apart.

    Raises NotationError for pieces on another lattice, equal names, and pins that no tiling can have together.

    >>> puzzle = Packing.parse("FNPUV@5x5")
    >>> puzzle.board.area, puzzle.piece_names
    (25.0, ('F', 'N', 'P', 'U', 'V'))
    >>> Packing.parse("tetrominoes:O@2x2").lattice
    'square'
    """

    kind = "packing"
    text_format = "blocks"
    title = "puzzle"
    owner_word = "piece"
    rules: ClassVar[dict[str, str]] = {
        "off-board": "every placement lies on the board",
        "overlap": "no part of the board is covered twice",
        "uncovered": "every part that must be covered is covered",
        "name": "every placement bears the name of a piece",
        "shape": "every placement is an allowed orientation of its piece",
        "paint": "pieces lie only on paint they may cover",
        "copies": "every piece is used as often as its copies allow",
        "pin": "pinned pieces lie where they are pinned",
        "where": "every constraint is kept",
    }

    board: Board
    pieces: tuple[Piece, ...]
    pinned: tuple[Pin, ...] = ()
    name: str = field(default="", compare=False)
    constraints: tuple[Constraint, ...] = ()
    groups: tuple[tuple[str, ...], ...] = ()

    if TYPE_CHECKING:

        def __init__(
            self,
            board: Board,
            pieces: Iterable[Piece],
            pinned: Iterable[Pin] = (),
            name: str = "",
            constraints: Iterable[Constraint] = (),
            groups: Iterable[Iterable[str]] = (),
        ) -> None: ...

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", printable(self.name, TITLE))
        check_instance("board", self.board, Board, 'a Board, e.g. Board.of_size("5x5")')
        for each, expected in (("pieces", PIECES), ("pinned", "a list or tuple"), ("constraints", "a list or tuple")):
            object.__setattr__(self, each, as_tuple(each, getattr(self, each), expected))
        check_instances("pieces", self.pieces, Piece, PIECES)
        check_instances("pinned", self.pinned, Pin, "pins")
        if not self.pieces:
            raise NotationError("the puzzle has no pieces: expected at least one")
        if (plane := self.board.grid.plane.name) != self.board.lattice:
            object.__setattr__(self, "pieces", tuple(_laid_on(self.board, piece, plane) for piece in self.pieces))
        for piece in self.pieces:
            if piece.lattice != self.board.lattice:
                raise NotationError(
                    f"piece {piece.name} is on lattice {piece.lattice}: expected {self.board.lattice}, as the board"
                )
        self._check_names()
        object.__setattr__(self, "pinned", tuple(sorted(set(self.pinned))))
        if self.pinned:
            there, paint = {*self.board.atoms, *self.board.optional}, dict(self.board.paint)
            for pin in self.pinned:
                self._check_pin(pin, there, paint)
            self._check_pins_compatible()
        if self.constraints:
            from tilewright.kinds.packing.constraints import check_constraints

            check_constraints(self)
        groups = (as_tuple("a group", group, "names of pieces") for group in as_tuple("groups", self.groups, "lists"))
        object.__setattr__(self, "groups", tuple(groups))
        for name in (name for group in self.groups for name in group):
            if name not in self.by_name:
                raise NotationError(f"a group names {quote(str(name))}: expected one of {', '.join(self.piece_names)}")

    def _check_pin(self, pin: Pin, there: set[Atom], paint: dict[Atom, str]) -> None:
        piece = self.piece(pin.piece)
        if not pin.atoms:
            raise NotationError(f"pinned piece {pin.piece} has no cells: expected at least one")
        if outside := set(pin.atoms) - there:
            raise NotationError(f"pinned piece {pin.piece} covers {min(outside)}, which is not on the board")
        if self.grid.normalize(pin.atoms) not in piece.forms:
            cells = ", ".join(map(str, pin.atoms[:6])) + (", ..." if len(pin.atoms) > 6 else "")
            raise NotationError(f"pinned cells {cells}: expected an allowed position of piece {pin.piece}")
        if piece.allowed_paints and piece.allowed_motion(pin.atoms, paint) is None:
            raise NotationError(f"pinned piece {pin.piece} at {pin.atoms[0]} covers paint that it must not cover")

    @classmethod
    def parse(cls, notation: str) -> Packing:
        """Return the puzzle of the short notation `PIECES@BOARD`, e.g. `FNPUV@5x5`.

        Raises NotationError that quotes what is wrong, and LimitError for a board that is too large.

        >>> Packing.parse("tetrominoes*@8x7").pieces[0].copies
        (0, None)
        """
        pieces_text, at, board_text = notation.strip().rpartition("@")
        if not at or not pieces_text or not board_text:
            raise NotationError(f"{quote(notation)}: expected PIECES@BOARD, e.g. FNPUV@5x5 or tetrominoes*@8x7")
        from tilewright.pieces.sets import select

        pieces = select(pieces_text, lambda: Board.of_size(board_text).extent)
        if pieces[0].grid.dimension == 3 and all(len({atom[0] for atom in piece.atoms}) == 1 for piece in pieces):
            board_text = _in_space(board_text)
        # Refuse a large board before its cells are built, which would take seconds.
        refuse_too_large({piece.forms for piece in pieces}, least_cells(board_text, pieces[0].grid))
        return cls(Board.of_size(board_text, pieces[0].lattice), pieces, name=notation.strip())

    @property
    def lattice(self) -> str:
        return self.board.lattice

    @cached_property
    def digest(self) -> str:
        """A hash of everything that decides the answer, with the names of pieces and without titles and colors."""
        pieces = [(p.name, p.atoms, p.copies, sorted(p.orientations)) for p in self.pieces]
        pinned = sorted((pin.piece, pin.atoms) for pin in self.pinned)
        allowed_paints = [(p.name, p.allowed_paints) for p in self.pieces if p.allowed_paints]
        # Allowed paints distinguish equal shapes even if the board has no paint.
        paints: list[object] = [self.board.paint, allowed_paints] if allowed_paints else []
        if self.groups:
            paints.append(["groups", sorted(map(sorted, self.groups))])
        if self.constraints:
            paints.append(["where", sorted(each.text for each in self.constraints)])
        return digest("puzzle", self.lattice, self.board.atoms, self.board.optional, pieces, pinned, *paints)

    @property
    def supply(self) -> tuple[Piece, ...]:
        return self.pieces

    def piece(self, name: str) -> Piece:
        return self.named(name)

    @property
    def pinned_placements(self) -> tuple[Placement, ...]:
        return tuple(self.placement(pin.piece, pin.atoms) for pin in self.pinned)

    def with_placements(self, placements: Iterable[Placement]) -> Packing:
        return self.with_pins(tuple(Pin(placement.piece, placement.atoms) for placement in placements))

    def with_pins(self, pins: tuple[Pin, ...]) -> Packing:
        """Return the puzzle with these pins as well.

        Raises NotationError if they contradict its own.
        """
        return replace(self, pinned=(*self.pinned, *pins))

    def where(
        self,
        *sentences: str,
        each: Callable[[Placement], bool] | None = None,
        pair: Callable[[Placement, Placement], bool] | None = None,
    ) -> Packing:
        """Return the puzzle whose tilings also satisfy these constraints.

        sentences: such as "X touches the border", "F and N are not adjacent", "no two of one kind meet at a corner point",
                   "at most 2 of a kind"; docs/guides/constraints.md lists all forms.
        each: a function of a placement; placements for which it is false are excluded.
        pair: a function of two placements that do not overlap; they may lie together if it is true in both orders.

        Pieces of equal shape are told apart if a constraint names one of them or is a function. Raises NotationError
        that quotes a sentence with an unknown form, or with names or cells that the puzzle does not have.

        >>> from tilewright import count
        >>> puzzle = Packing.parse("FNPUV@5x5")
        >>> count(puzzle).value, count(puzzle.where("V covers r0c0")).value
        (16, 4)
        >>> count(puzzle.where(each=lambda placement: placement.piece != "V" or (0, 0) in placement)).value
        4
        """
        from tilewright.kinds.packing.constraints import parse_constraint, predicate

        added = (*map(parse_constraint, sentences), *predicate(each, pair))
        return replace(self, constraints=tuple(dict.fromkeys((*self.constraints, *added))))

    @property
    def told_apart(self) -> frozenset[str]:
        """The names of pieces that constraints distinguish from others of equal shape."""
        if any(each.is_predicate for each in self.constraints):
            return frozenset(self.piece_names)
        return frozenset(name for each in self.constraints for name in each.names)

    def with_colors(self, color_of: Callable[[Piece], str]) -> Packing:
        return replace(self, pieces=tuple(replace(piece, color=color_of(piece)) for piece in self.pieces))

    def with_every_kind(self) -> Packing:
        """Return the puzzle in which each piece is used at least once.

        >>> Packing.parse("tetrominoes*@8x7").with_every_kind() == Packing.parse("tetrominoes+@8x7")
        True
        """
        return replace(self, pieces=tuple(piece.used() for piece in self.pieces))

    def placement(self, name: str, atoms: Iterable[Atom]) -> Placement:
        """Return the placement of a piece on these atoms, with a motion that brings it there if there is one."""
        atoms, piece = tuple(sorted(atoms)), self.by_name.get(name)
        motion = None
        if piece is not None and piece.allowed_paints:
            motion = piece.allowed_motion(atoms, dict(self.board.paint))
        if piece is not None and motion is None:
            motion = piece.motions.get(self.grid.normalize(atoms))
        return Placement(name, atoms, motion or self.grid.motions[0].name, self.lattice)

    @cached_property
    def text(self) -> PackingText:
        from tilewright.kinds.packing.text import PackingText

        return PackingText(self)

    def labels(self) -> dict[str, str]:
        from tilewright.kinds.packing.letters import labels

        return labels(self)

    @classmethod
    def from_table(cls, data: object, text: str) -> Packing:
        from tilewright.kinds.packing.table import read_table

        return read_table(data, text)

    def to_table(self) -> dict[str, Any]:
        from tilewright.kinds.packing.table import to_table

        return to_table(self)

    def _compile(self, labelled: bool, deadline: Deadline) -> Compiled:
        from tilewright.kinds.packing.compile import compile_puzzle

        return compile_puzzle(self, labelled, deadline)

    @property
    def picture(self) -> Picture:
        from tilewright.kinds.packing.picture import PackingPicture

        return PackingPicture(self)

    @property
    def reasons(self) -> Reasons:
        from tilewright.kinds.packing.reasons import PackingReasons

        return PackingReasons(self)

    @property
    def hints(self) -> Hints:
        from tilewright.kinds.packing.reasons import PackingHints

        return PackingHints(self)

    @property
    def checkers(self) -> Checkers:
        from tilewright.kinds.packing.check import PackingCheckers

        return PackingCheckers(self)

    def cell_states(self) -> CellModel:
        """Return the formula of the Tetris-filling report.

        Raises NotationError for a puzzle that it cannot express. Any number of each piece must be allowed, without
        constraints.
        """
        from tilewright.kinds.packing.cell_states import check_puzzle, encode, margin_of

        if self.constraints:
            raise NotationError("cell states cannot hold constraints: expected the model of placements")
        check_puzzle(self)
        return encode(self, margin_of(self))

    def __str__(self) -> str:
        pieces = [f"{piece.name}\n{piece}" for piece in self.pieces]
        where = [f"where {each.text}" for each in self.constraints]
        return "\n\n".join([self.name.strip() or self.title, str(self.board), *pieces, *where])


def _laid_on(board: Board, piece: Piece, plane: str) -> Piece:
    """Return the piece, made for the plane, on a wrapped board.

    Raises NotationError if the piece must be used and always overlaps itself.
    """
    laid = replace(piece, lattice=board.lattice) if piece.lattice == plane else piece
    if laid.copies[0] and not laid.orientations:
        around = " and ".join(f"{period} {name}" for period, name in board.circumferences)
        raise NotationError(
            f"piece {piece.name} overlaps itself on a board that begins again after {around}: expected a wider board"
        )
    return laid
