"""User-defined lattices: periodic tilings of the plane, given by a table of neighbors or by the corners of the cells.

A cell of the lattice is a repeating block, translated by rows and columns. Its slots, named by letters, are the tiles
in the block.

The motions are computed from the corners: every isometry of the tiling, up to translations. An isometry may be a glide
reflection, whose square is a translation; `puzzle/symmetry.py` composes isometries accordingly.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from math import atan2, ceil, degrees, floor, hypot, isclose
from string import ascii_lowercase, digits
from typing import Any

from tilewright.errors import NotationError, quote
from tilewright.lattice.lattice import CellText, GroupRow, Lattice, Motion, Vector
from tilewright.lattice.names import NAMES, REGISTERED, lattice
from tilewright.lattice.planar import matrix_product

Point = tuple[float, float]
Neighbor = tuple[int, int, str]  # rows and columns to the block of the neighbor, and its slot
SCALE = 1_000_000  # corners are whole numbers in units of 1/SCALE of a block
NEAR = 2e-5  # fraction of a block; points that are closer count as one
LARGEST = 1000
MOST_CORNERS = 100
INSIDE = 2e-3  # fraction of a block; the distance from an edge at which overlaps are looked for
MOST_LOOKS = 20_000  # largest number of point-in-cell tests, under a second
IDENTITY: tuple[Vector, Vector] = ((1, 0), (0, 1))


@dataclass(frozen=True, repr=False, eq=False)
class Custom(Lattice):
    """A registered lattice; its tables are those of any lattice.

    source: the definition of the lattice, as a file holds it.
    """

    source: Mapping[str, Any] = field(default_factory=dict)

    def __reduce__(self) -> tuple[Callable[..., Lattice], tuple[Any, ...]]:
        """Return the definition for pickling, because another process does not know the lattice."""
        return _register_source, (dict(self.source),)

    @cached_property
    def by_matrix(self) -> dict[tuple[Vector, ...], Motion]:
        """The motion of each matrix."""
        return {motion.matrix: motion for motion in self.motions}


def register_lattice(
    name: str,
    neighbors: Mapping[str, Sequence[tuple[int, int, str]]] | None = None,
    corners: Mapping[str, Sequence[tuple[float, float]]] | None = None,
    *,
    basis: tuple[tuple[float, float], tuple[float, float]] = ((0.0, 1.0), (1.0, 0.0)),
) -> Lattice:
    """Register a lattice under a name, so that boards, pieces and files of this program can use it.

    name:      a name of letters a to z.
    neighbors: for each cell of the repeating block, named by a lower-case letter, the cells that share an edge with it,
        as (rows, columns, cell): how many blocks down and to the right, and which cell of that block. An atom is (row,
        column, number), where the number is the position of the letter in alphabetical order, from 0.
    corners:   for each cell, its corners in order, (x, y) in the plane of the picture, y down. Without corners,
        pictures show blocks in strips, and pieces do not turn. With corners, `neighbors` may be omitted.
    basis:     the (x, y) of one step down a row, and of one step along a column.

    The same name may be registered again with the same tables. Raises NotationError for tables that contradict
    themselves or each other, for cells that overlap, and for the name of a lattice with other neighbors, corners or
    basis.

    >>> bricks = register_lattice("brick", {"a": [(0, 1, "a"), (0, -1, "a"), (1, 0, "a"), (-1, 0, "a"), (1, 1, "a"), (-1, -1, "a")]})
    >>> sorted(bricks.adjacent((0, 0)))[:2]
    [(-1, -1), (-1, 0)]
    """
    if not re.fullmatch("[a-z]{1,30}", name):
        raise NotationError(f"lattice {quote(name)}: expected a name of up to 30 letters a to z")
    try:
        made = _make_lattice(name, neighbors, corners, basis)
    except NotationError as error:
        raise NotationError(f"lattice {name}: {error}") from None
    there = lattice(name) if name in NAMES or name in REGISTERED else None
    if there is not None and not _is_same_lattice(there, made):
        raise NotationError(f"there is another lattice {quote(name)}: expected a new name")
    return REGISTERED.setdefault(name, made)


def _register_source(source: Mapping[str, Any]) -> Lattice:
    return register_lattice(source["name"], source.get("neighbors"), source.get("corners"), basis=source["basis"])


def own_lattices() -> tuple[Mapping[str, Any], ...]:
    """Return the registered lattices in the form that `register_all` takes in another process."""
    return tuple(each.source for each in REGISTERED.values() if isinstance(each, Custom))


def register_all(sources: Iterable[Mapping[str, Any]]) -> None:
    """Register the lattices that `own_lattices` returned."""
    for source in sources:
        _register_source(source)


def _is_same_lattice(there: Lattice, made: Lattice) -> bool:
    """Return whether two lattices have the same cells and the same drawing."""
    tables = [(each.letters, each.neighbours, each.corners, each.motions) for each in (there, made)]
    steps = [[value for step in each.basis for value in step] for each in (there, made)]
    return tables[0] == tables[1] and all(isclose(a, b, abs_tol=NEAR) for a, b in zip(*steps, strict=True))


def _make_lattice(
    name: str,
    neighbors: Mapping[str, Sequence[Neighbor]] | None,
    corners: Mapping[str, Sequence[Point]] | None,
    basis: tuple[Point, Point],
) -> Custom:
    slots = sorted((corners if neighbors is None else neighbors) or {})
    if not slots:
        raise NotationError("expected neighbors or corners for each cell of the block that repeats")
    if not all(len(slot) == 1 and slot in ascii_lowercase for slot in slots):
        called = quote(", ".join(slots))
        raise NotationError(f"cells called {called}: expected a small letter for each, such as a, b, c")
    points = [*basis, *(point for polygon in (corners or {}).values() for point in polygon)]
    if not all(abs(value) <= LARGEST for point in points for value in point):  # this also rejects nan
        raise NotationError(f"expected corners and steps between -{LARGEST} and {LARGEST}")
    (a, b), (c, d) = basis
    if abs(a * d - b * c) < 1e-9:
        raise NotationError(f"basis {basis}: expected the steps of a row and of a column, not along one line")
    number = len(slots)
    polygons = _bricks(number) if corners is None else _polygons(corners, slots, basis)
    still = Motion("0", IDENTITY, tuple(range(number)), ((0, 0),) * number)
    motions = (still,) if corners is None else _motions(polygons, basis)
    table = _derived(polygons) if neighbors is None else _read(neighbors, slots)
    if corners is not None and neighbors is not None:
        _check_edges(table, _derived(polygons), slots)
    source: dict[str, Any] = {"name": name}
    for key, rows in (("neighbors", neighbors), ("corners", corners)):
        if rows is not None:
            source[key] = {slot: [list(each) for each in rows[slot]] for slot in slots}
    return Custom(
        name=name,
        dimension=2,
        letters="".join(slots) if number > 1 else "",  # a single cell needs no letter
        neighbours=table,
        motions=motions,
        corners=polygons,
        scale=SCALE,
        basis=basis,
        blocks=tuple((slot,) for slot in range(number)),
        glyphs=(
            (frozenset(), ".·_ "),
            *((frozenset({slot}), letter if number > 1 else "#a■") for slot, letter in enumerate(slots)),
        ),
        cell_texts=(CellText((digits + ascii_lowercase)[:number], tuple(range(number))),),
        groups_of=_groups,
        unit=1,
        default_motion="free",
        pitch=number,
        spots=tuple(range(number)),
        source={**source, "basis": [list(step) for step in basis]},
    )


def _bricks(number: int) -> tuple[tuple[Vector, ...], ...]:
    """Return corners for slots without any: upright strips of a block.

    They show the position of a cell, but not its neighbors.
    """
    width = SCALE // number
    return tuple(
        ((0, k * width), (0, (k + 1) * width), (SCALE, (k + 1) * width), (SCALE, k * width)) for k in range(number)
    )


def _polygons(
    corners: Mapping[str, Sequence[Point]], slots: Sequence[str], basis: tuple[Point, Point]
) -> tuple[tuple[Vector, ...], ...]:
    """Return the corners in lattice coordinates; corners that agree up to translations get identical fractions."""
    if sorted(corners) != list(slots):
        raise NotationError(f"corners of {quote(', '.join(sorted(corners)))}: expected those of {', '.join(slots)}")
    known: list[tuple[float, float]] = []
    found = []
    for slot in slots:
        if not 3 <= len(corners[slot]) <= MOST_CORNERS:
            raise NotationError(f"{slot} has {len(corners[slot])} corners: expected 3 to {MOST_CORNERS}")
        found.append(tuple(_snapped(_coordinates(point, basis), known) for point in corners[slot]))
    area = sum(abs(_area(polygon)) for polygon in found) / SCALE**2
    if abs(area - 1) > 1e-3:
        spanned = f"a block, which the basis {basis} spans: expected as much"
        raise NotationError(f"the cells have {area:.3f} times the area of {spanned}")
    if pair := _overlap(found):
        one, other = (slots[slot] for slot in pair)
        what = (
            f"cells {one} and {other} overlap" if one != other else f"cell {one} overlaps itself, moved by whole blocks"
        )
        raise NotationError(f"{what}: expected cells that cover the plane once")
    return tuple(found)


def _coordinates(point: Point, basis: tuple[Point, Point]) -> Point:
    """Return the (row, column) of a point of the plane."""
    (a, b), (c, d) = basis
    x, y = point
    determinant = a * d - b * c
    return (x * d - y * c) / determinant, (y * a - x * b) / determinant


def _snapped(place: Point, known: list[Point]) -> Vector:
    """Return the point in units of 1/SCALE.

    If it differs from a known point by a translation, the difference of the results is exactly that translation.
    """
    for row, column in known:
        steps = round(place[0] - row), round(place[1] - column)
        if abs(place[0] - row - steps[0]) < NEAR and abs(place[1] - column - steps[1]) < NEAR:
            return round(row * SCALE) + steps[0] * SCALE, round(column * SCALE) + steps[1] * SCALE
    known.append(place)
    return round(place[0] * SCALE), round(place[1] * SCALE)


def _area(polygon: Sequence[Vector]) -> float:
    return sum(a[0] * b[1] - a[1] * b[0] for a, b in _sides(polygon)) / 2


def _sides(polygon: Sequence[Vector]) -> Iterator[tuple[Vector, Vector]]:
    return zip(polygon, (*polygon[1:], polygon[0]), strict=True)


def _edge(one: Vector, other: Vector) -> tuple[tuple[Vector, Vector], Vector]:
    """Return an edge, translated so that its lesser end lies in block 0, and the original block of that end."""
    least = min(one, other)
    block = least[0] // SCALE, least[1] // SCALE
    return (_moved(one, block), _moved(other, block)), block


def _overlap(polygons: Sequence[Sequence[Vector]]) -> tuple[int, int] | None:
    """Return two slots whose cells overlap, or the same slot twice; None if no cells overlap.

    The cells together have the area of a block. So nothing overlaps if each edge has a cell with the opposite direction
    on its other side. Otherwise, the most covered part of the plane is bounded somewhere by an edge without such a
    partner: points just inside these edges are tested against the other cells. Overlaps narrower than `INSIDE` count as
    inexact corners.
    """
    edges: dict[tuple[Vector, Vector], list[tuple[int, Vector, Vector]]] = {}
    for slot, polygon in enumerate(polygons):
        turned = polygon if _area(polygon) > 0 else polygon[::-1]
        for one, other in _sides(turned):
            if one != other:
                edges.setdefault(_edge(one, other)[0], []).append((slot, one, other))
    looks = 0
    for (tail, head), own in edges.items():
        if len(own) > 1:  # both cells lie on the same side
            return own[0][0], own[1][0]
        slot, one, other = own[0]
        for point in () if (head, tail) in edges else _just_inside(one, other):
            if not _contains(polygons[slot], point):
                continue
            for candidate, polygon in enumerate(polygons):
                for moved in _translated(point, polygon):
                    looks += 1
                    if (candidate != slot or moved != point) and _contains(polygon, moved):
                        return min(slot, candidate), max(slot, candidate)
                    if looks > MOST_LOOKS:
                        return None
    return None


def _just_inside(one: Vector, other: Vector) -> list[Point]:
    """Return points along an edge, at the distance `INSIDE` on its left, where the cell lies."""
    row, column = other[0] - one[0], other[1] - one[1]
    aside = INSIDE * SCALE / hypot(row, column)
    return [
        (one[0] + row * part - column * aside, one[1] + column * part + row * aside)
        for part in (0.02, *((k + 0.5) / 8 for k in range(8)), 0.98)
    ]


def _translated(point: Point, polygon: Sequence[Vector]) -> Iterator[Point]:
    """Yield the translates of the point by whole blocks that lie in the bounding box of a polygon."""
    ranges = []
    for value, corners in zip(point, zip(*polygon, strict=True), strict=True):
        ranges.append(range(ceil((min(corners) - value) / SCALE), floor((max(corners) - value) / SCALE) + 1))
    return ((point[0] + row * SCALE, point[1] + column * SCALE) for row in ranges[0] for column in ranges[1])


def _contains(polygon: Sequence[Vector], point: Point) -> bool:
    """Return whether a point lies inside: a ray from it crosses an odd number of edges."""
    row, column = point
    inside = False
    for one, other in _sides(polygon):
        if (one[0] > row) != (other[0] > row):
            inside ^= column < one[1] + (row - one[0]) * (other[1] - one[1]) / (other[0] - one[0])
    return inside


def _derived(polygons: Sequence[Sequence[Vector]]) -> tuple[tuple[tuple[Vector, int], ...], ...]:
    """Return, for each slot, the (vector, slot) across each of its edges."""
    sides = [[_edge(*sorted(side)) for side in _sides(polygon)] for polygon in polygons]
    edges: dict[tuple[Vector, Vector], list[tuple[int, Vector]]] = {}
    for slot, own in enumerate(sides):
        for key, block in own:
            edges.setdefault(key, []).append((slot, block))
    table = []
    for slot, own in enumerate(sides):
        near = [
            ((block[0] - there[0], block[1] - there[1]), other)
            for key, block in own
            for other, there in edges[key]
            if (other, there) != (slot, block)
        ]
        table.append(tuple(dict.fromkeys(near)))
    return tuple(table)


def _moved(point: Vector, block: Vector) -> Vector:
    return point[0] - block[0] * SCALE, point[1] - block[1] * SCALE


def _read(
    neighbors: Mapping[str, Sequence[Neighbor]], slots: Sequence[str]
) -> tuple[tuple[tuple[Vector, int], ...], ...]:
    """Return the table as given. Raises NotationError unless the neighbor relation is symmetric."""
    number = {letter: slot for slot, letter in enumerate(slots)}
    for slot, near in neighbors.items():
        expected = f"expected (rows, columns, cell) of another cell, e.g. (0, 1, {slots[0]!r})"
        for each in near:
            is_sound = len(each) == 3 and all(type(step) is int and abs(step) <= LARGEST for step in each[:2])
            if not is_sound or each[2] not in number:
                raise NotationError(f"neighbor {each!r} of {slot}: {expected}")
            row, column, other = each
            if (row, column, other) == (0, 0, slot):
                raise NotationError(f"{slot} is a neighbor of itself: {expected}")
            if (-row, -column, slot) not in {tuple(back) for back in neighbors[other]}:
                back = (-row, -column, slot)
                raise NotationError(f"{each!r} is a neighbor of {slot}: expected {back!r} as one of {other}")
    return tuple(tuple(((row, column), number[other]) for row, column, other in neighbors[slot]) for slot in slots)


def _check_edges(
    table: Sequence[Sequence[tuple[Vector, int]]], drawn: Sequence[Sequence[tuple[Vector, int]]], slots: Sequence[str]
) -> None:
    for slot, (said, seen) in enumerate(zip(table, drawn, strict=True)):
        for vector, other in sorted({*said} ^ {*seen}):
            missing = "is missing: it shares an edge by the corners"
            which = "shares no edge with it by the corners" if (vector, other) in said else missing
            raise NotationError(f"the neighbor {(*vector, slots[other])!r} of {slots[slot]} {which}")


def _motions(polygons: Sequence[Sequence[Vector]], basis: tuple[Point, Point]) -> tuple[Motion, ...]:
    """Return every isometry that maps the tiling to itself, up to translations.

    Rotations come first, sorted by their angle, then reflections.
    """
    shapes = [frozenset(polygon) for polygon in polygons]
    centers = [
        (sum(x for x, _ in polygon) / len(polygon) / SCALE, sum(y for _, y in polygon) / len(polygon) / SCALE)
        for polygon in polygons
    ]
    found: list[tuple[bool, int, Motion]] = []
    for entries in product((-1, 0, 1), repeat=4):
        matrix = (entries[:2], entries[2:])
        determinant = entries[0] * entries[3] - entries[1] * entries[2]
        if abs(determinant) == 1 and _is_isometry(matrix, basis):
            moved = _onto_itself(matrix, shapes, centers)
            if moved is not None:
                angle = _angle(matrix, basis, determinant < 0)
                name = f"{angle}{'f' * (determinant < 0)}"
                found.append((determinant < 0, angle, Motion(name, matrix, *moved, mirrored=determinant < 0)))
    return tuple(motion for _, _, motion in sorted(found, key=lambda each: each[:2]))


def _image(matrix: Sequence[Vector], place: Sequence[float]) -> Point:
    x, y = (row[0] * place[0] + row[1] * place[1] for row in matrix)
    return x, y


def _plane(place: Sequence[float], basis: tuple[Point, Point]) -> Point:
    (a, b), (c, d) = basis
    return place[0] * a + place[1] * c, place[0] * b + place[1] * d


def _is_isometry(matrix: Sequence[Vector], basis: tuple[Point, Point]) -> bool:
    """Return whether the matrix preserves the lengths of the steps and of their sum."""
    return all(
        abs(hypot(*_plane(_image(matrix, step), basis)) - hypot(*_plane(step, basis))) <= 1e-6
        for step in ((1, 0), (0, 1), (1, 1))
    )


def _angle(matrix: Sequence[Vector], basis: tuple[Point, Point], mirrored: bool) -> int:
    """Return the clockwise rotation in the picture, in degrees.

    For a reflection, it is the rotation that follows mirroring left to right.
    """
    x, y = _plane(_image(matrix, _coordinates((-1.0 if mirrored else 1.0, 0.0), basis)), basis)
    return round(degrees(atan2(y, x))) % 360


def _onto_itself(
    matrix: Sequence[Vector], shapes: Sequence[frozenset[Vector]], centers: Sequence[Point]
) -> tuple[tuple[int, ...], tuple[Vector, ...]] | None:
    """Return the images of the slots and their offsets, if the matrix and a translation map all tiles to tiles."""
    start = _image(matrix, centers[0])
    for goal in centers:
        step = goal[0] - start[0], goal[1] - start[1]
        found = [_tile_of(matrix, step, slot, shapes, centers) for slot in range(len(shapes))]
        tiles = [tile for tile in found if tile is not None]
        if len(tiles) == len(shapes):
            return tuple(slot for slot, _ in tiles), tuple(offset for _, offset in tiles)
    return None


def _tile_of(
    matrix: Sequence[Vector], step: Point, slot: int, shapes: Sequence[frozenset[Vector]], centers: Sequence[Point]
) -> tuple[int, Vector] | None:
    """Return the slot and the offset of the image of a tile; None if the image is not a tile."""
    place = tuple(v + s for v, s in zip(_image(matrix, centers[slot]), step, strict=True))
    for match, center in enumerate(centers):
        offset = round(place[0] - center[0]), round(place[1] - center[1])
        if all(abs(p - c - o) < NEAR for p, c, o in zip(place, center, offset, strict=True)):
            far = step[0] - offset[0], step[1] - offset[1]
            images = (_image(matrix, corner) for corner in shapes[slot])
            moved = {(x + far[0] * SCALE, y + far[1] * SCALE) for x, y in images}
            same = len(moved) == len(shapes[match]) and all(_is_near(point, shapes[match]) for point in moved)
            return (match, offset) if same else None
    return None


def _is_near(point: Point, others: Iterable[Vector]) -> bool:
    return any(max(abs(point[0] - x), abs(point[1] - y)) < 2 * NEAR * SCALE for x, y in others)


def _groups(motions: Sequence[Motion]) -> tuple[GroupRow, ...]:
    """Return the subgroups of the point group: Cn has n rotations, Dn has n reflections as well."""
    found: dict[frozenset[str], GroupRow] = {}
    for first, second in product(motions, repeat=2):
        group: set[tuple[Vector, ...]] = {IDENTITY}
        while grown := {matrix_product(step.matrix, matrix) for step in (first, second) for matrix in group} - group:
            group |= grown
        members = [motion for motion in motions if motion.matrix in group]
        turns = sum(not motion.mirrored for motion in members)
        names = tuple(motion.name for motion in members)
        found.setdefault(frozenset(names), (f"{'C' if turns == len(members) else 'D'}{turns}", names))
    return tuple(sorted(found.values(), key=lambda row: (len(row[1]), row[0])))
