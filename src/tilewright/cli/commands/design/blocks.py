"""`tilewright design blocks`: block levels, each with one solution."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from tilewright import formats
from tilewright.cli import options
from tilewright.cli.commands.design import common
from tilewright.cli.options import Command, Parser
from tilewright.cli.output import DONE, LIMIT_REACHED, check_outputs, write_puzzle
from tilewright.design.blocks import NoLevelError, make_level
from tilewright.errors import NotationError
from tilewright.explain.techniques import TIERS
from tilewright.files import write
from tilewright.formats.answer import print_json
from tilewright.puzzle import Board
from tilewright.source import read_text

DETAILS = """Prints the classic text.

Example: `tilewright design blocks --shape 6x6 --pieces 8 --seed 3 > level.txt`."""
SECONDS = 60.0  # without --limit: from some twenty blocks on, levels with one solution are rare


def add_arguments(parser: Parser) -> None:
    """The shape, and what the level is like."""
    parser.add_argument(
        "--shape",
        metavar="FILE|RxC|random",
        default="random",
        help="A drawing, the board of a puzzle (its file, or levels#heart), a size, or `random`. [default: random]",
    )
    parser.add_argument("--pieces", metavar="N", type=options.whole(), default=6, help="How many blocks. [default: 6]")
    options.add_switch(parser, "--unique", "--any", True, "Exactly one solution, not any number. [default]")
    options.add_seed(parser)
    options.add_difficulty(parser, TIERS)
    options.add_limit(parser)
    options.add_outputs(parser)
    options.add_json(parser)


def run(args: Namespace) -> int:
    """Make a level and show it."""
    check_outputs(args.output, args.force, common.SUFFIXES)
    limit = SECONDS if args.limit is None else args.limit
    try:
        made = make_level(_board(args.shape), args.pieces, args.seed, args.unique, args.difficulty, limit)
    except NoLevelError as none:
        common.note(str(none))
        return LIMIT_REACHED
    text = formats.dump(made.puzzle, "blocks")
    for path in args.output:
        if path.suffix == ".txt":
            write(path, text, args.force)
        else:
            write_puzzle(path, made.puzzle, args.force)
    if args.json:
        row = {"tilewright": 1, "kind": "blocks", "seed": args.seed, "level": text, "reached": made.reached}
        print_json(row | ({"rating": common.rating_row(made.rating)} if made.rating else {}))
    else:
        print(text, end="")
    if made.rating:
        common.note(f"seed {args.seed}: {made.rating}")
    if not made.reached:
        common.note(f"{args.difficulty} was not reached: the nearest is given")
    return DONE if made.reached else LIMIT_REACHED


def _board(shape: str) -> Board | None:
    """The board of `--shape`; None for a random one."""
    if shape == "random":
        return None
    if Path(shape).exists():
        text = read_text(shape)
        try:
            return Board.parse(text)
        except NotationError:  # no drawing: a puzzle, whose board it is then
            return formats.load(shape).board
    if "#" in shape or "@" in shape:
        return formats.load(shape).board
    return Board.of_size(shape)


COMMAND = Command(DETAILS, add_arguments, run)
