"""Pictures of edge matching: each tile as wedges in the colors of its labels, with half figures that match across edges.

A label has a color and a figure of its own, so that the picture needs no color; a capital label, the partner of a small
one, has the same figure hollow.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import dist

from tilewright.lattice import Atom, Lattice
from tilewright.puzzle import EdgeMatching, Placement
from tilewright.puzzle.edges.puzzle import FREE, UNIFORM
from tilewright.puzzle.edges.tile import Form, Tile
from tilewright.render import letters
from tilewright.render.canvas import Canvas, Point, translate
from tilewright.render.edges.half_figures import FIGURES, Ring, place_figure
from tilewright.render.lattices.seam import draw_copies
from tilewright.render.place import box, shelves
from tilewright.render.puzzles import draw_given, draw_piece_list, draw_placements
from tilewright.render.theme import LIGHT, PALETTE, ink_on, mix

GAP = 0.45  # cells between tiles
NOTE = 0.4  # size of copies, in cells
BAND = 0.12  # width of the given border, in cells
NAME = 0.26  # largest size of a name, in cells
WRONG = "#c62828"
SHARE = 0.54  # of the way from the middle of a tile to its sides, for its name
SHADE = 0.62  # of the ink in a figure on its color


@draw_placements.register(EdgeMatching)
def draw_tiles(
    puzzle: EdgeMatching, canvas: Canvas, placements: Sequence[Placement], at: Point = (0, 0), labels: bool = True
) -> None:
    """The tiles; a red line where edges that meet do not match."""
    shown: dict[tuple[Atom, Atom], str] = {}
    laid: dict[Atom, tuple[Form, str]] = {}
    for placement in placements:
        (atom,) = placement.atoms
        form = puzzle.tile(placement.piece).form(placement.motion)
        if form is None or form[0] != puzzle.grid.split(atom)[1]:
            continue  # what cannot lie so is for the check to tell
        corners = [translate(point, at) for point in puzzle.grid.polygon(atom)]
        laid[atom] = form, placement.piece if labels else ""
        draw_tile(canvas, puzzle, form, corners, laid[atom][1])
        shown |= {(atom, other): label for other, label in zip(puzzle.grid.adjacent(atom), form[1], strict=True)}

    def draw_copy(atom: Atom, corners: Sequence[Point]) -> None:
        draw_tile(canvas, puzzle, laid[atom][0], corners, "")

    draw_copies(canvas, puzzle.board, list(laid), draw_copy, at)
    for (atom, other), label in shown.items():
        across = shown.get((other, atom))
        if atom < other and across not in (None, puzzle.partner(label)):
            _mark(canvas, puzzle.grid, atom, list(puzzle.grid.adjacent(atom)).index(other), at)


def draw_tile(canvas: Canvas, puzzle: EdgeMatching, form: Form, corners: Sequence[Point], name: str) -> None:
    """A tile with these corners in the picture, its name in the middle."""
    slot, labels = form
    centre = _mean(corners)
    for (i, j), label in zip(side_corners(puzzle.grid, slot), labels, strict=True):
        number = label_number(puzzle, label)
        fill = canvas.hatch(number) if canvas.theme.patterned else label_color(puzzle, label)
        canvas.polygons([[corners[i], corners[j], centre]], fill=fill, stroke=canvas.theme.edge, width=canvas.edge / 4)
        _figure(canvas, puzzle, label, corners[i], corners[j], centre)
    canvas.polygons([corners], fill="none", stroke=canvas.theme.edge, width=canvas.edge * 0.8)
    if name:
        _name(canvas, name, corners, centre)


def _figure(canvas: Canvas, puzzle: EdgeMatching, label: str, start: Point, end: Point, centre: Point) -> None:
    """The half figure of a label; hollow where the label is a capital that stands for a partner."""
    look = label_look(puzzle, label, canvas.theme.edge)
    ink = "#000000" if canvas.theme.patterned else look.ink
    rings = place_figure(look.figure, start, end, centre)
    canvas.polygons(rings, fill="#ffffff" if look.hollow else ink, stroke=ink, width=canvas.edge / 3)


def _name(canvas: Canvas, name: str, corners: Sequence[Point], centre: Point) -> None:
    """The name on a disc of the paper's color that leaves the half figures free."""
    room = SHARE * min(dist(centre, _mean([a, b])) for a, b in zip(corners, [*corners[1:], corners[0]], strict=True))
    long = letters.width(name, bold=True)
    size = min(NAME, 1.7 * room / max(long, 0.1))
    canvas.circle(
        centre, min(room, max(0.13, 0.62 * long * size)), fill=canvas.theme.paper, opacity=0.85, stroke="none"
    )
    canvas.text(name, centre, size, ink_on(canvas.theme.paper), bold=True)


def _mark(canvas: Canvas, grid: Lattice, atom: Atom, side: int, at: Point) -> None:
    corners = [translate(point, at) for point in grid.polygon(atom)]
    i, j = side_corners(grid, grid.split(atom)[1])[side]
    canvas.segments([(corners[i], corners[j])], stroke=WRONG, width=2.5 * canvas.edge)


def label_number(puzzle: EdgeMatching, label: str) -> int:
    """The place of a label among those of the puzzle, partners counted once."""
    return _numbers(puzzle)[label.lower() if puzzle.match == "partner" else label]


@lru_cache(maxsize=64)
def _numbers(puzzle: EdgeMatching) -> dict[str, int]:
    plain = (label.lower() if puzzle.match == "partner" else label for label in puzzle.labels_used)
    return {label: number for number, label in enumerate(dict.fromkeys(plain))}


def label_color(puzzle: EdgeMatching, label: str) -> str:
    """The color of a label; partners share theirs."""
    return PALETTE[label_number(puzzle, label) % len(PALETTE)]


@dataclass(frozen=True)
class LabelLook:
    """How a label looks: its number among the labels, the color of its wedges, the ink of its half figure, the figure.

    hollow: whether the figure is drawn hollow, as that of a capital is which stands for a partner.
    """

    number: int
    color: str
    ink: str
    figure: tuple[Ring, ...]
    hollow: bool


def label_look(puzzle: EdgeMatching, label: str, edge: str = LIGHT.edge) -> LabelLook:
    """Return how a label looks where outlines have the color `edge`.

    >>> from tilewright import load
    >>> label_look(load("macmahon3@4x6"), "b").number
    1
    """
    number = label_number(puzzle, label)
    color = PALETTE[number % len(PALETTE)]
    hollow = puzzle.match == "partner" and label != label.lower()
    return LabelLook(number, color, mix(color, edge, SHADE), FIGURES[number % len(FIGURES)], hollow)


@lru_cache(maxsize=64)
def side_corners(grid: Lattice, slot: int) -> tuple[tuple[int, int], ...]:
    """For each side of the atoms in a slot, the numbers of its two corners in the atom's polygon."""
    own = grid.corners[slot]
    found = []
    for vector, other in grid.neighbours[slot]:
        beyond = {
            tuple(grid.scale * v + d for v, d in zip(vector, corner, strict=True)) for corner in grid.corners[other]
        }
        i, j = (number for number, corner in enumerate(own) if corner in beyond)
        found.append((i, j))
    return tuple(found)


def _mean(points: Sequence[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


@draw_given.register(EdgeMatching)
def draw_pins(puzzle: EdgeMatching, canvas: Canvas, at: Point = (0, 0)) -> None:
    """The pinned tiles, each with a ring around its name, and the label that the border must show."""
    draw_tiles(puzzle, canvas, puzzle.pinned_placements, at)
    for pin in puzzle.pinned:
        centre = _mean([translate(point, at) for point in puzzle.grid.polygon(pin.atom)])
        canvas.circle(centre, 0.24, fill="none", stroke=canvas.theme.ink, width=0.6 * canvas.edge)
    if puzzle.border not in (FREE, UNIFORM):
        _draw_border(puzzle, canvas, at)


def _draw_border(puzzle: EdgeMatching, canvas: Canvas, at: Point) -> None:
    """A band outside each edge at the border, with the half figure that completes the tile's."""
    grid, there = puzzle.grid, set(puzzle.board.atoms)
    outside = puzzle.partner(puzzle.border)
    fill = canvas.theme.board if canvas.theme.patterned else label_color(puzzle, puzzle.border)
    for atom in puzzle.board.atoms:
        corners = [translate(point, at) for point in grid.polygon(atom)]
        centre = _mean(corners)
        for other, (i, j) in zip(grid.adjacent(atom), side_corners(grid, grid.split(atom)[1]), strict=True):
            if other in there:
                continue
            start, end = corners[i], corners[j]
            beyond = (start[0] + end[0] - centre[0], start[1] + end[1] - centre[1])
            band = place_figure([((-0.5, 0), (-0.5, BAND), (0.5, BAND), (0.5, 0))], start, end, beyond)
            canvas.polygons(band, fill=fill, stroke=canvas.theme.edge, width=canvas.edge / 4)
            _figure(canvas, puzzle, outside, start, end, beyond)


@draw_piece_list.register(EdgeMatching)
def draw_tile_list(puzzle: EdgeMatching, canvas: Canvas, at: Point, width: float) -> None:
    """The tiles in rows, the number of copies below each that is not there exactly once."""
    origin = puzzle.grid.join((0, 0), 0)
    left, top, right, bottom = box(puzzle.grid, [origin])
    noted = NOTE * any(tile.copies != (1, 1) for tile in puzzle.tiles)
    sizes = [(right - left, bottom - top + noted)] * len(puzzle.tiles)
    for tile, (_, x, y) in zip(puzzle.tiles, shelves(sizes, width, GAP), strict=True):
        place = (at[0] + x - left, at[1] + y - top)
        corners = [translate(point, place) for point in puzzle.grid.polygon(origin)]
        draw_tile(canvas, puzzle, (0, tile.labels), corners, tile.name)
        if note := copies_text(tile):
            spot = (place[0] + (left + right) / 2, place[1] + bottom + NOTE * 0.75)
            canvas.text(note, spot, NOTE, canvas.theme.ink)


def copies_text(tile: Tile) -> str:
    """The number of copies as written beside the picture of a tile; empty for exactly one."""
    lo, hi = tile.copies
    if (lo, hi) == (1, 1):
        return ""
    if hi is None:
        return "×∞" if not lo else f"×{lo}–∞"
    return f"×{hi}" if lo == hi else f"×{lo}–{hi}"
