"""Assemblies of pieces for tests of movement."""

from __future__ import annotations

import random
from itertools import product

import tilewright as tw


def assembly(pieces: list[list[tuple[int, ...]]], grid: str = "cubic") -> tw.Tiling:
    """The pieces A, B, ... where they lie."""
    atoms = tuple(sorted(atom for piece in pieces for atom in piece))
    board = tw.Board(atoms, (), grid)
    named = [(f"P{number}", tuple(piece)) for number, piece in enumerate(pieces)]
    puzzle = tw.Packing(board, (tw.Piece("P0", named[0][1][:1], grid, (0, None)),))
    return tw.Tiling(puzzle, tuple(tw.Placement(name, piece, "0", grid) for name, piece in named))


def random_pieces(rng: random.Random) -> list[list[tuple[int, ...]]]:
    """Up to four pieces of a random box, connected or not: pieces in several parts interlock more often."""
    while True:
        dimension = rng.choice((2, 3, 3))
        size = [rng.randint(2, 4) if dimension == 3 else rng.randint(3, 6) for _ in range(dimension)]
        pieces: list[list[tuple[int, ...]]] = [[] for _ in range(rng.randint(2, 4))]
        filled = rng.uniform(0.3, 1)
        for cell in product(*map(range, size)):
            if rng.random() < filled:
                rng.choice(pieces).append(cell)
        if all(pieces):
            return pieces
