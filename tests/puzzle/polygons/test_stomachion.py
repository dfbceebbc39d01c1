"""The Stomachion: Cutler's 17,152 tilings, 536 of them up to symmetry and the exchange of equal pieces.

The second program takes for granted that all corners lie on whole numbers, which the search by corners does not: every
placement on that grid is an option, points of the square are items, and the kernel covers them.
"""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from tilewright import count, load
from tilewright.exact_cover.engine import engine
from tilewright.exact_cover.problem import ExactCover
from tilewright.kinds.polygons.puzzle import Polygons

Corner = tuple[int, int]
Laid = tuple[Corner, ...]  # counterclockwise, from the least corner on
SIDE = 12
POINTS = 1500


def stomachion() -> Polygons:
    found = load({"kind": "polygons", "board": "0 0, 12 0, 12 12, 0 12", "pieces": "stomachion"})
    assert isinstance(found, Polygons)
    return found


def from_least(corners: list[Corner]) -> Laid:
    least = corners.index(min(corners))
    return (*corners[least:], *corners[:least])


def moved_everywhere(corners: Laid) -> set[Laid]:
    """All images of a polygon with corners on the grid, in the square."""
    found = set()
    for base in (corners, tuple((-x, y) for x, y in reversed(corners))):
        (ax, ay), (bx, by) = base[0], base[1]
        dx, dy = bx - ax, by - ay
        size = dx * dx + dy * dy
        for u in range(-SIDE, SIDE + 1):
            for v in range(-SIDE, SIDE + 1):
                if u * u + v * v != size:
                    continue
                cos, sin = dx * u + dy * v, dx * v - dy * u  # times size
                turned = [(cos * (x - ax) - sin * (y - ay), sin * (x - ax) + cos * (y - ay)) for x, y in base]
                if any(x % size or y % size for x, y in turned):
                    continue
                shape = [(x // size, y // size) for x, y in turned]
                left, low = min(x for x, _ in shape), min(y for _, y in shape)
                wide, high = max(x for x, _ in shape) - left, max(y for _, y in shape) - low
                for x in range(SIDE - wide + 1):
                    for y in range(SIDE - high + 1):
                        found.add(from_least([(px - left + x, py - low + y) for px, py in shape]))
    return found


def far(a: Corner, b: Corner, c: Corner) -> int:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def overlap(one: Laid, other: Laid) -> bool:
    """Of convex polygons: unless a side parts them."""
    return not any(
        all(far(a, b, corner) <= 0 for corner in those)
        for these, those in ((one, other), (other, one))
        for a, b in pairwise((*these, these[0]))
    )


def tilings_on_the_grid(pieces: list[Laid]) -> set[frozenset[tuple[int, Laid]]]:
    """Each as the pieces where they lie, equal pieces having the number of the first of them."""
    import numpy as np

    places = [moved_everywhere(piece) for piece in pieces]
    same = [next(k for k, other in enumerate(places) if other == each) for each in places]
    owners = sorted(set(same))
    rows = [(owner, laid) for owner in owners for laid in sorted(places[owner])]
    chance = random.Random(17152)
    x, y = np.array([[chance.uniform(0, SIDE) for _ in range(POINTS)] for _ in range(2)])
    covered = []
    for _, laid in rows:
        inside = np.ones(POINTS, dtype=bool)
        for (ax, ay), (bx, by) in pairwise((*laid, laid[0])):
            inside &= (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0
        covered.append(np.flatnonzero(inside).tolist())
    item = {owner: number for number, owner in enumerate(owners)}
    options = [
        (item[owner], *(len(owners) + point for point in points))
        for (owner, _), points in zip(rows, covered, strict=True)
    ]
    copies = [same.count(owner) for owner in owners]
    bounds = [*copies, *([1] * POINTS)]
    cover = ExactCover(bounds, bounds, options)
    found = set()
    for batch in engine("native").solutions(cover):
        for solution in batch:
            chosen = [rows[option] for option in solution]
            if not any(overlap(a, b) for k, (_, a) in enumerate(chosen) for _, b in chosen[:k]):
                found.add(frozenset(chosen))
    return found


def images(tiling: frozenset[tuple[int, Laid]]) -> set[frozenset[tuple[int, Laid]]]:
    """Under the eight symmetries of the square."""
    found = set()
    for flipped in (False, True):
        for quarters in range(4):

            def image(corner: Corner, flipped: bool = flipped, quarters: int = quarters) -> Corner:
                x, y = corner
                x = SIDE - x if flipped else x
                for _ in range(quarters):
                    x, y = SIDE - y, x
                return x, y

            found.add(
                frozenset(
                    (owner, from_least([image(corner) for corner in (reversed(laid) if flipped else laid)]))
                    for owner, laid in tiling
                )
            )
    return found


def whole_corners(puzzle: Polygons) -> list[Laid]:
    return [from_least([(int(float(x)), int(float(y))) for x, y in piece.corners]) for piece in puzzle.pieces]


@pytest.mark.full
def test_published_counts_on_the_grid() -> None:
    tilings = tilings_on_the_grid(whole_corners(stomachion()))
    assert 4 * len(tilings) == 17_152  # two pairs of equal pieces
    assert len({frozenset(images(tiling)) for tiling in tilings}) == 536


@pytest.mark.full
def test_published_counts_by_corners() -> None:
    puzzle = stomachion()
    assert 4 * count(puzzle).value == 17_152
    assert count(puzzle, up_to="symmetries").value == 536
