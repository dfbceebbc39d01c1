"""Altered catalogues: what is read is true by a second judge, the rest is refused in one line.

The judge draws regions as small triangles (a cell has 16) and looks at shared corners: nothing of `tilewright.silhouettes`.
"""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from itertools import product
from typing import Any

import pytest

from tilewright.errors import NotationError, TilewrightError
from tilewright.lattice import lattice
from tilewright.pieces import Piece, select
from tilewright.silhouettes.catalogue import digest_of, parse_catalogue, silhouette_row
from tilewright.silhouettes.orbits import contact_table
from tilewright.silhouettes.search import find_silhouettes
from tilewright.silhouettes.silhouette import Silhouette, atom_contacts

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


QUERIES = [
    ("tetrominoes:OJL", "C2", "edge", None),
    ("fridgeiq:MYD", "D2", "corner", (5, 5)),
    ("fridgeiq:BOQY", "D2", "edge", None),
    ("fridgeiq:NQ", "C2", "concentric", None),
    ("monomino+monomino+dominoes", "C2", "all", (4, 4)),
    ("fridgeiq:MYI", "D1d", "corner", (4, 4)),
]


@cache
def originals() -> tuple[dict[str, Any], ...]:
    return tuple(json.loads(find_silhouettes(*query).text()) for query in QUERIES)


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


def change_head(source: random.Random, data: dict[str, Any]) -> None:
    """Another query; the command fits, so that the silhouettes alone can tell."""
    kind = source.randrange(4)
    if kind == 0:
        data["symmetry"] = source.choice(sorted(GROUPS))
    elif kind == 1:
        data["contact"] = source.choice(["edge", "corner", "concentric", "corner-concentric", "all"])
    elif kind == 2:
        data["within"] = [source.randrange(1, 7), source.randrange(1, 7)]
    else:
        data["complete_for"] = source.sample([*GROUPS, "D3"], source.randrange(3))
        data["ended"] = source.choice(["exhausted", "limit", "stopped", "done"])
        data["complete"] = source.random() < 0.5
    within = f" --within {data['within'][0]}x{data['within'][1]}" if "within" in data else ""
    data["command"] = (
        f"tilewright design silhouettes --pieces {data['pieces']} --symmetry {data['symmetry']} "
        f"--contact {data['contact']}{within}"
    )
    if source.random() < 0.3:  # what a row says of the group asked for may be right, too
        row = source.choice(data["outlines"])
        row["concentric"] = not row["concentric"]


def change_rows(source: random.Random, data: dict[str, Any]) -> None:
    """A silhouette that does not belong there, one in another pose, one moved off its corner, one of another catalogue."""
    rows, kind = data["outlines"], source.randrange(4)
    if kind == 0:
        rows.append(forged_row(source, data))
    elif kind == 1:
        rows.append(copy.deepcopy(source.choice(source.choice(originals())["outlines"])))
    elif kind == 2:
        row = copy.deepcopy(source.choice(rows))
        row["id"] = source.choice([row["id"], "0" * 16])
        for cell in [*row["cells"], *(cell for part in row["solution"] for cell in part["cells"])]:
            cell[0], cell[1] = cell[1], cell[0]
        rows.append(row)
    else:
        row, shift = source.choice(rows), source.choice((-6, -1, -0.5, 0.5, 1))
        for cell in [*row["cells"], *(cell for part in row["solution"] for cell in part["cells"])]:
            cell[0] += shift
            cell[1] += shift


def change_text(source: random.Random, text: str) -> str:
    kind, place = source.randrange(5), source.randrange(len(text))
    if kind == 0:
        return text[:place]
    if kind == 1:
        return text[:place] + source.choice('{}[],:"0९e') + text[place + 1 :]
    if kind == 2:  # a name twice; the last one counts for most readers
        return (
            text.replace('{"id":', '{"id":"0","id":', 1) if place % 2 else text[:1] + '"complete": false, ' + text[1:]
        )
    if kind == 3:
        depth = source.choice((50, 500, 990, 2000, 50_000))
        return text[:1] + '"deep": ' + "[" * depth + "]" * depth + ", " + text[1:]
    return text.replace("0", source.choice(("NaN", "Infinity", "00", "-0", "1e999", "9" * 5000)), 1)


def forged(number: int) -> str:
    source = random.Random(number)
    data = copy.deepcopy(source.choice(originals()))
    for _ in range(source.choice((1, 1, 1, 2, 3))):
        if data.get("outlines") and isinstance(data["outlines"], list):
            # what was changed before may not be of the form that a change expects
            with suppress(TypeError, KeyError, IndexError, AttributeError, StopIteration, NotationError):
                source.choice((change_value, change_value, change_head, change_rows))(source, data)
    if source.random() < 0.9:
        with suppress(ValueError):  # a lone surrogate
            data["digest"] = digest_of(data)
    text = json.dumps(data)
    return change_text(source, text) if source.random() < 0.15 else text


def attack(numbers: Iterable[int]) -> Counter[str]:
    """Read forged catalogues. Returns how many were refused, and how many read and found true."""
    ends: Counter[str] = Counter()
    for number in numbers:
        text = forged(number)
        try:
            parse_catalogue(text, "c.json")
        except TilewrightError as error:
            said = str(error)
            assert "\n" not in said and len(said) < 1000, number
            said.encode()
            ends["refused"] += 1
        else:
            data = json.loads(text)
            try:
                judge(data, select(data["pieces"]))
            except AssertionError as error:
                raise AssertionError(f"forgery {number} was read: {error}") from error
            ends["true"] += 1
    return ends


def test_the_judge_believes_what_was_found() -> None:
    for data in originals():
        assert data["outlines"]
        judge(data, select(data["pieces"]))


def test_altered_catalogues_are_true_or_refused() -> None:
    ends = attack(range(500))
    assert ends["refused"] > 300 and ends["true"] > 5


@pytest.mark.full
@pytest.mark.parametrize("part", range(8))
def test_8000_altered_catalogues_are_true_or_refused(part: int) -> None:
    ends = attack(range(1000 + 1000 * part, 2000 + 1000 * part))
    assert ends["refused"] > 600 and ends["true"] > 20


@pytest.mark.parametrize("depth", [10, 500, 950, 1000, 5000, 200_000])
@pytest.mark.parametrize("field", ["deep", "tilewright", "digest", "outlines", "within"])
def test_nested_brackets_are_refused_in_one_line(field: str, depth: int) -> None:
    head = '{"kind": "silhouettes", ' + ('"tilewright": 1, ' if field != "tilewright" else "")
    for opening, closing in (("[", "]"), ('{"a":', "}")):
        with pytest.raises(NotationError) as error:
            parse_catalogue(f'{head}"{field}": {opening * depth}1{closing * depth}}}', "c.json")
        assert str(error.value).startswith("c.json: ") and "\n" not in str(error.value)


@pytest.mark.parametrize("name", ["square", "halfsquare", "triangular", "hexagonal"])
def test_contacts_of_the_checker_and_of_the_search_agree(name: str) -> None:
    grid = lattice(name)
    for residue in product((0, 1), repeat=2):
        assert atom_contacts(grid, residue) == contact_table(grid, residue)
