"""The things a picture is made of, drawn on a canvas: pieces, boards, tilings, Shikaku grids, colorings.

Each function takes `at`, the (x, y) in cells where the lattice's origin goes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import hypot

from tilewright.lattice import Atom, Lattice, Vector
from tilewright.lattice.outline import regions, seams
from tilewright.puzzle import Board, Packing, Placement, Shikaku, Tiling
from tilewright.render import letters, solid
from tilewright.render.canvas import Canvas, Point, moved
from tilewright.render.place import Box, box, letter_spot, view
from tilewright.render.theme import REGIONS, ink_on, piece_colors

GRID = 1 / 3  # width of the lines between cells, in widths of outlines
LETTER = 0.52  # size of a letter, in cells, where there is room


def shape(
    canvas: Canvas,
    grid: Lattice,
    atoms: tuple[Atom, ...],
    fill: str,
    label: str = "",
    at: Point = (0, 0),
    number: int = 0,
) -> None:
    """A piece's shape without inner lines, its label inside; a patterned theme uses hatching `number`."""
    theme = canvas.theme
    paint = canvas.hatch(number) if theme.patterned else fill
    canvas.regions(grid, regions(grid, atoms), at, fill=paint, stroke=theme.edge, width=canvas.edge)
    if label:
        for part in grid.parts(atoms):
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
    """A piece by itself: a flat one as `shape` draws it, a solid one as it looks."""
    if grid.dimension == 2:
        shape(canvas, grid, atoms, fill, label, at, number)
    else:
        solid.blocks(canvas, grid, [atoms], [fill], [label], at)


def figure_box(grid: Lattice, atoms: tuple[Atom, ...]) -> Box:
    """(left, top, right, bottom) of a piece as `figure` draws it."""
    return box(grid, atoms) if grid.dimension == 2 else solid.block_box(grid, atoms)


def write_inside(
    canvas: Canvas, grid: Lattice, atoms: tuple[Atom, ...], text: str, color: str, at: Point = (0, 0)
) -> None:
    """A text at the roomiest place of a shape, small enough to stay inside; on hatching it gets a white ground."""
    x, y, room = letter_spot(grid, atoms)
    size = fitting(text, 0.86 * room)
    place = (x + at[0], y + at[1])
    if canvas.theme.patterned:
        canvas.circle(place, min(room * 0.86, 0.36), fill="#ffffff")
        size = fitting(text, min(room * 0.7, 0.3))
    canvas.text(text, place, size, color, bold=True)


def fitting(text: str, radius: float) -> float:
    """The size at which a text fits into a circle, at most the usual one."""
    long = letters.width(text, bold=True)
    return min(LETTER, 2 * radius / hypot(long, letters.CAP_HEIGHT))


def board(canvas: Canvas, board: Board, at: Point = (0, 0)) -> None:
    """An empty board: its cells, thin lines between them, a thick outline; a ring in cells that may stay empty."""
    theme, grid = canvas.theme, board_view(board)
    outline, optional = regions(grid, board.atoms), regions(grid, board.optional)
    canvas.regions(grid, optional, at, fill=theme.board, stroke=theme.soft, width=canvas.edge / 2)
    canvas.regions(grid, outline, at, fill=theme.board, stroke="none")
    cell_lines(canvas, grid, (*board.atoms, *board.optional), at)
    for atoms in cells_of(grid, board.optional):
        x, y, room = letter_spot(grid, atoms)
        canvas.circle((x + at[0], y + at[1]), 0.45 * room, fill="none", stroke=theme.soft, width=canvas.edge / 2)
    canvas.regions(grid, outline, at, fill="none", stroke=theme.ink, width=canvas.edge)


def board_view(board: Board) -> Lattice:
    """The lattice as pictures of this board show it."""
    return view(board.grid, (*board.atoms, *board.optional))


def silhouette(canvas: Canvas, grid: Lattice, atoms: Iterable[Atom], fill: str, at: Point = (0, 0)) -> None:
    """A region filled in one color without a line around it, so that its size on paper is exact."""
    canvas.regions(grid, regions(grid, atoms), at, fill=fill, stroke="none")


def cell_lines(canvas: Canvas, grid: Lattice, atoms: Iterable[Atom], at: Point = (0, 0)) -> None:
    """Thin lines between cells."""
    ends = [(moved(grid.point(start), at), moved(grid.point(end), at)) for start, end in seams(grid, atoms)]
    canvas.segments(ends, stroke=canvas.theme.soft, width=GRID * canvas.edge)


def cells_of(grid: Lattice, atoms: Iterable[Atom]) -> list[tuple[Atom, ...]]:
    """The atoms of each cell."""
    cells: dict[Vector, list[Atom]] = {}
    for atom in atoms:
        cells.setdefault(grid.cell(atom), []).append(atom)
    return [tuple(cell) for cell in cells.values()]


def tiling(canvas: Canvas, tiling: Tiling, at: Point = (0, 0), labels: bool = True) -> None:
    """The board and the pieces on it (all of them, or those of a partial tiling)."""
    board(canvas, tiling.puzzle.board, at)
    if isinstance(tiling.puzzle, Shikaku):
        rectangles(canvas, tiling.puzzle, tiling.placements, at)
        return
    pieces(canvas, tiling.puzzle, tiling.placements, at, labels)


def pieces(
    canvas: Canvas, puzzle: Packing, placements: Iterable[Placement], at: Point = (0, 0), labels: bool = True
) -> None:
    """Placed pieces."""
    colors = piece_colors(puzzle)
    numbers = {piece.name: i for i, piece in enumerate(puzzle.pieces)}
    grid = board_view(puzzle.board)
    for placement in placements:
        name = placement.piece
        shape(canvas, grid, placement.atoms, colors[name], name if labels else "", at, numbers[name])


def pins(canvas: Canvas, puzzle: Packing, at: Point = (0, 0)) -> None:
    """The pieces that are given, each with a pin in its letter's place marked by a ring."""
    placed = [Placement(pin.piece, pin.atoms, lattice=puzzle.lattice) for pin in puzzle.pinned]
    pieces(canvas, puzzle, placed, at)
    grid = board_view(puzzle.board)
    marks = [(part, pin.piece) for pin in puzzle.pinned for part in grid.parts(pin.atoms)]
    for part, name in marks:
        x, y, room = letter_spot(grid, part)
        ink = "#000000" if canvas.theme.patterned else ink_on(piece_colors(puzzle)[name])
        canvas.circle((x + at[0], y + at[1]), min(0.9 * room, 0.42), fill="none", stroke=ink, width=0.6 * canvas.edge)


def clues(canvas: Canvas, puzzle: Shikaku, at: Point = (0, 0), ink: str = "") -> None:
    """The numbers of a Shikaku."""
    for row, column, value in puzzle.clues:
        text = "?" if value is None else str(value)
        place = (column + 0.5 + at[0], row + 0.5 + at[1])
        canvas.text(text, place, fitting(text, 0.42), ink or canvas.theme.ink, bold=True)


def rectangles(canvas: Canvas, puzzle: Shikaku, placements: Sequence[Placement], at: Point = (0, 0)) -> None:
    """The rectangles of a Shikaku, neighbours in different colors, with the clues."""
    grid = puzzle.grid
    for placement, color in zip(placements, map_colors(grid, [p.atoms for p in placements]), strict=True):
        fill = canvas.theme.paper if canvas.theme.patterned else REGIONS[color % len(REGIONS)]
        canvas.regions(grid, regions(grid, placement.atoms), at, fill=fill, stroke=canvas.theme.edge, width=canvas.edge)
    clues(canvas, puzzle, at, ink_on(REGIONS[0]) if placements else "")


def map_colors(grid: Lattice, shapes: Sequence[tuple[Atom, ...]]) -> list[int]:
    """A number for each region such that neighbours differ: each takes the first that is free."""
    owner = {atom: i for i, atoms in enumerate(shapes) for atom in atoms}
    colors: list[int] = []
    for i, atoms in enumerate(shapes):
        near = {owner[other] for atom in atoms for other in grid.adjacent(atom) if other in owner} - {i}
        used = {colors[j] for j in near if j < i}
        colors.append(next(c for c in range(len(shapes)) if c not in used))
    return colors


def coloring(canvas: Canvas, board: Board, weights: Mapping[Atom, int], at: Point = (0, 0)) -> None:
    """A board whose atoms carry weights: one shade a weight, the number written in each part of a cell."""
    grid, theme = board_view(board), canvas.theme
    values = sorted(set(weights.values()))
    shades = dict(zip(values, _shades(len(values)), strict=True))
    for value in values:
        same = tuple(atom for atom in board.atoms if weights.get(atom) == value)
        canvas.regions(grid, regions(grid, same), at, fill=shades[value], stroke="none")
    cell_lines(canvas, grid, board.atoms, at)
    canvas.regions(grid, regions(grid, board.atoms), at, fill="none", stroke=theme.ink, width=canvas.edge)
    for value in values:
        for block in cells_of(grid, (atom for atom in board.atoms if weights.get(atom) == value)):
            write_inside(canvas, grid, block, str(value).replace("-", "−"), ink_on(shades[value]), at)


def _shades(count: int) -> list[str]:
    """Greys for two weights, else colors that are told apart by lightness as well."""
    if count <= 2:
        return ["#f7f7f7", "#7d8792"][:count]
    steps = ["#fde725", "#a0da39", "#4ac16d", "#1fa187", "#277f8e", "#365c8d", "#46327e", "#440154"]
    return [
        steps[i * (len(steps) - 1) // (count - 1)] if count <= len(steps) else steps[i % len(steps)]
        for i in range(count)
    ]
