"""Symmetric silhouettes of the tangram whose pieces lie on one lattice of half squares; those with four turns also by the SAT model.

Those kept by half a turn, without parts that are shifted, by a second program: regions are sets of cells, whole or half, with
their images, kept by area and extended by whatever touches them; a region counts when it is connected and the tans fill it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import pytest

from tests.silhouettes.sat_model import sat_silhouettes
from tilewright import load
from tilewright.kinds import Packing
from tilewright.silhouettes.search import find_silhouettes

pytestmark = pytest.mark.full


def tangram() -> Packing:
    puzzle = load("tangram/square")
    assert isinstance(puzzle, Packing)
    return puzzle


@pytest.mark.parametrize(
    ("symmetry", "count", "side"),
    [("D4", 1, 6), ("C4", 2, 6), ("D2", 9, 0), ("D2d", 4, 0), ("D1", 663, 0), ("D1d", 430, 0)],
)
def test_symmetric_tangrams(symmetry: str, count: int, side: int) -> None:
    pieces = tangram().pieces
    found = find_silhouettes(pieces, symmetry, "edge")
    assert found.complete and len(found.silhouettes) == count
    if side:
        within = [one.id for one in found.silhouettes if max(one.extent) <= side]
        assert sorted(within) == sorted(one.id for one in sat_silhouettes(pieces, symmetry, "edge", (side, side)))


# Half a turn: sides of a cell are bits, up, right, down, left; a filled cell has the sides that it reaches

Filled = tuple[int, int, int]  # row, column, sides
WHOLE, HALVES = 15, (3, 6, 12, 9)
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
REACH, AREA = 9, 8  # cells from the center, and the area of the tans
TANS: dict[str, tuple[int, list[Filled]]] = {
    "large triangle": (2, [(0, 0, 15), (0, 1, 9), (1, 0, 9)]),
    "small triangle": (2, [(0, 0, 9)]),
    "medium triangle": (1, [(0, 0, 6), (0, 1, 12)]),
    "square": (1, [(0, 0, 15)]),
    "parallelogram": (1, [(0, 0, 6), (0, 1, 9)]),
}


def turned(cells: Iterable[Filled]) -> list[Filled]:
    """By a quarter."""
    return [(c, -r, (sides << 1 | sides >> 3) & 15) for r, c, sides in cells]


def images(cells: Iterable[Filled]) -> Iterator[tuple[Filled, ...]]:
    """Turned and flipped, moved to the first row and column."""
    cells = list(cells)
    for way in (cells, [(r, -c, sides & 5 | (sides & 2) << 2 | (sides & 8) >> 2) for r, c, sides in cells]):
        for _ in range(4):
            way = turned(way)
            top, left = min(r for r, _, _ in way), min(c for _, c, _ in way)
            yield tuple(sorted((r - top, c - left, sides) for r, c, sides in way))


def touching(cell: Filled) -> Iterator[tuple[int, int, int]]:
    """The cells beyond its sides, and the side of theirs."""
    for side, (down, right) in enumerate(STEPS):
        if cell[2] >> side & 1:
            yield cell[0] + down, cell[1] + right, 1 << (side + 2) % 4


def is_connected(cells: Iterable[Filled]) -> bool:
    left = {(r, c): sides for r, c, sides in cells}
    waiting = [(*place, left.pop(place)) for place in list(left)[:1]]
    while waiting:
        for r, c, side in touching(waiting.pop()):
            if left.get((r, c), 0) & side:
                waiting.append((r, c, left.pop((r, c))))
    return not left


def regions(row: int, column: int) -> Iterator[frozenset[Filled]]:
    """Connected regions of the area that half a turn keeps: cell (0, 0) goes to (row, column)."""
    rows = [(r, c) for r in range(-REACH, REACH + 1) for c in range(-REACH, REACH + 1)]
    pairs = {
        frozenset({(r, c, sides), (row - r, column - c, (sides << 2 | sides >> 2) & 15)})
        for r, c in rows
        for sides in (WHOLE, *HALVES)
        if sides == WHOLE or (2 * r, 2 * c) != (row, column)
    }
    orbits = sorted(pairs, key=sorted)
    areas = [sum(2 if sides == WHOLE else 1 for _, _, sides in orbit) // 2 for orbit in orbits]
    at: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for number, orbit in enumerate(orbits):
        for r, c, sides in orbit:
            at.setdefault((r, c), []).append((number, sides))
    near, beside = [0] * len(orbits), [0] * len(orbits)  # masks of orbits: in the same cell, and along a side
    for number, orbit in enumerate(orbits):
        for cell in orbit:
            near[number] |= sum(1 << other for other, _ in at[cell[:2]])
            for r, c, side in touching(cell):
                for other, sides in at.get((r, c), ()):
                    beside[number] |= (1 << other) * bool(sides & side)
    # A connected region has cells on both sides of the center's row, or in it: one in row 0.
    levels: list[dict[int, tuple[int, int]]] = [{} for _ in range(AREA + 1)]
    for number, orbit in enumerate(orbits):
        if any(r == 0 for r, _, _ in orbit):
            levels[areas[number]][1 << number] = beside[number], near[number]
    for area, level in enumerate(levels[:AREA]):
        for state, (around, taken) in level.items():
            for number in ones(around & ~taken):
                if (larger := area + areas[number]) <= AREA:
                    levels[larger].setdefault(state | 1 << number, (around | beside[number], taken | near[number]))
    for state in levels[AREA]:
        if is_connected(cells := [cell for number in ones(state) for cell in orbits[number]]):
            yield frozenset(cells)


def ones(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1


def quarters(cells: Iterable[Filled]) -> frozenset[Filled]:
    return frozenset((r, c, side) for r, c, sides in cells for side in (1, 2, 4, 8) if sides & side)


FORMS = {name: {tuple(sorted(quarters(image))) for image in images(cells)} for name, (_, cells) in TANS.items()}


def is_filled(left: frozenset[Filled], tans: Counter[str]) -> bool:
    """Whether the tans fill these quarters of cells."""
    if not left:
        return True
    r, c, side = min(left)
    for name in +tans:
        for (top, first, its), *others in FORMS[name]:
            if its == side:
                piece = frozenset({(r, c, side), *((r + y - top, c + x - first, s) for y, x, s in others)})
                if piece <= left and is_filled(left - piece, tans - Counter([name])):
                    return True
    return False


def test_half_a_turn_on_one_lattice() -> None:
    """About a cell, a corner, and the middle of an edge."""
    found = {min(images(region)) for center in ((0, 0), (-1, -1), (-1, 0)) for region in regions(*center)}
    filled = {shape for shape in found if is_filled(quarters(shape), Counter({n: k for n, (k, _) in TANS.items()}))}
    assert (len(found), len(filled)) == (6_560, 940)
