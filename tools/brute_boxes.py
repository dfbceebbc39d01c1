"""Count the tilings of boxes of 2 x 2 x n, n = 0, 1, ..., in plain Python that shares nothing with the library.

    python tools/brute_boxes.py LAYERS PIECES [NONE ONE DIAGONAL]

PIECES are letters, any number of each: c cube, d domino, L tromino, p plate of 2 x 2 x 1.
The first line is brute force: the first bare cell is covered in every way. The second goes layer by layer and knows only which cubes
stand out into the next layer. The last arguments replace, in the second, the ways to three cubes that stand out: from a layer into which
none, one, or two diagonal cubes stand out. With the numbers of a published recurrence it returns what was published.
"""

from __future__ import annotations

import sys
from collections import Counter
from itertools import combinations, product

Cell = tuple[int, int, int]
Cells = frozenset[Cell]

LAYER = list(product(range(2), repeat=2))
SIZES = {"c": (1, 0), "d": (2, 1), "L": (3, 2), "p": (4, 4)}
"""Of each piece, all inside a cube of 2 x 2 x 2: its cells, and how many pairs of them share a side."""


def placements(letters: str) -> list[Cells]:
    """All pieces inside a cube of 2 x 2 x 2 with a cell in its lower layer."""
    cube = list(product(range(2), range(2), range(2)))
    sizes = [SIZES[letter] for letter in letters]
    return [
        frozenset(cells)
        for size, sides in sizes
        for cells in combinations(cube, size)
        if sum(sum(abs(a - b) for a, b in zip(*pair, strict=True)) == 1 for pair in combinations(cells, 2)) == sides
        and any(z == 0 for *_, z in cells)
    ]


def brute(layers: int, letters: str) -> int:
    """Cover the first bare cell of the box in every way."""
    box = [(x, y, z) for z in range(layers) for x, y in LAYER]
    pieces = [
        frozenset((x, y, z + up) for x, y, z in piece)
        for up in range(layers)
        for piece in placements(letters)
        if all(z + up < layers for *_, z in piece)
    ]

    def fill(covered: Cells) -> int:
        bare = next((cell for cell in box if cell not in covered), None)
        if bare is None:
            return 1
        return sum(fill(covered | piece) for piece in pieces if bare in piece and not piece & covered)

    return fill(frozenset())


def above(covered: Cells, pieces: list[Cells]) -> Counter[Cells]:
    """In how many ways the lower layer is filled: by the cells of the upper one that this covers."""
    bare = next(((x, y, 0) for x, y in LAYER if (x, y, 0) not in covered), None)
    if bare is None:
        return Counter([frozenset((x, y, 0) for x, y, z in covered if z == 1)])
    found: Counter[Cells] = Counter()
    for piece in pieces:
        if bare in piece and not piece & covered:
            found.update(above(covered | piece, pieces))
    return found


def outline(cells: Cells) -> str:
    """What stands out into a layer, up to symmetry."""
    if len(cells) == 2:
        return "diagonal" if all(len({cell[axis] for cell in cells}) == 2 for axis in range(2)) else "side"
    return ("none", "one", "", "three", "all")[len(cells)]


def by_layers(layers: int, letters: str, three: dict[str, int]) -> list[int]:
    """The tilings of 0, 1, ... layers; `three` replaces the ways from an outline to any three cubes that stand out."""
    pieces = placements(letters)
    ways: dict[str, Counter[str]] = {}
    for cells in (frozenset(cells) for size in range(5) for cells in combinations([(x, y, 0) for x, y in LAYER], size)):
        ways[outline(cells)] = Counter()
        for after, number in above(cells, pieces).items():
            ways[outline(cells)][outline(after)] += number
    for name, number in three.items():
        ways[name]["three"] = number
    states, counts = Counter({"none": 1}), [1]
    for _ in range(layers):
        following: Counter[str] = Counter()
        for state, number in states.items():
            for reached, factor in ways[state].items():
                following[reached] += number * factor
        states = following
        counts.append(states["none"])
    return counts


if __name__ == "__main__":
    last, wanted = int(sys.argv[1]), sys.argv[2]
    print(*(brute(layers, wanted) for layers in range(last + 1)))
    print(*by_layers(last, wanted, dict(zip(("none", "one", "diagonal"), map(int, sys.argv[3:]), strict=False))))
