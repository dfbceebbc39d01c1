"""Random covers and puzzles for tests: small, odd, and the same for the same seed."""

from __future__ import annotations

import random

from tilewright.exact_cover.problem import ExactCover
from tilewright.kinds import Packing, Shikaku
from tilewright.kinds.packing.puzzle import Pin
from tilewright.lattice import lattice
from tilewright.pieces import Piece
from tilewright.pieces.sets import polyforms
from tilewright.puzzle import Board

# Seeds of `random_puzzle` with 100 times as many tilings as any other: the reference lists them for minutes.
HEAVY = (12, 80)


def light_seeds(number: int) -> list[int]:
    """The first seeds of `random_puzzle` that the reference is soon done with."""
    return [seed for seed in range(number + len(HEAVY)) if seed not in HEAVY][:number]


def random_cover(seed: int) -> ExactCover:
    """Up to 8 items of every kind of bounds, up to 14 options; often solvable, often in many ways."""
    rng = random.Random(seed)
    bounds = [(1, 1)] * 6 + [(0, 1)] * 2 + [(0, 2), (1, 2), (2, 3), (0, None), (1, None), (2, 2), (0, 0)]
    plain = rng.random() < 0.4
    chosen = [(1, 1) if plain else rng.choice(bounds) for _ in range(rng.randint(1, 8))]
    options = []
    for _ in range(rng.randint(0, 14)):
        items = rng.sample(range(len(chosen)), rng.randint(1, min(3, len(chosen))))
        option = []
        for item in items:
            hi = chosen[item][1]
            option += [item] * (2 if (hi is None or hi > 1) and rng.random() < 0.25 else 1)
        options.append(tuple(sorted(option)))
    return ExactCover(tuple(lo for lo, _ in chosen), tuple(hi for _, hi in chosen), tuple(options))


def random_region(rng: random.Random, lattice_name: str, cells: int) -> list[tuple[int, ...]]:
    """A connected region of polyform blocks of a lattice."""
    grid = lattice(lattice_name)
    region = {grid.join((0,) * grid.dimension, kind) for kind in rng.choice(grid.blocks)}
    for _ in range(cells - 1):
        edge = sorted({n for atom in region for n in grid.adjacent(atom)} - region)
        cell, kind = grid.split(rng.choice(edge))
        blocks = [[grid.join(cell, k) for k in kinds] for kinds in grid.blocks if kind in kinds]
        free = [block for block in blocks if region.isdisjoint(block)]
        if free:
            region.update(rng.choice(free))
    return sorted(region)


def random_puzzle(seed: int, lattices: tuple[str, ...] = ("square", "halfsquare")) -> Packing:
    """A small board and pieces with every rule there is: motions, copies, optional cells, pins."""
    rng = random.Random(seed)
    name = rng.choice(lattices)
    grid = lattice(name)
    if rng.random() < 0.5:
        sides = [rng.randint(1, 3) for _ in range(grid.dimension - 1)] + [rng.randint(2, 4)]
        board = Board.of_size("x".join(map(str, sides)), name)
    else:
        board = Board(tuple(random_region(rng, name, rng.randint(4, 11))), lattice=name)
    if rng.random() < 0.3 and len(board.atoms) > 4:
        optional = tuple(rng.sample(board.atoms, rng.randint(1, 3)))
        board = Board(tuple(atom for atom in board.atoms if atom not in optional), optional, name)
    pieces = []
    for number in range(rng.randint(1, 4)):
        shape = rng.choice(polyforms(name, rng.randint(1, 3)))
        copies = rng.choice([(1, 1), (1, 1), (0, None), (0, 2), (1, 2), (2, 2), (0, 1), (1, None), (1, 3)])
        pieces.append(Piece("ABCD"[number], shape, name, copies, rng.choice(["free", "turn", "fixed"])))
    puzzle = Packing(board, tuple(pieces))
    return _with_pin(puzzle, rng) if rng.random() < 0.25 else puzzle


def _with_pin(puzzle: Packing, rng: random.Random) -> Packing:
    compiled = puzzle.compile()
    if not compiled.cover.options:
        return puzzle
    placement = compiled.placement(rng.randrange(len(compiled.cover.options)))
    return puzzle.with_pins((Pin(placement.piece, placement.atoms),))


def random_shikaku(seed: int) -> Shikaku:
    """A small grid with clues of a random division, some moved, some unknown, some wrong, some pinned."""
    rng = random.Random(seed)
    rows, columns = rng.randint(1, 5), rng.randint(1, 6)
    free = {(r, c) for r in range(rows) for c in range(columns)}
    rects = []
    while free:
        top, left = min(free)
        sizes = [(h, w) for h in range(1, 4) for w in range(1, 4) if _block(top, left, h, w) <= free]
        height, width = rng.choice(sizes)
        rects.append((top, left, height, width))
        free -= _block(top, left, height, width)
    clues = []
    for top, left, height, width in rects:
        value = rng.choice([height * width] * 8 + [None] * 2 + [rng.randint(1, 4)] * (seed % 3 == 0))
        clues.append((top + rng.randrange(height), left + rng.randrange(width), value))
    fits = clues[0][2] in (None, rects[0][2] * rects[0][3])  # else no division has it, and it is refused
    pinned = tuple(rects[:1]) if rng.random() < 0.2 and fits else ()
    return Shikaku(rows, columns, tuple(clues), pinned)


def _block(top: int, left: int, height: int, width: int) -> set[tuple[int, int]]:
    return {(top + r, left + c) for r in range(height) for c in range(width)}


LATTICES = ("square", "halfsquare", "triangular", "hexagonal", "cubic")
