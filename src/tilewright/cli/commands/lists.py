"""`tilewright engines`: the engines there are, and what is missing for those that cannot run here.

`tilewright sets`: the named sets of pieces and of tiles, every orientation shown.
"""

from __future__ import annotations

from argparse import Namespace

from tilewright.cli.options import Command, Parser
from tilewright.cli.output import as_picture, check_outputs, write
from tilewright.cli.terminal import DONE
from tilewright.cover.engine import Engine
from tilewright.cover.engine import engines as all_engines
from tilewright.errors import NotationError
from tilewright.formats.answer import piece_rows, print_json
from tilewright.kinds.edges.tiles import is_meant_as_set, select_tiles, tile_set_rows
from tilewright.kinds.polygons.sets import SETS as POLYGON_SETS
from tilewright.kinds.polygons.sets import polygon_set_rows
from tilewright.names import collection_rows
from tilewright.pieces import select
from tilewright.pieces.sets import set_rows

ENGINES_DETAILS = ""


def add_engines_arguments(parser: Parser) -> None:
    """Only --json."""
    parser.take("json")


def show_engines(args: Namespace) -> int:
    """List the engines."""
    found = list(all_engines().values())
    if args.json:
        print_json({"tilewright": 1, "engines": [_row(engine) for engine in found]})
        return DONE
    width = max(len(engine.name) for engine in found)
    for engine in found:
        reason = engine.unavailable()
        print(f"{engine.name:<{width}}  {engine.summary}" + (f"  [not available: {reason}]" if reason else ""))
    return DONE


def _row(engine: Engine) -> dict[str, object]:
    reason = engine.unavailable()
    row = {"name": engine.name, "available": reason is None, "summary": engine.summary}
    return row | ({"reason": reason} if reason else {})


ENGINES = Command(ENGINES_DETAILS, add_engines_arguments, show_engines)


SETS_DETAILS = """Of tiles for edge matching, the labels of every orientation; of polygons, the corners.

Examples: `tilewright sets tetrominoes` draws the 7 pieces: S 2, I 2, O 1, J 4, Z 2, T 4, L 4; `tilewright sets macmahon3`."""


def add_sets_arguments(parser: Parser) -> None:
    """The set, if one is to be drawn."""
    parser.add_argument(
        "name",
        metavar="SET",
        nargs="?",
        help="A set, or pieces of one: `tetrominoes:SIO`, `pentominoes!turn`; or a set of tiles: `macmahon3`.",
    )
    parser.take("outputs", help="Draw the pieces: .svg or .png; may be repeated.")
    parser.take("json")


def show_sets(args: Namespace) -> int:
    """List the sets, or draw one."""
    check_outputs(args.output, args.force, (".svg", ".png"))
    if args.output:
        _write_pictures(args)
    if args.name is None:
        _list(args.json)
    elif is_meant_as_set(args.name):
        _show_tiles(args.name, args.json)
    elif args.name in POLYGON_SETS:
        _show_polygons(args.name, args.json)
    else:
        _draw(args.name, args.json)
    return DONE


def _write_pictures(args: Namespace) -> None:
    """Draw the pieces of the set."""
    if args.name is None or is_meant_as_set(args.name) or args.name in POLYGON_SETS:
        raise NotationError(
            "-o draws the pieces of a set: expected one, e.g. `tilewright sets pentominoes -o pieces.svg`"
        )
    from tilewright.render.svg import pieces_svg  # drawing, for -o alone

    svg = pieces_svg(select(args.name))
    for path in args.output:
        write(path, as_picture(path.suffix, svg), args.force)


def _list(json: bool) -> None:
    rows = set_rows()
    if json:
        found = [{"name": name, "pieces": pieces, "summary": summary} for name, pieces, summary in rows]
        tiles = [{"name": name, "tiles": number, "summary": summary} for name, number, summary in tile_set_rows()]
        collections = [
            {"name": name, "puzzles": number, "summary": summary} for name, number, summary in collection_rows()
        ]
        polygons = [
            {"name": name, "pieces": number, "summary": summary} for name, number, summary in polygon_set_rows()
        ]
        listed = {"sets": found, "tile_sets": tiles, "polygon_sets": polygons, "collections": collections}
        print_json({"tilewright": 1, **listed})
        return
    for name, pieces, summary in (*rows, *tile_set_rows(), *polygon_set_rows(), *collection_rows()):
        print(f"{name:21}{pieces:5}  {summary}")


def _draw(name: str, json: bool) -> None:
    pieces = select(name)
    if json:
        print_json({"tilewright": 1, "set": name, "pieces": piece_rows(pieces)})
        return
    for piece in pieces:
        drawings = [type(piece)(piece.name, atoms, piece.lattice) for _, atoms in piece.orientations]
        print(f"{piece.name} {len(drawings)}")
        print(side_by_side([str(drawing) for drawing in drawings]), end="\n\n")


def _show_tiles(name: str, json: bool) -> None:
    """A line for each tile: its name, the number of orientations, the labels of each, clockwise (of triangles behind u or d)."""
    tiles = select_tiles(name)
    if json:
        rows = [{"name": tile.name, "labels": list(tile.labels), "motion": tile.motion} for tile in tiles]
        print_json({"tilewright": 1, "set": name, "tiles": rows})
        return
    for tile in tiles:
        words = [(tile.grid.letters[slot : slot + 1], "".join(labels)) for _, (slot, labels) in tile.orientations]
        print(f"{tile.name} {len(words)}  {' '.join('/'.join(filter(None, word)) for word in words)}")


def _show_polygons(name: str, json: bool) -> None:
    """A line for each piece: its name, how many there are, its corners."""
    pieces = POLYGON_SETS[name].pieces
    if json:
        rows = [{"name": piece, "copies": copies, "corners": corners} for piece, corners, copies in pieces]
        print_json({"tilewright": 1, "set": name, "pieces": rows})
        return
    for piece, corners, copies in pieces:
        print(f"{piece} x{copies}: {corners}")


def side_by_side(drawings: list[str], width: int = 100, gap: int = 3) -> str:
    """Drawings next to each other, bottoms aligned, in as many bands as `width` needs."""
    bands: list[list[list[str]]] = [[]]
    used = 0
    for drawing in drawings:
        lines = drawing.split("\n")
        if bands[-1] and used + len(lines[0]) > width:
            bands.append([])
            used = 0
        bands[-1].append(lines)
        used += max(map(len, lines)) + gap
    return "\n\n".join(_band(band, gap) for band in bands)


def _band(drawings: list[list[str]], gap: int) -> str:
    height = max(map(len, drawings))
    padded = []
    for lines in drawings:
        width = max(map(len, lines))
        padded.append([" " * width] * (height - len(lines)) + [line.ljust(width) for line in lines])
    return "\n".join((" " * gap).join(row).rstrip() for row in zip(*padded, strict=True))


SETS = Command(SETS_DETAILS, add_sets_arguments, show_sets)
