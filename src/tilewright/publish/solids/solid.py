"""Solids to print: pieces with magnet recesses and engraved letters, solid pieces, the tray of a board.

Millimeters, z up. A flat piece lies on its back (z = 0), where the recesses are; letters are cut into the top.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from shapely import box

from tilewright.errors import NotationError, TilewrightError
from tilewright.lattice import Atom, lattice
from tilewright.pieces import Piece
from tilewright.publish.plan import (
    ARC,
    WALL,
    label_plan,
    layer_plan,
    magnet_places,
    piece_plan,
    plan,
    polygons,
    round_corners,
)
from tilewright.publish.solids.balls import ball_body
from tilewright.puzzle import Board
from tilewright.render.place import shelves

if TYPE_CHECKING:
    from manifold3d import Manifold
    from shapely.geometry.base import BaseGeometry

ENGRAVED = 0.6  # mm, depth of letters
FLOOR = 1.6  # mm, thickness of a tray's floor
RIM = 4.0  # mm, width of a tray's rim
GRAIN = 4  # decimals of a millimeter: corners that should coincide do, and STL can tell all others apart
SUNK = 0.6  # share of a piece's height that stands below the rim


@dataclass(frozen=True)
class SolidStyle:
    """Millimeters throughout.

    clearance: by which every outline is moved inwards, so pieces lie two clearances apart.
    magnet:    (diameter, thickness), or None; recesses are larger by one clearance all around and in depth.
    radius:    of outward corners, seen from above.
    """

    cell: float = 20.0
    height: float = 5.0
    clearance: float = 0.15
    magnet: tuple[float, float] | None = None
    label: bool = False
    radius: float = 1.0

    def __post_init__(self) -> None:
        above = self.height - ENGRAVED * self.label
        if above < WALL:
            raise NotationError(f"--height {self.height:g}mm: expected at least {WALL + ENGRAVED * self.label:g}mm")
        if self.cell - 2 * self.clearance < WALL:
            raise NotationError(
                f"--cell {self.cell:g}mm with --clearance {self.clearance:g}mm leaves less than {WALL:g} mm"
            )
        if self.magnet and above - self.recess_depth < WALL:
            raise NotationError(
                f"a magnet {self.magnet[1]:g} mm thick leaves less than {WALL:g} mm above it in a piece {self.height:g} mm "
                f"high{' with a letter' if self.label else ''}: expected --height {self.height_needed:g}mm or more"
            )

    @property
    def recess_radius(self) -> float:
        """Of a magnet's recess."""
        return (self.magnet[0] / 2 if self.magnet else 0.0) + self.clearance

    @property
    def recess_depth(self) -> float:
        """Of a magnet's recess."""
        return (self.magnet[1] if self.magnet else 0.0) + self.clearance

    @property
    def height_needed(self) -> float:
        """The least height for the magnet and the letter."""
        return self.recess_depth + WALL + ENGRAVED * self.label


@dataclass(frozen=True)
class Solid:
    """A thing to print and what it is called; `magnets` recesses are in its back, `labelled` on its top."""

    name: str
    body: Manifold
    magnets: int = 0
    labelled: bool = False


def piece_solid(piece: Piece, style: SolidStyle) -> Solid:
    """The piece, flat or solid; NotationError when it would break."""
    if piece.grid.dimension == 2:
        return _flat(piece, style)
    if style.magnet:
        raise NotationError(f"--magnet needs flat pieces: piece {piece.name} is on lattice {piece.lattice}")
    if piece.grid.ball:
        return _whole(Solid(piece.name, ball_body(_manifold(), piece, style.cell, style.clearance)))
    return _stacked(piece, style)


def _flat(piece: Piece, style: SolidStyle) -> Solid:
    m = _manifold()
    shape = piece_plan(piece.grid, piece.atoms, style.cell, style.clearance, style.radius, piece.name)
    body = extrude(shape, style.height)
    places = magnet_places(shape, piece.grid, piece.atoms, style.cell, style.recess_radius) if style.magnet else []
    for place in places:
        recess = m.Manifold.cylinder(style.recess_depth + 1, style.recess_radius, circular_segments=8 * ARC)
        body -= recess.translate((place.x, place.y, -1))
    margin = style.clearance + WALL
    letters = label_plan(piece.grid, piece.atoms, piece.name, style.cell, margin) if style.label else None
    if letters is not None:
        body -= extrude(letters, ENGRAVED + 1).translate((0, 0, style.height - ENGRAVED))
    return _whole(Solid(piece.name, body, len(places), letters is not None))


def _stacked(piece: Piece, style: SolidStyle) -> Solid:
    """A solid piece, every face moved inwards: the plans of its layers, joined where one stands on another.

    Each prism reaches into the middle of the next layer, so that they are joined for certain.
    """
    m = _manifold()
    flat = lattice(piece.grid.layer)
    layers: dict[int, list[Atom]] = {}
    for layer, *rest in sorted(piece.atoms):
        layers.setdefault(layer, []).append(tuple(rest))
    plans = {layer: layer_plan(flat, atoms, style.cell, style.clearance, piece.name) for layer, atoms in layers.items()}
    high, gap = -piece.grid.space[0][2] * style.cell, style.clearance
    prisms = [
        extrude(plan, high - 2 * gap).translate((0, 0, gap - (layer + 1) * high)) for layer, plan in plans.items()
    ]
    for layer in list(plans)[:-1]:
        common = plans[layer].intersection(plans[layer + 1])
        if not common.is_empty:
            prisms.append(extrude(common, high).translate((0, 0, -(layer + 1.5) * high)))
    body = m.Manifold.batch_boolean(prisms, m.OpType.Add)
    body = body.translate((0, 0, -body.bounding_box()[2]))
    top = tuple(layers[0])
    letters = label_plan(flat, top, piece.name, style.cell, gap + WALL) if style.label else None
    if letters is not None:
        body -= extrude(letters, ENGRAVED + 1).translate((0, 0, body.bounding_box()[5] - ENGRAVED))
    return _whole(Solid(piece.name, body, 0, letters is not None))


def tray_solid(board: Board, style: SolidStyle) -> Solid:
    """A tray into which the pieces go: floor, rim, and blocks where the board has holes."""
    if board.grid.dimension == 3:
        raise NotationError("a tray is for flat boards: expected a flat lattice")
    region = plan(board.grid, (*board.atoms, *board.optional), style.cell)
    pocket = region.buffer(style.clearance, join_style="mitre", mitre_limit=10)
    left, bottom, right, top = pocket.bounds
    outer = round_corners(box(left - RIM, bottom - RIM, right + RIM, top + RIM), RIM / 2)
    standing = outer.difference(pocket)
    if any(part.buffer(-WALL / 2).is_empty for part in polygons(standing)):
        raise NotationError(f"a hole of the board leaves a wall thinner than {WALL:g} mm: expected larger cells")
    body = extrude(outer, FLOOR + SUNK * style.height) - extrude(pocket, style.height).translate((0, 0, FLOOR))
    return _whole(Solid("tray", body))


def extrude(shape: BaseGeometry, height: float) -> Manifold:
    """A shapely polygon, or several, as a prism that stands on z = 0."""
    m = _manifold()
    rings = [ring for part in polygons(shape) for ring in (part.exterior, *part.interiors)]
    contours = [[(round(x, GRAIN), round(y, GRAIN)) for x, y in ring.coords[:-1]] for ring in rings]
    return m.Manifold.extrude(m.CrossSection(contours, m.FillRule.EvenOdd), height)


def _whole(solid: Solid) -> Solid:
    """The solid, if it is one piece."""
    parts = len(solid.body.decompose())
    if parts != 1:
        raise NotationError(f"{solid.name} falls into {parts} parts: expected larger cells or less clearance")
    return solid


def arrange_plates(solids: Sequence[Solid], bed: float, gap: float = 5.0) -> list[list[Solid]]:
    """The solids side by side on as many square beds of `bed` mm as they need."""
    boxes = [solid.body.bounding_box() for solid in solids]
    sizes = [(b[3] - b[0], b[4] - b[1]) for b in boxes]
    for solid, size in zip(solids, sizes, strict=True):
        if max(size) > bed:
            raise NotationError(
                f"{solid.name} is {max(size):.0f} mm long: expected --bed of that size or smaller cells"
            )
    placed = list(shelves(sizes, bed, gap, bed))
    beds: list[list[Solid]] = [[] for _ in range(placed[-1][0] + 1)]
    for solid, b, (sheet, x, y) in zip(solids, boxes, placed, strict=True):
        beds[sheet].append(replace(solid, body=solid.body.translate((x - b[0], y - b[1], -b[2]))))
    return beds


def _manifold() -> Any:
    try:
        import manifold3d  # the extra `print`
    except ImportError:
        raise TilewrightError("solids need the package manifold3d: pip install 'tilewright[print]'") from None
    return manifold3d
