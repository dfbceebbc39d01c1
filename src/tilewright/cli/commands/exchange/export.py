"""`tilewright export`: a puzzle as another solver's model, or in another puzzle format."""

from __future__ import annotations

import sys
from argparse import Namespace

from tilewright import formats
from tilewright.cli import options
from tilewright.cli.exit_codes import DONE
from tilewright.cli.parser import Parser
from tilewright.cli.puzzle import read_puzzle
from tilewright.files import write
from tilewright.formats.export import export
from tilewright.formats.models import MODELS

DETAILS = """The classic walk: `tilewright export two --to mathprog > two.mod`, `glpsol --math two.mod -w two.sol`,
`tilewright read two two.sol`."""


def add_arguments(parser: Parser) -> None:
    """The puzzle and the format."""
    options.add_puzzle(parser)
    parser.add_argument(
        "--to",
        metavar="FORMAT",
        required=True,
        help=f"A model: {', '.join(MODELS)}; or a format of puzzles: {', '.join(formats.names())}.",
    )
    options.add_variables(parser)
    options.add_open(parser)
    options.add_outputs(parser)


def run(args: Namespace) -> int:
    """Write it."""
    puzzle = read_puzzle(args)
    text = export(puzzle, args.to, args.model)
    for note in formats.notes(puzzle, args.to):
        print(f"tilewright: note: {note}", file=sys.stderr)
    for path in args.output:
        write(path, text, args.force)
    if not args.output:
        sys.stdout.write(text if text.endswith("\n") else text + "\n")
    return DONE
