"""Polyspheres, and the puzzles of twelve pieces of balls, against programs that know only points in space."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product

import pytest

from tilewright import Packing, count
from tilewright.lattice.spatial import to_cubes
from tilewright.pieces import piece_set
from tilewright.pieces.sets import polyforms

Point = tuple[int, int, int]
STEPS = [step for step in product((-1, 0, 1), repeat=3) if sum(map(abs, step)) == 2]


def far(a: Point, b: Point) -> int:
    return sum((x - y) ** 2 for x, y in zip(a, b, strict=True))


def volume(a: Point, b: Point, c: Point, d: Point) -> int:
    """Six times the volume of a tetrahedron, with its sign."""
    (p, q, r), (s, t, u), (v, w, x) = (tuple(i - j for i, j in zip(point, a, strict=True)) for point in (b, c, d))
    return p * (t * x - u * w) - q * (s * x - u * v) + r * (s * w - t * v)


def is_turned(some: tuple[Point, ...], others: tuple[Point, ...]) -> bool:
    """Whether a rigid motion, of whatever angle, takes some points to the others: all distances and volumes are kept."""
    for order in permutations(others):
        if all(
            far(a, b) == far(c, d) for (a, b), (c, d) in zip(combinations(some, 2), combinations(order, 2), strict=True)
        ):
            sizes = zip(combinations(some, 4), combinations(order, 4), strict=True)
            if all(volume(*a) == volume(*b) for a, b in sizes):
                return True
    return False


def clusters(size: int) -> set[frozenset[Point]]:
    """Every connected set of so many balls at places with an even sum, up to translations."""
    found = {frozenset({(0, 0, 0)})}
    for _ in range(size - 1):
        larger = (
            cluster | {(x + dx, y + dy, z + dz)} for cluster in found for x, y, z in cluster for dx, dy, dz in STEPS
        )
        found = {at_least(cluster) for cluster in larger if len(cluster) > len(next(iter(found)))}
    return found


def at_least(cluster: frozenset[Point]) -> frozenset[Point]:
    x, y, z = min(cluster)
    return frozenset((a - x, b - y, c - z) for a, b, c in cluster)


@pytest.mark.parametrize(
    ("size", "fixed", "number"),
    [(2, 6, 1), (3, 50, 4), (4, 475, 25), pytest.param(5, 4881, 210, marks=pytest.mark.full)],
)
def test_polyspheres_are_as_many_as_rigid_clusters_of_points(size: int, fixed: int, number: int) -> None:
    every = clusters(size)
    kinds: dict[tuple[int, ...], list[tuple[Point, ...]]] = {}
    for cluster in every:
        points = tuple(sorted(cluster))
        same = kinds.setdefault(tuple(sorted(far(a, b) for a, b in combinations(points, 2))), [])
        if not any(is_turned(other, points) for other in same):
            same.append(points)
    assert (len(every), sum(map(len, kinds.values()))) == (fixed, number)
    assert (len(polyforms("spheres", size, "fixed")), len(polyforms("spheres", size, "turn"))) == (fixed, number)
    assert len(piece_set(["dispheres", "trispheres", "tetraspheres", "pentaspheres"][size - 2]).pieces) == number


def places(rows: list[tuple[int, int]], there: set[Point]) -> Iterator[frozenset[Point]]:
    """A piece of a square layer in every plane in which balls lie in squares: there are three directions of them."""
    for fixed, start, flip, swap, one, other in product(range(3), there, (1, -1), (0, 1), (1, -1), (1, -1)):
        first, second = (axis for axis in range(3) if axis != fixed)
        cluster = set()
        for row, column in rows:
            down, right = (one * (row - rows[0][0]), other * (column - rows[0][1]))[::flip]
            place = list(start)
            place[first] += down + right
            place[second] += (down - right) * (1 if swap else -1)
            cluster.add((place[0], place[1], place[2]))
        if cluster <= there:
            yield frozenset(cluster)


@pytest.mark.parametrize("board", ["p5", "1x5x11"])
def test_places_of_the_twelve_pieces_are_those_of_points_in_space(board: str) -> None:
    puzzle = Packing.parse(f"kanoodle@{board}")
    there = {to_cubes(atom) for atom in puzzle.board.atoms}
    compiled = puzzle.compile()
    laid: dict[str, set[frozenset[Point]]] = {}
    for option, (owner, _) in enumerate(compiled.meanings):
        name = compiled.owner_names(owner)[0]
        laid.setdefault(name, set()).add(frozenset(to_cubes(atom) for atom in compiled.atoms_of(option)))
    for piece in puzzle.pieces:
        rows = [(row, column) for _, row, column in piece.atoms]
        assert laid[piece.name] == set(places(rows, there))


@pytest.mark.parametrize(("board", "value", "orbits"), [("1x5x11", 371020, 92755), ("p5", 2448, 306)])
def test_the_twelve_pieces_fill_rectangle_and_pyramid(board: str, value: int, orbits: int) -> None:
    puzzle = Packing.parse(f"kanoodle@{board}")
    assert (count(puzzle).value, count(puzzle, up_to="symmetries").value) == (value, orbits)
