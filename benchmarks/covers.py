"""Exact covers that no notation says: Langford's pairs, Latin squares, sudokus, random ones, and boards of 20 cells."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from itertools import combinations, islice, product
from random import Random

from tilewright import load
from tilewright.exact_cover.problem import ExactCover

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


def shared_colors(rng: Random) -> ExactCover:
    """Slots, each with options that give colors to a few shared items; with some that agree, so that there is a solution."""
    slots, shared, colors = rng.randint(8, 16), rng.randint(10, 25), rng.randint(2, 5)
    each, size = rng.randint(6, 25), rng.randint(2, 4)
    planted = [rng.randint(1, colors) for _ in range(shared)]
    rows = []
    for slot in range(slots):
        usual = rng.sample(range(shared), size)
        for number in range(each):
            items = usual if rng.random() < 0.7 else rng.sample(range(shared), size)
            agrees = [number == 0 or rng.random() < 0.4 for _ in items]
            given = [planted[i] if same else rng.randint(1, colors) for i, same in zip(items, agrees, strict=True)]
            rows.append([(slot, 0), *((slots + i, color) for i, color in zip(items, given, strict=True))])
    return colored_cover(slots, shared, rows)


def crossing_words(rng: Random) -> ExactCover:
    """Words of a random list in all rows and columns of a small square."""
    side, letters = rng.randint(3, 4), rng.randint(3, 6)
    words = sorted({tuple(rng.randrange(letters) for _ in range(side)) for _ in range(rng.randint(20, 120))})
    rows = []
    for line, is_row, word in product(range(side), (True, False), words):
        places = [line * side + i if is_row else i * side + line for i in range(side)]
        crossed = [(2 * side + place, letter + 1) for place, letter in zip(places, word, strict=True)]
        rows.append([(2 * line + is_row, 0), *crossed])
    return colored_cover(2 * side, side * side, rows)


def colored_cover(primary: int, shared: int, rows: Iterable[Iterable[tuple[int, int]]]) -> ExactCover:
    """The cover of options that give items colors, 0 for none; items that are shared need not be covered."""
    ordered = [sorted(row) for row in rows]
    return ExactCover(
        [1] * primary + [0] * shared,
        [1] * (primary + shared),
        [[item for item, _ in row] for row in ordered],
        colors=[color for row in ordered for _, color in row],
    )


def boards(number: int) -> Iterator[ExactCover]:
    """Four pentominoes of the twelve on 4x5, 5x4 and 2x10, in the order of the alphabet, where each has a place."""
    every = product(combinations(PENTOMINOES, 4), ("4x5", "5x4", "2x10"))
    made = (load(f"{''.join(pieces)}@{size}").compile().cover for pieces, size in every)
    yield from islice(
        (cover for cover in made if len({i for row in cover.options for i in row}) == len(cover.lo)), number
    )
