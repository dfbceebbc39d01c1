"""Sheets for the laser cutter as SVG and DXF, and the plans of pieces that solids use as well.

Plans are polygons in millimeters, y up. They are moved inwards for clearance, corners are rounded, and the thickness is
checked. On sheets, outlines are moved outwards by half the kerf, and letters are engraved.
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import shapely
from shapely import affinity, box
from shapely.ops import nearest_points

from tilewright.errors import LimitError, NotationError, TilewrightError
from tilewright.lattice import Atom, Lattice
from tilewright.pieces import Piece
from tilewright.pieces.piece import refuse_parts
from tilewright.puzzle.board import Board, polygon
from tilewright.puzzle.page import OutlinePiece
from tilewright.render import canvas
from tilewright.render.canvas import letter_spot, shelves

if TYPE_CHECKING:
    from shapely import Point, Polygon
    from shapely.geometry.base import BaseGeometry


WALL = 0.8  # mm; thinner walls break, and printers cannot make them
MOST_PIECES = 1000  # most pieces made at once
ARC = 16  # straight segments in a quarter of a circle
LETTER = 0.62  # size of a letter in cells, if there is room


Made = Piece | OutlinePiece


def every_copy(pieces: Sequence[Made]) -> list[Made]:
    """Return the pieces, each repeated by its number of copies (once if the number is unlimited).

    Raises LimitError if there are too many.
    """
    copies = [max(lo, 1) if hi is None else hi for lo, hi in (piece.copies for piece in pieces)]
    if sum(copies) > MOST_PIECES:
        raise LimitError(f"{sum(copies):,} pieces to make: expected at most {MOST_PIECES:,}")
    return [piece for piece, count in zip(pieces, copies, strict=True) for _ in range(count)]


def board_notes(board: Board | None) -> list[str]:
    """Return a note if what is made differs from the board, because the board is rolled up.

    >>> board_notes(Board.of_size("5x12~"))
    ['the board is rolled up (5x12~): what is made for it is flat, so that no piece can go around its ends']
    """
    if board is None or not board.wrap:
        return []
    size = "x".join(map(str, board.extent)) + "~" * len(board.circumferences)
    return [f"the board is rolled up ({size}): what is made for it is flat, so that no piece can go around its ends"]


def plan(grid: Lattice, atoms: Iterable[Atom], cell: float) -> BaseGeometry:
    """Return the shape with the lattice's origin at (0, 0) and cells of `cell` mm."""
    return affinity.scale(polygon(grid, atoms, 0), cell, cell, origin=(0, 0))


def board_plan(board: Board, cell: float) -> BaseGeometry:
    """Return the region of a flat board with cells of `cell` mm."""
    return affinity.scale(board.polygon, cell, cell, origin=(0, 0))


def shrink(shape: BaseGeometry, by: float) -> BaseGeometry:
    """Return the shape moved inwards by `by` mm (outwards if negative), with sharp corners."""
    return shape.buffer(-by, join_style="mitre", mitre_limit=10)


def round_corners(shape: BaseGeometry, radius: float) -> BaseGeometry:
    """Return the shape with its convex corners rounded by `radius` mm.

    Concave corners stay sharp, so that the corner of another piece fits in.
    """
    return shrink(shape, radius).buffer(radius, quad_segs=ARC) if radius else shape


def made_plan(piece: Made, cell: float, clearance: float, radius: float) -> Polygon:
    """Return the plan of a flat piece in mm. Raises NotationError if a wall would be too thin."""
    if isinstance(piece, Piece):
        refuse_parts((piece,), "what is made of it")
        exact = plan(piece.grid, piece.atoms, cell)
    else:
        exact = shapely.Polygon([(x * cell, y * cell) for x, y in piece.corners])
    shape = round_corners(shrink(exact, clearance), radius)
    _check_walls([shape], piece.name, cell, clearance, radius)
    return shape


def layer_plan(grid: Lattice, atoms: Iterable[Atom], cell: float, clearance: float, name: str) -> BaseGeometry:
    """Return the plan of one layer of a solid piece in mm, possibly in several parts.

    Raises NotationError if a wall would be too thin.
    """
    shape = shrink(plan(grid, atoms, cell), clearance)
    _check_walls(polygons(shape), name, cell, clearance, 0)
    return shape


def _check_walls(parts: Sequence[BaseGeometry], name: str, cell: float, clearance: float, radius: float) -> None:
    """Raise NotationError unless each part stays connected without everything thinner than a wall."""
    cores = [part.buffer(-WALL / 2) for part in parts]
    if not all(each.geom_type == "Polygon" and not each.is_empty for each in (*parts, *cores)):
        rounding = f", --radius {radius:g}mm" if radius else ""
        raise NotationError(
            f"piece {name} with --cell {cell:g}mm, --clearance {clearance:g}mm{rounding} has walls thinner than {WALL:g} mm: "
            f"expected larger cells, less clearance{' or a smaller radius' if radius else ''}"
        )


def polygons(shape: BaseGeometry) -> Sequence[Polygon]:
    """Return the parts of a shape."""
    found: Sequence[Polygon] = getattr(shape, "geoms", [shape])
    return found


def magnet_places(shape: Polygon, piece: Made, cell: float, radius: float) -> list[Point]:
    """Return places for round recesses in a flat piece, far apart and with a wall around each.

    There is about one for every two cells. Places are at cell centers if possible, else at the place nearest to the
    middle. A piece that is too small has none. A piece without cells has at most one, in the middle of its largest free
    area.
    """
    room = shape.buffer(-(radius + WALL))
    if not isinstance(piece, Piece):
        x, y, _ = piece.spot
        middle = shapely.Point(x * cell, y * cell)
        return [middle] if room.covers(middle) else []
    if room.is_empty:
        return []
    grid = piece.grid
    wanted = max(1, round(grid.area(len(piece.atoms)) / 2))
    middle = nearest_points(room, shape.centroid)[0]
    cells = sorted({grid.split(atom)[0] for atom in piece.atoms})
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
    """Return the letters at the widest place of the shape, or None if they do not fit.

    They are at least `margin` mm away from the edge.
    """
    x, y, room = letter_spot(grid, atoms)
    return _letters(text, (x, -y, room), cell, margin)


def made_label(piece: Made, cell: float, margin: float) -> BaseGeometry | None:
    """Return the letters on a flat piece, or None if they do not fit."""
    if isinstance(piece, Piece):
        return label_plan(piece.grid, piece.atoms, piece.name, cell, margin)
    return _letters(piece.label, piece.spot, cell, margin)


def _letters(text: str, spot: tuple[float, float, float], cell: float, margin: float) -> BaseGeometry | None:
    x, y, room = spot
    long = canvas.width(text, bold=True)
    size = min(LETTER * cell, 2 * (room * cell - margin) / (long**2 + canvas.CAP_HEIGHT**2) ** 0.5)
    if size < 2 * WALL or not canvas.has_outlines(text):
        return None
    drawn = shapely.Polygon()
    for contour in canvas.contours(text):  # a hole is a contour inside another one
        drawn = drawn.symmetric_difference(shapely.Polygon(contour))
    return affinity.translate(affinity.scale(drawn, size, size, origin=(0, 0)), x * cell, y * cell)


RIM = 8.0  # width in mm of the frame around a board
MOST_KERF = 4  # least number of kerfs in a cell: wider kerfs burn small pieces away
LAYERS = {"CUT": ("#ff0000", 1), "ENGRAVE": ("#0000ff", 5)}  # color in SVG, number in DXF

Ring = list[tuple[float, float]]


@dataclass(frozen=True)
class LaserStyle:
    """The dimensions of what is cut, in millimeters.

    kerf: the width of the burnt line.

    clearance: the amount by which a piece is smaller on every side.
    """

    cell: float = 20.0
    kerf: float = 0.15
    clearance: float = 0.05
    label: bool = True
    sheet: tuple[float, float] = (600.0, 400.0)
    gap: float = 3.0


@dataclass(frozen=True)
class Part:
    """Something to cut: its outline as the laser moves, and what is engraved on it."""

    name: str
    cut: BaseGeometry
    engraved: BaseGeometry | None = None


@dataclass(frozen=True)
class Sheet:
    """Closed lines by layer in mm, x to the right, y up, with (0, 0) at the bottom left."""

    width: float
    height: float
    lines: dict[str, list[Ring]]


def laser_parts(pieces: Sequence[Made], board: Board | None, style: LaserStyle) -> list[Part]:
    """Return the pieces, repeated by their copies, and the frame and floor of a board.

    Raises NotationError if the kerf is too wide or a piece cannot be cut.
    """
    if style.kerf > style.cell / MOST_KERF:
        raise NotationError(
            f"--kerf {style.kerf:g}mm: expected at most {style.cell / MOST_KERF:g}mm, a quarter of --cell {style.cell:g}mm"
        )
    found = [_piece(piece, style) for piece in every_copy(pieces)]
    return found + (_frame(board, style) if board is not None else [])


def _piece(piece: Made, style: LaserStyle) -> Part:
    if isinstance(piece, Piece) and piece.grid.dimension == 3:
        raise NotationError(
            f"piece {piece.name} is on lattice {piece.lattice}: expected a flat lattice to cut from a sheet"
        )
    exact = made_plan(piece, style.cell, style.clearance, 0)
    letters = made_label(piece, style.cell, style.clearance + WALL) if style.label else None
    return Part(piece.name, shrink(exact, -style.kerf / 2), letters)


def _frame(board: Board, style: LaserStyle) -> list[Part]:
    """Return a frame with the board cut out, and a floor of the same size; holes of the board are blocks to glue on."""
    region = board_plan(board, style.cell)
    left, bottom, right, top = region.bounds
    outer = round_corners(box(left - RIM, bottom - RIM, right + RIM, top + RIM), RIM / 2)
    standing = outer.difference(region)
    return [Part("frame", shrink(standing, -style.kerf / 2)), Part("floor", shrink(outer, -style.kerf / 2))]


def arrange_sheets(cut: Sequence[Part], style: LaserStyle) -> list[Sheet]:
    """Arrange the parts on as many sheets as they need. Raises NotationError if a part is larger than a sheet."""
    width, height = style.sheet
    room = (width - 2 * style.gap, height - 2 * style.gap)
    bounds = [part.cut.bounds for part in cut]
    sizes = [(right - left, top - bottom) for left, bottom, right, top in bounds]
    for part, (wide, high) in zip(cut, sizes, strict=True):
        if wide > room[0] or high > room[1]:
            raise NotationError(
                f"{part.name} is {wide:.0f} x {high:.0f} mm: expected a --sheet of {wide + 2 * style.gap:.0f}x"
                f"{high + 2 * style.gap:.0f}mm at least, or smaller cells"
            )
    placed = list(shelves(sizes, room[0], style.gap, room[1]))
    found = [Sheet(width, height, {layer: [] for layer in LAYERS}) for _ in range(placed[-1][0] + 1)]
    for part, (left, _, _, top), (number, x, y) in zip(cut, bounds, placed, strict=True):
        move = (style.gap + x - left, height - style.gap - y - top)
        for layer, shape in (("CUT", part.cut), ("ENGRAVE", part.engraved)):
            if shape is not None:
                found[number].lines[layer].extend(rings(affinity.translate(shape, *move)))
    return found


def rings(shape: BaseGeometry) -> list[Ring]:
    """Return the corners of all outlines of a shape."""
    return [ring.coords[:-1] for part in polygons(shape) for ring in (part.exterior, *part.interiors)]


def svg(sheet: Sheet) -> str:
    """Return the sheet as SVG, with one unit per millimeter and a group for each layer."""
    size = f'width="{sheet.width:g}mm" height="{sheet.height:g}mm" viewBox="0 0 {sheet.width:g} {sheet.height:g}"'
    groups = []
    for layer, (color, _) in LAYERS.items():
        lines = ("L".join(f"{x:.4f} {sheet.height - y:.4f}" for x, y in ring) for ring in sheet.lines[layer])
        paths = "".join(f'<path d="M{line}Z"/>' for line in lines)
        groups.append(f'<g id="{layer}" fill="none" stroke="{color}" stroke-width="0.1">{paths}</g>')
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>\n' + "\n".join(groups) + "\n</svg>\n"


def dxf(sheet: Sheet) -> str:
    """Return the sheet as DXF (R2000, millimeters): closed polylines on one layer for cutting and one for engraving.

    Raises TilewrightError if ezdxf is not installed.
    """
    try:
        from ezdxf.filemanagement import new  # from the extra `print`
    except ImportError:
        raise TilewrightError("DXF needs the package ezdxf: pip install ezdxf") from None
    document = new("R2000", units=4)
    space = document.modelspace()
    for layer, (_, number) in LAYERS.items():
        document.layers.add(layer, color=number)
        for ring in sheet.lines[layer]:
            space.add_lwpolyline(ring, close=True, dxfattribs={"layer": layer})
    target = io.StringIO()
    document.write(target)
    return target.getvalue()
