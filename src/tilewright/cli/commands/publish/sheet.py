"""`tilewright publish sheet`: all challenges as one picture."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from tilewright.cli import options
from tilewright.cli.exit_codes import DONE
from tilewright.cli.parser import Parser
from tilewright.cli.publish_input import add_challenges, read_challenges
from tilewright.errors import NotationError, quote
from tilewright.files import check_writable, write, write_all
from tilewright.publish.challenge import svg
from tilewright.render.png import png
from tilewright.render.sheet import sheet_svg
from tilewright.render.theme import THEMES

CELL = 10.0  # millimetres, of the pictures in a directory
DETAILS = "Example: `tilewright publish sheet catalogue.json -o silhouettes.png`."


def add_arguments(parser: Parser) -> None:
    """The challenges and the picture."""
    add_challenges(parser)
    options.add_output(parser, ".svg or .png, or a directory: one SVG each, and its solution.", required=True)
    options.add_force(parser)
    parser.add_argument("--solutions", action="store_true", help="Show the solutions instead.")
    parser.add_argument(
        "--columns", metavar="N", type=options.whole(1, 100), default=8, help="Pictures in a row. [default: 8]"
    )
    parser.add_argument(
        "--theme", metavar="|".join(THEMES), default="light", help="Light, dark or print (hatched). [default: light]"
    )


def run(args: Namespace) -> int:
    """Draw it."""
    if args.output.suffix not in (".svg", ".png") and not args.output.is_dir():
        expected = ".svg, .png or an existing directory"
        raise NotationError(f"-o {args.output}: unknown suffix {args.output.suffix!r}: expected {expected}")
    if args.theme not in THEMES:
        raise NotationError(f"--theme {quote(args.theme)}: expected one of {', '.join(THEMES)}")
    if args.output.is_dir():
        return _write_each(args)
    check_writable(args.output, args.force)
    every = enumerate(read_challenges(args.files, args.names, args.limit), start=1)
    shown = [(each.answer if args.solutions else each.picture, each.name or f"{i}") for i, each in every]
    pictures = [(picture, name) for picture, name in shown if picture]
    if not pictures:
        raise NotationError("there is no solution to show")
    names = [name for _, name in pictures]
    document = sheet_svg([picture for picture, _ in pictures], names, args.columns, THEMES[args.theme], 16.0)
    write(args.output, png(document, 1.0) if args.output.suffix == ".png" else document, args.force)
    return DONE


def _write_each(args: Namespace) -> int:
    """A picture of each challenge and each solution, `001.svg` and `001-solution.svg`: all of them or none."""
    challenges = read_challenges(args.files, args.names, args.limit)
    digits = max(3, len(str(len(challenges))))
    files: dict[Path, str | bytes] = {}
    for number, each in enumerate(challenges, start=1):
        start = args.output / f"{number:0{digits}}"
        files[start.with_name(f"{start.name}.svg")] = svg(each.picture, CELL, THEMES[args.theme])
        if each.answer:
            files[start.with_name(f"{start.name}-solution.svg")] = svg(each.answer, CELL, THEMES[args.theme])
    write_all(files, args.force)
    return DONE
