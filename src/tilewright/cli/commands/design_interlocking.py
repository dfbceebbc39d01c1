"""`tilewright design interlocking`: a box of cubes cut into pieces that come apart only after many moves."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError, Namespace
from typing import Any

from tilewright.cli.options import Command, Reader, whole
from tilewright.cli.output import PUZZLE_SUFFIXES, numbered, puzzle_file, puzzle_text, write
from tilewright.cli.terminal import DONE, LIMIT_REACHED, tell
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
from tilewright.files import suffix_of
from tilewright.formats import dump
from tilewright.formats.answer import print_json, solution_rows

INTERLOCKING = """A local search: each puzzle is the first of that level that it meets, or the one of the highest level at the limit.
The level is
the least number of moves up to and including the first separation (see `docs/guide/movement.md`).

Examples: `tilewright design interlocking --shape 4x4x4 --pieces 4 --level 9 -o puzzle.toml`, `tilewright design interlocking
--shape 3x3x3 --pieces 3 --limit 10`.

--shape LxRxC = 4x4x4  The box: layers, rows and columns of cubes.
--pieces N = 4  How many pieces, each connected.
--level N  The least level. [default: the highest found until the limit]
--empty N = 1  Cells of the box that stay empty. Without any the level is 1.
--sizes A-B  Cells of a piece, e.g. `14-18`; else at least 3. A narrow range makes pieces of about the same size.
--unique  The pieces go into the box in one way only, up to turns, wherever the empty cells lie then.
seed count
--limit SECONDS = 60  Time limit for each puzzle, in seconds.
outputs json
"""


def _shape(text: str) -> tuple[int, ...]:
    if not (found := re.fullmatch(r"(\d{1,2})x(\d{1,2})x(\d{1,2})", text, re.ASCII)):
        raise ArgumentTypeError(f"{quote(text)}: expected layers x rows x columns, e.g. 4x4x4")
    return tuple(map(int, found.groups()))


def _sizes(text: str) -> tuple[int, int]:
    if not (found := re.fullmatch(r"(\d{1,4})(?:-(\d{1,4}))?", text, re.ASCII)):
        raise ArgumentTypeError(f"{quote(text)}: expected cells of a piece, as 14-18 or 16")
    return int(found[1]), int(found[2] or found[1])


TYPES: dict[str, Reader] = {
    "shape": _shape,
    "pieces": whole(2, MOST_PIECES),
    "level": whole(1, MOST_LEVEL),
    "empty": whole(0, MOST_CELLS),
    "sizes": _sizes,
}


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
    """A puzzle as JSON: its level, the numbers of moves of all separations, the moves, and the assembly."""
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


COMMANDS = {"design interlocking": Command(INTERLOCKING, _run, TYPES, PUZZLE_SUFFIXES)}
