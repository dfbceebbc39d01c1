"""Draw the parts of pictures on a canvas: pieces, boards, tilings, Shikaku grids and colorings.

Each function takes `at`, the position (x, y) of the lattice's origin, in cells.

A wrapped board shows where its ends meet: the open ends are dashed, and beyond the last row and column there is
a pale copy of the first. On paper the picture is a net: when it is rolled up, the pale cells are the flap to
which the first ones are glued.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import cycle, islice, product
from math import dist, hypot
from typing import Protocol

from tilewright.lattice import Atom, Lattice, Vector
from tilewright.lattice.outline import regions, seams
from tilewright.render import canvas as letters
from tilewright.render import solids
from tilewright.render.canvas import (
    PALETTE,
    Canvas,
    Point,
    box,
    ink_on,
    letter_spot,
    mix,
    palette_colors,
    shelves,
    translate,
    view,
)

PALE = 0.35  # share of its color in the copy of a piece
DASH = 0.18  # cells
Segment = tuple[Point, Point]


class PieceLike(Protocol):
    """The attributes of a piece that pictures show."""

    @property
    def name(self) -> str:
        """The name."""

    @property
    def grid(self) -> Lattice:
        """The lattice."""

    @property
    def atoms(self) -> tuple[Atom, ...]:
        """The atoms that the piece covers."""

    @property
    def copies(self) -> tuple[int, int | None]:
        """The numbers of copies to be used, (fewest, most)."""

    @property
    def color(self) -> str | None:
        """The color of its own, or None."""


class BoardLike(Protocol):
    """The attributes of a board that pictures show."""

    @property
    def grid(self) -> Lattice:
        """The lattice."""

    @property
    def atoms(self) -> tuple[Atom, ...]:
        """The atoms that must be covered."""

    @property
    def optional(self) -> tuple[Atom, ...]:
        """The atoms that may be covered."""

    @property
    def rings(self) -> tuple[tuple[tuple[float, float], ...], ...]:
        """The outline of a board without cells."""

    @property
    def wrap(self) -> object:
        """How the board is wrapped, if it is."""

    @property
    def area(self) -> float:
        """The area in cells."""


def join_pieces(
    canvas: Canvas, board: BoardLike, pieces: Iterable[tuple[tuple[Atom, ...], str]], at: Point = (0, 0)
) -> None:
    """Open the outlines of pieces where they cross the seam, and draw their pale copies on the flap.

    Each piece is given with its color.
    """
    if not board.wrap:
        return
    pales: dict[Atom, str] = {}
    for atoms, fill in pieces:
        fill = "#ffffff" if canvas.theme.patterned else fill
        pales |= dict.fromkeys(atoms, mix(canvas.theme.paper, fill, PALE))
        edges = list(_seam(board.grid, atoms, at))
        inside = [segment for other, segment in edges if other in atoms]
        outer = [segment for other, segment in edges if other not in atoms]
        canvas.segments(inside, stroke=fill, width=1.2 * canvas.edge)
        canvas.segments(inside, stroke=canvas.theme.soft, width=canvas.edge / 3, dash=DASH / 2)
        canvas.segments(outer, stroke=canvas.theme.paper, width=1.2 * canvas.edge, dash=DASH)
    _draw_tab(canvas, board.grid, pales, at)


def draw_copies(
    canvas: Canvas,
    board: BoardLike,
    atoms: Sequence[Atom],
    draw: Callable[[Atom, Sequence[Point]], None],
    at: Point = (0, 0),
) -> None:
    """Draw the contents of the atoms again on the flap, faded, and dash the ends of the board.

    `draw` draws the contents of an atom into a cell with the given corners.
    """
    if not board.wrap:
        return
    grid, theme = board.grid, canvas.theme
    for copy, atom in _tab(grid, atoms):
        corners = [translate(point, at) for point in grid.plane.polygon(copy)]
        draw(atom, corners)
        canvas.polygons([corners], fill=theme.paper, opacity=1 - PALE, stroke="none")
        canvas.polygons([corners], fill="none", stroke=theme.soft, width=canvas.edge / 3)
    _break_ends(canvas, grid, atoms, at)


def _draw_tab(canvas: Canvas, grid: Lattice, fills: Mapping[Atom, str], at: Point) -> None:
    for copy, atom in _tab(grid, fills):
        outline, stroke = regions(grid.plane, [copy]), canvas.theme.soft
        canvas.regions(grid.plane, outline, at, fill=fills[atom], stroke=stroke, width=canvas.edge / 3)


def _break_ends(canvas: Canvas, grid: Lattice, atoms: Iterable[Atom], at: Point) -> None:
    ends = [segment for _, segment in _seam(grid, atoms, at)]
    canvas.segments(ends, stroke=canvas.theme.paper, width=1.5 * canvas.edge, dash=DASH)


def _tab(grid: Lattice, atoms: Iterable[Atom]) -> Iterator[tuple[Atom, Atom]]:
    """Yield the copies just beyond the wrapped ends, each with its atom."""
    for atom in atoms:
        sizes = zip(grid.periods, atom, strict=False)
        for step in product(*((0, period) if period and not place else (0,) for period, place in sizes)):
            if any(step):
                yield next(iter(grid.plane.shift((atom,), step))), atom


def _seam(grid: Lattice, atoms: Iterable[Atom], at: Point) -> Iterator[tuple[Atom, Segment]]:
    """Yield each edge of an atom that lies on the seam: the atom beyond it, and the ends of the edge in the picture."""
    for atom in atoms:
        for near in grid.plane.adjacent(atom):
            (other,) = grid.reduce((near,))
            if other != near:
                theirs = grid.plane.polygon(near)
                ends = (p for p in grid.plane.polygon(atom) if any(dist(p, corner) < 1e-6 for corner in theirs))
                start, end = (translate(point, at) for point in ends)
                yield other, (start, end)


GRID = 1 / 3  # width of the lines between cells, relative to outlines
EDGE_SHADE = 0.65  # share of the theme's edge color in the edge of a colored piece
GAP = 0.6  # cells between pieces in a list
NOTE = 0.5  # size of the number of copies, in cells
LETTER = 0.52  # size of a letter, in cells, if there is room


def shape(
    canvas: Canvas,
    grid: Lattice,
    atoms: tuple[Atom, ...],
    fill: str,
    label: str = "",
    at: Point = (0, 0),
    number: int = 0,
) -> None:
    """Draw the shape of a piece without inner lines, with its label inside.

    A patterned theme uses the hatching `number`, or that of the palette color `fill`.
    """
    theme = canvas.theme
    paint = canvas.hatch(PALETTE.index(fill) if fill in PALETTE else number) if theme.patterned else fill
    if grid.ball:
        solids.draw_layers(canvas, grid, atoms, paint, label, at)
        return
    edge = theme.edge if theme.patterned else mix(fill, theme.edge, EDGE_SHADE)
    canvas.regions(grid, regions(grid, atoms), at, fill=paint, stroke=edge, width=canvas.edge)
    if label:
        for part in grid.components(atoms):
            write_inside(canvas, grid, part, label, "#000000" if theme.patterned else ink_on(fill), at)


def figure(
    canvas: Canvas,
    grid: Lattice,
    atoms: tuple[Atom, ...],
    fill: str,
    label: str = "",
    at: Point = (0, 0),
    number: int = 0,
) -> None:
    """Draw a piece by itself: a flat one as `shape` does, a solid one in space."""
    if grid.dimension == 2:
        shape(canvas, grid, atoms, fill, label, at, number)
    else:
        solids.blocks(canvas, grid, [atoms], [fill], [label], at)


def write_inside(
    canvas: Canvas, grid: Lattice, atoms: tuple[Atom, ...], text: str, color: str, at: Point = (0, 0)
) -> None:
    """Write a text at the roomiest place of a shape, small enough to stay inside; on hatching, on a white background."""
    x, y, room = letter_spot(grid, atoms)
    size = fitting_size(text, 0.86 * room)
    place = (x + at[0], y + at[1])
    if canvas.theme.patterned:
        canvas.circle(place, min(room * 0.86, 0.36), fill="#ffffff")
        size = fitting_size(text, min(room * 0.7, 0.3))
    canvas.text(text, place, size, color, bold=True)


def fitting_size(text: str, radius: float) -> float:
    """Return the size at which a text fits in a circle, at most LETTER."""
    long = letters.width(text, bold=True)
    return min(LETTER, 2 * radius / hypot(long, letters.CAP_HEIGHT))


def board(canvas: Canvas, board: BoardLike, at: Point = (0, 0)) -> None:
    """Draw an empty board: cells, thin lines between them, a thick outline, and a ring in cells that may stay empty."""
    theme, grid = canvas.theme, board_view(board)
    if board.rings:
        rings = [[translate(point, at) for point in ring] for ring in board.rings]
        canvas.polygons(rings, fill=theme.board, stroke=theme.ink, width=canvas.edge)
        return
    if grid.ball:
        solids.draw_layers(canvas, grid, board.atoms, theme.board, at=at)
        solids.draw_layers(canvas, grid, board.optional, theme.paper, "o", at)
        return
    outline, optional = regions(grid, board.atoms), regions(grid, board.optional)
    canvas.regions(grid, optional, at, fill=theme.board, stroke=theme.soft, width=canvas.edge / 2)
    canvas.regions(grid, outline, at, fill=theme.board, stroke="none")
    cell_lines(canvas, grid, (*board.atoms, *board.optional), at)
    for atoms in cells_of(grid, board.optional):
        x, y, room = letter_spot(grid, atoms)
        canvas.circle((x + at[0], y + at[1]), 0.45 * room, fill="none", stroke=theme.soft, width=canvas.edge / 2)
    canvas.regions(grid, outline, at, fill="none", stroke=theme.ink, width=canvas.edge)
    if board.wrap:
        fills = dict.fromkeys((*board.atoms, *board.optional), theme.paper)
        _draw_tab(canvas, board.grid, fills, at)
        _break_ends(canvas, board.grid, fills, at)


def board_view(board: BoardLike) -> Lattice:
    """Return the lattice as pictures of this board show it."""
    return view(board.grid, (*board.atoms, *board.optional))


def silhouette(canvas: Canvas, grid: Lattice, atoms: Iterable[Atom], fill: str, at: Point = (0, 0)) -> None:
    """Fill a region with one color and no outline, so that its size on paper is exact."""
    canvas.regions(grid, regions(grid, atoms), at, fill=fill, stroke="none")


def cell_lines(canvas: Canvas, grid: Lattice, atoms: Iterable[Atom], at: Point = (0, 0)) -> None:
    """Draw thin lines between cells."""
    ends = ((translate(grid.point(start), at), translate(grid.point(end), at)) for start, end in seams(grid, atoms))
    canvas.segments(ends, stroke=canvas.theme.soft, width=GRID * canvas.edge)


def cells_of(grid: Lattice, atoms: Iterable[Atom]) -> list[tuple[Atom, ...]]:
    """Return the atoms of each cell."""
    cells: defaultdict[Vector, list[Atom]] = defaultdict(list)
    for atom in atoms:
        cells[grid.cell(atom)].append(atom)
    return [*map(tuple, cells.values())]


def map_colors(grid: Lattice, shapes: Sequence[tuple[Atom, ...]]) -> list[int]:
    """Return a number for each region such that neighbors differ; each takes the first number that is free."""
    owner = {atom: i for i, atoms in enumerate(shapes) for atom in atoms}
    colors: list[int] = []
    for i, atoms in enumerate(shapes):
        near = {owner[other] for atom in atoms for other in grid.adjacent(atom) if other in owner} - {i}
        used = {colors[j] for j in near if j < i}
        colors.append(next(c for c in range(len(shapes)) if c not in used))
    return colors


def coloring(canvas: Canvas, board: BoardLike, weights: Mapping[Atom, int]) -> None:
    """Draw a board whose atoms have weights: one shade for each weight, and the number in each part of a cell."""
    grid = board_view(board)
    values = sorted(set(weights.values()))
    same = {value: [atom for atom in board.atoms if weights.get(atom) == value] for value in values}
    shades = dict(zip(values, _shades(len(values)), strict=True))
    for value in values:
        silhouette(canvas, grid, same[value], shades[value])
    cell_lines(canvas, grid, board.atoms)
    canvas.regions(grid, regions(grid, board.atoms), fill="none", stroke=canvas.theme.ink, width=canvas.edge)
    for value in values:
        for block in cells_of(grid, same[value]):
            write_inside(canvas, grid, block, str(value).replace("-", "−"), ink_on(shades[value]))


def _shades(count: int) -> list[str]:
    """Return grays for up to two weights, else colors that also differ in lightness."""
    if count <= 2:
        return ["#f7f7f7", "#7d8792"][:count]
    steps = ["#fde725", "#a0da39", "#4ac16d", "#1fa187", "#277f8e", "#365c8d", "#46327e", "#440154"]
    if count > len(steps):
        return [*islice(cycle(steps), count)]
    return [steps[i * (len(steps) - 1) // (count - 1)] for i in range(count)]


def draw_pieces(canvas: Canvas, pieces: Sequence[PieceLike], at: Point, width: float) -> None:
    """Draw the pieces in rows at most `width` cells long, with the number of copies unless it is exactly one."""
    colors = palette_colors(pieces)
    notes = [copies_text(piece.copies) for piece in pieces]
    boxes = [(box if piece.grid.dimension == 2 else solids.block_box)(piece.grid, piece.atoms) for piece in pieces]
    sizes = [(r - x + 0.9 * bool(note), b - t) for (x, t, r, b), note in zip(boxes, notes, strict=True)]
    for i, (piece, (_, x, y)) in enumerate(zip(pieces, shelves(sizes, width, GAP), strict=True)):
        left, top, right, bottom = boxes[i]
        place = (at[0] + x - left, at[1] + y - top)
        figure(canvas, piece.grid, piece.atoms, colors[piece.name], piece.name, place, i)
        if notes[i]:
            spot = (place[0] + right + 0.15, place[1] + bottom - 0.25)
            canvas.text(notes[i], spot, NOTE, canvas.theme.ink, anchor="start")


def copies_text(copies: tuple[int, int | None]) -> str:
    """Return the number of copies as written beside the picture of a piece; empty for exactly one."""
    least, most = copies
    if copies == (1, 1):
        return ""
    if most is None:
        return f"×{least}–∞" if least else "×∞"
    return f"×{most}" if least == most else f"×{least}–{most}"
