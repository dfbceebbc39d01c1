"""`tilewright design edges`: edge-matching puzzles with one solution."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from tilewright.cli import options
from tilewright.cli.commands.design import common
from tilewright.cli.options import Command, Parser
from tilewright.cli.output import DONE, LIMIT_REACHED, check_outputs, puzzle_text
from tilewright.design.edges import BORDERS, EdgesRecipe, MadeEdges, make_edges
from tilewright.explain.techniques import TIERS
from tilewright.formats import dump
from tilewright.formats.answer import print_json

DETAILS = """Examples: `tilewright design edges 4x4 --seed 7 --difficulty medium -o puzzle.json`,
`tilewright design edges h2 --lattice triangular --labels 12 -o puzzle.svg`,
`tilewright design edges 3x3 --match partner --border free` (heads and tails)."""
LATTICES = ("square", "triangular", "hexagonal")


def add_arguments(parser: Parser) -> None:
    """The board, and what the puzzles are like."""
    parser.add_argument("size", metavar="SIZE", help="The board: RxC, or a size of the lattice such as h2.")
    options.add_seed(parser)
    options.add_difficulty(parser, TIERS)
    for name, choices, usual, text in (
        ("--lattice", LATTICES, "square", "Of the tiles"),
        ("--border", BORDERS, "frame", "What edges at the border show; frame is a label of its own"),
        ("--match", ("same", "partner"), "same", "What matches a label: the same, or a matches A"),
    ):
        words = options.OneOf(*choices)
        parser.add_argument(name, metavar=words.metavar, type=words, default=usual, help=f"{text}. [default: {usual}]")
    parser.add_argument("--labels", metavar="N", type=options.whole(1, 25), help="How many labels, beside the frame's.")
    parser.add_argument("--fixed", action="store_true", help="Tiles do not turn.")
    parser.add_argument(
        "--unproved", action="store_true", help="Look for no second solution: for boards that no search can finish."
    )
    options.add_count(parser)
    options.add_limit(parser)
    options.add_outputs(parser)
    options.add_json(parser)


def run(args: Namespace) -> int:
    """Make and show."""
    recipe = EdgesRecipe(
        args.size,
        args.lattice,
        args.labels,
        args.border,
        args.match,
        not args.fixed,
        args.difficulty,
        proved=not args.unproved,
    )
    check_outputs(args.output, args.force, common.SUFFIXES)
    made = [make_edges(recipe, args.seed + number, args.limit) for number in range(args.count)]
    common.write_puzzles(args.output, [one.puzzle for one in made], args.force)
    if args.json:
        puzzles = [_row(one, args.seed + number) for number, one in enumerate(made)]
        print_json({"tilewright": 1, "kind": "edges", "puzzles": puzzles})
    else:
        print("\n".join(puzzle_text(one.puzzle) for one in made), end="")
    for number, one in enumerate(made):
        if one.rating is not None:
            common.note(f"seed {args.seed + number}: {one.rating}")
    if missed := [one for one in made if not one.reached]:
        common.note(f"{args.difficulty} was not reached for {len(missed)} of {args.count}: the nearest is given")
    return LIMIT_REACHED if missed else DONE


def _row(made: MadeEdges, seed: int) -> dict[str, Any]:
    row: dict[str, Any] = {"seed": seed, "toml": dump(made.puzzle, "toml")}
    if made.rating is not None:
        row |= {"rating": common.rating_row(made.rating), "reached": made.reached}
    return row


COMMAND = Command(DETAILS, add_arguments, run)
