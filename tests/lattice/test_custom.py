"""Lattices that are registered at run time, held against searches that know only which cells are beside which."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from math import cos, hypot, radians, sin, sqrt

import pytest

import tilewright as tw

SIDE = sqrt(2 + sqrt(3))
Point = tuple[float, float]
Cell = tuple[int, ...]
Shape = frozenset[Cell]


def turned(points: list[Point], angle: float, x0: float = 0.0, y0: float = 0.0) -> list[Point]:
    c, s = cos(radians(angle)), sin(radians(angle))
    return [(x0 + c * x - s * y, y0 + s * x + c * y) for x, y in points]


def snub_corners() -> dict[str, list[Point]]:
    square = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]
    triangle = [(0.5, -0.5), (0.5, 0.5), (0.5 + sqrt(3) / 2, 0.0)]
    corners = {"a": turned(square, 15), "b": turned(square, -15, SIDE / 2, SIDE / 2)}
    return corners | {name: turned(triangle, 15 + 90 * k) for k, name in enumerate("cdef")}


def snub() -> tw.Lattice:
    return tw.register_lattice("snub", corners=snub_corners(), basis=((0, SIDE), (SIDE, 0)))


def middle(grid: tw.Lattice, cell: Cell) -> Point:
    polygon = grid.polygon(cell)
    return sum(x for x, _ in polygon) / len(polygon), sum(y for _, y in polygon) / len(polygon)


def disk(grid: tw.Lattice, x: float, y: float, radius: float) -> tw.Board:
    around = [(r, c, k) for r in range(-3, 4) for c in range(-3, 4) for k in range(6)]
    near = [cell for cell in around if hypot(middle(grid, cell)[0] - x, middle(grid, cell)[1] - y) < radius]
    return tw.Board(tuple(near), lattice=grid.name)


def puzzle_of(board: tw.Board, sizes: tuple[int, ...]) -> tw.Packing:
    shapes = [shape for size in sizes for shape in tw.polyforms(board.lattice, size)]
    return tw.Packing(board, [tw.Piece(f"P{k}", shape, board.lattice, (0, None)) for k, shape in enumerate(shapes)])


def brute(board: tw.Board, sizes: tuple[int, ...]) -> set[frozenset[Shape]]:
    """Every division of the board into connected parts of these sizes."""

    def parts(part: Shape, size: int, free: Shape) -> Iterator[Shape]:
        if len(part) == size:
            yield part
            return
        for near in {near for cell in part for near in board.grid.adjacent(cell)} & free - part:
            yield from parts(part | {near}, size, free)

    @cache
    def fill(free: Shape) -> frozenset[frozenset[Shape]]:
        if not free:
            return frozenset({frozenset()})
        first = min(free)
        chosen = {part for size in sizes for part in parts(frozenset({first}), size, free)}
        return frozenset(rest | {part} for part in chosen for rest in fill(free - part))

    return set(fill(frozenset(board.atoms)))


BOARDS = [(0.0, 0.0, 1.6, (2, 3)), (SIDE / 2, 0.0, 1.6, (3,)), (SIDE / 2, 0.0, 1.6, (2, 3)), (0.0, 0.0, 1.9, (2, 3)), (SIDE / 2, 0.0, 1.9, (2, 3))]  # fmt: skip


@pytest.mark.parametrize(("x", "y", "radius", "sizes"), BOARDS)
def test_counts_and_symmetries(x: float, y: float, radius: float, sizes: tuple[int, ...]) -> None:
    board = disk(snub(), x, y, radius)
    every = brute(board, sizes)
    puzzle = puzzle_of(board, sizes)
    assert tw.count(puzzle).value == len(every) > 0
    places = {cell: middle(board.grid, cell) for cell in board.atoms}
    x0, y0 = (sum(axis) / len(places) for axis in zip(*places.values(), strict=True))
    maps = []
    for mirror in (1, -1):
        for angle in range(0, 360, 45):
            (c, s), moved = (cos(radians(angle)), sin(radians(angle))), {}
            for cell, (px, py) in places.items():
                u, v = mirror * (px - x0), py - y0
                goal = (x0 + c * u - s * v, y0 + s * u + c * v)
                moved[cell] = min(
                    places, key=lambda other: hypot(places[other][0] - goal[0], places[other][1] - goal[1])
                )
                if hypot(places[moved[cell]][0] - goal[0], places[moved[cell]][1] - goal[1]) > 1e-6:
                    break
            else:
                maps.append(moved)
    assert len(maps) == 4
    orbits = {frozenset(frozenset(frozenset(m[cell] for cell in part) for part in one) for m in maps) for one in every}
    assert tw.count(puzzle, up_to="symmetries").value == len(orbits)


def test_the_two_tables_are_one_lattice() -> None:
    grid = snub()
    table = {
        letter: [(*vector, "abcdef"[other]) for vector, other in near]
        for letter, near in zip("abcdef", grid.neighbours, strict=True)
    }
    same = tw.register_lattice("snubboth", table, snub_corners(), basis=((0, SIDE), (SIDE, 0)))
    assert same.neighbours == grid.neighbours
    plain = tw.register_lattice("snubgraph", table)
    assert [motion.name for motion in plain.motions] == ["0"]
    assert {len(near) for near in grid.neighbours[:2]} == {4}
    assert {len(near) for near in grid.neighbours[2:]} == {3}


def test_squares_and_triangles_by_their_corners() -> None:
    square = tw.register_lattice("mysquares", corners={"a": [(0, 0), (1, 0), (1, 1), (0, 1)]})
    assert len(square.motions) == 8
    assert [len(tw.polyforms("mysquares", n)) for n in range(1, 7)] == [1, 1, 2, 5, 12, 35]
    h = sqrt(3) / 2
    basis = ((0.5, h), (1.0, 0.0))
    tw.register_lattice(
        "mytriangles", corners={"a": [(0, 0), (1, 0), (0.5, h)], "b": [(1, 0), (1.5, h), (0.5, h)]}, basis=basis
    )
    assert [len(tw.polyforms("mytriangles", n)) for n in range(1, 8)] == [1, 1, 1, 3, 4, 12, 24]  # OEIS A000577
    board = tw.Board.of_size("4x5", "mysquares")
    pieces = [tw.Piece(f"P{k}", shape, "mysquares", (0, None)) for k, shape in enumerate(tw.polyforms("mysquares", 2))]
    for up_to in ("none", "rotations", "symmetries"):
        assert (
            tw.count(tw.Packing(board, pieces), up_to=up_to).value
            == tw.count(tw.load("dominoes*@4x5"), up_to=up_to).value
        )  # type: ignore[arg-type]


def test_pictures_texts_and_files() -> None:
    puzzle = puzzle_of(disk(snub(), SIDE / 2, 0.0, 1.6), (3,))
    tiling = tw.solve(puzzle)[0]
    assert tiling._repr_svg_().startswith("<svg")
    assert tw.faults(puzzle, puzzle.parse_drawing(str(tiling))) == []
    assert tw.loads(tw.dumps(puzzle)) == puzzle
    assert tw.loads(tw.dumps(tiling)) == tiling
    assert tw.verdict(puzzle.where("no two of one kind meet")).verdict in ("impossible", "unique", "several")
    assert tw.hint(puzzle, [*tiling][:-1]).kind == "place"


SQUARE = {"a": [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]}


@pytest.mark.parametrize(
    ("name", "neighbors", "corners", "said"),
    [
        ("square", None, SQUARE, "another lattice"),
        ("no name", None, SQUARE, "letters a to z"),
        ("bada", {"a": [(0, 1, "a")]}, None, "expected (0, -1, 'a')"),
        ("badb", {"a": [(0, 1, "q")]}, None, "expected (rows, columns, cell)"),
        ("badc", None, {"a": SQUARE["a"][:3]}, "times the area of a block"),
        ("badd", None, {"tile": SQUARE["a"]}, "a small letter for each"),
        ("bade", {"a": [(0, 1, "a"), (0, -1, "a")]}, SQUARE, "is missing"),
        ("badf", None, {"a": [(float("nan"), 0.0), (1.0, 0.0), (1.0, 1.0)]}, "between"),
        ("badg", None, None, "neighbors or corners"),
        ("badh", {"a": [(0, 0, "a")]}, None, "neighbor of itself"),
    ],
)
def test_refused(name: str, neighbors: object, corners: object, said: str) -> None:
    with pytest.raises(tw.NotationError) as error:
        tw.register_lattice(name, neighbors, corners)  # type: ignore[arg-type]
    assert said in str(error.value)


def test_a_name_stands_for_one_lattice() -> None:
    tw.register_lattice("mine", corners=SQUARE)
    tw.register_lattice("mine", corners=SQUARE)
    with pytest.raises(tw.NotationError, match="another"):
        tw.register_lattice("mine", corners=SQUARE, basis=((0.0, 1.0), (-1.0, 0.0)))
    with pytest.raises(tw.NotationError):
        tw.Board.of_size("4x4~", "mine")


def test_other_corners_make_another_lattice() -> None:
    low = {"a": [(0, 0), (2, 0), (2, 1), (0, 1)]}
    assert len(tw.register_lattice("drawn", corners=SQUARE).motions) == 8
    with pytest.raises(tw.NotationError, match="another lattice 'drawn'"):
        tw.register_lattice("drawn", corners=low, basis=((0, 1), (2, 0)))
    table = {"pieces": {"P": "##"}, "board": "##"}
    same = {"name": "drawn", "corners": {"a": [[0, 0], [1, 0], [1, 1], [0, 1]]}}
    other = {"name": "drawn", "corners": {"a": [[0, 0], [2, 0], [2, 1], [0, 1]]}, "basis": [[0, 1], [2, 0]]}
    assert tw.count(tw.load({**table, "lattice": same})).value == 1
    with pytest.raises(tw.NotationError, match="another lattice 'drawn'"):
        tw.load({**table, "lattice": other})
    with pytest.raises(tw.NotationError, match="another lattice 'drawn'"):
        tw.register_lattice(
            "drawn", {"a": [(*vector, "a") for vector, _ in tw.Board.of_size("2x2").grid.neighbours[0]]}
        )


def box(left: float, right: float, upper: float = 0.0, lower: float = 1.0) -> list[Point]:
    return [(left, upper), (right, upper), (right, lower), (left, lower)]


@pytest.mark.parametrize(
    ("corners", "basis", "said"),
    [
        ({"a": box(0, 1), "b": box(0.5, 1.5)}, ((0, 1), (2, 0)), "cells a and b overlap"),
        ({"a": box(0, 1), "b": box(0, 1)}, ((0, 1), (2, 0)), "cells a and b overlap"),
        ({"a": box(0, 1), "b": box(4, 5)[::-1]}, ((0, 1), (2, 0)), "cells a and b overlap"),
        ({"a": box(0, 2, 0, 0.5)}, ((0, 1), (1, 0)), "cell a overlaps itself"),
        ({"a": box(0, 3), "b": box(1, 2, 0.25, 0.75), "c": box(3, 3.5)}, ((0, 1), (4, 0)), "cells a and b overlap"),
    ],
)
def test_overlapping_cells_are_refused(corners: dict[str, list[Point]], basis: tuple[Point, Point], said: str) -> None:
    with pytest.raises(tw.NotationError, match=said):
        tw.register_lattice("overlapping", corners=corners, basis=basis)


def test_cells_that_meet_in_part_of_a_side_do_not_overlap() -> None:
    assert tw.register_lattice("walls", corners={"a": box(0, 2)}, basis=((0.7, 1), (2, 0))).slot_count == 1
    around = {
        "a": box(0, 1),
        "b": box(1, 2)[::-1],
        "c": [(2, 0), (3, 0), (3, 1), (2.5, 0.5), (2, 1)],
        "d": [(2, 1), (2.5, 0.5), (3, 1)],
    }
    assert len(tw.register_lattice("arounds", corners=around, basis=((0, 1), (3, 0))).neighbours) == 4


def strips(number: int) -> dict[str, list[tuple[float, float]]]:
    """A square block cut into so many cells of equal height."""
    cuts = [k / number for k in range(number + 1)]
    return {
        chr(ord("a") + k): [(0.0, low), (1.0, low), (1.0, high), (0.0, high)]
        for k, (low, high) in enumerate(pairwise(cuts))
    }


@pytest.mark.parametrize(("number", "tilings"), [(10, 1), (11, 0), (12, 1), (25, 0), (26, 1)])
def test_a_block_of_as_many_cells_as_there_are_letters(number: int, tilings: int) -> None:
    """One block is a path of cells: pairs of neighbors cover it in one way, or none."""
    grid = tw.register_lattice(f"strips{chr(ord('a') + number - 1)}", corners=strips(number))
    board = tw.Board(tuple((0, 0, slot) for slot in range(number)), lattice=grid.name)
    pairs = [tw.Piece(f"P{k}", shape, grid.name, (0, None)) for k, shape in enumerate(tw.polyforms(grid.name, 2))]
    puzzle = tw.Packing(board, pairs)
    assert grid.slot_count == number and tw.count(puzzle).value == tilings
    assert tw.loads(tw.dumps(puzzle)) == puzzle
    found = tw.solve(puzzle)
    assert not found or tw.faults(puzzle, puzzle.parse_drawing(str(found[0]))) == []


def test_a_block_of_more_cells_than_there_are_letters_is_refused() -> None:
    with pytest.raises(tw.NotationError, match="a small letter for each"):
        tw.register_lattice("strips", corners=strips(27))
    with pytest.raises(tw.NotationError, match="a small letter for each"):
        tw.register_lattice("stripsy", {name: [] for name in strips(27)})


@pytest.mark.parametrize("number", [98, 99, 100, 101])
def test_cells_of_so_many_corners(number: int) -> None:
    """A square whose upper and lower sides are bent into many; with an odd number its left side has one corner more."""
    parts = (number - 4) // 2 + 1
    below = [(k / parts, 0.0) for k in range(parts + 1)]
    corners = [*below, *((x, 1.0) for x, _ in reversed(below)), *[(0.0, 0.5)] * (number % 2)]
    assert len(corners) == number
    name = f"corners{chr(ord('a') + number - 98)}"
    if number == 101:
        with pytest.raises(tw.NotationError, match="3 to 100"):
            tw.register_lattice(name, corners={"a": corners})
        return
    tw.register_lattice(name, corners={"a": corners})
    # a domino lies or stands, for there are no quarter turns; unequal sides join nothing
    assert len(tw.polyforms(name, 2)) == (1 if number % 2 else 2)
