"""The puzzles of the growth plots and of `limits.py`, as files and notations; made by fixed seeds."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import product
from pathlib import Path
from random import Random

from tilewright import Board, Packing, Piece, Shikaku, piece_set
from tilewright.design.shikaku import USUAL, grid_isometries, puzzle_of, random_division
from tilewright.formats import burrtools, tables
from tilewright.kinds.shikaku import text as grid
from tilewright.lattice import Atom, lattice

# Sets of pentominoes -> board.
SETS = {1: "6x10", 2: "10x12", 3: "60x3", 5: "60x5", 8: "60x8", 12: "60x12", 16: "60x16"}


def shikaku(side: int, seed: int = 1) -> Shikaku:
    """A random division into rectangles of 2 to 12 cells, a clue anywhere in each; most are not unique."""
    rng = Random(seed)
    orbits = random_division(side, side, USUAL, grid_isometries(side, side, "C1"), rng)
    return puzzle_of(side, side, orbits, [rng.randrange(len(found.places)) for found in orbits])


def pentomino_sets(copies: int) -> Packing:
    """So many sets of the twelve pentominoes on a rectangle of their area."""
    pieces = tuple(piece.with_copies(copies, copies) for piece in piece_set("pentominoes").pieces)
    return Packing(Board.of_size(SETS[copies]), pieces)


def burr(seed: int = 1) -> Packing:
    """Six sticks of 2 x 2 x 6 in three crossing pairs; each cell that two of them claim goes to either, by a coin."""
    rng = Random(seed)
    sticks = [_stick(axis, side) for axis in range(3) for side in range(2)]
    every = tuple(sorted(set().union(*sticks)))
    while True:  # until each stick hangs together: a few tosses
        owners = {cell: rng.choice([number for number in range(6) if cell in sticks[number]]) for cell in every}
        shapes = [tuple(cell for cell in every if owners[cell] == number) for number in range(6)]
        if all(lattice("cubic").is_connected(shape) for shape in shapes):
            break
    pieces = (Piece(name, shape, lattice="cubic") for name, shape in zip("ABCDEF", shapes, strict=True))
    return Packing(Board(every, lattice="cubic"), tuple(pieces))


def _stick(axis: int, side: int) -> set[Atom]:
    """One of the two sticks along an axis, in a cube of six."""
    ranges = [range(6), range(1 + 2 * side, 3 + 2 * side), range(2, 4)]
    return set(product(*(ranges[(place - axis) % 3] for place in range(3))))


def cover_text(options: int) -> str:
    """DLX text: dominoes on a strip three cells wide, five options for each three cells."""
    rows = options // 5
    names = [f"c{number}" for number in range(3 * rows)]
    pairs = [f"{names[place]} {names[place + 1]}" for place in range(3 * rows) if place % 3 < 2]
    pairs += [f"{names[place]} {names[place + 3]}" for place in range(3 * rows - 3)]
    return "\n".join([" ".join(names), *pairs]) + "\n"


def written(folder: Path) -> dict[str, str]:
    """Write what no notation can say, unless it is there already; name -> what the command line takes."""
    texts: dict[str, Callable[[], str]] = {
        **{f"shikaku-{side}": partial(_shikaku_text, side) for side in (100, 300, 1000)},
        **{f"sets-{copies}.json": partial(_sets_text, copies) for copies in SETS},
        "burr.xmpuzzle": lambda: burrtools.dump(burr()),
        "bedlam.xmpuzzle": lambda: burrtools.dump(Packing.parse("bedlam@4x4x4")),
        "million.dlx": lambda: cover_text(1_000_000),
    }
    for name, text in texts.items():
        if not (folder / name).exists():
            (folder / name).write_text(text(), encoding="ascii")
    return {name: str(folder / name) for name in texts}


def _shikaku_text(side: int) -> str:
    return grid.dump_grid(shikaku(side))


def _sets_text(copies: int) -> str:
    return tables.dump_json(pentomino_sets(copies))
