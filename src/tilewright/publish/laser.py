"""Sheets for the laser cutter: outlines moved outwards by half the kerf, letters to engrave; SVG and DXF in mm."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from shapely import affinity, box

from tilewright.errors import NotationError, TilewrightError
from tilewright.pieces import Piece
from tilewright.publish.plan import WALL, every_copy, label_plan, piece_plan, plan, polygons, round_corners, shrink
from tilewright.puzzle import Board
from tilewright.render.place import shelves

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

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


def laser_parts(pieces: Sequence[Piece], board: Board | None, style: LaserStyle) -> list[Part]:
    """The pieces, each as often as there are copies, and the frame and floor of a board."""
    if style.kerf > style.cell / MOST_KERF:
        raise NotationError(
            f"--kerf {style.kerf:g}mm: expected at most {style.cell / MOST_KERF:g}mm, a quarter of --cell {style.cell:g}mm"
        )
    found = [_piece(piece, style) for piece in every_copy(pieces)]
    return found + (_frame(board, style) if board else [])


def _piece(piece: Piece, style: LaserStyle) -> Part:
    if piece.grid.dimension == 3:
        raise NotationError(
            f"piece {piece.name} is on lattice {piece.lattice}: expected a flat lattice to cut from a sheet"
        )
    exact = piece_plan(piece.grid, piece.atoms, style.cell, style.clearance, 0, piece.name)
    margin = style.clearance + WALL
    letters = label_plan(piece.grid, piece.atoms, piece.name, style.cell, margin) if style.label else None
    return Part(piece.name, shrink(exact, -style.kerf / 2), letters)


def _frame(board: Board, style: LaserStyle) -> list[Part]:
    """A frame with the board cut out, whose holes are blocks to glue, on a floor of the same size."""
    region = plan(board.grid, (*board.atoms, *board.optional), style.cell)
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
                found[number].lines[layer].extend(_rings(affinity.translate(shape, *move)))
    return found


def _rings(shape: BaseGeometry) -> Iterable[Ring]:
    for part in polygons(shape):
        for ring in (part.exterior, *part.interiors):
            yield list(ring.coords)[:-1]


def svg(sheet: Sheet) -> str:
    """The sheet as SVG, one unit a millimeter, a group for each layer."""
    size = f'width="{sheet.width:g}mm" height="{sheet.height:g}mm" viewBox="0 0 {sheet.width:g} {sheet.height:g}"'
    groups = []
    for layer, (color, _) in LAYERS.items():
        paths = "".join(f'<path d="{_path(ring, sheet.height)}"/>' for ring in sheet.lines[layer])
        groups.append(f'<g id="{layer}" fill="none" stroke="{color}" stroke-width="0.1">{paths}</g>')
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size}>\n' + "\n".join(groups) + "\n</svg>\n"


def _path(ring: Ring, height: float) -> str:
    return "M" + "L".join(f"{x:.4f} {height - y:.4f}" for x, y in ring) + "Z"


def dxf(sheet: Sheet) -> str:
    """The sheet as DXF (R2000, millimeters), closed polylines on one layer each for cutting and engraving."""
    try:
        from ezdxf.filemanagement import new  # the extra `print`
    except ImportError:
        raise TilewrightError("DXF needs the package ezdxf: pip install 'tilewright[print]'") from None
    document = new("R2000", units=4)
    space = document.modelspace()
    for layer, (_, number) in LAYERS.items():
        document.layers.add(layer, color=number)
        for ring in sheet.lines[layer]:
            space.add_lwpolyline(ring, close=True, dxfattribs={"layer": layer})
    target = io.StringIO()
    document.write(target)
    return target.getvalue()
