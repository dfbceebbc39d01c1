"""A judge of silhouettes that draws regions as small triangles, and changes of what files say of them."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

from tilewright.lattice import lattice
from tilewright.pieces import Piece, select
from tilewright.silhouettes.catalogue import silhouette_row
from tilewright.silhouettes.silhouette import Silhouette

Triangle = frozenset[tuple[int, int]]  # its corners; a cell is 4x4
Region = frozenset[Triangle]
Matrix = tuple[int, int, int, int]

# the small triangles of a quarter of a cell: (row, column of the small square, its quarter)
QUARTERS = {
    "n": ((0, 0, "n"), (0, 0, "e"), (0, 1, "n"), (0, 1, "w")),
    "e": ((0, 1, "e"), (0, 1, "s"), (1, 1, "n"), (1, 1, "e")),
    "s": ((1, 0, "e"), (1, 0, "s"), (1, 1, "s"), (1, 1, "w")),
    "w": ((0, 0, "s"), (0, 0, "w"), (1, 0, "n"), (1, 0, "w")),
}
SIDES = {"n": ((0, 0), (0, 2)), "e": ((0, 2), (2, 2)), "s": ((2, 0), (2, 2)), "w": ((0, 0), (2, 0))}
IDENTITY, TURN, HALF, BACK = (1, 0, 0, 1), (0, 1, -1, 0), (-1, 0, 0, -1), (0, -1, 1, 0)
ROWS, COLUMNS, MAIN, ANTI = (-1, 0, 0, 1), (1, 0, 0, -1), (0, 1, 1, 0), (0, -1, -1, 0)
MOTIONS = (IDENTITY, TURN, HALF, BACK, ROWS, COLUMNS, MAIN, ANTI)
GROUPS: dict[str, tuple[set[Matrix], ...]] = {
    "C2": ({HALF},),
    "C4": ({TURN, HALF, BACK},),
    "D1": ({ROWS}, {COLUMNS}),
    "D1d": ({MAIN}, {ANTI}),
    "D2": ({HALF, ROWS, COLUMNS},),
    "D2d": ({HALF, MAIN, ANTI},),
    "D4": (set(MOTIONS[1:]),),
}


def drawn(cells: Iterable[list[Any]]) -> Region:
    """The small triangles of cells as a file has them. None may be there twice."""
    found: list[Triangle] = []
    for row, column, *letters in cells:
        for quarter in letters[0] if letters else "nesw":
            for r, c, side in QUARTERS[quarter]:
                top, left = int(4 * row) + 2 * r, int(4 * column) + 2 * c
                found.append(frozenset([(top + y, left + x) for y, x in SIDES[side]] + [(top + 1, left + 1)]))
    assert len(set(found)) == len(found), "cells overlap"
    return frozenset(found)


def box(region: Region) -> tuple[int, int, int, int]:
    points = [point for triangle in region for point in triangle]
    ys, xs = [y for y, _ in points], [x for _, x in points]
    return min(ys), min(xs), max(ys), max(xs)


def moved(region: Region, matrix: Matrix, twice: tuple[int, int]) -> Region:
    """The image about a point that is given twice, at doubled coordinates."""
    a, b, c, d = matrix

    def image(y: int, x: int) -> tuple[int, int]:
        u, v = 2 * y - twice[0], 2 * x - twice[1]
        return (a * u + b * v + twice[0], c * u + d * v + twice[1])

    return frozenset(frozenset(image(y, x) for y, x in triangle) for triangle in region)


def doubled(region: Region) -> Region:
    return moved(region, IDENTITY, (0, 0))


def motions_of(region: Region, twice: tuple[int, int]) -> set[Matrix]:
    return {matrix for matrix in MOTIONS if moved(region, matrix, twice) == doubled(region)}


def pose(region: Region) -> list[list[tuple[int, int]]]:
    """The least of the eight images, moved to the origin."""
    images = []
    for matrix in MOTIONS:
        image = moved(region, matrix, (0, 0))
        top, left, *_ = box(image)
        images.append(sorted(sorted((y - top, x - left) for y, x in triangle) for triangle in image))
    return min(images)


def parts(region: Region, corners: bool) -> list[Region]:
    """Parts that share two corners of small triangles, a piece of an edge, or one."""
    at: dict[Any, list[Triangle]] = {}
    keys: Callable[[Triangle], Iterator[Any]] = lambda t: iter(t) if corners else (t - {point} for point in t)  # noqa: E731
    for triangle in region:
        for key in keys(triangle):
            at.setdefault(key, []).append(triangle)
    left, found = set(region), []
    while left:
        part, stack = set[Triangle](), [left.pop()]
        while stack:
            part.add(triangle := stack.pop())
            near = {other for key in keys(triangle) for other in at[key]} & left
            left -= near
            stack.extend(near)
        found.append(frozenset(part))
    return found


@cache
def shapes(piece: Piece) -> set[str]:
    grid = lattice(piece.lattice)
    cells = (
        [[*grid.split(atom)[0], *grid.letters[grid.split(atom)[1] :][:1]] for atom in form] for form in piece.forms
    )
    return {at_origin(drawn(each)) for each in cells}


def at_origin(region: Region) -> str:
    top, left, *_ = box(region)
    return str(sorted(sorted((y - top, x - left) for y, x in triangle) for triangle in region))


def judge(data: dict[str, Any], pieces: tuple[Piece, ...]) -> None:
    """Assert all that a catalogue says of its silhouettes; that none is missing is not looked at."""
    poses = set()
    for row in data["outlines"]:
        region = drawn(row["cells"])
        assert region == drawn(cell for part in row["solution"] for cell in part["cells"]), "not what the pieces cover"
        used = Counter(part["piece"] for part in row["solution"])
        assert used == {piece.name: piece.copies[0] for piece in pieces}
        by_name = {piece.name: piece for piece in pieces}
        assert all(at_origin(drawn(part["cells"])) in shapes(by_name[part["piece"]]) for part in row["solution"])
        top, left, bottom, right = box(region)
        middle = top + bottom, left + right
        own = motions_of(region, middle)
        assert any(wanted <= own for wanted in GROUPS[data["symmetry"]]), "not symmetric"
        assert row["group"] == next(
            name for name, some in GROUPS.items() for wanted in some if wanted == own - {IDENTITY}
        )
        edge, corner = parts(region, False), parts(region, True)
        assert row["contact"] == ("edge" if len(edge) == 1 else "corner" if len(corner) == 1 else "none")

        def invariant(some: list[Region], own: set[Matrix] = own, middle: tuple[int, int] = middle) -> bool:
            kept = set.intersection(own, *(motions_of(part, middle) for part in some))
            return any(wanted <= kept for wanted in GROUPS[data["symmetry"]])

        assert row["concentric"] == invariant(edge)
        assert {
            "edge": len(edge) == 1,
            "corner": len(corner) == 1,
            "concentric": invariant(edge),
            "corner-concentric": invariant(corner),
            "all": len(corner) == 1 or invariant(edge),
        }[data["contact"]], "not in contact"
        if "within" in data:
            sides = sorted((bottom - top, right - left))
            assert all(side <= 4 * most for side, most in zip(sides, sorted(data["within"]), strict=True)), "too large"
        key = str(pose(region))
        assert key not in poses, "twice"
        poses.add(key)
    assert type(data["complete"]) is bool and data["complete"] == (data["ended"] == "exhausted")


def forged_row(source: random.Random, data: dict[str, Any]) -> dict[str, Any]:
    """A silhouette whose pieces lie anywhere without overlap, with the id and the words that it should have."""
    grid = lattice("halfsquare" if len(data["outlines"][0]["cells"][0]) > 2 else "square")
    while True:
        placed, taken = [], set[Any]()
        for piece in [each for each in select(data["pieces"]) for _ in range(each.copies[0])]:
            form = source.choice(piece.forms)
            shift = [2 * source.randrange(5) + (source.random() < 0.1) for _ in range(2)]
            atoms = tuple(grid.shift([(2 * a[0], 2 * a[1], *a[2:]) for a in form], tuple(shift)))
            placed.append((piece.name, atoms))
            taken |= {(a[0], a[1]) for a in atoms}
        silhouette = Silhouette.of(grid.name, placed)
        if len(set(silhouette.atoms)) == len(silhouette.atoms):
            return json.loads(json.dumps(silhouette_row(silhouette, data["symmetry"])))


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """All (container, key) of a document."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in list(pairs):
        yield value, key
        yield from places(inner)


WRONG = (
    None,
    True,
    False,
    -1,
    0,
    0.5,
    1.0,
    1e300,
    10**30,
    "",
    "x",
    "१",
    "D4",
    "\ud800",
    [],
    {},
    [[[[]]]],
    ["a"],
    {"a": 1},
)


def change_value(source: random.Random, data: dict[str, Any]) -> None:
    holder, key = source.choice(list(places(data)))
    value = holder[key]
    if isinstance(value, bool) or source.random() < 0.3:
        holder[key] = source.choice(WRONG)
    elif isinstance(value, int | float):
        holder[key] = value + source.choice((-1, 1, 0.5, -0.5, 2, 0.25))
    elif isinstance(value, str):
        place = source.randrange(len(value) + 1)
        holder[key] = value[:place] + source.choice("0nesw१ A") + value[place + 1 :]
    elif isinstance(value, list) and value:
        change_list(source, value)
    elif isinstance(value, dict) and value:
        del value[source.choice(sorted(value))]


def change_list(source: random.Random, value: list[Any]) -> None:
    kind, place = source.randrange(4), source.randrange(len(value))
    if kind == 0:
        del value[place]
    elif kind == 1:
        value.insert(place, copy.deepcopy(source.choice(value)))
    elif kind == 2:
        source.shuffle(value)
    else:
        value[place] = [value[place]]
