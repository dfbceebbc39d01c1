"""Cells that are balls: from the front, the right and above, shaded, and the layers of a packing seen from above."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot, sqrt

from tilewright.lattice import Atom, Lattice
from tilewright.render import letters
from tilewright.render.canvas import Canvas, Point, translate
from tilewright.render.theme import ink_on, mix

VIEWER = (1.0, -1.0, 1.0)
STRETCH = sqrt(3 / 2)  # of lengths across the line of sight, where those along x, y and z are kept
# From the rim inwards: radius and shift up and to the left, in radii, and how much white is mixed in.
SHADES = ((0.86, 0.1, 0.0), (0.62, 0.24, 0.14), (0.36, 0.36, 0.32), (0.14, 0.44, 0.62))
RIM = 0.22  # of black in the color of the rim
LABEL = 0.8  # size of a letter, in radii
FLAT = 0.46  # radius of a ball in the picture of a layer, in cells; 0.5 would touch


def ball_box(grid: Lattice, atoms: Iterable[Atom]) -> tuple[float, float, float, float]:
    """(left, top, right, bottom) of the atoms in the oblique view."""
    xs, ys = zip(*(_middle(grid, atom) for atom in atoms), strict=True)
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
    """Shapes of balls together, the nearest last, each with its name on its nearest ball."""
    every = [(_depth(grid, atom), atom, owner) for owner, shape in enumerate(shapes) for atom in shape]
    nearest = {owner: atom for _, atom, owner in sorted(every)}
    for _, atom, owner in sorted(every):
        centre, radius = translate(_middle(grid, atom), at), grid.ball * STRETCH
        _draw_ball(canvas, centre, radius, fills[owner])
        if nearest[owner] == atom and names[owner]:
            size = min(LABEL, 1.2 / letters.width(names[owner], bold=True)) * radius
            ink = "#000000" if canvas.theme.patterned else ink_on(fills[owner])
            canvas.text(names[owner], centre, size, ink, bold=True)


def _draw_ball(canvas: Canvas, centre: Point, radius: float, fill: str) -> None:
    color = "#ffffff" if canvas.theme.patterned else fill
    rim = mix(color, "#000000", 0.0 if canvas.theme.patterned else RIM)
    canvas.circle(centre, radius, fill=rim, stroke=canvas.theme.edge, width=canvas.edge / 2)
    for size, shift, white in () if canvas.theme.patterned else SHADES:
        spot = (centre[0] - shift * radius, centre[1] - shift * radius)
        canvas.circle(spot, size * radius, fill=mix(color, "#ffffff", white))


def draw_layers(
    canvas: Canvas, grid: Lattice, atoms: Sequence[Atom], fill: str, label: str = "", at: Point = (0, 0)
) -> None:
    """A shape in the picture of the layers, each ball a circle; `fill` may be a hatching."""
    edge = canvas.theme.edge if fill.startswith("url") else mix(fill, canvas.theme.edge, 0.65)
    places = {atom: translate(_from_above(grid, atom), at) for atom in atoms}
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
            canvas.text(label, place, size, "#000000" if canvas.theme.patterned else ink_on(fill), bold=True)


def can_be_lifted(grid: Lattice, atoms: Iterable[Atom], others: Iterable[Atom]) -> bool:
    """Whether balls can be taken straight up: no other one is higher and less than a diameter away as seen from above."""
    above = [_place(grid, other) for other in others]
    for x, y, z in (_place(grid, atom) for atom in atoms):
        if any(h > z + 1e-6 and hypot(u - x, v - y) < 2 * grid.ball - 1e-6 for u, v, h in above):
            return False
    return True


def _from_above(grid: Lattice, atom: Atom) -> Point:
    xs, ys = zip(*grid.polygon(atom), strict=True)
    return sum(xs) / len(xs), sum(ys) / len(ys)


def _place(grid: Lattice, atom: Atom) -> tuple[float, ...]:
    return tuple(sum(v * step[axis] for v, step in zip(atom, grid.space, strict=True)) for axis in range(3))


def _middle(grid: Lattice, atom: Atom) -> Point:
    x, y, z = _place(grid, atom)
    return sqrt(3) / 2 * (x + y), (x - y) / 2 - z


def _depth(grid: Lattice, atom: Atom) -> float:
    return round(sum(a * b for a, b in zip(_place(grid, atom), VIEWER, strict=True)), 6)
