"""`tilewright design interlocking`: a box of cubes cut into pieces that come apart only after many moves."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError, Namespace
from typing import Any

from tilewright.api.answer import print_json, solution_rows
from tilewright.cli import options
from tilewright.cli.options import Argument, Command, number_range, whole
from tilewright.cli.output import PUZZLE_SUFFIXES, numbered, puzzle_file, puzzle_text, write
from tilewright.cli.terminal import tell
from tilewright.design.interlocking import (
    MOST_CELLS,
    MOST_LEVEL,
    MOST_PIECES,
    Interlocking,
    InterlockingRecipe,
    NoInterlockingError,
    make_interlocking,
)
from tilewright.errors import quote
from tilewright.exit_codes import DONE, LIMIT_REACHED
from tilewright.files import suffix_of
from tilewright.formats import dump

INTERLOCKING = """A local search: each puzzle is the first of that level that it meets, or the one of the highest level at the limit.
The level is the least number of moves up to and including the first separation (see `docs/guides/movement.md`).

Examples: `tilewright design interlocking --shape 4x4x4 --pieces 4 --level 9 -o puzzle.json`, `tilewright design interlocking
--shape 3x3x3 --pieces 3 --limit 10`."""


def _shape(text: str) -> tuple[int, ...]:
    if not (found := re.fullmatch(r"(\d{1,2})x(\d{1,2})x(\d{1,2})", text, re.ASCII)):
        raise ArgumentTypeError(f"{quote(text)}: expected layers x rows x columns, e.g. 4x4x4")
    return tuple(map(int, found.groups()))


def _run(args: Namespace) -> int:
    recipe = InterlockingRecipe(args.shape, args.pieces, args.level, args.empty, args.sizes, args.unique)
    made: list[Interlocking] = []
    for seed in range(args.seed, args.seed + args.count):
        try:
            made.append(make_interlocking(recipe, seed, args.limit))
        except NoInterlockingError as none:
            tell(f"seed {seed}: {none}")
            break
        tell(f"seed {seed}: {made[-1]}")
    for path in args.output:
        for target, one in zip(numbered(path, len(made)), made, strict=True):
            write(target, puzzle_file(one.puzzle, suffix_of(path)), args.force)
    if args.json:
        rows = [_row(one, args.seed + number) for number, one in enumerate(made)]
        print_json({"tilewright": 1, "kind": "interlocking", "puzzles": rows})
    else:
        print("\n".join(puzzle_text(one.puzzle) for one in made), end="")
    if missed := [one for one in made if not one.reached]:
        tell(f"level {args.level} was not reached for {len(missed)} of {args.count}: the highest found is given")
    return LIMIT_REACHED if missed or len(made) < args.count else DONE


def _row(made: Interlocking, seed: int) -> dict[str, Any]:
    """Return a puzzle as JSON: its level, the numbers of moves of all separations, the moves, and the assembly."""
    moves = [
        {"pieces": list(move.pieces), "direction": move.direction, "distance": move.distance}
        for move in made.apart.moves
    ]
    row: dict[str, Any] = {
        "seed": seed,
        "level": made.level,
        "levels": list(made.apart.levels),
        "reached": made.reached,
    }
    row |= {"moves": moves, "solution": solution_rows(made.puzzle, [made.tiling])[0], "toml": dump(made.puzzle, "toml")}
    return row


COMMANDS = {
    "design interlocking": Command(
        INTERLOCKING,
        _run,
        [
            Argument(
                "--shape",
                type=_shape,
                metavar="LxRxC",
                default="4x4x4",
                help="The box: layers, rows and columns of cubes.",
            ),
            Argument(
                "--pieces", type=whole(2, MOST_PIECES), metavar="N", default=4, help="How many pieces, each connected."
            ),
            Argument(
                "--level",
                type=whole(1, MOST_LEVEL),
                metavar="N",
                help="The least level. [default: the highest found until the limit]",
            ),
            Argument(
                "--empty",
                type=whole(0, MOST_CELLS),
                metavar="N",
                default=1,
                help="Cells of the box that stay empty. Without any the level is 1.",
            ),
            Argument(
                "--sizes",
                type=number_range,
                metavar="A..B",
                help="Cells of a piece, e.g. `14..18`; else at least 3. A narrow range makes pieces of about the same size.",
            ),
            Argument(
                "--unique",
                action="store_true",
                help="The pieces go into the box in one way only, up to turns, wherever the empty cells lie then.",
            ),
            options.SEED,
            options.COUNT,
            options.LIMIT.but(default=60.0, help="Time limit for each puzzle, in seconds."),
            options.OUTPUTS,
            options.FORCE,
            options.JSON,
        ],
        PUZZLE_SUFFIXES,
    )
}
