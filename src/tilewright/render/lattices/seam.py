"""Where a wrapped board is joined: its open ends in dashes, and beyond the last row and column a pale copy of the first.

Printed, the picture is a net: rolled up, the pale cells are the tab under which, or on which, the first ones are glued.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product

from tilewright.lattice import Atom, Lattice
from tilewright.lattice.outline import regions
from tilewright.puzzle import Board
from tilewright.render.canvas import Canvas, Point, translate
from tilewright.render.theme import mix

PALE = 0.35  # of its color in the copy of a piece
DASH = 0.18  # cells
Segment = tuple[Point, Point]


def draw_open_ends(canvas: Canvas, board: Board, at: Point = (0, 0)) -> None:
    """The tab and the dashes of a wrapped board; nothing on a flat one."""
    if not board.wrap:
        return
    atoms, theme = (*board.atoms, *board.optional), canvas.theme
    for copy, _ in _tab(board.grid, atoms):
        outline = regions(board.grid.plane, [copy])
        canvas.regions(board.grid.plane, outline, at, fill=theme.paper, stroke=theme.soft, width=canvas.edge / 3)
    ends = [_moved(segment, at) for _, _, segment in _seam(board.grid, atoms)]
    canvas.segments(ends, stroke=theme.paper, width=1.5 * canvas.edge, dash=DASH)


def join_pieces(
    canvas: Canvas, board: Board, pieces: Iterable[tuple[tuple[Atom, ...], str]], at: Point = (0, 0)
) -> None:
    """Open the outlines of pieces, each with its color, where they cross the seam, and show their copies on the tab."""
    if not board.wrap:
        return
    grid, fills = board.grid, dict[Atom, str]()
    for atoms, fill in pieces:
        fill = "#ffffff" if canvas.theme.patterned else fill
        fills |= dict.fromkeys(atoms, fill)
        ends = [(other in set(atoms), _moved(segment, at)) for _, other, segment in _seam(grid, atoms)]
        inside = [segment for joined, segment in ends if joined]
        canvas.segments(inside, stroke=fill, width=1.2 * canvas.edge)
        canvas.segments(inside, stroke=canvas.theme.soft, width=canvas.edge / 3, dash=DASH / 2)
        outer = [segment for joined, segment in ends if not joined]
        canvas.segments(outer, stroke=canvas.theme.paper, width=1.2 * canvas.edge, dash=DASH)
    _draw_copies(canvas, grid, fills, at)


def draw_copies(
    canvas: Canvas,
    board: Board,
    atoms: Sequence[Atom],
    draw: Callable[[Atom, Sequence[Point]], None],
    at: Point = (0, 0),
) -> None:
    """Show what lies on the atoms on the tab as well, under a veil, and break the ends of the board in dashes.

    draw: draws what lies on an atom into a cell with these corners.
    """
    if not board.wrap:
        return
    grid, theme = board.grid, canvas.theme
    for copy, atom in _tab(grid, atoms):
        corners = [translate(point, at) for point in grid.plane.polygon(copy)]
        draw(atom, corners)
        canvas.polygons([corners], fill=theme.paper, opacity=1 - PALE, stroke="none")
        canvas.polygons([corners], fill="none", stroke=theme.soft, width=canvas.edge / 3)
    ends = [_moved(segment, at) for _, _, segment in _seam(grid, atoms)]
    canvas.segments(ends, stroke=theme.paper, width=1.5 * canvas.edge, dash=DASH)


def _draw_copies(canvas: Canvas, grid: Lattice, fills: Mapping[Atom, str], at: Point) -> None:
    for copy, atom in _tab(grid, fills):
        pale = mix(canvas.theme.paper, fills[atom], PALE)
        canvas.regions(
            grid.plane, regions(grid.plane, [copy]), at, fill=pale, stroke=canvas.theme.soft, width=canvas.edge / 3
        )


def _tab(grid: Lattice, atoms: Iterable[Atom]) -> Iterator[tuple[Atom, Atom]]:
    """The copies just beyond the ends of what is wrapped, each with its atom."""
    for atom in atoms:
        steps = [
            (0, period) if period and not place else (0,) for period, place in zip(grid.periods, atom, strict=False)
        ]
        for step in product(*steps):
            if any(step):
                yield next(iter(grid.plane.shift((atom,), step))), atom


def _seam(grid: Lattice, atoms: Iterable[Atom]) -> Iterator[tuple[Atom, Atom, Segment]]:
    """Each edge of an atom that lies on the seam: the atom, the one beyond, and the ends of the edge in the picture."""
    for atom in atoms:
        for near in grid.plane.adjacent(atom):
            (other,) = grid.reduce((near,))
            if other != near:
                theirs = {_rounded(point) for point in grid.plane.polygon(near)}
                start, end = (point for point in grid.plane.polygon(atom) if _rounded(point) in theirs)
                yield atom, other, (start, end)


def _rounded(point: Point) -> Point:
    return round(point[0], 6) + 0.0, round(point[1], 6) + 0.0


def _moved(segment: Segment, at: Point) -> Segment:
    return translate(segment[0], at), translate(segment[1], at)
