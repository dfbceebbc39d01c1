"""Solids seen from the front, the right and above (isometric), the steps of assembling them, and packings of balls.

The visible faces of an atom are those that look at the viewer and touch nothing else that is drawn. They are
painted from back to front. Lines between coplanar faces of one piece are thin, all others thick.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import hypot, sqrt
from operator import add
from typing import Protocol, TypeVar

from tilewright.lattice import Atom, Lattice, Vector
from tilewright.render import canvas as letters
from tilewright.render.canvas import Box, Canvas, Point, ink_on, middle_of, mix, translate

BALL_VIEWER = (1.0, -1.0, 1.0)
STRETCH = sqrt(3 / 2)  # factor for lengths across the line of sight that keeps those along x, y and z
# From the rim inwards: radius and shift up and to the left, relative to the ball's radius, and the share of
# white.
SHADES = ((0.86, 0.1, 0.0), (0.62, 0.24, 0.14), (0.36, 0.36, 0.32), (0.14, 0.44, 0.62))
RIM = 0.22  # share of black in the color of the rim
BALL_LABEL = 0.8  # size of a letter, relative to the radius
FLAT = 0.46  # radius of a ball in the picture of a layer, in cells; balls of 0.5 would touch


def ball_box(grid: Lattice, atoms: Iterable[Atom]) -> tuple[float, float, float, float]:
    """Return (left, top, right, bottom) of the atoms in the oblique view."""
    xs, ys = zip(*(_ball_middle(grid, atom) for atom in atoms), strict=True)
    radius = grid.ball * STRETCH
    return min(xs) - radius, min(ys) - radius, max(xs) + radius, max(ys) + radius


def draw_balls(
    canvas: Canvas,
    grid: Lattice,
    shapes: Sequence[Sequence[Atom]],
    fills: Sequence[str],
    names: Sequence[str],
    at: Point = (0, 0),
) -> None:
    """Draw shapes of balls together, the nearest last, each with its name on its nearest ball."""
    every = sorted((_depth(grid, atom), atom, owner) for owner, shape in enumerate(shapes) for atom in shape)
    nearest = {owner: atom for _, atom, owner in every}
    radius = grid.ball * STRETCH
    for _, atom, owner in every:
        centre = translate(_ball_middle(grid, atom), at)
        _draw_ball(canvas, centre, radius, fills[owner])
        if nearest[owner] == atom and names[owner]:
            size = min(BALL_LABEL, 1.2 / letters.width(names[owner], bold=True)) * radius
            canvas.text(names[owner], centre, size, _ink(canvas, fills[owner]), bold=True)


def _draw_ball(canvas: Canvas, centre: Point, radius: float, fill: str) -> None:
    patterned = canvas.theme.patterned
    rim = "#ffffff" if patterned else mix(fill, "#000000", RIM)
    canvas.circle(centre, radius, fill=rim, stroke=canvas.theme.edge, width=canvas.edge / 2)
    for size, shift, white in () if patterned else SHADES:
        spot = (centre[0] - shift * radius, centre[1] - shift * radius)
        canvas.circle(spot, size * radius, fill=mix(fill, "#ffffff", white))


def _ink(canvas: Canvas, fill: str) -> str:
    return "#000000" if canvas.theme.patterned else ink_on(fill)


def draw_layers(
    canvas: Canvas, grid: Lattice, atoms: Sequence[Atom], fill: str, label: str = "", at: Point = (0, 0)
) -> None:
    """Draw a shape in the picture of the layers, each ball as a circle; `fill` may be a hatching."""
    edge = canvas.theme.edge if fill.startswith("url") else mix(fill, canvas.theme.edge, 0.65)
    places = {atom: translate(middle_of(grid.polygon(atom)), at) for atom in atoms}
    for atom, place in places.items():
        for near in grid.adjacent(atom):
            if near in places and near > atom and near[0] == atom[0]:
                canvas.line([place, places[near]], stroke=edge, width=3 * canvas.edge)
    for place in places.values():
        canvas.circle(place, FLAT, fill=fill, stroke=edge, width=canvas.edge)
        if label:
            if canvas.theme.patterned:
                canvas.circle(place, 0.3, fill="#ffffff")
            size = min(0.5, 0.7 / letters.width(label, bold=True))
            canvas.text(label, place, size, _ink(canvas, fill), bold=True)


def can_be_lifted(grid: Lattice, atoms: Iterable[Atom], others: Iterable[Atom]) -> bool:
    """Return whether balls can be lifted straight up.

    This holds if no other ball is higher and less than a diameter away as seen from above.
    """
    pairs = product((ball_place(grid, atom) for atom in atoms), (ball_place(grid, other) for other in others))
    return not any(h > z + 1e-6 and hypot(u - x, v - y) < 2 * grid.ball - 1e-6 for (x, y, z), (u, v, h) in pairs)


def ball_place(grid: Lattice, atom: Atom) -> tuple[float, ...]:
    """Return the position of the center of a ball, in cells, z up.

    >>> from tilewright.lattice import lattice
    >>> ball_place(lattice("spheres"), (0, 0, 2))
    (2.0, 0.0, 0.0)
    """
    return tuple(sum(v * step[axis] for v, step in zip(atom, grid.space, strict=True)) for axis in range(3))


def _ball_middle(grid: Lattice, atom: Atom) -> Point:
    x, y, z = ball_place(grid, atom)
    return sqrt(3) / 2 * (x + y), (x - y) / 2 - z


def _depth(grid: Lattice, atom: Atom) -> float:
    return round(sum(a * b for a, b in zip(ball_place(grid, atom), BALL_VIEWER, strict=True)), 6)


Space = tuple[float, float, float]

VIEWER: Space = (1.0, -1.0, 1.0)
LIGHT_FROM: Space = (-0.2, -0.45, 1.0)  # makes the top lightest and the right side darkest
DARKEST = 0.62  # share of its color that a face away from the light keeps
PALE = 0.72  # share of paper in the colors of pieces that are already placed
LABEL = 0.42  # size of letters on faces, in cells
THIN = 1 / 4  # width of the lines between cells of a piece, relative to outlines
GAP = 0.8  # cells between pictures


@dataclass(frozen=True)
class Face:
    """A visible face: its owner, its corners in 1/scale of lattice coordinates, its normal, and how near it is."""

    owner: int
    corners: tuple[Vector, ...]
    normal: Space
    depth: float


def block_box(grid: Lattice, atoms: Iterable[Atom]) -> Box:
    """Return (left, top, right, bottom) of the atoms in the isometric view."""
    if grid.ball:
        return ball_box(grid, atoms)
    xs, ys = zip(
        *(grid.point(corner) for atom in atoms for face in _corners(grid, atom) for corner in face), strict=True
    )
    return min(xs), min(ys), max(xs), max(ys)


def blocks(
    canvas: Canvas,
    grid: Lattice,
    shapes: Sequence[Sequence[Atom]],
    fills: Sequence[str],
    names: Sequence[str],
    at: Point = (0, 0),
) -> None:
    """Draw solid shapes together, each in its color and with its name on the nearest face that is not hidden."""
    if grid.ball:
        draw_balls(canvas, grid, shapes, fills, names, at)
        return
    faces = sorted(_faces(grid, shapes), key=lambda face: face.depth)
    drawn = [[translate(grid.point(corner), at) for corner in face.corners] for face in faces]
    beside = _beside(faces)
    for face, ring in zip(faces, drawn, strict=True):
        paint = canvas.theme.paper if canvas.theme.patterned else _shaded(fills[face.owner], face.normal)
        canvas.polygons([ring], fill=paint, stroke=canvas.theme.edge, width=THIN * canvas.edge)
        ends = zip(face.corners, (*face.corners[1:], face.corners[0]), ring, (*ring[1:], ring[0]), strict=True)
        for start, end, p, q in ends:
            if beside[face.normal, frozenset((start, end))] != {face.owner: 2}:
                canvas.line([p, q], stroke=canvas.theme.edge, width=canvas.edge, **{"stroke-linecap": "round"})
    for owner, name in enumerate(names):
        if name and (spot := _label_spot(faces, drawn, owner)) is not None:
            paint = canvas.theme.paper if canvas.theme.patterned else _shaded(fills[owner], faces[spot].normal)
            size = min(LABEL, 0.66 / letters.width(name, bold=True))
            canvas.text(name, middle_of(drawn[spot]), size, ink_on(paint), bold=True)


def _corners(grid: Lattice, atom: Atom) -> list[tuple[Vector, ...]]:
    """Return the corners of each face, in the order of the neighbors of the atom."""
    cell, slot = grid.split(atom)
    start = [grid.scale * v for v in cell]
    return [tuple(tuple(map(add, start, corner)) for corner in face) for face in grid.faces[slot]]


def _faces(grid: Lattice, shapes: Sequence[Sequence[Atom]]) -> Iterable[Face]:
    there = {atom for shape in shapes for atom in shape}
    for owner, shape in enumerate(shapes):
        for atom in shape:
            faces = _corners(grid, atom)
            depths = [_dot(_place(grid, corner), VIEWER) for face in faces for corner in face]
            for corners, neighbour in zip(faces, grid.adjacent(atom), strict=True):
                normal = _normal([_place(grid, corner) for corner in corners])
                if neighbour not in there and _dot(normal, VIEWER) > 1e-9:
                    # Atoms are convex and fill space, so they can be painted in the order of their centers.
                    yield Face(owner, corners, normal, sum(depths) / len(depths))


def _place(grid: Lattice, corner: Vector) -> Space:
    axes = zip(*grid.space, strict=True)
    x, y, z = (sum(v * step for v, step in zip(corner, axis, strict=True)) / grid.scale for axis in axes)
    return x, y, z


def _normal(places: Sequence[Space]) -> Space:
    """Return the unit normal, rounded so that parallel faces have equal normals."""
    (a, b, c), (d, e, f), (g, h, i) = places[:3]
    u, v = (d - a, e - b, f - c), (g - d, h - e, i - f)
    x, y, z = u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]
    long = sqrt(x * x + y * y + z * z)
    return round(x / long, 6) + 0.0, round(y / long, 6) + 0.0, round(z / long, 6) + 0.0


def _dot(a: Space, b: Space) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _beside(faces: Sequence[Face]) -> Mapping[tuple[Space, frozenset[Vector]], dict[int, int]]:
    """Return, for each edge and each direction of faces, how many faces of each piece have it."""
    found: defaultdict[tuple[Space, frozenset[Vector]], Counter[int]] = defaultdict(Counter)
    for face in faces:
        for pair in zip(face.corners, (*face.corners[1:], face.corners[0]), strict=True):
            found[face.normal, frozenset(pair)][face.owner] += 1
    return found


def _shaded(color: str, normal: Space) -> str:
    """Return the color of a face, darker the more it is turned away from the light."""
    share = _dot(normal, LIGHT_FROM) / sqrt(_dot(LIGHT_FROM, LIGHT_FROM))
    return mix(color, "#000000", (1 - DARKEST) * (1 - max(0.0, share)))


def _label_spot(faces: Sequence[Face], drawn: Sequence[Sequence[Point]], owner: int) -> int | None:
    """Return the number of the face for a piece's name: the nearest with a visible center, on top if possible."""
    mine = [number for number, face in enumerate(faces) if face.owner == owner]
    mine.sort(key=lambda number: (faces[number].normal[2] > 0.5, faces[number].depth), reverse=True)
    for number in mine:
        middle = middle_of(drawn[number])
        if not any(_covers(ring, middle) for ring in drawn[number + 1 :]):
            return number
    return None


def _covers(ring: Sequence[Point], point: Point) -> bool:
    """Return whether a convex polygon has the point strictly inside."""
    x, y = point
    sides = zip(ring, (*ring[1:], ring[0]), strict=True)
    turns = [(qx - px) * (y - py) - (qy - py) * (x - px) for (px, py), (qx, qy) in sides]
    return min(turns) > 1e-9 or max(turns) < -1e-9


class Laid(Protocol):
    """A piece at its place."""

    @property
    def atoms(self) -> tuple[Atom, ...]:
        """The atoms that it covers."""


P = TypeVar("P", bound=Laid)


def assembly_order(grid: Lattice, placements: Sequence[P]) -> list[tuple[P, str]]:
    """Return the placements in the order in which they can be assembled, each with the side from which it comes.

    The order is found by taking the solid apart: a piece that can slide out along an axis, upwards if possible,
    is removed. If none can, because pieces must move together, the highest piece is removed, and its side is
    "".
    """
    left = list(placements)
    found: list[tuple[P, str]] = []
    while left:
        sides = (
            (side, placement)
            for side in _sides(grid)
            for placement in sorted(left, key=lambda p: p.atoms)
            if _slides(grid, placement, side[1], left)
        )
        side, taken = next(sides, (("", ()), min(left, key=lambda p: p.atoms)))
        left.remove(taken)
        found.append((taken, side[0]))
    return found[::-1]


SIDES: list[tuple[str, Vector]] = [
    ("above", (-1, 0, 0)), ("the front", (0, 1, 0)), ("the right", (0, 0, 1)), ("the left", (0, 0, -1)),
    ("behind", (0, -1, 0)), ("below", (1, 0, 0)),
]  # fmt: skip


def _sides(grid: Lattice) -> list[tuple[str, Vector]]:
    """Return the directions in which a piece may be removed, best first.

    If atoms are not boxes, these are only up and down; for balls, only up.
    """
    if grid.ball:
        return SIDES[:1]
    return SIDES if grid.slot_count == 1 else [SIDES[0], SIDES[-1]]


def _slides(grid: Lattice, placement: Laid, step: Vector, there: Sequence[Laid]) -> bool:
    """Return whether a piece can be slid out of the others along a vector."""
    others = {atom for other in there if other is not placement for atom in other.atoms}
    if not others:
        return True
    if grid.ball:
        return can_be_lifted(grid, placement.atoms, others)
    low, high = (tuple(pick(axis) for axis in zip(*others, strict=True)) for pick in (min, max))
    atoms = set(placement.atoms)
    for _ in range(max(h - v for v, h in zip(low, high, strict=True)) + max(map(max, zip(*atoms, strict=True))) + 2):
        atoms = set(grid.shift(atoms, step))
        if atoms & others:
            return False
    return True
