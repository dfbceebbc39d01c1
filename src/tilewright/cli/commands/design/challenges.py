"""`tilewright design challenges`: every subset of the pieces against every target shape."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from collections.abc import Callable

from tilewright.cli import options
from tilewright.cli.commands.design import common
from tilewright.cli.options import Command, Parser
from tilewright.cli.output import DONE, INTERRUPTED, LIMIT_REACHED, NO, Keeper
from tilewright.cli.terminal import Pace
from tilewright.design.cards import Card, Cards
from tilewright.design.challenges import ChallengeProgress, find_challenges
from tilewright.errors import NotationError
from tilewright.files import check_writable, write
from tilewright.formats.answer import print_json

DETAILS = """Can it be done, in how many ways, how hard is it? `publish booklet` prints the file.

Example: `tilewright design challenges --pieces fridgeiq --shapes squares,triangles --to 6 --keep solvable -o
cards.json`"""


def add_arguments(parser: Parser) -> None:
    """The pieces, the shapes, what to keep."""
    parser.add_argument(
        "--pieces", metavar="SET", required=True, help="Pieces, e.g. `fridgeiq`, or a file with pieces."
    )
    parser.add_argument(
        "--shapes",
        metavar="LIST",
        default="squares,rectangles,triangles",
        help="Divided by commas: squares, rectangles, triangles, parallelograms, trapezoids, pentagons, hexagons, "
        "heptagons, octagons, convex (all of these), sizes such as 5x8, puzzle files, catalogues of silhouettes. "
        "[default: squares,rectangles,triangles]",
    )
    parser.add_argument(
        "--from",
        dest="fewest",
        metavar="N",
        type=options.whole(1),
        default=1,
        help="At least so many pieces. [default: 1]",
    )
    parser.add_argument(
        "--to", dest="most", metavar="N", type=options.whole(1), help="At most so many pieces; else all."
    )
    parser.add_argument(
        "--keep",
        metavar="all|solvable|unique",
        default="all",
        help="Which challenges to list: all, solvable or unique. [default: all]",
    )
    options.add_switch(parser, "--rating", "--no-rating", True, "Say how hard each is. [default]")
    parser.add_argument(
        "--each",
        metavar="SECONDS",
        type=options.seconds(),
        default=10.0,
        help="For counting one challenge's tilings. [default: 10]",
    )
    options.add_threads(parser)
    options.add_limit(parser)
    options.add_output(parser, "Write the challenges to FILE (.json).")
    options.add_force(parser)
    options.add_json(parser)


def run(args: Namespace) -> int:
    """Try all and tell."""
    if args.output is not None:
        if args.output.suffix != ".json" or not args.output.parent.is_dir():
            raise NotationError(f"-o {args.output}: expected a .json file in an existing directory")
        check_writable(args.output, args.force)
    report = ChallengeProgress()
    found = _find(args, report)
    if args.output is not None:
        write(args.output, found.text(), args.force)
    if args.json:
        print_json(found.dump())
    else:
        state = "complete" if found.complete else f"not complete ({found.ended})"
        print(f"{report.tried:,} challenges tried, {len(found.cards):,} listed, {state}")
    if found.ended == "stopped":
        return INTERRUPTED
    return LIMIT_REACHED if not found.complete else DONE if found.cards else NO


def _find(args: Namespace, report: ChallengeProgress) -> Cards:
    """The challenges, each saved and told as it is found."""
    keeper = Keeper(args.output, common.no_line if args.json else common.say_line, args.force)

    def tell(card: Card, so_far: Callable[[], Cards]) -> None:
        level = f"  {card.rating.tier}" if card.rating else ""
        keeper(f"{card.shape.name}  {_pieces(card)}  {card.state}{level}", lambda: so_far().text())

    def progress() -> str:
        return f"{report.seconds:.0f} s: {report.tried:,} of {report.total:,} tried, {report.kept:,} kept"

    def first() -> str:
        return f"{report.total:,} challenges to try" if report.total > 1000 else ""

    shapes = [text.strip() for text in args.shapes.split(",") if text.strip()]
    with keeper, Pace(progress, first, keeper.tick_aside):
        return find_challenges(
            args.pieces,
            shapes,
            args.fewest,
            args.most,
            args.keep,
            args.rating,
            args.each,
            args.threads,
            args.limit,
            report,
            tell,
        )


def _pieces(card: Card) -> str:
    """The names of the pieces, as the notation has them."""
    names = Counter(card.names)
    texts = [name if times == 1 else f"{name}x{times}" for name, times in names.items()]
    return "".join(texts) if all(len(text) == 1 for text in texts) else ",".join(texts)


COMMAND = Command(DETAILS, add_arguments, run)
