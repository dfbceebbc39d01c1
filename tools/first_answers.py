"""How long the first answer takes on random legal positions of the boxes of the shelf: can it be finished?

    python -m tools.first_answers [--positions N] [--worst FOLDER] [BOX...]

For one piece to all but two, N positions are drawn from a tiling and N from random placements that do not overlap. Printed is
the worst CPU time of reading the puzzle and of a search for one tiling, and how many positions took longer than 0.3 seconds.
With a folder the worst position of each board is written there, for the command line: `tilewright solve BOX --with FILE`.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from random import Random

from tilewright import solve
from tilewright.cover.limits import Limit
from tilewright.kinds import Packing
from tilewright.kinds.packing.puzzle import Pin
from tilewright.lattice import Atom
from tilewright.puzzle import Tiling
from tilewright.puzzle.board import write_cells
from tilewright.shelf.box import BoxBoard, boxes

BOUND = 0.3  # seconds
GIVE_UP = Limit(seconds=10)


def from_tiling(tiling: Tiling, number: int, rng: Random) -> list[Pin]:
    """So many pieces of a tiling."""
    return [Pin(each.piece, each.atoms) for each in rng.sample(tiling.placements, number)]


def at_random(puzzle: Packing, number: int, rng: Random) -> list[Pin]:
    """So many random placements that do not overlap, or fewer where the board is full."""
    compiled = puzzle.compile(labelled=True)
    places = [
        (compiled.owner_names(owner)[0], compiled.atoms_of(option))
        for option, (owner, _) in enumerate(compiled.meanings)
    ]
    left = {piece.name: piece.copies[0] for piece in puzzle.pieces}
    pins: list[Pin] = []
    taken: set[Atom] = set()
    for name, atoms in rng.sample(places, min(len(places), 1_000)):
        if len(pins) < number and left[name] and not taken & set(atoms):
            pins.append(Pin(name, atoms))
            taken |= set(atoms)
            left[name] -= 1
    return pins


def first_answer(board: BoxBoard, pins: list[Pin]) -> float:
    """CPU seconds from the box's text to the first tiling of a position, or to the proof that it has none."""
    start = time.process_time()
    solve(board.member().with_pins(tuple(pins)), 1, limit=GIVE_UP)
    return time.process_time() - start


def measure(board: BoxBoard, positions: int, rng: Random) -> list[tuple[float, Packing]]:
    """The time of each position drawn, and the position."""
    puzzle = board.member()
    pieces = sum(piece.copies[0] for piece in puzzle.pieces)
    tiling = next(iter(solve(puzzle, 1, limit=GIVE_UP).tilings), None)
    found = []
    for number in range(1, max(2, pieces - 1)):
        for _ in range(positions):
            drawn = [at_random(puzzle, number, rng)]
            drawn += [from_tiling(tiling, number, rng)] if tiling else []
            found += [(first_answer(board, pins), puzzle.with_pins(tuple(pins))) for pins in drawn]
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boxes", nargs="*")
    parser.add_argument("--positions", type=int, default=1)
    parser.add_argument("--worst", type=Path)
    args = parser.parse_args()
    rng = Random(1)
    for box in boxes():
        if args.boxes and box.name not in args.boxes:
            continue
        for board in box.boards:
            found = measure(board, args.positions, rng)
            worst, position = max(found, key=lambda each: each[0])
            late = sum(each > BOUND for each, _ in found)
            print(f"{box.name}/{board.name}: worst {worst:.3f} s, {late} of {len(found)} late", flush=True)
            if args.worst:
                rows = [{"piece": pin.piece, "cells": write_cells(position.grid, pin.atoms)} for pin in position.pinned]
                text = json.dumps({"placements": rows})
                (args.worst / f"{box.name}-{board.name}.json").write_text(text, "utf-8")


if __name__ == "__main__":
    main()
