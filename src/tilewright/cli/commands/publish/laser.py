"""`tilewright publish laser`: sheets to cut."""

from __future__ import annotations

import sys
from argparse import Namespace

from tilewright.cli import options
from tilewright.cli.exit_codes import DONE
from tilewright.cli.parser import Parser
from tilewright.cli.publish_input import add_cell, add_length, add_set, set_and_board
from tilewright.errors import NotationError
from tilewright.files import check_writable, write_all
from tilewright.publish import laser as cutter
from tilewright.publish.length import parse_length, parse_two_lengths
from tilewright.publish.plan import board_notes

DETAILS = """With kerf compensation.

Example: `tilewright publish laser pentominoes@6x10 -o katamino.svg -o katamino.dxf --kerf 0.2mm`."""
WRITERS = {".svg": cutter.svg, ".dxf": cutter.dxf}


def add_arguments(parser: Parser) -> None:
    """The pieces, the sheet and the cutter."""
    add_set(parser)
    options.add_outputs(parser, ".svg or .dxf; may be repeated.", required=True)
    add_cell(parser)
    add_length(parser, "--kerf", "0.15mm", "Width of the line that burns away.")
    add_length(parser, "--clearance", "0.05mm", "By which each outline moves inwards.")
    add_length(parser, "--sheet", "600x400mm", "Size of a sheet.", metavar="WxH")
    options.add_switch(parser, "--label", "--no-label", True, "Engrave the names. [default]")


def run(args: Namespace) -> int:
    """Lay out and write the sheets."""
    for path in args.output:
        if path.suffix not in WRITERS:
            raise NotationError(f"-o {path}: unknown suffix {path.suffix!r}: expected .svg or .dxf")
        check_writable(path, args.force)
    style = cutter.LaserStyle(
        parse_length(args.cell, "--cell", 0.1),
        parse_length(args.kerf, "--kerf"),
        parse_length(args.clearance, "--clearance"),
        args.label,
        parse_two_lengths(args.sheet, "--sheet", 10.0, 10.0),
    )
    pieces, board = set_and_board(args.pieces)
    sheets = cutter.arrange_sheets(cutter.laser_parts(pieces, board, style), style)
    for note in board_notes(board):
        print(f"tilewright: note: {note}", file=sys.stderr)
    files = {}
    for path in args.output:
        for number, each in enumerate(sheets, start=1):
            name = path if len(sheets) == 1 else path.with_stem(f"{path.stem}-{number}")
            files[name] = WRITERS[path.suffix](each)
    write_all(files, args.force)
    return DONE
