"""`tilewright design shikaku`: puzzles with one solution."""

from __future__ import annotations

import re
from argparse import Namespace
from contextlib import suppress
from typing import Any

from tilewright.cli import options
from tilewright.cli.commands.design import common
from tilewright.cli.options import Command, Parser
from tilewright.cli.output import DONE, LIMIT_REACHED, check_outputs
from tilewright.cover.limits import Deadline, Limit
from tilewright.design.shikaku import MadeShikaku, Recipe, make
from tilewright.errors import NotationError, OutOfTimeError, quote
from tilewright.explain.techniques import TIERS
from tilewright.formats import dump
from tilewright.formats.answer import print_json

DETAILS = "Example: `tilewright design shikaku 10x10 --seed 7 --difficulty hard -o puzzle.svg`."


def add_arguments(parser: Parser) -> None:
    """The size, and what the puzzles are like."""
    parser.add_argument("size", metavar="RxC", help="Rows x columns.")
    options.add_seed(parser)
    options.add_difficulty(parser, TIERS)
    parser.add_argument(
        "--symmetry",
        metavar="GROUP",
        default="C1",
        help="Of the clues: C1 (none), C2, C4, D1, D1d, D2, D2d or D4. [default: C1]",
    )
    parser.add_argument(
        "--sizes", metavar="SIZES", help="Cells of the rectangles: `2-8`, or with weights `2:1,4:3,6:3`."
    )
    options.add_count(parser)
    options.add_limit(parser)
    options.add_outputs(parser)
    options.add_json(parser)


def run(args: Namespace) -> int:
    """Make and show."""
    rows, columns = _size(args.size)
    sizes = None if args.sizes is None else _sizes(args.sizes)
    recipe = Recipe(rows, columns, args.difficulty, args.symmetry, sizes)
    check_outputs(args.output, args.force, common.SUFFIXES)
    made = _made(recipe, args)
    if made:
        common.write_puzzles(args.output, [one.puzzle for one in made], args.force)
    if args.json:
        puzzles = [_row(one, args.seed + number) for number, one in enumerate(made)]
        print_json({"tilewright": 1, "kind": "shikaku", "puzzles": puzzles})
    elif made:
        print("\n\n".join(str(one.puzzle) for one in made))
    if len(made) < args.count:
        none = f"{len(made)} of {args.count} puzzles" if made else "no puzzle with one solution"
        common.note(f"{none} was made within {args.limit:g} s: expected a longer limit or fewer cells")
    for number, one in enumerate(made):
        if one.rating is not None:
            common.note(f"seed {args.seed + number}: {one.rating}")
    if missed := [one for one in made if not one.reached]:
        common.note(f"{args.difficulty} was not reached for {len(missed)} of {args.count}: the nearest is given")
    return LIMIT_REACHED if missed or len(made) < args.count else DONE


def _made(recipe: Recipe, args: Namespace) -> list[MadeShikaku]:
    """As many as are asked for, all within the limit; fewer where it comes before."""
    made: list[MadeShikaku] = []
    deadline = Deadline(Limit(seconds=args.limit))
    with suppress(OutOfTimeError):
        for number in range(args.count):
            left = None if args.limit is None else max(0.0, deadline.left)
            made.append(make(recipe, args.seed + number, left))
    return made


def _row(made: Any, seed: int) -> dict[str, Any]:
    puzzle = made.puzzle
    row = {"seed": seed, "rows": puzzle.rows, "columns": puzzle.columns, "clues": [list(clue) for clue in puzzle.clues]}
    row["url"] = dump(puzzle, "puzz.link").strip()
    if made.rating is not None:
        row |= {"rating": common.rating_row(made.rating), "reached": made.reached}
    return row


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,4})x(\d{1,4})", text)
    if not match or "0" in (match[1].lstrip("0") or "0", match[2].lstrip("0") or "0"):
        raise NotationError(f"size {quote(text)}: expected RxC, rows and columns from 1, e.g. 10x10")
    return int(match[1]), int(match[2])


def _sizes(text: str) -> dict[int, int]:
    if match := re.fullmatch(r"(\d{1,4})-(\d{1,4})", text):
        found = dict.fromkeys(range(int(match[1]), int(match[2]) + 1), 1)
    elif re.fullmatch(r"\d{1,4}(:\d{1,4})?(,\d{1,4}(:\d{1,4})?)*", text):
        parts = [part.partition(":") for part in text.split(",")]
        found = {int(size): int(weight or 1) for size, _, weight in parts}
    else:
        found = {}
    if not found or min(found) < 1:
        raise NotationError(f"--sizes {quote(text)}: expected cells of rectangles, as 2-8, or with weights, as 2:1,4:3")
    return found


COMMAND = Command(DETAILS, add_arguments, run)
