"""Plans: shapes as polygons in millimeters, y up, moved inwards for clearance, corners rounded, thickness checked.

Sheets for the laser cutter: outlines moved outwards by half the kerf, letters to engrave; SVG and DXF in mm.
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


WALL = 0.8  # mm: thinner walls break, and printers cannot make them
MOST_PIECES = 1000  # in one go
ARC = 16  # straight pieces in a quarter of a circle
LETTER = 0.62  # size of a letter, in cells, where there is room


Made = Piece | OutlinePiece


def every_copy(pieces: Sequence[Made]) -> list[Made]:
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


def board_plan(board: Board, cell: float) -> BaseGeometry:
    """The region of a flat board, `cell` mm a cell."""
    return affinity.scale(board.polygon, cell, cell, origin=(0, 0))


def shrink(shape: BaseGeometry, by: float) -> BaseGeometry:
    """The shape moved inwards by `by` mm (outwards where negative), corners kept sharp."""
    return shape.buffer(-by, join_style="mitre", mitre_limit=10)


def round_corners(shape: BaseGeometry, radius: float) -> BaseGeometry:
    """The shape with its outward corners rounded; inward ones stay, so that another piece's corner goes in."""
    return shrink(shape, radius).buffer(radius, quad_segs=ARC) if radius else shape


def made_plan(piece: Made, cell: float, clearance: float, radius: float) -> Polygon:
    """A flat piece as it is made; NotationError when a part of it would be thinner than a wall may be."""
    if isinstance(piece, Piece):
        refuse_parts((piece,), "what is made of it")
        exact = plan(piece.grid, piece.atoms, cell)
    else:
        exact = shapely.Polygon([(x * cell, y * cell) for x, y in piece.corners])
    shape = round_corners(shrink(exact, clearance), radius)
    _check_walls([shape], piece.name, cell, clearance, radius)
    return shape


def layer_plan(grid: Lattice, atoms: Iterable[Atom], cell: float, clearance: float, name: str) -> BaseGeometry:
    """A layer of a solid piece as it is made, in one or more parts; NotationError when one would be too thin."""
    shape = shrink(plan(grid, atoms, cell), clearance)
    _check_walls(polygons(shape), name, cell, clearance, 0)
    return shape


def _check_walls(parts: Sequence[BaseGeometry], name: str, cell: float, clearance: float, radius: float) -> None:
    """NotationError unless each part stays in one when everything thinner than a wall is removed."""
    cores = [part.buffer(-WALL / 2) for part in parts]
    if not all(each.geom_type == "Polygon" and not each.is_empty for each in (*parts, *cores)):
        rounding = f", --radius {radius:g}mm" if radius else ""
        raise NotationError(
            f"piece {name} with --cell {cell:g}mm, --clearance {clearance:g}mm{rounding} has walls thinner than {WALL:g} mm: "
            f"expected larger cells, less clearance{' or a smaller radius' if radius else ''}"
        )


def polygons(shape: BaseGeometry) -> Sequence[Polygon]:
    """The parts of a shape."""
    found: Sequence[Polygon] = getattr(shape, "geoms", [shape])
    return found


def magnet_places(shape: Polygon, piece: Made, cell: float, radius: float) -> list[Point]:
    """Where round recesses fit into a flat piece with a wall around each, far from one another: about one for two cells.

    Cell centres where possible, else the place nearest the middle; none in a piece that is too small. In one without cells
    at most one, in the middle of its room.
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
    """The letters at the roomiest place of the shape, at least `margin` mm from its edge; None where none fits."""
    x, y, room = letter_spot(grid, atoms)
    return _letters(text, (x, -y, room), cell, margin)


def made_label(piece: Made, cell: float, margin: float) -> BaseGeometry | None:
    """The letters on a flat piece; None where none fits."""
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


RIM = 8.0  # mm, width of the frame around a board
MOST_KERF = 4  # kerfs in a cell: wider ones burn small pieces away
LAYERS = {"CUT": ("#ff0000", 1), "ENGRAVE": ("#0000ff", 5)}  # color in SVG, number in DXF

Ring = list[tuple[float, float]]


@dataclass(frozen=True)
class LaserStyle:
    """Millimeters: kerf is the width of the burnt line, clearance what a piece is smaller by all around."""

    cell: float = 20.0
    kerf: float = 0.15
    clearance: float = 0.05
    label: bool = True
    sheet: tuple[float, float] = (600.0, 400.0)
    gap: float = 3.0


@dataclass(frozen=True)
class Part:
    """Something to cut: its outline as the laser goes, and what is engraved on it."""

    name: str
    cut: BaseGeometry
    engraved: BaseGeometry | None = None


@dataclass(frozen=True)
class Sheet:
    """Closed lines by layer, x to the right, y up, (0, 0) at the bottom left."""

    width: float
    height: float
    lines: dict[str, list[Ring]]


def laser_parts(pieces: Sequence[Made], board: Board | None, style: LaserStyle) -> list[Part]:
    """The pieces, each as often as there are copies, and the frame and floor of a board."""
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
    """A frame with the board cut out, whose holes are blocks to glue, on a floor of the same size."""
    region = board_plan(board, style.cell)
    left, bottom, right, top = region.bounds
    outer = round_corners(box(left - RIM, bottom - RIM, right + RIM, top + RIM), RIM / 2)
    standing = outer.difference(region)
    return [Part("frame", shrink(standing, -style.kerf / 2)), Part("floor", shrink(outer, -style.kerf / 2))]


def arrange_sheets(cut: Sequence[Part], style: LaserStyle) -> list[Sheet]:
    """The parts laid on as many sheets as they need; NotationError when one is larger than a sheet."""
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
    """The corners of all outlines of a shape."""
    return [ring.coords[:-1] for part in polygons(shape) for ring in (part.exterior, *part.interiors)]


def svg(sheet: Sheet) -> str:
    """The sheet as SVG, one unit a millimeter, a group for each layer."""
    size = f'width="{sheet.width:g}mm" height="{sheet.height:g}mm" viewBox="0 0 {sheet.width:g} {sheet.height:g}"'
    groups = []
    for layer, (color, _) in LAYERS.items():
        lines = ("L".join(f"{x:.4f} {sheet.height - y:.4f}" for x, y in ring) for ring in sheet.lines[layer])
        paths = "".join(f'<path d="M{line}Z"/>' for line in lines)
        groups.append(f'<g id="{layer}" fill="none" stroke="{color}" stroke-width="0.1">{paths}</g>')
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>\n' + "\n".join(groups) + "\n</svg>\n"


def dxf(sheet: Sheet) -> str:
    """The sheet as DXF (R2000, millimeters), closed polylines on one layer each for cutting and engraving."""
    try:
        from ezdxf.filemanagement import new  # the extra `print`
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
