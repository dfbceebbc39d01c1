"""`tilewright publish cards`: tiles and pieces to cut out."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from tilewright.cli import options
from tilewright.cli.exit_codes import DONE
from tilewright.cli.parser import Parser
from tilewright.cli.publish_input import add_cell, add_language, add_paper
from tilewright.errors import NotationError
from tilewright.files import check_writable, write_all
from tilewright.formats import load
from tilewright.publish.booklet import Style
from tilewright.publish.cards import CardSet, card_notes, card_set, cards_pdf, cards_svg
from tilewright.publish.length import parse_length

DETAILS = """At true size, with a ruler in the PDF to check the print.

Example: `tilewright publish cards examples/edges/heads-and-tails.edges -o cards.pdf --cell 45mm`."""


def add_arguments(parser: Parser) -> None:
    """The puzzles, the size and the paper."""
    parser.add_argument("puzzles", metavar="PUZZLE", nargs="+", help="Files, or notations such as macmahon3@4x6.")
    options.add_output(parser, ".pdf, or .svg: one file a sheet.", required=True)
    options.add_force(parser)
    add_cell(parser, "40mm")
    add_paper(parser)
    add_language(parser)
    parser.add_argument("--patterns", action="store_true", help="Hatch in black instead of coloring.")


def run(args: Namespace) -> int:
    """Lay out and write the sheets."""
    path: Path = args.output
    if path.suffix not in (".pdf", ".svg"):
        raise NotationError(f"-o {path}: unknown suffix {path.suffix!r}: expected .pdf or .svg")
    check_writable(path, args.force)
    style = Style(parse_length(args.cell, "--cell", 1.0), args.paper, "none", args.patterns, args.language)
    sets = [card_set(load(name), Path(name).stem) for name in args.puzzles]
    for note in card_notes(sets, style):
        print(f"tilewright: note: {note}", file=sys.stderr)
    write_all(_files(path, sets, style), args.force)
    return DONE


def _files(path: Path, sets: list[CardSet], style: Style) -> dict[Path, str | bytes]:
    if path.suffix == ".pdf":
        return {path: cards_pdf(sets, style)}
    sheets = cards_svg(sets, style)
    names = [path] if len(sheets) == 1 else [path.with_stem(f"{path.stem}-{n}") for n in range(1, len(sheets) + 1)]
    return dict(zip(names, sheets, strict=True))
