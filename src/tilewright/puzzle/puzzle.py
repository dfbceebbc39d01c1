"""A puzzle: pieces, a board, and pinned placements."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from tilewright.errors import NotationError, quoted
from tilewright.lattice import Atom, Lattice, lattice
from tilewright.pieces import Piece, select
from tilewright.puzzle.board import Board
from tilewright.puzzle.digest import digest
from tilewright.puzzle.size import least_cells, refuse_too_large

if TYPE_CHECKING:
    from tilewright.puzzle.compile import Compiled


@dataclass(frozen=True)
class Pin:
    """A placement that every tiling must contain: a piece's name and the atoms it covers."""

    piece: str
    atoms: tuple[Atom, ...]


@dataclass(frozen=True)
class Puzzle:
    """Pieces that must fill a board. `name` is a title and no part of the puzzle's identity."""

    board: Board
    pieces: tuple[Piece, ...]
    pinned: tuple[Pin, ...] = ()
    name: str = field(default="", compare=False)

    def __post_init__(self) -> None:
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
        for pin in self.pinned:
            self._check_pin(pin)

    def _check_pin(self, pin: Pin) -> None:
        piece = self.piece(pin.piece)
        outside = set(pin.atoms) - {*self.board.atoms, *self.board.optional}
        if outside:
            raise NotationError(f"pinned piece {pin.piece} covers {min(outside)}, which is not on the board")
        if self.grid.normal(pin.atoms) not in piece.kind:
            raise NotationError(f"pinned cells {list(pin.atoms)} are no allowed position of piece {pin.piece}")

    @classmethod
    def parse(cls, notation: str) -> Puzzle:
        """A puzzle from the short notation `PIECES@BOARD`, e.g. `FNPUV@5x5`."""
        pieces_text, at, board_text = notation.strip().rpartition("@")
        if not at or not pieces_text or not board_text:
            raise NotationError(f"{quoted(notation)}: expected PIECES@BOARD, e.g. FNPUV@5x5 or tetrominoes*@8x7")
        pieces = select(pieces_text)
        # Whole seconds before the board's cells are made.
        refuse_too_large({piece.kind for piece in pieces}, least_cells(board_text))
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

    def pinning(self, pins: tuple[Pin, ...]) -> Puzzle:
        """The puzzle with these placements required as well."""
        return replace(self, pinned=(*self.pinned, *pins))

    def compile(self, labelled: bool = False) -> Compiled:
        """The exact cover whose solutions are the tilings."""
        from tilewright.puzzle.compile import compile_puzzle

        return compile_puzzle(self, labelled)

    def __str__(self) -> str:
        return "\n\n".join(
            [f"{self.name}".strip() or "puzzle", str(self.board), *(f"{p.name}\n{p}" for p in self.pieces)]
        )

    def _repr_svg_(self) -> str:
        from tilewright.render.svg import puzzle_svg

        return puzzle_svg(self)
