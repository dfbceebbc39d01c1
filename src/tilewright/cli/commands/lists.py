"""`tilewright engines`, `sets` and `shelf`: list what is available.

`engines` lists the engines, and what is missing for those that cannot run here. `sets` lists the named sets of
pieces and tiles with every orientation. `shelf` lists commercial puzzles by name: the pieces in the box, its
boards, and what is known about them.
"""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any

from tilewright.api.answer import piece_rows, print_json
from tilewright.cli import options
from tilewright.cli.options import Argument, Command
from tilewright.cli.output import PICTURES, tell_rows, write_pictures
from tilewright.errors import NotationError, did_you_mean, quote
from tilewright.exact_cover.engine import engines as all_engines
from tilewright.exit_codes import DONE, NO
from tilewright.kinds import find_named_sets, named_sets
from tilewright.loader import collection_rows
from tilewright.pieces import Piece, select
from tilewright.pieces.sets import UnknownSetError, set_rows
from tilewright.puzzle.picture import draw_puzzle_board
from tilewright.render import draw
from tilewright.render.canvas import Canvas, Drawing, Point
from tilewright.render.svg import pieces_svg, sheet_svg
from tilewright.shelf.box import Box, BoxBoard, DiceCheck, Published, boxes, check_dice, find_box

ENGINES = ""


def _show_engines(args: Namespace) -> int:
    found = list(all_engines().values())
    width = max(len(engine.name) for engine in found)
    rows, lines = [], []
    for engine in found:
        reason = engine.unavailable()
        row = {"name": engine.name, "available": reason is None, "summary": engine.summary}
        rows.append(row | ({"reason": reason} if reason else {}))
        lines.append(f"{engine.name:<{width}}  {engine.summary}" + (f"  [not available: {reason}]" if reason else ""))
    tell_rows(args.json, {"engines": rows}, lines)
    return DONE


SETS = """Tiles for edge matching are listed with the labels of every orientation, polygons with their corners.

Examples: `tilewright sets tetrominoes` draws the 7 pieces: S 2, I 2, O 1, J 4, Z 2, T 4, L 4; `tilewright sets
macmahon3`."""


def _show_sets(args: Namespace) -> int:
    write_pictures(args, lambda: _drawn_set(args.name))
    if args.name is None:
        _list_sets(args.json)
    elif sets := find_named_sets(args.name):
        members = sets.members(args.name)  # one line for each tile or piece
        document = {"set": args.name, sets.unit: [row for row, _ in members]}
        tell_rows(args.json, document, (line for _, line in members))
    else:
        _draw(_pieces(args.name), args.name, args.json)
    return DONE


def _drawn_set(name: str | None) -> str:
    other = None if name is None else find_named_sets(name)
    if name is not None and other is None:
        return pieces_svg(_pieces(name))
    what = f"{quote(name or '')} has {other.unit}, which are listed: expected another" if other else "expected one"
    raise NotationError(f"-o draws the pieces of a set: {what}, e.g. `tilewright sets pentominoes -o pieces.svg`")


def _list_sets(json: bool) -> None:
    kinds = {sets.key: (sets.unit, sets.rows()) for sets in named_sets()}
    tables = {"sets": ("pieces", set_rows()), **kinds, "collections": ("puzzles", collection_rows())}
    document = {
        key: [dict(zip(("name", unit, "summary"), row, strict=True)) for row in rows]
        for key, (unit, rows) in tables.items()
    }
    tell_rows(json, document, ("{:21}{:5}  {}".format(*row) for _, rows in tables.values() for row in rows))


def _pieces(name: str) -> tuple[Piece, ...]:
    """Return the pieces of a set; raise NotationError that suggests what else the name may mean."""
    try:
        return select(name)
    except UnknownSetError:
        if any(name == each for each, _, _ in collection_rows()):
            raise NotationError(f"{quote(name)} holds puzzles: `tilewright show {name}` lists them") from None
        if guess := did_you_mean(name, [row[0] for sets in named_sets() for row in sets.rows()]):
            raise NotationError(f"unknown set {quote(name)}{guess}: `tilewright sets` lists all") from None
        raise


def _draw(pieces: Sequence[Piece], name: str, json: bool) -> None:
    def lines() -> Iterator[str]:
        for piece in pieces:
            drawings = [str(type(piece)(piece.name, atoms, piece.lattice)) for _, atoms in piece.orientations]
            yield f"{piece.name} {len(drawings)}\n{side_by_side(drawings)}\n"

    tell_rows(json, {"set": name, "pieces": piece_rows(pieces)}, lines())


def side_by_side(drawings: Iterable[str], width: int = 100, gap: int = 3) -> str:
    """Return drawings next to each other, aligned at the bottom, in as many bands as `width` requires."""
    bands: list[list[list[str]]] = [[]]
    used = 0
    for drawing in drawings:
        lines = drawing.split("\n")
        if bands[-1] and used + len(lines[0]) > width:
            bands.append([])
            used = 0
        bands[-1].append(lines)
        used += max(map(len, lines)) + gap
    return "\n\n".join(_band(band, " " * gap) for band in bands)


def _band(drawings: list[list[str]], gap: str) -> str:
    height = max(map(len, drawings))
    columns = []
    for lines in drawings:
        width = max(map(len, lines))
        columns.append([line.ljust(width) for line in [""] * (height - len(lines)) + lines])
    return "\n".join(gap.join(row).rstrip() for row in zip(*columns, strict=True))


SHELF = """Use the name of a box wherever a puzzle is expected: `tilewright solve kanoodle/pyramid`,
`tilewright verdict genius-square --roll F1,D4,A1,B2,E6,C5,F2`, `tilewright count calendar-weekday --open FEB,14,SAT`.

Names of games are trademarks of their makers; the boxes here have names of their own and say which game they fit.

Examples: `tilewright shelf`, `tilewright shelf kanoodle -o box.svg`,
`tilewright shelf genius-square --check-dice F1,D4,A1,B2,E6,C5,D6`."""
COLUMNS = 3
CELL = 20.0
NAME = 0.3  # size of cell names, in cells
LISTED = 6  # boards of a box shown in the list
WIDTH = 16.0  # width of the drawn pieces, in cells


def _show_shelf(args: Namespace) -> int:
    if args.name is None:
        if args.check_dice:
            raise NotationError("--check-dice: expected a box with dice, e.g. `tilewright shelf genius-square`")
        return _list_boxes(args)
    name, _, board = args.name.partition("/")
    box = find_box(name)
    if args.check_dice:  # exit code 1 if the dice differ from those that were sold
        found, dice = check_dice(box.board(board), args.check_dice), len(box.board(board).dice)
        row = {"rolls": found.rolls, "bad": [place + 1 for place in found.bad], "dice": found.suspects}
        tell_rows(args.json, row, [_verdict(found, dice)])
        return NO if found.bad else DONE
    shown = (box.board(board),) if board else box.boards
    write_pictures(args, lambda: box_svg(box, shown))
    if args.json:
        boards = [_board_row(each) for each in shown]
        print_json({"tilewright": 1, **_box_row(box), "pieces": piece_rows(box.pieces), "boards": boards})
    else:
        _show(box, shown)
    return DONE


def box_svg(box: Box, shown: tuple[BoxBoard, ...]) -> str:
    """Return the pieces of a box and some of its boards as one SVG picture."""
    pictures: list[Drawing] = [partial(draw.draw_pieces, pieces=box.pieces, at=(0, 0), width=WIDTH)]
    pictures += [partial(_draw_board, board=each) for each in shown]
    captions = [box.title, *(f"{box.name}/{each.name}" for each in shown)]
    return sheet_svg(pictures, captions, COLUMNS, cell=CELL)


def _draw_board(canvas: Canvas, at: Point = (0, 0), *, board: BoxBoard) -> None:
    """Draw the board, with the names of its cells if dice or dates use them."""
    draw_puzzle_board(canvas, board.puzzle, at)
    if board.family is None:
        return
    grid = board.puzzle.grid
    for name, atoms in board.family.names:
        corners = grid.polygon(atoms[0])
        x, y = (sum(corner[axis] for corner in corners) / len(corners) for axis in (0, 1))
        canvas.text(name, (at[0] + x, at[1] + y + NAME / 3), NAME, canvas.theme.ink)


def _list_boxes(args: Namespace) -> int:
    every = boxes()
    pictures = [partial(draw.draw_pieces, pieces=box.pieces, at=(0, 0), width=WIDTH) for box in every]
    write_pictures(args, lambda: sheet_svg(pictures, [box.name for box in every], COLUMNS, cell=CELL / 2))
    tell_rows(args.json, {"boxes": [_box_row(box) for box in every]}, map(_box_line, every))
    return DONE


def _box_line(box: Box) -> str:
    boards = box.board_names
    more = f" and {len(boards) - LISTED} more" if len(boards) > LISTED else ""
    listed = ", ".join(boards[:LISTED]) + more or "cards"
    return f"{box.name:<19} {', '.join(box.aliases):<38} {box.title}: {listed}"


def _box_row(box: Box) -> dict[str, Any]:
    keys = ("name", "aliases", "title", "fits", "about", "confidence", "sources", "board_names")
    return {key: getattr(box, key) for key in keys}


def _board_row(board: BoxBoard) -> dict[str, Any]:
    row: dict[str, Any] = {"name": board.name, "lattice": board.puzzle.lattice, "cells": len(board.puzzle.board.atoms)}
    if board.family is not None:
        row |= {"groups": [list(group) for group in board.family.groups], "open": list(board.open)}
    if board.dice:
        row["dice"] = [list(die) for die in board.dice]
    row["published"] = [{"text": published_text(each), "source": each.source} for each in board.published]
    return row


def published_text(found: Published) -> str:
    """Return the published numbers of tilings of a board, in words.

    >>> published_text(Published("a book", tilings=8, classes=2))
    '8 tilings, 2 up to symmetries'
    """
    plural = "s" * (found.tilings != 1)
    texts = {f" tiling{plural}": found.tilings, " up to turning": found.turned, " up to symmetries": found.classes}
    return ", ".join(f"{number:,}{name}" for name, number in texts.items() if number)


def _show(box: Box, shown: tuple[BoxBoard, ...]) -> None:
    print(f"{box.name}: {box.title}\nfits the game sold as {box.fits}\n{box.about}\n")
    heads = (f"{piece.name} {draw.copies_text(piece.copies)}".rstrip() for piece in box.pieces)
    print(side_by_side(f"{head}\n{piece}" for head, piece in zip(heads, box.pieces, strict=True)))
    for board in shown:
        print(f"\n{box.name}/{board.name}: {len(board.puzzle.board.atoms)} cells")
        print(board.puzzle.board)
        if board.family is not None:
            print(f"open: {','.join(board.open)}")
        for number, die in enumerate(board.dice, start=1):
            print(f"die {number}: {' '.join(die)}")
        for each in board.published:
            print(f"published: {published_text(each)} ({each.source})")
    print(f"\nsources: {'; '.join(box.sources)}; confidence {box.confidence}")


def _verdict(found: DiceCheck, dice: int) -> str:
    rolls = "the roll" if found.rolls == 1 else f"all {found.rolls} rolls"
    if not found.bad:
        return f"{rolls} can be shown by the dice as sold"
    head = f"{len(found.bad)} of {found.rolls} rolls cannot be shown by the dice as sold"
    if not found.suspects:
        return f"{head}, nor by any {dice} of these dice: look for a misread cell"
    swaps = []
    for suspect in map(Counter, found.suspects[:6]):
        every = Counter(range(1, dice + 1))
        gone, extra = (", ".join(map(str, sorted(each.elements()))) for each in (every - suspect, suspect - every))
        swaps.append(f"die {gone} missing and die {extra} once more")
    return f"{head}; {' or '.join(swaps)} would"


COMMANDS = {
    "sets": Command(
        SETS,
        _show_sets,
        [
            Argument(
                "name",
                nargs="?",
                metavar="SET",
                help="A set, or pieces of one: `tetrominoes:SIO`, `pentominoes!turn`; or a set of tiles: `macmahon3`.",
            ),
            options.OUTPUTS.but(help="Draw the pieces: .svg or .png; may be repeated."),
            options.FORCE,
            options.JSON,
        ],
        PICTURES,
    ),
    "shelf": Command(
        SHELF,
        _show_shelf,
        [
            Argument(
                "name", nargs="?", metavar="BOX", help="A box by its name or an alias; without one, all are listed."
            ),
            Argument(
                "--check-dice",
                action="append",
                metavar="CELLS",
                default=[],
                help="A roll that the box's dice showed, e.g. `F1,D4,A1,B2,E6,C5,F2`; may be repeated. Says which dice are"
                " not as sold.",
            ),
            options.OUTPUTS.but(help="Draw the box, or all of them: .svg or .png; may be repeated."),
            options.FORCE,
            options.JSON,
        ],
        PICTURES,
    ),
    "engines": Command(
        ENGINES,
        _show_engines,
        [
            options.JSON,
        ],
    ),
}
