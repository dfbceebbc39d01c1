"""Equal tiles told apart: lists and counts against a brute force whose tilings are named in every way."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from math import comb, prod

import pytest

from tests.helpers.edge_brute import EdgeBrute, Kind, Laid, words
from tests.helpers.edge_puzzles import random_edges
from tilewright.api.count import count
from tilewright.api.solve import solve
from tilewright.kinds.edges.tiles import Tile
from tilewright.loader import parse
from tilewright.puzzle import Tiling
from tilewright.puzzle.orbits import Orbits
from tilewright.puzzle.puzzle import Compiled

LATTICES = ("square", "triangular", "hexagonal", "square~3")
FAST, BLOCK, BLOCKS = 12, 50, 4
TWO = "edges 1x2 border=free motion=fixed\nabab\nabab\n"


def namings(brute: EdgeBrute, tiling: Laid) -> int:
    """In how many ways the places of a tiling may bear the names of their tiles."""
    return prod(_of_kind(brute, tiling, kind) for kind in {words(tile) for tile in brute.puzzle.tiles})


def _of_kind(brute: EdgeBrute, tiling: Laid, kind: Kind) -> int:
    tiles = [tile for tile in brute.puzzle.tiles if words(tile) == kind]
    pinned = {pin.atom: pin.tile for pin in brute.puzzle.pinned}
    cells = [cell for cell, own, _ in tiling if own == kind]
    named = Counter(pinned[cell] for cell in cells if cell in pinned)

    def ways(rest: Sequence[Tile], free: int) -> int:
        """To give so many cells the names of these tiles."""
        if not rest:
            return int(free == 0)
        tile, (lo, hi) = rest[0], rest[0].copies
        return sum(
            comb(free, more) * ways(rest[1:], free - more)
            for more in range(free + 1)
            if lo <= named[tile.name] + more <= (len(cells) if hi is None else hi)
        )

    return ways(tiles, len(cells) - named.total())


def check_seed(seed: int) -> None:
    brute = random_edges(random.Random(seed), LATTICES[seed % len(LATTICES)], 100)
    wanted = sum(namings(brute, tiling) for tiling in brute.tilings)
    for engine in ("auto", "native", "frontier"):
        assert count(brute.puzzle, labelled=True, engine=engine).value == wanted
    if wanted <= 1000:
        found = solve(brute.puzzle, None, labelled=True).tilings
        assert len({tiling.placements for tiling in found}) == len(found) == wanted
        compiled = brute.puzzle.compile(labelled=True).with_symmetries()
        orbits = Orbits(compiled, "symmetries")
        number = sum(orbits.add(solution) for solution in _solutions(compiled, found))
        assert count(brute.puzzle, labelled=True, up_to="symmetries").value == number


def _solutions(compiled: Compiled, tilings: Sequence[Tiling]) -> list[tuple[int, ...]]:
    """The options of each tiling."""
    option_of: dict[object, int] = {}
    for option in range(len(compiled.cover.options)):
        placement = compiled.placement(option)
        option_of[placement.piece, placement.atoms, placement.motion] = option
    return [tuple(sorted(option_of[p.piece, p.atoms, p.motion] for p in tiling.placements)) for tiling in tilings]


def test_two_equal_tiles() -> None:
    puzzle = parse(TWO)
    for engine in ("auto", "frontier"):
        assert count(puzzle, engine=engine).value == 1
        assert count(puzzle, labelled=True, engine=engine).value == 2
    assert count(puzzle, labelled=True, up_to="symmetries").value == 1
    assert [[p.piece for p in tiling.placements] for tiling in solve(puzzle, None, labelled=True).tilings] == [
        ["1", "2"],
        ["2", "1"],
    ]


@pytest.mark.parametrize("seed", range(FAST))
def test_against_brute_force(seed: int) -> None:
    check_seed(seed)


@pytest.mark.full
@pytest.mark.parametrize("block", range(BLOCKS))
def test_against_brute_force_at_length(block: int) -> None:
    for seed in range(1000 + block * BLOCK, 1000 + (block + 1) * BLOCK):
        check_seed(seed)
