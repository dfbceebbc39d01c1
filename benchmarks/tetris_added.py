"""Tetris filling: clauses that follow from the formula, or keep one filling of each symmetry class, added one kind at a time.

    uv run python benchmarks/tetris_added.py --json docs/data/tetris-added.json

The formula is the report's, out-of-board states dropped. On boards that can be filled there are no conflicts to save; so
the same is asked of sets of kinds that fill nothing, where the solver has to work. CPU time of CaDiCaL's call alone,
the median of three runs; each "impossible" here is proven elsewhere, each filling is checked.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Set
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from tetris import cadical, median

from tilewright.cover.formula import Builder, Cnf, counter
from tilewright.kinds import Packing
from tilewright.kinds.packing.cell_states import CellStates, encode
from tilewright.lattice import Atom
from tilewright.puzzle.check import faults

FILLED = tuple(f"tetrominoes*@{side}x{side}" for side in (6, 8, 10, 12, 14))
REFUTED = (
    "tetrominoes:T*@8x10",
    "tetrominoes:OT*@4x11",
    "tetrominoes:JL*@6x10",
    "tetrominoes:STZ*@6x10",
    "tetrominoes:T*@10x10",
    "tetrominoes:L*@10x10",
)
Cell = tuple[int, int]


def pieces(made: CellStates) -> list[tuple[int, list[Cell]]]:
    """(a variable that says so, cells) of each position of a piece: that of the state whose cell is the first."""
    found = []
    for row, column in made.puzzle.board.atoms:
        for number, state in enumerate(made.states):
            variable = int(made.variable[row, column, number])
            if variable and all(other > number for _, _, other in state.others):
                found.append((variable, [(row, column), *((row + d, column + r) for d, r, _ in state.others)]))
    return found


def symmetry(made: CellStates, builder: Builder) -> None:
    """The state of the upper left corner is not after those that the other corners have in the mirrored or turned board."""
    shapes = {frozenset((d, r) for d, r, _ in state.others): n for n, state in enumerate(made.states)}
    rows, columns = made.puzzle.board.extent
    for down, right in ((1, -1), (-1, 1), (-1, -1)):
        image: dict[int, int] = {}
        for shape, number in shapes.items():
            image[number] = shapes.get(frozenset((down * d, right * r) for d, r in shape), -1)
        if -1 in image.values():  # the kinds are not closed under this mirroring
            continue
        first = made.variable[0, 0]
        other = made.variable[0 if down > 0 else rows - 1, 0 if right > 0 else columns - 1]
        for number in map(int, np.flatnonzero(other)):
            worse = first[image[number] + 1 :]
            worse = worse[worse > 0]
            builder.add(-worse, np.full(len(worse), -other[number], np.int32))


def regions(made: CellStates, builder: Builder) -> None:
    """No piece that alone cuts off a region whose area 4 does not divide."""
    cells = set(made.puzzle.board.atoms)
    bad = [variable for variable, covered in pieces(made) if any(n % 4 for n in sizes(cells - set(covered)))]
    builder.add(-np.array(bad, np.int32))


def sizes(cells: Set[Atom]) -> list[int]:
    """The areas of the connected parts."""
    found, left = [], set(cells)
    while left:
        reach = [left.pop()]
        for row, column in reach:
            for near in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
                if near in left:
                    left.remove(near)
                    reach.append(near)
        found.append(len(reach))
    return found


def number(made: CellStates, builder: Builder) -> None:
    """A quarter as many pieces as cells."""
    count = len(made.puzzle.board.atoms) // 4
    counter(builder, np.array([variable for variable, _ in pieces(made)], np.int32), count, count)


def parity(made: CellStates, builder: Builder, black: Callable[[int, int], bool]) -> None:
    """The pieces that cover an odd number of black cells: as many of them, modulo 2, as the board has black cells."""
    odd = [variable for variable, cells in pieces(made) if sum(black(r, c) for r, c in cells) % 2]
    exclusive_or(builder, odd, sum(black(r, c) for r, c in made.puzzle.board.atoms) % 2)


def even_or_odd(made: CellStates, builder: Builder) -> None:
    """The number of pieces, modulo 2."""
    exclusive_or(builder, [variable for variable, _ in pieces(made)], len(made.puzzle.board.atoms) // 4 % 2)


def exclusive_or(builder: Builder, odd: list[int], total: int) -> None:
    x = np.array(odd, np.int32)
    if not len(x):
        if total:
            builder.blocks.append(np.empty((1, 0), np.int32))
        return
    s = np.concatenate([x[:1], builder.new(len(x) - 1)])
    before, here, after = s[:-1], x[1:], s[1:]
    for a, b, c in ((1, 1, -1), (1, -1, 1), (-1, 1, 1), (-1, -1, -1)):
        builder.add(a * before, b * here, c * after)
    builder.add(s[-1:] if total else -s[-1:])


ADDED: dict[str, tuple[Callable[[CellStates, Builder], None], ...]] = {
    "nothing": (),
    "symmetry of the corners": (symmetry,),
    "no cut-off regions": (regions,),
    "number of pieces": (number,),
    "number of pieces, parity": (even_or_odd,),
    "parity, checkerboard": (partial(parity, black=lambda r, c: (r + c) % 2 == 0),),
    "parity, rows": (partial(parity, black=lambda r, c: r % 2 == 0),),
    "parity, columns": (partial(parity, black=lambda r, c: c % 2 == 0),),
}
PARITIES = tuple(more for name, extras in ADDED.items() if "parity" in name for more in extras)
ADDED["all four parities"] = PARITIES
ADDED["all of them"] = (symmetry, regions, number, *PARITIES)


def formula(made: CellStates, extras: tuple[Callable[[CellStates, Builder], None], ...]) -> Cnf:
    builder = Builder(made.cnf.variables)
    for extra in extras:
        extra(made, builder)
    more = builder.done()
    return Cnf(more.variables, (*made.cnf.blocks, *more.blocks))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path, required=True)
    parser.add_argument("--limit", type=float, default=20.0, help="seconds for each run")
    args = parser.parse_args()
    rows: dict[str, Any] = {}
    head = {"date": str(date.today()), "command": "benchmarks/tetris_added.py", "limit": args.limit}
    for notation in (*FILLED, *REFUTED):
        puzzle = Packing.parse(notation)
        made = encode(puzzle, margin=0)
        for name, extras in ADDED.items():
            cnf = formula(made, extras)
            row = median(partial(cadical, cnf, args.limit), 3)
            model = row.pop("model")
            if model:
                assert notation in FILLED and not faults(puzzle, made.placements(model))
            else:
                assert notation in REFUTED
            rows[f"{notation}; {name}"] = {"clauses": cnf.size[1] - made.cnf.size[1], **row}
            print(notation, name, rows[f"{notation}; {name}"], flush=True)
            args.json.write_text(json.dumps({**head, "rows": rows}, indent=1) + "\n")


if __name__ == "__main__":
    main()
