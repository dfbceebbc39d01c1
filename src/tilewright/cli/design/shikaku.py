"""`tilewright design shikaku`: puzzles with one solution."""

from __future__ import annotations

import re
from typing import Annotated, Any

import typer

from tilewright.cli.app import DONE, LIMIT_REACHED, ForceOption, JsonOption, LimitOption, OutputOption
from tilewright.cli.design import common, design
from tilewright.errors import NotationError, quote


@design.command()
def shikaku(
    size: Annotated[str, typer.Argument(metavar="RxC", help="Rows x columns.")],
    seed: common.SeedOption = 0,
    difficulty: common.DifficultyOption = None,
    symmetry: Annotated[
        str, typer.Option("--symmetry", help="Of the clues: C1 (none), C2, C4, D1, D1d, D2, D2d or D4.")
    ] = "C1",
    sizes: Annotated[
        str | None,
        typer.Option("--sizes", help="Cells of the rectangles: `2-8`, or with weights `2:1,4:3,6:3`."),
    ] = None,
    count: common.CountOption = 1,
    limit: LimitOption = None,
    output: OutputOption = None,
    force: ForceOption = False,
    json: JsonOption = False,
) -> None:
    """Make Shikaku puzzles with exactly one solution.

    Example: `tilewright design shikaku 10x10 --seed 7 --difficulty hard -o puzzle.svg`.
    """
    from tilewright.design.shikaku.maker import Recipe, make
    from tilewright.formats.answer import print_json

    rows, columns = _size(size)
    recipe = Recipe(rows, columns, difficulty, symmetry, None if sizes is None else _sizes(sizes))
    common.check_suffixes(output or [], force)
    made = [make(recipe, seed + number, limit) for number in range(count)]
    common.write_puzzles(output or [], [one.puzzle for one in made], force)
    if json:
        print_json({"tilewright": 1, "kind": "shikaku", "puzzles": [_row(one, seed + i) for i, one in enumerate(made)]})
    else:
        print("\n\n".join(str(one.puzzle) for one in made))
    missed = [one for one in made if not one.reached]
    for number, one in enumerate(made):
        if one.rating is not None:
            common.note(f"seed {seed + number}: {one.rating}")
    if missed:
        common.note(f"{difficulty} was not reached for {len(missed)} of {count}: the nearest is given")
    raise typer.Exit(LIMIT_REACHED if missed else DONE)


def _row(made: Any, seed: int) -> dict[str, Any]:
    from tilewright.formats import dump

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
