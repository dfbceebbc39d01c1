"""`tilewright publish booklet`: challenges to print."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from tilewright.cli import options
from tilewright.cli.exit_codes import DONE
from tilewright.cli.output import check_outputs
from tilewright.cli.parser import Parser
from tilewright.cli.publish_input import add_cell, add_challenges, add_language, add_paper, read_challenges
from tilewright.files import write
from tilewright.publish.booklet import Style, booklet
from tilewright.publish.length import parse_length

DETAILS = """With pieces to cut out.

Example: `tilewright publish booklet examples/katamino/*.toml -o katamino.pdf --paper letter`."""


def add_arguments(parser: Parser) -> None:
    """The challenges and the paper."""
    add_challenges(parser)
    options.add_output(parser, "The PDF to write.", metavar="FILE.pdf", required=True)
    options.add_force(parser)
    add_cell(parser)
    add_paper(parser)
    add_language(parser)
    parser.add_argument(
        "--binding",
        metavar="left|none",
        default="left",
        help="Left keeps room for holes or staples; none does not. [default: left]",
    )
    parser.add_argument("--title", metavar="TEXT", default="", help="On the title page; else the first file's name.")
    parser.add_argument("--patterns", action="store_true", help="Hatch the pieces in black instead of coloring them.")


def run(args: Namespace) -> int:
    """Write the PDF."""
    check_outputs([args.output], args.force, (".pdf",))
    style = Style(parse_length(args.cell, "--cell", 1.0), args.paper, args.binding, args.patterns, args.language)
    challenges = read_challenges(args.files, args.names, args.limit)
    write(args.output, booklet(challenges, style, args.title or Path(args.files[0]).stem), args.force)
    return DONE
