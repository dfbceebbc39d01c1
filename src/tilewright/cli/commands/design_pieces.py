"""`tilewright design levels`: levels whose pieces turn, graded by the techniques that a person needs."""

from __future__ import annotations

import re
import shlex
import sys
from argparse import ArgumentTypeError, Namespace

from tilewright.cli.commands.design_levels import note
from tilewright.cli.options import Command, Parser, take_switch, whole
from tilewright.cli.output import check_outputs, write
from tilewright.cli.terminal import DONE, LIMIT_REACHED, NO
from tilewright.design.levels import LevelRecipe, PieceLevel, hint_walk, make_levels
from tilewright.errors import did_you_mean, quote
from tilewright.explain.techniques import TIERS, Tier
from tilewright.formats.answer import dumps_json, print_json
from tilewright.formats.tables import levels_document
from tilewright.pieces import select
from tilewright.render.svg import draw_puzzle_board, sheet_svg

DETAILS = """Each board is grown from pieces laid side by side, has one solution, and differs from the others by more than turns and
mirrors. The file has solutions and hints; `tilewright show levels.json#3` draws the third, and `publish booklet levels.json`
prints them all.

Example: `tilewright design levels --pieces pentominoes --board 6x6..8x8 --pieces-used 5..8 --count 30 --difficulty easy..hard
-o levels.json`."""


def _boards(text: str) -> tuple[tuple[int, int], tuple[int, int]]:
    found = re.fullmatch(r"(\d{1,3})x(\d{1,3})(?:\.\.(\d{1,3})x(\d{1,3}))?", text, re.ASCII)
    if not found:
        raise ArgumentTypeError(f"{quote(text)}: expected a size or two, as 8x8 or 6x6..8x8")
    least = int(found[1]), int(found[2])
    return least, (int(found[3]), int(found[4])) if found[3] else least


def _numbers(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{1,3})(?:\.\.(\d{1,3}))?", text, re.ASCII)
    if not found:
        raise ArgumentTypeError(f"{quote(text)}: expected a number or two, as 6 or 5..8")
    return int(found[1]), int(found[2] or found[1])


def _tiers(text: str) -> tuple[Tier, Tier]:
    first, _, last = text.partition("..")
    found = [tier for word in (first, last or first) for tier in TIERS if tier == word]
    if len(found) != 2:
        guess = did_you_mean(first if first not in TIERS else last, TIERS)
        raise ArgumentTypeError(f"{quote(text)}{guess}: expected one or two of {', '.join(TIERS)}, as easy..hard")
    return found[0], found[1]


def add_arguments(parser: Parser) -> None:
    """The pieces, the boards, how hard."""
    parser.take("pieces", default="pentominoes", help="The pool to choose from, e.g. `pentominoes`, `tetrominoes*`.")
    parser.add_argument(
        "--board",
        metavar="RxC..RxC",
        type=_boards,
        default="6x6..8x8",
        help="The smallest and the largest box that holds a board. [default: 6x6..8x8]",
    )
    parser.add_argument(
        "--pieces-used", metavar="A..B", type=_numbers, default="5..8", help="Pieces of a level. [default: 5..8]"
    )
    parser.take(
        "difficulty",
        metavar="TIER..TIER",
        type=_tiers,
        default="easy..hard",
        help=f"As many levels of each as can be: {', '.join(TIERS)}.",
    )
    parser.take("count", type=whole(1, 1000), default=10, help="How many levels.")
    take_switch(parser, "--unique", "--any", True, "Exactly one solution. [default]", "Allow several solutions.")
    parser.take("seed")
    parser.take("limit", default=60.0)
    parser.take("outputs", help="Write the levels to FILE.json, their boards to FILE.svg or .png; may be repeated.")
    parser.take("json")


def run(args: Namespace) -> int:
    """Make, tell and write."""
    check_outputs(args.output, args.force, (".json", ".svg", ".png"))
    (least, most), (easiest, hardest) = args.board, args.difficulty
    recipe = LevelRecipe(select(args.pieces), least, most, args.pieces_used, easiest, hardest, args.unique)
    made = make_levels(recipe, args.count, args.seed, args.limit)
    if made:
        document = levels_document([(level, hint_walk(level.puzzle)) for level in made], _command(args))
        for path in args.output:
            write(path, dumps_json(document) if path.suffix == ".json" else _picture(made, path.suffix), args.force)
        if args.json:
            print_json(document)
        else:
            _print(made)
    if len(made) < args.count:
        note(f"{len(made)} of {args.count} levels: expected a longer --limit, a wider --board or --difficulty")
    return DONE if len(made) == args.count else LIMIT_REACHED if made else NO


def _command(args: Namespace) -> str:
    """The command that makes the same levels again."""
    (least, most), used, tiers = args.board, args.pieces_used, args.difficulty
    sizes = "..".join(f"{rows}x{columns}" for rows, columns in dict.fromkeys((least, most)))
    return (
        f"tilewright design levels --pieces {shlex.quote(args.pieces)} --board {sizes} --pieces-used {used[0]}..{used[1]} "
        f"--count {args.count} --difficulty {tiers[0]}..{tiers[1]}{'' if args.unique else ' --any'} --seed {args.seed}"
    )


def _print(made: list[PieceLevel]) -> None:
    for number, level in enumerate(made, start=1):
        names = ",".join(piece.name for piece in level.puzzle.pieces)
        print(
            f"{number} {level.rating.tier}: {names}\n{level.puzzle.board}", end="\n\n" if number < len(made) else "\n"
        )
    sys.stdout.flush()


def _picture(made: list[PieceLevel], suffix: str) -> str | bytes:
    from functools import partial  # for pictures alone

    from tilewright.cli.output import as_picture  # the same

    captions = [f"{number} {level.rating.tier}" for number, level in enumerate(made, start=1)]
    return as_picture(
        suffix, sheet_svg([partial(draw_puzzle_board, puzzle=level.puzzle) for level in made], captions, 6, cell=12.0)
    )


COMMAND = Command(DETAILS, add_arguments, run)
