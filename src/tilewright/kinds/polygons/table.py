"""Polygon puzzles as tables of TOML and JSON, and the sets of pieces that they may name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from math import inf
from typing import Any, NamedTuple

import msgspec

from tilewright.errors import LimitError, NotationError, quote
from tilewright.kinds.polygons.puzzle import MOST_PIECES, PolygonPiece, PolygonPlacement, Polygons, ring_text
from tilewright.kinds.polygons.shape import Corners, read_region
from tilewright.kinds.polygons.surd import ZERO, Surd
from tilewright.puzzle.table import NamedSets, check_name, convert_table

Shape = str | list[Any] | dict[str, Any]


class PieceRow(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A piece in a file."""

    name: str
    corners: Shape
    copies: int = 1
    flip: bool = True
    color: str = ""


class PinRow(msgspec.Struct, forbid_unknown_fields=True):
    """A pinned piece in a file."""

    piece: str
    corners: str | list[Any]


class PolygonTable(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A polygon puzzle in a file."""

    kind: str
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
    "name": "a string",
    "corners": 'a list of corners such as "0 0, 1 0, 0 sqrt(2)/2"',
    "copies": f"a whole number, 1 to {MOST_PIECES}",
    "flip": "true or false",
    "color": "a string",
    "source": "a string",
}


def read_table(data: object, text: str) -> Polygons:
    """The puzzle of a decoded file. Raises NotationError quoting what is wrong."""
    table = convert_table(data, text, PolygonTable, {"piece": PieceRow, "pinned": PinRow}, EXPECTED)
    if table.kind != "polygons":
        raise NotationError(f'kind = {quote(table.kind)}: expected "polygons"')
    pieces = [*piece_set(table.pieces)] if table.pieces else []
    moved: list[float] = []  # by how much corners of SVG paths were moved
    if len(table.piece) > MOST_PIECES or len(table.pinned) > MOST_PIECES:
        raise LimitError(f"{max(len(table.piece), len(table.pinned))} pieces: expected at most {MOST_PIECES}")
    for row in table.piece:
        row.corners = with_paths(row.corners, f"piece {quote(row.name)}", moved)
    pieces += map(_read_piece, table.piece)
    check_name(table.name, "the name")
    board = read_region(with_paths(table.board, "board", moved), "board")
    puzzle = Polygons(board, tuple(pieces), (), table.name, max(moved, default=-1.0))
    pins = tuple(_read_pin(puzzle, row) for row in table.pinned)
    return puzzle.with_placements(pins) if pins else puzzle


def piece_set(name: str) -> tuple[PolygonPiece, ...]:
    """The pieces of a set that ships. Raises NotationError for another name.

    >>> [piece.copies for piece in piece_set("tangram")]
    [2, 1, 2, 1, 1]
    """
    return tuple(_read_piece(PieceRow(*row)) for row in find_set(name).pieces)


def _read_piece(row: PieceRow) -> PolygonPiece:
    check_name(row.name, "piece")
    if not row.name or not 1 <= row.copies <= MOST_PIECES:
        raise NotationError(
            f"piece {quote(row.name)}, {row.copies} copies: expected a name and 1 to {MOST_PIECES} copies"
        )
    return PolygonPiece(row.name, _one_ring(row.corners, f"piece {quote(row.name)}"), row.copies, row.flip, row.color)


class PathRow(msgspec.Struct, forbid_unknown_fields=True):
    """An SVG path in a file: its data, user units in a unit, square roots that may occur, how far a corner may be moved."""

    path: str
    unit: float = 1.0
    roots: list[int] = []
    tolerance: float = 0.001


PATH_PART = re.compile(r"\s*,?\s*([MmLlHhVvZz]|[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d{1,2})?)")
MOST_PATH = 100_000  # characters
MOST_ROOTS = 6
SEARCHED = 8  # units of a root on either side, in halves, that are tried


def with_paths(value: Any, what: str, moved: list[float]) -> Any:
    """The shape with the corners of each SVG path in it, `{svg = "M 0 0 H 2 V 2 Z"}`, as exact numbers; `moved` takes how far.

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
    """The corners of a path, y up, each coordinate the simplest number within the tolerance."""
    try:
        row = msgspec.convert({"path": value} if isinstance(value, str) else value, PathRow)
    except msgspec.ValidationError as error:
        raise NotationError(f"{what}: svg: {error}: expected path, unit, roots, tolerance") from None
    if not (0 < row.unit < inf and 0 <= row.tolerance <= 1 / 8 and len(row.roots) <= MOST_ROOTS):
        raise NotationError(f"{what}: svg: expected unit above 0, tolerance 0 to 0.125, at most {MOST_ROOTS} roots")
    roots = []
    for root in row.roots:
        if not 2 <= root <= 10_000:
            raise NotationError(f"{what}: svg: roots: {root}: expected whole numbers from 2 to 10000, as [2, 3]")
        roots.append(Surd.root(root))
    corners = _path_corners(row, what)
    start = [
        Surd.of(Fraction(f"{v:.6g}")) for v in corners[0]
    ]  # as it is written; the others are snapped as seen from it
    return [
        [str(start[axis] + _near(point[axis] - corners[0][axis], roots, row.tolerance, what, moved)) for axis in (0, 1)]
        for point in corners
    ]


def _path_corners(row: PathRow, what: str) -> list[tuple[float, float]]:
    """The corners of a path of straight lines, in units, y up."""
    expected = "expected one closed path of M, L, H, V and Z"
    parts, at = list[str](), 0
    while at < len(row.path.rstrip()) and len(row.path) <= MOST_PATH:
        part = PATH_PART.match(row.path, at)
        if not part:
            raise NotationError(f"{what}: svg: {quote(row.path[at : at + 20])}: {expected}")
        parts.append(part[1])
        at = part.end()
    corners, x, y, command = list[tuple[float, float]](), 0.0, 0.0, ""
    while parts:
        if parts[0].isalpha():
            command = parts.pop(0)
            if command in "Zz":
                break
        wanted = 1 if command and command in "HhVv" else 2
        if (
            not command
            or (command in "Mm" and corners)
            or len(parts) < wanted
            or any(p.isalpha() for p in parts[:wanted])
        ):
            raise NotationError(f"{what}: svg: {quote(row.path[:40])}: {expected}")
        numbers = [float(parts.pop(0)) for _ in range(wanted)]
        dx = numbers[0] if command not in "Vv" else 0.0 if command == "v" else y
        dy = numbers[-1] if command not in "Hh" else 0.0
        if command.islower():
            x, y = x + dx, y + dy
        else:
            x, y = (x if command == "V" else dx), (y if command == "H" else dy)
        corners.append((x / row.unit, -y / row.unit))
        command = {"M": "L", "m": "l"}.get(command, command)
    if parts or len(corners) < 3:
        raise NotationError(f"{what}: svg: {quote(row.path[:40])}: {expected}, with 3 corners or more")
    return corners[:-1] if corners[-1] == corners[0] else corners


def _near(value: float, roots: Sequence[Surd], tolerance: float, what: str, moved: list[float]) -> Surd:
    """The simplest number near a float: a half or a whole, else with a multiple of one root. NotationError where none is near."""
    steps = [0, *(sign * k for k in range(1, 2 * SEARCHED + 1) for sign in (1, -1))]
    for step, root in [(0, ZERO), *((step, root) for step in steps[1:] for root in roots)]:
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


def _one_ring(value: object, what: str) -> Corners:
    rings = read_region(value, what)
    if len(rings) > 1:
        raise NotationError(f"{what}: {len(rings)} rings: expected a polygon without holes")
    return rings[0]


def _read_pin(puzzle: Polygons, row: PinRow) -> PolygonPlacement:
    pin = puzzle.placement_at(row.piece, row.corners)
    for fault in puzzle.checkers.rule_faults([pin], True):
        raise NotationError(f"the pinned piece {quote(row.piece)}: {fault.text}")
    return pin


def write_table(puzzle: Polygons) -> dict[str, Any]:
    """The puzzle as plain data."""
    outer = puzzle.rings
    table: dict[str, Any] = {"kind": "polygons"}
    if puzzle.name:
        table["name"] = puzzle.name
    table["board"] = ring_text(outer[0]) if len(outer) == 1 else _wkt(puzzle)
    table["piece"] = [
        msgspec.to_builtins(PieceRow(each.name, ring_text(each.corners), each.copies, each.flip, each.color))
        for each in puzzle.pieces
    ]
    if puzzle.pinned:
        table["pinned"] = [{"piece": pin.piece, "corners": ring_text(pin.corners)} for pin in puzzle.pinned]
    return table


def _wkt(puzzle: Polygons) -> str:
    """Each outer ring stands before its holes."""
    from tilewright.kinds.polygons.plane import twice_area  # which most puzzles do not need

    polygons: list[list[str]] = []
    for ring in puzzle.rings:
        text = f"({ring_text((*ring, ring[0]))})"
        if twice_area(ring).sign() > 0:
            polygons.append([text])
        else:
            polygons[-1].append(text)
    return "MULTIPOLYGON (" + ", ".join(f"({', '.join(rings)})" for rings in polygons) + ")"


class PolygonSet(NamedTuple):
    """Pieces as (name, corners, copies), and what they are; the sources stand in docs/theory/polygons.md."""

    summary: str
    pieces: tuple[tuple[str, str, int], ...]


SETS = {
    "tangram": PolygonSet(
        "the seven tans, which fill a square of side 2*sqrt(2)",
        (
            ("large triangle", "0 0, 2 0, 0 2", 2),
            ("medium triangle", "0 0, sqrt(2) 0, 0 sqrt(2)", 1),
            ("small triangle", "0 0, 1 0, 0 1", 2),
            ("square", "0 0, 1 0, 1 1, 0 1", 1),
            ("parallelogram", "0 0, 1 0, 2 1, 1 1", 1),
        ),
    ),
    "sei-shonagon": PolygonSet(
        "the seven pieces of Sei Shonagon Chie no Ita, which fill a square of side 4",
        (
            ("isosceles trapezoid", "0 0, 2 0, 3 1, 3 3", 1),
            ("right trapezoid", "2 2, 4 4, 2 4, 1 3", 1),
            ("parallelogram", "3 1, 4 2, 4 4, 3 3", 1),
            ("square", "0 2, 1 1, 2 2, 1 3", 1),
            ("triangle", "2 0, 4 0, 4 2", 2),
            ("small triangle", "0 0, 1 1, 0 2", 1),
        ),
    ),
    "stomachion": PolygonSet(
        "the fourteen pieces of Archimedes, which fill a square of side 12",
        (
            ("A", "0 12, 2 10, 12 12", 1),
            ("B", "2 10, 4 8, 12 12", 1),
            ("C", "0 12, 0 6, 4 8", 1),
            ("D", "0 6, 6 6, 4 8", 1),
            ("E", "0 6, 6 3, 8 4, 6 6", 1),
            ("F", "0 6, 0 0, 4 0, 6 3", 1),
            ("G", "4 0, 6 0, 6 3", 1),
            ("H", "6 3, 6 0, 12 0", 1),
            ("I", "6 3, 12 0, 8 4", 1),
            ("J", "8 4, 12 0, 12 6", 1),
            ("K", "6 6, 8 4, 12 6", 1),
            ("L", "12 9, 6 9, 4 8, 6 6, 12 6", 1),
            ("M", "6 9, 12 9, 8 10", 1),
            ("N", "8 10, 12 9, 12 12", 1),
        ),
    ),
    "t-puzzle": PolygonSet(
        "four pieces, which fill a letter T of strokes of 1, 3 wide and 4 high",
        (
            ("triangle", "0 0, 1 0, 0 1", 1),
            ("short trapezoid", "0 0, 1 0, 2 1, 0 1", 1),
            ("long trapezoid", "0 0, 2 0, 3 1, 0 1", 1),
            ("pentagon", "1 1, 2 1, 1 2, 0 1, 1 0", 1),
        ),
    ),
    "perigal": PolygonSet(
        "a square and the four parts of another, which fill one on the hypotenuse of 3, 4, 5",
        (
            ("quadrangle", "0 0, 7/2 0, 2 2, 0 1/2", 4),
            ("square", "0 0, 3 0, 3 3, 0 3", 1),
        ),
    ),
    "hexagon": PolygonSet(
        "trapezoids, rhombi, triangles and a hexagon, which fill a hexagon of side 2",
        (
            ("trapezoid", "0 0, 2 0, 3/2 sqrt(3)/2, 1/2 sqrt(3)/2", 3),
            ("rhombus", "0 0, 1 0, 3/2 sqrt(3)/2, 1/2 sqrt(3)/2", 3),
            ("triangle", "0 0, 1 0, 1/2 sqrt(3)/2", 3),
            ("hexagon", "1 0, 1/2 sqrt(3)/2, -1/2 sqrt(3)/2, -1 0, -1/2 -sqrt(3)/2, 1/2 -sqrt(3)/2", 1),
        ),
    ),
}


def find_set(name: str) -> PolygonSet:
    """The set of a name. Raises NotationError for another one.

    >>> [name for name, _, _ in find_set("tangram").pieces][:2]
    ['large triangle', 'medium triangle']
    """
    if name not in SETS:
        known = f"expected one of {', '.join(SETS)}, or pieces as [[piece]]"
        raise NotationError(f"no set {quote(name)}: {known}")
    return SETS[name]


def polygon_set_rows() -> list[tuple[str, int, str]]:
    """Each set as (name, number of pieces, summary)."""
    return [(name, sum(copies for *_, copies in each.pieces), each.summary) for name, each in SETS.items()]


def _set_members(name: str) -> list[tuple[dict[str, Any], str]]:
    """Each piece: its name, how many there are, its corners."""
    return [
        ({"name": piece, "copies": copies, "corners": corners}, f"{piece} x{copies}: {corners}")
        for piece, corners, copies in find_set(name).pieces
    ]


def _set_document(name: str) -> dict[str, Any]:
    """The pieces of a set on a board that does not matter."""
    return {"kind": "polygons", "board": {"square": 1}, "pieces": name}


NAMED_SETS = NamedSets(
    "polygon_sets",
    "pieces",
    polygon_set_rows,
    SETS.__contains__,
    _set_members,
    _set_document,
    'an outline to fill with it, in a file with kind = "polygons", pieces = "{name}" and board = "0 0, 3 0, ..."',
)
