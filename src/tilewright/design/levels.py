"""Block levels in the manner of Doodle Fit: a shape cut into blocks that go back in one way only, without turning.

Blocks grow cell by cell from random seeds, the smaller ones rather than the larger, until the shape is full. Cuts whose
solution is not unique, or not of the wanted difficulty, are thrown away. Integers only: a seed gives the same level
everywhere (unless a time limit strikes).
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from random import Random

from tilewright.cover.limit import Limit
from tilewright.errors import NotationError, TilewrightError
from tilewright.explain.difficulty import Rating, rate
from tilewright.explain.techniques import TIERS, Tier
from tilewright.lattice import Atom
from tilewright.lattice.square import LATTICE
from tilewright.pieces import Piece
from tilewright.puzzle import Board, Puzzle
from tilewright.puzzle.drawing import short_names
from tilewright.solve import solve

MOST_PIECES, MOST_CELLS = 60, 400
TRIES = 2000


@dataclass(frozen=True)
class Level:
    """A level with its rating (None where none was asked for); `reached` is False when it is only the nearest."""

    puzzle: Puzzle
    rating: Rating | None
    reached: bool = True


def random_shape(cells: int, rng: Random) -> Board:
    """A connected region: each new cell beside one there, the more neighbours it has the likelier."""
    region: set[Atom] = {(0, 0)}
    while len(region) < cells:
        edge = sorted(n for atom in region for n in LATTICE.adjacent(atom) if n not in region)
        region.add(edge[rng.randrange(len(edge))])
    return Board(tuple(region))


def make_level(
    board: Board | None,
    pieces: int,
    seed: int,
    unique: bool = True,
    difficulty: Tier | None = None,
    seconds: float | None = None,
    tries: int = TRIES,
) -> Level:
    """A level of `pieces` blocks on the board (None: a random shape of some 4 cells a block)."""
    if not 1 <= pieces <= MOST_PIECES:
        raise NotationError(f"{pieces} pieces: expected 1 to {MOST_PIECES}")
    if board is not None and not pieces <= len(board.atoms) <= MOST_CELLS:
        raise NotationError(
            f"a shape of {len(board.atoms)} cells: expected {pieces} (one a piece) to {MOST_CELLS} cells"
        )
    if board is not None and (board.lattice != "square" or board.optional):
        raise NotationError("the shape: expected whole squares, none of them optional")
    rng = Random(seed)
    end = None if seconds is None else time.perf_counter() + seconds
    nearest: tuple[int, Level] | None = None
    for _ in range(tries):
        if nearest and end is not None and time.perf_counter() > end:
            break
        shape = board or random_shape(4 * pieces, rng)
        puzzle = cut_blocks(shape, pieces, rng)
        if unique and not _is_unique(puzzle):
            continue
        if difficulty is None:
            return Level(puzzle, None)
        rating = rate(puzzle)
        far = abs(TIERS.index(rating.tier) - TIERS.index(difficulty))
        if nearest is None or far < nearest[0]:
            nearest = far, Level(puzzle, rating, reached=far == 0)
        if far == 0:
            break
    if nearest is None:
        raise TilewrightError(
            f"no level of {pieces} blocks with one solution in {tries} cuts: expected fewer or larger blocks"
        )
    return nearest[1]


def cut_blocks(board: Board, pieces: int, rng: Random) -> Puzzle:
    """The shape cut into connected blocks that may not be turned, named 0, 1, 2, ... by position."""
    cells = list(board.atoms)
    rng.shuffle(cells)
    owner = {cell: number for number, cell in enumerate(cells[:pieces])}
    sizes = [1] * pieces
    there = set(board.atoms)
    while len(owner) < len(there):
        edges = [
            (sizes[number], other, number)
            for cell, number in owner.items()
            for other in LATTICE.adjacent(cell)
            if other in there and other not in owner
        ]
        if not edges:
            raise NotationError("the shape is not connected: expected cells that hang together through edges")
        edges.sort()
        _, cell, number = edges[rng.randrange(max(1, len(edges) // 2))]
        owner[cell] = number
        sizes[number] += 1
    blocks: dict[int, list[Atom]] = {}
    for cell in board.atoms:
        blocks.setdefault(owner[cell], []).append(cell)
    named = zip(short_names(pieces), blocks.values(), strict=True)
    return Puzzle(board, tuple(Piece(name, tuple(atoms), motion="fixed") for name, atoms in named))


def _is_unique(puzzle: Puzzle) -> bool:
    found = solve(puzzle, 2, limit=Limit(nodes=200_000))
    return found.ended == "exhausted" and len(found.tilings) == 1
