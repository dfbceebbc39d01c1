"""The edges of a board by number, and which of them each cell has on which side."""

from __future__ import annotations

from dataclasses import dataclass

from tilewright.lattice import Atom
from tilewright.puzzle.board import Board

Side = tuple[int, bool] | None  # (number of the edge, whether its label is read from this cell); None at the border


@dataclass(frozen=True)
class BoardEdges:
    """The edges inside a board.

    pairs: for each edge its two atoms, sorted; the label is read from the first.
    sides: for each atom its sides, as labels stand on a tile.
    """

    pairs: tuple[tuple[Atom, Atom], ...]
    sides: dict[Atom, tuple[Side, ...]]


def board_edges(board: Board) -> BoardEdges:
    """Number the edges of a board.

    >>> edges = board_edges(Board.of_size("1x2"))
    >>> edges.pairs, edges.sides[0, 1]
    ((((0, 0), (0, 1)),), (None, None, None, (0, False)))
    """
    there = frozenset(board.atoms)
    pairs = tuple((atom, other) for atom in board.atoms for other in board.grid.adjacent(atom) if atom < other in there)
    numbers = {pair: number for number, pair in enumerate(pairs)}

    def side(atom: Atom, other: Atom) -> Side:
        if other not in there:
            return None
        return numbers[min(atom, other), max(atom, other)], atom < other

    sides = {atom: tuple(side(atom, other) for other in board.grid.adjacent(atom)) for atom in board.atoms}
    return BoardEdges(pairs, sides)
