"""Plans: shapes as polygons in millimeters, y up, moved inwards for clearance, corners rounded, thickness checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import shapely
from shapely import affinity
from shapely.ops import nearest_points

from tilewright.errors import LimitError, NotationError
from tilewright.lattice import Atom, Lattice
from tilewright.pieces import Piece
from tilewright.puzzle.board import Board, polygon
from tilewright.render import canvas
from tilewright.render.place import letter_spot

if TYPE_CHECKING:
    from shapely import Point, Polygon
    from shapely.geometry.base import BaseGeometry

WALL = 0.8  # mm: thinner walls break, and printers cannot make them
MOST_PIECES = 1000  # in one go
ARC = 16  # straight pieces in a quarter of a circle
LETTER = 0.62  # size of a letter, in cells, where there is room


def every_copy(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces, each as often as it is there (once where there is any number); LimitError when they are too many."""
    copies = [max(lo, 1) if hi is None else hi for lo, hi in (piece.copies for piece in pieces)]
    if sum(copies) > MOST_PIECES:
        raise LimitError(f"{sum(copies):,} pieces to make: expected at most {MOST_PIECES:,}")
    return [piece for piece, count in zip(pieces, copies, strict=True) for _ in range(count)]


def board_notes(board: Board | None) -> list[str]:
    """Return a line where what is made of a board is not the board: one that is rolled up.

    >>> board_notes(Board.of_size("5x12~"))
    ['the board is rolled up (5x12~): what is made for it is flat, so that no piece can go around its ends']
    """
    if board is None or not board.wrap:
        return []
    size = "x".join(map(str, board.extent)) + "~" * len(board.circumferences)
    return [f"the board is rolled up ({size}): what is made for it is flat, so that no piece can go around its ends"]


def plan(grid: Lattice, atoms: Iterable[Atom], cell: float) -> BaseGeometry:
    """The shape, the lattice's origin at (0, 0), `cell` mm a cell."""
    return affinity.scale(polygon(grid, atoms, 0), cell, cell, origin=(0, 0))


def shrink(shape: BaseGeometry, by: float) -> BaseGeometry:
    """The shape moved inwards by `by` mm (outwards where negative), corners kept sharp."""
    return shape.buffer(-by, join_style="mitre", mitre_limit=10)


def round_corners(shape: BaseGeometry, radius: float) -> BaseGeometry:
    """The shape with its outward corners rounded; inward ones stay, so that another piece's corner goes in."""
    return shrink(shape, radius).buffer(radius, quad_segs=ARC) if radius else shape


def piece_plan(
    grid: Lattice, atoms: Sequence[Atom], cell: float, clearance: float, radius: float, name: str
) -> Polygon:
    """A piece as it is made; NotationError when a part of it would be thinner than a wall may be."""
    shape = round_corners(shrink(plan(grid, atoms, cell), clearance), radius)
    if not is_thick_enough(shape):
        raise _too_thin(name, cell, clearance, radius)
    return shape


def layer_plan(grid: Lattice, atoms: Iterable[Atom], cell: float, clearance: float, name: str) -> BaseGeometry:
    """A layer of a solid piece as it is made, in one or more parts; NotationError when one would be too thin."""
    shape = shrink(plan(grid, atoms, cell), clearance)
    if not all(map(is_thick_enough, polygons(shape))):
        raise _too_thin(name, cell, clearance, 0)
    return shape


def is_thick_enough(part: BaseGeometry) -> bool:
    """Return True if a shape is in one part and stays connected when everything thinner than a wall is removed."""
    if part.geom_type != "Polygon":
        return False
    core = part.buffer(-WALL / 2)
    return core.geom_type == "Polygon" and not core.is_empty


def polygons(shape: BaseGeometry) -> Sequence[Polygon]:
    """The parts of a shape."""
    found: Sequence[Polygon] = getattr(shape, "geoms", [shape])
    return found


def _too_thin(name: str, cell: float, clearance: float, radius: float) -> NotationError:
    rounding = f", --radius {radius:g}mm" if radius else ""
    return NotationError(
        f"piece {name} with --cell {cell:g}mm, --clearance {clearance:g}mm{rounding} has walls thinner than {WALL:g} mm: "
        f"expected larger cells, less clearance{' or a smaller radius' if radius else ''}"
    )


def magnet_places(shape: Polygon, grid: Lattice, atoms: Sequence[Atom], cell: float, radius: float) -> list[Point]:
    """Where round recesses fit with a wall around each, far from one another: about one for two cells.

    Cell centres where possible, else the place nearest the middle; none in a piece that is too small.
    """
    room = shape.buffer(-(radius + WALL))
    if room.is_empty:
        return []
    wanted = max(1, round(grid.area(len(atoms)) / 2))
    middle = nearest_points(room, shape.centroid)[0]
    cells = sorted({grid.split(atom)[0] for atom in atoms})
    centres = [plan(grid, grid.atoms_of(place), cell).centroid for place in cells]
    found = [point for point in centres if room.covers(point)]
    if wanted == 1 or not found:
        return [middle]
    chosen = [max(found, key=middle.distance)]
    while len(chosen) < wanted:
        far = max(found, key=lambda point: min(point.distance(other) for other in chosen))
        if min(far.distance(other) for other in chosen) < 2 * radius + WALL:
            break
        chosen.append(far)
    return chosen


def label_plan(grid: Lattice, atoms: tuple[Atom, ...], text: str, cell: float, margin: float) -> BaseGeometry | None:
    """The letters at the roomiest place of the shape, at least `margin` mm from its edge; None where none fits."""
    x, y, room = letter_spot(grid, atoms)
    long = canvas.width(text, bold=True)
    size = min(LETTER * cell, 2 * (room * cell - margin) / (long**2 + canvas.CAP_HEIGHT**2) ** 0.5)
    if size < 2 * WALL or not canvas.has_outlines(text):
        return None
    drawn = shapely.Polygon()
    for contour in canvas.contours(text):  # a hole is a contour inside another one
        drawn = drawn.symmetric_difference(shapely.Polygon(contour))
    return affinity.translate(affinity.scale(drawn, size, size, origin=(0, 0)), x * cell, -y * cell)
