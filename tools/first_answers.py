"""How long the first answer takes on random legal positions of the boxes of the shelf: can it be finished?

    python -m tools.first_answers [BOX...]

For one to five pieces, a position is drawn from a tiling and one from random placements that do not overlap. Printed is
the worst CPU time of a search for one tiling, and how many positions took longer than 0.3 seconds.
"""

from __future__ import annotations

import sys
import time
from dataclasses import replace
from random import Random

from tilewright import solve
from tilewright.cover.limits import Limit
from tilewright.kinds import Packing
from tilewright.kinds.packing.puzzle import Pin
from tilewright.lattice import Atom
from tilewright.shelf.box import boxes

MOST_PIECES = 5
BOUND = 0.3  # seconds
GIVE_UP = Limit(seconds=10)
BOARDS = 4  # of a box: the silhouettes of the tangram are many


def from_tiling(puzzle: Packing, number: int, rng: Random) -> list[Pin]:
    """So many pieces of a random tiling; none if no tiling came in time."""
    tilings = solve(puzzle, 1, random=rng.randrange(1 << 30), limit=GIVE_UP).tilings
    return [Pin(each.piece, each.atoms) for each in rng.sample(tilings[0].placements, number)] if tilings else []


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


def main() -> None:
    rng = Random(1)
    for box in boxes():
        if sys.argv[1:] and box.name not in sys.argv[1:]:
            continue
        for board in box.boards[:BOARDS]:
            puzzle, times = board.member(), []
            for number in range(1, min(len(puzzle.pieces), MOST_PIECES + 1)):
                for draw in (from_tiling, at_random):
                    position = replace(puzzle, pinned=tuple(draw(puzzle, number, rng)))
                    start = time.process_time()
                    solve(position, 1, limit=GIVE_UP)
                    times.append(time.process_time() - start)
            late = sum(each > BOUND for each in times)
            print(f"{box.name}/{board.name}: worst {max(times):.3f} s, {late} of {len(times)} late", flush=True)


if __name__ == "__main__":
    main()
