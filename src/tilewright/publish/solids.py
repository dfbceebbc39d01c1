"""Solids to print: STL and 3MF files of each piece, of the tray, and of everything on one plate.

Pieces may have recesses for magnets and engraved letters. Equal solids always give the same bytes.

Units are millimeters, z up. A flat piece lies on its back (z = 0), which has the recesses; letters are cut into the
top. Balls that touch are joined by a neck. A third ball that touches two leaves sqrt(3)/2 - 1/2 = 0.366 cells around
the line between their centers. A neck is thinner than that, so that a piece fits wherever its balls fit.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from math import dist
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from shapely import box

from tilewright.errors import NotationError, TilewrightError
from tilewright.files import archive
from tilewright.lattice import Atom, Lattice, lattice
from tilewright.pieces import Piece
from tilewright.pieces.piece import refuse_parts
from tilewright.publish.laser import (
    ARC,
    WALL,
    Made,
    board_notes,
    board_plan,
    every_copy,
    label_plan,
    layer_plan,
    made_label,
    made_plan,
    magnet_places,
    polygons,
    rings,
    round_corners,
)
from tilewright.puzzle import Board
from tilewright.render.canvas import palette_colors, quoteattr, shelves
from tilewright.render.solids import ball_place

if TYPE_CHECKING:
    from manifold3d import Manifold
    from shapely.geometry.base import BaseGeometry


NECK = 0.25  # radius of a neck in cells
SEGMENTS = 48  # straight segments in the circle of a ball
TOUCHING = 1.001  # cells between the centers of touching balls, with a margin for rounding errors


def ball_body(m: Any, piece: Piece, cell: float, clearance: float) -> Manifold:
    """Return a piece of balls, standing on z = 0, in millimeters; `m` is the module manifold3d.

    Raises NotationError if a neck would be too thin.
    """
    if 2 * NECK * cell < WALL:
        raise NotationError(f"piece {piece.name}: necks thinner than {WALL:g} mm: expected larger cells")
    body = balls_at(m, piece.grid, piece.atoms, cell, clearance)
    return body.translate((0, 0, -body.bounding_box()[2]))


def balls_at(m: Any, grid: Lattice, atoms: Sequence[Atom], cell: float, clearance: float) -> Manifold:
    """Return the balls at their places in the packing, joined by necks, in millimeters."""
    middles = [tuple(v * cell for v in ball_place(grid, atom)) for atom in atoms]
    radius = grid.ball * cell - clearance
    ball, neck = (m.Manifold.sphere(size, SEGMENTS) for size in (radius, NECK * cell))
    necks = [
        m.Manifold.batch_hull([neck.translate(end) for end in pair])
        for pair in combinations(middles, 2)
        if dist(*pair) <= TOUCHING * cell
    ]
    return m.Manifold.batch_boolean([*map(ball.translate, middles), *necks], m.OpType.Add)


CONTENT_TYPES = """<?xml version="1.0" encoding="UTF-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>
</Types>
"""
RELATIONS = """<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Target="/3D/3dmodel.model" Id="rel0" Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/>
</Relationships>
"""


def mesh(body: Manifold) -> tuple[NDArray[np.float32], NDArray[np.uint32]]:
    """Return (vertices, triangles): positions in mm, and three vertex numbers counterclockwise seen from outside."""
    found = body.to_mesh()
    return np.asarray(found.vert_properties, np.float32)[:, :3], np.asarray(found.tri_verts, np.uint32)


def stl(bodies: Sequence[Manifold]) -> bytes:
    """Return all bodies as one binary STL."""
    corners = np.concatenate([vertices[triangles] for vertices, triangles in map(mesh, bodies)])
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(normals, axis=1, keepdims=True)
    rows = np.zeros(len(corners), dtype=[("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("extra", "<u2")])
    rows["normal"] = normals / np.where(lengths == 0, 1, lengths)
    rows["corners"] = corners
    return b"tilewright".ljust(80) + len(corners).to_bytes(4, "little") + rows.tobytes()


def three_mf(bodies: Sequence[Manifold], names: Sequence[str], colors: Sequence[str]) -> bytes:
    """Return the bodies as objects of one 3MF file, each with its name and its color `#rrggbb`."""
    materials, objects, items = "", "", ""
    for i, (body, name, color) in enumerate(zip(bodies, names, colors, strict=True)):
        materials += f'<base name={quoteattr(name)} displaycolor="{color.upper()}"/>'
        objects += _object(i, body, name)
        items += f'<item objectid="{i + 2}"/>'
    model = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<model unit="millimeter" xml:lang="en-US" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">\n'
        f'<resources><basematerials id="1">{materials}</basematerials>\n{objects}</resources>\n<build>{items}</build>\n</model>\n'
    )
    return archive({"[Content_Types].xml": CONTENT_TYPES, "_rels/.rels": RELATIONS, "3D/3dmodel.model": model})


def _object(number: int, body: Manifold, name: str) -> str:
    vertices, triangles = mesh(body)
    points = "".join(f'<vertex x="{x:.6g}" y="{y:.6g}" z="{z:.6g}"/>' for x, y, z in vertices.tolist())
    faces = "".join(f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in triangles.tolist())
    head = f'<object id="{number + 2}" name={quoteattr(name)} type="model" pid="1" pindex="{number}">'
    return f"{head}<mesh><vertices>{points}</vertices><triangles>{faces}</triangles></mesh></object>\n"


ENGRAVED = 0.6  # depth of letters in mm
FLOOR = 1.6  # thickness of a tray's floor in mm
RIM = 4.0  # width of a tray's rim in mm
GRAIN = 4  # decimals of a millimeter, so that equal corners coincide and STL can distinguish all others
SUNK = 0.6  # share of a piece's height below the rim


@dataclass(frozen=True)
class SolidStyle:
    """The dimensions of what is printed, in millimeters.

    clearance: the distance by which every outline is moved inwards, so that pieces are two clearances apart.

    magnet: (diameter, thickness), or None; recesses are larger by one clearance all around and in depth.

    radius: the radius of convex corners, seen from above.

    >>> SolidStyle(cell=15, magnet=(5, 2)).height
    5.0
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
        """The radius of a magnet's recess in mm."""
        return (self.magnet[0] / 2 if self.magnet else 0.0) + self.clearance

    @property
    def recess_depth(self) -> float:
        """The depth of a magnet's recess in mm."""
        return (self.magnet[1] if self.magnet else 0.0) + self.clearance

    @property
    def height_needed(self) -> float:
        """The least height in mm for the magnet and the letter."""
        return self.recess_depth + WALL + ENGRAVED * self.label


@dataclass(frozen=True)
class Solid:
    """A named body to print, with `magnets` recesses in its back, and letters on its top if `labelled`."""

    name: str
    body: Manifold
    magnets: int = 0
    labelled: bool = False


def piece_solid(piece: Made, style: SolidStyle) -> Solid:
    """Return the body of a flat or solid piece. Raises NotationError if it would break."""
    if not isinstance(piece, Piece) or piece.grid.dimension == 2:
        return _flat(piece, style)
    refuse_parts((piece,), "what is made of it")
    if style.magnet:
        raise NotationError(f"--magnet needs flat pieces: piece {piece.name} is on lattice {piece.lattice}")
    if piece.grid.ball:
        return _whole(Solid(piece.name, ball_body(_manifold(), piece, style.cell, style.clearance)))
    return _stacked(piece, style)


def _flat(piece: Made, style: SolidStyle) -> Solid:
    m = _manifold()
    shape = made_plan(piece, style.cell, style.clearance, style.radius)
    body = extrude(shape, style.height)
    places = magnet_places(shape, piece, style.cell, style.recess_radius) if style.magnet else []
    for place in places:
        recess = m.Manifold.cylinder(style.recess_depth + 1, style.recess_radius, circular_segments=8 * ARC)
        body -= recess.translate((place.x, place.y, -1))
    letters = made_label(piece, style.cell, style.clearance + WALL) if style.label else None
    if letters is not None:
        body -= extrude(letters, ENGRAVED + 1).translate((0, 0, style.height - ENGRAVED))
    return _whole(Solid(piece.name, body, len(places), letters is not None))


def _stacked(piece: Piece, style: SolidStyle) -> Solid:
    """Return a solid piece with every face moved inwards, built from the plans of its layers.

    Where layers overlap, a prism reaches from the middle of one layer to that of the next, so that they are joined.
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
    """Return a tray for the pieces: floor, rim, and blocks where the board has holes.

    Raises NotationError for a board in space, and if a wall would be too thin.
    """
    if board.grid.dimension == 3:
        raise NotationError("a tray is for flat boards: expected a flat lattice")
    region = board_plan(board, style.cell)
    pocket = region.buffer(style.clearance, join_style="mitre", mitre_limit=10)
    left, bottom, right, top = pocket.bounds
    outer = round_corners(box(left - RIM, bottom - RIM, right + RIM, top + RIM), RIM / 2)
    standing = outer.difference(pocket)
    if any(part.buffer(-WALL / 2).is_empty for part in polygons(standing)):
        raise NotationError(f"a hole of the board leaves a wall thinner than {WALL:g} mm: expected larger cells")
    body = extrude(outer, FLOOR + SUNK * style.height) - extrude(pocket, style.height).translate((0, 0, FLOOR))
    return _whole(Solid("tray", body))


def extrude(shape: BaseGeometry, height: float) -> Manifold:
    """Return a shapely polygon, or several, as a prism that stands on z = 0."""
    m = _manifold()
    contours = [[(round(x, GRAIN), round(y, GRAIN)) for x, y in ring] for ring in rings(shape)]
    return m.Manifold.extrude(m.CrossSection(contours, m.FillRule.EvenOdd), height)


def _whole(solid: Solid) -> Solid:
    """Return the solid. Raises NotationError if it is not in one piece."""
    parts = len(solid.body.decompose())
    if parts != 1:
        raise NotationError(f"{solid.name} falls into {parts} parts: expected larger cells or less clearance")
    return solid


def arrange_plates(solids: Sequence[Solid], bed: float, gap: float = 5.0) -> list[list[Solid]]:
    """Arrange the solids side by side on as many square beds of `bed` mm as they need.

    Raises NotationError if a solid is larger than a bed.
    """
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
        import manifold3d  # from the extra `print`
    except ImportError:
        raise TilewrightError("solids need the package manifold3d: pip install manifold3d") from None
    return manifold3d


TRAY_COLOR = "#8c949e"


def print_files(
    pieces: Sequence[Made], board: Board | None, style: SolidStyle, bed: float = 220.0
) -> tuple[dict[str, bytes], list[str]]:
    """Return (files by name, notes for the user).

    A piece with several copies has one file, and is repeated on the plate.

    bed: the side of the printer's square bed in millimeters.

    >>> from tilewright.pieces import select
    >>> files, notes = print_files(select("trominoes"), None, SolidStyle())
    >>> sorted(files)[:2]
    ['01-1.3mf', '01-1.stl']
    """
    colors = palette_colors(pieces)
    everything = every_copy(pieces)
    solids = [piece_solid(piece, style) for piece in pieces]
    tray = [tray_solid(board, style)] if board is not None and board.grid.dimension == 2 else []
    files: dict[str, bytes] = {}
    for number, solid in enumerate(solids, start=1):
        _add(files, f"{number:02}-{re.sub(r'[^A-Za-z0-9]', '_', solid.name)}", [solid], colors)
    for solid in tray:
        _add(files, solid.name, [solid], colors)
    by_name = {solid.name: solid for solid in solids}
    beds = arrange_plates([by_name[piece.name] for piece in everything], bed)
    for number, placed in enumerate(beds, start=1):
        _add(files, "plate" if len(beds) == 1 else f"plate-{number}", placed, colors)
    return files, [*(board_notes(board) if tray else []), *_notes(solids, style)]


def position_solids(grid: Lattice, bodies: Mapping[str, Sequence[Atom]], style: SolidStyle) -> list[Solid]:
    """Return pieces where they lie, the lowest on z = 0: a step of a disassembly, for example.

    Raises NotationError for pieces of several parts, and for flat ones.
    """
    if grid.dimension != 3:
        raise NotationError(f"solids of a step are made of solid pieces: expected no pieces on lattice {grid.name}")
    placed = [_in_place(grid, name, tuple(atoms), style) for name, atoms in bodies.items()]
    floor = min(solid.body.bounding_box()[2] for solid in placed)
    return [replace(solid, body=solid.body.translate((0, 0, -floor))) for solid in placed]


def _in_place(grid: Lattice, name: str, atoms: tuple[Atom, ...], style: SolidStyle) -> Solid:
    """Return a piece moved from where `piece_solid` makes it to where its atoms lie."""
    piece = Piece(name, grid.normalize(atoms), grid.name, connected=False)
    solid = piece_solid(piece, style)
    vector = [a - b for a, b in zip(grid.split(min(atoms))[0], grid.split(min(piece.atoms))[0], strict=True)]
    x, y, z = (
        style.cell * sum(v * step[axis] for v, step in zip(vector, grid.space, strict=True)) for axis in range(3)
    )
    if grid.ball:
        bottom = style.cell * (min(ball_place(grid, atom)[2] for atom in piece.atoms) - grid.ball) + style.clearance
    else:
        bottom = style.cell * grid.space[0][2] * (max(atom[0] for atom in piece.atoms) + 1) + style.clearance
    return replace(solid, body=solid.body.translate((x, y, z + bottom)))


def position_file(suffix: str, solids: Sequence[Solid], colors: Mapping[str, str]) -> bytes:
    """Return solids as one file, .stl or .3mf."""
    files: dict[str, bytes] = {}
    _add(files, "step", solids, dict(colors))
    return files[f"step{suffix}"]


def _add(files: dict[str, bytes], name: str, solids: Sequence[Solid], colors: dict[str, str]) -> None:
    bodies = [solid.body for solid in solids]
    files[f"{name}.stl"] = stl(bodies)
    found = (colors.get(solid.name, TRAY_COLOR) for solid in solids)
    shades = [color if re.fullmatch(r"#[0-9a-fA-F]{6}", color) else TRAY_COLOR for color in found]  # as in 3MF
    files[f"{name}.3mf"] = three_mf(bodies, [solid.name for solid in solids], shades)


def _notes(solids: Sequence[Solid], style: SolidStyle) -> list[str]:
    """Return a line for each request that could not be met. Raises NotationError if the magnet fits nowhere."""
    notes = []
    small = [solid.name for solid in solids if style.magnet and not solid.magnets]
    if small and style.magnet:
        text = f"a magnet of {style.magnet[0]:g} mm with a wall of {WALL:g} mm around it"
        if len(small) == len(solids):
            raise NotationError(f"{text} fits into no piece: expected a smaller magnet or larger cells")
        notes.append(f"{text} does not fit into: {', '.join(small)}")
    if bare := [solid.name for solid in solids if style.label and not solid.labelled]:
        notes.append(f"no letters on {', '.join(bare)}: too small, or no outlines of these characters")
    return notes
