"""Polygon puzzles as tables of TOML and JSON, and the sets of pieces that they may name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import chain, product
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from tilewright.errors import LimitError, NotationError, quote
from tilewright.files import data_text
from tilewright.kinds.polygons.plane import Plane
from tilewright.kinds.polygons.puzzle import MOST_PIECES, PolygonPiece, Polygons, ring_text
from tilewright.kinds.polygons.shape import Ring, components, read_region, simple_rings
from tilewright.kinds.polygons.surd import ZERO, Surd
from tilewright.puzzle.table import NamedSets, check_name, convert_table, learnt

Shape = str | list[Any] | dict[str, Any]


class PieceRow(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A piece in a file."""

    name: Annotated[str, Meta(min_length=1)]
    corners: Shape
    copies: Annotated[int, Meta(ge=1, le=MOST_PIECES)] = 1
    flip: bool = True
    color: str = ""


class PinRow(msgspec.Struct, forbid_unknown_fields=True):
    """A pinned piece in a file."""

    piece: str
    corners: str | list[Any]


class PolygonTable(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A polygon puzzle in a file."""

    kind: Literal["polygons"]
    board: Shape
    pieces: str = ""
    piece: list[PieceRow] = []
    pinned: list[PinRow] = []
    name: str = ""
    source: str = ""


EXPECTED = {
    "kind": '"polygons"',
    "board": 'WKT, corners "0 0, 2 0, 2 2, 0 2", or a table such as {square = 2, minus = {square = 1}} or {svg = "M0 0H2V2Z"}',
    "pieces": "the name of a set, e.g. tangram",
    "piece": "a list of tables with name, corners, copies, flip",
    "pinned": "a list of tables with piece and corners",
    "pinned.piece": "the name of a piece",
    "name": "a string, that of a piece not empty",
    "corners": 'a list of corners such as "0 0, 1 0, 0 sqrt(2)/2"',
    "copies": f"a whole number, 1 to {MOST_PIECES}",
    "flip": "true or false",
    "color": "a string",
    "source": "a string",
}


def read_table(data: object, text: str) -> Polygons:
    """Return the puzzle of a decoded file.

    Raises NotationError that quotes what is wrong, and LimitError for a file that is too large.
    """
    table = convert_table(data, text, PolygonTable, {"piece": PieceRow, "pinned": PinRow}, EXPECTED)
    if len(text) > MOST_TEXT:
        raise LimitError(f"a polygon puzzle of {len(text):,} characters: expected at most {MOST_TEXT:,}")
    pieces = [*piece_set(table.pieces)] if table.pieces else []
    moved: list[float] = []  # the distances by which corners of SVG paths were moved
    if len(table.piece) > MOST_PIECES or len(table.pinned) > MOST_PIECES:
        raise LimitError(f"{max(len(table.piece), len(table.pinned))} pieces: expected at most {MOST_PIECES}")
    for row in table.piece:
        row.corners = with_paths(row.corners, f"piece {quote(row.name)}", moved)
    corners = 0
    for piece in map(_read_piece, table.piece):
        pieces.append(piece)
        corners += len(piece.corners)
        if corners > MOST_OF_ALL:
            raise LimitError(f"pieces with more than {MOST_OF_ALL:,} corners together: expected fewer")
    check_name(table.name, "the name")
    board = read_region(with_paths(table.board, "board", moved), "board")
    puzzle = Polygons(board, tuple(pieces), (), table.name, max(moved, default=-1.0))
    pins = [puzzle.placement_at(row.piece, row.corners) for row in table.pinned]
    for pin in pins:
        for fault in puzzle.checkers.rule_faults([pin], True):
            raise NotationError(f"the pinned piece {quote(pin.piece)}: {fault.text}")
    return puzzle.with_placements(pins) if pins else puzzle


def piece_set(name: str) -> tuple[PolygonPiece, ...]:
    """Return the pieces of a set that is part of the package.

    Raises NotationError for an unknown name.

    >>> [piece.copies for piece in piece_set("tangram")]
    [2, 1, 2, 1, 1]
    """
    return tuple(map(_read_piece, find_set(name).piece))


def _read_piece(row: PieceRow) -> PolygonPiece:
    check_name(row.name, "piece")
    what = f"piece {quote(row.name)}"
    rings = read_region(row.corners, what)
    if len(rings) > 1 or len(set(rings[0])) < len(rings[0]):
        found = f"{len(rings)} rings" if len(rings) > 1 else "a hole that touches the boundary"
        raise NotationError(f"{what}: {found}: expected a polygon without holes")
    return PolygonPiece(row.name, rings[0], row.copies, row.flip, row.color)


MOST_OF_ALL = 5_000  # corners of all pieces; reading so many takes up to a second
MOST_TEXT = 250_000  # characters of a file; parsing its numbers may take seconds
MOST_PATH = 100_000  # characters
MOST_ROOTS = 6
SEARCHED = 8  # the largest multiple of a root to try, in steps of a half


class PathRow(msgspec.Struct, forbid_unknown_fields=True):
    """An SVG path in a file.

    path:      the data of the path.
    unit:      the number of user units in a unit of the puzzle.
    roots:     the square roots that may occur in coordinates.
    tolerance: how far a coordinate may be moved to be exact, in units.
    """

    path: Annotated[str, Meta(max_length=MOST_PATH)]
    unit: Annotated[float, Meta(gt=0, le=1e300)] = 1.0
    roots: Annotated[list[Annotated[int, Meta(ge=2, le=10_000)]], Meta(max_length=MOST_ROOTS)] = []
    tolerance: Annotated[float, Meta(ge=0, le=1 / 8)] = 0.001


NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,2})?"


def with_paths(value: Any, what: str, moved: list[float]) -> Any:
    """Return the shape with exact corners in place of each SVG path in it, such as `{svg = "M 0 0 H 2 V 2 Z"}`.

    The distances by which coordinates were moved are added to `moved`.

    >>> moved = []
    >>> with_paths({"svg": {"path": "M0 0h282.84l-141.42-141.42z", "unit": 100, "roots": [2]}}, "board", moved)["polygon"]
    [['0', '0'], ['2*sqrt(2)', '0'], ['sqrt(2)', 'sqrt(2)']]
    >>> max(moved) < 0.0001
    True
    """
    if isinstance(value, list):
        return [with_paths(each, what, moved) for each in value]
    if not isinstance(value, dict):
        return value
    found = {key: with_paths(each, what, moved) for key, each in value.items() if key != "svg"}
    if "svg" in value:
        found["polygon"] = _snapped(value["svg"], what, moved)
    return found


def _snapped(value: object, what: str, moved: list[float]) -> list[list[str]]:
    """Return the corners of a path, y up, with each coordinate as the simplest number within the tolerance."""
    try:
        row = msgspec.convert({"path": value} if isinstance(value, str) else value, learnt(PathRow))
    except msgspec.ValidationError as error:
        expected = f"path, unit above 0, up to {MOST_ROOTS} roots from 2 to 10000, tolerance 0 to 0.125"
        raise NotationError(f"{what}: svg: {error}: expected {expected}") from None
    roots = [Surd.root(root) for root in row.roots]
    corners = _path_corners(row, what)
    start = [Surd.of(Fraction(f"{v:.6g}")) for v in corners[0]]  # as written; the others are exact relative to it
    return [
        [str(start[axis] + _near(point[axis] - corners[0][axis], roots, row.tolerance, what, moved)) for axis in (0, 1)]
        for point in corners
    ]


def _path_corners(row: PathRow, what: str) -> list[tuple[float, float]]:
    """Return the corners of a path of straight lines, in units, y up."""
    expected = "expected one closed path of M, L, H, V and Z"
    if strange := re.sub(rf"\s*,?\s*(?:[MmLlHhVvZz]|{NUMBER})", "", row.path).strip():
        raise NotationError(f"{what}: svg: {quote(strange[:20])}: {expected}")
    corners, x, y = list[tuple[float, float]](), 0.0, 0.0
    head, *parts = re.split("([MmLlHhVv])", re.sub(r"[\s,]*[Zz]?\s*\Z", "", row.path))
    sound = not re.sub(r"[\s,]", "", head) and not {*"Zz"} & {*"".join(parts)}
    for command, text in zip(parts[::2], parts[1::2], strict=True):
        values = list(map(float, re.findall(NUMBER, text)))
        size = 1 if command in "HhVv" else 2
        sound &= bool(values) and len(values) % size == 0 and not (corners and command in "Mm")
        for place in range(0, len(values) - size + 1, size):
            from_x, from_y = (x, y) if command.islower() else (0.0, 0.0)
            x = x if command in "Vv" else from_x + values[place]
            y = y if command in "Hh" else from_y + values[place + size - 1]
            corners.append((x / row.unit, -y / row.unit))
    if not sound or len(corners) < 3:
        raise NotationError(f"{what}: svg: {quote(row.path[:40])}: {expected}, with 3 corners or more")
    return corners[:-1] if corners[-1] == corners[0] else corners


def _near(value: float, roots: Sequence[Surd], tolerance: float, what: str, moved: list[float]) -> Surd:
    """Return the simplest number near a float: a half or whole number, possibly plus a multiple of one root.

    Raises NotationError if there is none.
    """
    steps = sorted(range(-2 * SEARCHED, 2 * SEARCHED + 1), key=lambda step: (abs(step), -step))
    for step, root in [(0, ZERO), *product(steps[1:], roots)]:
        part = float(root) * step / 2
        for parts in (1, 2):
            whole = round((value - part) * parts)
            far = abs(value - part - whole / parts)
            if far <= tolerance:
                moved.append(far)
                return Surd.of(Fraction(whole, parts)) + root * step / 2
    known = ", ".join(f"sqrt({root * root})" for root in roots) or "no root"
    raise NotationError(
        f"{what}: svg: {value:g} is farther than {tolerance:g} from every half with {known}: expected roots = [2], another unit, "
        "or a larger tolerance"
    )


def write_table(puzzle: Polygons) -> dict[str, Any]:
    """Return the puzzle as the plain data of a file."""
    table: dict[str, Any] = {"kind": "polygons"}
    if puzzle.name:
        table["name"] = puzzle.name
    table["board"] = _board_text(puzzle)
    table["piece"] = [
        msgspec.to_builtins(PieceRow(each.name, ring_text(each.corners), each.copies, each.flip, each.color))
        for each in puzzle.pieces
    ]
    if puzzle.pinned:
        table["pinned"] = [{"piece": pin.piece, "corners": ring_text(pin.corners)} for pin in puzzle.pinned]
    return table


def _board_text(puzzle: Polygons) -> str:
    """Return the board as corners, or as WKT with the holes of each part behind its outer ring."""
    plane = Plane()
    rings = [[plane.number(corner) for corner in ring] for ring in puzzle.rings]
    parts = components(plane, tuple(chain.from_iterable(map(simple_rings, rings))))
    if len(parts) == 1 and not parts[0][1]:
        return ring_text(puzzle.rings[0])

    def closed(ring: Ring) -> str:
        return f"({ring_text([plane.points[at] for at in (*ring, ring[0])])})"

    texts = (", ".join(map(closed, (outer, *holes))) for outer, holes in parts)
    return f"MULTIPOLYGON ({', '.join(f'({text})' for text in texts)})"


class PolygonSet(msgspec.Struct):
    """A set of pieces and its summary. The sources are listed in docs/explanation/polygons.md."""

    summary: str
    piece: list[PieceRow]


@cache
def polygon_sets() -> dict[str, PolygonSet]:
    """Return the sets that are part of the package, by name."""
    learnt(PolygonSet)
    return msgspec.json.decode(data_text("polygon-sets.json"), type=dict[str, PolygonSet])


def find_set(name: str) -> PolygonSet:
    """Return the set with this name.

    Raises NotationError for an unknown name.

    >>> [piece.name for piece in find_set("tangram").piece][:2]
    ['large triangle', 'medium triangle']
    """
    sets = polygon_sets()
    if name not in sets:
        raise NotationError(f"no set {quote(name)}: expected one of {', '.join(sets)}, or pieces as [[piece]]")
    return sets[name]


def _set_rows() -> list[tuple[str, int, str]]:
    return [(name, sum(row.copies for row in each.piece), each.summary) for name, each in polygon_sets().items()]


def _set_members(name: str) -> list[tuple[dict[str, Any], str]]:
    """Return each piece with its name, its copies and its corners."""
    return [
        ({"name": row.name, "copies": row.copies, "corners": row.corners}, f"{row.name} x{row.copies}: {row.corners}")
        for row in find_set(name).piece
    ]


NAMED_SETS = NamedSets(
    "polygon_sets",
    "pieces",
    _set_rows,
    lambda text: text in polygon_sets(),
    _set_members,
    lambda name: {"kind": "polygons", "board": {"square": 1}, "pieces": name},  # the board does not matter
    'an outline to fill with it, in a file with kind = "polygons", pieces = "{name}" and board = "0 0, 3 0, ..."',
)
