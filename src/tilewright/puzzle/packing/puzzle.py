"""A puzzle: pieces, a board, and pinned placements."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from tilewright.arguments import check_flag
from tilewright.cover.search.deadline import NEVER, Deadline
from tilewright.errors import TITLE, NotationError, printable, quoted
from tilewright.lattice import Atom, Lattice, lattice
from tilewright.pieces import Piece, select
from tilewright.puzzle.board import Board
from tilewright.puzzle.digest import digest
from tilewright.puzzle.packing.size import least_cells, refuse_too_large
from tilewright.puzzle.puzzle import Puzzle

if TYPE_CHECKING:
    from tilewright.puzzle.packing.compile import Compiled


@dataclass(frozen=True, order=True)
class Pin:
    """A placement that every tiling must contain: a piece's name and the atoms it covers, sorted."""

    piece: str
    atoms: tuple[Atom, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "atoms", tuple(sorted(self.atoms)))


@dataclass(frozen=True)
class Packing(Puzzle):
    """Pieces that must fill a board. `name` is a title and no part of the puzzle's identity.

    The pins are a set: they are kept sorted, each once. Pins that no tiling can have together are refused.
    """

    board: Board
    pieces: tuple[Piece, ...]
    pinned: tuple[Pin, ...] = ()
    name: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "name", printable(self.name, TITLE))
        if not self.pieces:
            raise NotationError("the puzzle has no pieces: expected at least one")
        for piece in self.pieces:
            if piece.lattice != self.board.lattice:
                raise NotationError(
                    f"piece {piece.name} is on lattice {piece.lattice}: expected {self.board.lattice}, as the board"
                )
        twice = [name for name, times in Counter(piece.name for piece in self.pieces).items() if times > 1]
        if twice:
            raise NotationError(f"two pieces are called {twice[0]!r}: expected names that differ")
        object.__setattr__(self, "pinned", tuple(sorted(set(self.pinned))))
        if self.pinned:
            self._check_pins()

    def _check_pins(self) -> None:
        there = {*self.board.atoms, *self.board.optional}
        paint = dict(self.board.paint)
        for pin in self.pinned:
            self._check_pin(pin, there, paint)
        self._check_pins_together()

    def _check_pins_together(self) -> None:
        owner: dict[Atom, Pin] = {}
        for pin in self.pinned:
            if (met := next((owner[atom] for atom in pin.atoms if atom in owner), None)) is not None:
                shared = min(set(pin.atoms) & set(met.atoms))
                raise NotationError(
                    f"pinned pieces {met.piece} and {pin.piece} overlap at {shared}: expected pins that are apart"
                )
            owner.update(dict.fromkeys(pin.atoms, pin))
        for name, times in Counter(pin.piece for pin in self.pinned).items():
            most = self.piece(name).copies[1]
            if most is not None and times > most:
                raise NotationError(f"piece {name} is pinned {times} times: expected at most its {most} copies")

    def _check_pin(self, pin: Pin, there: set[Atom], paint: dict[Atom, str]) -> None:
        piece = self.piece(pin.piece)
        if not pin.atoms:
            raise NotationError(f"pinned piece {pin.piece} has no cells: expected at least one")
        outside = set(pin.atoms) - there
        if outside:
            raise NotationError(f"pinned piece {pin.piece} covers {min(outside)}, which is not on the board")
        if self.grid.normal(pin.atoms) not in piece.kind:
            cells = ", ".join(map(str, pin.atoms[:6])) + (", ..." if len(pin.atoms) > 6 else "")
            raise NotationError(f"pinned cells {cells}: expected an allowed position of piece {pin.piece}")
        if piece.grounds and piece.fit(pin.atoms, paint) is None:
            raise NotationError(f"pinned piece {pin.piece} at {pin.atoms[0]} lies on a paint that it must not cover")

    @classmethod
    def parse(cls, notation: str) -> Packing:
        """A puzzle from the short notation `PIECES@BOARD`, e.g. `FNPUV@5x5`."""
        pieces_text, at, board_text = notation.strip().rpartition("@")
        if not at or not pieces_text or not board_text:
            raise NotationError(f"{quoted(notation)}: expected PIECES@BOARD, e.g. FNPUV@5x5 or tetrominoes*@8x7")
        pieces = select(pieces_text)
        # Whole seconds before the board's cells are made.
        refuse_too_large({piece.kind for piece in pieces}, least_cells(board_text, pieces[0].grid))
        return cls(Board.of_size(board_text, pieces[0].lattice), pieces, name=notation.strip())

    @property
    def lattice(self) -> str:
        """The name of the lattice."""
        return self.board.lattice

    @property
    def grid(self) -> Lattice:
        """The lattice."""
        return lattice(self.lattice)

    @cached_property
    def digest(self) -> str:
        """A hash of what decides the answer (names of pieces included, titles and colors not)."""
        pieces = [(p.name, p.atoms, p.copies, sorted(p.aspects)) for p in self.pieces]
        pinned = sorted((pin.piece, pin.atoms) for pin in self.pinned)
        grounds = [(p.name, p.grounds) for p in self.pieces if p.grounds]
        paints = [self.board.paint, grounds] if self.board.paint and grounds else []
        return digest("puzzle", self.lattice, self.board.atoms, self.board.optional, pieces, pinned, *paints)

    def piece(self, name: str) -> Piece:
        """The piece called `name`; NotationError lists the names there are."""
        for piece in self.pieces:
            if piece.name == name:
                return piece
        raise NotationError(f"no piece {name!r}: expected one of {', '.join(p.name for p in self.pieces)}")

    def pinning(self, pins: tuple[Pin, ...]) -> Packing:
        """The puzzle with these placements required as well; NotationError if they and its pins exclude each other."""
        return replace(self, pinned=(*self.pinned, *pins))

    def compile(self, labelled: bool = False, deadline: Deadline = NEVER) -> Compiled:
        """The exact cover whose solutions are the tilings; with `labelled`, pieces of equal shape are told apart."""
        from tilewright.puzzle.packing.compile import compile_puzzle

        check_flag("labelled", labelled)
        return compile_puzzle(self, labelled, deadline=deadline)

    def __str__(self) -> str:
        return "\n\n".join(
            [f"{self.name}".strip() or "puzzle", str(self.board), *(f"{p.name}\n{p}" for p in self.pieces)]
        )

    def _repr_svg_(self) -> str:
        from tilewright.render.svg import puzzle_svg

        return puzzle_svg(self)
