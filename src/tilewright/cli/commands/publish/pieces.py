"""`tilewright publish pieces`: solids to print."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path

from tilewright.cli import options
from tilewright.cli.exit_codes import DONE
from tilewright.cli.parser import Parser
from tilewright.cli.publish_input import add_cell, add_length, add_set, set_and_board
from tilewright.files import write_all
from tilewright.publish.length import parse_length, parse_two_lengths
from tilewright.publish.print_files import print_files
from tilewright.publish.solids.solid import SolidStyle

DETAILS = "Example: `tilewright publish pieces fridgeiq -o fridgeiq --magnet 10x2mm --label`."


def add_arguments(parser: Parser) -> None:
    """The pieces and their measures."""
    add_set(parser)
    options.add_output(parser, "Directory for the files.", metavar="DIR", required=True)
    options.add_force(parser)
    add_cell(parser)
    add_length(parser, "--height", "5mm", "Height of flat pieces.")
    add_length(parser, "--magnet", "", "Recesses for round magnets, e.g. 10x2mm.", metavar="DxT")
    add_length(parser, "--clearance", "0.15mm", "By which each outline moves inwards.")
    add_length(parser, "--radius", "1mm", "Of rounded corners.")
    add_length(parser, "--bed", "220mm", "Side of the printer's bed.")
    parser.add_argument("--label", action="store_true", help="Engrave the names.")


def run(args: Namespace) -> int:
    """Make the solids."""
    style = SolidStyle(
        parse_length(args.cell, "--cell", 0.1),
        parse_length(args.height, "--height", 0.1),
        parse_length(args.clearance, "--clearance"),
        parse_two_lengths(args.magnet, "--magnet", 1.0, 0.2) if args.magnet else None,
        args.label,
        parse_length(args.radius, "--radius"),
    )
    files, notes = print_files(*set_and_board(args.pieces), style, parse_length(args.bed, "--bed", 10))
    for note in notes:
        print(f"tilewright: note: {note}", file=sys.stderr)
    _write(args.output, files, args.force)
    return DONE


def _write(directory: Path, files: Mapping[str, str | bytes], force: bool) -> None:
    """All files in the directory, which is made for them, or none."""
    made = not directory.exists()
    directory.mkdir(exist_ok=True)
    try:
        write_all({directory / name: content for name, content in files.items()}, force)
    except BaseException:
        if made:
            directory.rmdir()
        raise
