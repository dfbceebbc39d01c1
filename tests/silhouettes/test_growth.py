"""Growth of symmetric regions: every one, once. Against all unions of orbits on a small board, tested one by one."""

from collections import Counter
from itertools import product

import pytest

from tilewright.kinds.packing.compile import piece_classes
from tilewright.lattice import Lattice, lattice
from tilewright.pieces import select
from tilewright.silhouettes.growth import REPORT, GrowthDeadline, RegionSearch
from tilewright.silhouettes.orbits import OrbitGraph, build_graph, reachable_areas
from tilewright.silhouettes.parts import has_disjoint_groups, orbit_types, quotient_components
from tilewright.silhouettes.silhouette import group_positions

MASKS = {"square": (1,), "halfsquare": (3, 6, 9, 12, 15)}
ANY_PIECES = {"square": "tetrominoes:O", "halfsquare": "fridgeiq:D"}


def graph_of(name: str, symmetry: str, place: int, side: int) -> OrbitGraph:
    position = group_positions(lattice(name), symmetry)[place]
    return build_graph(lattice(name), (position,), MASKS[name], side, within=side)


def grown(graph: OrbitGraph, most: int) -> Counter[int]:
    search = RegionSearch(graph, piece_classes(select(ANY_PIECES[graph.grid.name]), False))
    use = [REPORT] * (most + 1)
    found = [nodes for regions, _ in search.grow(use, GrowthDeadline(threads=2)) for nodes in regions]
    assert search.complete
    assert len({frozenset(nodes) for nodes in found}) == len(found), "a region is met twice"
    return Counter(sum(graph.area[node] for node in nodes) for nodes in found)


def by_trial(grid: Lattice, symmetry: str, rows: int, columns: int) -> Counter[int]:
    """Areas of all connected invariant regions on a board, by trying every filling of every orbit of cells."""
    motions = [grid.motion(name) for name, names in grid.groups if name == symmetry for name in names][
        : _order(grid, symmetry)
    ]
    cells = [(2 * r - rows + 1, 2 * c - columns + 1) for r, c in product(range(rows), range(columns))]
    left, orbits = set(cells), []
    while left:
        orbit = {tuple(sum(map(int.__mul__, row, min(left))) for row in m.matrix) for m in motions}
        orbits.append(sorted(orbit))
        left -= orbit
    fillings = [[frozenset(f) for f in _fillings(grid, motions, orbit)] for orbit in orbits]
    corner = (1 - rows, 1 - columns)
    found: Counter[int] = Counter()
    for choice in product(*fillings):
        atoms = [
            grid.join(tuple((v - w) // 2 for v, w in zip(cell, corner, strict=True)), k)
            for part in choice
            for cell, k in part
        ]
        if atoms and grid.is_connected(atoms):
            found[len(atoms)] += 1
    return found


def _order(grid: Lattice, symmetry: str) -> int:
    return len(next(names for name, names in grid.groups if name == symmetry))


def _fillings(grid, motions, orbit):
    yield []
    for mask in MASKS[grid.name]:
        kinds = [k for k in range(grid.slot_count) if mask >> k & 1]
        atoms = {grid.apply(m, grid.join(orbit[0], k)) for m in motions for k in kinds}
        if len(atoms) == len(kinds) * len(orbit):
            yield [grid.split(atom) for atom in atoms]


BOARDS = {
    "D4": ((0, 6, 6), (1, 7, 7)),
    "C4": ((0, 4, 4), (1, 5, 5)),
    "D2": ((0, 6, 6), (1, 5, 5)),
    "D2d": ((0, 4, 4), (1, 5, 5)),
    "C2": ((0, 4, 4), (1, 3, 3)),
}


@pytest.mark.parametrize("symmetry", BOARDS)
@pytest.mark.parametrize("name", ["square", "halfsquare"])
def test_growth_meets_every_region_once(name: str, symmetry: str) -> None:
    for place, rows, columns in BOARDS[symmetry]:
        if name == "halfsquare":
            rows, columns = (rows - 2, columns - 2) if rows > 4 else (rows - rows % 2, columns - columns % 2)
            if symmetry in ("C2", "D2", "D2d", "C4") and rows * columns > 9:
                rows, columns = (2, 2) if rows % 2 == 0 else (3, 3)
        if group_positions(lattice(name), symmetry)[place].place == ("cell" if rows % 2 == 0 else "corner"):
            continue
        graph = graph_of(name, symmetry, place, rows)
        assert grown(graph, rows * columns * lattice(name).slot_count) == by_trial(
            lattice(name), symmetry, rows, columns
        )


def test_regions_that_slide_along_a_mirror_are_met_in_one_place() -> None:
    # the monomino; the domino lying and standing; the I lying and standing
    counts: Counter[int] = Counter()
    for position in group_positions(lattice("square"), "D1"):
        counts += grown(build_graph(lattice("square"), (position,), (1,), 6), 4)
    # of size 4: O, I lying, I standing, T up, T down
    assert [counts[size] for size in (1, 2, 3, 4)] == [1, 2, 2, 5]


def test_the_fractional_area_of_a_mirror_line_is_found() -> None:
    # along a diagonal: the square, its two halves across; as free shapes with D1d of at most one cell
    (position,) = group_positions(lattice("halfsquare"), "D1d")
    counts = grown(build_graph(lattice("halfsquare"), (position,), MASKS["halfsquare"], 4), 4)
    assert counts[2] == 2
    assert counts[4] == 1 + 0


def test_pieces_of_area_five_cannot_make_eight_equal_parts() -> None:
    areas = [len(p.atoms) for p in select("fridgeiq")]
    assert not has_disjoint_groups(areas, [20] * 8)
    graph = build_graph(lattice("halfsquare"), group_positions(lattice("halfsquare"), "D4"), MASKS["halfsquare"], 2)
    assert {orbit.parts for orbit in orbit_types(graph, areas, 160)} == {4}


@pytest.mark.parametrize(
    ("areas", "target", "count", "expected"),
    [
        ([1, 1, 2], 2, 2, True),
        ([1, 1, 1], 2, 2, False),
        ([3, 3, 1, 1], 4, 2, True),
        ([3, 3, 2], 4, 2, False),
        ([5], 5, 1, True),
    ],
)
def test_disjoint_groups(areas: list[int], target: int, count: int, expected: bool) -> None:
    assert has_disjoint_groups(areas, [target] * count) is expected


def test_areas_that_a_centre_allows() -> None:
    square = build_graph(lattice("square"), group_positions(lattice("square"), "D4"), (1,), 3)
    assert sorted(reachable_areas(square, 14)) == [0, 1, 4, 5, 8, 9, 12, 13]


def test_the_stabilizer_of_a_part_is_derived_from_its_cycles() -> None:
    graph = build_graph(lattice("square"), group_positions(lattice("square"), "D4")[:1], (1,), 3)
    for node in range(len(graph.area)):
        ((_, group),) = quotient_components(graph, [node], [graph.edges])
        cells = {cell for _, cell, _ in graph.sites[node]}
        parts = _parts(cells)
        assert len(parts) == 8 // len(group)


def _parts(cells: set[tuple[int, int]]) -> list[set[tuple[int, int]]]:
    left, parts = set(cells), []
    while left:
        stack = [left.pop()]
        part = set(stack)
        while stack:
            r, c = stack.pop()
            for near in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
                if near in left:
                    left.remove(near)
                    part.add(near)
                    stack.append(near)
        parts.append(part)
    return parts
