"""Pictures of edge-matching puzzles, on paper and in the page.

A tile is drawn as wedges in the colors of its labels, with half figures. Each label has a color and a figure, so that
the picture can be read without colors. A capital label, the partner of a small one, has the same figure hollow. A half
figure lies along an edge, and two tiles that match complete it. A figure is given by rings of points (along, inward):
the distance along the edge from its middle, and the distance from the edge into the tile, in lengths of the edge. Every
figure looks the same from both ends of the edge.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from math import cos, dist, pi, sin
from typing import Any, NamedTuple

from tilewright.kinds.edges.puzzle import FREE, UNIFORM, EdgeMatching
from tilewright.kinds.edges.tiles import Form, Tile, turned
from tilewright.lattice import Atom, Lattice, Motion
from tilewright.pieces.piece import allowed_motions
from tilewright.puzzle import Placement, Tiling
from tilewright.puzzle.page import CutOut, Task, pieces_note, player_motions, surface_note
from tilewright.puzzle.picture import Page
from tilewright.render import canvas as letters
from tilewright.render.canvas import LIGHT, PALETTE, Canvas, Point, box, ink_on, middle_of, mix, shelves, translate
from tilewright.render.draw import copies_text, draw_copies

Ring = tuple[tuple[float, float], ...]


def _disc(radius: float, middle: float = 0.0, steps: int = 12) -> Ring:
    return tuple((middle + radius * cos(pi * k / steps), radius * sin(pi * k / steps)) for k in range(steps + 1))


def _box(half: float, deep: float, middle: float = 0.0) -> Ring:
    return (middle - half, 0.0), (middle - half, deep), (middle + half, deep), (middle + half, 0.0)


def _tooth(half: float, deep: float, middle: float = 0.0) -> Ring:
    return (middle - half, 0.0), (middle, deep), (middle + half, 0.0)


# The number of figures is coprime to the number of colors, so that pairs of both repeat late.
FIGURES: tuple[tuple[Ring, ...], ...] = (
    (_disc(0.17),),
    (_tooth(0.2, 0.21),),
    (_box(0.15, 0.14),),
    (_disc(0.09, -0.16), _disc(0.09, 0.16)),
    (_box(0.05, 0.24),),
    (_tooth(0.1, 0.17, -0.18), _tooth(0.1, 0.17), _tooth(0.1, 0.17, 0.18)),
    (_box(0.26, 0.07),),
    (_box(0.05, 0.17, -0.14), _box(0.05, 0.17, 0.14)),
    (_box(0.05, 0.21), _box(0.2, 0.07)),
)


def place_figure(
    figure: Sequence[Ring], start: tuple[float, float], end: tuple[float, float], centre: tuple[float, float]
) -> list[list[tuple[float, float]]]:
    """Return the rings of a figure on the edge from `start` to `end`, on the side of `centre`.

    >>> place_figure([((0.0, 0.0), (0.0, 0.5))], (0, 0), (2, 0), (1, 1))
    [[(1.0, 0.0), (1.0, 1.0)]]
    """
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    along = (end[0] - start[0], end[1] - start[1])
    inward = (-along[1], along[0])
    if inward[0] * (centre[0] - middle[0]) + inward[1] * (centre[1] - middle[1]) < 0:
        inward = (along[1], -along[0])
    return [
        [(middle[0] + a * along[0] + d * inward[0], middle[1] + a * along[1] + d * inward[1]) for a, d in ring]
        for ring in figure
    ]


GAP = 0.45  # cells between tiles
NOTE = 0.4  # size of copies, in cells
BAND = 0.12  # width of the given border, in cells
NAME = 0.26  # largest size of a name, in cells
WRONG = "#c62828"
SHARE = 0.54  # radius of a name's disc, as a share of the distance to the sides
SHADE = 0.62  # share of the ink in the color of a figure


class EdgesPicture(Page):
    """The pictures of edge-matching puzzles."""

    puzzle: EdgeMatching

    def draw_placements(
        self, canvas: Canvas, placements: Sequence[Placement], at: Point = (0, 0), labels: bool = True
    ) -> None:
        """Draw the tiles, and a red line where touching edges do not match."""
        puzzle = self.puzzle
        shown: dict[tuple[Atom, Atom], str] = {}
        laid: dict[Atom, Form] = {}
        for placement in placements:
            (atom,) = placement.atoms
            form = puzzle.tile(placement.piece).form(placement.motion)
            if form is None or form[0] != puzzle.grid.split(atom)[1]:
                continue  # the check reports tiles that cannot lie in this way
            corners = [translate(point, at) for point in puzzle.grid.polygon(atom)]
            laid[atom] = form
            draw_tile(canvas, puzzle, form, corners, placement.piece if labels else "")
            shown |= {(atom, other): label for other, label in zip(puzzle.grid.adjacent(atom), form[1], strict=True)}

        def draw_copy(atom: Atom, corners: Sequence[Point]) -> None:
            draw_tile(canvas, puzzle, laid[atom], corners, "")

        draw_copies(canvas, puzzle.board, list(laid), draw_copy, at)
        for (atom, other), label in shown.items():
            across = shown.get((other, atom))
            if atom < other and across not in (None, puzzle.partner(label)):
                corners = [translate(point, at) for point in puzzle.grid.polygon(atom)]
                sides = side_corners(puzzle.grid, puzzle.grid.split(atom)[1])
                i, j = sides[list(puzzle.grid.adjacent(atom)).index(other)]
                canvas.segments([(corners[i], corners[j])], stroke=WRONG, width=2.5 * canvas.edge)

    def draw_given(self, canvas: Canvas, at: Point = (0, 0)) -> None:
        """Draw the pinned tiles, each with a ring around its name, and the label that the border must show."""
        puzzle = self.puzzle
        self.draw_placements(canvas, puzzle.pinned_placements, at)
        for pin in puzzle.pinned:
            centre = middle_of([translate(point, at) for point in puzzle.grid.polygon(pin.atom)])
            canvas.circle(centre, 0.24, fill="none", stroke=canvas.theme.ink, width=0.6 * canvas.edge)
        if puzzle.border not in (FREE, UNIFORM):
            _draw_border(puzzle, canvas, at)

    def draw_piece_list(self, canvas: Canvas, at: Point, width: float) -> None:
        """Draw the tiles in rows, with the number of copies below each tile that is not used exactly once."""
        puzzle = self.puzzle
        origin = puzzle.grid.join((0, 0), 0)
        left, top, right, bottom = box(puzzle.grid, [origin])
        noted = NOTE * any(tile.copies != (1, 1) for tile in puzzle.tiles)
        sizes = [(right - left, bottom - top + noted)] * len(puzzle.tiles)
        for tile, (_, x, y) in zip(puzzle.tiles, shelves(sizes, width, GAP), strict=True):
            place = (at[0] + x - left, at[1] + y - top)
            corners = [translate(point, place) for point in puzzle.grid.polygon(origin)]
            draw_tile(canvas, puzzle, (0, tile.labels), corners, tile.name)
            if note := copies_text(tile.copies):
                spot = (place[0] + (left + right) / 2, place[1] + bottom + NOTE * 0.75)
                canvas.text(note, spot, NOTE, canvas.theme.ink)

    def view(self) -> dict[str, Any]:
        """Return the tiles as pieces with labelled sides, the rule of the border, and the look of each label.

        Each piece has one atom. `pieces_list[i].orientations` are {motion, atoms, labels}, with the labels in the order
        of the lattice's `neighbours`. `turns` says which orientation each of the player's motions leads to.
        """
        puzzle = self.puzzle
        pinned = [{"piece": p.piece, "atoms": p.atoms, "motion": p.motion} for p in puzzle.pinned_placements]
        return {
            "kind": puzzle.kind,
            "pinned": pinned,
            "pieces_list": [_tile_row(tile) for tile in puzzle.tiles],
            "border": puzzle.border,
            "tile_labels": label_rows(puzzle),
        }

    def placements(self) -> int:
        puzzle = self.puzzle
        return len(puzzle.board.atoms) * sum(len(tile.orientations) for tile in puzzle.tiles)

    def task(self, tiling: Tiling | None) -> Task:
        puzzle = self.puzzle
        copies = [tile.copies for tile in puzzle.tiles]
        any_number = any(most is None for _, most in copies)
        count = "any number of each" if any_number else pieces_note(sum(most or 0 for _, most in copies))
        partner = "a small letter meets its capital" if puzzle.match == "partner" else ""
        border = {FREE: "", UNIFORM: "one label all around"}.get(puzzle.border, "the border as drawn")
        notes = [count.replace("piece", "tile"), partner, border, surface_note(puzzle.board)]
        note = "; ".join(filter(None, notes))
        cards = () if any_number else tile_cards(puzzle)
        return Task(note, cards=cards, piece_list=any_number, to_scale=not any_number)


def draw_tile(canvas: Canvas, puzzle: EdgeMatching, form: Form, corners: Sequence[Point], name: str) -> None:
    """Draw a tile with these corners, and its name in the middle."""
    slot, labels = form
    centre = middle_of(corners)
    for (i, j), label in zip(side_corners(puzzle.grid, slot), labels, strict=True):
        look = label_look(puzzle, label)
        fill = canvas.hatch(look.number) if canvas.theme.colorless else look.color
        canvas.polygons([[corners[i], corners[j], centre]], fill=fill, stroke=canvas.theme.edge, width=canvas.edge / 4)
        _figure(canvas, puzzle, label, corners[i], corners[j], centre)
    canvas.polygons([corners], fill="none", stroke=canvas.theme.edge, width=canvas.edge * 0.8)
    if name:
        _name(canvas, name, corners, centre)


def _figure(canvas: Canvas, puzzle: EdgeMatching, label: str, start: Point, end: Point, centre: Point) -> None:
    """Draw the half figure of a label, hollow if the label is a capital that stands for a partner."""
    look = label_look(puzzle, label, canvas.theme.edge)
    ink = "#000000" if canvas.theme.colorless else look.ink
    rings = place_figure(look.figure, start, end, centre)
    canvas.polygons(rings, fill="#ffffff" if look.hollow else ink, stroke=ink, width=canvas.edge / 3)


def _name(canvas: Canvas, name: str, corners: Sequence[Point], centre: Point) -> None:
    """Draw the name on a disc of the paper's color that leaves the half figures visible."""
    room = SHARE * min(
        dist(centre, middle_of([a, b])) for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)
    )
    long = letters.width(name, bold=True)
    size = min(NAME, 1.7 * room / max(long, 0.1))
    radius = min(room, max(0.13, 0.62 * long * size))
    canvas.circle(centre, radius, fill=canvas.theme.paper, opacity=0.85, stroke="none")
    canvas.text(name, centre, size, ink_on(canvas.theme.paper), bold=True)


@lru_cache(maxsize=64)
def _numbers(puzzle: EdgeMatching) -> dict[str, int]:
    """Return the number of each label of the puzzle; partners share a number."""
    plain = (label.lower() if puzzle.match == "partner" else label for label in puzzle.labels_used)
    return {label: number for number, label in enumerate(dict.fromkeys(plain))}


def label_color(puzzle: EdgeMatching, label: str) -> str:
    """Return the color of a label; partners share a color."""
    return label_look(puzzle, label).color


class LabelLook(NamedTuple):
    """The look of a label.

    number: its number among the labels of the puzzle.
    color:  the color of its wedges.
    ink:    the color of its half figure.
    hollow: whether the figure is drawn hollow because the label is a capital that stands for a partner.
    figure: the rings of its half figure.
    """

    number: int
    color: str
    ink: str
    hollow: bool
    figure: tuple[Ring, ...]


def label_look(puzzle: EdgeMatching, label: str, edge: str = LIGHT.edge) -> LabelLook:
    """Return the look of a label if outlines have the color `edge`.

    >>> from tilewright import load
    >>> label_look(load("macmahon3@4x6"), "b").number
    1
    """
    number = _numbers(puzzle)[label.lower() if puzzle.match == "partner" else label]
    color = PALETTE[number % len(PALETTE)]
    hollow = puzzle.match == "partner" and label != label.lower()
    return LabelLook(number, color, mix(color, edge, SHADE), hollow, FIGURES[number % len(FIGURES)])


@lru_cache(maxsize=64)
def side_corners(grid: Lattice, slot: int) -> tuple[tuple[int, int], ...]:
    """Return the two corners of each side of an atom in a slot, as indices into the atom's polygon."""
    own = grid.corners[slot]
    found = []
    for vector, other in grid.neighbours[slot]:
        beyond = {
            tuple(grid.scale * v + d for v, d in zip(vector, corner, strict=True)) for corner in grid.corners[other]
        }
        i, j = (number for number, corner in enumerate(own) if corner in beyond)
        found.append((i, j))
    return tuple(found)


def _draw_border(puzzle: EdgeMatching, canvas: Canvas, at: Point) -> None:
    """Draw a band outside each edge at the border, with the half figure that completes the tile's."""
    grid, there = puzzle.grid, set(puzzle.board.atoms)
    outside = puzzle.partner(puzzle.border)
    fill = canvas.theme.board if canvas.theme.colorless else label_color(puzzle, puzzle.border)
    for atom in puzzle.board.atoms:
        corners = [translate(point, at) for point in grid.polygon(atom)]
        centre = middle_of(corners)
        for other, (i, j) in zip(grid.adjacent(atom), side_corners(grid, grid.split(atom)[1]), strict=True):
            if other in there:
                continue
            start, end = corners[i], corners[j]
            beyond = (start[0] + end[0] - centre[0], start[1] + end[1] - centre[1])
            band = place_figure([((-0.5, 0), (-0.5, BAND), (0.5, BAND), (0.5, 0))], start, end, beyond)
            canvas.polygons(band, fill=fill, stroke=canvas.theme.edge, width=canvas.edge / 4)
            _figure(canvas, puzzle, outside, start, end, beyond)


PAPER = "#e8e3d6"  # color of tiles, which have no color of their own


def label_rows(puzzle: EdgeMatching) -> dict[str, dict[str, Any]]:
    """Return the partner and the look of each label, for the page.

    The look consists of number, color, ink of the half figure, and the figure's rings. The rings are points (along,
    inward) in lengths of the edge, as in `kinds/edges/picture.py`. `hollow` is true for a capital that stands for a
    partner.
    """
    every = sorted({*puzzle.labels_used, *map(puzzle.partner, puzzle.labels_used)})
    return {label: {"partner": puzzle.partner(label), **label_look(puzzle, label)._asdict()} for label in every}


def _tile_row(tile: Tile) -> dict[str, Any]:
    return {
        "name": tile.name,
        "color": PAPER,
        "copies": tile.copies,
        "orientations": [
            {"motion": motion, "atoms": [tile.grid.join((0, 0), slot)], "labels": labels}
            for motion, (slot, labels) in tile.orientations
        ],
        "turns": {how: _turns(tile, motion) for how, motion in player_motions(tile.lattice).items()},
    }


def _turns(tile: Tile, motion: Motion) -> list[int]:
    """Return, for each orientation, the next one that the motion leads to when it is repeated.

    A tile that may not be flipped stays as it is, even if its mirror image equals a turn of it.
    """
    numbers = {form: number for number, (_, form) in enumerate(tile.orientations)}
    if motion.mirrored and not any(each.mirrored for each in allowed_motions(tile.grid, tile.motion)):
        return [*numbers.values()]

    def after(form: Form) -> int:
        form = turned(tile.grid, motion, form)
        while form not in numbers:  # the motion returns to the first form at the latest
            form = turned(tile.grid, motion, form)
        return numbers[form]

    return [after(form) for form in numbers]


def tile_cards(puzzle: EdgeMatching) -> tuple[CutOut, ...]:
    """Return a card for every copy of each tile."""
    grid = puzzle.grid.plane
    first = grid.join((0, 0), 0)
    left, top, right, bottom = box(grid, [first])

    def draw_card(canvas: Canvas, at: Point, tile: Tile) -> None:
        corners = [translate(point, (at[0] - left, at[1] - top)) for point in grid.polygon(first)]
        draw_tile(canvas, puzzle, (0, tile.labels), corners, tile.name)

    size = (right - left, bottom - top)
    copies = (tile for tile in puzzle.tiles for _ in range(tile.copies[1] or 0))
    return tuple(CutOut(size, partial(draw_card, tile=tile)) for tile in copies)
