"""Boards divided into connected blocks at random, and the moves that change a division by one cell."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tilewright.kinds import Packing
from tilewright.kinds.packing.letters import short_names
from tilewright.lattice import Atom
from tilewright.lattice.square import LATTICE
from tilewright.pieces import Piece
from tilewright.puzzle import Board


def random_shape(cells: int, rng: Random) -> Board:
    """Return a connected region of so many cells; a cell joins it the likelier the more neighbors it has there."""
    region: set[Atom] = {(0, 0)}
    while len(region) < cells:
        edge = sorted(n for atom in region for n in LATTICE.adjacent(atom) if n not in region)
        region.add(edge[rng.randrange(len(edge))])
    return Board(tuple(region))


@dataclass
class BlockPartition:
    """A board divided into connected blocks. owner: the number of each cell's block."""

    board: Board
    owner: dict[Atom, int]

    @classmethod
    def random(cls, board: Board, pieces: int, rng: Random) -> BlockPartition:
        """Return blocks grown cell by cell from random cells, the smaller ones rather than the larger."""
        cells = list(board.atoms)
        rng.shuffle(cells)
        owner = {cell: number for number, cell in enumerate(cells[:pieces])}
        sizes = [1] * pieces
        there = set(board.atoms)
        while len(owner) < len(there):
            edges = sorted(
                (sizes[number], other, number)
                for cell, number in owner.items()
                for other in LATTICE.adjacent(cell)
                if other in there and other not in owner
            )
            _, cell, number = edges[rng.randrange(max(1, len(edges) // 2))]
            owner[cell] = number
            sizes[number] += 1
        return cls(board, owner)

    def move(self, rng: Random) -> bool:
        """Move a random cell to a neighboring block, if its own stays connected and does not vanish. Return True if moved."""
        cell = self.board.atoms[rng.randrange(len(self.board.atoms))]
        mine = self.owner[cell]
        blocks = len(set(self.owner.values()))
        least = 2 if len(self.owner) >= 3 * blocks else 1  # single cells are no fun where there is room
        if sum(number == mine for number in self.owner.values()) <= least:
            return False
        near = sorted({self.owner[n] for n in LATTICE.adjacent(cell) if n in self.owner} - {mine})
        if not near or not LATTICE.is_connected(c for c, n in self.owner.items() if n == mine and c != cell):
            return False
        self.owner = {**self.owner, cell: near[rng.randrange(len(near))]}
        return True

    @property
    def puzzle(self) -> Packing:
        """The blocks, named 0, 1, 2, ... by position, on the board."""
        blocks: dict[int, list[Atom]] = {}
        for cell in self.board.atoms:
            blocks.setdefault(self.owner[cell], []).append(cell)
        named = zip(short_names(len(blocks)), blocks.values(), strict=True)
        return Packing(self.board, tuple(Piece(name, tuple(atoms), motion="fixed") for name, atoms in named))
