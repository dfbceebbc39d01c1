"""Exact covers that no notation says: Langford's pairs, Latin squares, sudokus, random ones, and boards of 20 cells."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from itertools import combinations, islice, product
from random import Random

from tilewright import load
from tilewright.cover.problem import ExactCover

PENTOMINOES = "FILNPTUVWXYZ"


def cover_of(options: Iterable[Iterable[Hashable]]) -> ExactCover:
    """The cover of options whose items have any names, all primary."""
    numbers: dict[Hashable, int] = {}
    rows = [[numbers.setdefault(item, len(numbers)) for item in option] for option in options]
    return ExactCover.of(rows, len(numbers))


def langford(n: int) -> ExactCover:
    """Two of each number from 1 to n, k numbers between the two k."""
    return cover_of([("number", k), i, i + k + 1] for k in range(1, n + 1) for i in range(2 * n - k - 1))


def latin(n: int) -> ExactCover:
    """Latin squares of side n."""
    return cover_of([("cell", r, c), ("row", r, v), ("column", c, v)] for r, c, v in product(range(n), repeat=3))


def sudoku(rng: Random, clues: int) -> ExactCover:
    """A sudoku with so many clues of a solved grid, which may have other solutions, too."""
    digits = rng.sample(range(9), 9)
    lines = [
        [3 * band + line for band in rng.sample(range(3), 3) for line in rng.sample(range(3), 3)] for _ in range(2)
    ]
    grid = {
        (r, c): digits[(3 * (lines[0][r] % 3) + lines[0][r] // 3 + lines[1][c]) % 9]
        for r, c in product(range(9), repeat=2)
    }
    given = set(rng.sample(sorted(grid), clues))
    return cover_of(
        [("cell", r, c), ("row", r, v), ("column", c, v), ("box", r // 3, c // 3, v)]
        for r, c, v in product(range(9), repeat=3)
        if (r, c) not in given or grid[r, c] == v
    )


def random_cover(rng: Random, items: int, size: int, options: int) -> ExactCover:
    """Random options of `size` of the items; with some that cover all, so that there is a solution."""
    places = rng.sample(range(items), items)
    planted = [places[at : at + size] for at in range(0, items, size)]
    return cover_of([*planted, *(rng.sample(range(items), size) for _ in range(options))])


def boards(number: int) -> Iterator[ExactCover]:
    """Four pentominoes of the twelve on 4x5, 5x4 and 2x10, in the order of the alphabet, where each has a place."""
    every = product(combinations(PENTOMINOES, 4), ("4x5", "5x4", "2x10"))
    made = (load(f"{''.join(pieces)}@{size}").compile().cover for pieces, size in every)
    yield from islice(
        (cover for cover in made if len({i for row in cover.options for i in row}) == len(cover.lo)), number
    )
