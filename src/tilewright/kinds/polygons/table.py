"""Polygon puzzles as tables of TOML and JSON, and the sets of pieces that they may name."""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec

from tilewright.errors import LimitError, NotationError, quote
from tilewright.kinds.polygons.puzzle import MOST_PIECES, PolygonPiece, PolygonPlacement, Polygons, ring_text
from tilewright.kinds.polygons.shape import Corners, read_region
from tilewright.puzzle.table import check_name, convert_table

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
    "board": 'WKT, corners "0 0, 2 0, 2 2, 0 2", or a table such as {square = 2, minus = {square = 1}}',
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
    if len(table.piece) > MOST_PIECES or len(table.pinned) > MOST_PIECES:
        raise LimitError(f"{max(len(table.piece), len(table.pinned))} pieces: expected at most {MOST_PIECES}")
    pieces += map(_read_piece, table.piece)
    check_name(table.name, "the name")
    puzzle = Polygons(read_region(table.board, "board"), tuple(pieces), (), table.name)
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


def _one_ring(value: object, what: str) -> Corners:
    rings = read_region(value, what)
    if len(rings) > 1:
        raise NotationError(f"{what}: {len(rings)} rings: expected a polygon without holes")
    return rings[0]


def _read_pin(puzzle: Polygons, row: PinRow) -> PolygonPlacement:
    from tilewright.kinds.polygons.check import rule_faults  # which most puzzles do not need

    pin = puzzle.placement_at(row.piece, row.corners)
    for fault in rule_faults(puzzle, [pin], True):
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
